//! States, or other things, in the order of a key. Equal keys: what got its key first comes first.

use std::collections::BTreeSet;
use std::hash::Hash;

use rustc_hash::FxHashMap;
use tree::StateId;

#[derive(Debug)]
pub struct Ranked<K, T = StateId> {
    order: BTreeSet<(K, u64, T)>,
    keys: FxHashMap<T, (K, u64)>,
    clock: u64,
}

impl<K, T> Default for Ranked<K, T> {
    fn default() -> Ranked<K, T> {
        Ranked { order: BTreeSet::new(), keys: FxHashMap::default(), clock: 0 }
    }
}

impl<K: Ord + Copy, T: Ord + Copy + Hash> Ranked<K, T> {
    /// Gives something this key; it need not be there yet.
    pub fn set(&mut self, item: T, key: K) {
        self.remove(item);
        self.clock += 1;
        self.order.insert((key, self.clock, item));
        self.keys.insert(item, (key, self.clock));
    }

    pub fn remove(&mut self, item: T) {
        if let Some((key, clock)) = self.keys.remove(&item) {
            self.order.remove(&(key, clock, item));
        }
    }

    /// What has the least key.
    pub fn first(&self) -> Option<(T, K)> {
        self.order.first().map(|&(key, _, item)| (item, key))
    }

    /// The least keys first.
    pub fn iter(&self) -> impl Iterator<Item = (T, K)> {
        self.order.iter().map(|&(key, _, item)| (item, key))
    }
}
