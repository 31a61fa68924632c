//! Breadth first: the state whose last fork is longest ago, so all paths of k forks before any of k + 1.

use pruning::tree::{StateId, Tree};

use crate::by_age::ByAge;
use crate::searcher::Searcher;

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

    fn select(&mut self, _tree: &Tree) -> Option<StateId> {
        self.states.oldest()
    }
}
