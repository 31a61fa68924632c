//! Depth first: the running state until it ends, then the one forked off last.
//!
//! Keeps the fewest states open, and completes subtrees one after the other. Stays in a loop as long as the loop forks.

use pruning::tree::StateId;

use crate::by_age::ByAge;
use crate::searcher::{Searcher, Step};
use crate::world::World;

#[derive(Debug, Default)]
pub struct DepthFirst {
    states: ByAge,
}

impl Searcher for DepthFirst {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        self.states.add(state, parent);
    }

    fn remove(&mut self, state: StateId) {
        self.states.remove(state);
    }

    fn select(&mut self, _world: &dyn World) -> Option<Step> {
        self.states.youngest().map(Step::Run)
    }
}
