//! `secateur lab`: testing strategies on random Markov chains, beside the optimal strategy (P18, Table 1).

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, Subcommand};
use report::plot::{self, Lab};
use search::lab::cost_table;
use search::lab::experiment::{self, MAX_STATES, Plan};

use super::lab_show::{self, ShowArguments};
use crate::outcome::{Failure, Status};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct LabArguments {
    #[command(subcommand)]
    action: Option<LabAction>,

    /// States of the chains; one column of the table each
    #[arg(long, value_name = "N,...", value_delimiter = ',', default_values_t = [5, 10, 15, 20],
          value_parser = size)]
    states: Vec<usize>,
    /// Random chains of each size
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..))]
    models: u32,
    /// Times each strategy covers each chain
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    repeats: u32,
    /// Seed of the chains and of the simulations
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads (default: one for each core)
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print the numbers as JSON, for `secateur plot` and `secateur report --lab`
    #[arg(long)]
    json: bool,
    /// Write the table as a picture (SVG)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

#[derive(Subcommand)]
enum LabAction {
    /// Show the chain of a real program, its rewards, and what greedy would do next
    Show(Box<ShowArguments>),
}

pub fn execute(arguments: LabArguments) -> Result<Status, Failure> {
    if let Some(LabAction::Show(show)) = arguments.action {
        return lab_show::execute(*show);
    }
    let LabArguments { action: _, states: sizes, models, repeats, seed, threads, json, plot: picture } = arguments;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let plan = Plan { sizes, models: models as usize, repeats, seed, threads: threads.unwrap_or_else(cores) };
    let lab = Lab { name: "lab".to_owned(), outcome: experiment::run(&plan) };
    if let Some(file) = picture {
        let written = std::fs::write(&file, plot::svg(&[], std::slice::from_ref(&lab)));
        written.map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
    }
    let text = if json {
        let json = serde_json::to_string_pretty(&lab.outcome);
        json.map_err(|error| Failure::Internal(Some(error.to_string())))? + "\n"
    } else {
        cost_table::text(&lab.outcome)
    };
    // Whoever reads our output may stop reading.
    let _ = io::stdout().lock().write_all(text.as_bytes());
    Ok(Status::Done)
}

fn size(text: &str) -> Result<usize, String> {
    let sizes = 2..=MAX_STATES;
    let fits = text.parse().ok().filter(|size| sizes.contains(size));
    fits.ok_or_else(|| format!("a number from {} to {} is wanted", sizes.start(), sizes.end()))
}
