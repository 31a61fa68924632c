//! What was in the way of a run that could not say more, and what may help.

use serde::{Deserialize, Serialize};
use vocabulary::vocabulary;

use super::form;

vocabulary! {
    /// What kind of thing was in the way.
    pub enum ObstacleKind: "obstacle" {
        /// Where the time went.
        Time = "time",
        /// A place whose questions took the solver long.
        Question = "question",
        /// A place where many paths were waiting when the run ended.
        Waiting = "waiting",
        /// Something that is not followed: a function, a value that was fixed.
        Cut = "cut",
        /// Code that nothing has entered, behind a branch that was reached.
        Uncovered = "uncovered",
    }
}

/// One thing that was in the way.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Obstacle {
    #[serde(with = "form::by_name")]
    pub kind: ObstacleKind,
    /// `file:line function`; empty where it is the whole program.
    #[serde(rename = "where")]
    pub place: String,
    /// Of the run's time, where it is about time.
    pub share: Option<f64>,
    /// How many paths or blocks it is about.
    pub count: u64,
    /// The same in a sentence.
    pub text: String,
    pub suggestion: String,
}
