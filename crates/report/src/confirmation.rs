//! What became of a bug outside the tool: whether the native program shows it.
//!
//! Only the answer and its words; crate `native` finds it out.

use engine::results::Replay;

use crate::out_dir::{OutDir, OutError};
use crate::test_case::{FOLDER, stem};

/// What became of a bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confirmation {
    pub outcome: Replay,
    /// What the native run showed, or why nothing follows from it.
    pub shown: String,
    /// What sanitizers printed.
    pub reports: String,
}

/// How the file ends that keeps what sanitizers printed, beside the test: `test000002.native.txt`.
pub const ENDING: &str = ".native.txt";
/// What is kept of it at most, in bytes.
const MOST: usize = 32 << 10;

impl Confirmation {
    /// There was no native run that came to an end.
    pub fn not_replayed(reason: &str) -> Confirmation {
        Confirmation { outcome: Replay::NotReplayed, shown: reason.to_owned(), reports: String::new() }
    }

    /// Nothing native would show the bug.
    pub fn not_checkable(reason: &str) -> Confirmation {
        Confirmation { outcome: Replay::NotCheckable, shown: reason.to_owned(), reports: String::new() }
    }

    /// Keeps what sanitizers printed of the test of this number, if they did.
    pub fn keep(&self, out: &OutDir, test: u64) -> Result<(), OutError> {
        if self.reports.trim().is_empty() {
            return Ok(());
        }
        let mut end = self.reports.len().min(MOST);
        while !self.reports.is_char_boundary(end) {
            end -= 1;
        }
        // Of a suite of other files that is replayed, there need not be more.
        out.make_folder(FOLDER)?;
        out.write_test(&format!("{}{ENDING}", stem(test)), &self.reports.as_bytes()[..end])
    }
}
