//! CFG-directed search (CREST): the state with the fewest branches between it and an uncovered block; when the block is
//! reached, the distances to what is still uncovered.
//!
//! A state that was chosen and came no closer loses against one a branch further away for each time it was chosen
//! since coverage last grew, so a loop before a block that cannot be reached does not hold the search.

use rustc_hash::FxHashMap;
use tree::StateId;

use crate::concolic::concolic_run::ConcolicRun;
use crate::distances::{Distances, Metric};
use crate::ranked::Ranked;
use crate::searcher::{Searcher, Step};
use crate::world::World;

pub struct CfgDirected {
    run: ConcolicRun,
    states: Ranked<u32>,
    distances: Distances,
    /// How often a state and those it was forked from were chosen in vain.
    tries: FxHashMap<StateId, u32>,
}

impl Default for CfgDirected {
    fn default() -> CfgDirected {
        CfgDirected {
            run: ConcolicRun::default(),
            states: Ranked::default(),
            distances: Distances::new(Metric::Branches),
            tries: FxHashMap::default(),
        }
    }
}

impl Searcher for CfgDirected {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        if let Some(&tries) = parent.and_then(|parent| self.tries.get(&parent)) {
            self.tries.insert(state, tries);
        }
        self.run.note_change(state);
    }

    fn ran(&mut self, state: StateId) {
        self.run.note_change(state);
    }

    fn interrupt(&mut self, state: StateId) {
        self.run.end(state);
    }

    fn remove(&mut self, state: StateId) {
        self.run.end(state);
        self.states.remove(state);
        self.tries.remove(&state);
    }

    fn going_on(&mut self) -> Option<StateId> {
        self.run.current()
    }

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        let mut changed = self.run.take_changed(world);
        if self.distances.refresh(world) {
            self.tries.clear();
            changed.extend(self.states.iter().map(|(state, _)| state));
        }
        for state in changed {
            let tries = self.tries.get(&state).copied().unwrap_or(0);
            self.states.set(state, self.distances.of_state(world, state).saturating_add(tries));
        }
        let (state, _) = self.states.first()?;
        *self.tries.entry(state).or_default() += 1;
        self.run.start(state);
        Some(Step::Run(state))
    }

    fn solves_late(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
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
