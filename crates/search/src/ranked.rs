//! States in the order of a key. Equal keys: the state that got its key first comes first.

use std::collections::BTreeSet;

use pruning::tree::StateId;
use rustc_hash::FxHashMap;

#[derive(Debug)]
pub struct Ranked<K> {
    order: BTreeSet<(K, u64, StateId)>,
    keys: FxHashMap<StateId, (K, u64)>,
    clock: u64,
}

impl<K> Default for Ranked<K> {
    fn default() -> Ranked<K> {
        Ranked { order: BTreeSet::new(), keys: FxHashMap::default(), clock: 0 }
    }
}

impl<K: Ord + Copy> Ranked<K> {
    /// Gives a state this key; it need not be there yet.
    pub fn set(&mut self, state: StateId, key: K) {
        self.remove(state);
        self.clock += 1;
        self.order.insert((key, self.clock, state));
        self.keys.insert(state, (key, self.clock));
    }

    pub fn remove(&mut self, state: StateId) {
        if let Some((key, clock)) = self.keys.remove(&state) {
            self.order.remove(&(key, clock, state));
        }
    }

    /// The state with the least key.
    pub fn first(&self) -> Option<(StateId, K)> {
        self.order.first().map(|&(key, _, state)| (state, key))
    }

    pub fn states(&self) -> Vec<StateId> {
        self.order.iter().map(|&(_, _, state)| state).collect()
    }
}
