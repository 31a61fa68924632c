//! What is done next: which state is run, or a random execution instead.
//!
//! A strategy is a [`searcher`]; what it may look at is in [`world`], and the table of names in [`registry`]. One strategy
//! a file, in a folder by what it chooses: one of the open states (`states`), the next execution of a concolic tester
//! (`concolic`), random executions only (`sampling`), or whatever pays most ([`greedy`]). Several take turns in
//! `interleaved`. The [`lab`] is no part of a run: it has the experiments of P18 on Markov chains.

mod concolic;
mod distances;
pub mod graph;
pub mod greedy;
#[cfg(test)]
mod hand_made;
pub mod history;
mod interleaved;
pub mod lab;
mod ranked;
pub mod reachability;
pub mod registry;
pub mod rng;
mod sampling;
pub mod searcher;
mod states;
pub mod world;
