//! Which blocks and branch edges any path has taken.

use program::ir::{BlockId, FuncId, Program, Term};

#[derive(Clone, Debug)]
pub struct Coverage {
    /// Number of the first block of each function in `blocks`.
    first_block: Vec<u32>,
    blocks: Vec<bool>,
    /// Number of the first branch edge of each block in `edges`.
    first_edge: Vec<u32>,
    edges: Vec<bool>,
}

impl Coverage {
    pub fn new(program: &Program) -> Coverage {
        let mut coverage =
            Coverage { first_block: Vec::new(), blocks: Vec::new(), first_edge: Vec::new(), edges: Vec::new() };
        for function in &program.functions {
            coverage.first_block.push(coverage.blocks.len() as u32);
            for block in &function.blocks {
                coverage.first_edge.push(coverage.edges.len() as u32);
                coverage.blocks.push(false);
                let edges = match &block.term {
                    Term::Branch { .. } | Term::Switch { .. } => block.term.edges().len(),
                    _ => 0,
                };
                coverage.edges.resize(coverage.edges.len() + edges, false);
            }
        }
        coverage.first_edge.push(coverage.edges.len() as u32);
        coverage
    }

    #[inline(always)]
    fn number(&self, function: FuncId, block: BlockId) -> usize {
        (self.first_block[function.index()] + block.0) as usize
    }

    /// Marks a block; true if it is new.
    #[inline(always)]
    pub(crate) fn enter(&mut self, function: FuncId, block: BlockId) -> bool {
        let number = self.number(function, block);
        !std::mem::replace(&mut self.blocks[number], true)
    }

    /// Marks a branch edge; true if it is new.
    #[inline(always)]
    pub(crate) fn take(&mut self, function: FuncId, block: BlockId, edge: usize) -> bool {
        let number = self.first_edge[self.number(function, block)] as usize + edge;
        !std::mem::replace(&mut self.edges[number], true)
    }

    /// The part that one function's blocks need, for the tight loop.
    #[inline(always)]
    pub(crate) fn of_function(&mut self, function: FuncId) -> FunctionCoverage<'_> {
        let first = self.first_block[function.index()] as usize;
        FunctionCoverage {
            blocks: &mut self.blocks[first..],
            first_edge: &self.first_edge[first..],
            edges: &mut self.edges,
        }
    }

    pub fn is_covered(&self, function: FuncId, block: BlockId) -> bool {
        self.blocks[self.number(function, block)]
    }

    /// The branch edges of a block, in the order of [`Term::edges`].
    pub fn branch_edges(&self, function: FuncId, block: BlockId) -> &[bool] {
        let number = self.number(function, block);
        &self.edges[self.first_edge[number] as usize..self.first_edge[number + 1] as usize]
    }
}

/// Coverage of one function; blocks are numbered from its entry.
pub(crate) struct FunctionCoverage<'a> {
    blocks: &'a mut [bool],
    first_edge: &'a [u32],
    edges: &'a mut [bool],
}

impl FunctionCoverage<'_> {
    /// As [`Coverage::enter`].
    #[inline(always)]
    pub fn enter(&mut self, block: usize) -> bool {
        !std::mem::replace(&mut self.blocks[block], true)
    }

    /// As [`Coverage::take`].
    #[inline(always)]
    pub fn take(&mut self, block: usize, edge: usize) -> bool {
        !std::mem::replace(&mut self.edges[self.first_edge[block] as usize + edge], true)
    }
}
