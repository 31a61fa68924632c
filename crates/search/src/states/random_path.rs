//! Random path (KLEE; P18: RPS): a walk from the root of the tree that takes each child with an open state below it
//! equally likely.
//!
//! A state k forks deep is chosen with probability about 2^-k, so a loop that forks again and again does not drown
//! the rest. Needs nothing but the tree.

use tree::StateId;

use crate::rng::Rng;
use crate::searcher::{Searcher, Step};
use crate::states::random_walk::random_walk;
use crate::world::World;

#[derive(Debug)]
pub struct RandomPath {
    rng: Rng,
}

impl RandomPath {
    pub fn new(seed: u64) -> RandomPath {
        RandomPath { rng: Rng::new(seed) }
    }
}

impl Searcher for RandomPath {
    fn add(&mut self, _state: StateId, _parent: Option<StateId>) {}

    fn remove(&mut self, _state: StateId) {}

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        random_walk(world.tree(), &mut self.rng).map(Step::Run)
    }
}
