//! Incremental partial path constraints (P16b): ask for a part of the path constraint, and for more only where the answer
//! goes astray.
//!
//! Starting from a [first guess](IppcStart), usually the guard alone: solve; if that is contradictory, so is the whole;
//! evaluate the whole on the answer; add the oldest condition that fails, the *cause of divergence*; repeat. Each further
//! round adds twice as many of those that fail, so that a guard that needs many is not asked about many times. Most need
//! a few of hundreds of conditions. Each round only adds to the last one, so a backend can go on where it was, and
//! is asked for values near those of the path's own model, which satisfies everything but the guard.
//!
//! Says `unknown` only when the decision procedure does.

use crate::config::{IppcMode, IppcStart};
use crate::decide::{Decider, Decision};
use crate::reduce::Problem;
use expr::{Dag, Evaluator, ExprId, Model, VarId};
use rustc_hash::FxHashSet;
use std::time::Instant;

/// Decides problems part by part where that pays.
pub struct Ippc {
    start: IppcStart,
    choice: Choice,
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
}

impl Ippc {
    pub fn new(mode: IppcMode, start: IppcStart) -> Ippc {
        Ippc { start, choice: Choice::new(mode), asked: 0, spared: 0 }
    }

    pub fn decide(
        &mut self,
        dag: &Dag,
        evaluator: &mut Evaluator,
        decider: &mut Decider,
        whole: &Whole<'_>,
        deadline: Instant,
    ) -> Decision {
        let work_before = decider.work();
        let in_parts = self.choice.in_parts(whole.conditions.len());
        let decision = if in_parts {
            self.decide_in_parts(dag, evaluator, decider, whole, deadline)
        } else {
            decider.decide(dag, whole.conditions, whole.model, deadline)
        };
        self.choice.learn(whole.conditions.len(), in_parts, decider.work() - work_before);
        decision
    }

    fn decide_in_parts(
        &mut self,
        dag: &Dag,
        evaluator: &mut Evaluator,
        decider: &mut Decider,
        whole: &Whole<'_>,
        deadline: Instant,
    ) -> Decision {
        let all = whole.conditions;
        // Positions of the conditions asked for, in the order they were added.
        let mut asked: Vec<usize> = self.first_guess(dag, whole);
        self.asked += 1;
        let mut rounds = 0u32;
        loop {
            let part: Vec<ExprId> = asked.iter().map(|&position| all[position]).collect();
            let values = match decider.decide(dag, &part, whole.model, deadline) {
                Decision::Sat(values) => values,
                Decision::Unsat(core) => {
                    self.spared += (asked.len() < all.len()) as u64;
                    return Decision::Unsat(core.into_iter().map(|index| asked[index]).collect());
                }
                Decision::Unknown(reason) => return Decision::Unknown(reason),
            };
            rounds += 1;
            let astray = self.causes_of_divergence(dag, evaluator, whole, &values, rounds);
            if astray.is_empty() {
                self.spared += (asked.len() < all.len()) as u64;
                return Decision::Sat(values);
            }
            asked.extend(astray);
        }
    }

    /// The oldest conditions that the values do not satisfy: one after the first round, then twice as many each time.
    fn causes_of_divergence(
        &self,
        dag: &Dag,
        evaluator: &mut Evaluator,
        whole: &Whole<'_>,
        values: &[(VarId, u64)],
        rounds: u32,
    ) -> Vec<usize> {
        let mut model = whole.model.clone();
        for &(v, value) in whole.problem.values.iter().chain(values) {
            model.set(v, value);
        }
        let fails = |&position: &usize| !evaluator.holds(dag, whole.conditions[position], &model);
        let at_once = 1 << (rounds - 1).min(16);
        (0..whole.conditions.len()).rev().filter(fails).take(at_once).collect()
    }

    fn first_guess(&self, dag: &Dag, whole: &Whole<'_>) -> Vec<usize> {
        let mut guess: Vec<usize> = (0..whole.from_guard.max(1)).collect();
        match self.start {
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
}

/// Whether to work part by part. Questions of similar size are compared: `auto` takes what has cost less work so far on
/// this program, and tries the other way now and then.
struct Choice {
    mode: IppcMode,
    /// By the binary logarithm of the number of conditions.
    by_size: Vec<[Cost; 2]>,
}

/// What one way has cost for one size.
#[derive(Clone, Copy, Default)]
struct Cost {
    questions: u64,
    /// Per question, recent ones counting more.
    work: f64,
}

/// Questions of each size that are tried each way before one is preferred.
const TRIALS: u64 = 4;
/// Afterwards every so many questions the way that is not preferred gets one.
const RETRY: u64 = 64;
/// How much the newest question counts.
const WEIGHT: f64 = 0.1;

impl Choice {
    fn new(mode: IppcMode) -> Choice {
        Choice { mode, by_size: Vec::new() }
    }

    fn costs(&mut self, size: usize) -> &mut [Cost; 2] {
        let class = size.max(1).ilog2() as usize;
        if self.by_size.len() <= class {
            self.by_size.resize(class + 1, Default::default());
        }
        &mut self.by_size[class]
    }

    fn in_parts(&mut self, size: usize) -> bool {
        match self.mode {
            IppcMode::Off => false,
            IppcMode::On => true,
            IppcMode::Auto => {
                let [whole, parts] = *self.costs(size);
                let asked = whole.questions + parts.questions;
                if whole.questions < TRIALS || parts.questions < TRIALS {
                    return parts.questions <= whole.questions;
                }
                (parts.work <= whole.work) != asked.is_multiple_of(RETRY)
            }
        }
    }

    fn learn(&mut self, size: usize, in_parts: bool, work: u64) {
        let cost = &mut self.costs(size)[in_parts as usize];
        let weight = WEIGHT.max(1.0 / (cost.questions + 1) as f64);
        cost.work += (work as f64 - cost.work) * weight;
        cost.questions += 1;
    }
}
