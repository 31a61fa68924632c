//! The learning loop (P13 section 5.1, P21 section 4): which part of the tree is finished, and what that taught.
//!
//! The tree is cut into [edges](crate::edge). When everything below an edge is finished and nothing was cut, its
//! interpolant is computed (see [`weakest_pre`](crate::weakest_pre)) and handed to the edge above; at a join it also
//! becomes an entry of the subsumption table. An edge below which something was cut is *half*: it teaches nothing, and
//! neither does any edge above it.
//!
//! Learning rests where it does not pay (see [`economy`](crate::economy)).
//!
//! Only sound verdicts depend on nothing here: a state is skipped only when [`Learner::entry_for`] has shown that it
//! satisfies an entry, and entries come from full edges only.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

use expr::{Dag, Evaluator};
use machine::Machine;
use machine::checks::BugId;
use machine::state::State;
use program::ir::FuncId;
use solver::PathCondition;
use tree::StateId;

use crate::condition::{Condition, Origin};
use crate::confirmation::Confirmation;
use crate::economy::{Change, Explored};
use crate::edge::{Edge, EdgeId, Edges, End, EndKind};
use crate::induction::{self, Attempt, Progress, PutOff, Reason, Schedule};
use crate::inference::{Policy, Reasoner, Run};
use crate::recheck::{Recheck, Rechecks};
use crate::root_condition;
use crate::skipping::{self, Skipped};
use crate::subsumption::{self, Evidence};
use crate::table::{Key, Table};
use crate::travel::{Learnt, News};
use crate::weakest_pre;

/// Conditions that wait until somebody is told of them; of more the last.
const MOST_NEWS: usize = 20_000;

/// Of what was proved of loops: the graph of an attempt is no part of the tree.
const PROVED: Origin = Origin { start: None, paths: 0, by_induction: true };

/// The state of the learning loop.
pub struct Learner {
    pub(crate) edges: Edges,
    pub(crate) table: Table,
    pub(crate) confirmation: Confirmation,
    /// Where the way up ended last: depth-first search goes on there.
    pub(crate) unfinished: Option<EdgeId>,
    pub(crate) reasoner: Reasoner,
    /// For conditions under the models of states that arrive.
    evaluator: Evaluator,
    /// What was learnt of the whole program, once it is.
    root: Option<Rc<Condition>>,
    /// When loops without end are tried; `None`: never.
    induction: Option<Schedule>,
    /// What was proved, and waits until it may be used.
    put_off: PutOff,
    /// What was learnt here and nobody else has been told yet; `None`: nobody wants to know.
    news: Option<VecDeque<News>>,
    counts: Counts,
}

/// Work of the learning loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub full: u64,
    pub half: u64,
    pub entries: u64,
    pub checks: u64,
    pub hits: u64,
    /// Hits of outcomes that nobody had asked a decision procedure about.
    pub unasked: u64,
    pub confirmations: u64,
    pub time: Duration,
}

/// What becomes of a state at a join.
pub enum Arrival {
    /// An entry covers it: its path may end here.
    Subsumed(Rc<Condition>),
    GoesOn,
}

impl Learner {
    /// With the edge the program starts with.
    pub fn new(policy: Policy, owner: StateId, first: &State, path: &PathCondition) -> (Learner, EdgeId) {
        // A condition made of cores is about one path.
        let induces = policy.induction && !policy.cores;
        let mut learner = Learner {
            edges: Edges::default(),
            table: Table::default(),
            confirmation: Confirmation::new(policy.confirms),
            unfinished: None,
            reasoner: Reasoner::new(policy),
            evaluator: Evaluator::default(),
            root: None,
            induction: induces.then(Schedule::default),
            put_off: PutOff::default(),
            news: None,
            counts: Counts::default(),
        };
        let root = learner.start(None, None, owner, first, path);
        (learner, root)
    }

    /// Conditions are made of path conditions, which must be possible where an edge starts.
    pub fn needs_possible_paths(&self) -> bool {
        self.reasoner.policy.cores
    }

    pub fn statistics(&self) -> Counts {
        let entries = self.table.len() as u64;
        Counts { entries, confirmations: self.confirmation.confirmed, ..self.counts }
    }

    /// How often learning has rested, because it did not pay.
    pub fn rested(&self) -> u64 {
        self.reasoner.economy.rested
    }

    /// How much of what learning has concluded was proved again.
    pub fn rechecks(&self) -> Rechecks {
        self.reasoner.recheck.as_ref().map(Recheck::counts).unwrap_or_default()
    }

    /// What learning has concluded and self-checks have refuted since the last look: sentences with a place.
    pub fn take_refuted(&mut self) -> Vec<String> {
        self.reasoner.recheck.as_mut().map_or_else(Vec::new, Recheck::take_refuted)
    }

    /// What was learnt of the whole program in the notation of C: on what the program starts with, nothing else would be found
    /// whenever this holds. `None` where not everything was explored.
    pub fn root_condition(&self, machine: &mut Machine, entry: FuncId) -> Option<Vec<String>> {
        Some(root_condition::in_words(machine, entry, self.root.as_deref()?))
    }
}

/// Edges begin.
impl Learner {
    fn start(
        &mut self,
        above: Option<EdgeId>,
        key: Option<Key>,
        owner: StateId,
        state: &State,
        path: &PathCondition,
    ) -> EdgeId {
        self.reasoner.economy.recorded();
        let mut edge = Edge::new(above, key, owner, state.clone());
        edge.path = self.reasoner.policy.cores.then(|| path.clone());
        edge.seen = self.table.added();
        self.edges.add(edge)
    }

    /// Paths are about to part. What proofs by induction have found before that rests on other tables.
    pub fn paths_part(&mut self, machine: &mut Machine, state: &State) {
        if machine.paths_part(state) {
            self.table = Table::default();
            self.put_off = PutOff::default();
            self.induction.as_mut().into_iter().for_each(Schedule::forget);
            self.news.as_mut().into_iter().for_each(VecDeque::clear);
        }
    }

    /// A new edge from a fork, which starts at the state as it is now; `None` while learning rests.
    pub fn start_at_fork(
        &mut self,
        machine: &mut Machine,
        above: Option<EdgeId>,
        owner: StateId,
        state: &mut State,
        path: &PathCondition,
    ) -> Option<EdgeId> {
        if self.reasoner.economy.rests() {
            return None;
        }
        self.paths_part(machine, state);
        machine.stop_where_paths_meet(state);
        Some(self.start(above, None, owner, state, path))
    }

    /// The state is at a join: subsumed if an entry covers it, otherwise a new edge starts there.
    pub fn arrive(
        &mut self,
        run: &mut Run,
        edge: &mut Option<EdgeId>,
        owner: StateId,
        state: &mut State,
        path: &PathCondition,
    ) -> Arrival {
        let Some(key) = Key::of(state) else { return Arrival::GoesOn };
        let started = Instant::now();
        let entry = self.entry_for(run, state, &key, Evidence::Solver(path));
        self.counts.time += started.elapsed();
        if let Some(entry) = entry {
            return Arrival::Subsumed(entry);
        }
        self.confirmation.visited(&key);
        if self.looks_at_rounds() {
            run.machine.stop_at_next_round(state);
        } else if edge.is_some() {
            run.machine.stop_at_next_meeting(state);
        }
        if let Some(above) = *edge {
            self.edges.get(above).end = Some(End::of(state, EndKind::Continues));
            *edge = Some(self.start(Some(above), Some(key), owner, state, path));
        }
        Arrival::GoesOn
    }

    /// The edge for a skipped outcome of a fork at the end of the edge above; it starts at `start`. It is to be
    /// [finished](Learner::finish) when its siblings are there.
    pub fn start_skipped(
        &mut self,
        above: Option<EdgeId>,
        owner: StateId,
        start: &State,
        path: &PathCondition,
        skipped: Skipped,
    ) -> EdgeId {
        let id = self.start(above, None, owner, start, path);
        self.edges.get(id).end = Some(End::of(&skipped.arrival, EndKind::Subsumed(skipped.entry)));
        id
    }
}

/// Edges end.
impl Learner {
    /// The edge ends with this state, and the path with it.
    pub fn ended(&mut self, run: &mut Run, id: EdgeId, state: &State, kind: EndKind) {
        self.edges.get(id).end.get_or_insert_with(|| End::of(state, kind));
        self.finish(run, id);
    }

    /// The path of the edge is given up: what is below it will never be known.
    pub fn cut(&mut self, run: &mut Run, id: EdgeId, state: &State) {
        self.mark_half(id);
        self.ended(run, id, state, EndKind::Leaf);
    }

    /// The state cannot take the outcome it waited with.
    pub fn is_impossible(&mut self, run: &mut Run, id: EdgeId, state: &State) {
        // An edge that led here ends where it would have gone on.
        let kind = if self.starts_at(id, state) { EndKind::Impossible } else { EndKind::Leaf };
        self.ended(run, id, state, kind);
    }

    /// The edge leads to where an entry covers it, and nobody follows it there.
    pub fn led_to(&mut self, run: &mut Run, id: EdgeId, skipped: Skipped) {
        self.edges.get(id).end = Some(End::of(&skipped.arrival, EndKind::Subsumed(skipped.entry)));
        self.finish(run, id);
    }

    /// The state forks: others go on from the end of its edge.
    pub fn forks(&mut self, id: EdgeId, state: &State) {
        self.edges.get(id).end = Some(End::of(state, EndKind::Continues));
    }

    /// What is below this edge will never be complete.
    pub fn mark_half(&mut self, id: EdgeId) {
        self.edges.get(id).half = true;
    }

    /// Whether nothing was executed on the edge up to this state.
    pub fn starts_at(&mut self, id: EdgeId, state: &State) -> bool {
        self.edges.get(id).starts_at(state)
    }

    /// An edge and all below it are finished: learn, and go on upward as long as that finishes more.
    pub fn finish(&mut self, run: &mut Run, id: EdgeId) {
        let mut next = Some(id);
        while let Some(id) = next {
            let edge = self.edges.get(id);
            if !edge.below.is_empty() {
                self.unfinished = Some(id);
                // A half fork teaches nothing when it is finished.
                if !edge.half {
                    self.confirmation.may_begin(id, edge.depth);
                }
                return;
            }
            let edge = self.edges.take(id);
            self.learn_from(run, id, &edge);
            self.confirmation.finished(id);
            self.edges.release(id);
            next = edge.above;
        }
    }

    /// What a finished edge teaches goes to the table and to the edge above.
    fn learn_from(&mut self, run: &mut Run, id: EdgeId, edge: &Edge) {
        let started = Instant::now();
        let ways = if edge.half { None } else { self.ways(run, edge) };
        self.counts.time += started.elapsed();
        match &ways {
            Some(_) => self.counts.full += 1,
            None => self.counts.half += 1,
        }
        if let (Some(key), Some([way])) = (&edge.key, ways.as_deref()) {
            self.add(&run.machine.dag, News { key: key.clone(), condition: way.condition.clone() });
        }
        if let (true, Some([way])) = (edge.is_first(), ways.as_deref()) {
            self.root = Some(way.condition.clone());
        }
        if let Some(above) = edge.above {
            let above = self.edges.get(above);
            above.below.retain(|&below| below != id);
            match ways {
                Some(ways) => above.ways.extend(ways),
                None => above.half = true,
            }
        }
    }

    /// The ways a full edge stands for.
    fn ways(&mut self, run: &mut Run, edge: &Edge) -> Option<Vec<weakest_pre::Way>> {
        if !self.reasoner.economy.affords(edge.length()) {
            return None;
        }
        let before = run.solver.work();
        let ways = weakest_pre::ways(&mut self.reasoner.inference(run), edge);
        let conjuncts = ways.iter().flatten().map(|way| way.condition.conjuncts.len()).sum();
        self.reasoner.economy.pulled_back(edge.length(), conjuncts, run.solver.work() - before);
        ways
    }
}

/// Loops without end.
impl Learner {
    /// The state is at a join: an attempt at a proof by induction from there, if one is due.
    pub fn attempt(
        &mut self,
        run: &mut Run,
        owner: StateId,
        state: &State,
        path: &PathCondition,
    ) -> Option<Box<Attempt>> {
        let explored = self.reasoner.economy.last_seen();
        // At each round: until then the run goes round and round.
        self.use_what_was_put_off(run.machine, explored);
        let schedule = self.induction.as_mut()?;
        if !schedule.is_due(explored) || self.put_off.waits(state) {
            return None;
        }
        let kind = run.machine.loop_at(state)?;
        let budget = schedule.arrives(&Key::of(state)?, kind, explored)?;
        match schedule.resume(budget) {
            Ok(attempt) => Some(attempt),
            Err(budget) => Attempt::new(run, owner, state, path, budget).map(Box::new),
        }
    }

    /// Whether states are to stop at each round of a loop: an attempt is to be made, or one has proved something.
    pub fn looks_at_rounds(&self) -> bool {
        let explored = self.reasoner.economy.last_seen();
        self.induction.as_ref().is_some_and(|schedule| schedule.has_proved || schedule.is_due(explored))
    }

    /// One step of an attempt. What it has proved becomes entries of the table.
    pub fn go_on(&mut self, run: &mut Run, attempt: &mut Attempt) -> Progress {
        let started = Instant::now();
        let progress = attempt.step(run, &mut self.reasoner, &self.table);
        if matches!(progress, Progress::Closed) {
            match (attempt.goes_unseen(run.machine), self.reasoner.policy.unseen) {
                (false, _) => self.add_proved(&run.machine.dag, attempt.entries()),
                // A path may get there yet, and there is to be a test for it.
                (true, true) => self.put_off.add(run.machine, attempt, self.reasoner.economy.last_seen()),
                (true, false) => return Progress::GaveUp(Reason::Unseen),
            }
        }
        self.counts.time += started.elapsed();
        progress
    }

    fn add_proved<'a>(&mut self, dag: &Dag, entries: impl Iterator<Item = (&'a Key, &'a Rc<Condition>)>) {
        for (key, condition) in entries {
            let condition = Rc::new(Condition { origin: PROVED, ..Condition::clone(condition) });
            self.add(dag, News { key: key.clone(), condition });
        }
        if let Some(schedule) = &mut self.induction {
            schedule.has_proved = true;
        }
    }

    fn use_what_was_put_off(&mut self, machine: &Machine, explored: f64) {
        for entries in self.put_off.take(machine, explored) {
            self.add_proved(&machine.dag, entries.iter().map(|(key, condition)| (key, condition)));
        }
    }

    /// An attempt is over, for whatever reason; none if it has closed.
    pub fn attempt_ended(&mut self, attempt: Box<Attempt>, end: Option<Reason>) {
        let explored = self.reasoner.economy.last_seen();
        if let Some(schedule) = &mut self.induction {
            schedule.ended(attempt, end, explored);
        }
    }

    pub fn induction(&self) -> induction::Counts {
        self.induction.as_ref().map(|schedule| schedule.counts).unwrap_or_default()
    }
}

/// What was learnt goes elsewhere, and comes from there.
impl Learner {
    /// Somebody wants to be told what is learnt from now on.
    pub fn remember_news(&mut self) {
        self.news.get_or_insert_default();
    }

    /// What was learnt since this was last asked, as far as it can travel; `None` if there is nothing. Of more than `most` conditions
    /// the last: they are the most general.
    pub fn take_news(&mut self, machine: &mut Machine, most: usize) -> Option<Learnt> {
        let mut news = std::mem::take(self.news.as_mut()?);
        let worth = news.split_off(news.len().saturating_sub(most));
        let learnt = Learnt::of(machine, &Vec::from(worth));
        (!learnt.is_empty()).then_some(learnt)
    }

    /// Others have learnt something. The bugs that they knew then have been found, whether they are known here or not.
    pub fn hear(&mut self, run: &mut Run, learnt: &Learnt) -> Result<(), String> {
        for News { key, condition } in learnt.read(run.machine, run.known)? {
            if let Some(schedule) = self.induction.as_mut().filter(|_| condition.origin.by_induction) {
                schedule.has_proved = true;
            }
            self.table.insert(&run.machine.dag, key, condition);
        }
        Ok(())
    }

    fn add(&mut self, dag: &Dag, news: News) {
        self.table.insert(dag, news.key.clone(), news.condition.clone());
        if let Some(all) = &mut self.news {
            if all.len() == MOST_NEWS {
                all.pop_front();
            }
            all.push_back(news);
        }
    }
}

/// States are compared with entries.
impl Learner {
    /// The entry that covers a state at a join, if one does.
    pub(crate) fn entry_for(
        &mut self,
        run: &mut Run,
        state: &mut State,
        key: &Key,
        evidence: Evidence,
    ) -> Option<Rc<Condition>> {
        let before = run.solver.work();
        let mut inference = self.reasoner.inference(run);
        let found = subsumption::entry_for(&mut inference, &self.table, &mut self.evaluator, state, key, evidence);
        self.counts.checks += found.trials;
        self.reasoner.economy.looked_up(found.trials, run.solver.work() - before);
        let entry = found.entry?;
        self.counts.hits += 1;
        self.table.used(&run.machine.dag, key, &entry);
        Some(entry)
    }

    /// Whether the outcome of a branch with this decision and guard can be skipped (see `skipping`).
    pub fn skips(
        &mut self,
        run: &mut Run,
        state: &State,
        path: &PathCondition,
        decision: u64,
        guard: expr::ExprId,
    ) -> Option<Skipped> {
        // Cores are taken from the path condition, which may be contradictory with this guard.
        if self.reasoner.policy.cores || self.table.is_empty() {
            return None;
        }
        let (key, mut arrival) = skipping::arrival(run.machine, &self.table, state, decision)?;
        let entry = self.entry_for(run, &mut arrival, &key, Evidence::Words { path, guard })?;
        Some(Skipped { decision, arrival, entry })
    }

    /// A state is not explored because of an entry.
    pub fn subsumed(&mut self, entry: &Condition) {
        self.reasoner.economy.saved(entry.work);
    }

    /// Nobody has asked whether an outcome that is not explored is possible.
    pub fn skipped(&mut self) {
        self.counts.unasked += 1;
    }

    /// A bug was found: conditions need not protect against it any more.
    pub fn retire(&mut self, found: BugId) {
        self.table.retire(found);
    }

    /// The state to run next so that a fork is finished, if there is one worth it.
    pub fn state_to_confirm(&mut self) -> Option<StateId> {
        self.confirmation.next(&self.edges)
    }

    /// The strategy has selected the state that extends this edge. Depth-first search goes on from what it has just left.
    pub fn selected(&mut self, id: EdgeId) {
        if !self.reasoner.policy.cores && self.edges.get(id).above != self.unfinished {
            self.confirmation.may_dive(id);
        }
    }

    /// Learning rests or starts again, as it pays. `done`: all that the run has explored so far. True if it begins to rest:
    /// the edges are to be [forgotten](Learner::forget_edges).
    pub fn review(&mut self, machine: &Machine, done: Explored) -> bool {
        self.use_what_was_put_off(machine, done.work());
        self.confirmation.worked(done.work());
        self.reasoner.economy.review(done) == Change::Rest
    }

    /// Nothing is learnt from what is being explored.
    pub fn forget_edges(&mut self) {
        self.edges.clear();
        self.unfinished = None;
        self.confirmation.give_up();
    }
}

#[cfg(test)]
mod tests;
