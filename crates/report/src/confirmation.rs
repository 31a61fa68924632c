//! What became of a bug outside the tool: whether the native program shows it.
//!
//! Only the answer and its words; crate `native` finds it out.

/// What became of a bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Confirmation {
    /// `None` where there is no native check, or where it could not be made.
    pub confirmed: Option<bool>,
    /// What the native run showed, or why there was none.
    pub shown: String,
}

impl Confirmation {
    pub fn untried(reason: &str) -> Confirmation {
        Confirmation { confirmed: None, shown: reason.to_owned() }
    }
}
