//! Random state (KLEE; P18: RSS): any open state, all equally likely. Favours the parts of the tree that fork most.

use rustc_hash::FxHashMap;
use tree::StateId;

use crate::rng::Rng;
use crate::searcher::{Searcher, Step};
use crate::world::World;

#[derive(Debug)]
pub struct RandomState {
    states: Vec<StateId>,
    position: FxHashMap<StateId, usize>,
    rng: Rng,
}

impl RandomState {
    pub fn new(seed: u64) -> RandomState {
        RandomState { states: Vec::new(), position: FxHashMap::default(), rng: Rng::new(seed) }
    }
}

impl Searcher for RandomState {
    fn add(&mut self, state: StateId, _parent: Option<StateId>) {
        if self.position.insert(state, self.states.len()).is_none() {
            self.states.push(state);
        }
    }

    fn remove(&mut self, state: StateId) {
        if let Some(position) = self.position.remove(&state) {
            self.states.swap_remove(position);
            if let Some(&moved) = self.states.get(position) {
                self.position.insert(moved, position);
            }
        }
    }

    fn select(&mut self, _world: &dyn World) -> Option<Step> {
        let pick = self.rng.below(self.states.len());
        self.states.get(pick).copied().map(Step::Run)
    }
}
