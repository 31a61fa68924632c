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

/// Blocks and branch edges, by their numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Executed {
    blocks: Vec<u32>,
    edges: Vec<u32>,
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

    /// The same program, of which nothing was executed.
    pub fn of_nothing(&self) -> Coverage {
        let none = |counts: &[u32]| vec![0; counts.len()];
        let Coverage { first_block, blocks, first_edge, edges, covered: _ } = self;
        Coverage {
            first_block: first_block.clone(),
            blocks: none(blocks),
            first_edge: first_edge.clone(),
            edges: none(edges),
            covered: 0,
        }
    }

    /// How often each block was entered, and each branch edge taken, in the order of their numbers.
    pub fn counts(&self) -> (&[u32], &[u32]) {
        (&self.blocks, &self.edges)
    }

    /// The same program, executed so often; `None` if these are not the counts of this program.
    pub fn with_counts(&self, blocks: &[u32], edges: &[u32]) -> Option<Coverage> {
        if (blocks.len(), edges.len()) != (self.blocks.len(), self.edges.len()) {
            return None;
        }
        let covered = blocks.iter().filter(|&&times| times > 0).count() as u64;
        Some(Coverage { blocks: blocks.to_vec(), edges: edges.to_vec(), covered, ..self.of_nothing() })
    }

    /// Blocks and branch edges that were executed elsewhere count as executed. Gives those that were not before.
    pub fn mark(&mut self, blocks: &[u32], edges: &[u32]) -> (Vec<u32>, Vec<u32>) {
        let marked = |counters: &mut [u32], numbers: &[u32]| {
            let mut new = numbers.to_vec();
            new.retain(|&number| counters.get_mut(number as usize).is_some_and(|times| *times == 0 && count(times)));
            new
        };
        let blocks = marked(&mut self.blocks, blocks);
        self.covered += blocks.len() as u64;
        (blocks, marked(&mut self.edges, edges))
    }

    /// What was executed here and not there.
    pub fn beyond(&self, other: &Coverage) -> Executed {
        let beyond = |own: &[u32], other: &[u32]| {
            let numbers = (0u32..).zip(own.iter().zip(other));
            numbers.filter(|(_, (own, other))| **own > 0 && **other == 0).map(|(number, _)| number).collect()
        };
        Executed { blocks: beyond(&self.blocks, &other.blocks), edges: beyond(&self.edges, &other.edges) }
    }

    /// Whether all of that was executed.
    pub fn has(&self, executed: &Executed) -> bool {
        let has = |counts: &[u32], numbers: &[u32]| numbers.iter().all(|&number| counts[number as usize] > 0);
        has(&self.blocks, &executed.blocks) && has(&self.edges, &executed.edges)
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

    /// The number of the first branch edge of a block, for [`Counters::take`].
    pub(crate) fn first_edge(&self, function: FuncId, block: BlockId) -> u32 {
        self.first_edge[self.number(function, block) as usize]
    }

    /// The counters themselves, for those who know their numbers.
    #[inline(always)]
    pub(crate) fn counters(&mut self) -> Counters<'_> {
        Counters { blocks: &mut self.blocks, edges: &mut self.edges, covered: &mut self.covered, is_new: false }
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
fn count(counter: &mut u32) -> bool {
    let is_new = *counter == 0;
    *counter = counter.saturating_add(1);
    is_new
}

/// What is counted, by numbers of the whole program.
pub(crate) struct Counters<'a> {
    blocks: &'a mut [u32],
    edges: &'a mut [u32],
    covered: &'a mut u64,
    /// Whether anything was counted for the first time.
    pub is_new: bool,
}

impl Counters<'_> {
    /// As [`Coverage::enter`].
    #[inline(always)]
    pub fn enter(&mut self, block: u32) {
        let counter = &mut self.blocks[block as usize];
        if is_at_end(*counter) {
            self.enter_new(block);
        } else {
            *counter += 1;
        }
    }

    /// As [`Coverage::take`].
    #[inline(always)]
    pub fn take(&mut self, edge: u32) {
        let counter = &mut self.edges[edge as usize];
        if is_at_end(*counter) {
            self.take_new(edge);
        } else {
            *counter += 1;
        }
    }

    #[cold]
    #[inline(never)]
    fn enter_new(&mut self, block: u32) {
        let is_new = count(&mut self.blocks[block as usize]);
        *self.covered += is_new as u64;
        self.is_new |= is_new;
    }

    #[cold]
    #[inline(never)]
    fn take_new(&mut self, edge: u32) {
        self.is_new |= count(&mut self.edges[edge as usize]);
    }
}

/// Whether a counter has not begun, or can go no further: in one comparison, as it is asked on every jump.
#[inline(always)]
fn is_at_end(counter: u32) -> bool {
    counter.wrapping_add(1) < 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::program;

    #[test]
    fn what_was_executed_beyond_others_is_told_until_they_have_been_there() {
        let program = program(Vec::new());
        let (mut own, mut other) = (Coverage::new(&program), Coverage::new(&program));
        for function in [0, 1] {
            own.enter(FuncId(function), BlockId(0));
        }
        other.enter(FuncId(0), BlockId(0));
        let beyond = own.beyond(&other);
        assert_eq!(beyond, Executed { blocks: vec![1], edges: Vec::new() });
        assert!(!other.has(&beyond));
        other.enter(FuncId(1), BlockId(0));
        assert!(other.has(&beyond));
        assert_eq!(own.beyond(&other), Executed::default());
    }
}
