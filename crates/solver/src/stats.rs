//! What the solver has done so far, for reports.

use std::time::Duration;

/// Counts since the solver was made.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct SolverStats {
    /// Questions put to the solver.
    pub asked: u64,
    /// Questions answered by each layer, in the order the layers are tried.
    pub by_layer: Vec<(&'static str, u64)>,
    /// Questions that reached a decision procedure.
    pub backend_queries: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Constraints handed to decision procedures, summed over the questions.
    pub constraints_sent: u64,
    /// Answers that did not survive an independent re-check.
    pub self_check_failures: u64,
    /// Time spent answering.
    pub time: Duration,
    /// The part of it spent in decision procedures.
    pub backend_time: Duration,
}

impl SolverStats {
    /// Mean number of constraints in a question that reached a decision procedure.
    pub fn mean_constraints(&self) -> f64 {
        if self.backend_queries == 0 { 0.0 } else { self.constraints_sent as f64 / self.backend_queries as f64 }
    }
}
