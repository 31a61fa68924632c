//! What the solver says about a question: yes with a model, no with a core, or that it does not know.
//!
//! `Unknown` is a third answer everywhere. Nothing in this crate turns it into one of the others.

use expr::{ExprId, Model};
use std::fmt;

/// Whether a conjunction can be satisfied.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Yes: the model satisfies every constraint asked about.
    Sat(Model),
    /// No: these constraints, all from the question, already contradict each other.
    Unsat(Vec<ExprId>),
    Unknown(UnknownReason),
}

impl Answer {
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat(_))
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnknownReason {
    /// The time limit of the query was reached.
    TimeLimit,
    /// The steps it was [allowed](crate::Solver::set_allowance) are used up; with more of them there may be an answer.
    Allowance,
    /// No backend at hand can express or decide the constraints; the text says what stood in the way.
    Incomplete(String),
    /// Asked for by [`SolverConfig::inject_unknown`](crate::SolverConfig), to test that callers cope.
    Injected,
    /// The answer did not survive its independent re-check.
    SelfCheck,
}

impl fmt::Display for UnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownReason::TimeLimit => write!(f, "the solver's time limit was reached"),
            UnknownReason::Allowance => write!(f, "the solver's steps were used up"),
            UnknownReason::Incomplete(what) => write!(f, "the solver cannot decide this: {what}"),
            UnknownReason::Injected => write!(f, "an unknown answer was injected for testing"),
            UnknownReason::SelfCheck => write!(f, "the solver's answer failed its self-check"),
        }
    }
}
