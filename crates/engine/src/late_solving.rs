//! Solving when it is wanted: concolic strategies ask the solver about an alternative when they select it, not when an
//! execution passes it by. Meanwhile the state carries the guard *unsolved*. Only what the solver can answer without a decision
//! procedure is asked at once: an answer costs less than a state that waits for it, and most alternatives are impossible.
//!
//! What is asked on the way all the same (checks, whether a cut loses anything), and what was selected, gets a slice of work:
//! see [`hard_questions`](crate::hard_questions).

use std::time::Duration;

use expr::{ExprId, Model};
use tree::StateId;

use crate::asker::Feasible;
use crate::frontier::Open;
use crate::session::Session;

/// What came of a state that was selected.
pub(crate) enum Solved {
    /// It may run.
    Follows(Model),
    Infeasible,
    Undecided,
    /// It waits again, as its strategy wants it.
    PutBack,
    /// It waits among the hard questions.
    Hard,
}

impl Session<'_> {
    /// Asks what was put off when the state was forked off; `None` if nothing was.
    pub(crate) fn solve_late(&mut self, id: StateId, open: &mut Open) -> Option<Solved> {
        let guard = open.unsolved?;
        let operations =
            (self.frontier.searcher.learns_costs()).then(|| self.asker.operations(&self.machine.dag, open, guard));
        let most = self.config.limits.max_solver_time;
        let patience = self.frontier.searcher.patience(id).filter(|&limit| most.is_none_or(|most| limit < most));
        let before = self.asker.time();
        let answer = match patience {
            None => match self.ask_again(open, guard) {
                Some(feasible) => feasible,
                None => {
                    let took = self.asker.time().saturating_sub(before);
                    open.query_time += took;
                    operations.iter().for_each(|operations| self.asker.costs.learn(operations, took));
                    return Some(Solved::Hard);
                }
            },
            Some(limit) => match self.ask_shortly(open, guard, limit) {
                Some(feasible) => feasible,
                None => {
                    let took = self.asker.time().saturating_sub(before);
                    operations.iter().for_each(|operations| self.asker.costs.learn(operations, took));
                    return Some(Solved::PutBack);
                }
            },
        };
        let took = self.asker.time().saturating_sub(before);
        open.query_time += took;
        operations.iter().for_each(|operations| self.asker.costs.learn(operations, took));
        self.ledger.choices.symbolic += 1;
        Some(match answer {
            Feasible::Yes(Some(model)) => Solved::Follows(model),
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
