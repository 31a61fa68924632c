//! The state with the least key first; equal keys: the one that got its key first. What most concolic strategies are, each
//! with a [`Rank`] of its own.

use tree::StateId;

use crate::concolic::run_to_end::Choose;
use crate::ranked::Ranked;
use crate::world::World;

/// What makes one state come before another.
pub trait Rank {
    type Key: Ord + Copy;

    /// `state` is open from now on; `parent` is the state it was forked from.
    fn opened(&mut self, _state: StateId, _parent: Option<StateId>) {}

    /// `state` is no longer open.
    fn closed(&mut self, _state: StateId) {}

    /// Brings up to date what keys depend on besides the state; true if the keys of all states may have changed.
    fn refresh(&mut self, _world: &dyn World) -> bool {
        false
    }

    /// The key of a state, after [`Rank::refresh`]; none if it is not to be chosen.
    fn key(&self, world: &dyn World, state: StateId) -> Option<Self::Key>;

    /// `state` is chosen.
    fn chosen(&mut self, _world: &dyn World, _state: StateId) {}
}

pub struct BestFirst<R: Rank> {
    rank: R,
    states: Ranked<R::Key>,
}

impl<R: Rank + Default> Default for BestFirst<R> {
    fn default() -> BestFirst<R> {
        BestFirst { rank: R::default(), states: Ranked::default() }
    }
}

impl<R: Rank> Choose for BestFirst<R> {
    fn opened(&mut self, state: StateId, parent: Option<StateId>) {
        self.rank.opened(state, parent);
    }

    fn closed(&mut self, state: StateId) {
        self.states.remove(state);
        self.rank.closed(state);
    }

    fn choose(&mut self, world: &dyn World, mut changed: Vec<StateId>) -> Option<StateId> {
        if self.rank.refresh(world) {
            changed.extend(self.states.iter().map(|(state, _)| state));
        }
        for state in changed {
            if let Some(key) = self.rank.key(world, state) {
                self.states.set(state, key);
            }
        }
        let (state, _) = self.states.first()?;
        self.rank.chosen(world, state);
        Some(state)
    }
}
