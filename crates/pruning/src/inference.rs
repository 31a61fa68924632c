//! What learning may use of a run, and what every step of learning has at hand.
//!
//! [`Run`] is the door: the machine, the solver and the bugs that are known, nothing else of the session. [`Inference`] is
//! that together with how the learner concludes, for the algorithms behind the door.

use expr::ExprId;
use machine::Machine;
use machine::checks::{BugId, BugReport};
use machine::state::State;
use rustc_hash::FxHashSet;
use solver::{BackendChoice, Solver};

use crate::economy::Economy;
use crate::recheck::Recheck;

/// What learning may use of a run.
pub struct Run<'a, 'p> {
    pub machine: &'a mut Machine<'p>,
    pub solver: &'a mut Solver,
    /// Bugs that were reported: conditions need not keep them out.
    pub known: &'a FxHashSet<BugId>,
}

/// What a learner is to learn.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Conditions are cores of path conditions instead of weakest preconditions, see `abduction`.
    pub cores: bool,
    /// Conditions keep out errors nobody has found (P16 section III: not at the coverage level `branch`).
    pub keeps_out_errors: bool,
    /// Nearly finished forks are finished out of turn, see `confirmation`.
    pub confirms: bool,
    /// Loops without end are proved by induction.
    pub induction: bool,
    /// What was proved of loops may be used although it rests on code that no path has entered, if none does so for long.
    pub unseen: bool,
    /// Everything concluded is proved again, by a procedure other than the one that answers the run's own questions.
    pub self_check: Option<BackendChoice>,
}

/// How a learner concludes: its policy, its books and its re-checks.
pub(crate) struct Reasoner {
    pub policy: Policy,
    pub economy: Economy,
    /// Only with self-checks.
    pub recheck: Option<Recheck>,
}

impl Reasoner {
    pub fn new(policy: Policy) -> Reasoner {
        let recheck = policy.self_check.as_ref().map(Recheck::new);
        Reasoner { policy, economy: Economy::default(), recheck }
    }

    pub fn inference<'a, 'p>(&'a mut self, run: &'a mut Run<'_, 'p>) -> Inference<'a, 'p> {
        Inference {
            machine: run.machine,
            solver: run.solver,
            known: run.known,
            policy: &self.policy,
            economy: &mut self.economy,
            recheck: self.recheck.as_mut(),
            elimination: Elimination::Values,
        }
    }
}

/// What a requirement on inputs becomes first, see [`weakest_pre`](crate::weakest_pre).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Elimination {
    /// The values on the path: one question, and a condition that few other states satisfy.
    Values,
    /// Instances: several questions, and the weakest condition there is.
    Instances,
}

/// What a step of learning has at hand.
pub(crate) struct Inference<'a, 'p> {
    pub machine: &'a mut Machine<'p>,
    pub solver: &'a mut Solver,
    pub known: &'a FxHashSet<BugId>,
    pub policy: &'a Policy,
    pub economy: &'a mut Economy,
    pub recheck: Option<&'a mut Recheck>,
    pub elimination: Elimination,
}

impl Inference<'_, '_> {
    /// Whether a condition has to keep this bug out.
    pub fn keeps_out(&self, bug: &BugReport) -> bool {
        self.policy.keeps_out_errors && !self.known.contains(&bug.id())
    }

    /// Whether the premises imply the conclusion, proved by independent means; always true without self-checks.
    pub fn is_proved_again(&mut self, state: &State, premises: &[ExprId], conclusion: ExprId, what: &str) -> bool {
        self.recheck.as_mut().is_none_or(|recheck| recheck.is_implied(self.machine, state, premises, conclusion, what))
    }
}
