//! The run: ties machine, solver, pruning and search together under a budget.

pub mod config;
pub mod results;
