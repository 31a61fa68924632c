//! Loops: a header with back edges to it, and the blocks in between.
//!
//! The header of a natural loop dominates the ends of its back edges. A cycle that is entered at several blocks (`goto` makes
//! such) has no such block; the one that a walk over the function enters first stands for it, so that every cycle goes through
//! the header of a loop. Whoever asks for rounds may not take for granted then that the first one begins at the header.

use crate::cfg::Cfg;
use crate::ir::BlockId;

/// The number of a loop inside its function; inner loops come after the loops around them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LoopId(pub u32);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    pub header: BlockId,
    /// The blocks that jump back to the header.
    pub latches: Vec<BlockId>,
}

/// The loops of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loops {
    loops: Vec<Loop>,
    innermost: Vec<Option<LoopId>>,
}

/// Whether there is a cycle from which control does not go to any of these blocks: those that return.
pub fn has_endless(cfg: &Cfg, returning: &[BlockId]) -> bool {
    let may_return = cfg.leading_to(returning);
    cfg.back_edges().iter().any(|(latch, _)| !may_return[latch.index()])
}

impl Loops {
    pub fn new(cfg: &Cfg) -> Loops {
        let mut latches: Vec<Vec<BlockId>> = vec![Vec::new(); cfg.len()];
        for &(latch, header) in cfg.back_edges() {
            latches[header.index()].push(latch);
        }
        let mut found = Loops { loops: Vec::new(), innermost: vec![None; cfg.len()] };
        // Headers in reverse postorder: the loop around another has the earlier header.
        for &header in cfg.reverse_postorder() {
            if !latches[header.index()].is_empty() {
                found.add(cfg, header, std::mem::take(&mut latches[header.index()]));
            }
        }
        found
    }

    fn add(&mut self, cfg: &Cfg, header: BlockId, latches: Vec<BlockId>) {
        let id = LoopId(self.loops.len() as u32);
        // Other ways into a cycle lead to what is no part of it.
        let behind = cfg.reachable_from(header);
        let mut inside = vec![false; cfg.len()];
        inside[header.index()] = true;
        self.innermost[header.index()] = Some(id);
        let mut pending = latches.clone();
        while let Some(block) = pending.pop() {
            if !std::mem::replace(&mut inside[block.index()], true) {
                self.innermost[block.index()] = Some(id);
                pending.extend(cfg.predecessors(block).iter().filter(|&&before| behind[before.index()]));
            }
        }
        self.loops.push(Loop { header, latches });
    }

    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.0 as usize]
    }

    /// The innermost loop a block is in.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::graph;

    fn loops(edges: &[&[u32]]) -> Loops {
        Loops::new(&graph(edges))
    }

    #[test]
    fn a_block_knows_the_innermost_of_nested_loops() {
        // 0 -> 1 { 2 { 3 } 4 } 5
        let found = loops(&[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]]);
        assert_eq!((found.get(LoopId(0)).header, found.get(LoopId(1)).header), (BlockId(1), BlockId(2)));
        assert_eq!([1, 4].map(|block| found.innermost(BlockId(block))), [Some(LoopId(0)); 2]);
        assert_eq!([2, 3].map(|block| found.innermost(BlockId(block))), [Some(LoopId(1)); 2]);
        assert_eq!([0, 5].map(|block| found.innermost(BlockId(block))), [None; 2]);
    }

    #[test]
    fn two_latches_make_one_loop() {
        let found = loops(&[&[1], &[2, 3], &[1], &[1, 4], &[]]);
        assert_eq!(found.loops.len(), 1);
        assert_eq!(found.get(LoopId(0)).latches.len(), 2);
    }

    #[test]
    fn a_cycle_is_endless_where_nothing_behind_it_returns() {
        // 0 -> 1 { 2 } 3 -> 4 { 4 }
        let cfg = graph(&[&[1, 3], &[2, 3], &[1], &[4], &[4, 5], &[]]);
        assert!(!has_endless(&cfg, &[BlockId(5)]));
        assert!(has_endless(&cfg, &[BlockId(3)]), "the last cycle is behind what returns");
        assert!(!has_endless(&graph(&[&[1], &[]]), &[]), "what aborts is no cycle");
        assert!(has_endless(&graph(&[&[1, 2], &[2], &[1]]), &[]), "with two entries");
    }

    #[test]
    fn a_cycle_with_two_entries_is_a_loop_of_what_is_in_it() {
        // 0 goes to both 1 and 2, which go to each other; 3 is behind, 4 before them.
        let found = loops(&[&[4], &[2], &[1, 3], &[], &[1, 2]]);
        assert_eq!(found.loops.len(), 1);
        assert_eq!([1, 2].map(|block| found.innermost(BlockId(block))), [Some(LoopId(0)); 2]);
        assert_eq!([0, 3, 4].map(|block| found.innermost(BlockId(block))), [None; 3]);
    }
}
