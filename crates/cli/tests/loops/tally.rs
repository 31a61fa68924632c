//! How the runs ended, and which programs were left out and why.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::judgement::Judgement;

#[derive(Default)]
pub struct Tally(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    programs: u64,
    /// Programs with an error.
    failing: u64,
    /// Runs by what they say where they have seen everything.
    decided: BTreeMap<String, u64>,
    undecided: u64,
    differing: Vec<u64>,
    left_out: BTreeMap<String, Vec<u64>>,
}

impl Tally {
    pub fn program(&self, is_failing: bool) {
        let mut counts = self.counts();
        counts.programs += 1;
        counts.failing += u64::from(is_failing);
    }

    pub fn run(&self, verdict: &str, judgement: &Judgement) {
        let mut counts = self.counts();
        match judgement {
            Judgement::Agrees => *counts.decided.entry(verdict.to_owned()).or_default() += 1,
            Judgement::GaveUp => counts.undecided += 1,
            Judgement::Differs(_) => {}
        }
    }

    pub fn differs(&self, seed: u64) {
        self.counts().differing.push(seed);
    }

    pub fn left_out(&self, seed: u64, why: &str) {
        self.counts().left_out.entry(why.to_owned()).or_default().push(seed);
    }

    /// Runs that have seen everything, in a hundred; `None` without any.
    pub fn decided(&self) -> Option<u64> {
        let counts = self.counts();
        let decided: u64 = counts.decided.values().sum();
        (100 * decided).checked_div(decided + counts.undecided)
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = self.decided().unwrap_or(0);
        let Counts { programs, failing, decided, undecided, differing, left_out } = &*self.counts();
        writeln!(f, "{programs} programs, of which {failing} have errors; {share} % of their runs are decided:")?;
        for (verdict, runs) in decided {
            writeln!(f, "  {verdict} {runs}")?;
        }
        writeln!(f, "  undecided {undecided}")?;
        if !differing.is_empty() {
            writeln!(f, "{} differ: seeds {differing:?}", differing.len())?;
        }
        for (why, seeds) in left_out {
            writeln!(f, "{} left out, {why}: seeds {seeds:?}", seeds.len())?;
        }
        Ok(())
    }
}
