//! The run: ties machine, solver, pruning and search together under a budget.

pub mod config;
mod cuts;
mod fork;
mod limits;
mod measure;
mod recording;
pub mod results;
pub mod session;
