//! What was executed of what there is in the user's code: in numbers, over time, and line by line.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::form;

/// In numbers.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct CoverageReport {
    pub blocks: Covered,
    pub branches: Covered,
    pub lines: Covered,
    /// Blocks over time, when the run is over.
    pub growth: Vec<CoveredAt>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Covered {
    pub covered: u64,
    pub total: u64,
}

/// Blocks covered at some time of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CoveredAt {
    #[serde(rename = "time_s", with = "form::seconds")]
    pub time: Duration,
    pub blocks: u64,
}

/// One source file of the user's code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileCoverage {
    pub file: String,
    pub functions: Vec<FunctionCoverage>,
    /// Lines with code on them, and whether any of it was executed.
    pub lines: BTreeMap<u32, bool>,
    pub branches: Vec<BranchCoverage>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionCoverage {
    pub name: String,
    pub line: u32,
    pub covered: bool,
}

/// Which lines of the user's code each test executes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TestLines {
    /// Source files by number.
    pub files: Vec<String>,
    /// In the order of their numbers.
    pub tests: Vec<LinesOfTest>,
    /// Tests of which nothing is known: finding out would have cost too much.
    pub unmeasured: u64,
}

/// What one test executes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LinesOfTest {
    /// Number of the test.
    pub test: u64,
    /// Number of a file of [`TestLines::files`], and its lines.
    pub lines: BTreeMap<usize, BTreeSet<u32>>,
}

/// An instruction that goes on in several ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchCoverage {
    pub line: u32,
    /// Whether anything got here.
    pub reached: bool,
    /// Whether each way was taken.
    pub taken: Vec<bool>,
}
