//! A walk from the root of the tree that takes each child with an open state below it equally likely: what strategies share
//! that need a state and know nothing about it.

use tree::{StateId, Tree, Walk};

use crate::rng::Rng;

/// The open state at the end of a walk; none if no state is open.
pub fn random_walk(tree: &Tree, rng: &mut Rng) -> Option<StateId> {
    let mut node = tree.root()?;
    loop {
        match tree.next_choice(node) {
            Walk::Leaf(state) => return Some(state),
            Walk::Fork(children) => node = *children.get(rng.below(children.len()))?,
        }
    }
}
