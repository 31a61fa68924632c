//! Non-uniform random by depth (KLEE's `nurs:depth`): any open state, with a probability proportional to its depth.
//!
//! Prefers long paths without staying on one of them as depth-first search does.

use pruning::tree::{StateId, Tree};

use crate::by_depth::ByDepth;
use crate::rng::Rng;
use crate::searcher::Searcher;

#[derive(Debug)]
pub struct NursDepth {
    states: ByDepth,
    rng: Rng,
}

impl NursDepth {
    pub fn new(seed: u64) -> NursDepth {
        NursDepth { states: ByDepth::default(), rng: Rng::new(seed) }
    }
}

impl Searcher for NursDepth {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        self.states.add(state, parent);
    }

    fn remove(&mut self, state: StateId) {
        self.states.remove(state);
    }

    fn select(&mut self, tree: &Tree) -> Option<StateId> {
        let groups = self.states.groups(tree);
        // The first state of all has depth 0 and is to be drawn as well.
        let weight = |depth: u32| depth.max(1) as usize;
        let total = groups.iter().map(|(&depth, group)| weight(depth) * group.len()).sum();
        let mut left = self.rng.below(total);
        for (&depth, group) in groups {
            let share = weight(depth) * group.len();
            if left < share {
                return group.get(left / weight(depth)).copied();
            }
            left -= share;
        }
        None
    }
}
