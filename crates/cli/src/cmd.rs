//! The verbs.

mod explore;
mod lab;
mod lab_show;
mod reach;
mod replay;
mod run;
mod solve;

use clap::Subcommand;

use crate::outcome::{self, Failure, Status};

#[derive(Subcommand)]
pub enum Verb {
    /// Explore a program: tests, bugs, coverage
    #[command(after_help = outcome::TABLE)]
    Run(Box<run::RunArguments>),
    /// Decide targets: a test that reaches each, or the proof that nothing does
    #[command(after_help = outcome::TABLE)]
    Reach(Box<reach::ReachArguments>),
    /// Simulate testing strategies on random Markov chains, beside the optimal one
    Lab(lab::LabArguments),
    /// Run tests on a native build: confirm bugs, measure coverage
    Replay(replay::ReplayArguments),
    /// Answer SMT-LIB scripts with the solver chain alone
    Solve(solve::SolveArguments),
}

impl Verb {
    pub fn execute(self) -> Result<Status, Failure> {
        match self {
            Verb::Run(arguments) => run::execute(*arguments),
            Verb::Reach(arguments) => reach::execute(*arguments),
            Verb::Lab(arguments) => lab::execute(arguments),
            Verb::Replay(arguments) => replay::execute(arguments),
            Verb::Solve(arguments) => solve::execute(arguments),
        }
    }
}
