//! What the top of the report says and its numbers: the same words as on the terminal.

use std::time::Duration;

use engine::results::{Replay, Results, StopReason, TargetStatus, Verdict};
use serde::Serialize;

use super::page::Talks;
use super::{Folder, shown};
use crate::frontier_file;
use crate::human;
use crate::shell::word;
use crate::test_case::file_of;

/// A name and what is to be said of it.
#[derive(Serialize)]
pub struct Fact {
    name: &'static str,
    text: String,
}

/// Something to do, and the command for it.
#[derive(Serialize)]
pub struct Step {
    text: String,
    command: Option<String>,
}

/// A number that one asks for first.
#[derive(Serialize)]
pub struct Tile {
    name: &'static str,
    value: String,
    note: String,
    /// The part of the page that has more of it, where there is such a part.
    to: Option<&'static str>,
}

/// A target of `reach`.
#[derive(Serialize)]
pub struct TargetView {
    id: String,
    file: String,
    shown: String,
    line: u32,
    status: &'static str,
    test: Option<u64>,
}

/// The outcome in a word and a sentence. A run that looked for targets is about those.
pub fn outcome(results: &Results) -> (&'static str, String) {
    if results.targets.is_empty() {
        return (results.conclusion.verdict.name(), format!("{}{}.", human::verdict(results), confirmed(results)));
    }
    let on_the_way = match results.bugs.len() {
        0 => String::new(),
        1 => " One bug was met on the way.".to_owned(),
        count => format!(" {count} bugs were met on the way."),
    };
    let word = if all_decided(results) { "decided" } else { "undecided" };
    (word, format!("{}.{on_the_way}", human::decided(results)))
}

/// What native builds say of the bugs, where they agree.
fn confirmed(results: &Results) -> String {
    let count = results.bugs.iter().filter(|bug| bug.replay == Some(Replay::Confirmed)).count();
    match (count, results.bugs.len()) {
        (0, _) => String::new(),
        (1, 1) => ", confirmed on a native build".to_owned(),
        (all, bugs) if all == bugs => ", all confirmed on a native build".to_owned(),
        (some, _) => format!(", {some} of them confirmed on a native build"),
    }
}

/// The run in a few numbers.
pub fn tiles(results: &Results) -> Vec<Tile> {
    let tile = |name, value: String, note: String, to| Tile { name, value, note, to };
    let paths = &results.explored.paths;
    let mut tiles = Vec::new();
    if !results.targets.is_empty() {
        let decided = results.targets.iter().filter(|target| target.status != TargetStatus::Unknown).count();
        let value = format!("{decided} of {}", results.targets.len());
        tiles.push(tile("Targets", value, "decided".to_owned(), Some("targets")));
    }
    let confirmed = results.bugs.iter().filter(|bug| bug.replay == Some(Replay::Confirmed)).count();
    let note = match (results.bugs.len(), confirmed) {
        (0, _) => "none found".to_owned(),
        (_, 0) => "none confirmed natively".to_owned(),
        (_, some) => format!("{some} confirmed natively"),
    };
    tiles.push(tile("Bugs", results.bugs.len().to_string(), note, (!results.bugs.is_empty()).then_some("bugs")));
    for (name, covered) in [("Lines", results.coverage.lines), ("Branches", results.coverage.branches)] {
        // A program without branches has no share of them.
        if let Some(percent) = (covered.covered * 100).checked_div(covered.total) {
            let value = format!("{percent} %");
            tiles.push(tile(name, value, format!("{} of {}", covered.covered, covered.total), Some("coverage")));
        }
    }
    let others = [(paths.subsumed, "skipped"), (paths.infeasible, "ruled out"), (paths.cut, "cut")];
    let others = others.into_iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!(", {count} {word}"));
    let note = format!("{} to the end{}", paths.completed + paths.error, others.collect::<String>());
    tiles.push(tile("Paths", paths.ended().to_string(), note, Some("numbers")));
    let tests = results.explored.tests;
    tiles.push(tile("Tests", tests.to_string(), "to replay and keep".to_owned(), (tests > 0).then_some("tests")));
    tiles.push(tile("Time", lasted(results.time), format!("{:.0} MB at most", results.peak_rss_mb), Some("numbers")));
    tiles
}

/// A time as people say it.
fn lasted(time: Duration) -> String {
    match time.as_secs_f64() {
        short if short < 1.0 => format!("{:.0} ms", short * 1000.0),
        some if some < 10.0 => format!("{some:.1} s"),
        long => format!("{long:.0} s"),
    }
}

/// The same while the run goes on.
pub fn so_far(results: &Results) -> (&'static str, String) {
    let bugs = match results.bugs.len() {
        0 => "No bug so far".to_owned(),
        1 => "One bug so far".to_owned(),
        count => format!("{count} bugs so far"),
    };
    ("running", format!("{bugs}. The run goes on; coverage of lines and the tree are shown when it is over."))
}

fn all_decided(results: &Results) -> bool {
    results.targets.iter().all(|target| target.status != TargetStatus::Unknown)
}

/// What the verdict is about, and how far the run got.
pub fn terms(folder: &Folder, talks: Talks) -> Vec<Fact> {
    let results = &folder.summary.results;
    let program = folder.record.files.iter().map(|file| shown(&file.to_string_lossy(), &folder.record));
    let entry = &folder.record.entry;
    let tested = format!("{}, from {entry} on", program.collect::<Vec<_>>().join(", "));
    let tested = Fact { name: "Tested", text: tested };
    let Some(terms) = &results.terms else {
        let unknown = Fact { name: "Terms", text: "not known: the run did not come to its end".to_owned() };
        return if talks == Talks::Never { vec![tested, unknown] } else { vec![tested] };
    };
    let got = format!(
        "{} after {}; paths: {}; lines {}, branches {}",
        ended(results),
        lasted(results.time),
        human::by_end(&results.explored.paths),
        human::share(results.coverage.lines),
        human::share(results.coverage.branches)
    );
    let mut facts = vec![
        tested,
        Fact { name: "Got as far as", text: got },
        Fact { name: "Checked for", text: checks(&terms.checks) },
        Fact { name: "Inputs", text: human::inputs(&terms.inputs) },
    ];
    if !terms.assumptions.is_empty() {
        facts.push(Fact { name: "Assuming", text: terms.assumptions.join("; ") });
    }
    facts
}

/// The checks, by name where the line of the terminal has a word for many.
fn checks(on: &[String]) -> String {
    match human::checks(on) {
        all if all.starts_with("default") => format!("{all}: {}", on.join(", ")),
        named => named,
    }
}

/// Why the run is over, for somebody who does not know the names of reasons.
fn ended(results: &Results) -> String {
    let reason = results.conclusion.stop_reason;
    match reason {
        _ if results.conclusion.exhausted => "every path was explored".to_owned(),
        StopReason::Exhausted if !results.targets.is_empty() && all_decided(results) => {
            "every target was decided".to_owned()
        }
        StopReason::Exhausted => "some paths were cut, the others were explored".to_owned(),
        StopReason::Time => "the time was up".to_owned(),
        StopReason::Memory => "memory was used up".to_owned(),
        StopReason::Interrupt => "somebody stopped it".to_owned(),
        StopReason::Bug => "it was to end at the first bug".to_owned(),
        StopReason::Targets => "every target was reached".to_owned(),
        StopReason::Crash => "an internal error ended it".to_owned(),
        StopReason::Paths | StopReason::Instructions | StopReason::Forks | StopReason::Tests => {
            format!("the limit of {reason} was met")
        }
    }
}

/// What somebody who sees the verdict does next.
pub fn next(folder: &Folder) -> Vec<Step> {
    let results = &folder.summary.results;
    let step = |text: &str, command: Option<String>| Step { text: text.to_owned(), command };
    let out = word(folder.path.to_string_lossy().as_bytes());
    let mut steps = Vec::new();
    if let Some(bug) = results.bugs.iter().find(|bug| !bug.is_refuted()).filter(|bug| bug.test > 0) {
        let command = format!("secateur replay {out}/{}", file_of(bug.test));
        steps.push(step("Run the test of the first bug on a native build:", Some(command)));
    } else if results.explored.tests > 0 {
        steps.push(step(
            "Run the tests on a native build and measure what they cover:",
            Some(format!("secateur replay {out}")),
        ));
    }
    match (results.conclusion.verdict, results.conclusion.stop_reason) {
        (Verdict::Safe, _) => {}
        (_, _) if !results.targets.is_empty() && all_decided(results) => {}
        (_, StopReason::Time) => {
            let text = "The time was up before everything was explored: go on from there, or take what is in the way (below) out of it and run again.";
            steps.push(step(text, resume(folder, &out)));
        }
        (_, StopReason::Interrupt) => {
            steps.push(step(
                "The run was stopped before everything was explored: go on from there.",
                resume(folder, &out),
            ));
        }
        (_, StopReason::Memory) => {
            steps.push(step("Memory was used up: run again with a larger --max-memory, or with smaller inputs.", None));
        }
        (_, _) if !results.conclusion.cuts.is_empty() => {
            steps.push(step("Some paths were cut: Obstacles lists where and why.", None));
        }
        (_, _) => {}
    }
    steps
}

/// The command that goes on with a run, if it left what that needs.
fn resume(folder: &Folder, out: &str) -> Option<String> {
    let verb = if folder.summary.results.targets.is_empty() { "run" } else { "reach" };
    folder.path.join(frontier_file::FILE).exists().then(|| format!("secateur {verb} --resume {out}"))
}

/// The targets; what is not known, or cannot be reached, comes before what a test reaches.
pub fn targets(folder: &Folder) -> Vec<TargetView> {
    let targets = folder.summary.results.targets.iter().map(|target| TargetView {
        id: target.id.clone(),
        file: target.file.clone(),
        shown: shown(&target.file, &folder.record),
        line: target.line,
        status: target.status.name(),
        test: target.test,
    });
    let mut targets: Vec<TargetView> = targets.collect();
    let order = [TargetStatus::Unknown, TargetStatus::Unreachable, TargetStatus::Reachable].map(|status| status.name());
    targets.sort_by_key(|target| order.iter().position(|&status| status == target.status));
    targets
}

/// What the run cost and did.
pub fn numbers(results: &Results) -> Vec<Fact> {
    let Results { explored, queries, coverage, interpolation, random, .. } = results;
    let fact = |name, text| Fact { name, text };
    let mut facts = vec![
        fact("Time", lasted(results.time)),
        fact("Memory", format!("{:.0} MB at most", results.peak_rss_mb)),
        fact("Ended", ended(results)),
        fact("Paths", format!("{} ({})", explored.paths.ended(), human::by_end(&explored.paths))),
        fact("Random executions", random.runs.to_string()),
        fact("Tests", explored.tests.to_string()),
        fact("Instructions", explored.instructions.to_string()),
        fact("Forks", explored.forks.to_string()),
        fact(
            "Queries",
            format!(
                "{} asked, {} to the solver, {:.1} s; {} satisfiable, {} not, {} undecided",
                queries.asked,
                queries.solver,
                queries.time.as_secs_f64(),
                queries.sat,
                queries.unsat,
                queries.unknown
            ),
        ),
        fact("Blocks", human::share(coverage.blocks)),
        fact("Branches", human::share(coverage.branches)),
        fact("Lines", human::share(coverage.lines)),
    ];
    let choices = &results.choices;
    if choices.symbolic > 0 || choices.adopted > 0 {
        let text = format!(
            "{} paths chosen and then solved, {} of them impossible, {} undecided; {} taken over from random executions; {:.1} s to choose",
            choices.symbolic,
            choices.infeasible,
            choices.undecided,
            choices.adopted,
            choices.deciding.as_secs_f64()
        );
        facts.push(fact("Choices of strategies", text));
    }
    if interpolation.entries > 0 || interpolation.hits > 0 {
        let text = format!(
            "{} conditions learnt, {} states skipped, {} paths behind those, {:.1} s",
            interpolation.entries,
            interpolation.hits,
            interpolation.extra_paths,
            interpolation.time.as_secs_f64()
        );
        facts.push(fact("Learning", text));
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run_record::RunRecord;
    use crate::summary::Summary;
    use engine::results::{Bug, Covered, Paths, TargetOutcome};
    use std::path::Path;

    fn folder(path: &Path) -> Folder {
        let summary = Summary {
            tool: String::new(),
            version: String::new(),
            program: String::new(),
            results: Results::nothing_known(),
        };
        Folder { path: path.to_owned(), record: RunRecord::default(), summary, raw: serde_json::Value::Null }
    }

    fn with_bugs(replays: &[Option<Replay>]) -> Results {
        let mut results = Results::nothing_known();
        results.conclusion.verdict = Verdict::Unsafe;
        results.bugs = replays.iter().map(|&replay| Bug { replay, ..Bug::default() }).collect();
        results
    }

    #[test]
    fn the_first_sentence_says_which_bugs_a_native_build_shows() {
        let said = |replays: &[Option<Replay>]| outcome(&with_bugs(replays)).1;
        let (yes, no) = (Some(Replay::Confirmed), Some(Replay::NotCheckable));
        assert_eq!(said(&[yes]), "1 bug, confirmed on a native build.");
        assert_eq!(said(&[yes, yes]), "2 bugs, all confirmed on a native build.");
        assert_eq!(said(&[yes, no]), "2 bugs, 1 of them confirmed on a native build.");
        assert_eq!((said(&[no]), said(&[None])), ("1 bug.".to_owned(), "1 bug.".to_owned()));
    }

    #[test]
    fn numbers_on_top_say_what_was_left_out() {
        let mut results = with_bugs(&[Some(Replay::Confirmed), None]);
        results.explored.paths = Paths { completed: 5, error: 2, subsumed: 3, cut: 4, infeasible: 1 };
        results.coverage.lines = Covered { covered: 199, total: 200 };
        let tiles = tiles(&results);
        let said: Vec<String> =
            tiles.iter().map(|tile| format!("{} {}: {}", tile.name, tile.value, tile.note)).collect();
        assert_eq!(said[0], "Bugs 2: 1 confirmed natively");
        assert_eq!(said[1], "Lines 99 %: 199 of 200", "not all of them, so not 100 %");
        let paths = "Paths 15: 7 to the end, 3 skipped, 1 ruled out, 4 cut";
        assert_eq!(said[2], paths, "a program without branches has no share of them");
        assert_eq!([0.0456, 1.26, 75.0].map(|time| lasted(Duration::from_secs_f64(time))), ["46 ms", "1.3 s", "75 s"]);
    }

    #[test]
    fn why_a_run_is_over_is_said_in_words() {
        let mut results = Results::nothing_known();
        let mut said = |reason, exhausted| {
            (results.conclusion.stop_reason, results.conclusion.exhausted) = (reason, exhausted);
            ended(&results)
        };
        assert_eq!(said(StopReason::Exhausted, true), "every path was explored");
        assert_eq!(said(StopReason::Exhausted, false), "some paths were cut, the others were explored");
        assert_eq!(said(StopReason::Time, false), "the time was up");
        assert_eq!(said(StopReason::Paths, false), "the limit of paths was met");
        results.conclusion.stop_reason = StopReason::Exhausted;
        results.targets = vec![target("a", TargetStatus::Unreachable)];
        assert_eq!(ended(&results), "every target was decided");
        results.targets.push(target("b", TargetStatus::Unknown));
        assert_eq!(ended(&results), "some paths were cut, the others were explored");
    }

    fn target(id: &str, status: TargetStatus) -> TargetOutcome {
        TargetOutcome { id: id.into(), file: String::new(), line: 1, status, test: None }
    }

    #[test]
    fn what_is_not_reached_comes_first() {
        let mut folder = folder(Path::new("o"));
        let statuses = [("a", TargetStatus::Reachable), ("b", TargetStatus::Unreachable), ("c", TargetStatus::Unknown)];
        folder.summary.results.targets = statuses.map(|(id, status)| target(id, status)).to_vec();
        let order: Vec<String> = targets(&folder).into_iter().map(|target| target.id).collect();
        assert_eq!(order, ["c", "b", "a"]);
    }

    #[test]
    fn a_run_that_left_its_frontier_can_go_on() {
        let place = tempfile::tempdir().unwrap();
        let mut folder = folder(place.path());
        folder.summary.results.conclusion.stop_reason = StopReason::Time;
        let commands = |folder: &Folder| next(folder).into_iter().filter_map(|step| step.command).collect::<Vec<_>>();
        assert_eq!(commands(&folder), [""; 0]);
        std::fs::write(place.path().join(frontier_file::FILE), "{}").unwrap();
        assert_eq!(commands(&folder), [format!("secateur run --resume {}", place.path().display())]);
        folder.summary.results.targets = vec![target("a", TargetStatus::Unknown)];
        assert_eq!(commands(&folder), [format!("secateur reach --resume {}", place.path().display())]);
    }

    #[test]
    fn checks_are_named() {
        let on = |names: &str| names.split(',').map(str::to_owned).collect::<Vec<String>>();
        let default = engine::config::CheckSet::default().to_string();
        let said = checks(&on(&default));
        assert!(said.starts_with("default checks: ") && said.contains("division-by-zero"), "{said}");
        assert_eq!(checks(&on("abort")), "checks abort");
    }
}
