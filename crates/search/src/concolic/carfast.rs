//! CarFast (Park et al., FSE 2012): of the branches whose other side is uncovered, the one with most code behind it.
//!
//! The code behind a branch is what only the side not taken leads to: the blocks it dominates and the functions they
//! call, as far as they are uncovered, in instructions. (The paper counts what is control dependent on the branch.)
//! States with nothing uncovered behind their branch come last, the oldest first.

use std::cmp::Reverse;

use program::cfg::Cfg;
use program::dominators::Dominators;
use program::ir::{BlockId, FuncId};
use rustc_hash::FxHashSet;
use tree::StateId;

use crate::concolic::best_first::{BestFirst, Rank};
use crate::concolic::run_to_end::RunToEnd;
use crate::graph::{BlockNo, Graph};
use crate::world::World;

pub type CarFast = RunToEnd<BestFirst<CodeBehind>>;

/// Uncovered instructions behind each block, for the coverage at hand.
#[derive(Default)]
pub struct CodeBehind {
    covered: Option<u64>,
    /// The block that immediately dominates each one.
    dominator: Vec<Option<BlockNo>>,
    behind: Vec<u64>,
}

impl Rank for CodeBehind {
    /// Most code first.
    type Key = Reverse<u64>;

    fn refresh(&mut self, world: &dyn World) -> bool {
        if self.covered == Some(world.covered()) {
            return false;
        }
        let graph = world.graph();
        if self.covered.is_none() {
            self.dominator = graph.functions().flat_map(|function| dominators_of(graph, function)).collect();
        }
        self.covered = Some(world.covered());
        let uncovered = |block: BlockNo| world.wants(block);
        self.behind = vec![0; graph.len()];
        for block in graph.blocks().filter(|&block| uncovered(block)) {
            let mut gain = u64::from(graph.node(block).size);
            let called: FxHashSet<FuncId> = graph.node(block).calls.iter().map(|&(callee, _)| callee).collect();
            for callee in called {
                gain += graph
                    .function(callee)
                    .filter(|&b| uncovered(b))
                    .map(|b| u64::from(graph.node(b).size))
                    .sum::<u64>();
            }
            let mut above = Some(block);
            while let Some(dominator) = above {
                self.behind[dominator.index()] += gain;
                above = self.dominator[dominator.index()];
            }
        }
        true
    }

    fn key(&self, world: &dyn World, state: StateId) -> Option<Reverse<u64>> {
        Some(Reverse(world.block(state).map_or(0, |block| self.gain(world, block))))
    }
}

impl CodeBehind {
    /// What entering this block opens up; nothing if it has been entered.
    fn gain(&self, world: &dyn World, block: BlockNo) -> u64 {
        if world.is_covered(block) { 0 } else { self.behind[block.index()] }
    }
}

fn dominators_of(graph: &Graph, function: FuncId) -> Vec<Option<BlockNo>> {
    let local = |block: &BlockNo| graph.place(*block).1;
    let successors = graph.function(function).map(|b| graph.node(b).successors.iter().map(local).collect()).collect();
    let dominators = Dominators::new(&Cfg::from_successors(successors));
    let global = |block: BlockId| graph.number(function, block);
    graph.function(function).map(|block| dominators.immediate(local(&block)).map(global)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use crate::searcher::{Searcher, Step};
    use tree::Child;

    /// Block 0 leads to 1 (then 2 and 3), to 4 (which calls a function of two blocks), and to 5; all meet in 6.
    #[test]
    fn most_uncovered_code_first() {
        let mut world = HandMade::new(&[
            &[(&[1, 4, 5], &[]), (&[2], &[]), (&[3], &[]), (&[6], &[]), (&[6], &[1]), (&[6], &[]), (&[], &[])],
            &[(&[8], &[]), (&[], &[])],
        ]);
        world.cover(&[0, 6]);
        let edges = [0, 1, 2].map(|n| Child { outcome: n, state: StateId(u64::from(n)) });
        world.tree.fork(StateId(0), &edges);
        world.put(StateId(0), &[5]);
        world.put(StateId(1), &[1]);
        world.put(StateId(2), &[4]);
        let mut searcher = CarFast::default();
        (0..3).for_each(|state| searcher.add(StateId(state), None));
        // Three blocks behind 1, as many behind 4, one behind 5: the first of the equal ones.
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(1))));
        world.cover(&[1, 2, 3, 7]);
        world.tree.close(StateId(1));
        searcher.remove(StateId(1));
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(2))));
    }
}
