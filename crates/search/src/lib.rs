//! Which state is run next. One strategy a file; the table of their names is in [`registry`].

pub mod bfs;
mod by_age;
mod by_depth;
pub mod dart;
pub mod dfs;
pub mod interleaved;
pub mod markov;
pub mod nurs_depth;
pub mod random_path;
pub mod random_state;
pub mod registry;
pub mod rng;
pub mod searcher;
pub mod uniform_random;
pub mod vocabulary;
