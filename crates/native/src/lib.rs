//! Tests on a native build: whether a bug shows outside the tool, and what a suite covers.
//!
//! `workshop` builds the program again as a run recorded it, with the replay runtime (`runtime/replay`) and with what
//! `stubs` makes for it, once for each `variant`; `toolchain` has the compiler. `boxed` runs one test, in crate
//! `sandbox`'s box, `symbols` puts lines into what sanitizers say, `evidence` reads it and `expectation` knows what a kind of bug must look like. `confirm` and `coverage` put these
//! together; `agreement` compares that with what the engine claims.
//!
//! Does not write files of a run: crate `report` does.

pub mod agreement;
mod boxed;
pub mod confirm;
pub mod coverage;
mod evidence;
mod expectation;
mod gaps;
mod stubs;
mod symbols;
mod toolchain;
mod variant;
mod within;
pub mod workshop;

pub use toolchain::BuildError;

use std::time::{Duration, Instant};

/// Native programs that run at once.
const LANES: usize = 2;

/// Time for native runs.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    pub one_run: Duration,
    /// No run is started after this.
    pub until: Option<Instant>,
}

impl Budget {
    fn is_over(&self) -> bool {
        self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// `work` on every item, a few at a time; the results in the order of the items.
fn in_lanes<T: Sync, R: Send>(items: &[T], work: impl Fn(usize, &T) -> R + Sync) -> Vec<R> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let lane = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            match items.get(at) {
                Some(item) => done.push((at, work(at, item))),
                None => return done,
            }
        }
    };
    let mut all: Vec<(usize, R)> = std::thread::scope(|scope| {
        let lanes: Vec<_> = (0..LANES.min(items.len())).map(|_| scope.spawn(lane)).collect();
        lanes.into_iter().flat_map(|lane| lane.join().unwrap_or_default()).collect()
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_keep_the_order_of_their_items() {
        let items: Vec<u32> = (0..50).collect();
        assert_eq!(
            super::in_lanes(&items, |at, item| (at as u32, *item)),
            items.iter().map(|&i| (i, i)).collect::<Vec<_>>()
        );
    }
}
