//! The lines the engine claims are the lines its tests execute natively, measured by LLVM's counters. The test of a path that
//! was cut goes on natively, so after a cut more may be executed than was claimed, never less.

mod limited;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use serde_json::Value;

/// Programs to explore, below the project's folder.
const FOLDERS: &[&str] = &["examples", "tests/c/paths", "tests/c/check", "tests/c/flow", "tests/c/input"];

/// Programs whose tests cannot lead the native program everywhere.
const NOT_COMPARABLE: &[(&str, &str)] = &[
    ("uninitialised_use_bad.c", "depends on what uninitialised memory holds"),
    ("missing_file.c", "a test cannot make the folder of a file it has contents for"),
    ("native_call_anything.c", "nobody knows what a function that is not there does"),
    ("argument_mismatch_bad.c", "natively something is read in place of the argument"),
    ("argument_mismatch_size_bad.c", "natively something is read in place of the argument"),
    (
        "use_after_scope_jump_bad.c",
        "clang counts what follows `if (setjmp(...))` as entries less returns, and one returns twice",
    ),
    ("use_after_scope_jump_good.c", "the same"),
    ("library_variables.c", "the environment of a native run is not empty"),
    ("header.c", "has no main; the examples' own test starts it elsewhere"),
];

const LIMIT: Duration = Duration::from_secs(120);

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project");
    let mut trials = Vec::new();
    for folder in FOLDERS {
        let mut files: Vec<PathBuf> =
            root.join(folder).read_dir().expect("the programs").flatten().map(|entry| entry.path()).collect();
        files.retain(|file| file.extension().is_some_and(|end| end == "c"));
        files.sort();
        for file in files {
            let name = file.strip_prefix(&root).expect("found below the root").display().to_string();
            trials.push(Trial::ignorable_test(name, move || compare(&file)));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

fn compare(file: &Path) -> Result<Completion, Failed> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    if let Some((_, reason)) = NOT_COMPARABLE.iter().find(|(other, _)| *other == name) {
        return Ok(Completion::ignored_with(*reason));
    }
    let text = std::fs::read_to_string(file)?;
    let options = text.lines().filter_map(|line| line.split_once("// OPTIONS: ")).flat_map(|(_, all)| all.split(' '));
    let folder = tempfile::tempdir()?;
    let mut run = secateur(folder.path(), "run");
    run.arg(file).args(["--out", "out", "--quiet", "--confirm", "off"]).args(options);
    finish(&mut run)?;
    let replayed = finish(secateur(folder.path(), "replay").args(["out", "--json"]))?;
    let replayed: Value = serde_json::from_str(&replayed.stdout)?;
    if replayed["coverage"]["lines"]["covered"].as_u64() == Some(0) {
        return Err(format!("nothing was executed: {replayed}").into());
    }
    let summary: Value = serde_json::from_str(&std::fs::read_to_string(folder.path().join("out/summary.json"))?)?;
    let was_cut = summary["paths"]["cut"].as_u64() != Some(0);
    let mut differences = replayed["differences"].as_array().ok_or("no differences in what replay prints")?.clone();
    differences.retain(|line| !was_cut || line["claimed"] == true);
    match differences.is_empty() {
        true => Ok(Completion::Completed),
        false => Err(format!("differences: {}", Value::Array(differences)).into()),
    }
}

fn secateur(folder: &Path, verb: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    command.arg(verb).current_dir(folder);
    command
}

fn finish(command: &mut Command) -> Result<limited::Finished, Failed> {
    let finished = limited::run(command, LIMIT).ok_or_else(|| format!("{command:?} does not end"))?;
    match finished.status.code() {
        Some(0 | 3 | 10) => Ok(finished),
        _ => Err(format!("{command:?}: {}: {}", finished.status, finished.stderr).into()),
    }
}
