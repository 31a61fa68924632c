//! The execution at hand of a concolic strategy: what was chosen goes on until it ends, forking off alternatives on
//! its way; only then the next one is chosen.
//!
//! An execution that forks for ever would keep the strategy, so it is interrupted after many forks and then waits
//! like any other state.

use pruning::tree::StateId;

/// Forks of one execution before others get their turn.
const MAX_FORKS: u32 = 512;

#[derive(Debug, Default)]
pub struct ConcolicRun {
    running: Option<StateId>,
    forks: u32,
}

impl ConcolicRun {
    pub fn start(&mut self, state: StateId) {
        *self = ConcolicRun { running: Some(state), forks: 0 };
    }

    /// A state was forked off by `parent`.
    pub fn forked(&mut self, parent: Option<StateId>) {
        if parent.is_some() && parent == self.running {
            self.forks += 1;
        }
    }

    pub fn ended(&mut self, state: StateId) {
        if self.running == Some(state) {
            self.running = None;
        }
    }

    /// The state to go on with.
    pub fn current(&mut self) -> Option<StateId> {
        if self.forks >= MAX_FORKS {
            self.running = None;
        }
        self.running
    }
}
