//! Greedy confirmation (P13 section 5.2): finish a subtree that is nearly finished before going on elsewhere.
//!
//! A search that is not depth-first leaves subtrees half explored, and half-explored subtrees teach nothing. When all but
//! one edge of a fork are finished, the states below the last one are run first, for a budget proportional to the length
//! of the path. These are ordinary states: their tests and bugs count. The attempt ends when the subtree is finished,
//! when the budget is used up, or when a place is visited a second time without being subsumed.

use rustc_hash::FxHashSet;
use tree::StateId;

use crate::edge::{EdgeId, Edges};
use crate::table::Key;

/// Turns given to an attempt, and for each fork on the path to it.
const TURNS: u64 = 8;
const TURNS_PER_FORK: u64 = 2;

/// Greedy confirmation, with at most one attempt at a time.
pub(crate) struct Confirmation {
    enabled: bool,
    attempt: Option<Attempt>,
    /// Attempts that finished their subtree.
    pub confirmed: u64,
}

/// A running attempt.
struct Attempt {
    /// The fork to finish.
    root: EdgeId,
    turns: u64,
    visited: FxHashSet<Key>,
}

impl Confirmation {
    pub fn new(enabled: bool) -> Confirmation {
        Confirmation { enabled, attempt: None, confirmed: 0 }
    }

    /// The fork at the end of this edge, which has so many forks above it, has one unfinished edge left.
    pub fn may_begin(&mut self, root: EdgeId, depth: u64) {
        if self.enabled && self.attempt.is_none() {
            let turns = TURNS + TURNS_PER_FORK * depth;
            self.attempt = Some(Attempt { root, turns, visited: FxHashSet::default() });
        }
    }

    /// The state to run next for the attempt at hand, if there is one.
    pub fn next(&mut self, edges: &Edges) -> Option<StateId> {
        let attempt = self.attempt.as_mut()?;
        let spent = attempt.turns == 0;
        attempt.turns = attempt.turns.saturating_sub(1);
        let state = if spent { None } else { edges.open_state_below(attempt.root) };
        if state.is_none() {
            self.attempt = None;
        }
        state
    }

    /// A join was reached without being subsumed: the second time at one place, the attempt is given up.
    pub fn visited(&mut self, key: &Key) {
        if let Some(attempt) = &mut self.attempt
            && !attempt.visited.insert(key.clone())
        {
            self.attempt = None;
        }
    }

    /// A subtree is finished.
    pub fn finished(&mut self, id: EdgeId) {
        if self.attempt.as_ref().is_some_and(|attempt| attempt.root == id) {
            self.attempt = None;
            self.confirmed += 1;
        }
    }

    pub fn give_up(&mut self) {
        self.attempt = None;
    }
}
