//! What was learnt, how often that was used, and what it saved.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::form;
use crate::config::Interpolation;

/// Work of the learning loop.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Learning {
    /// What was asked for.
    #[serde(with = "form::by_name")]
    pub mode: Interpolation,
    pub full: u64,
    pub half: u64,
    pub entries: u64,
    pub checks: u64,
    pub hits: u64,
    /// Hits of outcomes that nobody had asked a decision procedure about.
    pub unasked: u64,
    pub confirmations: u64,
    /// Paths that go on from the skipped states, counted by those of the part of the tree that covers each (P13's extra path
    /// coverage).
    #[serde(default)]
    pub extra_paths: u64,
    /// How that grew (P13, Fig. 6 and 7).
    #[serde(default)]
    pub growth: Vec<SavedAt>,
    /// What was learnt of the whole program: nothing else would be found, were it to start with other values that satisfy
    /// this. `None` where not all of it was explored, or nothing was learnt.
    pub root_condition: Option<Vec<String>>,
    /// The conditions that states were skipped for, the most used first; of very many some.
    #[serde(default)]
    pub learnt: Vec<LearntCondition>,
    /// Attempts at proofs by induction.
    #[serde(default)]
    pub attempts: u64,
    /// What holds at the heads of loops however often they come round, as such an attempt has shown.
    #[serde(default)]
    pub loops: Vec<LoopCondition>,
    #[serde(rename = "time_s", with = "form::seconds")]
    pub time: Duration,
}

/// A condition at the head of a loop under which nothing new can be found, whatever the number of rounds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LoopCondition {
    /// `file:line function`.
    #[serde(rename = "where")]
    pub place: String,
    /// Its parts, in the notation of C and the names of the source; all must hold. None: whatever the values are.
    pub condition: Vec<String>,
    /// How it was found.
    pub found_by: String,
}

/// What learning had saved at some time of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SavedAt {
    #[serde(rename = "time_s", with = "form::seconds")]
    pub time: Duration,
    /// Paths followed to an end.
    pub paths: u64,
    pub skipped: u64,
    pub extra_paths: u64,
}

/// A condition under which nothing new can be found from a place on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LearntCondition {
    /// `file:line function`.
    #[serde(rename = "where")]
    pub place: String,
    /// Its parts, in the notation of C and the names of the source; all must hold. None: whatever the values are.
    pub condition: Vec<String>,
    /// States that were skipped because they satisfy it.
    pub skipped: u64,
    /// Paths of the part of the tree that taught it.
    pub paths: u64,
    /// No part of the tree taught it: it was proved by induction, for any number of rounds.
    #[serde(default)]
    pub by_induction: bool,
}
