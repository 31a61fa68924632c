//! Random concrete programs, ours against the native binary: both must print the same checksum.
//!
//! `CSMITH_PROGRAMS` programs (200) from seed `CSMITH_SEED` (1) on. Csmith's programs have no undefined behaviour and no
//! inputs, so besides the output the verdict must be `safe`. The seed also chooses the `--opt` level. Programs that run
//! long natively are left out.

mod limited;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use libtest_mimic::{Arguments, Completion, Failed, Trial};

/// Longer native runs are left out: interpreting them would take minutes.
const NATIVE_LIMIT: Duration = Duration::from_millis(200);
const LIMIT: Duration = Duration::from_secs(120);

fn main() {
    let arguments = Arguments::from_args();
    let first = number("CSMITH_SEED", 1);
    let trials = (first..first + number("CSMITH_PROGRAMS", 200))
        .map(|seed| Trial::ignorable_test(format!("csmith seed {seed}"), move || compare(seed)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")),
        Err(_) => default,
    }
}

fn compare(seed: u64) -> Result<Completion, Failed> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("program.c");
    let native = folder.path().join("program");
    generate(seed, &source)?;
    run("clang-19", Command::new("clang-19").args(["-O0", "-w", CSMITH_HEADERS, "-o"]).arg(&native).arg(&source))?;

    let Some(expected) = limited::run(&mut Command::new(&native), NATIVE_LIMIT) else {
        return Ok(Completion::ignored_with("runs long natively"));
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    let level = ["light", "none", "O1", "O2"][(seed % 4) as usize];
    command
        .arg("run")
        .arg(&source)
        .args(["--opt", level, "--quiet", "--echo", CSMITH_HEADERS, "--out"])
        .arg(folder.path().join("out"));
    let Some(ours) = limited::run(&mut command, LIMIT) else {
        return Err("still running after two minutes".into());
    };
    if ours.stdout != expected.stdout {
        let problem = format!("native:\n{}ours:\n{}{}", expected.stdout, ours.stdout, ours.stderr);
        return Err(problem.into());
    }
    let summary = std::fs::read_to_string(folder.path().join("out/summary.json"))?;
    let summary: serde_json::Value = serde_json::from_str(&summary)?;
    if summary["verdict"] != "safe" {
        return Err(format!("{}: bugs {} cuts {}", summary["verdict"], summary["bugs"], summary["cuts"]).into());
    }
    Ok(Completion::Completed)
}

/// Where Debian puts csmith.h.
const CSMITH_HEADERS: &str = "-I/usr/include/csmith";

fn generate(seed: u64, file: &Path) -> Result<(), Failed> {
    // It leaves a file `platform.info` where it is run.
    let folder = file.parent().ok_or("a file in a folder")?;
    run(
        "csmith",
        Command::new("csmith").arg("--seed").arg(seed.to_string()).arg("--output").arg(file).current_dir(folder),
    )
}

fn run(name: &str, command: &mut Command) -> Result<(), Failed> {
    let finished = limited::run(command, LIMIT).ok_or_else(|| format!("{name} does not end"))?;
    if finished.status.success() { Ok(()) } else { Err(format!("{name}: {}", finished.stderr).into()) }
}
