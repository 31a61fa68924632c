//! How long a strategy may think: a small share of the time, whatever it has to choose from.
//!
//! A choice costs what it costs, but some programs run a path in a microsecond. Where choosing would take more than its
//! share, paths are worth less than thinking about them.

use std::time::{Duration, Instant};

use crate::world::World;

/// The share of the time that choosing may take, as a divisor.
const SHARE: u32 = 32;
/// What it may take in any case.
const FREE: Duration = Duration::from_micros(200);

#[derive(Default)]
pub struct Deliberation {
    started: Option<Instant>,
}

impl Deliberation {
    /// Whether there is time to weigh things up.
    pub fn has_time(&mut self, world: &dyn World) -> bool {
        let now = world.now();
        let elapsed = now - *self.started.get_or_insert(now);
        world.deciding() <= FREE + elapsed / SHARE
    }
}
