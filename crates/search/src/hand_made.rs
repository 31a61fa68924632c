//! A world for the tests of strategies: a graph written down block by block, and states put where a test wants them.

use std::time::{Duration, Instant};

use program::ir::FuncId;
use rustc_hash::FxHashMap;
use tree::{StateId, Tree};

use crate::graph::{BlockNo, BlockNode, Graph};
use crate::greedy::cost_model::{CostModel, Operations};
use crate::history::{Decision, History};
use crate::world::World;

/// Successors of a block, and the functions it calls.
pub type BlockSpec<'a> = (&'a [u32], &'a [u32]);

/// What a random execution costs in these worlds.
pub const RANDOM_COST: Duration = Duration::from_micros(10);

#[derive(Default)]
pub struct StateFacts {
    pub stack: Vec<BlockNo>,
    pub instructions: u64,
    pub since_new: Option<u64>,
    pub since_novelty: u32,
    pub query_time: Duration,
    pub history: History,
    pub constraints: u32,
    pub unsolved: Option<Operations>,
}

pub struct HandMade {
    pub tree: Tree,
    graph: Graph,
    visits: Vec<u64>,
    taken: Vec<Vec<u32>>,
    facts: FxHashMap<StateId, StateFacts>,
    costs: CostModel,
    pub left_something_out: bool,
    pub draws_inputs: bool,
    pub random_has_effects: bool,
    pub random_runs: u64,
    pub random_runs_at_news: u64,
    pub deciding: Duration,
    pub random_instructions: u64,
    pub work: f64,
}

impl HandMade {
    /// Functions as lists of blocks, numbered through; every block has one instruction.
    pub fn new(functions: &[&[BlockSpec]]) -> HandMade {
        let mut nodes = Vec::new();
        let mut ranges = Vec::new();
        for (number, blocks) in functions.iter().enumerate() {
            let first = nodes.len() as u32;
            ranges.push(first..first + blocks.len() as u32);
            for (successors, calls) in *blocks {
                nodes.push(BlockNode {
                    function: FuncId(number as u32),
                    successors: successors.iter().map(|&b| BlockNo(b)).collect(),
                    calls: calls.iter().map(|&f| (FuncId(f), 1.0)).collect(),
                    size: 1,
                    returns: successors.is_empty(),
                    own_code: true,
                });
            }
        }
        let taken = nodes.iter().map(|n| if n.successors.len() > 1 { vec![0; n.successors.len()] } else { Vec::new() });
        HandMade {
            tree: Tree::new(StateId(0)),
            visits: vec![0; nodes.len()],
            taken: taken.collect(),
            graph: Graph::of(nodes, ranges),
            facts: FxHashMap::default(),
            costs: CostModel::default(),
            left_something_out: false,
            draws_inputs: false,
            random_has_effects: false,
            random_runs: 0,
            random_runs_at_news: 0,
            deciding: Duration::ZERO,
            random_instructions: 0,
            work: 0.0,
        }
    }

    /// A program without blocks, for strategies that only look at the tree.
    pub fn only_a_tree(tree: Tree) -> HandMade {
        HandMade { tree, ..HandMade::new(&[]) }
    }

    pub fn cover(&mut self, blocks: &[u32]) {
        blocks.iter().for_each(|&block| self.visits[block as usize] += 1);
    }

    pub fn take(&mut self, block: u32, edge: usize, times: u32) {
        self.taken[block as usize][edge] += times;
    }

    /// Puts a state into a block, called from the others.
    pub fn put(&mut self, state: StateId, stack: &[u32]) {
        self.facts(state).stack = stack.iter().map(|&b| BlockNo(b)).collect();
    }

    pub fn facts(&mut self, state: StateId) -> &mut StateFacts {
        self.facts.entry(state).or_default()
    }

    /// The decisions of a state, first one first.
    pub fn decide(&mut self, state: StateId, decisions: &[(u32, u32)]) {
        let mut history = History::default();
        decisions.iter().for_each(|&(block, outcome)| history.push(Decision { block: BlockNo(block), outcome }));
        self.facts(state).history = history;
    }
}

impl World for HandMade {
    fn now(&self) -> Instant {
        Instant::now()
    }

    fn work(&self) -> f64 {
        self.work
    }

    fn tree(&self) -> &Tree {
        &self.tree
    }

    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn covered(&self) -> u64 {
        self.visits.iter().filter(|&&n| n > 0).count() as u64
    }

    fn visits(&self, block: BlockNo) -> u64 {
        self.visits[block.index()]
    }

    fn taken(&self, block: BlockNo) -> &[u32] {
        &self.taken[block.index()]
    }

    fn stack(&self, state: StateId) -> Vec<BlockNo> {
        self.facts.get(&state).map_or(Vec::new(), |facts| facts.stack.clone())
    }

    fn instructions(&self, state: StateId) -> u64 {
        self.facts.get(&state).map_or(0, |facts| facts.instructions)
    }

    fn since_new(&self, state: StateId) -> Option<u64> {
        self.facts.get(&state)?.since_new
    }

    fn since_novelty(&self, state: StateId) -> u32 {
        self.facts.get(&state).map_or(0, |facts| facts.since_novelty)
    }

    fn query_time(&self, state: StateId) -> Duration {
        self.facts.get(&state).map_or(Duration::ZERO, |facts| facts.query_time)
    }

    fn history(&self, state: StateId) -> History {
        self.facts.get(&state).map_or_else(History::default, |facts| facts.history.clone())
    }

    fn cost_model(&self) -> &CostModel {
        &self.costs
    }

    fn random_cost(&self) -> Option<Duration> {
        Some(RANDOM_COST)
    }

    fn deciding(&self) -> Duration {
        self.deciding
    }

    fn random_runs(&self) -> u64 {
        self.random_runs
    }

    fn random_runs_at_news(&self) -> u64 {
        self.random_runs_at_news
    }

    fn random_instructions(&self) -> u64 {
        self.random_instructions
    }

    fn draws_inputs(&self) -> bool {
        self.draws_inputs
    }

    fn random_has_effects(&self) -> bool {
        self.random_has_effects
    }

    fn left_something_out(&self) -> bool {
        self.left_something_out
    }

    fn start(&self) -> Option<BlockNo> {
        (!self.graph.is_empty()).then_some(BlockNo(0))
    }

    fn constraints(&self, state: StateId) -> u32 {
        self.facts.get(&state).map_or(0, |facts| facts.constraints)
    }

    fn unsolved(&self, state: StateId) -> Option<Operations> {
        self.facts.get(&state)?.unsolved
    }
}
