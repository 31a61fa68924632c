//! The workers of a run, wherever they are: starting them, writing to them, hearing what they say and that one is gone.
//!
//! [`processes`] has them on this machine, [`bridge`] on a Dask cluster. The coordinator knows places and nothing else.

pub mod bridge;
pub mod kit;
pub mod processes;

use std::io;
use std::time::Duration;

use engine::parts::{Order, Report};

/// A worker, by the number of its place.
pub type Place = usize;

/// What comes from a worker.
pub enum Event {
    Said(Place, Report),
    /// It is gone, and says nothing any more.
    Gone(Place, Departure),
    /// There will be no workers.
    Failed(String),
}

/// Why a worker is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Departure {
    /// It ended, perhaps of what it was doing.
    Died,
    /// It ended with an internal error, which it has reported.
    Internal,
    /// Its machine is gone, which says nothing about what it was doing.
    Lost,
}

pub trait Staff {
    /// Places for workers. There may be more as time goes by.
    fn places(&self) -> usize;

    fn start(&mut self, place: Place) -> io::Result<()>;

    /// A worker that is gone does not hear it; that it is gone is an event of its own.
    fn tell(&mut self, place: Place, order: &Order);

    /// What happens next, if anything does in this time.
    fn next(&mut self, wait: Duration) -> Option<Event>;

    /// Ends a worker that does not answer.
    fn kill(&mut self, place: Place);

    /// Whether the workers share the memory of one machine. If not, a limit is that of each.
    fn shares_memory(&self) -> bool;

    /// A part that takes less than this is not worth the way to its worker.
    fn worth_while(&self) -> Duration;
}
