//! Where a run stops.

use std::time::Duration;

use clap::Args;
use engine::config::Limits;

use crate::quantity;

/// Limits; 0 means none, as in KLEE.
#[derive(Args)]
#[command(next_help_heading = "Limits (0 for none)")]
pub struct LimitOptions {
    /// Time to compile and explore, such as 60s, 5min or 1h30m
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    max_time: Option<Duration>,

    /// Paths to end
    #[arg(long, value_name = "N")]
    max_paths: Option<u64>,

    /// Memory, such as 4GB, or megabytes [default: 4GB]
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    max_memory: Option<u64>,

    /// Forks along one path
    #[arg(long, value_name = "N")]
    max_depth: Option<u64>,

    /// Forks in all
    #[arg(long, value_name = "N")]
    max_forks: Option<u64>,

    /// Instructions in all
    #[arg(long, value_name = "N")]
    max_instructions: Option<u64>,

    /// Tests to write
    #[arg(long, value_name = "N")]
    max_tests: Option<u64>,

    /// Time for one solver query [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = quantity::duration)]
    max_solver_time: Option<Duration>,
}

impl LimitOptions {
    pub(super) fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits {
            max_time: chosen(self.max_time, default.max_time),
            max_paths: chosen(self.max_paths, default.max_paths),
            max_memory: chosen(self.max_memory, default.max_memory),
            max_depth: chosen(self.max_depth, default.max_depth),
            max_forks: chosen(self.max_forks, default.max_forks),
            max_instructions: chosen(self.max_instructions, default.max_instructions),
            max_tests: chosen(self.max_tests, default.max_tests),
            max_solver_time: chosen(self.max_solver_time, default.max_solver_time),
        }
    }
}

/// What the user chose, where zero means no limit, or the default.
fn chosen<T: Default + PartialEq>(given: Option<T>, default: Option<T>) -> Option<T> {
    match given {
        Some(limit) if limit == T::default() => None,
        Some(limit) => Some(limit),
        None => default,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_in_the_help_are_the_engines() {
        let default = Limits::default();
        assert_eq!(default.max_memory, quantity::size("4GB").ok());
        assert_eq!(default.max_solver_time, quantity::duration("10s").ok());
    }
}
