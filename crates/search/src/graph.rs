//! The blocks of the whole program in one numbering: ways within functions, calls between them.
//!
//! A call is an edge of its own kind, not a way out of the block: control comes back behind it. What a call through a
//! pointer may reach is over-approximated by the call graph; each of those functions gets an equal share of the call.

use std::ops::Range;

use program::call_graph::CallGraph;
use program::ir::{BlockId, FuncId, Inst, Program, Term};

/// Number of a block within the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BlockNo(pub u32);

impl BlockNo {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct BlockNode {
    pub function: FuncId,
    /// Where control may go, in the order of the terminator.
    pub successors: Vec<BlockNo>,
    /// Functions it calls, each with how often it does: below 1 for what a pointer may name.
    pub calls: Vec<(FuncId, f64)>,
    /// Instructions, its terminator included.
    pub size: u32,
    /// Whether the function ends here and its caller goes on.
    pub returns: bool,
    /// Whether it is the user's code.
    pub own_code: bool,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Graph {
    nodes: Vec<BlockNode>,
    /// The blocks of each function; none for what is only declared.
    functions: Vec<Range<u32>>,
    predecessors: Vec<Vec<BlockNo>>,
    /// The blocks that call each function.
    call_sites: Vec<Vec<BlockNo>>,
}

impl Graph {
    pub fn new(program: &Program) -> Graph {
        let calls = CallGraph::new(program);
        let mut nodes = Vec::new();
        let mut functions = Vec::new();
        for (number, function) in program.functions.iter().enumerate() {
            let first = nodes.len() as u32;
            functions.push(first..first + function.blocks.len() as u32);
            for block in &function.blocks {
                let successors = block.term.edges().iter().map(|edge| BlockNo(first + edge.target.0)).collect();
                let called = block.insts.iter().filter_map(|inst| match inst {
                    Inst::Call(call) => Some(calls.targets(program, call)),
                    _ => None,
                });
                let shared = called.flat_map(|targets| {
                    let share = 1.0 / targets.len().max(1) as f64;
                    targets.into_iter().map(move |target| (target, share))
                });
                nodes.push(BlockNode {
                    function: FuncId(number as u32),
                    successors,
                    calls: shared.collect(),
                    size: block.insts.len() as u32 + 1,
                    returns: matches!(block.term, Term::Return(_)),
                    own_code: !function.from_runtime,
                });
            }
        }
        Graph::of(nodes, functions)
    }

    /// The graph of these blocks; `functions` are consecutive ranges of them.
    pub(crate) fn of(nodes: Vec<BlockNode>, functions: Vec<Range<u32>>) -> Graph {
        let mut predecessors = vec![Vec::new(); nodes.len()];
        let mut call_sites = vec![Vec::new(); functions.len()];
        for (number, node) in nodes.iter().enumerate() {
            let block = BlockNo(number as u32);
            for next in &node.successors {
                predecessors[next.index()].push(block);
            }
            for (callee, _) in &node.calls {
                call_sites[callee.index()].push(block);
            }
        }
        Graph { nodes, functions, predecessors, call_sites }
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub fn node(&self, block: BlockNo) -> &BlockNode {
        &self.nodes[block.index()]
    }

    pub fn blocks(&self) -> impl Iterator<Item = BlockNo> {
        (0..self.nodes.len() as u32).map(BlockNo)
    }

    pub fn number(&self, function: FuncId, block: BlockId) -> BlockNo {
        BlockNo(self.functions[function.index()].start + block.0)
    }

    pub fn place(&self, block: BlockNo) -> (FuncId, BlockId) {
        let function = self.node(block).function;
        (function, BlockId(block.0 - self.functions[function.index()].start))
    }

    /// The blocks of a function, its entry first.
    pub fn function(&self, function: FuncId) -> impl DoubleEndedIterator<Item = BlockNo> {
        self.functions[function.index()].clone().map(BlockNo)
    }

    pub fn functions(&self) -> impl DoubleEndedIterator<Item = FuncId> {
        (0..self.functions.len() as u32).map(FuncId)
    }

    /// Where a function starts; `None` for what is only declared.
    pub fn entry(&self, function: FuncId) -> Option<BlockNo> {
        self.function(function).next()
    }

    pub fn predecessors(&self, block: BlockNo) -> &[BlockNo] {
        &self.predecessors[block.index()]
    }

    pub fn call_sites(&self, function: FuncId) -> &[BlockNo] {
        &self.call_sites[function.index()]
    }
}
