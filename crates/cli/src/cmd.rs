//! The verbs.

mod run;

use clap::Subcommand;

use crate::outcome::{Failure, Status};

#[derive(Subcommand)]
pub enum Verb {
    /// Explore a program: tests, bugs, coverage
    Run(Box<run::RunArguments>),
}

impl Verb {
    pub fn execute(self) -> Result<Status, Failure> {
        match self {
            Verb::Run(arguments) => run::execute(*arguments),
        }
    }
}
