//! Open states in groups of equal depth: what uniform random search draws from.
//!
//! Depths are those of the tree (forks above a state). A fork moves its parent too, and the tree is only seen when a
//! state is selected, so states are put into their groups then.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;
use tree::{StateId, Tree};

#[derive(Debug, Default)]
pub struct ByDepth {
    /// No group is empty.
    groups: BTreeMap<u32, Vec<StateId>>,
    /// Depth and position of each state in `groups`.
    place: FxHashMap<StateId, (u32, usize)>,
    /// States that are new, or may have become deeper.
    moved: Vec<StateId>,
}

impl ByDepth {
    pub fn add(&mut self, state: StateId, parent: Option<StateId>) {
        self.moved.push(state);
        self.moved.extend(parent);
    }

    pub fn remove(&mut self, state: StateId) {
        if let Some((depth, position)) = self.place.remove(&state)
            && let Some(group) = self.groups.get_mut(&depth)
        {
            group.swap_remove(position);
            if let Some(&last) = group.get(position) {
                self.place.insert(last, (depth, position));
            } else if group.is_empty() {
                self.groups.remove(&depth);
            }
        }
    }

    /// The groups by depth, each with at least one state.
    pub fn groups(&mut self, tree: &Tree) -> &BTreeMap<u32, Vec<StateId>> {
        for state in std::mem::take(&mut self.moved) {
            self.remove(state);
            // A state that was closed before anyone looked has no depth any more.
            if let Some(depth) = tree.depth(state) {
                let group = self.groups.entry(depth).or_default();
                self.place.insert(state, (depth, group.len()));
                group.push(state);
            }
        }
        &self.groups
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tree::Child;

    #[test]
    fn a_fork_moves_its_parent_and_closing_leaves_no_empty_group() {
        let mut tree = Tree::new(StateId(0));
        let mut states = ByDepth::default();
        states.add(StateId(0), None);
        assert_eq!(states.groups(&tree)[&0], [StateId(0)]);
        tree.fork(StateId(0), &[Child { outcome: 0, state: StateId(0) }, Child { outcome: 1, state: StateId(1) }]);
        states.add(StateId(1), Some(StateId(0)));
        assert_eq!(states.groups(&tree).keys().copied().collect::<Vec<_>>(), [1]);
        for state in [StateId(1), StateId(0)] {
            states.remove(state);
            tree.close(state);
        }
        assert!(states.groups(&tree).is_empty());
    }
}
