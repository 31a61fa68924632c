//! How many programs were compared, and which ones were not and why.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Default)]
pub struct Tally(Mutex<Counts>);

#[derive(Default)]
struct Counts {
    agreeing: u64,
    runs: usize,
    differing: Vec<u64>,
    left_out: BTreeMap<String, Vec<u64>>,
}

impl Tally {
    pub fn agrees(&self, runs: usize) {
        let mut counts = self.counts();
        counts.agreeing += 1;
        counts.runs += runs;
    }

    pub fn differs(&self, seed: u64) {
        self.counts().differing.push(seed);
    }

    pub fn left_out(&self, seed: u64, why: &str) {
        self.counts().left_out.entry(why.to_owned()).or_default().push(seed);
    }

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts();
        writeln!(f, "{} programs agree with brute force in all their {} runs", counts.agreeing, counts.runs)?;
        if !counts.differing.is_empty() {
            writeln!(f, "{} differ: seeds {:?}", counts.differing.len(), counts.differing)?;
        }
        for (why, seeds) in &counts.left_out {
            writeln!(f, "{} left out, {why}: seeds {seeds:?}", seeds.len())?;
        }
        Ok(())
    }
}
