//! What a run produces, as plain data, and the [`Sink`] it is handed to while the run goes on.
//!
//! Files, formats and terminals belong to `report` and `cli`: the session only fills these in.

use std::collections::BTreeMap;
use std::io;
use std::time::Duration;

pub use solver::LayerStats;
use vocabulary::vocabulary;

vocabulary! {
    /// What a run can say of the program.
    pub enum Verdict: "verdict" {
        /// No bug, and everything was explored.
        Safe = "safe",
        /// A bug, shown by a test.
        Unsafe = "unsafe",
        /// No bug seen, but something was cut.
        Unknown = "unknown",
    }
}

vocabulary! {
    /// Why a run ended.
    pub enum StopReason: "stop reason" {
        Exhausted = "exhausted",
        Time = "time",
        Paths = "paths",
        Memory = "memory",
        Interrupt = "interrupt",
        /// `--exit-on-error` and a bug was found.
        Bug = "bug",
        Instructions = "instructions",
        Forks = "forks",
        Tests = "tests",
        /// Every target was reached.
        Targets = "targets",
        /// An internal error; what was found before it is kept.
        Crash = "crash",
    }
}

vocabulary! {
    /// Why a part of the program was not explored.
    pub enum CutReason: "cut reason" {
        /// States still open when the time was up.
        Time = "time",
        Paths = "paths",
        /// States dropped to stay within the memory limit.
        Memory = "memory",
        Interrupt = "interrupt",
        Bug = "bug",
        Depth = "depth",
        Forks = "forks",
        Instructions = "instructions",
        Tests = "tests",
        /// The solver gave no answer in its time.
        Solver = "solver",
        /// A symbolic value was fixed to one of its values.
        Concretized = "concretized",
        /// A symbolic size above the bound of the size classes.
        Size = "size",
        /// A pointer that may name too many objects.
        Pointer = "pointer",
        /// An instruction the machine does not execute.
        Unsupported = "unsupported",
        /// A call of a function nobody defines.
        External = "external",
        /// Only inputs drawn at random were executed.
        Sampled = "sampled",
        /// A state was skipped at a coverage level that does not ask for errors.
        Coverage = "coverage",
        /// Nothing that was asked for lies behind a state, or everything was reached already.
        Targets = "targets",
        Crash = "crash",
    }
}

impl CutReason {
    /// Whether code may lie behind it that nobody has entered and somebody looks for.
    pub fn hides_code(self) -> bool {
        !matches!(self, CutReason::Coverage | CutReason::Targets)
    }
}

/// The whole outcome of a run.
#[derive(Clone, Debug)]
pub struct Results {
    pub verdict: Verdict,
    /// Every path was explored and nothing was cut.
    pub exhausted: bool,
    pub stop_reason: StopReason,
    pub cuts: Vec<Cut>,
    pub paths: Paths,
    /// Tests handed to the sink.
    pub tests: u64,
    pub instructions: u64,
    pub forks: u64,
    pub queries: Queries,
    pub interpolation: Learning,
    /// What was learnt of the whole program: nothing else would be found, were it to start with other values that satisfy
    /// this. `None` where not all of it was explored, or nothing was learnt.
    pub root_condition: Option<Vec<String>>,
    pub coverage: Coverage,
    /// How coverage grew.
    pub growth: Vec<CoveredAt>,
    /// The same, line by line, sorted by name.
    pub files: Vec<FileCoverage>,
    /// Executions without symbolic reasoning.
    pub random_runs: u64,
    pub random_time: Duration,
    pub choices: Choices,
    pub bugs: Vec<Bug>,
    pub targets: Vec<Target>,
    pub time: Duration,
    pub peak_rss_mb: f64,
}

impl Results {
    /// What is known of a program before it has run.
    pub fn nothing_known() -> Results {
        Results {
            verdict: Verdict::Unknown,
            exhausted: false,
            stop_reason: StopReason::Interrupt,
            cuts: Vec::new(),
            paths: Paths::default(),
            tests: 0,
            instructions: 0,
            forks: 0,
            queries: Queries::default(),
            interpolation: Learning::default(),
            root_condition: None,
            coverage: Coverage::default(),
            growth: Vec::new(),
            files: Vec::new(),
            random_runs: 0,
            random_time: Duration::ZERO,
            choices: Choices::default(),
            bugs: Vec::new(),
            targets: Vec::new(),
            time: Duration::ZERO,
            peak_rss_mb: 0.0,
        }
    }
}

/// Something left unexplored, and how often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    pub reason: CutReason,
    pub count: u64,
    /// `file:line function`, or what else tells the place; empty where the cut has none.
    pub place: String,
}

/// Paths by how they ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Paths {
    pub completed: u64,
    /// Skipped because an explored subtree covers them.
    pub subsumed: u64,
    /// Ended by an assumption that cannot hold.
    pub infeasible: u64,
    pub error: u64,
    pub cut: u64,
}

/// Work of the solver chain.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Queries {
    /// Questions put to the chain.
    pub asked: u64,
    /// Those that reached a backend.
    pub solver: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Conjunctions handed to a backend: several for a query that is decided part by part.
    pub calls: u64,
    /// Mean number of constraints in such a call.
    pub mean_constraints: f64,
    pub time: Duration,
    /// What each layer of the chain did, in its order, the backend last.
    pub layers: Vec<LayerStats>,
    /// Why not all queries were written to the folder asked for.
    pub not_written: Option<String>,
}

/// Work of the learning loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Learning {
    pub full: u64,
    pub half: u64,
    pub entries: u64,
    pub checks: u64,
    pub hits: u64,
    /// Hits of outcomes that nobody had asked a decision procedure about.
    pub unasked: u64,
    pub confirmations: u64,
    pub time: Duration,
}

/// What strategies chose, as in P18's Table 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choices {
    /// Paths that were chosen before anybody knew whether they are feasible, and solved then.
    pub symbolic: u64,
    /// Those that are not.
    pub infeasible: u64,
    /// Those the solver gave up on.
    pub undecided: u64,
    /// Paths that random executions took, so that they needed no solving.
    pub adopted: u64,
    /// Time spent choosing.
    pub deciding: Duration,
}

/// What was executed of what there is in the user's code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    pub blocks: Covered,
    pub branches: Covered,
    pub lines: Covered,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Covered {
    pub covered: u64,
    pub total: u64,
}

/// Blocks covered at some time of the run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CoveredAt {
    pub time: Duration,
    pub blocks: u64,
}

/// One source file of the user's code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FileCoverage {
    pub file: String,
    pub functions: Vec<FunctionCoverage>,
    /// Lines with code on them, and whether any of it was executed.
    pub lines: BTreeMap<u32, bool>,
    pub branches: Vec<BranchCoverage>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionCoverage {
    pub name: String,
    pub line: u32,
    pub covered: bool,
}

/// An instruction that goes on in several ways.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BranchCoverage {
    pub line: u32,
    /// Whether anything got here.
    pub reached: bool,
    /// Whether each way was taken.
    pub taken: Vec<bool>,
}

/// A bug, reported once for its kind and location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bug {
    /// Name of the check that found it.
    pub kind: String,
    /// Number in the Common Weakness Enumeration, where there is one.
    pub cwe: Option<u32>,
    /// A sentence for people.
    pub message: String,
    pub function: String,
    /// Source file, empty when there is no debug information.
    pub file: String,
    /// 0 when unknown.
    pub line: u32,
    pub column: u32,
    /// Innermost call first.
    pub stack: Vec<Frame>,
    /// Number of the test that shows it.
    pub test: u64,
    /// Whether the native program shows it too; `None` when that was not tried.
    pub confirmed: Option<bool>,
}

/// One call on the way to a bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    pub function: String,
    /// Empty when there is no debug information.
    pub file: String,
    /// 0 when unknown.
    pub line: u32,
}

/// A place that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    pub id: String,
    pub file: String,
    pub line: u32,
    pub status: TargetStatus,
    /// Number of the test that reaches it.
    pub test: Option<u64>,
}

vocabulary! {
    /// What is known of a target.
    pub enum TargetStatus: "target status" {
        Reachable = "reachable",
        Unreachable = "unreachable",
        Unknown = "unknown",
    }
}

/// Inputs that drive the program along one path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TestCase {
    /// Counted from 1 in the order of discovery.
    pub number: u64,
    /// In the order the program asked for them.
    pub inputs: Vec<Input>,
    /// Arguments of the program, without its name.
    pub args: Vec<Vec<u8>>,
    pub end: TestEnd,
    /// Blocks this test was the first to cover.
    pub new_blocks: u64,
}

/// One symbolic object and the bytes it has in this test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Input {
    pub name: String,
    pub bytes: Vec<u8>,
    /// C type of a single value (`__VERIFIER_nondet_int` returns one); objects (`klee_make_symbolic`) have none.
    pub type_name: Option<String>,
}

/// How the path of a test ended, as far as it was followed when the test was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TestEnd {
    /// The program ended with this status.
    Exit(i32),
    /// It shows this bug of [`Results::bugs`].
    Bug(usize),
    /// The path was given up.
    Cut(CutReason),
    /// It covered something new; the path goes on.
    NewCoverage,
}

/// A view of the running session.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    pub elapsed: Duration,
    /// Paths ended, in whatever way.
    pub paths: u64,
    /// Open states.
    pub states: u64,
    pub instructions: u64,
    pub queries: u64,
    pub blocks: Covered,
    pub bugs: u64,
    pub tests: u64,
    pub rss_mb: f64,
}

/// Takes what a session finds, when it finds it, so that a run that is killed loses nothing.
pub trait Sink {
    /// A test that shows no bug. An error ends the run: results that cannot be kept are not worth looking for.
    fn test(&mut self, test: &TestCase) -> io::Result<()>;

    /// A bug and the test that shows it; that test is not passed to [`Sink::test`].
    fn bug(&mut self, bug: &Bug, test: &TestCase) -> io::Result<()>;

    /// Called often (about ten times a second); the sink decides what to show.
    fn progress(&mut self, progress: &Progress);

    /// What a strategy has decided, and why: a line for the log.
    fn decision(&mut self, note: &str);

    /// What the program under test wrote to stdout or stderr, when the run was asked to echo it.
    fn program_output(&mut self, bytes: &[u8]);
}

/// Keeps nothing, for those who only want the results.
pub struct Nobody;

impl Sink for Nobody {
    fn test(&mut self, _: &TestCase) -> io::Result<()> {
        Ok(())
    }

    fn bug(&mut self, _: &Bug, _: &TestCase) -> io::Result<()> {
        Ok(())
    }

    fn progress(&mut self, _: &Progress) {}

    fn decision(&mut self, _: &str) {}

    fn program_output(&mut self, _: &[u8]) {}
}
