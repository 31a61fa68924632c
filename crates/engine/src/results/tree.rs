//! The execution tree of a run, as far as it was asked for and kept.

use vocabulary::vocabulary;

vocabulary! {
    /// What became of a node.
    pub enum NodeFate: "fate" {
        /// Others come after it.
        Fork = "fork",
        Completed = "completed",
        /// What was learnt covers it.
        Skipped = "skipped",
        /// Assumptions or earlier decisions rule it out.
        Infeasible = "infeasible",
        Bug = "bug",
        Cut = "cut",
        /// It was never finished.
        Open = "open",
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordedTree {
    /// Source files by number.
    pub files: Vec<String>,
    /// The first is the start of the program; a node comes after the one above it.
    pub nodes: Vec<RecordedNode>,
    /// Conditions by number, in the notation of C; the first is empty.
    pub conditions: Vec<String>,
    /// Learnt conditions that cover nodes.
    pub learnt: Vec<RecordedCondition>,
    /// Nodes there was no room for.
    pub lost: u64,
}

/// One way on from the node above it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedNode {
    pub parent: u32,
    pub fate: NodeFate,
    /// Where the way was decided: number of the file, and the line.
    pub file: Option<usize>,
    pub line: u32,
    pub outcome: u32,
    /// Number of the condition under which it is taken.
    pub condition: u32,
    /// Number of the test that takes it to its end, 0 if none does.
    pub test: u64,
    /// Number of the learnt condition that covers it, counted from 1; 0 if none does.
    pub covered: u32,
    /// Instructions executed before it on its path.
    pub instructions: u64,
}

/// A condition that was learnt, and where in the tree.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RecordedCondition {
    pub learnt: super::LearntCondition,
    /// The node above the part of the tree that taught it; `None` if that is not recorded.
    pub node: Option<u32>,
}
