//! A bug as a run reports it, and what became of it natively.
//!
//! The summary has what scripts look at; what is left out there is empty in a bug that was read back.

use serde::{Deserialize, Serialize};

use super::{Replay, form};

/// A bug, reported once for its kind and location.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Bug {
    /// Name of the check that found it.
    pub kind: String,
    /// Number in the Common Weakness Enumeration, where there is one.
    #[serde(skip)]
    pub cwe: Option<u32>,
    /// A sentence for people.
    #[serde(default)]
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
    /// Whether the native program shows it too; `None` when that was not tried, or nothing follows from it.
    pub confirmed: Option<bool>,
    /// What became of its test on a native build; `None` when that was not tried.
    #[serde(default, with = "form::by_name_if_any")]
    pub replay: Option<Replay>,
    /// The library function it shows in, when the program's own code only calls that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// How an access leaves its object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access: Option<StrayAccess>,
    /// Whether its path has looked at addresses of objects, which are others natively.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rests_on_layout: bool,
    /// Whether its path depends on memory nobody has written, which holds something else natively.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rests_on_uninitialised: bool,
    /// Whether its path depends on what only the system knows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rests_on_system: bool,
}

/// An access that leaves its object, with the inputs of the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StrayAccess {
    /// From the start of the object.
    pub offset: i64,
    /// Bytes accessed.
    pub bytes: u64,
    /// Bytes of the object.
    pub size: u64,
    /// The object is none of the program's own but one of the library or of the system (arguments, environment).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub library: bool,
}

/// Bytes on either side of an object that every address sanitizer watches.
pub const WATCHED: u64 = 16;

impl StrayAccess {
    /// Whether an address sanitizer cannot miss it. It watches a few bytes around each object, and what lies farther away
    /// may be another one. A block of no bytes has one for it, and what the library has inside is compiled without it.
    pub fn is_watched(&self) -> bool {
        let StrayAccess { offset, bytes, size, library } = *self;
        let end = i128::from(offset) + i128::from(bytes);
        let behind = offset >= 0 && end > i128::from(size) && i128::from(offset) < i128::from(size + WATCHED);
        let before = (-(WATCHED as i64)..0).contains(&offset);
        let hidden = (offset, bytes, size) == (0, 1, 0);
        (behind || before) && !hidden && !library
    }

    pub fn in_words(&self, object: &str) -> String {
        let counted = |count: u64| if count == 1 { "1 byte".to_owned() } else { format!("{count} bytes") };
        format!("{} at offset {} of {object} of {}", counted(self.bytes), self.offset, counted(self.size))
    }
}

impl Bug {
    /// Enters what became of its test.
    pub fn replayed(&mut self, outcome: Replay) {
        self.replay = Some(outcome);
        self.confirmed = outcome.confirms();
    }

    /// What it depends on that no test can say.
    pub fn rests_on(&self) -> Option<&'static str> {
        if self.rests_on_layout {
            return Some("where objects lie in memory, which is elsewhere natively");
        }
        // Of this kind it is the bug itself.
        if self.rests_on_uninitialised && self.kind != "uninitialised-use" {
            return Some("an uninitialised value, which is another one natively");
        }
        self.rests_on_system.then_some("what only the system knows")
    }

    /// Whether the native program was seen to come to an end without it. A bug nobody has looked for is not refuted.
    pub fn is_refuted(&self) -> bool {
        self.confirmed == Some(false)
    }
}

/// One call on the way to a bug.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Frame {
    pub function: String,
    /// Empty when there is no debug information.
    pub file: String,
    /// 0 when unknown.
    pub line: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_close_is_certainly_seen() {
        let seen = |offset, bytes, size| StrayAccess { offset, bytes, size, library: false }.is_watched();
        assert!(seen(4, 1, 4) && seen(2, 4, 4) && seen(-1, 1, 4) && seen(19, 1, 4) && seen(1, 1, 0) && seen(0, 4, 0));
        assert!(
            !seen(20, 1, 4) && !seen(-17, 1, 4) && !seen(0, 1, 0) && !seen(i64::MAX, 1, 4) && !seen(i64::MIN, 1, 4)
        );
    }

    #[test]
    fn what_a_bug_is_about_is_no_excuse_for_it() {
        let bug = |kind: &str| Bug { kind: kind.into(), rests_on_uninitialised: true, ..Bug::default() };
        assert!(bug("division-by-zero").rests_on().is_some_and(|what| what.starts_with("an uninitialised value")));
        assert_eq!(bug("uninitialised-use").rests_on(), None);
        let system = Bug { rests_on_system: true, ..Bug::default() };
        assert_eq!(system.rests_on(), Some("what only the system knows"));
        assert_eq!(Bug::default().rests_on(), None);
    }

    #[test]
    fn one_byte_is_no_bytes() {
        let access = StrayAccess { offset: 1, bytes: 1, size: 1, library: false };
        assert_eq!(access.in_words("a heap object"), "1 byte at offset 1 of a heap object of 1 byte");
    }
}
