//! Interleaved: several strategies take turns, each seeing all states, so that one's blind spot is another's next pick.
//!
//! A strategy that has nothing to do leaves its turn to the next one, and one that [goes first](Searcher::goes_first) keeps it.

use std::time::Duration;

use tree::StateId;

use crate::searcher::{Searcher, Step};
use crate::world::World;

pub struct Interleaved {
    searchers: Vec<Box<dyn Searcher>>,
    next: usize,
    /// Whose choice is being carried out.
    last: usize,
}

impl Interleaved {
    pub fn new(searchers: Vec<Box<dyn Searcher>>) -> Interleaved {
        Interleaved { searchers, next: 0, last: 0 }
    }
}

impl Searcher for Interleaved {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        for searcher in &mut self.searchers {
            searcher.add(state, parent);
        }
    }

    fn ran(&mut self, state: StateId) {
        for searcher in &mut self.searchers {
            searcher.ran(state);
        }
    }

    fn interrupt(&mut self, state: StateId) {
        for searcher in &mut self.searchers {
            searcher.interrupt(state);
        }
    }

    fn adopted(&mut self, state: StateId) {
        for searcher in &mut self.searchers {
            searcher.adopted(state);
        }
    }

    fn patience(&self, state: StateId) -> Option<Duration> {
        self.searchers[self.last].patience(state)
    }

    fn learns_costs(&self) -> bool {
        self.searchers[self.last].learns_costs()
    }

    fn put_back(&mut self, state: StateId) {
        self.searchers[self.last].put_back(state);
    }

    fn remove(&mut self, state: StateId) {
        for searcher in &mut self.searchers {
            searcher.remove(state);
        }
    }

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        for _ in 0..self.searchers.len() {
            let step = self.searchers[self.next].step(world);
            self.last = self.next;
            if !self.searchers[self.last].goes_first() {
                self.next = (self.next + 1) % self.searchers.len();
            }
            if step.is_some() {
                return step;
            }
        }
        None
    }

    fn take_notes(&mut self) -> Vec<String> {
        self.searchers.iter_mut().flat_map(|searcher| searcher.take_notes()).collect()
    }

    /// What one of them wants to solve late must not be solved before.
    fn solves_late(&self) -> bool {
        self.searchers.iter().any(|searcher| searcher.solves_late())
    }
}
