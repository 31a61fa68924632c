//! `secateur lab show PROGRAM`: the Markov chain estimated for a program, the expected reward of each block, and what the
//! greedy algorithm would do next, with its reasons (P18, section 4).

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::time::Duration;

use clap::Args;
use engine::config::{Config, Estimator, Interpolation, Limits, Prior, Search, SearchKind, TestPolicy};
use engine::estimated_chain::{self, Block, Chain, Path};
use engine::results::Nobody;
use serde_json::{Value, json};

use crate::options::ProgramOptions;
use crate::outcome::{Failure, Status};
use crate::{interrupt, quantity};

/// Paths that are listed.
const MOST_PATHS: usize = 10;

#[derive(Args)]
pub struct ShowArguments {
    #[command(flatten)]
    program: ProgramOptions,

    /// Time to explore before the chain is shown
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "1s")]
    max_time: Duration,

    /// Strategies that explore
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_values_t = [SearchKind::Greedy])]
    search: Vec<SearchKind>,

    /// How probabilities are estimated: laplace, good-turing
    #[arg(long, value_name = "NAME", default_value_t = Config::default().search.estimator)]
    estimator: Estimator,

    /// Inputs of random executions: mixed, uniform, small, boundary
    #[arg(long, value_name = "NAME", default_value_t = Config::default().search.prior)]
    prior: Prior,

    /// Start of all random choices
    #[arg(long, value_name = "N", default_value_t = Config::default().search.seed)]
    seed: u64,

    /// Print the numbers as JSON
    #[arg(long)]
    json: bool,
}

pub fn execute(arguments: ShowArguments) -> Result<Status, Failure> {
    let ShowArguments { program: source, max_time, search, estimator, prior, seed, json } = arguments;
    let program = program::load(&source.files, &source.load_options()).map_err(Failure::usage)?;
    let mut config = Config {
        tests: TestPolicy::None,
        limits: Limits { max_time: Some(max_time), ..Limits::default() },
        ..source.plain_config()?
    };
    config.search = Search { strategies: search, estimator, prior, seed, ..config.search };
    config.pruning.interpolation = Interpolation::Off;
    super::explore::check_entry(&program, &config.program.entry).map_err(Failure::usage)?;
    let chain = estimated_chain::estimate(&program, &config, &mut Nobody, interrupt::listen());
    let text = if json { format!("{:#}\n", as_json(&chain)) } else { text(&chain) };
    // Whoever reads our output may stop reading.
    let _ = io::stdout().lock().write_all(text.as_bytes());
    Ok(Status::Done)
}

fn text(chain: &Chain) -> String {
    let mut text = String::from("block                     visits    reward  where, and where it goes\n");
    for block in &chain.blocks {
        let ways = block.ways.iter().map(|(name, times, likely)| format!("{name} {likely:.3} ({times})"));
        let ways: Vec<String> = ways.collect();
        let arrow = if ways.is_empty() { "" } else { " -> " };
        let mark = if block.visits == 0 { "*" } else { " " };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{mark}{:24} {:>7} {:>9.4}  {}{arrow}{}",
            block.name,
            block.visits,
            block.reward,
            block.place,
            ways.join(", ")
        );
    }
    let _ = writeln!(
        text,
        "\n* not covered\n\nrandom testing: {:.5} new blocks expected, {:.1} us each after {} executions: {:.3} blocks/s",
        chain.random_reward,
        1e6 * chain.random_cost,
        chain.random_runs,
        chain.random_score
    );
    for path in chain.paths.iter().take(MOST_PATHS) {
        let state = if path.covered { "covered" } else { "uncovered" };
        let way = match path.branches {
            Some(branches) => format!("{branches} branches to uncovered code"),
            None => "no uncovered code to reach".to_owned(),
        };
        let _ = writeln!(
            text,
            "path to {} ({state}, {}): {:.4} new blocks expected, {way}, {:.1} ms to solve: {:.3} blocks/s",
            path.to,
            path.place,
            path.reward,
            1e3 * path.cost,
            path.score.max(0.0)
        );
    }
    if chain.paths.len() > MOST_PATHS {
        let _ = writeln!(text, "... and {} more paths", chain.paths.len() - MOST_PATHS);
    }
    let _ = match Next::of(chain) {
        Next::Nothing => writeln!(text, "\nnext: nothing, every path was explored"),
        Next::Path(path) => writeln!(text, "\nnext: the path to {}", path.to),
        Next::Random => writeln!(text, "\nnext: random testing"),
    };
    text
}

/// What the greedy algorithm would do.
enum Next<'a> {
    Nothing,
    Path(&'a Path),
    Random,
}

impl Next<'_> {
    fn of(chain: &Chain) -> Next<'_> {
        match chain.paths.first() {
            None => Next::Nothing,
            Some(path) if path.score.max(0.0) >= chain.random_score => Next::Path(path),
            Some(_) => Next::Random,
        }
    }
}

fn as_json(chain: &Chain) -> Value {
    let block = |block: &Block| {
        let way = |(to, taken, probability): &(String, u32, f64)| json!({"to": to, "taken": taken, "probability": probability});
        json!({
            "name": block.name, "where": block.place, "visits": block.visits, "reward": block.reward,
            "ways": block.ways.iter().map(way).collect::<Vec<_>>(),
        })
    };
    let path = |path: &Path| {
        json!({
            "to": path.to, "where": path.place, "covered": path.covered, "reward": path.reward, "branches": path.branches,
            "cost_s": path.cost, "blocks_per_s": path.score.max(0.0),
        })
    };
    let next = match Next::of(chain) {
        Next::Nothing => json!({"do": "nothing"}),
        Next::Path(path) => json!({"do": "path", "to": path.to}),
        Next::Random => json!({"do": "random"}),
    };
    json!({
        "blocks": chain.blocks.iter().map(block).collect::<Vec<_>>(),
        "random": {
            "runs": chain.random_runs, "reward": chain.random_reward, "cost_s": chain.random_cost,
            "blocks_per_s": chain.random_score,
        },
        "paths": chain.paths.iter().map(path).collect::<Vec<_>>(),
        "next": next,
    })
}
