//! Uniform random (CREST's URS): a depth drawn uniformly among those with open states, then any state of that depth.
//!
//! CREST draws one of the branches of a path uniformly and turns it. Long paths therefore get no more attention in
//! their many deep branches than in their few shallow ones, unlike with [`random_state`](crate::states::random_state).

use tree::StateId;

use crate::rng::Rng;
use crate::searcher::{Searcher, Step};
use crate::states::by_depth::ByDepth;
use crate::world::World;

#[derive(Debug)]
pub struct UniformRandom {
    states: ByDepth,
    rng: Rng,
}

impl UniformRandom {
    pub fn new(seed: u64) -> UniformRandom {
        UniformRandom { states: ByDepth::default(), rng: Rng::new(seed) }
    }
}

impl Searcher for UniformRandom {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        self.states.add(state, parent);
    }

    fn remove(&mut self, state: StateId) {
        self.states.remove(state);
    }

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        let groups = self.states.groups(world.tree());
        let group = groups.values().nth(self.rng.below(groups.len()))?;
        group.get(self.rng.below(group.len())).copied().map(Step::Run)
    }
}
