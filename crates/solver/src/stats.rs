//! What the solver has done so far, for reports.

use std::time::Duration;

/// Counts since the solver was made.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SolverStats {
    /// Questions put to the solver.
    pub asked: u64,
    /// What each layer did, in the order they are tried.
    pub layers: Vec<LayerStats>,
    /// Questions that reached a decision procedure.
    pub backend_queries: u64,
    /// Conjunctions handed to decision procedures: several for one question, if it is decided part by part.
    pub backend_calls: u64,
    /// Questions that reached a decision procedure and were not decided.
    pub undecided: u64,
    /// Questions decided part by part, and those of them that did not need all their parts in the end.
    pub in_parts: u64,
    pub spared: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Constraints handed to decision procedures, summed over the calls.
    pub constraints_sent: u64,
    /// Constraints of the questions that reached a decision procedure, as asked, summed.
    pub constraints_asked: u64,
    /// Answers that were re-checked by independent means.
    pub self_checks: u64,
    /// Those that nobody could prove again in time.
    pub self_checks_undecided: u64,
    /// Answers that are wrong.
    pub self_check_failures: u64,
    /// Time spent answering.
    pub time: Duration,
    /// The part of it spent in decision procedures.
    pub backend_time: Duration,
}

/// What one layer did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LayerStats {
    pub name: &'static str,
    /// Questions that came to it.
    pub asked: u64,
    /// Those it answered by itself.
    pub answered: u64,
    pub time: Duration,
}

impl LayerStats {
    pub fn new(name: &'static str) -> LayerStats {
        LayerStats { name, asked: 0, answered: 0, time: Duration::ZERO }
    }

    pub fn count(&mut self, answered: bool, time: Duration) {
        self.asked += 1;
        self.answered += answered as u64;
        self.time += time;
    }
}

impl SolverStats {
    /// What each layer and the decision procedures did, for a table.
    pub fn rows(&self) -> Vec<LayerStats> {
        let mut rows = self.layers.clone();
        let partly = LayerStats { name: "ippc", asked: self.in_parts, answered: self.spared, time: Duration::ZERO };
        let answered = self.backend_queries - self.undecided;
        rows.push(partly);
        rows.push(LayerStats { name: "backend", asked: self.backend_queries, answered, time: self.backend_time });
        rows
    }

    /// Mean number of constraints in a call of a decision procedure.
    pub fn mean_constraints(&self) -> f64 {
        if self.backend_calls == 0 { 0.0 } else { self.constraints_sent as f64 / self.backend_calls as f64 }
    }
}
