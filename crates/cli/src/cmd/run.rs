//! `secateur run`: explore a program.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::Args;
use engine::config::ExternalCalls;
use engine::results::{Results, StopReason, Verdict};
use program::ir::LocId;
use program::{Program, ProgramError};
use report::human;
use report::out_dir::OutDir;
use report::progress::Style;
use report::recorder::{Recorder, RunInfo};
use report::replay::confirm::{Case, Outcome};
use report::replay::native::{Subject, Workshop};
use report::replay::{self, Budget};
use report::test_case::ktest::KTest;

use crate::options::{self, ExplorationOptions, LimitOptions, OutputOptions, ProgramOptions, Switch};
use crate::outcome::{Failure, Status};
use crate::{crash, interrupt};

#[derive(Args)]
pub struct RunArguments {
    #[command(flatten)]
    program: ProgramOptions,
    #[command(flatten)]
    exploration: ExplorationOptions,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten)]
    output: OutputOptions,
}

pub fn execute(arguments: RunArguments) -> Result<Status, Failure> {
    let RunArguments { program: source, exploration, limits, output } = &arguments;
    let config = options::config(source, exploration, limits, output)?;
    if let Some(line) = exploration.unmade_checks(&config).filter(|_| !output.quiet) {
        eprintln!("secateur: {line}");
    }
    let program = program::load(&source.files, &source.load_options()).map_err(Failure::usage)?;
    check_entry(&program, &config.entry).map_err(Failure::usage)?;
    if let Some(line) = unmodelled(&program, config.external_calls).filter(|_| !output.quiet) {
        eprintln!("secateur: {line}");
    }
    let out = match &output.out {
        Some(folder) => OutDir::named(folder),
        None => OutDir::numbered(Path::new(".")),
    };
    let record = source.record();
    let info = RunInfo {
        program: source.name(),
        record: record.clone(),
        interpolation: config.interpolation,
        tests: config.tests,
        formats: output.formats(),
        witness: output.witness,
        style: Style::detect(output.quiet),
        bugs: bug_lines(output),
        program_output: if output.json { Box::new(io::stderr()) } else { Box::new(io::stdout()) },
    };
    let mut recorder = Recorder::new(out.map_err(Failure::usage)?, info);
    recorder.begin().map_err(Failure::usage)?;
    let interrupt = interrupt::listen();

    let run = crash::survive(|| engine::session::run(&program, &config, &mut recorder, interrupt));
    // After a panic the recorder is whole: it changes only after a file was written.
    let crashed = run.is_err();
    let mut results = run.unwrap_or_else(|_| recorder.salvage(StopReason::Crash));
    let failure = recorder.take_failure();
    let summary = recorder.finish(&results);
    if let Some(failure) = failure {
        return Err(Failure::usage(failure));
    }
    let mut summary = summary.map_err(Failure::usage)?;
    // Everything is on disk by now: confirming may be interrupted.
    if output.confirm == Switch::On && results.stop_reason != StopReason::Interrupt && !results.bugs.is_empty() {
        let includes = source.load_options().includes;
        let subject = Subject { record: &record, includes: &includes, program: &program };
        confirm(&mut results, &recorder.bug_tests(), subject, output);
        summary = recorder.finish(&results).map_err(Failure::usage)?;
    }
    if let Some(failure) = &results.queries.not_written {
        eprintln!("secateur: {failure}");
    }
    if output.stats {
        // Standard output is for JSON only, if that was asked for.
        let table = human::layers(&results.queries.layers);
        if output.json { eprint!("{table}") } else { print(&table) }
    }
    if output.json {
        print(&summary.to_json());
    } else if !output.quiet {
        print(&human::outcome(&results, recorder.out()));
    }
    if crashed { Err(Failure::Internal(None)) } else { Ok(status(&results)) }
}

/// Time for the native run of one bug, and for all of them.
const ONE_CONFIRMATION: Duration = Duration::from_secs(5);
const ALL_CONFIRMATIONS: Duration = Duration::from_secs(60);

/// Runs the test of each bug on a native build, and says what came of it.
fn confirm(results: &mut Results, tests: &[KTest], subject: Subject<'_>, output: &OutputOptions) {
    let cases: Vec<Case<'_>> = (results.bugs.iter().zip(tests))
        .map(|(bug, test)| Case { kind: &bug.kind, file: &bug.file, line: bug.line, test })
        .collect();
    let budget = Budget { one_run: ONE_CONFIRMATION, until: Some(Instant::now() + ALL_CONFIRMATIONS) };
    let outcome = match Workshop::open(subject) {
        Ok(workshop) => replay::confirm::confirm(&workshop, &cases, budget),
        Err(error) => Outcome { confirmations: Vec::new(), problem: Some(error.to_string()) },
    };
    let base = std::env::current_dir().unwrap_or_default();
    let mut lines = bug_lines(output);
    for (bug, confirmation) in results.bugs.iter_mut().zip(&outcome.confirmations) {
        bug.confirmed = confirmation.confirmed;
        // Whoever reads our output may stop reading.
        let _ = writeln!(lines, "{}", human::confirmation(&bug.kind, &bug.file, bug.line, &base, confirmation));
    }
    if let Some(problem) = outcome.problem
        && !output.quiet
    {
        eprintln!("secateur: bugs are not confirmed natively: {problem}");
    }
}

/// A line on the functions that are called and that nobody defines, if there are any.
fn unmodelled(program: &Program, policy: ExternalCalls) -> Option<String> {
    let names = engine::session::undefined_functions(program);
    let fate = match policy {
        ExternalCalls::None => "a call of one ends the path",
        ExternalCalls::Concrete => "called natively where the C library has them, else a call ends the path",
        ExternalCalls::OverApproximate => "anything may come back from a call",
    };
    (!names.is_empty()).then(|| format!("not modelled: {} ({fate})", names.join(", ")))
}

/// Functions named when the one asked for is not there.
const SUGGESTIONS: usize = 8;

pub(super) fn check_entry(program: &Program, entry: &str) -> Result<(), ProgramError> {
    let defined = || program.functions.iter().filter(|function| !function.blocks.is_empty());
    if defined().any(|function| function.name == entry) {
        return Ok(());
    }
    // The models of library functions carry no position; nobody wants to start in one.
    let own = defined().filter(|function| function.loc != LocId(0)).map(|function| function.name.clone());
    Err(ProgramError::NoEntry { name: entry.to_owned(), known: own.take(SUGGESTIONS).collect() })
}

/// Bugs are results and go to standard output, unless that is to hold JSON only.
fn bug_lines(output: &OutputOptions) -> Box<dyn Write> {
    match (output.json, output.quiet) {
        (false, _) => Box::new(io::stdout()),
        (true, false) => Box::new(io::stderr()),
        (true, true) => Box::new(io::sink()),
    }
}

/// Whoever reads our output may stop reading; the exit status still counts.
fn print(text: &str) {
    let mut stdout = io::stdout().lock();
    let _ = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
}

fn status(results: &Results) -> Status {
    match results.verdict {
        Verdict::Unsafe => Status::BugFound,
        Verdict::Safe | Verdict::Unknown => Status::NoBug,
    }
}
