//! `secateur reach`: for each target a test that reaches it, or the proof that nothing does (P21's code penetration).
//!
//! A run like any other, except that it ends with the last target, looks for targets first, and learns. Errors are
//! reported where they are met, but nothing is explored for their sake.

use clap::Args;
use engine::config::{Config, CoverageLevel, Interpolation, SearchKind};
use engine::results::{Results, TargetStatus};
use program::LoadOptions;
use program::targets::TargetSpec;
use report::human;

use super::explore::{self, Words};
use super::resume::{self, Resumed};
use crate::options::ExploreOptions;
use crate::outcome::{Failure, Status};

#[derive(Args)]
pub struct ReachArguments {
    #[command(flatten)]
    options: ExploreOptions,

    /// What to reach: FILE:LINE, FUNCTION (its start, or calls of a library function), or all (every block)
    #[arg(
        long,
        value_name = "SPEC",
        value_delimiter = ',',
        required_unless_present = "resume",
        help_heading = "Program"
    )]
    target: Vec<TargetSpec>,
}

pub fn execute(arguments: ReachArguments) -> Result<Status, Failure> {
    match &arguments.options.program.resume {
        None => decide(&arguments, None),
        Some(out) => {
            let (arguments, resumed) = resume::arguments("reach", out, &arguments.options)?;
            decide(&arguments, Some(resumed))
        }
    }
}

fn decide(arguments: &ReachArguments, resumed: Option<Resumed>) -> Result<Status, Failure> {
    let ReachArguments { options, target } = arguments;
    let mut default = Config::default();
    default.search.strategies =
        vec![SearchKind::WarmUp, SearchKind::Novelty, SearchKind::NursCoverNew, SearchKind::Dfs];
    default.pruning.interpolation = Interpolation::Wp;
    default.pruning.coverage = CoverageLevel::Branch;
    let config = options.config(default)?;
    let load = LoadOptions { targets: target.clone(), ..options.program.load_options() };
    if let Some(worked) = explore::work_for_another(options, &load, &config) {
        return worked;
    }
    let mut explored = explore::explore(options, &load, &config, resumed)?;
    let (results, out) = (&explored.results, explored.recorder.out());
    let words = Words { all: human::targets(results, out), answer: human::target_lines(results, out) };
    explore::say(&mut explored, &options.output, &words)?;
    explored.end(status(&explored.results), options.output.exit_code)
}

fn status(results: &Results) -> Status {
    match results.targets.iter().any(|target| target.status == TargetStatus::Unknown) {
        true => Status::TargetUndecided,
        false => Status::Done,
    }
}
