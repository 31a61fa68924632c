//! What became of a bug outside the tool: whether the native program shows it.
//!
//! Only the answer and its words; crate `native` finds it out.

use engine::results::Replay;

/// What became of a bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confirmation {
    pub outcome: Replay,
    /// What the native run showed, or why nothing follows from it.
    pub shown: String,
}

impl Confirmation {
    /// There was no native run that came to an end.
    pub fn not_replayed(reason: &str) -> Confirmation {
        Confirmation { outcome: Replay::NotReplayed, shown: reason.to_owned() }
    }

    /// Nothing native would show the bug.
    pub fn not_checkable(reason: &str) -> Confirmation {
        Confirmation { outcome: Replay::NotCheckable, shown: reason.to_owned() }
    }
}
