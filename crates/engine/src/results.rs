//! What a run produces, as plain data, and the [`Sink`] it is handed to while the run goes on.
//!
//! Files and terminals belong to `report` and `cli`: the session only fills these in. Each field is named here and nowhere
//! else: `summary.json` is these structures, written by `serde` in the order they have here. Names and order are a contract.

mod bug;
mod coverage;
pub(crate) mod form;
mod learning;
mod obstacles;
mod sink;
mod stats;
mod terms;
pub mod test_case;
mod test_path;
mod tree;
mod words;

pub use bug::{Bug, Frame, StrayAccess, WATCHED};
pub use coverage::{
    BranchCoverage, CoverageReport, Covered, CoveredAt, FileCoverage, FunctionCoverage, LinesOfTest, TestLines,
};
pub use learning::{Learning, LearntCondition, LoopCondition, SavedAt};
pub use obstacles::{Obstacle, ObstacleKind};
pub use sink::{Nobody, Progress, Sink};
pub use stats::Stats;
pub use terms::{ArgumentTerms, FileTerms, InputTerms, Terms};
pub use test_case::{Input, TestCase, TestEnd};
pub use test_path::{PathStep, PathValue, Shown, TestPath};
pub use tree::{NodeFate, RecordedCondition, RecordedNode, RecordedTree};
pub use words::{CutReason, Replay, StopReason, TargetStatus, Verdict};

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The whole outcome of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Results {
    #[serde(flatten)]
    pub conclusion: Conclusion,
    /// What the conclusion is about; `None` while the run goes on, or after it crashed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<Terms>,
    #[serde(flatten)]
    pub explored: Exploration,
    pub queries: Queries,
    pub interpolation: Learning,
    pub coverage: CoverageReport,
    /// The same, line by line, sorted by name.
    #[serde(skip)]
    pub files: Vec<FileCoverage>,
    /// The same, test by test.
    #[serde(skip)]
    pub test_lines: TestLines,
    /// What some tests did, line by line.
    #[serde(skip)]
    pub test_paths: Vec<TestPath>,
    /// `None` without `--record-tree`.
    #[serde(skip)]
    pub tree: Option<RecordedTree>,
    pub random: RandomExecutions,
    pub choices: StrategyChoices,
    pub bugs: Vec<Bug>,
    pub targets: Vec<TargetOutcome>,
    /// What kept the run from saying more, the worst of each kind first; empty where nothing did.
    #[serde(default)]
    pub obstacles: Vec<Obstacle>,
    #[serde(rename = "time_s", with = "form::seconds")]
    pub time: Duration,
    pub peak_rss_mb: f64,
    /// Processes that explored.
    #[serde(default = "one")]
    pub jobs: u32,
    /// `None` without `--self-check`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub self_check: Option<SelfCheck>,
    /// `None` without `--stats`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
}

fn one() -> u32 {
    1
}

impl Results {
    /// What is known of a program before it has run.
    pub fn nothing_known() -> Results {
        Results {
            conclusion: Conclusion {
                verdict: Verdict::Unknown,
                exhausted: false,
                stop_reason: StopReason::Interrupt,
                cuts: Vec::new(),
            },
            terms: None,
            explored: Exploration::default(),
            queries: Queries::default(),
            interpolation: Learning::default(),
            coverage: CoverageReport::default(),
            files: Vec::new(),
            test_lines: TestLines::default(),
            test_paths: Vec::new(),
            tree: None,
            random: RandomExecutions::default(),
            choices: StrategyChoices::default(),
            bugs: Vec::new(),
            targets: Vec::new(),
            obstacles: Vec::new(),
            time: Duration::ZERO,
            peak_rss_mb: 0.0,
            jobs: 1,
            self_check: None,
            stats: None,
        }
    }
}

/// What can be said of the program, and what stands against saying more.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Conclusion {
    #[serde(with = "form::by_name")]
    pub verdict: Verdict,
    /// Every path was explored and nothing was cut.
    pub exhausted: bool,
    #[serde(with = "form::by_name")]
    pub stop_reason: StopReason,
    pub cuts: Vec<Cut>,
}

/// How far the run got.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Exploration {
    pub paths: Paths,
    /// Tests handed to the sink.
    pub tests: u64,
    pub instructions: u64,
    pub forks: u64,
}

/// Something left unexplored, and how often.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cut {
    #[serde(with = "form::by_name")]
    pub reason: CutReason,
    pub count: u64,
    /// `file:line function`, or what else tells the place; empty where the cut has none.
    #[serde(rename = "where")]
    pub place: String,
}

/// Paths by how they ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Paths {
    pub completed: u64,
    /// Skipped because an explored subtree covers them.
    pub subsumed: u64,
    /// Ended by an assumption that cannot hold.
    pub infeasible: u64,
    pub error: u64,
    pub cut: u64,
}

impl Paths {
    /// Those that were followed to an end.
    pub fn followed(&self) -> u64 {
        self.ended() - self.subsumed
    }

    /// All of them.
    pub fn ended(&self) -> u64 {
        let Paths { completed, subsumed, infeasible, error, cut } = self;
        completed + subsumed + infeasible + error + cut
    }
}

/// Work of the solver chain.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
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
    #[serde(rename = "time_s", with = "form::seconds")]
    pub time: Duration,
    /// What each layer of the chain did, in its order, the backend last.
    pub layers: Vec<LayerWork>,
    /// Why not all queries were written to the folder asked for.
    #[serde(skip)]
    pub not_written: Option<String>,
}

/// What one layer of the chain did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LayerWork {
    pub name: String,
    /// Questions that came to it.
    pub asked: u64,
    /// Those it answered by itself.
    pub answered: u64,
    #[serde(rename = "time_s", with = "form::seconds")]
    pub time: Duration,
}

impl From<solver::LayerStats> for LayerWork {
    fn from(stats: solver::LayerStats) -> LayerWork {
        let solver::LayerStats { name, asked, answered, time } = stats;
        LayerWork { name: name.to_owned(), asked, answered, time }
    }
}

/// Executions without symbolic reasoning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RandomExecutions {
    pub runs: u64,
    #[serde(rename = "time_s", with = "form::seconds")]
    pub time: Duration,
}

/// What strategies chose, as in P18's Table 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct StrategyChoices {
    /// Paths that were chosen before anybody knew whether they are feasible, and solved then.
    pub symbolic: u64,
    /// Those that are not.
    pub infeasible: u64,
    /// Those the solver gave up on.
    pub undecided: u64,
    /// Paths that random executions took, so that they needed no solving.
    pub adopted: u64,
    /// Time spent choosing.
    #[serde(rename = "deciding_s", with = "form::seconds")]
    pub deciding: Duration,
}

/// What became of a place that was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TargetOutcome {
    pub id: String,
    pub file: String,
    pub line: u32,
    #[serde(with = "form::by_name")]
    pub status: TargetStatus,
    /// Number of the test that reaches it.
    #[serde(with = "form::test_file_if_any")]
    pub test: Option<u64>,
}

/// What came of proving answers and conclusions again. No verdict rests on what failed: it counts as undecided.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SelfCheck {
    /// Models evaluated again, and proofs made again.
    pub tried: u64,
    /// Those that nobody could make in time.
    pub undecided: u64,
    /// What was shown to be wrong, a sentence each: a mistake of ours.
    pub failures: Vec<String>,
}
