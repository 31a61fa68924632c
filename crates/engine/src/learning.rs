//! The learning loop (P13 section 4, P21 section 4): which part of the tree is finished, and what that taught.
//!
//! The tree is cut into *edges*: from one fork or join to the next. An edge knows the state at its start and how it
//! ended. When everything below it is finished and nothing was cut, its condition is computed (see
//! [`pull_back`](crate::pull_back)) and handed to the edge above; at a join it also becomes an entry of the subsumption
//! table. An edge below which something was cut is *half*: it teaches nothing, and neither does any edge above it.
//!
//! Learning rests where it does not pay (see [`economy`](crate::economy)).
//!
//! Only sound verdicts depend on nothing here: a state is skipped only when [`Session::is_subsumed`] has shown that it
//! satisfies an entry, and entries come from full edges only.

use std::rc::Rc;
use std::time::{Duration, Instant};

use expr::{Evaluator, Model};
use machine::state::State;
use program::ir::{BlockId, FuncId};
use pruning::condition::{Condition, Obligation};
use pruning::table::{Key, Table};
use solver::PathCondition;
use tree::StateId;

use crate::config::CoverageLevel;
use crate::economy::{self, Change, Economy};
use crate::greedy_confirmation::Attempt;
use crate::pull_back::{self, Way};
use crate::results::{CutReason, Learning};
use crate::session::{Open, Session};
use crate::subsumption::Evidence;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EdgeId(usize);

/// A piece of a path between two points of interest.
pub(crate) struct Edge {
    above: Option<EdgeId>,
    /// Set where the edge starts at a join.
    key: Option<Key>,
    pub start: State,
    /// The path condition at the start, where conditions are made of its cores.
    pub path: Option<PathCondition>,
    pub end: Option<End>,
    /// Edges below that are not finished.
    below: Vec<EdgeId>,
    /// The state that extends it, or did.
    owner: StateId,
    /// Forks above it.
    depth: u64,
    /// What the finished ones below have taught.
    ways: Vec<Way>,
    /// Something below was cut.
    half: bool,
}

/// Where and how an edge ended.
pub(crate) struct End {
    pub instructions: u64,
    /// Where the next heap object would lie.
    pub next_heap: u64,
    /// Of every function on the stack, innermost first.
    pub position: Vec<(FuncId, BlockId, u32)>,
    /// A model of the path up to here, which therefore leads through the edge, except perhaps from the fork it starts at.
    pub model: Model,
    pub kind: EndKind,
}

pub(crate) enum EndKind {
    /// Other edges go on from here.
    Continues,
    /// Nothing goes on: the program's end, a bug, a false assumption.
    Leaf,
    /// The outcome it starts with cannot be taken.
    Impossible,
    /// The state satisfied this entry.
    Subsumed(Rc<Condition>),
}

/// The state of the learning loop.
#[derive(Default)]
pub(crate) struct Learner {
    edges: Vec<Option<Box<Edge>>>,
    free: Vec<EdgeId>,
    pub table: Table,
    pub full: u64,
    pub half: u64,
    pub checks: u64,
    pub hits: u64,
    /// Hits of outcomes that nobody had asked about.
    pub unasked: u64,
    pub confirmations: u64,
    /// The subtree being finished out of turn.
    pub attempt: Option<Attempt>,
    pub economy: Economy,
    /// For conditions under the models of states that arrive.
    pub evaluator: Evaluator,
    /// What was learnt of the whole program, once it is.
    pub root: Option<Rc<Condition>>,
    /// Conditions are cores of path conditions, see [`core_form`](crate::core_form).
    pub cores: bool,
    pub time: Duration,
}

impl Learner {
    pub fn new(owner: StateId, first: &Open, cores: bool) -> (Learner, EdgeId) {
        let mut learner = Learner { cores, ..Learner::default() };
        let root = learner.add(None, None, owner, first);
        (learner, root)
    }

    fn add(&mut self, above: Option<EdgeId>, key: Option<Key>, owner: StateId, open: &Open) -> EdgeId {
        self.economy.recorded();
        let depth = above.map_or(0, |above| self.edge(above).depth + 1);
        let edge = Edge {
            above,
            key,
            start: open.state.clone(),
            path: self.cores.then(|| open.path.clone()),
            end: None,
            below: Vec::new(),
            owner,
            depth,
            ways: Vec::new(),
            half: false,
        };
        let edge = Some(Box::new(edge));
        let id = match self.free.pop() {
            Some(id) => {
                self.edges[id.0] = edge;
                id
            }
            None => {
                self.edges.push(edge);
                EdgeId(self.edges.len() - 1)
            }
        };
        if let Some(above) = above {
            self.edge(above).below.push(id);
        }
        id
    }

    /// An edge whose end is known at once.
    pub fn add_finished(
        &mut self,
        above: Option<EdgeId>,
        owner: StateId,
        start: &Open,
        end: &State,
        kind: EndKind,
    ) -> EdgeId {
        let id = self.add(above, None, owner, start);
        self.edge(id).end = Some(end_of(end, kind));
        id
    }

    pub fn depth(&mut self, id: EdgeId) -> u64 {
        self.edge(id).depth
    }

    /// An open state in the subtree of an edge; `None` once it is finished.
    pub fn open_state_below(&self, id: EdgeId) -> Option<StateId> {
        let mut id = id;
        loop {
            let edge = self.edges[id.0].as_ref()?;
            match (&edge.end, edge.below.last()) {
                (None, _) => return Some(edge.owner),
                (Some(_), Some(&below)) => id = below,
                (Some(_), None) => return None,
            }
        }
    }

    fn edge(&mut self, id: EdgeId) -> &mut Edge {
        self.edges[id.0].as_mut().expect("an edge that is not finished")
    }

    /// What is below this edge will never be complete.
    pub fn mark_half(&mut self, id: EdgeId) {
        self.edge(id).half = true;
    }

    pub fn statistics(&self) -> Learning {
        Learning {
            full: self.full,
            half: self.half,
            entries: self.table.len() as u64,
            checks: self.checks,
            hits: self.hits,
            unasked: self.unasked,
            confirmations: self.confirmations,
            time: self.time,
            ..Learning::default()
        }
    }
}

/// Where each function on the stack is.
pub(crate) fn position(state: &State) -> Vec<(FuncId, BlockId, u32)> {
    std::iter::once(&state.frame).chain(state.callers.frames()).map(|f| (f.func, f.block, f.inst)).collect()
}

fn end_of(state: &State, kind: EndKind) -> End {
    End {
        instructions: state.instructions,
        next_heap: state.memory.next_heap(),
        position: position(state),
        model: state.model.clone(),
        kind,
    }
}

impl Session<'_> {
    /// The state's edge ends here and the path with it. `cut`: without being explored to its end.
    pub(crate) fn edge_ended(&mut self, open: &Open, kind: EndKind, cut: bool) {
        let (Some(learner), Some(id)) = (&mut self.learner, open.edge) else { return };
        let edge = learner.edge(id);
        edge.end.get_or_insert_with(|| end_of(&open.state, kind));
        edge.half |= cut;
        self.finish_edge(id);
    }

    /// Whether the state has an edge, and has done nothing on it yet.
    pub(crate) fn edge_starts_at(&mut self, open: &Open) -> bool {
        let (Some(learner), Some(id)) = (&mut self.learner, open.edge) else { return false };
        let start = &learner.edge(id).start;
        (start.instructions, start.decisions.len()) == (open.state.instructions, open.state.decisions.len())
    }

    /// The state's edge leads to another state and nobody goes on from there.
    pub(crate) fn edge_led_to(&mut self, open: &Open, end: &State, kind: EndKind) {
        let (Some(learner), Some(id)) = (&mut self.learner, open.edge) else { return };
        learner.edge(id).end = Some(end_of(end, kind));
        self.finish_edge(id);
    }

    /// The state cannot take the outcome it waited with.
    pub(crate) fn edge_is_impossible(&mut self, open: &Open) {
        // An edge that led here ends where it would have gone on.
        let kind = if self.edge_starts_at(open) { EndKind::Impossible } else { EndKind::Leaf };
        self.edge_ended(open, kind, false);
    }

    /// The state forks: `children` go on from the end of its edge.
    pub(crate) fn edge_forked(&mut self, open: &Open) {
        let (Some(learner), Some(id)) = (&mut self.learner, open.edge) else { return };
        learner.edge(id).end = Some(end_of(&open.state, EndKind::Continues));
    }

    /// A new edge from a fork, whose start is the state as it is now.
    pub(crate) fn edge_from_fork(&mut self, above: Option<EdgeId>, owner: StateId, open: &mut Open) {
        let Some(learner) = &mut self.learner else { return };
        if learner.economy.rests() {
            return;
        }
        self.machine.paths_part(&open.state);
        self.machine.stop_where_paths_meet(&mut open.state);
        open.edge = Some(learner.add(above, None, owner, open));
    }

    /// The state is at a join: skipped if an entry covers it, otherwise a new edge starts. True if it goes on.
    pub(crate) fn arrive_at_join(&mut self, id: StateId, open: &mut Open) -> bool {
        let Some(key) = Key::of(&open.state) else { return true };
        let started = Instant::now();
        let entry = self.is_subsumed(&mut open.state, &key, Evidence::Solver(&open.path));
        if let Some(learner) = &mut self.learner {
            learner.time += started.elapsed();
        }
        if let Some(entry) = entry {
            self.count_subsumed(&open.state, &entry);
            if open.state.new_coverage && self.config.tests != crate::config::TestPolicy::None {
                self.recording.test(&mut self.machine, &open.state, crate::results::TestEnd::NewCoverage);
            }
            self.edge_ended(open, EndKind::Subsumed(entry), false);
            return false;
        }
        self.visited_while_confirming(&key);
        let (Some(learner), Some(edge)) = (&mut self.learner, open.edge) else { return true };
        learner.edge(edge).end = Some(end_of(&open.state, EndKind::Continues));
        self.machine.stop_at_next_meeting(&mut open.state);
        open.edge = Some(learner.add(Some(edge), Some(key), id, open));
        true
    }

    /// A state is not explored because of an entry.
    pub(crate) fn count_subsumed(&mut self, state: &State, entry: &Condition) {
        self.paths.subsumed += 1;
        if let Some(learner) = &mut self.learner {
            learner.economy.saved(entry.work);
        }
        if self.config.coverage == CoverageLevel::Branch {
            let place = self.place(state, "errors behind a skipped state were not looked for");
            self.cuts.add(CutReason::Coverage, place);
        }
    }

    /// Learning rests or starts again, as it pays.
    pub(crate) fn review_learning(&mut self) {
        let Some(learner) = &mut self.learner else { return };
        let done = economy::INSTRUCTION * self.instructions as f64
            + economy::FORK * self.forks as f64
            + economy::SOLVING * self.solving as f64;
        if learner.economy.review(done) == Change::Rest {
            self.forget_edges();
        }
    }

    /// Nothing is learnt from what is being explored.
    pub(crate) fn forget_edges(&mut self) {
        let Some(learner) = &mut self.learner else { return };
        learner.edges.clear();
        learner.free.clear();
        learner.attempt = None;
        for open in self.open.values_mut() {
            open.edge = None;
            open.state.stop_at = None;
        }
    }

    /// A bug was found: conditions need not protect against it any more.
    pub(crate) fn retire(&mut self, found: Obligation) {
        if let Some(learner) = &mut self.learner {
            learner.table.retire(found);
        }
    }

    /// An edge and all below it are finished: learn, and go on upward as long as that finishes more.
    pub(crate) fn finish_edge(&mut self, id: EdgeId) {
        let mut next = Some(id);
        while let Some(id) = next {
            let Some(learner) = &mut self.learner else { return };
            match learner.edge(id).below.len() {
                0 => {}
                1 => return self.may_confirm(id),
                _ => return,
            }
            let edge = learner.edges[id.0].take().expect("an edge that is not finished");
            let started = Instant::now();
            let solved = self.solver.work();
            let ways = if edge.half { None } else { pull_back::ways(self, &edge) };
            let solved = self.solver.work() - solved;
            let Some(learner) = &mut self.learner else { return };
            learner.time += started.elapsed();
            if !edge.half {
                let conjuncts = ways.iter().flatten().map(|way| way.condition.conjuncts.len()).sum();
                learner.economy.pulled_back(edge.length(), conjuncts, solved);
            }
            match &ways {
                Some(_) => learner.full += 1,
                None => learner.half += 1,
            }
            if let (Some(key), Some([way])) = (&edge.key, ways.as_deref()) {
                learner.table.insert(&self.machine.dag, key.clone(), way.condition.clone());
            }
            // When learning has rested there are others with nothing above them.
            let is_first = edge.above.is_none() && edge.start.instructions == 0;
            if let (true, Some([way])) = (is_first, ways.as_deref()) {
                learner.root = Some(way.condition.clone());
            }
            if let Some(above) = edge.above {
                let above_edge = learner.edge(above);
                above_edge.below.retain(|&below| below != id);
                match ways {
                    Some(ways) => above_edge.ways.extend(ways),
                    None => above_edge.half = true,
                }
            }
            self.confirmed(id);
            if let Some(learner) = &mut self.learner {
                learner.free.push(id);
            }
            next = edge.above;
        }
    }
}

impl Edge {
    /// Whether it starts inside an instruction, at one outcome of a fork.
    pub fn starts_at_outcome(&self) -> bool {
        !self.start.decisions.is_empty()
    }

    /// Instructions it went over.
    pub fn length(&self) -> u64 {
        self.end.as_ref().map_or(0, |end| end.instructions - self.start.instructions)
    }

    /// What exploring another one like it would cost. Its questions would have been asked before.
    pub fn work(&self) -> f64 {
        economy::FORK + economy::INSTRUCTION * self.length() as f64
    }

    pub fn ways_below(&self) -> &[Way] {
        &self.ways
    }
}
