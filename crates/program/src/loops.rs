//! Natural loops: a header that dominates the ends of back edges to it, and the blocks in between.
//!
//! A cycle that is entered at several blocks (computed gotos make such) has no header. Its back edges are listed as
//! irreducible, and it is no loop here.

use crate::cfg::Cfg;
use crate::dominators::Dominators;
use crate::ir::BlockId;

/// The number of a loop inside its function; inner loops come after the loops around them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LoopId(pub u32);

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    pub header: BlockId,
    /// All blocks, the header first.
    pub blocks: Vec<BlockId>,
    /// The blocks that jump back to the header.
    pub latches: Vec<BlockId>,
    /// Edges that leave the loop.
    pub exits: Vec<(BlockId, BlockId)>,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// 1 for a loop inside no other.
    pub depth: u32,
}

/// The loops of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loops {
    loops: Vec<Loop>,
    innermost: Vec<Option<LoopId>>,
    irreducible: Vec<(BlockId, BlockId)>,
}

impl Loops {
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Loops {
        let mut irreducible = Vec::new();
        let mut latches: Vec<Vec<BlockId>> = vec![Vec::new(); cfg.len()];
        for &(latch, header) in cfg.back_edges() {
            if dominators.dominates(header, latch) {
                latches[header.index()].push(latch);
            } else {
                irreducible.push((latch, header));
            }
        }
        let mut found = Loops { loops: Vec::new(), innermost: vec![None; cfg.len()], irreducible };
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
        let mut inside = vec![false; cfg.len()];
        inside[header.index()] = true;
        let mut blocks = vec![header];
        let mut pending = latches.clone();
        while let Some(block) = pending.pop() {
            if !std::mem::replace(&mut inside[block.index()], true) {
                blocks.push(block);
                // Unreachable predecessors are no way into a loop.
                pending.extend(cfg.predecessors(block).iter().filter(|&&p| cfg.position(p).is_some()));
            }
        }
        let leaves = |&block: &BlockId| {
            let outside = cfg.successors(block).iter().filter(|target| !inside[target.index()]);
            outside.map(move |&target| (block, target)).collect::<Vec<_>>()
        };
        let exits = blocks.iter().flat_map(leaves).collect();
        let parent = self.innermost[header.index()];
        let depth = parent.map_or(1, |outer| self.get(outer).depth + 1);
        for block in &blocks {
            self.innermost[block.index()] = Some(id);
        }
        self.loops.push(Loop { header, blocks, latches, exits, parent, depth });
    }

    pub fn get(&self, id: LoopId) -> &Loop {
        &self.loops[id.0 as usize]
    }

    pub fn iter(&self) -> impl Iterator<Item = &Loop> {
        self.loops.iter()
    }

    /// The innermost loop a block is in.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// Back edges of cycles without a header.
    pub fn irreducible(&self) -> &[(BlockId, BlockId)] {
        &self.irreducible
    }

    pub fn is_header(&self, block: BlockId) -> bool {
        self.innermost(block).is_some_and(|id| self.get(id).header == block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::graph;

    fn loops(edges: &[&[u32]]) -> Loops {
        let cfg = graph(edges);
        Loops::new(&cfg, &Dominators::new(&cfg))
    }

    #[test]
    fn nested_loops_know_their_parent() {
        // 0 -> 1 { 2 { 3 } 4 } 5
        let found = loops(&[&[1], &[2, 5], &[3, 4], &[2], &[1], &[]]);
        let outer = found.get(LoopId(0));
        let inner = found.get(LoopId(1));
        assert_eq!((outer.header, outer.depth, outer.parent), (BlockId(1), 1, None));
        assert_eq!((inner.header, inner.depth, inner.parent), (BlockId(2), 2, Some(LoopId(0))));
        assert_eq!(outer.exits, [(BlockId(1), BlockId(5))]);
        assert_eq!(found.innermost(BlockId(4)), Some(LoopId(0)));
        assert_eq!(found.innermost(BlockId(3)), Some(LoopId(1)));
        assert!(found.is_header(BlockId(2)) && !found.is_header(BlockId(3)));
    }

    #[test]
    fn two_latches_make_one_loop() {
        let found = loops(&[&[1], &[2, 3], &[1], &[1, 4], &[]]);
        assert_eq!(found.iter().count(), 1);
        assert_eq!(found.get(LoopId(0)).latches.len(), 2);
    }

    #[test]
    fn a_cycle_with_two_entries_is_irreducible() {
        let found = loops(&[&[1, 2], &[2], &[1]]);
        assert_eq!(found.iter().count(), 0);
        assert_eq!(found.irreducible().len(), 1);
    }
}
