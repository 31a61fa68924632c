//! What a verdict is about: which errors were looked for, on which inputs, and what was taken for granted.
//!
//! `safe` and `unreachable` say no more than this. Does not say what was left out: those are the cuts, and there are none
//! under a `safe`.

use serde::{Deserialize, Serialize};

/// The terms of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Terms {
    /// Names of the checks that were on.
    pub checks: Vec<String>,
    pub inputs: InputTerms,
    /// What was taken for granted, a sentence each, as far as `machine/terms.rs` knows of such things.
    pub assumptions: Vec<String>,
}

/// What the program was started with, beside the inputs it marks itself. What has no size here has none: standard input
/// may end anywhere or never.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InputTerms {
    /// Function the run started in.
    pub entry: String,
    /// Bytes behind each pointer parameter of that function; `None` if it has none to be made up.
    pub pointer_bytes: Option<u64>,
    /// Arguments that were given.
    pub args: Vec<String>,
    /// Symbolic arguments behind them.
    pub symbolic_args: Vec<ArgumentTerms>,
    pub stdin_bytes: Option<u64>,
    pub files: Option<FileTerms>,
}

/// From `least` to `most` symbolic arguments of at most so many bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ArgumentTerms {
    pub least: u64,
    pub most: u64,
    pub bytes: u64,
}

/// Symbolic files, called `A`, `B` and so on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FileTerms {
    pub count: u8,
    pub bytes: u64,
}
