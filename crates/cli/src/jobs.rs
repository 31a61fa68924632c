//! `--jobs N` and `--on SITE`: one run, explored by several processes, here or on other machines.
//!
//! The coordinator is the process that the user started. It compiles the program, hands out parts of the run as prefixes, asks the busiest
//! worker for some when another has nothing to do, keeps the limits, and keeps what is found. Workers are this program with a hidden
//! option. Messages are those of [`engine::parts`]: a part goes out, results and what is still open come back.
//!
//! With one job there is no coordinator: the run is the same each time.

mod allotment;
mod coordinator;
mod findings;
mod memory_shares;
mod post;
pub mod site;
mod staff;
pub mod worker;

pub use coordinator::{Unexplored, Whole, run};
pub use staff::Staff;
pub use staff::bridge::Bridge;
pub use staff::processes::Processes;

/// The option that makes a process a worker.
pub const WORKER: &str = "--worker";

/// The most workers of a run.
pub const MOST: u32 = 256;

/// Reads the number of workers.
pub fn number(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(number @ 1..=MOST) => Ok(number),
        Ok(_) | Err(_) => Err(format!("a number of processes from 1 to {MOST}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_has_at_least_one_worker() {
        assert_eq!([number("1"), number("256")], [Ok(1), Ok(256)]);
        for wrong in ["0", "-1", "257", "two", "", "1.5"] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
    }
}
