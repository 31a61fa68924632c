//! Pruning must not change what is found: random small programs, explored with and without it in every order, against
//! brute force over all their inputs.
//!
//! `SOUNDNESS_PROGRAMS` programs (1000) from seed `SOUNDNESS_SEED` (1) on, a batch in each trial, and the first few once
//! more through the command. Every run must end with a verdict and with exactly the errors (kind and line) that the
//! native binary shows on some input. A program on which one does not is kept, with an explanation, in the folder
//! `SOUNDNESS_KEEP`. What could not be compared is counted and named at the end.

mod batch;
mod command;
mod configuration;
#[path = "../generator/mod.rs"]
mod generator;
mod judgement;
#[path = "../limited/mod.rs"]
mod limited;
mod native;
mod session;
mod tally;

use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};
use tally::Tally;

/// As the command has it: the engine makes and drops millions of small objects.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Programs that are explored through the command as well.
const BY_COMMAND: usize = 24;

fn main() {
    let arguments = Arguments::from_args();
    let first = number("SOUNDNESS_SEED", 1);
    let seeds: Vec<u64> = (first..first + number("SOUNDNESS_PROGRAMS", 1000)).collect();
    let tally = Arc::new(Tally::default());
    let mut trials = Vec::new();
    for batch in seeds.chunk_by(|&a, &b| configuration::batch(a) == configuration::batch(b)) {
        let (batch, tally) = (batch.to_vec(), Arc::clone(&tally));
        let name = format!("soundness seeds {}-{}", batch[0], batch[batch.len() - 1]);
        trials.push(Trial::test(name, move || batch::compare(batch, tally)));
    }
    for &seed in seeds.iter().take(BY_COMMAND) {
        trials.push(Trial::test(format!("soundness seed {seed} by command"), move || command::compare(seed)));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    print!("{tally}");
    conclusion.exit();
}

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")),
        Err(_) => default,
    }
}
