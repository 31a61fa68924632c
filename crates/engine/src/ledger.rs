//! The books of a run: paths by how they ended, forks, instructions, what was left out, and how coverage grew.

use std::time::Instant;

use crate::cuts::Cuts;
use crate::growth::Growth;
use crate::results::{CutReason, Paths, StrategyChoices};

pub(crate) struct Ledger {
    pub paths: Paths,
    pub forks: u64,
    pub instructions: u64,
    /// What was left out: any of it turns `safe` into `unknown`.
    pub cuts: Cuts,
    /// What strategies chose.
    pub choices: StrategyChoices,
    pub growth: Growth,
    /// What learning concluded and self-checks refuted.
    pub refuted: Vec<String>,
}

impl Ledger {
    pub fn new(started: Instant) -> Ledger {
        Ledger {
            paths: Paths::default(),
            forks: 0,
            instructions: 0,
            cuts: Cuts::default(),
            choices: StrategyChoices::default(),
            growth: Growth::new(started),
            refuted: Vec::new(),
        }
    }

    /// Paths that were followed to an end.
    pub fn paths_ended(&self) -> u64 {
        self.paths.followed()
    }

    /// A path is not followed further, and nothing may be claimed about it.
    pub fn cut_path(&mut self, reason: CutReason, place: String) {
        self.paths.cut += 1;
        self.cuts.add(reason, place);
    }

    /// A conclusion was refuted: no verdict may rest on it.
    pub fn refute(&mut self, conclusions: Vec<String>) {
        for conclusion in conclusions {
            self.cuts.add(CutReason::Solver, conclusion.clone());
            self.refuted.push(conclusion);
        }
    }
}
