//! Proofs by induction must not change what is found: random programs that never end, explored in several orders, against explicit
//! search over all states their variables can be in.
//!
//! `LOOPS_PROGRAMS` programs (64) from seed `LOOPS_SEED` (1) on, a batch in each trial. A run that has seen everything must
//! report exactly the errors (kind and line) that a round of the native program shows from some state that can be
//! reached; one that has given up at its limit on work may have found fewer, but must not say `safe` of what fails.
//! A program on which one differs is kept, with an explanation, in the folder `SOUNDNESS_KEEP`. How many runs decide is
//! counted, and must be most.

mod batch;
mod configuration;
mod generator;
#[path = "../soundness/judgement.rs"]
mod judgement;
#[path = "../limited/mod.rs"]
mod limited;
#[path = "../soundness/native.rs"]
mod native;
#[path = "../soundness/session.rs"]
mod session;
mod tally;

use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};
use tally::Tally;

/// As the command has it: the engine makes and drops millions of small objects.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Of a hundred runs.
const DECIDED: u64 = 60;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let first = number("LOOPS_SEED", 1);
    let seeds: Vec<u64> = (first..first + number("LOOPS_PROGRAMS", 64)).collect();
    let tally = Arc::new(Tally::default());
    let mut trials = Vec::new();
    for batch in seeds.chunk_by(|&a, &b| configuration::batch(a) == configuration::batch(b)) {
        let (batch, tally) = (batch.to_vec(), Arc::clone(&tally));
        let name = format!("loops seeds {}-{}", batch[0], batch[batch.len() - 1]);
        trials.push(Trial::test(name, move || batch::compare(batch, tally)));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if arguments.list {
        return ExitCode::SUCCESS;
    }
    print!("{tally}");
    if tally.decided().is_some_and(|share| share < DECIDED) {
        println!("fewer than {DECIDED} % are decided");
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")),
        Err(_) => default,
    }
}
