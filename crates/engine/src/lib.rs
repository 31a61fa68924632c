//! The run: ties machine, solver, pruning and search together under a budget.

pub mod chain;
pub mod config;
mod core_form;
mod cuts;
mod economy;
mod fork;
mod greedy_confirmation;
mod growth;
mod late_solving;
mod learning;
mod limits;
mod links;
mod measure;
mod operations;
pub mod prior;
mod pull_back;
mod random_testing;
mod recheck;
mod recording;
pub mod results;
mod root_condition;
mod seeding;
pub mod session;
mod skipping;
mod subsumption;
pub mod targets;
mod world_view;
