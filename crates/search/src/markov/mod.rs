//! Concolic testing as a decision problem on a Markov chain (P18): what the best strategy would cost, and what the
//! known ones cost beside it.
//!
//! A program is abstracted to a [`chain`] whose states are its control locations. A strategy covers all of them by
//! random runs (cost 1 each) and by symbolic execution of paths (the cost of the path). [`optimal`] computes the least
//! expected cost; [`greedy`] is the paper's algorithm, which has to estimate the probabilities; the other strategies
//! are the heuristics of the paper's Table 1, on one model of what an execution and a query cost ([`strategies`]).
//! [`experiment`] runs them all; [`table`] and [`plot`] show the outcome beside the paper's.
//!
//! Like the paper, this knows no infeasible paths, no divergence and no solver timeouts.

pub mod chain;
mod concolic;
mod estimate;
pub mod experiment;
mod greedy;
mod linear;
pub mod optimal;
pub mod plot;
mod prefix_tree;
mod random_chain;
mod random_testing;
mod rewards;
mod state_set;
pub mod strategies;
mod symbolic;
pub mod table;
mod testing;
