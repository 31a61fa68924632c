//! Proofs by induction: what holds of loops that do not end (McMillan's lazy annotation, carried over to the conditions of P21).
//!
//! An entry of the table usually comes from a part of the tree that was explored to its last leaf. A loop without end has
//! none. An [`Attempt`] therefore explores a part of the program apart from the run, as a graph (`graph.rs`) in which a state that
//! arrives at a join may be *covered* by any point of the same key, those that are still being explored included. What a point
//! requires is computed as if the covers required nothing, then with what they were found to require, and so on until nothing
//! changes (`closing.rs`). States that turn out not to be covered are explored after all.
//!
//! What is claimed when the graph has closed: from every state that satisfies the condition of a point, every explored way leads
//! to a harmless end, to where an entry of the table holds, or, after at least one instruction, to a point whose
//! condition holds there; and an outcome nobody explored is impossible. By induction on the number of instructions no execution of
//! any length finds anything new, so all points are valid together, and become entries. That executions end is not claimed.
//!
//! The states of an attempt are reachable states of the program with their path conditions. So a bug or a block that an attempt
//! finds is one, and is [handed out](Found). Nothing is claimed while anything was cut, undecided or left open.
//!
//! Where points do not come to an end, some stand for many states (`generalising.rs`).

mod closing;
mod exploring;
mod finding;
mod generalising;
mod graph;

use std::rc::Rc;

use expr::{Evaluator, Model};
use machine::Machine;
use machine::checks::BugReport;
use machine::coverage::Executed;
use machine::joins::LoopKind;
use machine::state::{FewPlaces, State};
use rustc_hash::FxHashSet;
use solver::PathCondition;
use tree::StateId;

use crate::condition::Condition;
use crate::economy::{self, Economy};
use crate::inference::{Elimination, Inference, Reasoner, Run};
use crate::table::{Key, Table};
use generalising::Planned;
use graph::Graph;

/// An attempt to prove that nothing new can be found from a state at the head of a loop, whatever the number of rounds.
pub struct Attempt {
    /// Where it begins.
    first: (Key, State, PathCondition),
    graph: Graph,
    /// How often the graph was made anew.
    begun: u32,
    /// What it had cost when the first plan was made.
    general_since: Option<f64>,
    /// What it has cost so far, apart from what learning costs elsewhere.
    economy: Economy,
    evaluator: Evaluator,
    /// What it may cost.
    budget: f64,
    /// What of its cost was counted when it was given up for a while.
    charged: f64,
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
    /// It rests on code that no path has entered.
    Unseen,
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

/// Steps of a decision procedure that one question may take.
const MOST_STEPS: u64 = 200_000;

/// How often a graph may be made anew.
const MOST_BEGUN: u32 = 40;

/// The share of what it may cost that may go into general points before it is tried without.
const GENERAL: f64 = 0.35;

/// When attempts are made, and what they may cost: in the units of [`economy`](crate::economy), so that a seed repeats the run.
///
/// An attempt is made at a loop that has come round, and another one when twice as much has been explored as before the last. One
/// that has cost what it may is kept: every second time it goes on where it was. So what an attempt from the first rounds of a large
/// loop has explored is not lost, and one that has no end does not keep others from theirs.
#[derive(Default)]
pub(crate) struct Schedule {
    seen: FxHashSet<Key>,
    spent: f64,
    failed: u64,
    /// Exploring work before which no attempt is made.
    next: f64,
    /// The first attempt that has cost what it might, and whether it is its turn.
    suspended: Option<Box<Attempt>>,
    resumes: bool,
    /// Entries of the table rest on it.
    pub has_proved: bool,
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
const ENDLESS: Allowance = Allowance { grace: 300e6, share: 1.0 };
/// Most loops end.
const MAY_END: Allowance = Allowance { grace: 6e6, share: 0.08 };
/// The same when attempts have failed more often than `FEW` times.
const RARELY: Allowance = Allowance { grace: 4e6, share: 0.01 };
const FEW: u64 = 3;
/// The share that other attempts get of what one may cost that is to go on.
const BESIDE: f64 = 0.25;
/// What has to be explored between two attempts at least.
const PAUSE: f64 = 2e6;
/// The share of what was explored that has to be explored once more before the next attempt when one has succeeded, or as much as that
/// has cost if this is less: there may be another loop, or states of this one that the first of the attempt does not lead to.
const SOON: f64 = 0.05;

impl Schedule {
    /// Whether a state that comes to the head of a loop is worth a look.
    pub fn is_due(&self, explored: f64) -> bool {
        explored >= self.next
    }

    /// What was proved, and what an attempt has found so far, does not hold any more.
    pub fn forget(&mut self) {
        self.suspended = None;
        self.has_proved = false;
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
        self.next = (2.0 * explored).max(explored + PAUSE);
        (budget > 0.0).then_some(budget)
    }

    /// The attempt that was given up for a while, if it is its turn, which may cost so much more; else what another one may cost.
    pub fn resume(&mut self, budget: f64) -> Result<Box<Attempt>, f64> {
        self.resumes = !self.resumes;
        match self.suspended.take_if(|_| self.resumes) {
            Some(mut attempt) => {
                attempt.budget = attempt.cost() + budget;
                Ok(attempt)
            }
            None => Err(if self.suspended.is_some() { BESIDE * budget } else { budget }),
        }
    }

    /// An attempt is over, or has cost what it may.
    pub fn ended(&mut self, mut attempt: Box<Attempt>, end: Option<Reason>, explored: f64) {
        let cost = attempt.cost() - attempt.charged;
        self.spent += cost;
        attempt.charged = attempt.cost();
        self.counts.attempts += 1;
        match end {
            None => {
                self.counts.closed += 1;
                self.counts.points += attempt.graph.points.len() as u64;
                self.next = explored + cost.min(SOON * explored);
            }
            Some(reason) => {
                self.failed += 1;
                if reason == Reason::Budget {
                    self.suspended.get_or_insert(attempt);
                }
            }
        }
    }
}

/// Conditions with their places.
type Entries = Vec<(Key, Rc<Condition>)>;

/// Proofs that rest on code which no path had entered when they were made. What they prove is true, but states that are skipped
/// for it might have got there and left a test. So they are used when that has happened, or when there was time enough for it.
#[derive(Debug, Default)]
pub(crate) struct PutOff {
    proved: Vec<Proved>,
}

#[derive(Debug)]
struct Proved {
    entries: Entries,
    /// What it rests on and no path had executed.
    unseen: Executed,
    /// The exploring work from which on it is used in any case.
    until: f64,
}

/// The time they get, in proportion to what was explored before the proof, and at least.
const PUT_OFF: f64 = 8.0;
const PUT_OFF_AT_LEAST: f64 = 100e6;

impl PutOff {
    pub fn add(&mut self, machine: &Machine, attempt: &Attempt, explored: f64) {
        let entries = attempt.entries().map(|(key, condition)| (key.clone(), condition.clone())).collect();
        let (unseen, until) = (attempt.graph.unseen(machine), PUT_OFF * explored + PUT_OFF_AT_LEAST);
        self.proved.push(Proved { entries, unseen, until });
    }

    /// Whether something was proved of the place of a state.
    pub fn waits(&self, state: &State) -> bool {
        !self.proved.is_empty()
            && Key::of(state)
                .is_some_and(|key| self.proved.iter().any(|proved| proved.entries.iter().any(|e| e.0 == key)))
    }

    /// Those whose time has come.
    pub fn take(&mut self, machine: &Machine, explored: f64) -> Vec<Entries> {
        let waits = |proved: &Proved| proved.until > explored && !machine.coverage.has(&proved.unseen);
        if self.proved.iter().all(waits) {
            return Vec::new();
        }
        let (waiting, due) = std::mem::take(&mut self.proved).into_iter().partition(waits);
        self.proved = waiting;
        due.into_iter().map(|proved| proved.entries).collect()
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
        // Conditions speak of what is at a place: a term over the offset would make them one of everything in the object.
        state.few_places = FewPlaces::Apart;
        run.machine.look_ahead(&state);
        Some(Attempt {
            first: (key, state, path.clone()),
            begun: 0,
            general_since: None,
            graph: Graph::new(owner),
            economy: Economy::default(),
            evaluator: Evaluator::default(),
            budget,
            charged: 0.0,
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
        let is_general = self.graph.plans.values().any(|planned| matches!(planned, Planned::General(_)));
        match (is_general, self.general_since) {
            (true, None) => self.general_since = Some(self.cost()),
            (true, Some(since)) if self.cost() - since > GENERAL * self.budget => {
                generalising::give_up_all(&mut self.graph)
            }
            _ => {}
        }
        if self.graph.begins_anew {
            self.begun += 1;
            self.graph = self.graph.anew();
        }
        // A hard question is not worth waiting for.
        run.solver.set_allowance(Some(MOST_STEPS));
        // Nor are many of them.
        let left = (self.budget - self.cost()) / economy::SOLVING;
        run.solver.set_total_allowance(Some(left as u64 + MOST_STEPS));
        let progress = self.step_within(run, reasoner, table);
        run.solver.set_allowance(None);
        run.solver.set_total_allowance(None);
        progress
    }

    /// The same with what is left of the budget, and questions that end.
    fn step_within(&mut self, run: &mut Run, reasoner: &mut Reasoner, table: &Table) -> Progress {
        let (before, expressions) = (run.solver.work(), run.machine.dag.len());
        let mut inference = Inference {
            machine: run.machine,
            solver: run.solver,
            known: run.known,
            policy: &reasoner.policy,
            economy: &mut self.economy,
            recheck: reasoner.recheck.as_mut(),
            // A condition that fixes values is one of a single round.
            elimination: Elimination::Instances,
        };
        let progress = if self.graph.points.is_empty() {
            if self.begun > MOST_BEGUN {
                return Progress::GaveUp(Reason::Size);
            }
            let (key, state, path) = self.first.clone();
            let (graph, evaluator) = (&mut self.graph, &mut self.evaluator);
            generalising::point_for(&mut inference, graph, evaluator, key, state, path, None);
            Progress::Working
        } else if let Some(open) = self.graph.open.pop() {
            exploring::run(&mut inference, &mut self.graph, &mut self.evaluator, table, open)
        } else {
            // Pieces are executed again, some of them from general states.
            self.graph.swap_coverage(inference.machine);
            let progress = closing::step(&mut inference, &mut self.graph, &mut self.evaluator);
            self.graph.swap_coverage(inference.machine);
            progress
        };
        self.solving += run.solver.work() - before;
        self.economy.substituted(run.machine.dag.len().saturating_sub(expressions) as u64);
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

    /// Whether it rests on states that executed what no path has.
    pub fn goes_unseen(&self, machine: &Machine) -> bool {
        self.graph.unseen(machine) != Executed::default()
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

#[cfg(test)]
mod tests;
