//! Greedy confirmation (P13 section 5.2): finish a subtree that is nearly finished before going on elsewhere.
//!
//! A search that is not depth-first leaves subtrees half explored, and half-explored subtrees teach nothing. When all but
//! one edge of a fork are finished, the states below the last one are run first, for a budget proportional to the length
//! of the path. These are ordinary states: their tests and bugs count. The attempt ends when the subtree is finished,
//! when the budget is used up, or when a place is visited a second time without being subsumed.

use pruning::table::Key;
use rustc_hash::FxHashSet;
use tree::StateId;

use crate::learning::EdgeId;
use crate::session::Session;

/// Turns given to an attempt for each fork on the path to it.
const TURNS_PER_FORK: u64 = 2;

/// A running attempt.
pub(crate) struct Attempt {
    /// The fork to finish.
    root: EdgeId,
    turns: u64,
    visited: FxHashSet<Key>,
}

impl Session<'_> {
    /// The fork at the end of this edge has one unfinished edge left.
    pub(crate) fn may_confirm(&mut self, root: EdgeId) {
        let Some(learner) = &mut self.learner else { return };
        if !self.config.greedy_confirmation || learner.attempt.is_some() {
            return;
        }
        let turns = 8 + TURNS_PER_FORK * learner.depth(root);
        learner.attempt = Some(Attempt { root, turns, visited: FxHashSet::default() });
    }

    /// The state to run next for the attempt at hand, if there is one.
    pub(crate) fn state_to_confirm(&mut self) -> Option<StateId> {
        let learner = self.learner.as_mut()?;
        let attempt = learner.attempt.as_mut()?;
        let spent = attempt.turns == 0;
        attempt.turns = attempt.turns.saturating_sub(1);
        let root = attempt.root;
        let state = if spent { None } else { learner.open_state_below(root) };
        if state.is_none() {
            learner.attempt = None;
        }
        state
    }

    /// A join was reached without being subsumed: the second time at one place, the attempt is given up.
    pub(crate) fn visited_while_confirming(&mut self, key: &Key) {
        if let Some(learner) = &mut self.learner
            && let Some(attempt) = &mut learner.attempt
            && !attempt.visited.insert(key.clone())
        {
            learner.attempt = None;
        }
    }

    /// The subtree an attempt was about is finished.
    pub(crate) fn confirmed(&mut self, finished: EdgeId) {
        if let Some(learner) = &mut self.learner
            && learner.attempt.as_ref().is_some_and(|attempt| attempt.root == finished)
        {
            learner.attempt = None;
            learner.confirmations += 1;
        }
    }
}
