//! A test: inputs that drive the program along one path, and how that path ended.

use std::sync::Arc;

use program::ir::SourceType;
use serde::{Deserialize, Serialize};

use super::{CutReason, form};

/// Inputs that drive the program along one path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TestCase {
    /// Counted from 1 in the order of discovery.
    pub number: u64,
    /// In the order the program asked for them.
    pub inputs: Vec<Input>,
    /// Arguments of the program, without its name.
    pub args: Vec<Vec<u8>>,
    pub end: TestEnd,
}

/// One symbolic object and the bytes it has in this test.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Input {
    pub name: String,
    pub bytes: Vec<u8>,
    /// C type of a single value (`__VERIFIER_nondet_int` returns one); objects (`klee_make_symbolic`) have none.
    pub type_name: Option<String>,
    /// What it is in the source, where debug information tells; a few last bytes may belong to nothing.
    pub source_type: Option<Arc<SourceType>>,
}

/// How the path of a test ended, as far as it was followed when the test was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum TestEnd {
    /// The program ended with this status.
    Exit(i32),
    /// It shows this bug of [`Results::bugs`](super::Results::bugs).
    Bug(usize),
    /// The path was given up.
    Cut(#[serde(with = "form::by_name")] CutReason),
    /// It covered something new; the path goes on.
    NewCoverage,
}

/// The name all files of a test share, as KLEE writes it: `test000001`.
pub fn stem(number: u64) -> String {
    format!("test{number:06}")
}

/// The folder of the tests in the output directory.
pub const FOLDER: &str = "tests";

/// The file by which others name a test, as seen from the output directory.
pub fn file_of(number: u64) -> String {
    format!("{FOLDER}/{}.ktest", stem(number))
}

/// The test with that file.
pub fn number_of(file: &str) -> Option<u64> {
    let stem = file.strip_prefix(FOLDER)?.strip_prefix('/')?.strip_suffix(".ktest")?;
    stem.strip_prefix("test")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_sort_like_numbers_and_tell_them() {
        assert_eq!(stem(1), "test000001");
        assert_eq!(stem(1_234_567), "test1234567");
        for number in [0, 1, 999_999, 1_000_000] {
            assert_eq!(number_of(&file_of(number)), Some(number));
        }
        assert_eq!(number_of("tests/other.ktest"), None);
    }
}
