//! States with weights, drawn in proportion to them. Every operation is O(log n).
//!
//! The sums of a binary tree over the weights: each inner node is the sum of its two children, computed anew whenever
//! one changes, so that no rounding error accumulates.

use rustc_hash::FxHashMap;
use tree::StateId;

use crate::rng::Rng;

#[derive(Debug, Default)]
pub struct Weighted {
    /// Nodes of the tree, the root at 1, the weights of the slots from `capacity` on.
    sums: Vec<f64>,
    capacity: usize,
    slots: Vec<Option<StateId>>,
    free: Vec<usize>,
    slot_of: FxHashMap<StateId, usize>,
}

impl Weighted {
    /// Gives a state this weight, positive and finite; it need not be there yet.
    pub fn set(&mut self, state: StateId, weight: f64) {
        let slot = match self.slot_of.get(&state) {
            Some(&slot) => slot,
            None => {
                let slot = self.free.pop().unwrap_or(self.slots.len());
                if slot == self.slots.len() {
                    self.slots.push(None);
                    self.grow();
                }
                self.slots[slot] = Some(state);
                self.slot_of.insert(state, slot);
                slot
            }
        };
        self.put(slot, weight);
    }

    pub fn remove(&mut self, state: StateId) {
        if let Some(slot) = self.slot_of.remove(&state) {
            self.slots[slot] = None;
            self.free.push(slot);
            self.put(slot, 0.0);
        }
    }

    pub fn states(&self) -> impl Iterator<Item = StateId> {
        self.slots.iter().flatten().copied()
    }

    /// A state, each as likely as its share of the weights.
    pub fn draw(&self, rng: &mut Rng) -> Option<StateId> {
        if self.slot_of.is_empty() {
            return None;
        }
        let mut left = rng.unit() * self.sums[1];
        let mut node = 1;
        while node < self.capacity {
            node *= 2;
            // Weights of 0 are empty slots: never walked into while the other side has any weight.
            if left >= self.sums[node] && self.sums[node + 1] > 0.0 {
                left -= self.sums[node];
                node += 1;
            }
        }
        // All weights may have rounded to nothing: any state will do.
        self.slots.get(node - self.capacity).copied().flatten().or_else(|| self.states().next())
    }

    fn put(&mut self, slot: usize, weight: f64) {
        let mut node = self.capacity + slot;
        self.sums[node] = weight;
        while node > 1 {
            node /= 2;
            self.sums[node] = self.sums[2 * node] + self.sums[2 * node + 1];
        }
    }

    fn grow(&mut self) {
        if self.slots.len() <= self.capacity {
            return;
        }
        let weights = self.sums.split_off(self.capacity);
        self.capacity = (2 * self.capacity).max(1);
        self.sums = vec![0.0; 2 * self.capacity];
        for (slot, weight) in weights.into_iter().enumerate() {
            self.put(slot, weight);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_follow_the_weights_through_changes() {
        let mut states = Weighted::default();
        for state in 0..9 {
            states.set(StateId(state), 5.0);
        }
        for state in 3..9 {
            states.remove(StateId(state));
        }
        states.set(StateId(0), 1.0);
        states.set(StateId(1), 2.0);
        states.set(StateId(20), 0.0001);
        states.remove(StateId(2));
        let mut rng = Rng::new(4);
        let mut drawn = [0; 3];
        for _ in 0..3000 {
            match states.draw(&mut rng) {
                Some(StateId(state @ (0 | 1))) => drawn[state as usize] += 1,
                _ => drawn[2] += 1,
            }
        }
        assert!((900..1100).contains(&drawn[0]) && drawn[2] < 10, "{drawn:?}");
        [0, 1, 20].into_iter().for_each(|state| states.remove(StateId(state)));
        assert_eq!(states.draw(&mut rng), None);
    }
}
