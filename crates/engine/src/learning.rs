//! The learning loop (P13 section 4, P21 section 4): which part of the tree is finished, and what that taught.
//!
//! The tree is cut into *edges*: from one fork or join to the next. An edge knows the state at its start and how it
//! ended. When everything below it is finished and nothing was cut, its condition is computed (see
//! [`pull_back`](crate::pull_back)) and handed to the edge above; at a join it also becomes an entry of the subsumption
//! table. An edge below which something was cut is *half*: it teaches nothing, and neither does any edge above it.
//!
//! Only sound verdicts depend on nothing here: a state is skipped only when [`Session::is_subsumed`] has shown that it
//! satisfies an entry, and entries come from full edges only.

use std::rc::Rc;
use std::time::{Duration, Instant};

use expr::Model;
use machine::state::State;
use program::ir::{BlockId, FuncId};
use pruning::condition::{Condition, Obligation};
use pruning::table::{Key, Table};

use crate::pull_back::{self, Way};
use crate::results::Learning;
use crate::session::{Open, Session};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EdgeId(usize);

/// A piece of a path between two points of interest.
pub(crate) struct Edge {
    above: Option<EdgeId>,
    /// Set where the edge starts at a join.
    key: Option<Key>,
    pub start: State,
    pub end: Option<End>,
    /// Edges below that are not finished.
    pending: usize,
    /// What the finished ones below have taught.
    ways: Vec<Way>,
    /// Something below was cut.
    half: bool,
}

/// Where and how an edge ended.
pub(crate) struct End {
    pub instructions: u64,
    pub position: (FuncId, BlockId, u32),
    /// A model of the path up to here, which therefore leads through the edge.
    pub model: Model,
    pub kind: EndKind,
}

pub(crate) enum EndKind {
    /// Other edges go on from here.
    Continues,
    /// Nothing goes on: the program's end, a bug, a false assumption.
    Leaf,
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
    pub time: Duration,
}

impl Learner {
    pub fn new(first: &State) -> (Learner, EdgeId) {
        let mut learner = Learner::default();
        let root = learner.add(None, None, first.clone());
        (learner, root)
    }

    fn add(&mut self, above: Option<EdgeId>, key: Option<Key>, start: State) -> EdgeId {
        let edge = Edge { above, key, start, end: None, pending: 0, ways: Vec::new(), half: false };
        let edge = Some(Box::new(edge));
        match self.free.pop() {
            Some(id) => {
                self.edges[id.0] = edge;
                id
            }
            None => {
                self.edges.push(edge);
                EdgeId(self.edges.len() - 1)
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
            confirmations: 0,
            time: self.time,
        }
    }
}

fn end_of(open: &Open, kind: EndKind) -> End {
    let frame = &open.state.frame;
    End {
        instructions: open.state.instructions,
        position: (frame.func, frame.block, frame.inst),
        model: open.state.model.clone(),
        kind,
    }
}

impl Session<'_> {
    /// The state's edge ends here and the path with it. `cut`: without being explored to its end.
    pub(crate) fn edge_ended(&mut self, open: &Open, kind: EndKind, cut: bool) {
        let (Some(learner), Some(id)) = (&mut self.learner, open.edge) else { return };
        let edge = learner.edge(id);
        edge.end.get_or_insert_with(|| end_of(open, kind));
        edge.half |= cut;
        self.finish_edge(id);
    }

    /// The state forks: `children` go on from the end of its edge.
    pub(crate) fn edge_forked(&mut self, open: &Open) {
        let (Some(learner), Some(id)) = (&mut self.learner, open.edge) else { return };
        learner.edge(id).end = Some(end_of(open, EndKind::Continues));
    }

    /// A new edge from a fork, whose start is the state as it is now.
    pub(crate) fn edge_from_fork(&mut self, above: Option<EdgeId>, open: &mut Open) {
        let (Some(learner), Some(above)) = (&mut self.learner, above) else { return };
        learner.edge(above).pending += 1;
        self.machine.stop_where_paths_meet(&mut open.state);
        open.edge = Some(learner.add(Some(above), None, open.state.clone()));
    }

    /// The state is at a join: skipped if an entry covers it, otherwise a new edge starts. True if it goes on.
    pub(crate) fn arrive_at_join(&mut self, open: &mut Open) -> bool {
        let started = Instant::now();
        let goes_on = self.join(open);
        if let Some(learner) = &mut self.learner {
            learner.time += started.elapsed();
        }
        goes_on
    }

    fn join(&mut self, open: &mut Open) -> bool {
        let Some(key) = Key::of(&open.state) else { return true };
        if let Some(entry) = self.is_subsumed(open, &key) {
            self.paths.subsumed += 1;
            if open.state.new_coverage && self.config.tests != crate::config::TestPolicy::None {
                self.recording.test(&self.machine, &open.state, crate::results::TestEnd::NewCoverage);
            }
            self.edge_ended(open, EndKind::Subsumed(entry), false);
            return false;
        }
        let (Some(learner), Some(id)) = (&mut self.learner, open.edge) else { return true };
        learner.edge(id).end = Some(end_of(open, EndKind::Continues));
        learner.edge(id).pending = 1;
        open.edge = Some(learner.add(Some(id), Some(key), open.state.clone()));
        true
    }

    /// A bug was found: conditions need not protect against it any more.
    pub(crate) fn retire(&mut self, found: Obligation) {
        if let Some(learner) = &mut self.learner {
            learner.table.retire(found);
        }
    }

    /// An edge and all below it are finished: learn, and go on upward as long as that finishes more.
    fn finish_edge(&mut self, id: EdgeId) {
        let started = Instant::now();
        let mut next = Some(id);
        while let Some(id) = next {
            let Some(learner) = &mut self.learner else { return };
            if learner.edge(id).pending > 0 {
                break;
            }
            let edge = learner.edges[id.0].take().expect("an edge that is not finished");
            learner.free.push(id);
            let ways = if edge.half { None } else { self.ways_of(&edge) };
            let Some(learner) = &mut self.learner else { return };
            match &ways {
                Some(_) => learner.full += 1,
                None => learner.half += 1,
            }
            if let (Some(key), Some([way])) = (&edge.key, ways.as_deref()) {
                learner.table.insert(key.clone(), way.condition.clone());
            }
            if let Some(above) = edge.above {
                let above_edge = learner.edge(above);
                above_edge.pending -= 1;
                match ways {
                    Some(ways) => above_edge.ways.extend(ways),
                    None => above_edge.half = true,
                }
            }
            next = edge.above;
        }
        if let Some(learner) = &mut self.learner {
            learner.time += started.elapsed();
        }
    }

    fn ways_of(&mut self, edge: &Edge) -> Option<Vec<Way>> {
        pull_back::ways(self, edge)
    }
}

impl Edge {
    /// Whether it starts inside an instruction, at one outcome of a fork.
    pub fn starts_at_outcome(&self) -> bool {
        !self.start.decisions.is_empty()
    }

    pub fn ways_below(&self) -> &[Way] {
        &self.ways
    }
}
