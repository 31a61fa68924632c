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
pub(crate) mod conformance;

use crate::answer::UnknownReason;
use expr::{Dag, ExprId, Model, VarId};
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

/// What helps a backend or holds it back, without changing the question.
#[derive(Clone, Copy, Default)]
pub struct Guidance<'a> {
    /// Values to prefer: something close to them is likely to be wanted. Backends may ignore it.
    pub near: Option<&'a Model>,
    /// Give up after so many conflicts, for those who count them.
    pub conflicts: Option<u32>,
    /// Give up after so many steps, the same on every machine and run, for those who count them.
    pub steps: Option<u64>,
}

pub trait Backend {
    /// As on the command line and in reports.
    fn name(&self) -> &str;

    /// Whether the conjunction of 1-bit constraints can be satisfied, decided within about `limit`.
    fn check_guided(
        &mut self,
        dag: &Dag,
        constraints: &[ExprId],
        guidance: Guidance<'_>,
        limit: Duration,
    ) -> BackendAnswer;

    fn check(&mut self, dag: &Dag, constraints: &[ExprId], limit: Duration) -> BackendAnswer {
        self.check_guided(dag, constraints, Guidance::default(), limit)
    }

    /// Work done so far, in steps that are the same on every machine and run.
    fn work(&self) -> u64;
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
