//! Interleaved: several strategies take turns, each seeing all states, so that one's blind spot is another's next pick.

use pruning::tree::{StateId, Tree};

use crate::searcher::Searcher;

pub struct Interleaved {
    searchers: Vec<Box<dyn Searcher>>,
    next: usize,
}

impl Interleaved {
    pub fn new(searchers: Vec<Box<dyn Searcher>>) -> Interleaved {
        Interleaved { searchers, next: 0 }
    }
}

impl Searcher for Interleaved {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        for searcher in &mut self.searchers {
            searcher.add(state, parent);
        }
    }

    fn remove(&mut self, state: StateId) {
        for searcher in &mut self.searchers {
            searcher.remove(state);
        }
    }

    fn select(&mut self, tree: &Tree) -> Option<StateId> {
        let searcher = self.searchers.get_mut(self.next)?;
        let state = searcher.select(tree);
        self.next = (self.next + 1) % self.searchers.len();
        state
    }
}
