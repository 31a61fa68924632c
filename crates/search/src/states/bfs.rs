//! Breadth first: the state whose last fork is longest ago, so all paths of k forks before any of k + 1.

use tree::StateId;

use crate::searcher::{Searcher, Step};
use crate::states::by_age::ByAge;
use crate::world::World;

#[derive(Debug, Default)]
pub struct BreadthFirst {
    states: ByAge,
}

impl Searcher for BreadthFirst {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        self.states.add(state, parent);
    }

    fn remove(&mut self, state: StateId) {
        self.states.remove(state);
    }

    fn select(&mut self, _world: &dyn World) -> Option<Step> {
        self.states.oldest().map(Step::Run)
    }
}
