//! Strategies that choose one of the open states, which then runs to its next fork. Both sides of a fork are solved where it
//! is met.
//!
//! Symbolic executors search like this (KLEE, subpath-guided search), and so do here those concolic testers whose order of
//! paths is one of states: DART's and CREST's uniform random search.

pub mod bfs;
mod by_age;
mod by_depth;
pub mod close_tree;
pub mod dart;
pub mod dfs;
pub mod novelty;
pub mod nurs;
pub mod random_path;
pub mod random_state;
mod random_walk;
pub mod subpath_guided;
pub mod uniform_random;
mod weighted;
