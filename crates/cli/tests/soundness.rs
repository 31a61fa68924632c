//! Pruning must not change what is found: random small programs, explored with and without it in every order, against
//! brute force over all their inputs.
//!
//! `SOUNDNESS_PROGRAMS` programs (1000) from seed `SOUNDNESS_SEED` (1) on. Every run must end with a verdict and with
//! exactly the errors (kind and line) that the native binary shows on some input. A program on which one does not is
//! kept, with an explanation, in the folder `SOUNDNESS_KEEP`.

mod generator;
mod limited;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use serde_json::Value;

const LIMIT: Duration = Duration::from_secs(120);

/// An error: its kind and line.
type Errors = BTreeSet<(String, u64)>;

fn main() {
    let arguments = Arguments::from_args();
    let first = number("SOUNDNESS_SEED", 1);
    let trials = (first..first + number("SOUNDNESS_PROGRAMS", 1000))
        .map(|seed| Trial::ignorable_test(format!("soundness seed {seed}"), move || compare(seed)))
        .collect();
    libtest_mimic::run(&arguments, trials).exit();
}

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")),
        Err(_) => default,
    }
}

/// The runs that must agree: over a few seeds, every search with and without greedy confirmation.
fn configurations(seed: u64) -> Vec<Vec<String>> {
    let plain = if seed.is_multiple_of(2) { "dfs" } else { "bfs" };
    let random = if seed % 4 < 2 { "random-state" } else { "random-path" };
    let (a, b) = if seed % 8 < 4 { ("on", "off") } else { ("off", "on") };
    let level = if seed % 16 < 8 { "light" } else { "none" };
    let core = if seed % 32 < 16 { "dfs" } else { "bfs" };
    [("off", plain, "on"), ("wp", "dfs", a), ("wp", "bfs", b), ("wp", random, a), ("core", core, "on")]
        .iter()
        .map(|(interpolation, search, greedy)| {
            let options = format!(
                "--interpolation {interpolation} --search {search} --greedy-confirmation {greedy} --seed {seed} --opt {level}"
            );
            options.split(' ').map(str::to_owned).collect()
        })
        .collect()
}

fn compare(seed: u64) -> Result<Completion, Failed> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("program.c");
    std::fs::write(&source, generator::program(seed))?;
    let Some(expected) = brute_force(folder.path(), &source)? else {
        return Ok(Completion::ignored_with("asks for many inputs"));
    };
    let bitcode = bitcode(folder.path(), &source)?;
    let mut differences = Vec::new();
    for options in configurations(seed) {
        if let Err(difference) = explore(folder.path(), &bitcode, &options, &expected) {
            differences.push(format!("secateur run {seed}.c {}\n  {difference}", options.join(" ")));
        }
    }
    if differences.is_empty() {
        return Ok(Completion::Completed);
    }
    let kept = keep(seed, &source, &expected, &differences)?;
    Err(format!("seed {seed}, kept as {}\n{}", kept.display(), differences.join("\n")).into())
}

fn keep(seed: u64, source: &Path, expected: &Errors, differences: &[String]) -> Result<PathBuf, Failed> {
    let folder = std::env::var_os("SOUNDNESS_KEEP")
        .map_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("soundness"), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let kept = folder.join(format!("{seed}.c"));
    std::fs::copy(source, &kept)?;
    let text = format!("brute force: {}\n{}\n", show(expected), differences.join("\n"));
    std::fs::write(folder.join(format!("{seed}.txt")), text)?;
    Ok(kept)
}

/// The errors of the native binary over all inputs; `None` where they are too many to try.
fn brute_force(folder: &Path, source: &Path) -> Result<Option<Errors>, Failed> {
    let driver = folder.join("brute_force.c");
    let native = folder.join("native");
    std::fs::write(&driver, generator::BRUTE_FORCE)?;
    let mut compiler = Command::new("clang-19");
    // Undefined behaviour that no macro announces is a mistake of the generator: it ends in a signal.
    compiler.args(["-O0", "-w", "-DBRUTE_FORCE", "-fsanitize=undefined", "-fsanitize-trap=undefined", "-o"]);
    compiler.arg(&native).arg(source).arg(&driver);
    let compiled = limited::run(&mut compiler, LIMIT).ok_or("clang does not end")?;
    if !compiled.status.success() {
        return Err(format!("clang: {}\n{}", compiled.stderr, std::fs::read_to_string(source)?).into());
    }
    let finished = limited::run(&mut Command::new(&native), LIMIT).ok_or("brute force does not end")?;
    if finished.stderr.contains("too many") {
        return Ok(None);
    }
    if !finished.status.success() {
        return Err(format!("brute force: {}\n{}", finished.stderr, std::fs::read_to_string(source)?).into());
    }
    let error = |line: &str| {
        let (kind, line) = line.split_once(' ')?;
        Some((kind.to_owned(), line.parse().ok()?))
    };
    Ok(Some(finished.stdout.lines().map(|line| error(line).ok_or("no error")).collect::<Result<_, _>>()?))
}

/// Compiled once for all the runs, as the command itself would.
fn bitcode(folder: &Path, source: &Path) -> Result<PathBuf, Failed> {
    let bitcode = folder.join("program.bc");
    let mut compiler = Command::new("clang-19");
    compiler.args(["-c", "-emit-llvm", "-g", "-w", "-O0", "-Xclang", "-disable-O0-optnone", "-o"]);
    compiler.arg(&bitcode).arg(source);
    let compiled = limited::run(&mut compiler, LIMIT).ok_or("clang does not end")?;
    if compiled.status.success() { Ok(bitcode) } else { Err(compiled.stderr.into()) }
}

/// Runs one configuration; explains how it differs from what is expected.
fn explore(folder: &Path, bitcode: &Path, options: &[String], expected: &Errors) -> Result<(), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.arg("run").arg(bitcode).args(options).args([
        "--json",
        "--quiet",
        "--tests",
        "none",
        "--confirm",
        "off",
        "--out",
    ]);
    command.arg(folder.join("out"));
    let finished = limited::run(&mut command, LIMIT).ok_or("still running after two minutes")?;
    let summary: Value = serde_json::from_str(&finished.stdout)
        .map_err(|error| format!("no summary ({error}); {}; {}", finished.status, finished.stderr))?;
    let found: Errors = summary["bugs"]
        .as_array()
        .ok_or("the summary has no bugs")?
        .iter()
        .map(|bug| (bug["kind"].as_str().unwrap_or("none").to_owned(), bug["line"].as_u64().unwrap_or(0)))
        .collect();
    let missed: Errors = expected.difference(&found).cloned().collect();
    if !missed.is_empty() {
        return Err(format!("{}: misses {}", summary["verdict"], show(&missed)));
    }
    let invented: Errors = found.difference(expected).cloned().collect();
    if !invented.is_empty() {
        return Err(format!("{}: invents {}", summary["verdict"], show(&invented)));
    }
    let verdict = if expected.is_empty() { "safe" } else { "unsafe" };
    if summary["verdict"] != verdict {
        return Err(format!("{} instead of {verdict}; cuts {}", summary["verdict"], summary["cuts"]));
    }
    if summary["exhausted"] != true {
        return Err(format!("not exhausted; cuts {}", summary["cuts"]));
    }
    Ok(())
}

fn show(errors: &Errors) -> String {
    let each: Vec<String> = errors.iter().map(|(kind, line)| format!("{kind} on line {line}")).collect();
    if each.is_empty() { "no error".to_owned() } else { each.join(", ") }
}
