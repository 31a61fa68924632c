//! `timeline.json`: how a run went, over time. What plots are drawn from.
//!
//! A few hundred points whatever the length of the run: when there are too many, every second one is left out and points are
//! taken half as often from then on. Does not hold coverage in detail: `coverage.growth` of the summary has each step.

use std::path::Path;
use std::time::Duration;

use engine::results::{Conclusion, Progress, Results};
use serde::{Deserialize, Serialize};

use crate::out_dir::{OutDir, OutError};

/// Name of the file in the output directory.
pub const FILE: &str = "timeline.json";

/// Points that are kept at most.
const MOST: usize = 400;
/// Time between two points at first.
const FIRST_INTERVAL: Duration = Duration::from_millis(50);

/// How the run stood at some time. Field names are part of the interface.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Point {
    pub time_s: f64,
    /// Blocks of the program covered.
    pub blocks: u64,
    /// Paths ended, without those that were skipped.
    pub paths: u64,
    /// States skipped because of what was learnt.
    pub skipped: u64,
    /// Open states.
    pub states: u64,
    /// Queries asked of the solver chain.
    pub queries: u64,
    pub tests: u64,
    pub bugs: u64,
    pub rss_mb: f64,
}

impl From<&Progress> for Point {
    fn from(progress: &Progress) -> Point {
        Point {
            time_s: seconds(progress.elapsed),
            blocks: progress.blocks.covered,
            paths: progress.paths,
            skipped: progress.skipped,
            states: progress.states,
            queries: progress.queries,
            tests: progress.tests,
            bugs: progress.bugs,
            rss_mb: (progress.rss_mb * 10.0).round() / 10.0,
        }
    }
}

/// A line for each point.
fn as_list(points: &[Point]) -> String {
    let lines: Vec<String> = points.iter().filter_map(|point| serde_json::to_string(point).ok()).collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

/// What a file needs of a time.
fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1000.0).round() / 1000.0
}

/// Paths that were still open when the run was ended: what was cut for the reason it ended for.
fn left_open(conclusion: &Conclusion) -> u64 {
    let open = conclusion.cuts.iter().filter(|cut| cut.reason.name() == conclusion.stop_reason.name());
    open.map(|cut| cut.count).sum()
}

/// The points of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Timeline {
    points: Vec<Point>,
    interval: Duration,
    /// When the next point is due, on the run's clock.
    due: Duration,
}

impl Default for Timeline {
    fn default() -> Timeline {
        Timeline { points: vec![Point::default()], interval: FIRST_INTERVAL, due: FIRST_INTERVAL }
    }
}

impl Timeline {
    /// Takes note of how the run is going, when it is time to.
    pub fn note(&mut self, progress: &Progress) {
        if progress.elapsed < self.due {
            return;
        }
        self.due = progress.elapsed + self.interval;
        self.points.push(progress.into());
        if self.points.len() >= MOST {
            let mut number = 0;
            self.points.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.interval *= 2;
        }
    }

    /// The text of the file for a run with these results, which are the last point.
    pub fn to_json(&self, results: &Results) -> String {
        let paths = &results.explored.paths;
        // Those that the end of the run cut off ended no sooner than that, and would be a jump in every curve.
        let left_open = left_open(&results.conclusion);
        let last = Point {
            time_s: seconds(results.time),
            blocks: results.coverage.blocks.covered,
            paths: (paths.ended() - paths.subsumed).saturating_sub(left_open),
            skipped: paths.subsumed,
            states: left_open,
            queries: results.queries.asked,
            tests: results.explored.tests,
            bugs: results.bugs.len() as u64,
            rss_mb: results.peak_rss_mb,
        };
        let before = self.points.iter().copied().filter(|point| point.time_s < last.time_s);
        as_list(&before.chain([last]).collect::<Vec<Point>>())
    }

    /// Writes what is known while the run goes on.
    pub(crate) fn write_so_far(&self, out: &OutDir) -> Result<(), OutError> {
        out.replace(FILE, as_list(&self.points).as_bytes())
    }

    pub(crate) fn write(&self, out: &OutDir, results: &Results) -> Result<(), OutError> {
        out.replace(FILE, self.to_json(results).as_bytes())
    }
}

/// The points of the run that wrote `out`; none if it left no such file, or one that nobody understands.
pub fn read(out: &Path) -> Vec<Point> {
    let text = std::fs::read_to_string(out.join(FILE)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::{Cut, CutReason, Paths, StopReason};

    fn after(milliseconds: u64) -> Progress {
        Progress { elapsed: Duration::from_millis(milliseconds), paths: milliseconds, ..Progress::default() }
    }

    #[test]
    fn a_day_has_no_more_points_than_a_minute() {
        let mut timeline = Timeline::default();
        for step in 0..1_000_000 {
            timeline.note(&after(step * 86));
        }
        assert!((MOST / 2 - 1..MOST).contains(&timeline.points.len()), "{}", timeline.points.len());
        let gaps: Vec<f64> = timeline.points.windows(2).map(|pair| pair[1].time_s - pair[0].time_s).collect();
        let longest = gaps.iter().copied().fold(0.0, f64::max);
        assert!(longest < 86_000.0 / 100.0, "evenly spread: {longest}");
    }

    #[test]
    fn the_results_are_the_last_point_and_it_reads_back() {
        let mut timeline = Timeline::default();
        [60, 70, 120, 900].iter().for_each(|&time| timeline.note(&after(time)));
        let mut results = Results::nothing_known();
        results.time = Duration::from_millis(500);
        results.explored.paths = Paths { completed: 7, subsumed: 3, cut: 6, ..Paths::default() };
        let cut = |reason, count| Cut { reason, count, place: String::new() };
        results.conclusion.stop_reason = StopReason::Time;
        results.conclusion.cuts = vec![cut(CutReason::Time, 4), cut(CutReason::Depth, 2)];
        let folder = tempfile::tempdir().unwrap();
        timeline.write(&OutDir::named(folder.path()).unwrap(), &results).unwrap();
        let points = read(folder.path());
        assert_eq!(points.iter().map(|point| point.time_s).collect::<Vec<_>>(), [0.0, 0.06, 0.12, 0.5]);
        let last = points.last().map(|point| (point.paths, point.skipped, point.states));
        assert_eq!(last, Some((9, 3, 4)), "two were cut on the way, four were open at the end");
    }

    #[test]
    fn what_is_no_timeline_is_none() {
        let folder = tempfile::tempdir().unwrap();
        assert!(read(folder.path()).is_empty());
        std::fs::write(folder.path().join(FILE), "[{\"time_s\": \"x\"}").unwrap();
        assert!(read(folder.path()).is_empty());
    }
}
