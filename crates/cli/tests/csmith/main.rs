//! Random concrete programs, ours against the native binary: both must print the same checksum.
//!
//! `CSMITH_PROGRAMS` programs (200) from seed `CSMITH_SEED` (1) on, sixteen in one file. Csmith's programs have no undefined behaviour
//! and no inputs, so besides the output the verdict must be `safe`. The seed also chooses the `--opt` level. Programs that
//! compute for long natively are left out: the last line says how many.

mod batch;
#[path = "../limited/mod.rs"]
mod limited;

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};

/// Batches start at multiples of this, so a program alone is run as in its batch.
const BATCH: u64 = 16;
/// Processor time of a native program, in microseconds; ours takes some thousand times that.
const NATIVE_LIMIT: &str = "-DNATIVE=4000";
const LIMIT: Duration = Duration::from_secs(900);

#[derive(Default)]
struct Tally {
    agreeing: AtomicUsize,
    left_out: AtomicUsize,
}

fn main() {
    let arguments = Arguments::from_args();
    let (first, count) = (number("CSMITH_SEED", 1), number("CSMITH_PROGRAMS", 200));
    let tally = Arc::new(Tally::default());
    let mut trials = Vec::new();
    let mut start = first;
    while start < first + count {
        let end = ((start / BATCH + 1) * BATCH).min(first + count);
        let tally = Arc::clone(&tally);
        let seeds: Vec<u64> = (start..end).collect();
        trials.push(Trial::test(format!("csmith seeds {start} to {}", end - 1), move || compare(&seeds, &tally)));
        start = end;
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    let (agreeing, left_out) = (tally.agreeing.load(Ordering::Relaxed), tally.left_out.load(Ordering::Relaxed));
    println!("{agreeing} programs agree with the native binary, {left_out} left out because they compute for long");
    conclusion.exit();
}

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")),
        Err(_) => default,
    }
}

fn compare(seeds: &[u64], tally: &Tally) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let (source, native) = (folder.path().join("programs.c"), folder.path().join("programs"));
    std::fs::write(&source, batch::source(seeds)?)?;
    let mut clang = Command::new("clang-19");
    clang.args(["-O0", "-w", batch::HEADERS, NATIVE_LIMIT, "-o"]).arg(&native).arg(&source);
    run("clang-19", &mut clang)?;
    let all = (0..seeds.len()).map(|number| number.to_string());
    let native = run("the native programs", Command::new(&native).args(all))?;
    let expected: Vec<&str> = native.lines().filter(|line| !line.ends_with(" long")).collect();
    tally.left_out.fetch_add(seeds.len() - expected.len(), Ordering::Relaxed);
    if expected.is_empty() {
        return Ok(());
    }

    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    let level = ["light", "none", "O1", "O2"][(seeds[0] / BATCH % 4) as usize];
    let out = folder.path().join("out");
    command.arg("run").arg(&source).args(["--opt", level, "--quiet", "--echo", batch::HEADERS, "--out"]).arg(&out);
    command.arg("--").args(expected.iter().filter_map(|line| line.split(' ').next()));
    let ours = limited::run(&mut command, LIMIT).ok_or("still running after a quarter of an hour")?;
    let found: Vec<&str> = ours.stdout.lines().collect();
    if let Some(at) = (0..expected.len()).find(|&at| found.get(at) != expected.get(at)) {
        let seed = expected[at].split(' ').next().and_then(|number| number.parse::<usize>().ok()).map(|i| seeds[i]);
        let (native, found) = (expected[at], found.get(at).copied().unwrap_or("nothing"));
        return Err(format!("seed {seed:?}: native: {native}, ours: {found}\n{}", ours.stderr).into());
    }
    let summary: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(out.join("summary.json"))?)?;
    if summary["verdict"] != "safe" {
        return Err(format!("{}: bugs {} cuts {}", summary["verdict"], summary["bugs"], summary["cuts"]).into());
    }
    tally.agreeing.fetch_add(expected.len(), Ordering::Relaxed);
    Ok(())
}

/// What a command that must succeed prints.
fn run(name: &str, command: &mut Command) -> Result<String, Failed> {
    let finished = limited::run(command, LIMIT).ok_or_else(|| format!("{name}: does not end"))?;
    if finished.status.success() { Ok(finished.stdout) } else { Err(format!("{name}: {}", finished.stderr).into()) }
}
