//! What `run` and `reach` have in common: load a program, explore it, keep what is found, and say it.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use engine::config::{Config, ExternalCalls};
use engine::results::{Cut, CutReason, Results, StopReason, TargetOutcome, TargetStatus};
use program::ir::LocId;
use program::targets::TargetSpec;
use program::{LoadOptions, Program, ProgramError};
use report::human;
use report::out_dir::OutDir;
use report::progress::Style;
use report::recorder::{Recorder, RunInfo};

use crate::options::{ExploreOptions, OutputOptions};
use crate::outcome::{ExitCodes, Failure, Status};
use crate::{crash, interrupt};

/// A run that is over, and on disk.
pub(super) struct Explored {
    pub program: Program,
    pub recorder: Recorder,
    pub results: Results,
    /// It ended with an internal error; what was found before counts.
    pub crashed: bool,
}

impl Explored {
    /// How the command ends: with `status`, unless a signal came or our own mistakes were seen.
    pub fn end(&self, status: Status, codes: ExitCodes) -> Result<Status, Failure> {
        let wrong = self.results.self_check.as_ref().map_or(0, |check| check.failures.len());
        match (self.crashed, wrong) {
            (true, _) => Err(Failure::Internal(None)),
            (false, 0) => Ok(codes.after(interrupt::received(), status)),
            (false, _) => Err(Failure::Internal(Some(format!("--self-check found mistakes: {wrong}")))),
        }
    }
}

pub(super) fn explore(options: &ExploreOptions, load: &LoadOptions, config: &Config) -> Result<Explored, Failure> {
    // The time is the user's, whatever it is spent on.
    let started = Instant::now();
    let deadline = config.limits.max_time.and_then(|limit| started.checked_add(limit));
    let ExploreOptions { program: source, output, .. } = options;
    if let Some(line) = options.unmade_checks(config).filter(|_| !output.quiet) {
        eprintln!("secateur: {line}");
    }
    let loaded =
        match program::load(&source.files, &LoadOptions { deadline, stated: config.checks.to_state(), ..load.clone() })
        {
            Err(ProgramError::TookTooLong { .. }) => None,
            loaded => Some(loaded.map_err(Failure::usage)?),
        };
    if let Some(program) = &loaded {
        check_entry(program, &config.program.entry).map_err(Failure::usage)?;
        if let Some(line) = unmodelled(program, config).filter(|_| !output.quiet) {
            eprintln!("secateur: {line}");
        }
    }
    let mut recorder = begin(options, config)?;
    let Some(program) = loaded else {
        let results = Results { time: started.elapsed(), ..out_of_time(&recorder, load) };
        recorder.finish(&results).map_err(Failure::usage)?;
        return Ok(Explored { program: Program::default(), recorder, results, crashed: false });
    };

    recorder.know_program(&program, &load.includes);
    let mut config = config.clone();
    config.limits.max_time = config.limits.max_time.map(|limit| limit.saturating_sub(started.elapsed()));
    let interrupt = interrupt::listen();
    let run = crash::survive(|| engine::session::run(&program, &config, &mut recorder, interrupt));
    // After a panic the recorder is whole: it changes only after a file was written.
    let crashed = run.is_err();
    let results = run.unwrap_or_else(|_| Results {
        targets: engine::targets::all_undecided(&program),
        ..recorder.salvage(StopReason::Crash)
    });
    let failure = recorder.take_failure();
    let finished = recorder.finish(&results);
    if let Some(failure) = failure {
        return Err(Failure::usage(failure));
    }
    finished.map_err(Failure::usage)?;
    Ok(Explored { program, recorder, results, crashed })
}

/// The recorder of a run that is about to start, with its first files written.
fn begin(options: &ExploreOptions, config: &Config) -> Result<Recorder, Failure> {
    let ExploreOptions { program: source, output, .. } = options;
    let out = match &output.out {
        Some(folder) => OutDir::named(folder),
        None => OutDir::numbered(Path::new(".")),
    };
    let info = RunInfo {
        program: source.name(),
        record: source.record(),
        interpolation: config.pruning.interpolation,
        tests: config.tests,
        formats: output.formats(),
        witness: output.witness,
        style: Style::detect(output.quiet),
        bugs: bug_lines(output),
        program_output: if output.json { Box::new(io::stderr()) } else { Box::new(io::stdout()) },
    };
    let recorder = Recorder::new(out.map_err(Failure::usage)?, info);
    recorder.begin().map_err(Failure::usage)?;
    Ok(recorder)
}

/// What is known of a program that was not compiled in time: nothing.
fn out_of_time(recorder: &Recorder, load: &LoadOptions) -> Results {
    let mut results = recorder.salvage(StopReason::Time);
    results.conclusion.cuts.push(Cut { reason: CutReason::Time, count: 1, place: "compiling".to_owned() });
    let undecided = |spec: &TargetSpec| TargetOutcome {
        id: spec.to_string(),
        file: String::new(),
        line: 0,
        status: TargetStatus::Unknown,
        test: None,
    };
    results.targets = load.targets.iter().map(undecided).collect();
    results
}

/// What is said when a run is over.
pub(super) struct Words {
    pub all: String,
    /// The part of it that was asked for, hence said with `--quiet` too.
    pub answer: String,
}

/// The closing words: the summary as JSON or `words`, and counters if they were asked for.
pub(super) fn say(explored: &Explored, output: &OutputOptions, words: &Words) {
    let Explored { recorder, results, .. } = explored;
    if let Some(failure) = &results.queries.not_written {
        eprintln!("secateur: {failure}");
    }
    eprint!("{}", human::self_check_failures(results));
    if output.json {
        print(&recorder.summary(results).to_json());
    } else {
        print(if output.quiet { &words.answer } else { &words.all });
    }
    if let Some(stats) = &results.stats {
        // Standard output is for JSON only, if that was asked for.
        let tables = human::layers(&results.queries.layers) + &human::stats(stats);
        if output.json { eprint!("{tables}") } else { print(&tables) }
    }
}

/// A line on the functions that are called and that nobody defines, if there are any.
fn unmodelled(program: &Program, config: &Config) -> Option<String> {
    let names = engine::session::undefined_functions(program);
    let fate = match (config.program.external_calls, config.program.confinement.permits()) {
        (ExternalCalls::None, _) => "a call of one ends the path".to_owned(),
        (ExternalCalls::Concrete, Ok(())) => {
            "called natively where the C library has them and they change nothing, else a call ends the path".to_owned()
        }
        (ExternalCalls::Concrete, Err(unavailable)) => format!("a call of one ends the path: {unavailable}"),
        (ExternalCalls::OverApproximate, _) => "anything may come back from a call".to_owned(),
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
pub(super) fn bug_lines(output: &OutputOptions) -> Box<dyn Write> {
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
