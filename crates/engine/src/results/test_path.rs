//! What a test does, line by line, with the values its lines read and write.

use super::Input;

/// The path of a test through the user's own code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TestPath {
    pub test: u64,
    /// Steps at its beginning that nobody looked at, and that were left out in the middle.
    pub is_whole: bool,
    /// Number of the first step behind a gap; 0 if there is none.
    pub gap: usize,
    pub steps: Vec<PathStep>,
}

/// A line that was executed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PathStep {
    pub file: String,
    pub line: u32,
    pub function: String,
    /// Callers.
    pub depth: u32,
    /// Instructions executed before it.
    pub instructions: u64,
    pub values: Vec<PathValue>,
}

/// What something was when the line was over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PathValue {
    /// As the source would write it.
    pub name: String,
    pub value: Shown,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Bytes of a type.
    Bytes(Input),
    /// An address: what is there.
    Words(String),
}
