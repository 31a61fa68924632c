//! The `secateur` command. Each verb is a file in `cmd/`; this one only starts it and turns its end into a status.

mod argv;
mod cmd;
mod crash;
mod interrupt;
mod jobs;
mod live;
mod memory;
mod options;
mod outcome;
mod quantity;
mod runtime;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};

use crate::cmd::Verb;
use crate::outcome::Failure;

#[global_allocator]
static ALLOCATOR: memory::Allocator = memory::Allocator;

/// Concolic tester for C: finds bugs with an input that shows each one, and tests that cover the program.
#[derive(Parser)]
#[command(name = "secateur", version, max_term_width = 110, arg_required_else_help = true)]
#[command(after_help = outcome::TABLE)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

fn main() -> ExitCode {
    crash::report_panics_on_one_line();
    interrupt::let_writes_fail();
    // LLVM and the destructors of long chains recurse; the pages are only used when they do.
    let worker = std::thread::Builder::new().name("secateur".to_owned()).stack_size(512 << 20).spawn(start);
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_panic)) => Failure::Internal(None).report(),
        Err(error) => Failure::Internal(Some(format!("cannot start a thread: {error}"))).report(),
    }
}

fn parse(arguments: Vec<OsString>) -> Result<Arguments, clap::Error> {
    let mut command = Arguments::command();
    if arguments.iter().take_while(|word| *word != "--").any(|word| word == jobs::WORKER) {
        // Its line may come out of a run that goes on: the last word on an option counts.
        let lenient = |verb: clap::Command| verb.args_override_self(true);
        command = command.mut_subcommand("run", lenient).mut_subcommand("reach", lenient);
    }
    Arguments::from_arg_matches(&command.try_get_matches_from(arguments)?)
}

fn start() -> ExitCode {
    let arguments = argv::for_clap(std::env::args_os());
    let parsed = match parse(arguments) {
        Ok(parsed) => parsed,
        Err(error) => return outcome::report_usage(&error),
    };
    match parsed.verb.execute() {
        Ok(status) => status.into(),
        Err(failure) => failure.report(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
