//! CFG-directed search (CREST): the state with the fewest branches between it and an uncovered block; when the block is
//! reached, the distances to what is still uncovered.
//!
//! A state that was chosen and came no closer loses against one a branch further away for each time it was chosen
//! since coverage last grew, so a loop before a block that cannot be reached does not hold the search.

use rustc_hash::FxHashMap;
use tree::StateId;

use crate::concolic::best_first::{BestFirst, Rank};
use crate::concolic::run_to_end::RunToEnd;
use crate::distances::{Distances, Metric};
use crate::world::World;

pub type CfgDirected = RunToEnd<BestFirst<BranchDistance>>;

/// Branches to the nearest uncovered block, and what was tried in vain.
pub struct BranchDistance {
    distances: Distances,
    /// How often a state and those it was forked from were chosen in vain.
    tries: FxHashMap<StateId, u32>,
}

impl Default for BranchDistance {
    fn default() -> BranchDistance {
        BranchDistance { distances: Distances::new(Metric::Branches), tries: FxHashMap::default() }
    }
}

impl Rank for BranchDistance {
    type Key = u32;

    fn opened(&mut self, state: StateId, parent: Option<StateId>) {
        if let Some(&tries) = parent.and_then(|parent| self.tries.get(&parent)) {
            self.tries.insert(state, tries);
        }
    }

    fn closed(&mut self, state: StateId) {
        self.tries.remove(&state);
    }

    fn refresh(&mut self, world: &dyn World) -> bool {
        let has_changed = self.distances.refresh(world);
        if has_changed {
            self.tries.clear();
        }
        has_changed
    }

    fn key(&self, world: &dyn World, state: StateId) -> Option<u32> {
        let tries = self.tries.get(&state).copied().unwrap_or(0);
        Some(self.distances.of_state(world, state).saturating_add(tries))
    }

    fn chosen(&mut self, _world: &dyn World, state: StateId) {
        *self.tries.entry(state).or_default() += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use crate::searcher::{Searcher, Step};
    use tree::Child;

    /// A ladder of branches 0 to 3, each with its own leaf 4 to 7; the leaves of 1 and 3 are uncovered.
    #[test]
    fn the_closest_state_first_then_the_next_target() {
        let leaf: (&[u32], &[u32]) = (&[], &[]);
        let mut world =
            HandMade::new(&[&[(&[1, 4], &[]), (&[2, 5], &[]), (&[3, 6], &[]), (&[4, 7], &[]), leaf, leaf, leaf, leaf]]);
        world.cover(&[0, 1, 2, 3, 4, 6]);
        let edges = [0, 1, 2].map(|n| Child { outcome: n, state: StateId(u64::from(n)) });
        world.tree.fork(StateId(0), &edges);
        world.put(StateId(0), &[6]);
        world.put(StateId(1), &[2]);
        world.put(StateId(2), &[5]);
        let mut searcher = CfgDirected::default();
        (0..3).for_each(|state| searcher.add(StateId(state), None));
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(2))), "at the uncovered block");
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(2))), "a run is not interrupted");
        world.cover(&[5]);
        world.tree.close(StateId(2));
        searcher.remove(StateId(2));
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(1))), "two branches before block 7");
        world.tree.close(StateId(1));
        searcher.remove(StateId(1));
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(0))));
    }
}
