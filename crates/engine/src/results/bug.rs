//! A bug as a run reports it.
//!
//! The summary has what scripts look at; what is left out there is empty in a bug that was read back.

use serde::{Deserialize, Serialize};

use super::form;

/// A bug, reported once for its kind and location.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bug {
    /// Name of the check that found it.
    pub kind: String,
    /// Number in the Common Weakness Enumeration, where there is one.
    #[serde(skip)]
    pub cwe: Option<u32>,
    /// A sentence for people.
    #[serde(skip)]
    pub message: String,
    pub function: String,
    /// Source file, empty when there is no debug information.
    pub file: String,
    /// 0 when unknown.
    pub line: u32,
    #[serde(skip)]
    pub column: u32,
    /// Innermost call first.
    #[serde(skip)]
    pub stack: Vec<Frame>,
    /// Number of the test that shows it.
    #[serde(with = "form::test_file")]
    pub test: u64,
    /// Whether the native program shows it too; `None` when that was not tried.
    pub confirmed: Option<bool>,
    /// Whether its path has looked at addresses of objects, which are others natively.
    #[serde(skip)]
    pub rests_on_layout: bool,
}

impl Bug {
    /// Whether the native program was seen to come to an end without it. A bug nobody has looked for is not refuted.
    pub fn is_refuted(&self) -> bool {
        self.confirmed == Some(false)
    }
}

/// One call on the way to a bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    pub function: String,
    /// Empty when there is no debug information.
    pub file: String,
    /// 0 when unknown.
    pub line: u32,
}
