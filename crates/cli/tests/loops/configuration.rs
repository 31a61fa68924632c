//! The runs that must agree on a program.

use std::fmt;
use std::time::Duration;

use engine::config::{CheckSet, Config, Interpolation, Limits, Pruning, Search, SearchKind, Setting, TestPolicy};
use program::OptLevel;

/// Limits on the work of one run, at which it gives up.
const MOST_PATHS: u64 = 400;
const MOST_INSTRUCTIONS: u64 = 20_000;
/// The same where every round makes terms larger: a few instructions then take seconds.
const MOST_TIME: Duration = Duration::from_secs(20);

/// Programs compiled and loaded together.
const BATCH: u64 = 32;
/// One of so many programs has a run in which all that is learnt is proved again.
const SELF_CHECKED: u64 = 16;

/// The batch that a seed belongs to.
pub fn batch(seed: u64) -> u64 {
    seed / BATCH
}

/// The passes that the programs of a batch go through.
pub fn level(batch: u64) -> OptLevel {
    if batch.is_multiple_of(2) { OptLevel::Light } else { OptLevel::None }
}

pub fn check_set() -> CheckSet {
    CheckSet::parse("default").expect("a list of checks")
}

#[derive(Clone, Copy)]
pub struct Configuration {
    /// `None`: what the command does by itself.
    search: Option<SearchKind>,
    self_check: bool,
    /// Of the program, and of the random choices of the run.
    pub seed: u64,
}

impl Configuration {
    /// Weakest preconditions in several orders.
    pub fn all(seed: u64) -> Vec<Configuration> {
        let runs = [Some(SearchKind::Dfs), Some(SearchKind::Bfs), Some(SearchKind::RandomPath), None];
        let checked = seed.is_multiple_of(SELF_CHECKED).then_some(seed / SELF_CHECKED % runs.len() as u64);
        let one = |(number, search)| Configuration { search, self_check: checked == Some(number), seed };
        (0u64..).zip(runs).map(one).collect()
    }

    pub fn config(&self, entry: String) -> Config {
        let defaults = Config::default();
        Config {
            program: Setting { entry, ..defaults.program },
            search: Search {
                strategies: self.search.map_or(defaults.search.strategies, |search| vec![search]),
                seed: self.seed,
                ..defaults.search
            },
            pruning: Pruning { interpolation: Interpolation::Wp, ..defaults.pruning },
            checks: check_set(),
            self_check: self.self_check,
            tests: TestPolicy::None,
            limits: Limits {
                max_paths: Some(MOST_PATHS),
                max_instructions: Some(MOST_INSTRUCTIONS),
                max_time: Some(MOST_TIME),
                // Other runs of this process have their share in what it uses.
                max_memory: None,
                ..Limits::default()
            },
            ..Config::default()
        }
    }
}

/// The options of the command.
impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = level(batch(self.seed));
        write!(f, "--interpolation wp --seed {} --opt {level} --max-instructions {MOST_INSTRUCTIONS}", self.seed)?;
        if let Some(search) = self.search {
            write!(f, " --search {search}")?;
        }
        if self.self_check { f.write_str(" --self-check") } else { Ok(()) }
    }
}
