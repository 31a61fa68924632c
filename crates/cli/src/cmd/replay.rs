//! `secateur replay`: the tests of a run on a native build of its program.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use engine::config::Confinement;
use engine::results::{Bug, Covered, Replay};
use native::agreement::{self, Difference};
use native::confirm::Case;
use native::workshop::{Subject, Workshop};
use native::{Budget, confirm, coverage};
use program::LoadOptions;
use report::confirmation::Confirmation;
use report::out_dir::OutDir;
use report::run_record::RunRecord;
use report::summary::Summary;
use report::test_case::ktest::KTest;
use report::test_case::{file_of, xml};
use report::{human, lcov, suite, update};
use serde_json::{Value, json};

use crate::outcome::{Failure, Status};
use crate::{options, quantity, runtime};

#[derive(Args)]
pub struct ReplayArguments {
    /// Output folder of a run, or tests in one: .ktest, or .xml and Test-Comp suites
    #[arg(required = true, value_name = "OUT|TEST")]
    what: Vec<PathBuf>,

    /// Time for one native run
    #[arg(long, value_name = "TIME", value_parser = quantity::duration, default_value = "5s")]
    max_time: Duration,

    /// Run the tests even where the system has no sandbox for them
    #[arg(long)]
    unsafe_native: bool,

    /// Print the outcome as JSON, and nothing else
    #[arg(long)]
    json: bool,
}

pub fn execute(arguments: ReplayArguments) -> Result<Status, Failure> {
    let budget = Budget { one_run: arguments.max_time, until: None };
    let here = std::env::current_dir().unwrap_or_default();
    let mut confirmed = false;
    let mut printed = Vec::new();
    for suite in suites(&arguments.what)? {
        let replayed = replay(&suite, budget, options::confinement(arguments.unsafe_native))?;
        confirmed |= replayed.bugs.iter().any(|bug| bug.confirmation.outcome == Replay::Confirmed);
        printed.push(if arguments.json { pretty(&replayed.to_json(&suite)) } else { replayed.in_words(&suite, &here) });
    }
    // Whoever reads our output may stop reading; the exit status still counts.
    let _ = io::stdout().lock().write_all(printed.concat().as_bytes());
    Ok(if confirmed { Status::BugFound } else { Status::Done })
}

/// Tests of one run.
struct Suite {
    out: PathBuf,
    /// Name of the file, from the folder of the run, and its contents.
    tests: Vec<(String, KTest)>,
    /// Whether these are all tests of the run.
    whole: bool,
}

impl Suite {
    /// The lines the engine says the tests execute, if these are all of them and the run came to its end.
    fn claim(&self) -> Result<Option<lcov::Lines>, Failure> {
        let path = self.out.join(lcov::FILE);
        match std::fs::read_to_string(&path) {
            Ok(text) if self.whole => Ok(Some(lcov::lines(&text))),
            Ok(_) => Ok(None),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Failure::usage(format!("{}: {error}", path.display()))),
        }
    }
}

/// The tests named on the command line, by the run they belong to.
fn suites(what: &[PathBuf]) -> Result<Vec<Suite>, Failure> {
    let mut suites: Vec<Suite> = Vec::new();
    for named in what {
        let path = named.canonicalize().map_err(|error| Failure::usage(format!("{}: {error}", named.display())))?;
        let above = path.parent().unwrap_or(Path::new("/"));
        let (out, files) = match path.is_dir() {
            true if path.join(suite::FILE).exists() => (above.to_owned(), files_in(&path, "xml")?),
            true => (path.clone(), tests_in(&path)?),
            false => (above.parent().unwrap_or(Path::new("/")).to_owned(), vec![path.clone()]),
        };
        let mut tests = Vec::new();
        for file in files {
            let name = file.strip_prefix(&out).unwrap_or(&file).to_string_lossy().into_owned();
            tests.push((name, read_test(&file)?));
        }
        let whole = path.is_dir();
        match suites.iter_mut().find(|suite| suite.out == out) {
            Some(suite) => {
                suite.tests.extend(tests);
                suite.whole |= whole;
            }
            None => suites.push(Suite { out, tests, whole }),
        }
    }
    Ok(suites)
}

fn tests_in(out: &Path) -> Result<Vec<PathBuf>, Failure> {
    // A folder that is no output at all is better explained by what it lacks.
    RunRecord::read(out).map_err(Failure::usage)?;
    files_in(&out.join("tests"), "ktest")
}

/// The tests of this kind in a folder, sorted.
fn files_in(folder: &Path, end: &str) -> Result<Vec<PathBuf>, Failure> {
    let entries = folder.read_dir().map_err(|error| Failure::usage(format!("{}: {error}", folder.display())))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == end));
    files.retain(|path| !path.ends_with(suite::FILE));
    files.sort();
    Ok(files)
}

fn read_test(file: &Path) -> Result<KTest, Failure> {
    let said = |problem: &dyn std::fmt::Display| Failure::usage(format!("{}: {problem}", file.display()));
    let bytes = std::fs::read(file).map_err(|error| said(&error))?;
    if file.extension().is_some_and(|extension| extension == "xml") {
        let values = xml::from_str(&String::from_utf8_lossy(&bytes)).map_err(|error| said(&error))?;
        let test = xml::to_ktest("", &values).or_else(|| xml::to_ktest_in_order("", &values));
        return test.ok_or_else(|| said(&"an input of this test is no value"));
    }
    KTest::from_bytes(&bytes).map_err(|error| said(&error))
}

/// What the native program did.
struct Replayed {
    bugs: Vec<ReplayedBug>,
    /// How each test ended on the plain build, and what a sanitizer stopped that no bug accounts for.
    ends: Vec<(String, String, Option<String>)>,
    /// Lines and branches that the tests execute; `None` where that cannot be measured.
    covered: Option<(Covered, Covered)>,
    /// Lines on which the engine and the native program disagree; `None` unless the whole suite was replayed.
    differences: Option<Vec<Difference>>,
    problem: Option<String>,
}

struct ReplayedBug {
    bug: Bug,
    confirmation: Confirmation,
}

fn replay(suite: &Suite, budget: Budget, confinement: Confinement) -> Result<Replayed, Failure> {
    let record = RunRecord::read(&suite.out).map_err(Failure::usage)?;
    let mut summary = update::read_summary(&suite.out).map_err(Failure::usage)?;
    // The compiler sees the same names as in the run.
    std::env::set_current_dir(&record.directory)
        .map_err(|error| Failure::usage(format!("{}: {error}", record.directory.display())))?;
    let includes: Vec<PathBuf> = runtime::include_folder().into_iter().collect();
    let options = LoadOptions {
        includes: includes.clone(),
        clang_args: record.clang_args.clone(),
        entry: record.entry_request(),
        ..LoadOptions::default()
    };
    let program = program::load(&record.files, &options).map_err(Failure::usage)?;
    let subject = Subject { record: &record, includes: &includes, program: &program };
    let workshop = Workshop::open(subject, confinement).map_err(Failure::usage)?;

    let bugs = bugs_of(suite, &summary);
    let known = &summary.results.bugs;
    let cases: Vec<Case<'_>> = bugs.iter().map(|&(at, test)| Case { bug: &known[at], test }).collect();
    let outcome = confirm::confirm(&workshop, &cases, budget);
    let tests: Vec<KTest> = suite.tests.iter().map(|(_, test)| test.clone()).collect();
    let of_bug = |at: usize| known.iter().any(|bug| is_same_test(&file_of(bug.test), &suite.tests[at].0));
    let measured = coverage::measure(&workshop, &tests, of_bug, budget).map_err(Failure::usage)?;
    let surprises = confirm::surprises(&workshop, &tests, known, budget).map_err(Failure::usage)?;

    let mut replayed = Vec::new();
    for (&(at, _), confirmation) in bugs.iter().zip(outcome.confirmations) {
        let bug = &mut summary.results.bugs[at];
        bug.replayed(confirmation.outcome);
        confirmation.keep(&OutDir::existing(&suite.out), bug.test).map_err(Failure::usage)?;
        replayed.push(ReplayedBug { bug: bug.clone(), confirmation });
    }
    update::write(&OutDir::existing(&suite.out), &summary).map_err(Failure::usage)?;

    let shows_bug = |name: &str| replayed.iter().any(|shown| is_same_test(&file_of(shown.bug.test), name));
    let ends = (suite.tests.iter().zip(measured.ends).zip(surprises))
        .map(|(((name, _), end), surprise)| {
            let unaccounted = surprise.filter(|_| !shows_bug(name));
            (name.clone(), end, unaccounted)
        })
        .collect();
    Ok(Replayed {
        ends,
        covered: measured.counted.as_ref().map(|counted| (lcov::total(&counted.lines), counted.branches)),
        differences: (suite.claim()?.zip(measured.counted.as_ref()))
            .map(|(claim, counted)| agreement::differences(&claim, &counted.lines, &counted.before_bugs)),
        problem: outcome.problem,
        bugs: replayed,
    })
}

/// The same test may be written in several formats.
fn is_same_test(one: &str, other: &str) -> bool {
    Path::new(one).file_stem() == Path::new(other).file_stem()
}

/// The bugs that the tests at hand show: their place in the summary, and the test.
fn bugs_of<'suite>(suite: &'suite Suite, summary: &Summary) -> Vec<(usize, &'suite KTest)> {
    let test_of = |test: u64| suite.tests.iter().find(|(name, _)| is_same_test(&file_of(test), name));
    let bugs = summary.results.bugs.iter().enumerate();
    bugs.filter_map(|(at, bug)| test_of(bug.test).map(|(_, test)| (at, test))).collect()
}

impl Replayed {
    fn in_words(&self, suite: &Suite, here: &Path) -> String {
        let mut text = String::new();
        for (name, end, surprise) in &self.ends {
            text.push_str(&format!("{name}: {end}"));
            if let Some(surprise) = surprise {
                text.push_str(&format!("; a bug nobody reported: {surprise}"));
            }
            text.push('\n');
        }
        for ReplayedBug { bug, confirmation } in &self.bugs {
            let line = human::confirmation(bug, here, confirmation);
            text.push_str(&format!("{line}\n"));
        }
        for Difference { file, line, claimed } in self.differences.iter().flatten() {
            let place = human::place(file, *line, here);
            let (ours, native) = if *claimed { ("covers", "not executed") } else { ("does not cover", "executed") };
            text.push_str(&format!("{place}: the run {ours} this line, and natively it is {native}\n"));
        }
        if let Some(problem) = &self.problem {
            text.push_str(&format!("not everything could be checked: {problem}\n"));
        }
        let confirmed = self.bugs.iter().filter(|bug| bug.confirmation.outcome == Replay::Confirmed).count();
        let out = suite.out.strip_prefix(here).unwrap_or(&suite.out).display();
        text.push_str(&format!(
            "{out}: {} tests, {confirmed} of {} bugs confirmed natively, {}\n",
            self.ends.len(),
            self.bugs.len(),
            match self.covered {
                Some((lines, branches)) =>
                    format!("lines {}, branches {}", human::share(lines), human::share(branches)),
                None => "coverage not measured: the program came compiled (.bc or .ll)".to_owned(),
            },
        ));
        text
    }

    fn to_json(&self, suite: &Suite) -> Value {
        let test = |(name, end, surprise): &(String, String, Option<String>)| json!({ "test": name, "end": end, "unreported": surprise });
        let bug = |ReplayedBug { bug, confirmation }: &ReplayedBug| {
            json!({
                "kind": bug.kind, "file": bug.file, "line": bug.line, "test": file_of(bug.test),
                "confirmed": bug.confirmed, "replay": confirmation.outcome.name(), "shown": confirmation.shown,
            })
        };
        json!({
            "out": suite.out,
            "tests": self.ends.iter().map(test).collect::<Vec<_>>(),
            "bugs": self.bugs.iter().map(bug).collect::<Vec<_>>(),
            "coverage": self.covered.map(|(lines, branches)| json!({ "lines": lines, "branches": branches })),
            "differences": self.differences,
            "problem": self.problem,
        })
    }
}

fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
