//! What `run` and `reach` have in common: load a program, explore it, keep what is found, and say it.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use engine::config::{BackendChoice, BugKind, CheckSet, Config, ExternalCalls, Fate};
use engine::restoring::Restart;
use engine::results::{Cut, CutReason, Results, Sink, StopReason, TargetOutcome, TargetStatus};
use engine::session;
use program::ir::LocId;
use program::targets::TargetSpec;
use program::{Compiled, LoadOptions, OptLevel, Program, ProgramError, names};
use report::frontier_file::Circumstances;
use report::html::Beside;
use report::human::Colours;
use report::out_dir::OutDir;
use report::progress::Style;
use report::recorder::{Recorder, RunInfo};
use report::{html, human, seeds};

use super::resume::{self, Resumed};
use crate::crash::Panicked;
use crate::jobs::{self, Unexplored, Whole, worker};
use crate::live::Live;
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
    /// Who serves it to a browser.
    live: Option<Live>,
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

/// Works for a process that explores, if this one was started for that.
pub(super) fn work_for_another(
    options: &ExploreOptions,
    load: &LoadOptions,
    config: &Config,
) -> Option<Result<Status, Failure>> {
    let folder = options.program.worker.as_ref()?;
    let (opt, stated) = (with_variables_for(config.checks, load.opt), config.checks.to_state());
    Some(worker::run(options, &LoadOptions { opt, stated, ..load.clone() }, config, folder))
}

/// What the solver needs is there: a program to ask, and a folder for its questions.
fn check_surroundings(config: &Config) -> Result<(), Failure> {
    let solving = &config.solving;
    if let Some(complaint) = solving.backend.complaint() {
        return Err(Failure::Usage(format!("--solver {}: {complaint}", solving.backend)));
    }
    solving.write_queries.as_ref().map_or(Ok(()), |folder| {
        std::fs::create_dir_all(folder).map_err(|error| {
            Failure::Usage(format!("--write-queries {}: {error}: name a folder it may make", folder.display()))
        })
    })
}

/// `resumed`: goes on with this run.
pub(super) fn explore(
    options: &ExploreOptions,
    load: &LoadOptions,
    config: &Config,
    resumed: Option<Resumed>,
) -> Result<Explored, Failure> {
    // The time is the user's, whatever it is spent on.
    let started = Instant::now();
    let deadline = config.limits.max_time.and_then(|limit| started.checked_add(limit));
    let ExploreOptions { program: source, output, .. } = options;
    let site = options.site()?;
    check_surroundings(config)?;
    let line = resumed.as_ref().map_or_else(|| std::env::args_os().skip(1).collect(), |run| run.line.clone());
    // Workers load what was compiled once, and so does who goes on with the run.
    let kept = tempfile::tempdir().map_err(Failure::usage)?;
    if let Some(line) = options.unmade_checks(config).filter(|_| !output.quiet) {
        eprintln!("secateur: {line}");
    }
    if let Some(missing) = BackendChoice::Z3.complaint().filter(|_| config.self_check && !output.quiet) {
        eprintln!("secateur: --self-check proves with our own solver only, without layers and caches: {missing}");
    }
    let interrupt = interrupt::listen();
    let opt = with_variables_for(config.checks, load.opt);
    let stated = config.checks.to_state();
    let mut load = LoadOptions { deadline, interrupt: Some(interrupt), opt, stated, ..load.clone() };
    load.compiled = match &resumed {
        Some(resumed) if resumed.has_code(kept.path(), &source.files, &load) => {
            Compiled::Before(kept.path().to_owned())
        }
        Some(_) | None if site.is_some() => Compiled::AndKept(kept.path().to_owned()),
        Some(_) | None => Compiled::AndRemembered(kept.path().to_owned()),
    };
    let load = &load;
    let circumstances = resume::circumstances(config, load);
    resumed.as_ref().map_or(Ok(()), |resumed| resumed.fits(&circumstances))?;
    let loaded = match program::load(&source.files, load) {
        Err(ProgramError::TookTooLong { .. }) => None,
        // The compiler gets the signals of a terminal too.
        Err(ProgramError::ClangKilled { .. }) if interrupt::received().is_some() => None,
        loaded => Some(loaded.map_err(Failure::usage)?),
    };
    if let Some(program) = &loaded {
        check_entry(program, &config.program.entry).map_err(Failure::usage)?;
        let here = format!("{}/", std::env::current_dir().unwrap_or_default().display());
        for note in program.notes.iter().filter(|_| !output.quiet) {
            eprintln!("secateur: {}", note.strip_prefix(&here).unwrap_or(note));
        }
        if let Some(line) = unmodelled(program, config).filter(|_| !output.quiet) {
            eprintln!("secateur: {line}");
        }
    }
    // Before anything of the run is touched.
    let restart = match (&resumed, &loaded) {
        (Some(resumed), Some(program)) => resumed.restart(program)?,
        (None, _) | (_, None) => None,
    };
    let staff = match (&site, &loaded) {
        (Some(site), Some(_)) => Some(options.staff(site, &line, kept.path())?),
        (None, _) | (_, None) => None,
    };
    let out = match &resumed {
        Some(resumed) => resumed.out_dir()?,
        None => new_out_dir(output)?,
    };
    if resumed.as_ref().and_then(Resumed::earlier).is_none() {
        // Without it, who goes on compiles again.
        let _ = out.keep_code(kept.path());
    }
    let mut recorder = recorder(options, load, config, circumstances, &line, out);
    match resumed.as_ref().and_then(Resumed::earlier) {
        Some(earlier) => recorder.take_over(earlier),
        None => recorder.begin().map_err(Failure::usage)?,
    }
    let goes_on = resumed.as_ref().and_then(Resumed::earlier).is_some();
    if let Some(campaign) = options.campaign(goes_on, &config.program.entry)? {
        recorder.takes_part_in(campaign);
    }
    let live = output.live.then(|| serve(&mut recorder)).transpose()?;
    let Some(program) = loaded else {
        let results = Results { time: started.elapsed(), ..not_compiled(&recorder, load) };
        recorder.finish(&results).map_err(Failure::usage)?;
        return Ok(Explored { program: Program::default(), recorder, results, crashed: false, live });
    };

    if let Some(restart) = restart.as_ref().filter(|_| !output.quiet) {
        let earlier = restart.snapshot();
        let (states, seconds) = (earlier.states.len(), earlier.time.as_secs_f64());
        eprintln!("secateur: going on after {seconds:.1} s, open states: {states}");
    }
    recorder.know_program(&program, &load.includes);
    let mut config = config.clone();
    if let Some(contract) = &program.contract {
        let seeds = std::mem::take(&mut config.search.seeds);
        config.search.seeds = seeds.into_iter().map(|seed| seeds::for_entry(seed, contract)).collect();
    }
    config.search.seeds.extend(recorder.seeds());
    config.limits.max_time = config.limits.max_time.map(|limit| limit.saturating_sub(started.elapsed()));
    let run = match staff {
        None => crash::survive(|| match &restart {
            Some(restart) => session::go_on(&program, &config, &mut recorder, interrupt, restart),
            None => session::run(&program, &config, &mut recorder, interrupt),
        })
        .map(|results| (results, false)),
        Some(staff) => {
            let base = restart.as_ref().map(Restart::snapshot);
            let learnt = restart.as_ref().map_or_else(Vec::new, |restart| restart.learnt().to_vec());
            let whole = Whole { program: &program, config: &config, base, learnt, interrupt };
            match crash::survive(|| jobs::run(&whole, staff, &mut recorder)) {
                Ok(Err(Unexplored::NoWorkers(why))) => return Err(Failure::Usage(format!("--on: {why}"))),
                Ok(Err(Unexplored::Internal)) | Err(Panicked) => Err(Panicked),
                Ok(Ok(run)) => Ok(run),
            }
        }
    };
    // After a panic the recorder is whole: it changes only after a file was written.
    let crashed = run.as_ref().map_or(true, |(_, crashed)| *crashed);
    let results = run.map(|(results, _)| results).unwrap_or_else(|_| Results {
        targets: engine::targets::all_undecided(&program),
        ..recorder.salvage(StopReason::Crash)
    });
    let failure = recorder.take_failure();
    let finished = recorder.finish(&results);
    if let Some(failure) = failure {
        return Err(Failure::usage(failure));
    }
    finished.map_err(Failure::usage)?;
    Ok(Explored { program, recorder, results, crashed, live })
}

/// The output directory of a run that is about to start.
fn new_out_dir(output: &OutputOptions) -> Result<OutDir, Failure> {
    let Some(folder) = &output.out else {
        return OutDir::numbered(Path::new(".")).map_err(Failure::usage);
    };
    let out = OutDir::named(folder).map_err(Failure::usage)?;
    out.is_last(Path::new("."));
    Ok(out)
}

fn recorder(
    options: &ExploreOptions,
    load: &LoadOptions,
    config: &Config,
    circumstances: Circumstances,
    line: &[OsString],
    out: OutDir,
) -> Recorder {
    let ExploreOptions { program: source, output, .. } = options;
    // Who asks for targets only gets answers about them.
    let targets_only = output.quiet && !load.targets.is_empty();
    let info = RunInfo {
        program: source.name(),
        record: source.record(config.checks, line),
        interpolation: config.pruning.interpolation,
        circumstances,
        tests: config.tests,
        formats: output.formats(),
        witness: output.witness,
        style: Style::detect(output.quiet),
        colours: if output.json { Colours::Off } else { colours() },
        bugs: if targets_only { Box::new(io::sink()) } else { bug_lines(output) },
        program_output: if output.json { Box::new(io::stderr()) } else { Box::new(io::stdout()) },
    };
    Recorder::new(out, info)
}

/// Serves the run to a browser while it goes on.
fn serve(recorder: &mut Recorder) -> Result<Live, Failure> {
    let cannot = |error: io::Error| Failure::usage(format!("--live: cannot listen on this machine: {error}"));
    let live = Live::start(recorder.out()).map_err(cannot)?;
    recorder.watched_by(live.watcher());
    // Asked for, hence said with --quiet too.
    eprintln!("secateur: live at {}", live.address());
    Ok(live)
}

/// What is known of a program that was not compiled in time, or before a signal: nothing.
fn not_compiled(recorder: &Recorder, load: &LoadOptions) -> Results {
    let (stop, reason) = match interrupt::received() {
        Some(_) => (StopReason::Interrupt, CutReason::Interrupt),
        None => (StopReason::Time, CutReason::Time),
    };
    let mut results = recorder.salvage(stop);
    results.conclusion.cuts.push(Cut { reason, count: 1, place: "compiling".to_owned() });
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

/// The report, if it was asked for, and the closing words: the summary as JSON or `words`, and counters if they were asked for.
pub(super) fn say(explored: &mut Explored, output: &OutputOptions, words: &Words) -> Result<(), Failure> {
    let Explored { recorder, results, live, .. } = explored;
    let wants_report = output.report || live.is_some();
    let report =
        wants_report.then(|| html::write(recorder.out(), &Beside::default())).transpose().map_err(Failure::usage)?;
    if let Some(failure) = &results.queries.not_written {
        eprintln!("secateur: {failure}");
    }
    eprint!("{}", human::self_check_failures(results));
    match (output.json, output.quiet) {
        (true, _) => print(&recorder.summary(results).to_json()),
        (false, true) => print(&words.answer),
        (false, false) => {
            let next = human::next(results, recorder.out(), report.as_deref());
            print(&(colours().outcome(&words.all) + &next));
        }
    }
    if let Some(stats) = &results.stats {
        // Standard output is for JSON only, if that was asked for.
        let tables =
            human::layers(&results.queries.layers) + &human::stats(stats) + &human::learnt(&results.interpolation);
        if output.json { eprint!("{tables}") } else { print(&tables) }
    }
    if let Some(live) = live.take() {
        live.finish();
    }
    Ok(())
}

/// Whether standard output shows colours.
pub(super) fn colours() -> Colours {
    Colours::detect(io::stdout().is_terminal())
}

/// Leaks are a question of what the program's variables point to, so those stay in memory then.
fn with_variables_for(checks: CheckSet, level: OptLevel) -> OptLevel {
    match level {
        OptLevel::Light if checks.has(BugKind::MemoryLeak) => OptLevel::None,
        OptLevel::None | OptLevel::Light | OptLevel::O1 | OptLevel::O2 => level,
    }
}

/// The functions that are called and that nobody defines, a line each.
pub(super) fn list_unmodelled(options: &ExploreOptions, load: &LoadOptions) -> Result<Status, Failure> {
    let program = program::load(&options.program.files, load).map_err(Failure::usage)?;
    let functions = session::undefined_functions(&program);
    let line = |name: &&str| format!("{}: {}\n", names::shown(name), Fate::of(name));
    print(&functions.iter().map(line).collect::<String>());
    Ok(Status::Done)
}

/// A line on the functions that are called and that nobody defines, if there are any.
fn unmodelled(program: &Program, config: &Config) -> Option<String> {
    let names: Vec<String> = session::undefined_functions(program).into_iter().map(names::shown).collect();
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
    let own = defined().filter(|function| function.loc != LocId(0)).map(|function| with_meaning(&function.name));
    Err(ProgramError::NoEntry { name: entry.to_owned(), known: own.take(SUGGESTIONS).collect() })
}

/// A name that has to be typed, and what it stands for where that is not plain.
fn with_meaning(name: &str) -> String {
    match names::shown(name) {
        shown if shown == name => shown,
        shown => format!("{name} ({shown})"),
    }
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
