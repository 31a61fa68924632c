//! Close tree (P21, the remark on random strategies): the state that is most likely to complete a tree interpolant.
//!
//! That is the one whose end would finish most forks: those above it that have no other open state below them. Keeping
//! that number for every state would cost each fork a walk to the root, so some states are drawn by random walks, the
//! youngest is added, and the best of them runs. Meant to be interleaved with strategies that cover.

use tree::StateId;

use crate::rng::Rng;
use crate::searcher::{Searcher, Step};
use crate::states::by_age::ByAge;
use crate::states::random_walk::random_walk;
use crate::world::World;

/// Random walks for each selection.
const WALKS: usize = 8;

pub struct CloseTree {
    states: ByAge,
    rng: Rng,
}

impl CloseTree {
    pub fn new(seed: u64) -> CloseTree {
        CloseTree { states: ByAge::default(), rng: Rng::new(seed) }
    }
}

impl Searcher for CloseTree {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        self.states.add(state, parent);
    }

    fn remove(&mut self, state: StateId) {
        self.states.remove(state);
    }

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        let tree = world.tree();
        let mut best = self.states.youngest()?;
        let mut most = tree.finished_with(best);
        for _ in 0..WALKS {
            if let Some(state) = random_walk(tree, &mut self.rng)
                && tree.finished_with(state) > most
            {
                (best, most) = (state, tree.finished_with(state));
            }
        }
        Some(Step::Run(best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use tree::{Child, Tree};

    #[test]
    fn the_last_open_state_of_a_deep_subtree_comes_first() {
        let mut tree = Tree::new(StateId(0));
        let mut searcher = CloseTree::new(1);
        searcher.add(StateId(0), None);
        let fork = |tree: &mut Tree, searcher: &mut CloseTree, from: u64, to: u64| {
            tree.fork(
                StateId(from),
                &[Child { outcome: 0, state: StateId(from) }, Child { outcome: 1, state: StateId(to) }],
            );
            searcher.add(StateId(to), Some(StateId(from)));
        };
        fork(&mut tree, &mut searcher, 0, 1);
        // State 0 goes three forks deeper; what it forks off ends.
        for next in 2..5 {
            fork(&mut tree, &mut searcher, 0, next);
            tree.close(StateId(next));
            searcher.remove(StateId(next));
        }
        // The youngest states are others.
        fork(&mut tree, &mut searcher, 1, 5);
        let world = HandMade::only_a_tree(tree);
        assert_eq!(searcher.select(&world), Some(Step::Run(StateId(0))));
    }
}
