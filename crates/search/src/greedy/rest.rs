//! The paths that lead to nothing new. They have to be explored all the same, for bugs and for a verdict, but their order
//! does not matter to coverage: the youngest comes first, as in depth-first search, so few wait at a time and whole subtrees
//! are completed, which is what interpolants are made of. Those on which time was spent come last.

use std::collections::VecDeque;

use tree::StateId;

#[derive(Default)]
pub struct Rest {
    fresh: Vec<StateId>,
    tried: VecDeque<StateId>,
}

impl Rest {
    pub fn push(&mut self, state: StateId, was_tried: bool) {
        match was_tried {
            true => self.tried.push_back(state),
            false => self.fresh.push(state),
        }
    }

    /// The first state. Those that do not wait any more, or not as they did when they were put here, are dropped.
    pub fn first(&mut self, waits: impl Fn(StateId, bool) -> bool) -> Option<StateId> {
        while let Some(&state) = self.fresh.last() {
            if waits(state, false) {
                return Some(state);
            }
            self.fresh.pop();
        }
        while let Some(&state) = self.tried.front() {
            if waits(state, true) {
                return Some(state);
            }
            self.tried.pop_front();
        }
        None
    }

    /// If this is the first state, it does not wait any more.
    pub fn start(&mut self, state: StateId) {
        if self.fresh.last() == Some(&state) {
            self.fresh.pop();
        } else if self.fresh.is_empty() && self.tried.front() == Some(&state) {
            self.tried.pop_front();
        }
    }

    /// All of them in their order, and whether they were tried.
    pub fn iter(&self) -> impl Iterator<Item = (StateId, bool)> {
        let fresh = self.fresh.iter().rev().map(|&state| (state, false));
        fresh.chain(self.tried.iter().map(|&state| (state, true)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_youngest_first_and_what_was_tried_last() {
        let mut rest = Rest::default();
        for (state, was_tried) in [(1, false), (2, true), (3, false), (4, true), (5, false)] {
            rest.push(StateId(state), was_tried);
        }
        assert_eq!(rest.iter().map(|(state, _)| state.0).collect::<Vec<_>>(), [5, 3, 1, 2, 4]);
        let mut order = Vec::new();
        while let Some(state) = rest.first(|state, _| state != StateId(3)) {
            order.push(state.0);
            rest.start(state);
        }
        assert_eq!(order, [5, 1, 2, 4]);
    }
}
