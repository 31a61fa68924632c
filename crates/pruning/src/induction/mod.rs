//! Proofs by induction: what holds of loops that do not end (McMillan's lazy annotation, carried over to the conditions of P21).
//!
//! An entry of the table usually comes from a part of the tree that was explored to its last leaf. A loop without end has
//! none. An [`Attempt`] therefore explores a part of the program apart from the run, as a [graph](graph) in which a state that
//! arrives at a join may be *covered* by any point of the same key, those that are still being explored included. What a point
//! requires is computed as if the covers required nothing, then with what they were found to require, and so on until nothing
//! changes ([`closing`]). States that turn out not to be covered are explored after all.
//!
//! What is claimed when the graph has closed: from every state that satisfies the condition of a point, every explored way leads
//! to a harmless end, to where an entry of the table holds, or, after at least one instruction, to a point whose
//! condition holds there; and an outcome nobody explored is impossible. By induction on the number of instructions no execution of
//! any length finds anything new, so all points are valid together, and become entries. That executions end is not claimed.
//!
//! The states of an attempt are reachable states of the program with their path conditions. So a bug or a block that an attempt
//! finds is one, and is [handed out](Found). Nothing is claimed while anything was cut, undecided or left open.
//!
//! Does not widen: a counter that the condition of its loop depends on is another point for each of its values.

mod closing;
mod exploring;
mod graph;

use std::rc::Rc;

use expr::{Evaluator, Model};
use machine::Machine;
use machine::checks::BugReport;
use machine::joins::LoopKind;
use machine::state::State;
use rustc_hash::FxHashSet;
use solver::PathCondition;
use tree::StateId;

use crate::condition::Condition;
use crate::economy::{self, Economy};
use crate::inference::{Inference, Reasoner, Run};
use crate::table::{Key, Table};
use graph::Graph;

/// An attempt to prove that nothing new can be found from a state at the head of a loop, whatever the number of rounds.
pub struct Attempt {
    graph: Graph,
    /// What it has cost so far, apart from what learning costs elsewhere.
    economy: Economy,
    evaluator: Evaluator,
    /// What it may cost.
    budget: f64,
    /// Instructions that somebody has been told of.
    told: u64,
    /// Steps of decision procedures.
    solving: u64,
}

/// How far an attempt has come.
pub enum Progress {
    /// There is more to do.
    Working,
    /// Something new was found on the way, which is to be recorded before the attempt goes on.
    Found(Box<Found>),
    /// Everything is explored, and all conditions hold together.
    Closed,
    GaveUp(Reason),
}

/// Why an attempt was given up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It has cost what it may.
    Budget,
    /// There is no end to points.
    Size,
    /// Something was cut, or a question had no answer.
    Cut,
    /// A place no condition can be about.
    Place,
    /// A path that is too long between two joins.
    Length,
    /// Nothing could be said of a point.
    Nothing,
    /// A self-check could not show it.
    Unproved,
}

/// Something new that an attempt came across: a state of the program.
pub struct Found {
    pub state: State,
    pub path: PathCondition,
    /// The bug it runs into, and the model that shows it; none where only code nobody had executed was reached.
    pub bug: Option<(BugReport, Model)>,
}

/// What a learner knows of loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub attempts: u64,
    pub closed: u64,
    /// Points of closed graphs, all of which became entries.
    pub points: u64,
}

/// When attempts are made, and what they may cost: in the units of [`economy`](crate::economy), so that a seed repeats the run.
///
/// An attempt is made at a loop that has come round, and another one when twice as much has been explored as before the last.
#[derive(Debug, Default)]
pub(crate) struct Schedule {
    seen: FxHashSet<Key>,
    spent: f64,
    failed: u64,
    /// Exploring work before which no attempt is made.
    next: f64,
    pub counts: Counts,
}

/// What attempts may cost.
struct Allowance {
    /// All together, before anything was explored.
    grace: f64,
    /// As a share of the exploring work.
    share: f64,
}

/// A loop that nobody leaves is explored for ever if it is not proved.
const ENDLESS: Allowance = Allowance { grace: 30e6, share: 0.5 };
/// Most loops end.
const MAY_END: Allowance = Allowance { grace: 2e6, share: 0.08 };
/// The same when attempts have failed more often than `FEW` times.
const RARELY: Allowance = Allowance { grace: 2e6, share: 0.02 };
const FEW: u64 = 3;

impl Schedule {
    /// Whether a state that comes to the head of a loop is worth a look.
    pub fn is_due(&self, explored: f64) -> bool {
        explored >= self.next
    }

    /// A state is at the head of a loop: what an attempt from there may cost, if one is due.
    pub fn arrives(&mut self, key: &Key, kind: LoopKind, explored: f64) -> Option<f64> {
        if !self.is_due(explored) || self.seen.insert(key.clone()) {
            return None;
        }
        let allowed = match kind {
            LoopKind::Endless => ENDLESS,
            LoopKind::MayEnd if self.failed < FEW => MAY_END,
            LoopKind::MayEnd => RARELY,
        };
        let budget = allowed.grace + allowed.share * explored - self.spent;
        self.next = 2.0 * explored;
        (budget > 0.0).then_some(budget)
    }

    /// An attempt is over.
    pub fn ended(&mut self, attempt: &Attempt, closed: bool) {
        self.spent += attempt.cost();
        self.counts.attempts += 1;
        if closed {
            self.counts.closed += 1;
            self.counts.points += attempt.graph.points.len() as u64;
            self.next = 0.0;
        } else {
            self.failed += 1;
        }
    }
}

impl Attempt {
    pub(crate) fn new(
        run: &mut Run,
        owner: StateId,
        state: &State,
        path: &PathCondition,
        budget: f64,
    ) -> Option<Attempt> {
        let key = Key::of(state)?;
        let mut state = state.clone();
        state.seed = None;
        state.new_coverage = false;
        run.machine.paths_part(&state);
        let mut graph = Graph::new(owner);
        graph.add_point(key, state, path.clone());
        Some(Attempt {
            graph,
            economy: Economy::default(),
            evaluator: Evaluator::default(),
            budget,
            told: 0,
            solving: 0,
        })
    }

    /// Instructions executed since the last look.
    pub fn take_instructions(&mut self) -> u64 {
        let told = std::mem::replace(&mut self.told, self.graph.executed);
        self.graph.executed - told
    }

    fn cost(&self) -> f64 {
        self.economy.spent() + self.graph.work() + economy::SOLVING * self.solving as f64
    }

    /// One step: a state runs to its next fork or join, or a condition is computed.
    pub(crate) fn step(&mut self, run: &mut Run, reasoner: &mut Reasoner, table: &Table) -> Progress {
        if self.cost() > self.budget {
            return Progress::GaveUp(Reason::Budget);
        }
        if self.graph.is_too_large() {
            return Progress::GaveUp(Reason::Size);
        }
        let before = run.solver.work();
        let mut inference = Inference {
            machine: run.machine,
            solver: run.solver,
            known: run.known,
            policy: &reasoner.policy,
            economy: &mut self.economy,
            recheck: reasoner.recheck.as_mut(),
        };
        let progress = match self.graph.open.pop() {
            Some(open) => exploring::run(&mut inference, &mut self.graph, &mut self.evaluator, table, open),
            None => closing::step(&mut inference, &mut self.graph, &mut self.evaluator),
        };
        self.solving += run.solver.work() - before;
        progress
    }

    /// What was proved of the heads of loops: a state at each, and the condition.
    pub fn loops<'a>(&'a self, machine: &'a Machine) -> impl Iterator<Item = (&'a State, &'a Rc<Condition>)> {
        self.graph.points.iter().filter_map(|point| {
            let start = &self.graph.pieces[point.first].edge.start;
            machine.loop_at(start)?;
            Some((start, point.condition.as_ref()?))
        })
    }

    /// Points of the graph.
    pub fn points(&self) -> usize {
        self.graph.points.len()
    }

    /// The conditions that were proved, with their places.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&Key, &Rc<Condition>)> {
        self.graph.points.iter().filter_map(|point| Some((&point.key, point.condition.as_ref()?)))
    }
}
