//! Damaged files: C, bitcode, LLVM's text, tests, suites, the record of a run and SMT-LIB scripts with a few random changes.
//! Whatever is in a file, the tool ends with a verdict or with exit status 2 and one line; it never crashes.
//!
//! `MUTATIONS` files of each kind (40) from seed `MUTATION_SEED` (1) on, and a quarter of that for native replays. The same
//! seed gives the same file.

mod damage;
mod kind;
#[path = "../limited/mod.rs"]
mod limited;
mod originals;
#[path = "../generator/random.rs"]
mod random;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use kind::Kind;
use libtest_mimic::{Arguments, Failed, Trial};
use originals::Originals;
use random::Random;

const SECATEUR: &str = env!("CARGO_BIN_EXE_secateur");
/// Long for one second of exploration, because machines are busy.
const LIMIT: Duration = Duration::from_secs(120);
const RUNS_FOR_ONE_REPLAY: u64 = 4;

fn main() {
    let arguments = Arguments::from_args();
    let (count, first) = (number("MUTATIONS", 40), number("MUTATION_SEED", 1));
    let originals = Arc::new(Originals::new());
    let mut trials = Vec::new();
    for kind in Kind::ALL {
        let whole = Arc::clone(&originals);
        trials.push(Trial::test(format!("{kind:?} undamaged"), move || accept(kind, first, &whole)));
        let count = if kind.is_replayed() { count.div_ceil(RUNS_FOR_ONE_REPLAY) } else { count };
        for seed in first..first + count {
            let originals = Arc::clone(&originals);
            trials.push(Trial::test(format!("{kind:?} seed {seed}"), move || survive(kind, seed, &originals)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")),
        Err(_) => default,
    }
}

/// Else damage would be no more than a second reason to be refused.
fn accept(kind: Kind, seed: u64, originals: &Originals) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let (path, mut command) = kind.prepare(folder.path(), originals, &mut Random::new(seed))?;
    let finished = end(&mut command)?;
    match finished.status.code() {
        Some(0 | 3 | 10) => Ok(()),
        _ => Err(keep(kind, seed, &std::fs::read(path)?, &finished)),
    }
}

fn survive(kind: Kind, seed: u64, originals: &Originals) -> Result<(), Failed> {
    let mut random = Random::new(seed);
    let folder = tempfile::tempdir()?;
    let (path, mut command) = kind.prepare(folder.path(), originals, &mut random)?;
    let mut bytes = std::fs::read(&path)?;
    for _ in 0..random.between(1, 6) {
        damage::damage(&mut bytes, kind.is_text(), &mut random);
    }
    std::fs::write(&path, &bytes)?;
    let finished = end(&mut command)?;
    match finished.status.code() {
        Some(0 | 3 | 10) => Ok(()),
        Some(2) if finished.stderr.trim_end().lines().count() == 1 => Ok(()),
        _ => Err(keep(kind, seed, &bytes, &finished)),
    }
}

/// The damaged file, for whoever looks into the failure.
fn keep(kind: Kind, seed: u64, bytes: &[u8], finished: &limited::Finished) -> Failed {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("mutation-{kind:?}-{seed}"));
    let place = match std::fs::write(&kept, bytes) {
        Ok(()) => kept.display().to_string(),
        Err(error) => format!("not kept: {error}"),
    };
    format!("{}: {}{}\nthe file: {place}", finished.status, finished.stdout, finished.stderr).into()
}

fn end(command: &mut Command) -> Result<limited::Finished, Failed> {
    limited::run(command, LIMIT).ok_or_else(|| format!("{command:?} does not end").into())
}
