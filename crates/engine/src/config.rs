//! Everything a run can be told, as plain data.
//!
//! The command line fills it in, the session reads it; nothing here acts. Each field states its default, and
//! [`Config::default`] is exactly those.

use std::path::PathBuf;
use std::time::Duration;

pub use crate::prior::Prior;
use crate::results::TestEnd;
pub use machine::checks::{BugKind, CheckSet};
pub use machine::externals::{Confinement, ExternalCalls, Fate};
pub use machine::failures::Failures;
pub use machine::seed::Seed;
pub use machine::{Environment, SymbolicArguments};
pub use search::greedy::estimator::Estimator;
pub use search::registry::{SearchKind, solve_late};
pub use solver::{BackendChoice, IppcMode, IppcStart, LayerSet};
use vocabulary::vocabulary;

/// What a run does and where it stops.
#[derive(Clone, Debug)]
pub struct Config {
    pub program: Setting,
    pub search: Search,
    pub pruning: Pruning,
    pub solving: Solving,
    /// Where a run stops. Default: only memory and the time for a query are limited.
    pub limits: Limits,
    /// Bug checks. Default: those of [`CheckSet::default`].
    pub checks: CheckSet,
    /// Which finished paths become test files. Default: `new`.
    pub tests: TestPolicy,
    /// How often the run as it stands is handed to the sink, where that costs little. Default: 3 s.
    pub save_every: Duration,
    /// Hand what the program prints to the sink. Default: off.
    pub echo: bool,
    /// Re-check models, cores, learnt conditions and each use of them by independent code. Default: off.
    pub self_check: bool,
    /// Count what single parts did, see [`Stats`](crate::results::Stats). Default: off.
    pub stats: bool,
    /// Keep the execution tree for people, up to a size. Default: off.
    pub record_tree: bool,
    /// Stop at the first bug. Default: off.
    pub exit_on_error: bool,
    /// Report a bug on every path that reaches it, not once for each kind and location. Default: off.
    pub emit_all_errors: bool,
}

/// How the program is started, and what is around it.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Function the run starts in. Default: `main`.
    pub entry: String,
    /// Arguments of the program under test, without its name. Default: none.
    pub args: Vec<String>,
    /// Symbolic standard input, files and arguments. Default: none, so that reading standard input gives fresh bytes.
    pub environment: Environment,
    /// What happens at calls of functions that nobody defines. Default: they are called natively on concrete values.
    pub external_calls: ExternalCalls,
    /// Whether native code may run where there is no sandbox. Default: it may not.
    pub confinement: Confinement,
    /// Which calls of the system may fail though nothing in the program says so. Default: those that reach files.
    pub failures: Failures,
}

/// What is done next.
#[derive(Clone, Debug)]
pub struct Search {
    /// Strategies that choose the next state, interleaved when there are several. Default: `warm-up`, `random-path`, `dfs`.
    pub strategies: Vec<SearchKind>,
    /// Decisions in a subpath of `subpath-guided`. Default: 4.
    pub subpath_length: usize,
    /// How `greedy` estimates the probability of branches. Default: `laplace`.
    pub estimator: Estimator,
    /// How the inputs of random executions are drawn. Default: `mixed`.
    pub prior: Prior,
    /// Start of every random choice; the same seed gives the same run. Default: 1.
    pub seed: u64,
    /// Inputs whose paths are followed before all others. Default: none.
    pub seeds: Vec<Seed>,
}

/// What is learnt, and what may be skipped for it.
#[derive(Clone, Debug)]
pub struct Pruning {
    /// What is learnt from explored subtrees. Default: `wp`. Nothing is learnt while a check is on that values alone
    /// cannot decide: uninitialised-use, memory-leak, format-string, pointer-overflow.
    pub interpolation: Interpolation,
    /// Finish nearly finished subtrees out of turn, so that something is learnt from them. Default: on.
    pub greedy_confirmation: bool,
    /// Prove by induction what holds of loops without end. Default: on.
    pub induction: bool,
    /// What the tests of a run must cover, hence what pruning has to keep. Default: `error`.
    pub coverage: CoverageLevel,
}

/// How questions are answered.
#[derive(Clone, Debug)]
pub struct Solving {
    /// What decides the queries no cache or analysis can. Default: `auto`.
    pub backend: BackendChoice,
    /// What comes before it. Default: all layers.
    pub layers: LayerSet,
    /// Whether queries are decided part by part. Default: `auto`.
    pub ippc: IppcMode,
    /// The first part of such a query. Default: `negated`.
    pub ippc_start: IppcStart,
    /// A folder for the queries that reach a decision procedure, as SMT-LIB. Default: none.
    pub write_queries: Option<PathBuf>,
    /// Steps of the bit-blaster that a question nobody has chosen gets before it has to wait. Default: about 0.2 s.
    pub first_slice: u64,
    /// Make every n-th answer of the solver unknown, to test that verdicts stay honest. Default: never.
    pub inject_unknown: Option<u32>,
    /// Make every n-th answer of the solver wrong before it is re-checked, to test that this is seen. Default: never.
    pub inject_wrong: Option<u32>,
}

/// Where a run stops, or gives up a path. Whatever is not explored for it is counted as cut.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall-clock time of the exploration. Default: none.
    pub max_time: Option<Duration>,
    /// Paths brought to an end. Default: none.
    pub max_paths: Option<u64>,
    /// Resident memory in bytes; states are dropped to stay below it. Default: 4 GB.
    pub max_memory: Option<u64>,
    /// Forks along one path; the path is cut there. Default: none.
    pub max_depth: Option<u64>,
    /// Forks in all; from then on each state follows its model only. Default: none.
    pub max_forks: Option<u64>,
    /// Instructions in all. Default: none.
    pub max_instructions: Option<u64>,
    /// Test files written. Default: none.
    pub max_tests: Option<u64>,
    /// Time for one solver query; an answer not found by then is `unknown`. Default: 10 s.
    pub max_solver_time: Option<Duration>,
}

vocabulary! {
    /// What is learnt from explored subtrees to skip later states.
    #[derive(Default)]
    pub enum Interpolation: "interpolation" {
        /// Nothing: every path is explored.
        #[default]
        Off = "off",
        /// Unsatisfiable cores of the path constraints (P16).
        Core = "core",
        /// Weakest preconditions (P21).
        Wp = "wp",
    }
}

vocabulary! {
    /// What the tests of a run cover between them (P16 section III), hence what may be skipped.
    pub enum CoverageLevel: "coverage level" {
        /// Every path.
        Path = "path",
        /// Every branch in every distinct context.
        Context = "context",
        /// Every error and every branch.
        Error = "error",
        /// Every branch.
        Branch = "branch",
    }
}

vocabulary! {
    /// Which paths become tests. Bugs always do, except with `none`.
    pub enum TestPolicy: "test policy" {
        /// Those that cover something for the first time.
        New = "new",
        /// Every path that ends.
        All = "all",
        /// None, not even for bugs: for measurements.
        None = "none",
    }
}

impl CoverageLevel {
    /// Whether paths may be skipped, hence anything is learnt.
    pub fn learns(self) -> bool {
        match self {
            CoverageLevel::Path => false,
            CoverageLevel::Context | CoverageLevel::Error | CoverageLevel::Branch => true,
        }
    }

    /// Whether what is learnt takes the form of cores, which tells contexts apart, whatever form was asked for.
    pub fn uses_cores(self) -> bool {
        match self {
            CoverageLevel::Context => true,
            CoverageLevel::Path | CoverageLevel::Error | CoverageLevel::Branch => false,
        }
    }

    /// Whether a state is skipped only if no error lies behind it. Where it is skipped all the same, that is a cut.
    pub fn keeps_out_errors(self) -> bool {
        match self {
            CoverageLevel::Path | CoverageLevel::Context | CoverageLevel::Error => true,
            CoverageLevel::Branch => false,
        }
    }
}

impl TestPolicy {
    /// Whether a run has tests at all.
    pub fn writes_tests(self) -> bool {
        match self {
            TestPolicy::New | TestPolicy::All => true,
            TestPolicy::None => false,
        }
    }

    /// Whether a path becomes a test when it ends, or is given up, or goes on, in this way. `new_coverage`: it has covered
    /// something for the first time that no test covers yet.
    pub fn wants_test_for(self, end: &TestEnd, new_coverage: bool) -> bool {
        match (self, end) {
            (TestPolicy::None, _) => false,
            (TestPolicy::New | TestPolicy::All, TestEnd::Bug(_)) | (TestPolicy::All, TestEnd::Exit(_)) => true,
            (TestPolicy::New, TestEnd::Exit(_)) => new_coverage,
            (TestPolicy::New | TestPolicy::All, TestEnd::Cut(_) | TestEnd::NewCoverage) => new_coverage,
        }
    }
}

impl Default for Config {
    fn default() -> Self {
        Config {
            program: Setting::default(),
            search: Search::default(),
            pruning: Pruning::default(),
            solving: Solving::default(),
            limits: Limits::default(),
            checks: CheckSet::default(),
            tests: TestPolicy::New,
            save_every: Duration::from_secs(3),
            echo: false,
            self_check: false,
            stats: false,
            record_tree: false,
            exit_on_error: false,
            emit_all_errors: false,
        }
    }
}

impl Default for Setting {
    fn default() -> Self {
        Setting {
            entry: "main".to_owned(),
            args: Vec::new(),
            environment: Environment::default(),
            external_calls: ExternalCalls::default(),
            confinement: Confinement::default(),
            failures: Failures::default(),
        }
    }
}

impl Default for Search {
    fn default() -> Self {
        Search {
            strategies: vec![
                SearchKind::WarmUp,
                SearchKind::Novelty,
                SearchKind::NursInstructionCount,
                SearchKind::Dfs,
                SearchKind::RandomTurns,
            ],
            subpath_length: 4,
            estimator: Estimator::Laplace,
            prior: Prior::Mixed,
            seed: 1,
            seeds: Vec::new(),
        }
    }
}

impl Default for Pruning {
    fn default() -> Self {
        Pruning {
            interpolation: Interpolation::Wp,
            greedy_confirmation: true,
            induction: true,
            coverage: CoverageLevel::Error,
        }
    }
}

impl Default for Solving {
    fn default() -> Self {
        Solving {
            backend: BackendChoice::Auto,
            layers: LayerSet::all(),
            ippc: IppcMode::Auto,
            ippc_start: IppcStart::Negated,
            write_queries: None,
            first_slice: 1 << 20,
            inject_unknown: None,
            inject_wrong: None,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_time: None,
            max_paths: None,
            max_memory: Some(4_000_000_000),
            max_depth: None,
            max_forks: None,
            max_instructions: None,
            max_tests: None,
            max_solver_time: Some(Duration::from_secs(10)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_tests_nothing_is_one_and_bugs_always_are_with_them() {
        let ends =
            [TestEnd::Exit(0), TestEnd::Bug(0), TestEnd::Cut(crate::results::CutReason::Time), TestEnd::NewCoverage];
        let wanted = |policy: TestPolicy, new| ends.each_ref().map(|end| policy.wants_test_for(end, new));
        for new in [false, true] {
            assert_eq!(wanted(TestPolicy::None, new), [false; 4]);
            assert_eq!(wanted(TestPolicy::New, new), [new, true, new, new]);
            assert_eq!(wanted(TestPolicy::All, new), [true, true, new, new]);
        }
    }

    #[test]
    fn policies_parse_as_they_print() {
        for &value in Interpolation::ALL {
            assert_eq!(value.to_string().parse(), Ok(value));
        }
        for &value in CoverageLevel::ALL {
            assert_eq!(value.to_string().parse(), Ok(value));
        }
        for &value in TestPolicy::ALL {
            assert_eq!(value.to_string().parse(), Ok(value));
        }
    }
}
