//! Sets of states of a small chain, as bits of a word.

use std::ops::BitOr;

/// Chains have at most this many states.
pub const MAX_STATES: usize = 24;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StateSet(u32);

impl StateSet {
    pub const EMPTY: StateSet = StateSet(0);

    pub fn all(states: usize) -> StateSet {
        StateSet((1 << states) - 1)
    }

    pub fn contains(self, state: usize) -> bool {
        self.0 >> state & 1 != 0
    }

    pub fn with(self, state: usize) -> StateSet {
        StateSet(self.0 | 1 << state)
    }

    /// The members that are not in `other`.
    pub fn minus(self, other: StateSet) -> StateSet {
        StateSet(self.0 & !other.0)
    }

    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let state = left.trailing_zeros() as usize;
            (left != 0).then(|| {
                left &= left - 1;
                state
            })
        })
    }
}

impl BitOr for StateSet {
    type Output = StateSet;

    fn bitor(self, other: StateSet) -> StateSet {
        StateSet(self.0 | other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_come_in_order() {
        let set = StateSet::EMPTY.with(7).with(0).with(23);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 7, 23]);
        assert_eq!(set.minus(StateSet::EMPTY.with(7)).len(), 2);
        assert!(StateSet::all(MAX_STATES).contains(MAX_STATES - 1));
    }
}
