//! Which state is run next. One strategy a file; the table of their names is in [`registry`].

pub mod bfs;
mod by_age;
pub mod dfs;
pub mod interleaved;
pub mod markov;
pub mod random_path;
pub mod random_state;
pub mod registry;
pub mod rng;
pub mod searcher;
pub mod vocabulary;
