//! Counters for those who work on the engine itself (`--stats`). What each layer of the solver did is in every summary
//! ([`Queries`](super::Queries)); this is the rest.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Stats {
    /// How often each rewrite rule of expressions was used; those that were not are left out.
    pub rules: BTreeMap<String, u64>,
    /// How often learning has rested, because it did not pay.
    pub learning_rests: u64,
}
