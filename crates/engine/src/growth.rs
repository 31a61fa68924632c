//! Blocks of the user's code covered over time.
//!
//! Points that are close together become one, so that there are a few hundred of them in a run of any length; a step that
//! covered something did so at most a twentieth earlier than its point says.

use std::time::{Duration, Instant};

use machine::Machine;

use crate::measure;
use crate::results::CoveredAt;

/// Points closer together than this, or than a twentieth of the time, are one.
const CLOSE: Duration = Duration::from_millis(1);
const CLOSE_SHARE: u32 = 20;

pub(crate) struct Growth {
    started: Instant,
    /// Blocks of all code covered when it was last looked at.
    seen: u64,
    points: Vec<CoveredAt>,
}

impl Growth {
    pub fn new(started: Instant) -> Growth {
        Growth { started, seen: 0, points: Vec::new() }
    }

    /// A step is over.
    #[inline]
    pub fn note(&mut self, machine: &Machine) {
        if self.seen != machine.coverage.covered() {
            self.seen = machine.coverage.covered();
            let blocks = measure::blocks(machine.program, &machine.coverage).covered;
            self.add(CoveredAt { time: self.started.elapsed(), blocks });
        }
    }

    fn add(&mut self, point: CoveredAt) {
        match self.points.as_mut_slice() {
            [.., last] if last.blocks == point.blocks => {}
            // The first of points that become one stays what it was measured against: they do not move on for ever.
            [.., before, last] if is_close(before.time, point.time) => *last = point,
            _ => self.points.push(point),
        }
    }

    pub fn into_points(self) -> Vec<CoveredAt> {
        self.points
    }
}

fn is_close(before: Duration, now: Duration) -> bool {
    now.saturating_sub(before) < CLOSE.max(now / CLOSE_SHARE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(times_ms: impl IntoIterator<Item = u64>) -> Vec<(u64, u64)> {
        let mut growth = Growth::new(Instant::now());
        for (blocks, time) in (1..).zip(times_ms) {
            growth.add(CoveredAt { time: Duration::from_millis(time), blocks });
        }
        growth.into_points().iter().map(|point| (point.time.as_millis() as u64, point.blocks)).collect()
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
}
