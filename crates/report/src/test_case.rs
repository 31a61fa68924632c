//! A test as files: their names, and one module for each format.

pub(crate) mod harness;
mod json;
pub mod ktest;
mod literal;
pub mod raw;
pub mod role;
pub(crate) mod write;
pub mod xml;

pub use engine::results::test_case::{FOLDER, file_of, stem};
pub(crate) use literal::is_unsigned;
use vocabulary::vocabulary;

vocabulary! {
    /// A format tests are written in.
    pub enum TestFormat: "test format" {
        /// KLEE's; always written, because the summary and replays name these files.
        Ktest = "ktest",
        /// For people and scripts.
        Json = "json",
        /// A Test-Comp suite, in a folder of its own.
        Xml = "xml",
        /// A file to compile with the program.
        C = "c",
        /// The streams as plain files, for fuzzers.
        Raw = "raw",
    }
}

/// The folder of the Test-Comp suite in the output directory.
pub const SUITE: &str = "test-suite";

/// The file that describes the bug a test shows, with the word KLEE uses for such bugs: `test000001.ptr.err`.
pub(crate) fn error_file(number: u64, kind: &str) -> String {
    format!("{}.{}.err", stem(number), klee_suffix(kind))
}

/// KLEE's word for a kind of bug; where it has none, our own.
fn klee_suffix(kind: &str) -> String {
    let word = match kind {
        "assertion-failure" | "error-call" => "assert",
        "reported-error" => "user",
        "out-of-bounds-read"
        | "out-of-bounds-write"
        | "null-dereference"
        | "invalid-pointer"
        | "use-after-free"
        | "use-after-scope"
        | "index-out-of-range"
        | "overlapping-copy"
        | "pointer-overflow" => "ptr",
        "double-free" | "invalid-free" => "free",
        "read-only-write" => "readonly",
        "division-by-zero" => "div",
        "division-overflow" | "signed-overflow" | "unsigned-wrap" => "overflow",
        "shift-out-of-range" => "overshift",
        "unreachable-code" => "undefined_behavior",
        "function-mismatch" | "argument-mismatch" => "exec",
        other => return other.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect(),
    };
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside_their_folder() {
        assert_eq!(error_file(3, "../x"), "test000003.---x.err");
    }

    #[test]
    fn error_files_are_called_as_klee_calls_them() {
        assert_eq!(error_file(3, "out-of-bounds-write"), "test000003.ptr.err");
        assert_eq!(error_file(3, "assertion-failure"), "test000003.assert.err");
        assert_eq!(error_file(3, "division-by-zero"), "test000003.div.err");
        assert_eq!(error_file(3, "abort"), "test000003.abort.err");
    }
}
