//! The verbs.

mod completions;
mod explore;
mod lab;
mod lab_show;
mod man;
mod plot;
mod reach;
mod replay;
mod report;
mod resume;
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
    /// Write a page with everything a run found
    Report(report::ReportArguments),
    /// Draw one run or several: coverage, paths, skipped and open states over time, layers of the solver
    Plot(plot::PlotArguments),
    /// Answer SMT-LIB scripts with the solver chain alone
    Solve(solve::SolveArguments),
    /// Print what a shell needs to complete command lines: bash, zsh, fish
    Completions(completions::CompletionsArguments),
    /// Write manual pages into a folder
    Man(man::ManArguments),
}

impl Verb {
    pub fn execute(self) -> Result<Status, Failure> {
        match self {
            Verb::Run(arguments) => run::execute(*arguments),
            Verb::Reach(arguments) => reach::execute(*arguments),
            Verb::Lab(arguments) => lab::execute(arguments),
            Verb::Replay(arguments) => replay::execute(arguments),
            Verb::Report(arguments) => report::execute(arguments),
            Verb::Plot(arguments) => plot::execute(arguments),
            Verb::Solve(arguments) => solve::execute(arguments),
            Verb::Completions(arguments) => completions::execute(arguments),
            Verb::Man(arguments) => man::execute(arguments),
        }
    }
}
