//! The edges of the annotated tree (P13 section 5, definition 2): pieces of paths from one fork or join to the next.
//!
//! An edge knows the state at its start and how it ended. It is *finished* when nothing below it is open any more, *half*
//! when something below it was cut, and *full* otherwise: only full edges get an interpolant. Finished edges are handed
//! out and forgotten; their places are used again.
//!
//! Does not compute anything: see [`weakest_pre`](crate::weakest_pre).

use std::rc::Rc;

use expr::Model;
use machine::state::State;
use program::ir::{BlockId, FuncId};
use solver::PathCondition;
use tree::StateId;

use crate::condition::{Condition, Origin};
use crate::economy;
use crate::table::Key;
use crate::weakest_pre::Way;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EdgeId(usize);

/// A piece of a path between two points of interest.
pub(crate) struct Edge {
    pub above: Option<EdgeId>,
    /// Set where the edge starts at a join.
    pub key: Option<Key>,
    pub start: State,
    /// The path condition at the start, where conditions are made of its cores.
    pub path: Option<PathCondition>,
    pub end: Option<End>,
    /// Edges below that are not finished.
    pub below: Vec<EdgeId>,
    /// The state that extends it, or did.
    pub owner: StateId,
    /// Forks above it.
    pub depth: u64,
    /// What the finished ones below have taught.
    pub ways: Vec<Way>,
    /// Something below was cut.
    pub half: bool,
    /// Conditions the table had been given when its start was last held against them.
    pub seen: u64,
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

/// How an edge ended.
pub enum EndKind {
    /// Other edges go on from here.
    Continues,
    /// Nothing goes on: the program's end, a bug, a false assumption.
    Leaf,
    /// The outcome it starts with cannot be taken.
    Impossible,
    /// The state satisfied this entry.
    Subsumed(Rc<Condition>),
}

impl End {
    pub fn of(state: &State, kind: EndKind) -> End {
        End {
            instructions: state.instructions,
            next_heap: state.memory.next_heap(),
            position: position(state),
            model: state.model.clone(),
            kind,
        }
    }

    /// The condition that holds here because an entry of the table says so.
    pub fn entry(&self) -> Option<&Rc<Condition>> {
        match &self.kind {
            EndKind::Subsumed(entry) => Some(entry),
            EndKind::Continues | EndKind::Leaf | EndKind::Impossible => None,
        }
    }
}

/// Where each function on the stack is.
pub(crate) fn position(state: &State) -> Vec<(FuncId, BlockId, u32)> {
    std::iter::once(&state.frame).chain(state.callers.frames()).map(|f| (f.func, f.block, f.inst)).collect()
}

impl Edge {
    pub fn new(above: Option<EdgeId>, key: Option<Key>, owner: StateId, start: State) -> Edge {
        Edge {
            above,
            key,
            start,
            path: None,
            end: None,
            below: Vec::new(),
            owner,
            depth: 0,
            ways: Vec::new(),
            half: false,
            seen: 0,
        }
    }

    /// Whether it starts inside an instruction, at one outcome of a fork.
    pub fn starts_at_outcome(&self) -> bool {
        !self.start.decisions.is_empty()
    }

    /// Whether nothing was executed on it up to this state.
    pub fn starts_at(&self, state: &State) -> bool {
        (self.start.instructions, self.start.decisions.len()) == (state.instructions, state.decisions.len())
    }

    /// Whether the program itself starts with it.
    pub fn is_first(&self) -> bool {
        // When learning has rested there are others with nothing above them, and the first instruction may fork.
        self.above.is_none() && self.start.instructions == 0 && self.start.decisions.is_empty()
    }

    /// Instructions it went over.
    pub fn length(&self) -> u64 {
        self.end.as_ref().map_or(0, |end| end.instructions - self.start.instructions)
    }

    /// What exploring another one like it would cost. Its questions would have been asked before.
    pub fn work(&self) -> f64 {
        economy::FORK + economy::INSTRUCTION * self.length() as f64
    }

    /// What it says of where its condition comes from.
    pub fn origin(&self) -> Origin {
        let ends = matches!(self.end, Some(End { kind: EndKind::Leaf, .. }));
        let paths = self.conditions_below().fold(u64::from(ends), |sum, below| sum.saturating_add(below.origin.paths));
        Origin { start: Some((self.owner, self.start.instructions)), paths, by_induction: false }
    }

    /// The conditions that hold at its end.
    pub fn conditions_below(&self) -> impl Iterator<Item = &Rc<Condition>> {
        let entry = self.end.as_ref().and_then(End::entry);
        self.ways.iter().map(|way| &way.condition).chain(entry)
    }
}

/// The edges that are not finished.
#[derive(Default)]
pub(crate) struct Edges {
    slots: Vec<Option<Box<Edge>>>,
    free: Vec<EdgeId>,
}

impl Edges {
    pub fn add(&mut self, mut edge: Edge) -> EdgeId {
        edge.depth = edge.above.map_or(0, |above| self.get(above).depth + 1);
        let above = edge.above;
        let edge = Some(Box::new(edge));
        let id = match self.free.pop() {
            Some(id) => {
                self.slots[id.0] = edge;
                id
            }
            None => {
                self.slots.push(edge);
                EdgeId(self.slots.len() - 1)
            }
        };
        if let Some(above) = above {
            self.get(above).below.push(id);
        }
        id
    }

    pub fn get(&mut self, id: EdgeId) -> &mut Edge {
        self.slots[id.0].as_mut().expect("an edge that is not finished")
    }

    /// Takes a finished edge out. Its name stays its own until it is [released](Edges::release).
    pub fn take(&mut self, id: EdgeId) -> Box<Edge> {
        self.slots[id.0].take().expect("an edge that is not finished")
    }

    pub fn release(&mut self, id: EdgeId) {
        self.free.push(id);
    }

    /// Forgets what is below an edge; the states that were open there.
    pub fn prune(&mut self, id: EdgeId) -> Vec<StateId> {
        let (mut open, mut below) = (Vec::new(), std::mem::take(&mut self.get(id).below));
        while let Some(id) = below.pop() {
            let edge = self.take(id);
            self.release(id);
            open.extend(edge.end.is_none().then_some(edge.owner));
            below.extend(edge.below);
        }
        open
    }

    pub fn clear(&mut self) {
        self.slots.clear();
        self.free.clear();
    }

    /// An open state in the subtree of an edge; `None` once it is finished.
    pub fn open_state_below(&self, id: EdgeId) -> Option<StateId> {
        let mut id = id;
        loop {
            let edge = self.slots[id.0].as_ref()?;
            match (&edge.end, edge.below.last()) {
                (None, _) => return Some(edge.owner),
                (Some(_), Some(&below)) => id = below,
                (Some(_), None) => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{Lab, N, X, compute, condition, set, straight};
    use program::ir::{BinOp, Operand};

    fn ended(mut edge: Edge, state: &State) -> Edge {
        edge.end = Some(End::of(state, EndKind::Continues));
        edge
    }

    #[test]
    fn the_open_state_below_is_that_of_the_last_edge_not_finished() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start(0);
        let mut edges = Edges::default();
        let root = edges.add(Edge::new(None, None, StateId(1), state.clone()));
        assert_eq!(edges.open_state_below(root), Some(StateId(1)), "nobody has come to its end");
        edges.get(root).end = Some(End::of(&state, EndKind::Continues));
        assert_eq!(edges.open_state_below(root), None);
        let first = edges.add(ended(Edge::new(Some(root), None, StateId(1), state.clone()), &state));
        let second = edges.add(Edge::new(Some(root), None, StateId(2), state.clone()));
        let third = edges.add(Edge::new(Some(first), None, StateId(3), state.clone()));
        assert_eq!(edges.open_state_below(root), Some(StateId(2)));
        assert_eq!(edges.open_state_below(first), Some(StateId(3)));
        edges.take(second);
        edges.get(root).below.retain(|&below| below != second);
        assert_eq!(edges.open_state_below(second), None, "it is finished");
        assert_eq!(edges.open_state_below(root), Some(StateId(3)));
        assert_eq!([root, first, third].map(|id| edges.get(id).depth), [0, 1, 2]);
    }

    #[test]
    fn what_is_pruned_is_all_that_is_below() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start(0);
        let mut edges = Edges::default();
        let root = edges.add(ended(Edge::new(None, None, StateId(1), state.clone()), &state));
        let first = edges.add(ended(Edge::new(Some(root), None, StateId(1), state.clone()), &state));
        let second = edges.add(Edge::new(Some(root), None, StateId(2), state.clone()));
        edges.add(Edge::new(Some(first), None, StateId(1), state.clone()));
        edges.add(Edge::new(Some(first), None, StateId(3), state.clone()));
        let mut open = edges.prune(first);
        open.sort_unstable();
        assert_eq!(open, [StateId(1), StateId(3)], "and not what is beside it");
        assert_eq!(edges.get(root).below, [first, second]);
        assert_eq!(edges.open_state_below(first), None);
        assert_eq!(edges.open_state_below(root), Some(StateId(2)));
    }

    #[test]
    fn the_place_of_an_edge_is_used_again_once_it_is_released() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start(0);
        let mut edges = Edges::default();
        let add = |edges: &mut Edges| edges.add(Edge::new(None, None, StateId(1), state.clone()));
        let first = add(&mut edges);
        edges.take(first);
        let second = add(&mut edges);
        assert_ne!(first, second, "its name stays its own");
        edges.release(first);
        assert_eq!(add(&mut edges), first);
        assert_ne!(add(&mut edges), second);
        edges.clear();
        assert_eq!(add(&mut edges), first, "all are forgotten, and none is free twice");
        assert_ne!(add(&mut edges), first);
    }

    #[test]
    fn an_edge_at_an_outcome_starts_inside_an_instruction() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let mut state = lab.start(0);
        let plain = Edge::new(None, None, StateId(0), state.clone());
        assert!(!plain.starts_at_outcome() && plain.starts_at(&state) && plain.is_first());
        state.decisions.push(1);
        let outcome = Edge::new(None, None, StateId(0), state.clone());
        assert!(outcome.starts_at_outcome() && outcome.starts_at(&state) && !plain.starts_at(&state));
        state.instructions += 1;
        assert!(!outcome.starts_at(&state));
        assert!(!Edge::new(None, None, StateId(0), state.clone()).is_first(), "learning has rested before it");
    }

    #[test]
    fn an_end_knows_where_it_is_and_what_holds_there() {
        let program = straight(vec![compute(N, BinOp::Add, X, Operand::Imm(1)), set(N, 2)]);
        let mut lab = Lab::new(&program);
        let start = lab.start(0);
        let entry = condition(&[lab.below(lab.x, 3)]);
        let edge = lab.edge(&start, 1, EndKind::Subsumed(entry.clone()));
        assert_eq!(edge.length(), 1);
        let end = edge.end.as_ref().unwrap();
        assert_eq!(end.position, [(FuncId(0), BlockId(0), 1)]);
        assert_eq!(end.next_heap, start.memory.next_heap());
        assert!(end.entry().is_some_and(|found| Rc::ptr_eq(found, &entry)));
        assert!(edge.conditions_below().all(|found| Rc::ptr_eq(found, &entry)));
        assert_eq!(edge.conditions_below().count(), 1);
        for kind in [EndKind::Continues, EndKind::Leaf, EndKind::Impossible] {
            assert!(lab.edge(&start, 1, kind).end.unwrap().entry().is_none());
        }
    }

    #[test]
    fn every_function_on_the_stack_has_a_position() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let mut state = lab.start(0);
        let mut caller = state.frame.clone();
        caller.inst = 4;
        state.callers.push(caller);
        assert_eq!(position(&state), [(FuncId(0), BlockId(0), 0), (FuncId(0), BlockId(0), 4)]);
    }
}
