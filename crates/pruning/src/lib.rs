//! The symbolic execution tree, and what is learnt on it.

pub mod tree;
