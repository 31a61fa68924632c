//! Solving when it is wanted: concolic strategies ask the solver about an alternative when they select it, not when an
//! execution passes it by. Meanwhile the state carries the guard *unsolved*. Only what the solver can answer without a decision
//! procedure is asked at once: an answer costs less than a state that waits for it, and most alternatives are impossible.
//!
//! What is asked on the way all the same (checks, whether a cut loses anything) must not hold such a strategy up for
//! long. Queries about floats, of which a single one may take all the time there is, get little of it then, and what
//! has no answer counts as a cut.

use std::time::Duration;

use expr::{ExprId, Model};
use machine::checks::BugId;
use machine::choice::Alternative;
use search::greedy::cost_model::Operations;
use tree::StateId;

use crate::asker::Feasible;
use crate::frontier::Open;
use crate::results::CutReason;
use crate::session::Session;

/// Seconds above which it is not even tried to prove that a cut loses nothing.
const LONGEST_PROOF: f64 = 0.02;
/// Time for a query about floats that nobody has chosen.
pub(crate) const SHORT: Duration = Duration::from_millis(250);

/// What came of a state that was selected.
pub(crate) enum Solved {
    /// It may run.
    Follows(Model),
    Infeasible,
    Undecided,
    /// It waits again.
    PutBack,
}

impl Session<'_> {
    /// Asks what was put off when the state was forked off; `None` if nothing was.
    pub(crate) fn solve_late(&mut self, id: StateId, open: &mut Open) -> Option<Solved> {
        let guard = open.unsolved.take()?;
        let operations =
            (self.frontier.searcher.learns_costs()).then(|| self.asker.operations(&self.machine.dag, open, guard));
        let most = self.config.limits.max_solver_time;
        let patience = self.frontier.searcher.patience(id).filter(|&limit| most.is_none_or(|most| limit < most));
        let before = self.asker.time();
        let answer = match patience {
            None => self.ask(open, guard),
            Some(limit) => match self.ask_shortly(open, guard, limit) {
                Some(feasible) => feasible,
                None => {
                    let took = self.asker.time().saturating_sub(before);
                    operations.iter().for_each(|operations| self.asker.costs.learn(operations, took));
                    open.unsolved = Some(guard);
                    return Some(Solved::PutBack);
                }
            },
        };
        let took = self.asker.time().saturating_sub(before);
        open.query_time += took;
        operations.iter().for_each(|operations| self.asker.costs.learn(operations, took));
        self.ledger.choices.symbolic += 1;
        Some(match answer {
            Feasible::Yes(Some(model)) => {
                open.path.add(&self.machine.dag, guard);
                self.ledger.forks += 1;
                Solved::Follows(model)
            }
            // `ask` gives a model with every yes.
            Feasible::Yes(None) | Feasible::No => {
                self.ledger.choices.infeasible += 1;
                Solved::Infeasible
            }
            Feasible::Unknown => {
                self.ledger.choices.undecided += 1;
                Solved::Undecided
            }
        })
    }

    /// Whether a bug can happen.
    pub(crate) fn check_is_violated(&mut self, open: &Open, alternative: &Alternative, bug: BugId) -> Feasible {
        if self.operations_on_floats(open, alternative.guard).is_none() {
            return self.ask(open, alternative.guard);
        }
        if self.asker.may_be_decided(bug) {
            if let Some(feasible) = self.ask_shortly(open, alternative.guard, SHORT) {
                return feasible;
            }
            self.asker.is_hard(bug);
        }
        let place = self.machine.place(&open.state, "a check that is hard to decide");
        self.ledger.cuts.add(CutReason::Solver, place);
        Feasible::Unknown
    }

    /// Whether something is lost that will not be explored. Where it is hard to say, it is.
    pub(crate) fn cut_loses_something(&mut self, open: &Open, alternative: &Alternative) -> Feasible {
        let Some(operations) = self.operations_on_floats(open, alternative.guard) else {
            return self.ask(open, alternative.guard);
        };
        if self.asker.costs.predict(&operations) > LONGEST_PROOF {
            return Feasible::Yes(None);
        }
        self.ask_shortly(open, alternative.guard, SHORT).unwrap_or(Feasible::Yes(None))
    }

    /// The operations of a query that nobody has chosen, if it may hold a strategy up that solves late.
    fn operations_on_floats(&mut self, open: &Open, guard: ExprId) -> Option<Operations> {
        if !self.frontier.solves_late {
            return None;
        }
        let operations = self.asker.operations(&self.machine.dag, open, guard);
        operations.have_floats().then_some(operations)
    }

    /// As [`Session::ask`], but `None` if there is no answer without a decision procedure.
    pub(crate) fn ask_if_easy(&mut self, open: &Open, guard: ExprId) -> Option<Feasible> {
        match self.forks_are_used_up() {
            true => Some(self.ask(open, guard)),
            false => self.asker.ask_if_easy(&mut self.machine.dag, open, guard),
        }
    }

    /// As [`Session::ask`], but `None` if there is no answer in this time.
    fn ask_shortly(&mut self, open: &Open, guard: ExprId, limit: Duration) -> Option<Feasible> {
        match self.forks_are_used_up() {
            true => Some(self.ask(open, guard)),
            false => self.asker.ask_shortly(&mut self.machine.dag, open, guard, limit),
        }
    }
}
