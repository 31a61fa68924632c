//! Answers "is this conjunction satisfiable, with which model, or because of which core".
//!
//! A [`Solver`] is a chain: [layers](layer) that answer from what is known already, then a decision procedure
//! ([backends](backend)). [`PathCondition`] is the conjunction a state has assumed, sliced into independent groups as it
//! grows. Answers are three-valued; `unknown` never becomes `unsat`.
//!
//! Does not hold: what to ask (crates `engine` and `pruning`), simplification of expressions (crate `expr`).

pub mod answer;
pub mod backend;
mod bag;
pub mod chain;
mod check;
pub mod config;
mod decide;
mod float_search;
pub mod layer;
pub mod path_condition;
mod query;
pub mod stats;

pub use answer::{Answer, UnknownReason};
pub use chain::Solver;
pub use config::{BackendChoice, SolverConfig};
pub use layer::LayerName;
pub use path_condition::{PathCondition, Slice, SliceKey};
pub use stats::SolverStats;
