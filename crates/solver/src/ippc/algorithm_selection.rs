//! Algorithm selection (no paper: this project's own): whether to work part by part. `auto` does so where that has mostly been no more work than whole questions of similar
//! size took on this program.
//!
//! Parts may take as much work as whole questions of the size do on average; what is missing then is added at once, so that
//! trying parts never costs much more than not trying. No single question counts much: a few are a hundred times as hard as
//! the others. The other way is tried again after ever longer whiles. Of a new size as much is expected as of smaller ones.
//! Work is counted in steps, not seconds, so that a run can be repeated.

use crate::config::IppcMode;

/// How a question is to be worked on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Whole,
    /// With a budget, all at once after so much work.
    Parts {
        budget: Option<u64>,
    },
}

/// See the module's description.
pub struct Selection {
    mode: IppcMode,
    /// By the binary logarithm of the number of conditions.
    by_size: Vec<Size>,
}

/// What is known about questions of one size.
#[derive(Clone, Copy)]
struct Size {
    /// Work that a whole question takes, recent ones counting more; of so many.
    whole: f64,
    questions: u64,
    /// What parts save of that, from -1 (they take twice as much or more) to 1; recent ones counting more.
    gain: f64,
    /// Questions since the other way was tried, and how many there have to be.
    since_trial: u64,
    until_trial: u64,
}

/// When the other way is tried first; it takes four times as long whenever that changes nothing.
const FIRST_TRIAL: u64 = 16;
/// How much parts may seem to lose before whole questions are preferred: small questions are more often met again.
const INDIFFERENCE: f64 = 0.07;
/// How much the newest question counts.
const WEIGHT: f64 = 0.05;

impl Default for Size {
    fn default() -> Size {
        Size { whole: 0.0, questions: 0, gain: 0.0, since_trial: 0, until_trial: FIRST_TRIAL }
    }
}

impl Size {
    fn prefers_parts(&self) -> bool {
        self.gain >= -INDIFFERENCE
    }

    fn next(&mut self) -> Way {
        self.since_trial += 1;
        let trial = self.since_trial >= self.until_trial;
        if trial {
            (self.since_trial, self.until_trial) = (0, self.until_trial.saturating_mul(4));
        }
        let known = self.questions > 0;
        let in_parts = known && self.prefers_parts() != trial;
        // Only if they are much better are parts worth another try.
        let budget = if trial { self.whole / 2.0 } else { self.whole };
        if in_parts { Way::Parts { budget: Some(budget as u64) } } else { Way::Whole }
    }

    fn learn(&mut self, way: Way, work: u64) {
        match way {
            Way::Whole => {
                let weight = WEIGHT.max(1.0 / (self.questions + 1) as f64);
                self.whole += (work as f64 - self.whole) * weight;
                self.questions += 1;
            }
            Way::Parts { .. } => {
                let before = self.prefers_parts();
                let newest = (1.0 - work as f64 / self.whole.max(1.0)).clamp(-1.0, 1.0);
                self.gain += (newest - self.gain) * WEIGHT;
                if self.prefers_parts() != before {
                    (self.since_trial, self.until_trial) = (0, FIRST_TRIAL);
                }
            }
        }
    }

    /// What to expect of questions twice as large.
    fn twice_as_large(&self) -> Size {
        Size { whole: 2.0 * self.whole, questions: self.questions.min(1), gain: self.gain, ..Size::default() }
    }
}

impl Selection {
    pub fn new(mode: IppcMode) -> Selection {
        Selection { mode, by_size: Vec::new() }
    }

    fn of_size(&mut self, conditions: usize) -> &mut Size {
        let class = conditions.max(1).ilog2() as usize;
        while self.by_size.len() <= class {
            self.by_size.push(self.by_size.last().map_or_else(Size::default, Size::twice_as_large));
        }
        &mut self.by_size[class]
    }

    /// The way to take with so many conditions.
    pub fn next(&mut self, conditions: usize) -> Way {
        match self.mode {
            IppcMode::Off => Way::Whole,
            IppcMode::On => Way::Parts { budget: None },
            IppcMode::Auto => self.of_size(conditions).next(),
        }
    }

    /// What a question cost.
    pub fn learn(&mut self, conditions: usize, way: Way, work: u64) {
        if self.mode == IppcMode::Auto {
            self.of_size(conditions).learn(way, work);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: Way = Way::Parts { budget: None };

    /// How often each way is taken, `[whole, parts]`, if they always cost this.
    fn taken(questions: u64, whole: u64, parts: u64) -> [u64; 2] {
        let mut selection = Selection::new(IppcMode::Auto);
        let mut taken = [0, 0];
        for _ in 0..questions {
            let way = selection.next(100);
            let in_parts = way != Way::Whole;
            selection.learn(100, way, if in_parts { parts } else { whole });
            taken[in_parts as usize] += 1;
        }
        taken
    }

    #[test]
    fn the_dearer_way_is_taken_ever_more_rarely() {
        // After 16, 64, ... questions: 5 times in 16 * 341, and before that what it takes to know.
        assert_eq!(taken(16 * 341, 1000, 10), [1 + 5, 16 * 341 - 6]);
        assert_eq!(taken(3 + 16 * 341, 10, 1000), [1 + 16 * 341 - 5, 2 + 5]);
    }

    #[test]
    fn parts_get_no_more_work_than_the_whole_takes() {
        let mut selection = Selection::new(IppcMode::Auto);
        assert_eq!(selection.next(100), Way::Whole);
        selection.learn(100, Way::Whole, 500);
        assert_eq!(selection.next(100), Way::Parts { budget: Some(500) });
        // Of another size as much is expected for each condition.
        assert_eq!(selection.next(200), Way::Parts { budget: Some(1000) });
    }

    #[test]
    fn a_change_is_noticed() {
        let mut selection = Selection::new(IppcMode::Auto);
        selection.learn(8, Way::Whole, 100);
        (0..50).for_each(|_| selection.learn(8, PARTS, 10));
        assert_ne!(selection.next(8), Way::Whole);
        (0..20).for_each(|_| selection.learn(8, PARTS, 300));
        assert_eq!(selection.next(8), Way::Whole);
    }
}
