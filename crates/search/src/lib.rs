//! What is done next: which state is run, or a random execution instead. One strategy a file; the table of their names
//! is in [`registry`], what they may look at in [`world`].

pub mod bfs;
mod by_age;
mod by_depth;
mod candidates;
pub mod carfast;
pub mod cfg_directed;
pub mod close_tree;
mod concolic_run;
pub mod context_guided;
pub mod dart;
mod deliberation;
pub mod dfs;
mod distances;
pub mod generational;
pub mod graph;
pub mod greedy;
#[cfg(test)]
mod hand_made;
pub mod history;
pub mod interleaved;
pub mod markov;
pub mod nurs;
mod outlook;
pub mod random_path;
pub mod random_state;
pub mod random_testing;
mod ranked;
pub mod reachability;
pub mod registry;
mod rest;
pub mod rewards;
pub mod rng;
pub mod searcher;
pub mod solving_cost;
pub mod subpath_guided;
pub mod transitions;
pub mod uniform_random;
mod warm_up;
pub mod weighing;
mod weighted;
pub mod world;
