//! Depth first (P18: DFS): the running state until it ends, then the one forked off last.
//!
//! Keeps the fewest states open, and completes subtrees one after the other. Stays in a loop as long as the loop forks.
//! Where other strategies take turns with it, it stays on its own path: what they fork off waits beside its parent.

use rustc_hash::FxHashMap;
use tree::StateId;

use crate::searcher::{Searcher, Step};
use crate::world::World;

/// The open states as a list: each fork puts the new state right before its parent, and the last one is next.
#[derive(Debug, Default)]
pub struct DepthFirst {
    neighbours: FxHashMap<StateId, Neighbours>,
    last: Option<StateId>,
}

#[derive(Clone, Copy, Debug)]
struct Neighbours {
    before: Option<StateId>,
    after: Option<StateId>,
}

impl DepthFirst {
    /// Makes two states neighbours, or one of them the end of the list.
    fn link(&mut self, before: Option<StateId>, after: Option<StateId>) {
        if let Some(state) = before.and_then(|state| self.neighbours.get_mut(&state)) {
            state.after = after;
        }
        match after.and_then(|state| self.neighbours.get_mut(&state)) {
            Some(state) => state.before = before,
            None => self.last = before,
        }
    }
}

impl Searcher for DepthFirst {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        let after = parent.filter(|parent| self.neighbours.contains_key(parent));
        let before = match after {
            Some(parent) => self.neighbours[&parent].before,
            None => self.last,
        };
        self.neighbours.insert(state, Neighbours { before, after });
        self.link(before, Some(state));
        self.link(Some(state), after);
    }

    fn remove(&mut self, state: StateId) {
        if let Some(Neighbours { before, after }) = self.neighbours.remove(&state) {
            self.link(before, after);
        }
    }

    fn select(&mut self, _world: &dyn World) -> Option<Step> {
        self.last.map(Step::Run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_others_fork_off_does_not_lead_it_astray() {
        let mut dfs = DepthFirst::default();
        dfs.add(StateId(0), None);
        dfs.add(StateId(1), Some(StateId(0)));
        // Another strategy runs state 1.
        dfs.add(StateId(2), Some(StateId(1)));
        dfs.add(StateId(3), Some(StateId(2)));
        assert_eq!(dfs.last, Some(StateId(0)));
        dfs.remove(StateId(0));
        assert_eq!(dfs.last, Some(StateId(1)));
        dfs.remove(StateId(2));
        dfs.remove(StateId(1));
        assert_eq!(dfs.last, Some(StateId(3)));
        dfs.remove(StateId(3));
        assert_eq!(dfs.last, None);
    }
}
