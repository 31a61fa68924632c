//! Independent re-checks of answers (`--self-check`): nothing here trusts what produced the answer.

mod core;
mod model;

pub use self::core::CoreChecker;
pub use self::model::model_satisfies;

/// Why an answer does not survive its re-check.
#[derive(Debug)]
pub enum Objection {
    /// It is wrong: a sentence that says how.
    Refuted(String),
    /// Nobody can tell in the time given.
    Undecided,
}
