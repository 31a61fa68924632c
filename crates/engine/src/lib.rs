//! The run: ties machine, solver, pruning and search together under a budget.

mod asker;
mod conclusion;
pub mod config;
mod covering;
mod cuts;
pub mod estimated_chain;
mod fork;
mod frontier;
mod growth;

mod hard_questions;
mod induction;
mod late_solving;
mod learning;
mod ledger;
mod limits;
mod measure;
mod novelty;
mod obstacles;
mod operations;
pub mod prior;
mod random_testing;
mod recording;
pub mod results;
mod retracing;
mod seeding;
pub mod session;
mod simpler_inputs;
mod sketch;
pub mod targets;
mod terms;
mod test_paths;
mod text_prior;
mod watched_access;
mod world_view;
