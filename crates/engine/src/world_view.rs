//! What strategies see of a run: the engine's implementation of [`World`].

use std::cell::OnceCell;
use std::time::{Duration, Instant};

use machine::Machine;
use machine::state::{Frame, State};
use program::ir::{BlockId, FuncId, Term};
use search::graph::{BlockNo, Graph};
use search::greedy::cost_model::{CostModel, Operations};
use search::history::History;
use search::world::World;
use tree::{StateId, Tree};

use crate::asker::Asker;
use crate::cuts::Cuts;
use crate::frontier::States;
use crate::random_testing::RandomTesting;
use crate::targets::Targets;

pub(crate) struct WorldView<'a, 'p> {
    pub now: Instant,
    pub deciding: Duration,
    pub work: f64,
    pub states: &'a States,
    pub machine: &'a Machine<'p>,
    /// Made when first asked for.
    pub graph: &'a OnceCell<Graph>,
    pub asker: &'a Asker,
    pub random: &'a RandomTesting,
    pub targets: &'a Targets,
    pub cuts: &'a Cuts,
    pub entry: FuncId,
}

impl WorldView<'_, '_> {
    fn number(&self, frame: &Frame, block: BlockId) -> BlockNo {
        BlockNo(self.machine.coverage.number(frame.func, block))
    }

    /// The block a state runs, or enters next if it was forked off at the end of one.
    fn next_block(&self, state: &State) -> BlockId {
        let frame = &state.frame;
        let block = &self.machine.function(frame.func).blocks[frame.block.index()];
        let at_the_end = frame.inst as usize == block.insts.len();
        let (Some(&decision), true) = (state.decisions.last(), at_the_end) else { return frame.block };
        let edge = match &block.term {
            Term::Branch { yes, no, .. } => Some(if decision == 1 { yes } else { no }),
            Term::Switch { .. } => block.term.edges().get(decision as usize).copied(),
            Term::IndirectJump { targets, .. } => targets.get(decision as usize).map(|(_, edge)| edge),
            Term::Jump(_) | Term::Return(_) | Term::Unreachable | Term::Unsupported { .. } => None,
        };
        edge.map_or(frame.block, |edge| edge.target)
    }
}

impl World for WorldView<'_, '_> {
    fn now(&self) -> Instant {
        self.now
    }

    fn deciding(&self) -> Duration {
        self.deciding
    }

    fn work(&self) -> f64 {
        self.work
    }

    fn tree(&self) -> &Tree {
        &self.states.tree
    }

    fn graph(&self) -> &Graph {
        self.graph.get_or_init(|| Graph::new(self.machine.program))
    }

    fn covered(&self) -> u64 {
        self.machine.coverage.covered()
    }

    fn wants(&self, block: BlockNo) -> bool {
        let (function, number) = self.graph().place(block);
        match self.targets.are_asked_for() {
            true => self.targets.want(function, number),
            false => self.graph().node(block).own_code && !self.is_covered(block),
        }
    }

    fn visits(&self, block: BlockNo) -> u64 {
        self.machine.coverage.visits(block.0).into()
    }

    fn taken(&self, block: BlockNo) -> &[u32] {
        self.machine.coverage.taken(block.0)
    }

    fn stack(&self, state: StateId) -> Vec<BlockNo> {
        let Some(open) = self.states.get(state) else { return Vec::new() };
        let frame = &open.state.frame;
        let callers = open.state.callers.frames().map(|caller| self.number(caller, caller.block));
        std::iter::once(self.number(frame, self.next_block(&open.state))).chain(callers).collect()
    }

    fn instructions(&self, state: StateId) -> u64 {
        self.states.get(state).map_or(0, |open| open.state.instructions)
    }

    fn since_new(&self, state: StateId) -> Option<u64> {
        let open = self.states.get(state)?;
        open.last_new.map(|then| open.state.instructions - then)
    }

    fn since_novelty(&self, state: StateId) -> u32 {
        self.states.get(state).and_then(|open| open.trail.as_ref()).map_or(0, |trail| trail.since)
    }

    fn query_time(&self, state: StateId) -> Duration {
        self.states.get(state).map_or(Duration::ZERO, |open| open.query_time)
    }

    fn history(&self, state: StateId) -> History {
        self.states.get(state).map_or_else(History::default, |open| open.history.clone())
    }

    fn cost_model(&self) -> &CostModel {
        &self.asker.costs
    }

    fn random_cost(&self) -> Option<Duration> {
        self.random.mean_time()
    }

    fn random_runs(&self) -> u64 {
        self.random.runs
    }

    fn random_instructions(&self) -> u64 {
        self.random.instructions
    }

    fn draws_inputs(&self) -> bool {
        self.random.draws_inputs
    }

    fn random_has_effects(&self) -> bool {
        self.random.has_effects
    }

    fn left_something_out(&self) -> bool {
        self.cuts.hide_code()
    }

    fn start(&self) -> Option<BlockNo> {
        Some(BlockNo(self.machine.coverage.number(self.entry, BlockId(0))))
    }

    fn constraints(&self, state: StateId) -> u32 {
        let unsolved = self.states.get(state).and_then(|open| Some((open, open.unsolved?)));
        unsolved.map_or(0, |(open, guard)| open.path.slice_len(&self.machine.dag, guard) as u32)
    }

    fn unsolved(&self, state: StateId) -> Option<Operations> {
        let open = self.states.get(state)?;
        Some(self.asker.operations.borrow_mut().of_query(&self.machine.dag, &open.path, open.unsolved?))
    }
}
