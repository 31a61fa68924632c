//! How long a strategy may think: a small share of the time, whatever it has to choose from.
//!
//! A good choice spares the time of bad ones. Where a path runs in a microsecond there is little to spare, and the strategy
//! has to do something that needs no thought until its share has grown again.

use std::time::{Duration, Instant};

use crate::world::World;

/// The share of the time that choosing may take, as a divisor.
const SHARE: u32 = 50;
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
