//! Solving when it is wanted: concolic strategies ask the solver about an alternative when they select it, not when an
//! execution passes it by. Meanwhile the state carries the guard *unsolved*. Only what the solver can answer without a decision
//! procedure is asked at once: an answer costs less than a state that waits for it, and most alternatives are impossible.
//!
//! What is asked on the way all the same (checks, whether a cut loses anything) must not hold such a strategy up for
//! long. Queries about floats, of which a single one may take all the time there is, get little of it then, and what
//! has no answer counts as a cut.

use std::time::{Duration, Instant};

use expr::{ExprId, Model};
use machine::choice::Alternative;
use pruning::condition::Obligation;
use rustc_hash::FxHashSet;
use search::greedy::cost_model::Operations;
use solver::Answer;
use tree::StateId;

use crate::fork::Feasible;
use crate::results::CutReason;
use crate::session::{Open, Session};

/// Seconds above which it is not even tried to prove that a cut loses nothing.
const LONGEST_PROOF: f64 = 0.02;
/// Time for a query about floats that nobody has chosen.
const SHORT: Duration = Duration::from_millis(250);

/// What came of a state that was selected.
pub(crate) enum Solved {
    /// It may run.
    Follows(Model),
    Infeasible,
    Undecided,
    /// It waits again.
    PutBack,
}

/// Checks that could not be decided in short time: they are not tried again.
#[derive(Default)]
pub(crate) struct HardChecks(FxHashSet<Obligation>);

impl Session<'_> {
    /// Asks what was put off when the state was forked off; `None` if nothing was.
    pub(crate) fn solve_late(&mut self, id: StateId, open: &mut Open) -> Option<Solved> {
        let guard = open.unsolved.take()?;
        let operations = (self.searcher.learns_costs())
            .then(|| self.operations.get_mut().of_query(&self.machine.dag, &open.path, guard));
        let most = self.config.limits.max_solver_time;
        let patience = self.searcher.patience(id).filter(|&limit| most.is_none_or(|most| limit < most));
        let before = self.solver.stats().time;
        let answer = match patience {
            None => self.ask(open, guard),
            Some(limit) => match self.ask_shortly(open, guard, limit) {
                Some(feasible) => feasible,
                None => {
                    let took = self.solver.stats().time.saturating_sub(before);
                    operations.iter().for_each(|operations| self.costs.learn(operations, took));
                    open.unsolved = Some(guard);
                    return Some(Solved::PutBack);
                }
            },
        };
        let took = self.solver.stats().time.saturating_sub(before);
        open.query_time += took;
        operations.iter().for_each(|operations| self.costs.learn(operations, took));
        self.choices.symbolic += 1;
        Some(match answer {
            Feasible::Yes(Some(model)) => {
                open.path.add(&self.machine.dag, guard);
                self.forks += 1;
                Solved::Follows(model)
            }
            // `ask` gives a model with every yes.
            Feasible::Yes(None) | Feasible::No => {
                self.choices.infeasible += 1;
                Solved::Infeasible
            }
            Feasible::Unknown => {
                self.choices.undecided += 1;
                Solved::Undecided
            }
        })
    }

    /// Whether a bug can happen.
    pub(crate) fn check_is_violated(&mut self, open: &Open, alternative: &Alternative, bug: Obligation) -> Feasible {
        if self.operations_on_floats(open, alternative.guard).is_none() {
            return self.ask(open, alternative.guard);
        }
        if !self.hard_checks.0.contains(&bug) {
            if let Some(feasible) = self.ask_shortly(open, alternative.guard, SHORT) {
                return feasible;
            }
            self.hard_checks.0.insert(bug);
        }
        let place = self.place(&open.state, "a check that is hard to decide");
        self.cuts.add(CutReason::Solver, place);
        Feasible::Unknown
    }

    /// Whether something is lost that will not be explored. Where it is hard to say, it is.
    pub(crate) fn cut_loses_something(&mut self, open: &Open, alternative: &Alternative) -> Feasible {
        let Some(operations) = self.operations_on_floats(open, alternative.guard) else {
            return self.ask(open, alternative.guard);
        };
        if self.costs.predict(&operations) > LONGEST_PROOF {
            return Feasible::Yes(None);
        }
        self.ask_shortly(open, alternative.guard, SHORT).unwrap_or(Feasible::Yes(None))
    }

    /// The operations of a query that nobody has chosen, if it may hold a strategy up that solves late.
    fn operations_on_floats(&mut self, open: &Open, guard: ExprId) -> Option<Operations> {
        if !self.solves_late {
            return None;
        }
        let operations = self.operations.get_mut().of_query(&self.machine.dag, &open.path, guard);
        operations.have_floats().then_some(operations)
    }

    /// As [`Session::ask`], but `None` if there is no answer without a decision procedure.
    pub(crate) fn ask_if_easy(&mut self, open: &Open, guard: ExprId) -> Option<Feasible> {
        if self.forks_are_used_up() {
            return Some(self.ask(open, guard));
        }
        let answer = self.solver.check_easily(&mut self.machine.dag, &open.path, guard, &open.state.model)?;
        feasible(answer)
    }

    /// As [`Session::ask`], but `None` if there is no answer in this time.
    fn ask_shortly(&mut self, open: &Open, guard: ExprId, limit: Duration) -> Option<Feasible> {
        if self.forks_are_used_up() {
            return Some(self.ask(open, guard));
        }
        let end = Instant::now() + limit;
        self.solver.set_deadline(Some(self.deadline.map_or(end, |deadline| deadline.min(end))));
        let answer = self.solver.check(&mut self.machine.dag, &open.path, guard, &open.state.model);
        self.solver.set_deadline(self.deadline);
        feasible(answer)
    }
}

/// What an answer says, if it says anything.
fn feasible(answer: Answer) -> Option<Feasible> {
    match answer {
        Answer::Sat(model) => Some(Feasible::Yes(Some(model))),
        Answer::Unsat(_) => Some(Feasible::No),
        Answer::Unknown(_) => None,
    }
}
