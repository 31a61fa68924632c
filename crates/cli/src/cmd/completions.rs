//! `secateur completions`: what a shell needs to complete our command lines.

use std::io::{self, Write};

use clap::{Args, CommandFactory, ValueEnum};
use clap_complete::Shell;

use crate::Arguments;
use crate::outcome::{Failure, Status};

#[derive(Args)]
pub struct CompletionsArguments {
    /// The shell
    shell: Known,
}

/// Shells whose completions are tried by our tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Known {
    Bash,
    Zsh,
    Fish,
}

pub fn execute(arguments: CompletionsArguments) -> Result<Status, Failure> {
    let shell = match arguments.shell {
        Known::Bash => Shell::Bash,
        Known::Zsh => Shell::Zsh,
        Known::Fish => Shell::Fish,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "secateur", &mut script);
    // Whoever reads our output may stop reading.
    let _ = io::stdout().lock().write_all(&script);
    Ok(Status::Done)
}
