//! Dominators: the blocks every path from the entry to a block passes.
//!
//! The iterative algorithm of Cooper, Harvey and Kennedy ("A simple, fast dominance algorithm").

use crate::cfg::Cfg;
use crate::ir::BlockId;

/// The dominator tree of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dominators {
    immediate: Vec<Option<BlockId>>,
    depth: Vec<u32>,
}

impl Dominators {
    pub fn new(cfg: &Cfg) -> Dominators {
        let order = cfg.reverse_postorder();
        // Blocks by position in the order; the entry is its own dominator while iterating.
        let mut dominator: Vec<Option<usize>> = vec![None; order.len()];
        if let Some(entry) = dominator.first_mut() {
            *entry = Some(0);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (position, &block) in order.iter().enumerate().skip(1) {
                let mut common = None;
                for &pred in cfg.predecessors(block) {
                    let Some(pred) = cfg.position(pred).map(|p| p as usize) else { continue };
                    if dominator[pred].is_some() {
                        common = Some(common.map_or(pred, |other| nearest_common(&dominator, other, pred)));
                    }
                }
                if dominator[position] != common {
                    dominator[position] = common;
                    changed = true;
                }
            }
        }
        let mut immediate = vec![None; cfg.len()];
        let mut depth = vec![0; cfg.len()];
        for (position, &block) in order.iter().enumerate().skip(1) {
            if let Some(above) = dominator[position] {
                let above = order[above];
                immediate[block.index()] = Some(above);
                // Dominators come first in the order, so their depth is known.
                depth[block.index()] = depth[above.index()] + 1;
            }
        }
        Dominators { immediate, depth }
    }

    /// The last block that every path passes before this one; `None` for the entry and unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.immediate[block.index()]
    }

    /// Whether every path to `below` passes `above`; a block dominates itself.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let mut block = below;
        while self.depth[block.index()] > self.depth[above.index()] {
            match self.immediate(block) {
                Some(next) => block = next,
                None => return false,
            }
        }
        block == above
    }
}

fn nearest_common(dominator: &[Option<usize>], mut a: usize, mut b: usize) -> usize {
    while a != b {
        // The later one cannot dominate the earlier: go up from it.
        if a > b {
            a = dominator[a].unwrap_or(0);
        } else {
            b = dominator[b].unwrap_or(0);
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfg::graph;

    /// `a` dominates `b` if `b` cannot be reached without `a`.
    fn by_definition(cfg: &Cfg, above: BlockId, below: BlockId) -> bool {
        let mut seen = vec![false; cfg.len()];
        let mut stack = if above.0 == 0 { vec![] } else { vec![BlockId(0)] };
        while let Some(block) = stack.pop() {
            if !std::mem::replace(&mut seen[block.index()], true) {
                stack.extend(cfg.successors(block).iter().filter(|&&next| next != above));
            }
        }
        !seen[below.index()]
    }

    #[test]
    fn all_graphs_of_four_blocks_agree_with_the_definition() {
        // Each block has any subset of the four blocks as successors.
        for code in 0..(1u32 << 16) {
            let subset = |i: u32| (0..4).filter(|&t| code >> (4 * i + t) & 1 == 1).collect::<Vec<u32>>();
            let successors: Vec<Vec<u32>> = (0..4).map(subset).collect();
            let cfg = graph(&successors.iter().map(Vec::as_slice).collect::<Vec<_>>());
            let dominators = Dominators::new(&cfg);
            for &above in cfg.reverse_postorder() {
                for &below in cfg.reverse_postorder() {
                    let expected = by_definition(&cfg, above, below);
                    assert_eq!(dominators.dominates(above, below), expected, "{successors:?} {above:?} {below:?}");
                }
            }
        }
    }
}
