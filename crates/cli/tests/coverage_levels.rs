//! What `--coverage` promises (P16 section III): the tests that are left at each level execute, natively, the lines and
//! branches that the tests of all paths execute, and at every level but `branch` the same bugs are found.
//!
//! Without optimisation, which would turn branches into selects. A test may end where its inputs are used up; LLVM then
//! takes a branch that was not evaluated for one that was, so more may be counted, never less.

mod limited;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

const LIMIT: Duration = Duration::from_secs(300);
const PRUNED: &[&str] = &["context", "error", "branch"];

/// Programs whose paths can all be followed, with loops, calls, tables and bugs. None returns the value of a condition:
/// LLVM counts that as a branch, and it is none.
const PROGRAMS: &[&str] = &[
    "examples/sort.c",
    "tests/c/pruning/03_graph_96_unsafe.c",
    "tests/c/pruning/08_effectless_call_safe.c",
    "tests/c/pruning/09_recursion_safe.c",
    "tests/c/pruning/19_two_bugs.c",
    "tests/c/pruning/20_one_report.c",
    "tests/c/pruning/25_switch_unsafe.c",
    "tests/c/pruning/27_function_pointer_unsafe.c",
    "tests/c/pruning/32_dead_difference_safe.c",
    "tests/c/pruning/35_table_written_below_unsafe.c",
    "tests/c/flow/10_switch_bad.c",
];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project");
    let trial = |name: &&str| {
        let file = root.join(name);
        Trial::test(*name, move || compare(&file))
    };
    libtest_mimic::run(&Arguments::from_args(), PROGRAMS.iter().map(trial).collect()).exit();
}

fn compare(file: &Path) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let all = explored(file, folder.path(), "path")?;
    for level in PRUNED {
        let left = explored(file, folder.path(), level)?;
        for what in ["lines", "branches"] {
            let covered = |coverage: &Value| coverage[what]["covered"].as_u64();
            if covered(&left.coverage) < covered(&all.coverage) || covered(&all.coverage).is_none() {
                return Err(format!("{level}: {}, of all paths {}", left.coverage, all.coverage).into());
            }
        }
        if *level != "branch" && left.bugs != all.bugs {
            return Err(format!("{level}: bugs {:?}, of all paths {:?}", left.bugs, all.bugs).into());
        }
        if left.tests > all.tests {
            return Err(format!("{level}: {} tests, of all paths {}", left.tests, all.tests).into());
        }
    }
    Ok(())
}

struct Explored {
    coverage: Value,
    bugs: Vec<(String, u64)>,
    tests: u64,
}

fn explored(file: &Path, folder: &Path, level: &str) -> Result<Explored, Failed> {
    let out: PathBuf = folder.join(level);
    let run = ["--coverage", level, "--opt", "none", "--quiet", "--json", "--confirm", "off", "--tests", "all"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    let summary = json(command.arg("run").arg(file).args(run).arg("--out").arg(&out))?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_secateur"));
    let replayed = json(command.arg("replay").arg(&out).arg("--json"))?;
    let bugs = summary["bugs"].as_array().into_iter().flatten();
    let mut bugs: Vec<(String, u64)> =
        bugs.map(|bug| (bug["kind"].as_str().unwrap_or("").to_owned(), bug["line"].as_u64().unwrap_or(0))).collect();
    bugs.sort();
    let tests = summary["tests"].as_u64().unwrap_or(0);
    Ok(Explored { coverage: replayed["coverage"].clone(), bugs, tests })
}

fn json(command: &mut Command) -> Result<Value, Failed> {
    let finished = limited::run(command, LIMIT).ok_or_else(|| format!("{command:?} does not end"))?;
    match finished.status.code() {
        Some(0 | 3 | 10) => Ok(serde_json::from_str(&finished.stdout)?),
        _ => Err(format!("{command:?}: {}: {}", finished.status, finished.stderr).into()),
    }
}
