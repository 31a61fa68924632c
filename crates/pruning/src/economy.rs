//! Whether learning pays: what it costs against what it saves, in work that would otherwise be done.
//!
//! Where every path is different, conditions are computed in vain. So the work spent on learning may exceed a small share
//! of the work spent on exploring only as far as skipped paths have saved work. Beyond that learning rests: all edges are
//! forgotten, and the run is as cheap as one without pruning. It starts anew at later forks once exploration has gone on
//! for long enough to afford another attempt; each attempt in vain doubles the next rest.
//!
//! Work is estimated from counts (instructions, queries, edges), not from a clock: the same seed must give the same
//! run. One unit is about a nanosecond. Not learning is always sound.

/// What of the exploring work may be spent on learning without any return.
const SHARE: f64 = 0.08;
/// What may be spent before anything has been explored. The first conditions of a long chain of branches cost most and
/// save least.
const GRACE: f64 = 150e6;
/// What of that decision procedures may take: where they have much to do, conditions are seldom simple.
const SOLVING_GRACE: f64 = 30e6;
/// What may be owed while one path is learnt from. The edges of a long one are pulled back one after the other, and nobody looks
/// at limits in between.
const MOST_OWED: f64 = 8.0 * GRACE;
/// What may be spent on a further attempt after a rest.
const FIRST_ATTEMPT: f64 = 10e6;
const LARGEST_ATTEMPT: f64 = 100e6;
/// How far back savings count: all sums are halved when this much has been done.
const MEMORY: f64 = 4e9;

/// What a run has done to explore.
#[derive(Clone, Copy, Debug, Default)]
pub struct Explored {
    pub instructions: u64,
    pub forks: u64,
    /// Steps of decision procedures.
    pub solving: u64,
}

impl Explored {
    /// Estimated work, in units of about a nanosecond.
    pub fn work(self) -> f64 {
        INSTRUCTION * self.instructions as f64 + FORK * self.forks as f64 + SOLVING * self.solving as f64
    }
}

/// Estimated work of single steps.
pub(crate) const INSTRUCTION: f64 = 8.0;
pub(crate) const FORK: f64 = 2_500.0;
/// A step of a decision procedure.
pub(crate) const SOLVING: f64 = 150.0;
/// Keeping an edge.
const RECORD: f64 = 900.0;
/// Running an instruction again, and handling a conjunct on the way up.
const SHADOW_INSTRUCTION: f64 = 300.0;
const CONJUNCT: f64 = 1_500.0;
const PULL_BACK: f64 = 6_000.0;
/// Rebuilding an expression with something put in.
const SUBSTITUTION: f64 = 150.0;
/// Looking a place up, and trying an entry.
const LOOK_UP: f64 = 500.0;
const TRIAL: f64 = 1_200.0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    None,
    Rest,
    Resume,
}

#[derive(Debug)]
pub(crate) struct Economy {
    explored: f64,
    spent: f64,
    /// The part of it that decision procedures took.
    solving: f64,
    saved: f64,
    /// While learning rests: the surplus that must be reached.
    rest_until: Option<f64>,
    /// What the next attempt may cost.
    attempt: f64,
    /// Exploring work at the last look.
    seen: f64,
    /// How often learning has begun to rest.
    pub rested: u64,
}

impl Default for Economy {
    fn default() -> Economy {
        Economy {
            explored: 0.0,
            spent: 0.0,
            solving: 0.0,
            saved: 0.0,
            rest_until: None,
            attempt: FIRST_ATTEMPT,
            seen: 0.0,
            rested: 0,
        }
    }
}

impl Economy {
    pub fn rests(&self) -> bool {
        self.rest_until.is_some()
    }

    pub fn spent(&self) -> f64 {
        self.spent
    }

    /// What the run had explored at the last look.
    pub fn last_seen(&self) -> f64 {
        self.seen
    }

    pub fn recorded(&mut self) {
        self.spent += RECORD;
    }

    /// Whether an edge of so many instructions may be pulled back.
    pub fn affords(&self, instructions: u64) -> bool {
        self.surplus() - SHADOW_INSTRUCTION * instructions as f64 >= -MOST_OWED
    }

    pub fn pulled_back(&mut self, instructions: u64, conjuncts: usize, solved: u64) {
        self.spent += PULL_BACK + SHADOW_INSTRUCTION * instructions as f64 + CONJUNCT * conjuncts as f64;
        self.solved(solved);
    }

    pub fn looked_up(&mut self, trials: u64, solved: u64) {
        self.spent += LOOK_UP + TRIAL * trials as f64;
        self.solved(solved);
    }

    fn solved(&mut self, steps: u64) {
        self.spent += SOLVING * steps as f64;
        self.solving += SOLVING * steps as f64;
    }

    pub fn substituted(&mut self, steps: u64) {
        self.spent += SUBSTITUTION * steps as f64;
    }

    /// An entry has stood for this much work.
    pub fn saved(&mut self, work: f64) {
        self.saved += work;
    }

    fn earned(&self) -> f64 {
        SHARE * self.explored + self.saved
    }

    fn surplus(&self) -> f64 {
        self.earned() - self.spent
    }

    fn is_in_vain(&self) -> bool {
        self.surplus() < -GRACE || self.earned() - self.solving < -SOLVING_GRACE
    }

    /// `done`: all that the run has explored so far.
    pub fn review(&mut self, done: Explored) -> Change {
        self.review_work(done.work())
    }

    fn review_work(&mut self, done: f64) -> Change {
        self.explored += (done - self.seen).max(0.0);
        self.seen = done;
        // Savings can be astronomical; what counts is that they covered the cost for some time.
        self.saved = self.saved.min(2.0 * (self.explored + self.spent) + GRACE);
        if self.explored + self.spent > MEMORY {
            // What was spent in vain stays owed.
            let debt = (-self.surplus()).max(0.0);
            self.explored /= 2.0;
            self.spent = (self.spent + debt) / 2.0;
            self.solving /= 2.0;
            self.saved /= 2.0;
        }
        match self.rest_until {
            None if self.is_in_vain() => {
                self.rest_until = Some(self.surplus() + self.attempt);
                self.attempt = (2.0 * self.attempt).min(LARGEST_ATTEMPT);
                self.rested += 1;
                Change::Rest
            }
            Some(goal) if self.surplus() > goal => {
                self.rest_until = None;
                Change::Resume
            }
            None | Some(_) => Change::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_learnt_from_as_far_as_its_instructions_can_be_paid_for() {
        let mut economy = Economy::default();
        let mut edges = 0;
        while economy.affords(100_000) {
            economy.pulled_back(100_000, 0, 0);
            edges += 1;
        }
        assert!((10..100).contains(&edges), "{edges}");
        assert!(!economy.affords(50_000_000), "nor one that is that long by itself");
        economy.saved(10.0 * MOST_OWED);
        assert!(economy.affords(100_000));
    }

    /// Explores in steps, learning at a cost a step whenever it does not rest; the share of work spent on learning.
    fn share(cost: f64, saving: f64) -> f64 {
        let mut economy = Economy::default();
        let (mut explored, mut spent) = (0.0, 0.0);
        for _ in 0..200_000 {
            explored += 1e5;
            if !economy.rests() {
                economy.spent += cost;
                economy.saved(saving);
                spent += cost;
            }
            economy.review_work(explored);
        }
        spent / explored
    }

    #[test]
    fn learning_in_vain_stays_a_small_share() {
        assert!(share(1e6, 0.0) < 0.1);
        assert!(share(1e5, 2e4) < 0.15);
    }

    #[test]
    fn learning_that_pays_goes_on() {
        assert_eq!(share(1e6, 1e6), 10.0);
        assert_eq!(share(5e3, 0.0), 0.05);
    }
}
