//! The one table of search strategies: their names and what they are made of.

use crate::vocabulary;

vocabulary! {
    /// A search strategy by name. Several of them together are interleaved.
    pub enum SearchKind: "search strategy" {
        /// Depth first: the youngest state.
        Dfs = "dfs",
        /// Breadth first: the oldest state.
        Bfs = "bfs",
        /// Any open state, all equally likely.
        RandomState = "random-state",
        /// A random walk from the root of the tree: favours states close to it.
        RandomPath = "random-path",
    }
}
