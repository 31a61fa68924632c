//! Which lines and branches of the program a suite executes, measured by LLVM's own counters.

use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use engine::results::Covered;
use serde_json::Value;

use super::boxed::{self, Leaks, Setting};
use super::native::{self, BuildError, Variant, Workshop};
use super::{Budget, in_lanes};
use crate::test_case::ktest::KTest;

/// A suite on the plain build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measured {
    pub lines: Covered,
    pub branches: Covered,
    /// For each test how it ended.
    pub ends: Vec<String>,
}

/// Why nothing could be measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverageError {
    reason: String,
}

impl fmt::Display for CoverageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no coverage: {}", self.reason)
    }
}

impl std::error::Error for CoverageError {}

/// Runs all tests and adds up what they cover.
pub fn measure(workshop: &Workshop<'_>, tests: &[KTest], budget: Budget) -> Result<Measured, CoverageError> {
    let executable =
        workshop.executable(Variant::Coverage).map_err(|error| CoverageError { reason: error.to_string() })?;
    let folder = workshop.scratch().join("counters");
    let ends = in_lanes(tests, |number, test| {
        // The mark asks for counters that live in the file, which a crash does not lose.
        let profile = folder.join(format!("{number}%c.profraw"));
        let setting = Setting {
            variant: Variant::Coverage,
            executable,
            time: budget.one_run,
            leaks: Leaks::Ignored,
            profile: Some(&profile),
        };
        match boxed::run(setting, test, &workshop.scratch().join(format!("plain-test{number}"))) {
            Ok(observation) if observation.note.is_empty() => observation.end.in_words(),
            Ok(observation) => observation.note,
            Err(error) => format!("cannot be run: {error}"),
        }
    });
    let totals = add_up(executable, &folder).map_err(|error| CoverageError { reason: error.to_string() })?;
    let share = |what: &str| Covered {
        covered: totals[what]["covered"].as_u64().unwrap_or(0),
        total: totals[what]["count"].as_u64().unwrap_or(0),
    };
    Ok(Measured { lines: share("lines"), branches: share("branches"), ends })
}

/// The totals of `llvm-cov` over all counters in `folder`.
fn add_up(executable: &Path, folder: &Path) -> Result<Value, BuildError> {
    let failed = |error| BuildError::Files(folder.to_owned(), error);
    let mut counters: Vec<PathBuf> = Vec::new();
    fs::create_dir_all(folder).map_err(failed)?;
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|end| end == "profraw") {
            counters.push(path);
        }
    }
    if counters.is_empty() {
        return Ok(Value::Null);
    }
    counters.sort();
    let merged = folder.join("all.profdata");
    let mut merge = Command::new(native::tool("llvm-profdata"));
    // A run that was stopped may leave a file that is not whole; the others still count.
    merge.args(["merge", "-sparse", "-failure-mode=all", "-o"]).arg(&merged).args(&counters);
    native::finish(merge, folder)?;

    let text = folder.join("coverage.json");
    let output = File::create(&text).map_err(failed)?;
    let mut export = Command::new(native::tool("llvm-cov"));
    export.args(["export", "-summary-only", "-format=text", "-instr-profile"]).arg(&merged).arg(executable);
    native::finish_into(export, folder, output)?;
    let text = fs::read_to_string(&text).map_err(failed)?;
    let mut all: Value = serde_json::from_str(&text).unwrap_or_default();
    Ok(all["data"][0]["totals"].take())
}
