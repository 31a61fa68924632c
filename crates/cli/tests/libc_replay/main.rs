//! The law of replay for the C library: random programs over its functions with symbolic arguments; what the run says each path
//! gives (results, errno, buffers) the native program gives on the same input.
//!
//! `LIBC_PROGRAMS` programs (24) from seed `LIBC_SEED` (1) on. A program is explored as far as a bound of paths goes; each path prints
//! one line with its input and all it was given, and the native program answers each such input with its own line.

mod calls;
#[path = "../limited/mod.rs"]
mod limited;

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};

const LIMIT: Duration = Duration::from_secs(300);
/// Paths of one program, and characters of each text that are symbolic.
const PATHS: &str = "150";
const LENGTH: &str = "-DLEFT=3";

fn main() {
    let arguments = Arguments::from_args();
    let (first, count) = (number("LIBC_SEED", 1), number("LIBC_PROGRAMS", 24));
    let paths = Arc::new(AtomicUsize::new(0));
    let trial = |seed: u64| {
        let paths = Arc::clone(&paths);
        Trial::test(format!("library program {seed}"), move || compare(seed, &paths))
    };
    let conclusion = libtest_mimic::run(&arguments, (first..first + count).map(trial).collect());
    println!("{} paths of {count} programs give natively what they should", paths.load(Ordering::Relaxed));
    conclusion.exit();
}

fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")),
        Err(_) => default,
    }
}

fn compare(seed: u64, paths: &AtomicUsize) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("program.c");
    std::fs::write(&source, calls::program(seed))?;
    let claimed = explore(&source, folder.path())?;
    if claimed.is_empty() {
        return Err("no path was completed".into());
    }
    let native = answer(&source, folder.path(), &claimed)?;
    for (ours, theirs) in claimed.iter().zip(&native) {
        if ours != theirs {
            let program = calls::program(seed);
            let calls = program.split("static void calls(char *a, char *b) {").last().unwrap_or_default();
            return Err(format!("{calls}\nthe run:  {ours}\nnatively: {theirs}").into());
        }
    }
    if claimed.len() != native.len() {
        return Err(format!("{} paths, {} native answers", claimed.len(), native.len()).into());
    }
    paths.fetch_add(claimed.len(), Ordering::Relaxed);
    Ok(())
}

/// The lines of all paths of a run.
fn explore(source: &Path, folder: &Path) -> Result<Vec<String>, Failed> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.arg("run").arg(source).args([LENGTH, "--echo", "--interpolation", "off", "--search", "dfs"]);
    command.args(["--max-paths", PATHS, "--confirm", "off", "--tests", "none", "--failures", "none", "--out"]);
    command.arg(folder.join("out")).current_dir(folder);
    let finished = limited::run(&mut command, LIMIT).ok_or("the run does not end")?;
    if !matches!(finished.status.code(), Some(0 | 3)) {
        return Err(format!("{}{}", finished.stdout, finished.stderr).into());
    }
    Ok(finished.stdout.lines().filter(|line| line.starts_with("R:")).map(str::to_owned).collect())
}

/// What the native program gives for the inputs of these lines.
fn answer(source: &Path, folder: &Path, lines: &[String]) -> Result<Vec<String>, Failed> {
    let program = folder.join("program");
    let mut clang = Command::new("clang-19");
    clang.args(["-O0", "-w", "-fno-builtin", "-DNATIVE"]).arg(LENGTH).arg("-o").arg(&program).arg(source).arg("-lm");
    let compiled = limited::run(&mut clang, LIMIT).ok_or("clang does not end")?;
    if !compiled.status.success() {
        return Err(compiled.stderr.into());
    }
    // As in a replay: an empty folder, no environment, and signals that do what they do by default.
    let empty = folder.join("work");
    std::fs::create_dir(&empty)?;
    let mut child = Command::new(program);
    child.current_dir(empty).env_clear().stdin(Stdio::piped()).stdout(Stdio::piped());
    // SAFETY: a system call with two numbers. Tests that run in the background ignore this one.
    unsafe {
        child.pre_exec(|| {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
            Ok(())
        })
    };
    let mut child = child.spawn()?;
    let text: String = lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    let mut input = child.stdin.take().ok_or("no standard input")?;
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the input was not written")??;
    if !output.status.success() {
        return Err(format!("natively: {}", output.status).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}
