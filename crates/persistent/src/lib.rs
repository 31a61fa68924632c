//! Lists that states share: what a path has done so far, of which every fork keeps its own end.
//!
//! [`List`] is one thing only, a linked list that grows at its new end. Maps that are shared in the same way are
//! `expr::Trie`, collections that are also joined are the solver's.

mod list;

pub use list::{Iter, List};
