//! What grows over time: blocks of the user's code covered, and what learning saves.
//!
//! Points that are close together become one, so that there are a few hundred of them in a run of any length; a step that
//! changed something did so at most a twentieth earlier than its point says.

use std::time::{Duration, Instant};

use machine::Machine;

use crate::measure;
use crate::results::{CoveredAt, SavedAt};

/// Points closer together than this, or than a twentieth of the time, are one.
const CLOSE: Duration = Duration::from_millis(1);
const CLOSE_SHARE: u32 = 20;

pub(crate) struct Growth {
    started: Instant,
    /// Blocks of all code covered when it was last looked at.
    seen: u64,
    covered: Points<CoveredAt>,
    /// States skipped when it was last looked at.
    skipped: u64,
    saved: Points<SavedAt>,
}

impl Growth {
    pub fn new(started: Instant) -> Growth {
        Growth { started, seen: 0, covered: Points(Vec::new()), skipped: 0, saved: Points(Vec::new()) }
    }

    /// A step is over.
    #[inline]
    pub fn note(&mut self, machine: &Machine) {
        if self.seen != machine.coverage.covered() {
            self.seen = machine.coverage.covered();
            let blocks = measure::blocks(machine.program, &machine.coverage).covered;
            self.covered.add(CoveredAt { time: self.started.elapsed(), blocks });
        }
    }

    /// So many paths were followed to an end, so many states were skipped, and so many paths go on from those.
    #[inline]
    pub fn note_saved(&mut self, paths: u64, skipped: u64, extra_paths: u64) {
        if self.skipped != skipped {
            self.skipped = skipped;
            self.saved.add(SavedAt { time: self.started.elapsed(), paths, skipped, extra_paths });
        }
    }

    pub fn points(&self) -> (Vec<CoveredAt>, Vec<SavedAt>) {
        (self.covered.0.clone(), self.saved.0.clone())
    }

    /// How it grew in an earlier part of the run.
    pub fn take_over(&mut self, covered: &[CoveredAt], saved: &[SavedAt]) {
        self.covered.0 = covered.to_vec();
        self.saved.0 = saved.to_vec();
    }
}

/// Another point of how coverage grew, noted by somebody else.
pub fn grown(points: &mut Vec<CoveredAt>, point: CoveredAt) {
    add(points, point);
}

/// The same of what learning saved.
pub fn saved(points: &mut Vec<SavedAt>, point: SavedAt) {
    add(points, point);
}

/// Something at a time.
trait Point {
    fn time(&self) -> Duration;
    fn is_new(&self, last: &Self) -> bool;
}

impl Point for CoveredAt {
    fn time(&self) -> Duration {
        self.time
    }

    fn is_new(&self, last: &CoveredAt) -> bool {
        self.blocks != last.blocks
    }
}

impl Point for SavedAt {
    fn time(&self) -> Duration {
        self.time
    }

    fn is_new(&self, last: &SavedAt) -> bool {
        self.skipped != last.skipped
    }
}

struct Points<P>(Vec<P>);

impl<P: Point> Points<P> {
    fn add(&mut self, point: P) {
        add(&mut self.0, point);
    }
}

fn add<P: Point>(points: &mut Vec<P>, point: P) {
    match points.as_mut_slice() {
        [.., last] if !point.is_new(last) => {}
        // The first of points that become one stays what it was measured against: they do not move on for ever.
        [.., before, last] if is_close(before.time(), point.time()) => *last = point,
        _ => points.push(point),
    }
}

fn is_close(before: Duration, now: Duration) -> bool {
    now.saturating_sub(before) < CLOSE.max(now / CLOSE_SHARE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(times_ms: impl IntoIterator<Item = u64>) -> Vec<(u64, u64)> {
        let mut points = Points(Vec::new());
        for (blocks, time) in (1..).zip(times_ms) {
            points.add(CoveredAt { time: Duration::from_millis(time), blocks });
        }
        points.0.iter().map(|point| (point.time.as_millis() as u64, point.blocks)).collect()
    }

    #[test]
    fn what_is_far_apart_is_kept() {
        assert_eq!(points([1, 5, 100, 200]), [(1, 1), (5, 2), (100, 3), (200, 4)]);
    }

    #[test]
    fn a_long_run_has_a_few_hundred_points_and_the_last_is_the_last() {
        let all = points(0..1_000_000);
        assert!(all.len() < 600, "{}", all.len());
        assert_eq!(all.last(), Some(&(999_999, 1_000_000)));
        // None is further from the one before than closeness allows.
        assert!(all.windows(2).all(|pair| pair[1].0 - pair[0].0 <= 1 + pair[1].0 / 20));
    }

    #[test]
    fn what_learning_saves_is_noted_when_a_state_is_skipped() {
        let mut growth = Growth::new(Instant::now());
        growth.note_saved(5, 0, 0);
        growth.note_saved(6, 1, 4);
        growth.note_saved(9, 1, 4);
        let (_, saved) = growth.points();
        let counts: Vec<_> = saved.iter().map(|at| (at.paths, at.skipped, at.extra_paths)).collect();
        assert_eq!(counts, [(6, 1, 4)]);
    }
}
