//! Decision procedures behind one trait: constraints in, model or core or "unknown" out.
//!
//! A backend knows nothing of paths, caches or earlier questions; that is the [chain](crate::chain)'s business. It
//! belongs to one DAG, because it may remember what it made of an expression.

mod array_expansion;
pub mod bitblast;
pub mod smtlib;
mod traversal;
pub mod z3;

#[cfg(test)]
mod conformance;
#[cfg(test)]
mod random_queries;

use crate::answer::UnknownReason;
use expr::{Dag, ExprId, VarId};
use std::time::{Duration, Instant};

/// What a backend says about a conjunction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BackendAnswer {
    /// A value for each variable of the constraints.
    Sat(Vec<(VarId, u64)>),
    /// Positions of constraints that contradict each other.
    Unsat(Vec<usize>),
    Unknown(UnknownReason),
}

pub trait Backend {
    /// As on the command line and in reports.
    fn name(&self) -> &str;

    /// Whether the conjunction of 1-bit constraints can be satisfied, decided within about `limit`.
    fn check(&mut self, dag: &Dag, constraints: &[ExprId], limit: Duration) -> BackendAnswer;
}

/// When a limit that starts now ends. A limit beyond what the clock can count never does.
pub(crate) fn deadline_after(limit: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(limit).unwrap_or(now + Duration::from_secs(1 << 30))
}

/// The variables of several constraints, each once, sorted.
pub(crate) fn variables_of(dag: &Dag, constraints: &[ExprId]) -> Vec<VarId> {
    let mut variables: Vec<VarId> = constraints.iter().flat_map(|&e| dag.vars(e)).copied().collect();
    variables.sort_unstable();
    variables.dedup();
    variables
}
