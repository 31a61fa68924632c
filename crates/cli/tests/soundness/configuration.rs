//! The runs that must agree on a program.

use std::fmt;

use engine::config::{
    CheckSet, Config, Interpolation, LayerSet, Limits, Pruning, Search, SearchKind, Setting, Solving, TestPolicy,
};
use program::OptLevel;

use crate::generator::undefined;

/// Limits on the work of one run: more than brute force does on any program that it does not leave out.
const MOST_PATHS: u64 = 20_000;
const MOST_INSTRUCTIONS: u64 = 50_000_000;

/// Programs compiled and loaded together. Many share the cost of that; but a run looks at all the globals and functions
/// of what was loaded.
const BATCH: u64 = 32;
/// One of so many programs has a run in which all that is learnt is proved again, which takes longer than all its others.
/// A prime number, so that it meets everything that changes from seed to seed.
const SELF_CHECKED: u64 = 127;

/// The batch that a seed belongs to.
pub fn batch(seed: u64) -> u64 {
    seed / BATCH
}

/// The passes that the programs of a batch go through.
pub fn level(batch: u64) -> OptLevel {
    if batch.is_multiple_of(2) { OptLevel::Light } else { OptLevel::None }
}

/// The checks that are on for a program, as the command's option has them; the same for a batch.
fn checks(seed: u64) -> &'static str {
    if undefined::is_watched(seed) {
        "+signed-overflow,+left-shift-overflow,+float-to-integer,+misaligned-access"
    } else {
        "default"
    }
}

pub fn check_set(seed: u64) -> CheckSet {
    CheckSet::parse(checks(seed)).expect("a list of checks")
}

#[derive(Clone, Copy)]
pub struct Configuration {
    interpolation: Interpolation,
    search: SearchKind,
    /// Random executions come first.
    warm_up: bool,
    greedy_confirmation: bool,
    self_check: bool,
    /// Every question has to wait before it is answered, and no layer answers any.
    questions_wait: bool,
    /// Of the program, and of the random choices of the run.
    pub seed: u64,
}

impl Configuration {
    /// Weakest preconditions in every order, with greedy confirmation and without; and, taking turns from seed to seed,
    /// strategies that solve late, and the orders without learning and with unsatisfiable cores. Some warm up.
    pub fn all(seed: u64) -> Vec<Configuration> {
        let others = [SearchKind::RandomState, SearchKind::Novelty, SearchKind::RandomPath, SearchKind::Novelty];
        let searches = [SearchKind::Dfs, SearchKind::Bfs, others[(seed % 4) as usize]];
        let turn = |after: u64| searches[((seed + after) % 3) as usize];
        let mut runs = vec![(Interpolation::Off, turn(0), true)];
        for search in searches {
            runs.extend([true, false].map(|greedy_confirmation| (Interpolation::Wp, search, greedy_confirmation)));
        }
        let late = [SearchKind::CfgDirected, SearchKind::Generational, SearchKind::ContextGuided, SearchKind::CarFast];
        runs.push((Interpolation::Wp, late[(seed / 2 % 4) as usize], seed.is_multiple_of(2)));
        runs.extend([true, false].map(|greedy_confirmation| {
            let search = turn(if greedy_confirmation { 1 } else { 2 });
            (Interpolation::Core, search, greedy_confirmation)
        }));
        let learning = runs.len() as u64 - 1;
        let checked = seed.is_multiple_of(SELF_CHECKED).then(|| 1 + seed / SELF_CHECKED % learning);
        (0u64..)
            .zip(runs)
            .map(|(number, (interpolation, search, greedy_confirmation))| Configuration {
                interpolation,
                search,
                warm_up: seed.is_multiple_of(16) && number.is_multiple_of(2),
                greedy_confirmation,
                self_check: checked == Some(number),
                questions_wait: (seed + number).is_multiple_of(5),
                seed,
            })
            .collect()
    }

    fn strategies(&self) -> Vec<SearchKind> {
        self.warm_up.then_some(SearchKind::WarmUp).into_iter().chain([self.search]).collect()
    }

    pub fn config(&self, entry: String) -> Config {
        let defaults = Config::default();
        Config {
            program: Setting { entry, ..defaults.program },
            search: Search { strategies: self.strategies(), seed: self.seed, ..defaults.search },
            pruning: Pruning {
                interpolation: self.interpolation,
                greedy_confirmation: self.greedy_confirmation,
                ..defaults.pruning
            },
            solving: match self.questions_wait {
                true => Solving { first_slice: 0, layers: LayerSet::none(), ..defaults.solving },
                false => defaults.solving,
            },
            checks: check_set(self.seed),
            self_check: self.self_check,
            tests: TestPolicy::None,
            limits: Limits {
                max_paths: Some(MOST_PATHS),
                max_instructions: Some(MOST_INSTRUCTIONS),
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
        let Configuration { interpolation, seed, .. } = self;
        let search: Vec<String> = self.strategies().iter().map(SearchKind::to_string).collect();
        let greedy = if self.greedy_confirmation { "on" } else { "off" };
        write!(f, "--interpolation {interpolation} --search {} --greedy-confirmation {greedy}", search.join(","))?;
        write!(f, " --seed {seed} --opt {} --checks {}", level(batch(*seed)), checks(*seed))?;
        if self.questions_wait {
            f.write_str(" --first-slice 0 --solver-layers none")?;
        }
        if self.self_check { f.write_str(" --self-check") } else { Ok(()) }
    }
}
