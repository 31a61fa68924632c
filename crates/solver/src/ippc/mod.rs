//! Incremental partial path constraints (IPPC, P16b): ask for a part of the path constraint, and for more only where the answer
//! goes astray.
//!
//! Starting from a [first guess](IppcStart), usually the guard alone: solve; if that is contradictory, so is the whole;
//! evaluate the whole on the answer; add conditions that fail, the *causes of divergence*; repeat. Most questions need
//! a few of hundreds of conditions. Each round only adds to the last one, so a backend can go on where it was, and
//! is asked for values near those of the path's own model, which satisfies everything but the guard.
//!
//! The paper adds the first condition of the path that fails. Here it is the newest: where a loop counts, its conditions
//! imply each other, and the newest is the strongest. For the same reason of conditions that fail side by side only the
//! newest is added. Each round adds twice as many as the last, so that a guard that needs many is not asked about many
//! times.
//!
//! Before that, what fails is mended by evaluation where that is possible (see [`repair`](crate::layer::repair)): comparisons of
//! checksums are put off until the rest is known.
//!
//! A part that is not easy to decide is no help: then everything is asked for, and so it is in the mode `auto` when parts
//! have [cost too much](algorithm_selection). So this says `unknown` only when the decision procedure does for the whole.

mod algorithm_selection;

use crate::backend::Guidance;
use crate::config::{IppcMode, IppcStart};
use crate::layer::repair::Mending;
use crate::portfolio::{Decision, Portfolio};
use crate::reduce::Problem;
use algorithm_selection::{Selection, Way};
use expr::{Dag, Evaluator, ExprId, Model, VarId};
use rustc_hash::FxHashSet;
use std::time::Instant;

/// Conflicts within which a part has to be decided.
const EASY: u64 = 1000;
/// What a conflict takes, roughly, in steps of the decision procedure.
const STEPS_A_CONFLICT: u64 = 100;

/// Decides problems part by part where that pays.
pub struct Ippc {
    start: IppcStart,
    selection: Selection,
    /// Questions worked on part by part, and those of them that did not need all their parts in the end.
    pub asked: u64,
    pub spared: u64,
}

/// A question as IPPC sees it.
pub struct Whole<'a> {
    pub problem: &'a Problem,
    pub conditions: &'a [ExprId],
    /// How many of the conditions, the first ones, depend on the guard.
    pub from_guard: usize,
    /// Satisfies the path; gives the values of variables that a part does not mention.
    pub model: &'a Model,
    pub guidance: Guidance<'a>,
    pub deadline: Instant,
}

impl Whole<'_> {
    /// The conditions at some positions.
    fn part(&self, positions: &[usize]) -> impl Iterator<Item = ExprId> {
        positions.iter().map(|&position| self.conditions[position])
    }
}

impl Ippc {
    pub fn new(mode: IppcMode, start: IppcStart) -> Ippc {
        Ippc { start, selection: Selection::new(mode), asked: 0, spared: 0 }
    }

    pub fn decide(
        &mut self,
        dag: &mut Dag,
        evaluator: &mut Evaluator,
        portfolio: &mut Portfolio,
        whole: &Whole<'_>,
    ) -> Decision {
        let guess = first_guess(self.start, dag, whole);
        if guess.len() == whole.conditions.len() {
            return portfolio.decide(dag, whole.conditions, whole.guidance, whole.deadline);
        }
        let work_before = portfolio.work();
        let way = self.selection.next(whole.conditions.len());
        let decision = match way {
            Way::Parts { budget } => self.decide_in_parts(dag, evaluator, portfolio, whole, guess, budget),
            Way::Whole => portfolio.decide(dag, whole.conditions, whole.guidance, whole.deadline),
        };
        self.selection.learn(whole.conditions.len(), way, portfolio.work() - work_before);
        decision
    }

    fn decide_in_parts(
        &mut self,
        dag: &mut Dag,
        evaluator: &mut Evaluator,
        portfolio: &mut Portfolio,
        whole: &Whole<'_>,
        first_guess: Vec<usize>,
        budget: Option<u64>,
    ) -> Decision {
        let all = whole.conditions;
        let work_before = portfolio.work();
        // Positions of the conditions asked for, in the order they were added.
        let mut asked = first_guess;
        self.asked += 1;
        let mut rounds = 0u32;
        loop {
            let part: Vec<ExprId> = whole.part(&asked).collect();
            let is_whole = part.len() == all.len();
            let left = budget.map_or(u64::MAX, |budget| budget.saturating_sub(portfolio.work() - work_before));
            let easy = (left / STEPS_A_CONFLICT).clamp(1, EASY) as u32;
            let conflicts = if is_whole { None } else { Some(easy) };
            let guidance = Guidance { conflicts, ..whole.guidance };
            let astray = match portfolio.decide(dag, &part, guidance, whole.deadline) {
                Decision::Sat(values) => {
                    rounds += 1;
                    let (values, astray) = self.causes_of_divergence(dag, evaluator, whole, &part, values, rounds);
                    if astray.is_empty() {
                        self.spared += !is_whole as u64;
                        return Decision::Sat(values);
                    }
                    astray
                }
                Decision::Unsat(core) => {
                    self.spared += !is_whole as u64;
                    return Decision::Unsat(core.into_iter().map(|index| asked[index]).collect());
                }
                Decision::Unknown(reason) if is_whole => return Decision::Unknown(reason),
                Decision::Unknown(_) => Vec::new(),
            };
            let gives_up = astray.is_empty();
            asked.extend(astray);
            let pays = budget.is_none_or(|budget| portfolio.work() - work_before <= budget);
            if gives_up || !pays {
                let there: FxHashSet<usize> = asked.iter().copied().collect();
                asked.extend((0..all.len()).filter(|position| !there.contains(position)));
            }
        }
    }

    /// The newest conditions that the values do not satisfy, and that cannot be [mended](Mending) by changing what the part
    /// does not mention, those right behind another such one left out: one after the first round, then twice as many each
    /// time. With the values as they are after that.
    fn causes_of_divergence(
        &self,
        dag: &Dag,
        evaluator: &mut Evaluator,
        whole: &Whole<'_>,
        part: &[ExprId],
        mut values: Vec<(VarId, u64)>,
        rounds: u32,
    ) -> (Vec<(VarId, u64)>, Vec<usize>) {
        let mut model = whole.model.clone();
        for &(v, value) in whole.problem.values.iter().chain(&values) {
            model.set(v, value);
        }
        let asked_for = part.iter().flat_map(|&e| dag.vars(e)).copied();
        let settled = whole.problem.values.iter().map(|&(v, _)| v);
        let mut mending = Mending::new(model, asked_for.chain(settled));
        let broken = mending.mend(dag, evaluator, whole.conditions);
        values.extend(mending.changed);
        let starts_to_fail = |&position: &usize| position == 0 || broken.binary_search(&(position - 1)).is_err();
        let at_once = 1 << (rounds - 1).min(16);
        let astray = broken.iter().copied().filter(starts_to_fail).take(at_once).collect();
        (values, astray)
    }
}

/// Positions of the conditions to start with.
fn first_guess(start: IppcStart, dag: &Dag, whole: &Whole<'_>) -> Vec<usize> {
    let mut guess: Vec<usize> = (0..whole.from_guard.max(1)).collect();
    match start {
        IppcStart::Negated => {}
        IppcStart::Independent => {
            let mut taken: FxHashSet<VarId> = FxHashSet::default();
            guess.iter().for_each(|&position| taken.extend(dag.vars(whole.conditions[position])));
            for position in whole.from_guard.max(1)..whole.conditions.len() {
                let variables = dag.vars(whole.conditions[position]);
                if variables.iter().all(|v| !taken.contains(v)) {
                    taken.extend(variables);
                    guess.push(position);
                }
            }
        }
        IppcStart::Slice => guess = (0..whole.conditions.len()).collect(),
    }
    guess
}
