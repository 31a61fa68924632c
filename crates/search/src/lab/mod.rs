//! Concolic testing as a decision problem on a Markov chain (P18): what the best strategy would cost, and what the
//! known ones cost beside it.
//!
//! A program is abstracted to a `markov_chain` whose states are its control locations. A strategy covers all of them by
//! random runs (cost 1 each) and by symbolic execution of paths (the cost of the path). `optimal_strategy` computes the least
//! expected cost; `simulated_greedy` is the paper's algorithm, which has to estimate the probabilities; the other strategies
//! are the heuristics of the paper's Table 1, on one model of what an execution and a query cost (`strategies`).
//! [`experiment`] runs them all; [`cost_table`] shows the outcome beside the paper's (pictures are in crate `report`).
//!
//! Like the paper, this knows no infeasible paths, no divergence and no solver timeouts. The strategies that explore programs
//! are elsewhere, and share nothing with these but the ideas.

mod chain_rewards;
pub mod cost_table;
mod estimate;
pub mod experiment;
mod linear_system;
mod markov_chain;
mod optimal_strategy;
mod prefix_tree;
mod random_chain;
mod simulated_concolic;
mod simulated_greedy;
mod simulated_random_testing;
mod simulated_symbolic;
mod simulation;
mod state_set;
mod strategies;
