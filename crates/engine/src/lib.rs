//! The run: ties machine, solver, pruning and search together under a budget.

mod asker;
mod conclusion;
pub mod config;
mod cuts;
pub mod estimated_chain;
mod fork;
mod frontier;
mod growth;
mod late_solving;
mod learning;
mod ledger;
mod limits;
mod measure;
mod operations;
pub mod prior;
mod random_testing;
mod recording;
pub mod results;
mod seeding;
pub mod session;
mod simpler_inputs;
pub mod targets;
mod terms;
mod watched_access;
mod world_view;
