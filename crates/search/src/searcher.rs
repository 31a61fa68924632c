//! What every search strategy can do.

use pruning::tree::{StateId, Tree};

/// Chooses the next state among the open ones. It is told of each state once when it opens and once when it closes.
pub trait Searcher {
    /// `state` is open from now on; `parent` is the state it was forked from, which may go on itself.
    fn add(&mut self, state: StateId, parent: Option<StateId>);

    /// `state` is no longer open.
    fn remove(&mut self, state: StateId);

    /// The state to run next; `None` only when none is open.
    fn select(&mut self, tree: &Tree) -> Option<StateId>;
}
