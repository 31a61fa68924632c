//! Decisions the machine cannot take alone.
//!
//! The machine knows no solver. Where the next step depends on symbolic data (a branch, a check, which object a
//! pointer names) it stops with a [`Choice`]: *all* outcomes of the step, their guards exclusive and exhaustive. The
//! engine decides which are feasible, and resumes a state in one of them; the instruction is then executed again and
//! finds the decision recorded in [`State::decisions`](crate::state::State). This is what makes every check outcome an
//! edge of the tree.

use expr::{ExprId, Model};

use crate::checks::BugReport;
use crate::machine::Machine;

#[derive(Clone, Debug)]
pub struct Choice {
    pub kind: ChoiceKind,
    pub alternatives: Vec<Alternative>,
    /// The value of the model that the guards are made of, where they are: with another model it would be another choice.
    pub proposal: Option<u128>,
}

impl Choice {
    /// One that is the same under every model.
    pub fn new(kind: ChoiceKind, alternatives: Vec<Alternative>) -> Choice {
        Choice { kind, alternatives, proposal: None }
    }

    /// The decision that execution goes on with in an outcome, if it does.
    pub fn decision(&self, outcome: usize) -> Option<u64> {
        match self.alternatives.get(outcome)?.outcome {
            Outcome::Continue(decision) | Outcome::Bug(_, decision) => Some(decision),
            Outcome::Discard | Outcome::Cut(..) => None,
        }
    }

    /// The outcome that execution goes on from with a decision.
    pub fn with_decision(&self, decision: u64) -> Option<usize> {
        self.alternatives.iter().position(|alternative| match alternative.outcome {
            Outcome::Continue(own) | Outcome::Bug(_, own) => own == decision,
            Outcome::Discard | Outcome::Cut(..) => false,
        })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChoiceKind {
    Branch,
    Switch,
    /// A bug check: one alternative is the bug.
    Check,
    /// Which object an address names.
    Pointer,
    /// A value that had to be made concrete, or split into ranges.
    Split,
    Assume,
}

impl ChoiceKind {
    /// Whether outcomes are blocks that execution goes on with.
    pub fn is_jump(self) -> bool {
        match self {
            ChoiceKind::Branch | ChoiceKind::Switch => true,
            ChoiceKind::Check | ChoiceKind::Pointer | ChoiceKind::Split | ChoiceKind::Assume => false,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Alternative {
    pub guard: ExprId,
    pub outcome: Outcome,
}

#[derive(Clone, Debug)]
pub enum Outcome {
    /// Execution goes on; the instruction reads this number back as the decision.
    Continue(u64),
    /// The bug shows; the path goes on with the decision, or ends, as its kind says.
    Bug(Box<BugReport>, u64),
    /// The path ends without a word: a false assumption.
    Discard,
    /// The path is not explored further, and no claim may be made about it.
    Cut(CutReason, String),
}

/// Why the machine cannot follow a part of the tree. Any cut turns `safe` into `unknown`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CutReason {
    /// An instruction the machine does not execute.
    Unsupported,
    /// A call of a function that nobody defines.
    External,
    /// A symbolic value was fixed to one of its values.
    Concretised,
    /// A pointer that may name too many objects.
    PointerTargets,
    /// An allocation beyond the bound of the size classes.
    Allocation,
    /// An error whose check is off: C gives no meaning to what follows.
    Unchecked,
}

impl Machine<'_> {
    /// The outcome that holds under a model. Guards are exhaustive, so there is one unless the model is none of the path.
    pub fn outcome_under(&mut self, choice: &Choice, model: &Model) -> Option<usize> {
        choice.alternatives.iter().position(|alternative| self.eval.holds(&self.dag, alternative.guard, model))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{program, start};

    #[test]
    fn the_model_decides_between_outcomes() {
        let program = program(Vec::new());
        let (mut machine, state) = start(&program, 3);
        let x = state.frame.regs[0].expr(&mut machine.dag, 32);
        let guards: Vec<ExprId> = [1, 3]
            .map(|n| {
                let n = machine.dag.constant(n, 32);
                machine.dag.eq(x, n)
            })
            .into();
        let choice = |guards: &[ExprId]| {
            Choice::new(
                ChoiceKind::Switch,
                guards.iter().map(|&guard| Alternative { guard, outcome: Outcome::Continue(0) }).collect(),
            )
        };
        assert_eq!(machine.outcome_under(&choice(&guards), &state.model), Some(1));
        assert_eq!(machine.outcome_under(&choice(&guards[..1]), &state.model), None, "not exhaustive");
    }
}
