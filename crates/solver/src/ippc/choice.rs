//! Whether to work part by part: `auto` never does so if the first part is not small, and otherwise takes the way that has
//! cost less work so far for questions of similar size on this program.
//!
//! Parts may take as much work as whole questions of the size do on average; what is missing then is added at once, so that
//! trying parts never costs much more than not trying. The way that has cost more is tried again after ever longer
//! whiles. Work is counted in steps, not seconds, so that a run can be repeated.

use crate::config::IppcMode;

/// How a question is to be worked on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Whole,
    /// With a budget, only while parts are small, and all at once after so much work.
    Parts {
        budget: Option<u64>,
    },
}

/// See the module's description.
pub struct Choice {
    mode: IppcMode,
    /// By the binary logarithm of the number of conditions.
    by_size: Vec<Size>,
}

/// What is known about questions of one size.
#[derive(Clone, Copy)]
struct Size {
    whole: Cost,
    parts: Cost,
    /// Questions since the other way was tried, and how many there have to be.
    since_trial: u64,
    until_trial: u64,
}

/// What one way has cost.
#[derive(Clone, Copy, Default)]
struct Cost {
    questions: u64,
    /// Per question, recent ones counting more.
    work: f64,
}

/// Questions of each size that are worked on each way before one is preferred.
const TRIALS: u64 = 2;
/// Afterwards, when the other way is tried first; the time doubles whenever it turns out to be worse still.
const FIRST_TRIAL: u64 = 16;
/// How much the newest question counts.
const WEIGHT: f64 = 0.1;

impl Default for Size {
    fn default() -> Size {
        Size { whole: Cost::default(), parts: Cost::default(), since_trial: 0, until_trial: FIRST_TRIAL }
    }
}

impl Size {
    fn prefers_parts(&self) -> bool {
        self.parts.work <= self.whole.work
    }

    fn next(&mut self) -> Way {
        let budget = if self.whole.questions == 0 { u64::MAX } else { self.whole.work as u64 };
        let undecided = self.whole.questions < TRIALS || self.parts.questions < TRIALS;
        let in_parts = if undecided {
            self.parts.questions <= self.whole.questions
        } else {
            self.since_trial += 1;
            let trial = self.since_trial >= self.until_trial;
            if trial {
                (self.since_trial, self.until_trial) = (0, self.until_trial.saturating_mul(2));
            }
            self.prefers_parts() != trial
        };
        if in_parts { Way::Parts { budget: Some(budget) } } else { Way::Whole }
    }

    fn learn(&mut self, way: Way, work: u64) {
        let before = self.prefers_parts();
        let cost = match way {
            Way::Whole => &mut self.whole,
            Way::Parts { .. } => &mut self.parts,
        };
        let weight = WEIGHT.max(1.0 / (cost.questions + 1) as f64);
        cost.work += (work as f64 - cost.work) * weight;
        cost.questions += 1;
        if self.prefers_parts() != before {
            (self.since_trial, self.until_trial) = (0, FIRST_TRIAL);
        }
    }
}

impl Choice {
    pub fn new(mode: IppcMode) -> Choice {
        Choice { mode, by_size: Vec::new() }
    }

    fn of_size(&mut self, conditions: usize) -> &mut Size {
        let class = conditions.max(1).ilog2() as usize;
        if self.by_size.len() <= class {
            self.by_size.resize(class + 1, Size::default());
        }
        &mut self.by_size[class]
    }

    /// The way to take with so many conditions. Whether the first part is small is only asked if that matters.
    pub fn next(&mut self, conditions: usize, is_small: impl FnOnce() -> bool) -> Way {
        match self.mode {
            IppcMode::Off => Way::Whole,
            IppcMode::On => Way::Parts { budget: None },
            IppcMode::Auto if is_small() => self.of_size(conditions).next(),
            IppcMode::Auto => Way::Whole,
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

    /// How often each way is taken, `[whole, parts]`, if they always cost this.
    fn taken(questions: u64, whole: u64, parts: u64) -> [u64; 2] {
        let mut choice = Choice::new(IppcMode::Auto);
        let mut taken = [0, 0];
        for _ in 0..questions {
            let way = choice.next(100, || true);
            let in_parts = matches!(way, Way::Parts { .. });
            choice.learn(100, way, if in_parts { parts } else { whole });
            taken[in_parts as usize] += 1;
        }
        taken
    }

    #[test]
    fn the_dearer_way_is_taken_ever_more_rarely() {
        // 2 trials, then after 16, 32, ... questions: 8 more make 16 * 255.
        assert_eq!(taken(4 + 16 * 255, 1000, 10), [2 + 8, 2 + 16 * 255 - 8]);
        assert_eq!(taken(4 + 16 * 255, 10, 1000), [2 + 16 * 255 - 8, 2 + 8]);
    }

    #[test]
    fn parts_get_no_more_work_than_the_whole_takes() {
        let mut choice = Choice::new(IppcMode::Auto);
        choice.learn(100, Way::Whole, 500);
        assert_eq!(choice.next(100, || true), Way::Parts { budget: Some(500) });
        assert_eq!(choice.next(100, || false), Way::Whole);
        // Of another size nothing is known.
        assert_eq!(choice.next(1000, || true), Way::Parts { budget: Some(u64::MAX) });
    }

    #[test]
    fn a_change_is_noticed() {
        let mut choice = Choice::new(IppcMode::Auto);
        for way in [Way::Whole, Way::Parts { budget: None }, Way::Whole, Way::Parts { budget: None }] {
            choice.learn(8, way, if way == Way::Whole { 100 } else { 10 });
        }
        assert_ne!(choice.next(8, || true), Way::Whole);
        for _ in 0..50 {
            choice.learn(8, Way::Parts { budget: None }, 300);
        }
        assert_eq!(choice.next(8, || true), Way::Whole);
    }
}
