//! What the top of the report says and its numbers: the same words as on the terminal.

use engine::results::{Results, StopReason, TargetStatus, Verdict};
use serde::Serialize;

use super::page::Talks;
use super::{Folder, shown};
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
        return (results.conclusion.verdict.name(), format!("{}.", human::verdict(results)));
    }
    let on_the_way = match results.bugs.len() {
        0 => String::new(),
        1 => " One bug was met on the way.".to_owned(),
        count => format!(" {count} bugs were met on the way."),
    };
    let word = if all_decided(results) { "decided" } else { "undecided" };
    (word, format!("{}.{on_the_way}", human::decided(results)))
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
        "{} paths in {:.1} s ({}); lines {}, branches {}",
        results.explored.paths.ended(),
        results.time.as_secs_f64(),
        ended(results),
        human::share(results.coverage.lines),
        human::share(results.coverage.branches)
    );
    let mut facts = vec![
        tested,
        Fact { name: "Got as far as", text: got },
        Fact { name: "Checked for", text: human::checks(&terms.checks) },
        Fact { name: "Inputs", text: human::inputs(&terms.inputs) },
    ];
    if !terms.assumptions.is_empty() {
        facts.push(Fact { name: "Assuming", text: terms.assumptions.join("; ") });
    }
    facts
}

fn ended(results: &Results) -> String {
    if results.conclusion.exhausted { "every path was explored".to_owned() } else { human::stopped(results) }
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
            let text = "The time was up before everything was explored: run again with a larger --max-time, or with what is in the way (below) out of it.";
            steps.push(step(text, None));
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

pub fn targets(folder: &Folder) -> Vec<TargetView> {
    let targets = folder.summary.results.targets.iter().map(|target| TargetView {
        id: target.id.clone(),
        file: target.file.clone(),
        shown: shown(&target.file, &folder.record),
        line: target.line,
        status: target.status.name(),
        test: target.test,
    });
    targets.collect()
}

/// What the run cost and did.
pub fn numbers(results: &Results) -> Vec<Fact> {
    let Results { explored, queries, coverage, interpolation, random, .. } = results;
    let fact = |name, text| Fact { name, text };
    let mut facts = vec![
        fact("Time", format!("{:.1} s", results.time.as_secs_f64())),
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
