//! Open states in the order of their last fork: what breadth-first search, DART and close-tree search share.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tree::StateId;

/// Open states, oldest first. Adding, removing and both ends are O(log n).
#[derive(Debug, Default)]
pub struct ByAge {
    order: BTreeMap<u64, StateId>,
    /// The key of each state in `order`.
    born: FxHashMap<StateId, u64>,
    clock: u64,
}

impl ByAge {
    /// Adds `state`. A fork makes the parent a new state too (one level deeper), and it comes after `state`, so that
    /// depth-first search goes on with the state it is running instead of switching at each fork.
    pub fn add(&mut self, state: StateId, parent: Option<StateId>) {
        self.make_youngest(state);
        if let Some(parent) = parent.filter(|parent| self.born.contains_key(parent)) {
            self.make_youngest(parent);
        }
    }

    pub fn remove(&mut self, state: StateId) {
        if let Some(born) = self.born.remove(&state) {
            self.order.remove(&born);
        }
    }

    pub fn oldest(&self) -> Option<StateId> {
        self.order.first_key_value().map(|(_, &state)| state)
    }

    pub fn youngest(&self) -> Option<StateId> {
        self.order.last_key_value().map(|(_, &state)| state)
    }

    fn make_youngest(&mut self, state: StateId) {
        self.clock += 1;
        if let Some(before) = self.born.insert(state, self.clock) {
            self.order.remove(&before);
        }
        self.order.insert(self.clock, state);
    }
}
