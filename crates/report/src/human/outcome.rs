//! The outcome of a run in words.

use std::path::Path;
use std::time::Duration;

use engine::results::{
    Bug, Cut, Exploration, Obstacle, ObstacleKind, Paths, Results, SelfCheck, StopReason, TargetStatus, Verdict,
};

use super::share;
use crate::test_case;

/// The outcome of a run, a few lines.
pub fn outcome(results: &Results, out: &Path) -> String {
    let verdict = format!("{}: {}", results.conclusion.verdict, verdict(results));
    let tests = format!("{} in {}\n", counted(results.explored.tests, "test"), out.display());
    let (work, rest) = (work(results), not_explored(results) + &in_the_way(results));
    [format!("{verdict}\n"), terms(results), work, rest, self_check(results), tests].concat()
}

/// What the verdict says, without its name.
pub fn verdict(results: &Results) -> String {
    match results.conclusion.verdict {
        Verdict::Safe => "every path was explored and none has a bug".to_owned(),
        Verdict::Unsafe => format!("{}{}", counted(results.bugs.len() as u64, "bug"), refuted(&results.bugs)),
        Verdict::Unknown => format!("no bug found, but not everything was explored ({})", stopped(results)),
    }
}

/// How many targets came to which end.
pub fn decided(results: &Results) -> String {
    let count = |status| results.targets.iter().filter(|target| target.status == status).count();
    format!(
        "{}: {} reachable, {} unreachable, {} unknown",
        counted(results.targets.len() as u64, "target"),
        count(TargetStatus::Reachable),
        count(TargetStatus::Unreachable),
        count(TargetStatus::Unknown),
    )
}

/// What a verdict of `safe` is about. Of other runs the summary has the terms; that of an entry which nobody calls names
/// at least what was assumed of its caller, because a bug may rest on it.
fn terms(results: &Results) -> String {
    match (results.conclusion.verdict, &results.terms) {
        (Verdict::Safe, Some(terms)) => super::terms::line(terms),
        (Verdict::Unsafe | Verdict::Unknown, Some(terms)) if terms.inputs.entry != "main" => {
            format!("assuming: {}\n", terms.assumptions.join("; "))
        }
        (Verdict::Unsafe | Verdict::Unknown, _) | (Verdict::Safe, None) => String::new(),
    }
}

/// How many bugs the native program does not show, if there are such.
fn refuted(bugs: &[Bug]) -> String {
    match bugs.iter().filter(|bug| bug.is_refuted()).count() {
        0 => String::new(),
        all if all == bugs.len() => ", refuted: the native program does not show any".to_owned(),
        some => format!(", of which the native program does not show {some}"),
    }
}

fn work(results: &Results) -> String {
    let Results { explored: Exploration { paths, .. }, queries, coverage, random, .. } = results;
    let random =
        if random.runs > 0 { format!(", {}", counted(random.runs, "random execution")) } else { String::new() };
    format!(
        "{} ({}){random}, {}, {} to the solver, blocks {}, lines {}, {:.1} s, {:.0} MB\n",
        counted(paths.ended(), "path"),
        by_end(paths),
        counted(queries.asked, "query"),
        queries.solver,
        share(coverage.blocks),
        share(coverage.lines),
        results.time.as_secs_f64(),
        results.peak_rss_mb,
    )
}

/// Paths by how they ended; the numbers add up to all of them.
pub fn by_end(paths: &Paths) -> String {
    let Paths { completed, subsumed, infeasible, error, cut } = *paths;
    let ends = [
        (error, "with an error"),
        (subsumed, "skipped as covered by others"),
        (infeasible, "ruled out by assumptions"),
        (cut, "cut"),
    ];
    let others = ends.iter().filter(|(count, _)| *count > 0).map(|(count, end)| format!(", {count} {end}"));
    format!("{completed} completed{}", others.collect::<String>())
}

/// Reasons for which something was not explored that are shown, those that count most; the summary lists all.
const CUTS_SHOWN: usize = 5;

fn not_explored(results: &Results) -> String {
    let mut text = String::new();
    let mut cuts: Vec<&Cut> = results.conclusion.cuts.iter().collect();
    cuts.sort_by_key(|cut| std::cmp::Reverse(cut.count));
    for cut in cuts.iter().take(CUTS_SHOWN) {
        text.push_str(&format!("not explored: {} x {}", cut.count, cut.reason));
        if !cut.place.is_empty() {
            text.push_str(&format!(" at {}", cut.place));
        }
        text.push('\n');
    }
    if let Some(rest @ [_, ..]) = cuts.get(CUTS_SHOWN..) {
        let count: u64 = rest.iter().map(|cut| cut.count).sum();
        text.push_str(&format!("not explored: and {} more ({count} x): see cuts in summary.json\n", rest.len()));
    }
    text
}

/// Runs shorter than this had nothing in their way that time could tell.
const LONG_RUN: Duration = Duration::from_secs(1);

/// The worst obstacle of each kind, and what may help.
fn in_the_way(results: &Results) -> String {
    if results.time < LONG_RUN {
        return String::new();
    }
    let mut text = String::new();
    for &kind in ObstacleKind::ALL {
        let Some(worst) = results.obstacles.iter().find(|obstacle| obstacle.kind == kind) else { continue };
        let Obstacle { place, text: what, suggestion, .. } = worst;
        let place = if place.is_empty() { String::new() } else { format!("{place}: ") };
        text.push_str(&format!("in the way: {place}{what}; try {suggestion}\n"));
    }
    text
}

/// What became of each target, a line each.
pub fn target_lines(results: &Results, out: &Path) -> String {
    let mut text = String::new();
    for target in &results.targets {
        text.push_str(&format!("{}: {}", target.id, target.status));
        if let Some(test) = target.test {
            text.push_str(&format!(", test {}", out.join(test_case::file_of(test)).display()));
        }
        text.push('\n');
    }
    text
}

/// What became of each target, and of the run that looked for them.
pub fn targets(results: &Results, out: &Path) -> String {
    let mut text = target_lines(results, out);
    text.push_str(&format!("{}\n", decided(results)));
    text.push_str(&work(results));
    if results.targets.iter().any(|target| target.status == TargetStatus::Unknown) {
        text.push_str(&not_explored(results));
        text.push_str(&in_the_way(results));
    }
    text.push_str(&self_check(results));
    text
}

/// What came of `--self-check`, if that was asked for; [`self_check_failures`] says what it found.
fn self_check(results: &Results) -> String {
    let Some(SelfCheck { tried, undecided, failures }) = &results.self_check else { return String::new() };
    format!("self-check: {} again, {undecided} undecided, {} wrong\n", counted(*tried, "proof"), failures.len())
}

/// Failures of `--self-check` that are shown; the summary lists all.
const SHOWN: usize = 10;

/// What `--self-check` found wrong, a line each; empty if it found nothing, or was not asked for.
pub fn self_check_failures(results: &Results) -> String {
    let failures = results.self_check.as_ref().map_or(&[][..], |check| &check.failures);
    let mut text: String =
        failures.iter().take(SHOWN).map(|failure| format!("secateur: self-check failed: {failure}\n")).collect();
    if let more @ 1.. = failures.len().saturating_sub(SHOWN) {
        text.push_str(&format!("secateur: and {more} more, listed in summary.json\n"));
    }
    text
}

pub fn stopped(results: &Results) -> String {
    match results.conclusion.stop_reason {
        StopReason::Exhausted => "some paths were cut".to_owned(),
        reason => format!("stopped: {reason}"),
    }
}

fn counted(count: u64, what: &str) -> String {
    match (count, what) {
        (1, _) => format!("1 {what}"),
        (_, "query") => format!("{count} queries"),
        _ => format!("{count} {what}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::CutReason;

    #[test]
    fn a_long_run_tells_what_was_in_the_way() {
        let mut results = Results::nothing_known();
        let obstacle = |kind, count| Obstacle {
            kind,
            place: "a.c:7 f".into(),
            share: None,
            count,
            text: format!("{count} paths"),
            suggestion: "less".into(),
        };
        results.obstacles = vec![obstacle(ObstacleKind::Cut, 3), obstacle(ObstacleKind::Cut, 2)];
        assert_eq!(in_the_way(&results), "");
        results.time = LONG_RUN;
        assert_eq!(in_the_way(&results), "in the way: a.c:7 f: 3 paths; try less\n");
    }

    #[test]
    fn the_outcome_names_what_was_not_explored() {
        let mut results = Results::nothing_known();
        results.conclusion.cuts.push(Cut { reason: CutReason::Time, count: 3, place: String::new() });
        let text = outcome(&results, Path::new("out"));
        assert!(text.starts_with("unknown: "), "{text}");
        assert!(text.contains("not explored: 3 x time\n"), "{text}");
    }

    #[test]
    fn counts_of_paths_add_up() {
        let paths = Paths { completed: 1, subsumed: 2, infeasible: 0, error: 3, cut: 4 };
        assert_eq!(by_end(&paths), "1 completed, 3 with an error, 2 skipped as covered by others, 4 cut");
        assert_eq!(by_end(&Paths::default()), "0 completed");
    }

    #[test]
    fn a_wall_of_cuts_is_cut_short() {
        let mut results = Results::nothing_known();
        results.conclusion.cuts =
            (1..=60).map(|n| Cut { reason: CutReason::External, count: n, place: format!("a.c:{n}") }).collect();
        let text = not_explored(&results);
        assert_eq!(text.lines().count(), CUTS_SHOWN + 1, "{text}");
        assert!(text.starts_with("not explored: 60 x external at a.c:60\n"), "{text}");
        assert!(text.ends_with("not explored: and 55 more (1540 x): see cuts in summary.json\n"), "{text}");
    }

    #[test]
    fn refuted_bugs_are_not_passed_over() {
        let bug = |confirmed| Bug { confirmed, ..Bug::default() };
        assert_eq!(refuted(&[bug(None), bug(Some(true))]), "");
        assert_eq!(refuted(&[bug(None), bug(Some(false))]), ", of which the native program does not show 1");
        assert!(refuted(&[bug(Some(false))]).starts_with(", refuted"));
    }

    #[test]
    fn failures_of_the_self_check_are_named_and_not_all_of_them_are_shown() {
        let mut results = Results::nothing_known();
        assert_eq!(self_check_failures(&results), "");
        let failures = (0..SHOWN + 2).map(|n| format!("answer {n} is wrong")).collect();
        results.self_check = Some(SelfCheck { tried: 20, undecided: 1, failures });
        let text = self_check_failures(&results);
        assert!(text.starts_with("secateur: self-check failed: answer 0 is wrong\n"), "{text}");
        assert!(text.ends_with("and 2 more, listed in summary.json\n"), "{text}");
        assert_eq!(self_check(&results), "self-check: 20 proofs again, 1 undecided, 12 wrong\n");
    }
}
