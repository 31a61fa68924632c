//! `secateur report`: a page with everything a run found, and what changed since an earlier one.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use report::compare;
use report::html::{self, Beside};
use report::plot::Lab;
use report::tree_file::TreeFile;

use crate::outcome::{Failure, Status};

#[derive(Args)]
pub struct ReportArguments {
    /// Output folder of a run; report.html is written into it. Of two, the second is compared with the first
    #[arg(value_name = "OUT", required = true, num_args = 1..=2)]
    runs: Vec<PathBuf>,

    /// Print what changed as JSON, and nothing else
    #[arg(long)]
    json: bool,

    /// Print the execution tree for Graphviz, and write no page; the run must have been made with --record-tree
    #[arg(long, conflicts_with = "json")]
    dot: bool,

    /// Show the lab's table of strategies on the page, too: a file that `secateur lab --json` has printed
    #[arg(long, value_name = "FILE")]
    lab: Option<PathBuf>,
}

pub fn execute(arguments: ReportArguments) -> Result<Status, Failure> {
    let lab = arguments.lab.as_deref().map(Lab::read).transpose().map_err(Failure::usage)?;
    let text = match arguments.runs.as_slice() {
        [out, others @ ..] if arguments.dot => match TreeFile::read(out) {
            Some(tree) if others.is_empty() => tree.to_dot(),
            Some(_) => return Err(Failure::usage("--dot is for one run")),
            None => {
                let why = "no tree here; make the run with --record-tree";
                return Err(Failure::usage(format!("{}: {why}", out.display())));
            }
        },
        [old, new] => {
            let changes = compare::compare(old, new).map_err(Failure::usage)?;
            let page = html::write(new, &Beside { older: Some(old), lab: lab.as_ref() }).map_err(Failure::usage)?;
            if arguments.json { changes.to_json() } else { format!("{}{}\n", changes.in_words(), page.display()) }
        }
        _ if arguments.json => {
            return Err(Failure::usage(
                "--json is for two runs: it prints what changed; summary.json has the results of one",
            ));
        }
        runs => {
            let pages = runs.iter().map(|out| {
                html::write(out, &Beside { older: None, lab: lab.as_ref() }).map(|page| format!("{}\n", page.display()))
            });
            pages.collect::<Result<String, _>>().map_err(Failure::usage)?
        }
    };
    if !arguments.dot {
        let warnings = arguments.runs.iter().flat_map(|out| html::left_out(out));
        warnings.for_each(|warning| eprintln!("secateur: {warning}"));
    }
    // Whoever reads our output may stop reading.
    let _ = io::stdout().lock().write_all(text.as_bytes());
    Ok(Status::Done)
}
