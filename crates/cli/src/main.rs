//! The `secateur` command. Each verb is a file in `cmd/`; this one only starts it and turns its end into a status.

mod argv;
mod cmd;
mod crash;
mod interrupt;
mod live;
mod memory;
mod options;
mod outcome;
mod quantity;
mod runtime;

use std::process::ExitCode;

use clap::Parser;

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

fn start() -> ExitCode {
    let arguments = argv::for_clap(std::env::args_os());
    let parsed = match Arguments::try_parse_from(arguments) {
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
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
