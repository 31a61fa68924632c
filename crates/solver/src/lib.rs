//! Answers "is this conjunction satisfiable, with which model, or because of which core".
//!
//! A [`Solver`] is a chain: layers (`layer`) that answer from what is known already, reductions (`reduce`) that make the
//! question smaller, then a decision procedure ([backends](backend)), which sees it part by part (`ippc`) where that
//! pays. [`PathCondition`] is the conjunction a state has assumed, sliced into independent groups as it grows. Answers are
//! three-valued; `unknown` never becomes `unsat`.
//!
//! Does not hold: what to ask (crates `engine` and `pruning`), simplification of expressions (crate `expr`).

pub mod answer;
pub mod backend;
mod bounds;
pub mod chain;
mod check;
mod comparisons;
pub mod config;
mod core_minimisation;
#[cfg(test)]
mod differential;
mod explanation;
mod float_distance;
mod float_search;
mod ippc;
mod layer;
mod math_calls;
pub mod path_condition;
mod persistent_bag;
mod portfolio;
mod presence;
mod query;
mod query_log;
#[cfg(test)]
mod random_queries;
mod reduce;
mod slice_memo;
mod small_domain;
pub mod smtlib;
pub mod stats;

pub use answer::{Answer, UnknownReason};
pub use chain::Solver;
pub use comparisons::Comparisons;
pub use config::{BackendChoice, IppcMode, IppcStart, SolverConfig};
pub use layer::{LayerName, LayerSet};
pub use path_condition::{PathCondition, Slice, SliceKey};
pub use presence::Presence;
pub use stats::{LayerStats, SolverStats};
