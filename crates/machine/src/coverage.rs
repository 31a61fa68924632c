//! How often any path has entered each block and taken each branch edge.

use program::ir::{BlockId, FuncId, Program, Term};

#[derive(Clone, Debug)]
pub struct Coverage {
    /// Number of the first block of each function in `blocks`.
    first_block: Vec<u32>,
    blocks: Vec<u32>,
    /// Number of the first branch edge of each block in `edges`.
    first_edge: Vec<u32>,
    edges: Vec<u32>,
    covered: u64,
}

impl Coverage {
    pub(crate) fn new(program: &Program) -> Coverage {
        let mut coverage = Coverage {
            first_block: Vec::new(),
            blocks: Vec::new(),
            first_edge: Vec::new(),
            edges: Vec::new(),
            covered: 0,
        };
        for function in &program.functions {
            coverage.first_block.push(coverage.blocks.len() as u32);
            for block in &function.blocks {
                coverage.first_edge.push(coverage.edges.len() as u32);
                coverage.blocks.push(0);
                let edges = match &block.term {
                    Term::Branch { .. } | Term::Switch { .. } => block.term.edges().len(),
                    _ => 0,
                };
                coverage.edges.resize(coverage.edges.len() + edges, 0);
            }
        }
        coverage.first_edge.push(coverage.edges.len() as u32);
        coverage
    }

    /// The number of a block in the whole program: functions one after the other.
    #[inline(always)]
    pub fn number(&self, function: FuncId, block: BlockId) -> u32 {
        self.first_block[function.index()] + block.0
    }

    /// Counts a block; true if it is new.
    #[inline(always)]
    pub(crate) fn enter(&mut self, function: FuncId, block: BlockId) -> bool {
        let number = self.number(function, block) as usize;
        let new = count(&mut self.blocks[number]);
        self.covered += new as u64;
        new
    }

    /// Counts a branch edge; true if it is new.
    #[inline(always)]
    pub(crate) fn take(&mut self, function: FuncId, block: BlockId, edge: usize) -> bool {
        let number = self.first_edge[self.number(function, block) as usize] as usize + edge;
        count(&mut self.edges[number])
    }

    /// The part that one function's blocks need, for the tight loop.
    #[inline(always)]
    pub(crate) fn of_function(&mut self, function: FuncId) -> FunctionCoverage<'_> {
        let first = self.first_block[function.index()] as usize;
        FunctionCoverage {
            blocks: &mut self.blocks[first..],
            first_edge: &self.first_edge[first..],
            edges: &mut self.edges,
            covered: &mut self.covered,
        }
    }

    pub fn is_covered(&self, function: FuncId, block: BlockId) -> bool {
        self.visits(self.number(function, block)) > 0
    }

    /// How many blocks are covered.
    pub fn covered(&self) -> u64 {
        self.covered
    }

    /// How often the block of this number was entered.
    pub fn visits(&self, number: u32) -> u32 {
        self.blocks[number as usize]
    }

    /// How often each branch edge of the block of this number was taken, in the order of [`Term::edges`].
    pub fn taken(&self, number: u32) -> &[u32] {
        &self.edges[self.first_edge[number as usize] as usize..self.first_edge[number as usize + 1] as usize]
    }
}

/// Counts up, without ever coming back to nothing; true the first time.
#[inline(always)]
fn count(counter: &mut u32) -> bool {
    let before = *counter;
    *counter = before.saturating_add(1);
    before == 0
}

/// Coverage of one function; blocks are numbered from its entry.
pub(crate) struct FunctionCoverage<'a> {
    blocks: &'a mut [u32],
    first_edge: &'a [u32],
    edges: &'a mut [u32],
    covered: &'a mut u64,
}

impl FunctionCoverage<'_> {
    /// As [`Coverage::enter`].
    #[inline(always)]
    pub(crate) fn enter(&mut self, block: usize) -> bool {
        let new = count(&mut self.blocks[block]);
        *self.covered += new as u64;
        new
    }

    /// As [`Coverage::take`].
    #[inline(always)]
    pub(crate) fn take(&mut self, block: usize, edge: usize) -> bool {
        count(&mut self.edges[self.first_edge[block] as usize + edge])
    }
}
