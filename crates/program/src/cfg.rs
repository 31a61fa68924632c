//! The control-flow graph of a function: neighbours, an order and back edges.

use crate::ir::{BlockId, Function};

/// The graph of the blocks of one function. Two edges between the same blocks count twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cfg {
    successors: Vec<Vec<BlockId>>,
    predecessors: Vec<Vec<BlockId>>,
    order: Vec<BlockId>,
    position: Vec<Option<u32>>,
    back_edges: Vec<(BlockId, BlockId)>,
}

impl Cfg {
    pub fn new(function: &Function) -> Cfg {
        let targets = |block: &crate::ir::Block| block.term.edges().into_iter().map(|edge| edge.target).collect();
        Cfg::from_successors(function.blocks.iter().map(targets).collect())
    }

    /// The graph with these successors of each block; block 0 is the entry.
    pub fn from_successors(successors: Vec<Vec<BlockId>>) -> Cfg {
        let mut predecessors = vec![Vec::new(); successors.len()];
        for (from, targets) in successors.iter().enumerate() {
            for target in targets {
                predecessors[target.index()].push(BlockId(from as u32));
            }
        }
        let (order, back_edges) = walk(&successors);
        let mut position = vec![None; successors.len()];
        for (i, block) in order.iter().enumerate() {
            position[block.index()] = Some(i as u32);
        }
        Cfg { successors, predecessors, order, position, back_edges }
    }

    pub fn len(&self) -> usize {
        self.successors.len()
    }

    pub fn is_empty(&self) -> bool {
        self.successors.is_empty()
    }

    /// Where control may go from a block, in the order of its terminator.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block.index()]
    }

    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.index()]
    }

    /// Which blocks control may go to one of these from; each of them is itself one.
    pub fn leading_to(&self, ends: &[BlockId]) -> Vec<bool> {
        let mut leading = vec![false; self.len()];
        let mut pending = ends.to_vec();
        while let Some(block) = pending.pop() {
            if !std::mem::replace(&mut leading[block.index()], true) {
                pending.extend(self.predecessors(block));
            }
        }
        leading
    }

    /// Which blocks control may go to from a block; it is itself one.
    pub fn reachable_from(&self, start: BlockId) -> Vec<bool> {
        let mut reached = vec![false; self.len()];
        let mut pending = vec![start];
        while let Some(block) = pending.pop() {
            if !std::mem::replace(&mut reached[block.index()], true) {
                pending.extend(self.successors(block));
            }
        }
        reached
    }

    /// The reachable blocks in reverse postorder: each before its successors, except along back edges.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.order
    }

    /// Position in [`Cfg::reverse_postorder`]; `None` if the block is unreachable.
    pub fn position(&self, block: BlockId) -> Option<u32> {
        self.position[block.index()]
    }

    /// Edges that lead back to a block on the way to them.
    pub fn back_edges(&self) -> &[(BlockId, BlockId)] {
        &self.back_edges
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    Done,
}

/// Depth-first walk: reverse postorder, and the edges to blocks that are still open.
fn walk(successors: &[Vec<BlockId>]) -> (Vec<BlockId>, Vec<(BlockId, BlockId)>) {
    let mut order = Vec::new();
    let mut back = Vec::new();
    if successors.is_empty() {
        return (order, back);
    }
    let mut visits = vec![Visit::New; successors.len()];
    visits[0] = Visit::Open;
    // Each open block with how many of its successors are still to do; the last ones are done first, so that the
    // resulting order follows the source.
    let mut stack = vec![(BlockId(0), successors[0].len())];
    while let Some((block, left)) = stack.last_mut() {
        if *left == 0 {
            visits[block.index()] = Visit::Done;
            order.push(*block);
            stack.pop();
            continue;
        }
        *left -= 1;
        let target = successors[block.index()][*left];
        match visits[target.index()] {
            Visit::New => {
                visits[target.index()] = Visit::Open;
                stack.push((target, successors[target.index()].len()));
            }
            Visit::Open => back.push((*block, target)),
            Visit::Done => {}
        }
    }
    order.reverse();
    (order, back)
}

#[cfg(test)]
pub(crate) fn graph(edges: &[&[u32]]) -> Cfg {
    Cfg::from_successors(edges.iter().map(|targets| targets.iter().map(|&t| BlockId(t)).collect()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_has_a_back_edge() {
        let cfg = graph(&[&[1], &[2, 3], &[1], &[]]);
        assert_eq!(cfg.back_edges(), [(BlockId(2), BlockId(1))]);
        assert_eq!(cfg.reverse_postorder(), [0, 1, 2, 3].map(BlockId));
    }

    #[test]
    fn unreachable_blocks_have_no_position() {
        let cfg = graph(&[&[2], &[2], &[]]);
        assert_eq!(cfg.position(BlockId(1)), None);
        assert_eq!(cfg.reverse_postorder(), [0, 2].map(BlockId));
    }

    #[test]
    fn deep_graphs_do_not_overflow_the_stack() {
        let chain: Vec<Vec<BlockId>> = (1..=200_000).map(|i| vec![BlockId(i % 200_000)]).collect();
        assert_eq!(Cfg::from_successors(chain).reverse_postorder().len(), 200_000);
    }
}
