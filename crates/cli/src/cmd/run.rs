//! `secateur run`: explore a program.

use std::io::Write;
use std::time::{Duration, Instant};

use clap::Args;
use engine::config::{Config, Confinement};
use engine::results::{Results, StopReason};
use native::Budget;
use native::confirm::{self, Case, Outcome};
use native::workshop::{Subject, Workshop};
use report::human;
use report::recorder::Recorder;

use super::explore::{self, Explored, Words};
use super::resume::{self, Resumed};
use crate::options::{ExploreOptions, OutputOptions, Switch};
use crate::outcome::{Failure, Status};

#[derive(Args)]
pub struct RunArguments {
    #[command(flatten)]
    options: ExploreOptions,

    /// Run nothing: list the functions the program calls that nobody models, and what becomes of a call
    #[arg(long, help_heading = "Program")]
    list_unmodelled: bool,
}

pub fn execute(arguments: RunArguments) -> Result<Status, Failure> {
    match &arguments.options.program.resume {
        None => explore_and_confirm(&arguments, None),
        Some(out) => {
            let (arguments, resumed) = resume::arguments("run", out, &arguments.options)?;
            explore_and_confirm(&arguments, Some(resumed))
        }
    }
}

fn explore_and_confirm(arguments: &RunArguments, resumed: Option<Resumed>) -> Result<Status, Failure> {
    let options = &arguments.options;
    let ExploreOptions { program: source, output, .. } = options;
    let config = options.config(Config::default())?;
    if arguments.list_unmodelled {
        return explore::list_unmodelled(options, &source.load_options());
    }
    if let Some(worked) = explore::work_for_another(options, &source.load_options(), &config) {
        return worked;
    }
    let mut explored = explore::explore(options, &source.load_options(), &config, resumed)?;
    // Everything is on disk by now: confirming may be interrupted.
    let Explored { program, recorder, results, .. } = &mut explored;
    if output.confirm == Switch::On
        && results.conclusion.stop_reason != StopReason::Interrupt
        && !results.bugs.is_empty()
    {
        let includes = source.load_options().includes;
        let subject = Subject { record: &source.record(config.checks, &[]), includes: &includes, program };
        confirm(results, recorder, subject, config.program.confinement, output)?;
        recorder.finish(results).map_err(Failure::usage)?;
    }
    let words = human::outcome(&explored.results, explored.recorder.out());
    explore::say(&mut explored, output, &Words { all: words, answer: String::new() })?;
    let codes = output.exit_code;
    explored.end(codes.of_verdict(explored.results.conclusion.verdict, &explored.results.bugs), codes)
}

/// Time for the native run of one bug, and for all of them.
const ONE_CONFIRMATION: Duration = Duration::from_secs(5);
const ALL_CONFIRMATIONS: Duration = Duration::from_secs(60);

/// Runs the test of each bug on a native build, and says what came of it.
fn confirm(
    results: &mut Results,
    recorder: &Recorder,
    subject: Subject<'_>,
    confinement: Confinement,
    output: &OutputOptions,
) -> Result<(), Failure> {
    let tests = recorder.bug_tests();
    let cases: Vec<Case<'_>> = results.bugs.iter().zip(&tests).map(|(bug, test)| Case { bug, test }).collect();
    let budget = Budget { one_run: ONE_CONFIRMATION, until: Some(Instant::now() + ALL_CONFIRMATIONS) };
    let outcome = match Workshop::open(subject, confinement) {
        Ok(workshop) => confirm::confirm(&workshop, &cases, budget),
        Err(error) => Outcome { confirmations: Vec::new(), problem: Some(error.to_string()) },
    };
    let base = std::env::current_dir().unwrap_or_default();
    let mut lines = explore::bug_lines(output);
    for (bug, confirmation) in results.bugs.iter_mut().zip(&outcome.confirmations) {
        bug.replayed(confirmation.outcome);
        recorder.keep_confirmation(confirmation, bug.test).map_err(Failure::usage)?;
        // Whoever reads our output may stop reading.
        let _ = writeln!(lines, "{}", human::confirmation(bug, &base, confirmation));
    }
    if let Some(problem) = outcome.problem
        && !output.quiet
    {
        eprintln!("secateur: bugs are not confirmed natively: {problem}");
    }
    Ok(())
}
