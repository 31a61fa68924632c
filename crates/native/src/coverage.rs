//! Which lines and branches of the program a suite executes, measured by LLVM's own counters.

use std::fmt;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use engine::results::Covered;
use report::lcov::{self, Lines};
use report::test_case::ktest::KTest;

use crate::boxed::{self, Handlers, Leaks, Setting};
use crate::toolchain::{self, BuildError};
use crate::variant::Variant;
use crate::workshop::Workshop;
use crate::{Budget, gaps, in_lanes};

/// A suite on the plain build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Measured {
    /// `None` for a program that came compiled, which has no counters.
    pub counted: Option<Counted>,
    /// For each test how it ended.
    pub ends: Vec<String>,
}

/// What the counters say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Every line, and whether any test executes it.
    pub lines: Lines,
    /// The same without the tests that show a bug: what a program does after one means nothing.
    pub before_bugs: Lines,
    pub branches: Covered,
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

/// Runs all tests and adds up what they cover. `shows_bug` tells which tests are known to show a bug.
pub fn measure(
    workshop: &Workshop<'_>,
    tests: &[KTest],
    shows_bug: impl Fn(usize) -> bool + Sync,
    budget: Budget,
) -> Result<Measured, CoverageError> {
    let executable =
        workshop.executable(Variant::Coverage).map_err(|error| CoverageError { reason: error.to_string() })?;
    let harmless = workshop.scratch().join("counters");
    let harmful = workshop.scratch().join("bug-counters");
    for folder in [&harmless, &harmful] {
        fs::create_dir_all(folder).map_err(|error| CoverageError { reason: error.to_string() })?;
    }
    let ends = in_lanes(tests, |number, test| {
        let setting = Setting {
            workshop,
            variant: Variant::Coverage,
            executable,
            time: budget.one_run,
            leaks: Leaks::Ignored,
            handlers: Handlers::Allowed,
        };
        let folder = workshop.scratch().join(format!("plain-test{number}"));
        let observation = boxed::run(setting, test, &folder);
        // A test writes into its own folder only; what is no file of counters is nothing.
        let counters = if shows_bug(number) { &harmful } else { &harmless }.join(format!("{number}.profraw"));
        if let Some(bytes) = boxed::read_file(&folder.join(boxed::COUNTERS)) {
            let _ = fs::write(counters, bytes);
        }
        match observation {
            Ok(observation) if observation.note.is_empty() => observation.end.in_words(),
            Ok(observation) => observation.note,
            Err(error) => format!("cannot be run: {error}"),
        }
    });
    let count = || {
        let (before_bugs, _) = add_up(workshop, executable, &[&harmless])?;
        let (lines, branches) = add_up(workshop, executable, &[&harmless, &harmful])?;
        Ok(Counted { lines, before_bugs, branches })
    };
    let counted = match count() {
        Ok(counted) => Some(counted),
        Err(_) if !workshop.subject.record.is_all_source() => None,
        Err::<_, BuildError>(error) => return Err(CoverageError { reason: error.to_string() }),
    };
    Ok(Measured { counted, ends })
}

/// What `llvm-cov` makes of all counters in these folders. Works in the first one.
fn add_up(workshop: &Workshop<'_>, executable: &Path, folders: &[&Path]) -> Result<(Lines, Covered), BuildError> {
    let mut counters: Vec<PathBuf> = Vec::new();
    for folder in folders {
        let failed = |error| BuildError::Files(folder.to_path_buf(), error);
        for entry in fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if path.extension().is_some_and(|end| end == "profraw") {
                counters.push(path);
            }
        }
    }
    if counters.is_empty() {
        return Ok((Lines::new(), Covered::default()));
    }
    let folder = folders[0];
    counters.sort();
    let merged = folder.join("all.profdata");
    let mut merge = Command::new(toolchain::tool("llvm-profdata"));
    // A run that was stopped may leave a file that is not whole; the others still count.
    merge.args(["merge", "-sparse", "-failure-mode=all", "-o"]).arg(&merged).args(&counters);
    toolchain::finish_apart(merge, folder, Stdio::null(), workshop)?;

    let export = |format: &[&str]| {
        let text = folder.join(lcov::FILE);
        let failed = |error| BuildError::Files(folder.to_owned(), error);
        let output = File::create(&text).map_err(failed)?;
        let mut export = Command::new(toolchain::tool("llvm-cov"));
        export.arg("export").args(format).arg("-instr-profile").arg(&merged).arg(executable);
        toolchain::finish_apart(export, folder, output, workshop)?;
        fs::read_to_string(&text).map_err(failed)
    };
    let counts = export(&["-format=lcov"])?;
    let mut lines = lcov::lines(&counts);
    for (file, executed) in gaps::executed_behind(&export(&["-format=text", "-skip-functions", "-skip-expansions"])?) {
        lines.entry(file).or_default().extend(executed);
    }
    Ok((lines, lcov::branches(&counts)))
}
