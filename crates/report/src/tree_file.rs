//! `tree.json`: the execution tree of a run that was asked to record it, and the same for Graphviz.
//!
//! Columns instead of a list of nodes: a tree may have 200,000, and names of fields would be most of the file.

use std::fmt::Write;
use std::path::Path;

use engine::results::{LearntCondition, NodeFate, RecordedNode, RecordedTree};
use serde::{Deserialize, Serialize};

use crate::out_dir::{OutDir, OutError};

/// Name of the file in the output directory.
pub const FILE: &str = "tree.json";

/// The contents of the file: a column for each fact, a place in it for each node. Field names are part of the interface.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TreeFile {
    pub files: Vec<String>,
    /// Names of the numbers in `fate`.
    pub fates: Vec<String>,
    /// Conditions by number, in the notation of C; the first is empty.
    pub conditions: Vec<String>,
    /// Number of the node above; that of the first node is its own.
    pub parent: Vec<u32>,
    pub fate: Vec<u32>,
    /// Where the way to the node was decided: number of the file, -1 if nobody knows.
    pub file: Vec<i64>,
    pub line: Vec<u32>,
    pub outcome: Vec<u32>,
    pub condition: Vec<u32>,
    /// Number of the test that ends there, 0 if there is none.
    pub test: Vec<u64>,
    /// Number of the learnt condition that covers it, counted from 1, 0 if none does.
    #[serde(default)]
    pub covered: Vec<u32>,
    /// Instructions executed before it on its path; 0 where no test leads there.
    #[serde(default)]
    pub at: Vec<u64>,
    /// Learnt conditions by which nodes were skipped.
    #[serde(default)]
    pub learnt: Vec<LearntHere>,
    /// Nodes there was no room for.
    pub lost: u64,
}

/// A learnt condition. Field names are part of the interface.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LearntHere {
    #[serde(flatten)]
    pub learnt: LearntCondition,
    /// The node above the part of the tree that taught it; `null` if that is not recorded.
    pub node: Option<u32>,
}

impl TreeFile {
    pub fn new(tree: &RecordedTree) -> TreeFile {
        let RecordedTree { files, nodes, conditions, learnt, lost } = tree;
        let tested = tested(nodes);
        let number = |fate: NodeFate| NodeFate::ALL.iter().position(|&known| known == fate).unwrap_or(0) as u32;
        TreeFile {
            files: files.clone(),
            fates: NodeFate::ALL.iter().map(|fate| fate.name().to_owned()).collect(),
            conditions: conditions.clone(),
            parent: nodes.iter().map(|node| node.parent).collect(),
            fate: nodes.iter().map(|node| number(node.fate)).collect(),
            file: nodes.iter().map(|node| node.file.map_or(-1, |file| file as i64)).collect(),
            line: nodes.iter().map(|node| node.line).collect(),
            outcome: nodes.iter().map(|node| node.outcome).collect(),
            condition: nodes.iter().map(|node| node.condition).collect(),
            test: nodes.iter().map(|node| node.test).collect(),
            covered: nodes.iter().map(|node| node.covered).collect(),
            at: nodes.iter().zip(tested).map(|(node, tested)| if tested { node.instructions } else { 0 }).collect(),
            learnt: learnt.iter().map(|known| LearntHere { learnt: known.learnt.clone(), node: known.node }).collect(),
            lost: *lost,
        }
    }

    /// The tree of the run that wrote `out`; `None` if it recorded none, or the file is none of ours.
    pub fn read(out: &Path) -> Option<TreeFile> {
        let mut tree: TreeFile = serde_json::from_str(&std::fs::read_to_string(out.join(FILE)).ok()?).ok()?;
        // Older files have neither.
        tree.covered.resize(tree.parent.len(), 0);
        tree.at.resize(tree.parent.len(), 0);
        tree.is_whole().then_some(tree)
    }

    /// Whether columns are of one length and every number names something.
    fn is_whole(&self) -> bool {
        let TreeFile { fates, conditions, parent, fate, file, line, outcome, condition, test, covered, learnt, .. } =
            self;
        let names_node = |learnt: &LearntHere| learnt.node.is_none_or(|node| (node as usize) < parent.len());
        let lengths = [fate.len(), file.len(), line.len(), outcome.len(), condition.len(), test.len()];
        let before = |(node, &parent): (usize, &u32)| node == 0 || (parent as usize) < node;
        lengths.iter().all(|&length| length == parent.len())
            && parent.iter().enumerate().all(before)
            && fate.iter().all(|&fate| (fate as usize) < fates.len().min(NodeFate::ALL.len()))
            && condition.iter().all(|&condition| (condition as usize) < conditions.len())
            && covered.iter().all(|&covered| covered as usize <= learnt.len())
            && learnt.iter().all(names_node)
    }

    pub(crate) fn write(&self, out: &OutDir) -> Result<(), OutError> {
        let mut text = serde_json::to_string(self).unwrap_or_default();
        text.push('\n');
        out.replace(FILE, text.as_bytes())
    }

    /// The tree in Graphviz's language.
    pub fn to_dot(&self) -> String {
        let mut text = "digraph tree {\n    node [shape=box, fontname=\"monospace\"];\n".to_owned();
        for node in 0..self.parent.len() {
            let fate = self.fates.get(self.fate[node] as usize).map_or("", String::as_str);
            let test = if self.test[node] > 0 { format!(" (test {})", self.test[node]) } else { String::new() };
            // A string takes everything.
            let _ = writeln!(text, "    n{node} [label={:?}];", format!("{fate}{test}"));
            if node > 0 {
                let file = usize::try_from(self.file[node]).ok().and_then(|file| self.files.get(file));
                let name = file.and_then(|file| Path::new(file).file_name()).unwrap_or_default().to_string_lossy();
                let condition = &self.conditions[self.condition[node] as usize];
                let label = quoted(&format!("{name}:{}\n{condition}", self.line[node]));
                let _ = writeln!(text, "    n{} -> n{node} [label={label}];", self.parent[node]);
            }
        }
        text.push_str("}\n");
        text
    }
}

/// Whether each node is on the way to the end of a test.
fn tested(nodes: &[RecordedNode]) -> Vec<bool> {
    let mut tested: Vec<bool> = nodes.iter().map(|node| node.test > 0).collect();
    // A node comes after the one above it.
    for (number, node) in nodes.iter().enumerate().rev() {
        if tested[number]
            && let Some(above) = tested.get_mut(node.parent as usize)
        {
            *above = true;
        }
    }
    tested
}

/// A string of Graphviz, in which only quotes and backslashes mean something.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{}\"", text.chars().filter(|c| !c.is_control()).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::RecordedCondition;

    fn example() -> TreeFile {
        let node = |parent, fate, test| RecordedNode {
            parent,
            fate,
            file: Some(0),
            line: 3,
            outcome: 1,
            condition: 1,
            test,
            covered: u32::from(fate == NodeFate::Bug),
            instructions: 9,
        };
        let condition = vec!["x <= 7".into()];
        let learnt = LearntCondition { place: "a.c:3 f".into(), condition, skipped: 1, paths: 2, by_induction: false };
        TreeFile::new(&RecordedTree {
            files: vec!["/src/a \"b\".c".into()],
            nodes: vec![node(0, NodeFate::Fork, 0), node(0, NodeFate::Completed, 1), node(0, NodeFate::Bug, 2)],
            conditions: vec![String::new(), "x == \"\\".into()],
            learnt: vec![RecordedCondition { learnt, node: Some(1) }],
            lost: 4,
        })
    }

    #[test]
    fn a_tree_reads_back_and_a_damaged_one_is_none() {
        let folder = tempfile::tempdir().unwrap();
        let out = OutDir::named(folder.path()).unwrap();
        assert_eq!(TreeFile::read(folder.path()), None);
        example().write(&out).unwrap();
        assert_eq!(TreeFile::read(folder.path()), Some(example()));
        for damage in [
            |tree: &mut TreeFile| tree.parent[1] = 2,
            |tree: &mut TreeFile| tree.fate[1] = 99,
            |tree: &mut TreeFile| tree.condition[2] = 2,
            |tree: &mut TreeFile| tree.line.truncate(1),
            |tree: &mut TreeFile| tree.covered[1] = 2,
            |tree: &mut TreeFile| tree.learnt[0].node = Some(3),
        ] {
            let mut tree = example();
            damage(&mut tree);
            tree.write(&out).unwrap();
            assert_eq!(TreeFile::read(folder.path()), None);
        }
    }

    #[test]
    fn graphviz_gets_every_node_and_no_loose_quote() {
        let dot = example().to_dot();
        assert!(dot.contains("n2 [label=\"bug (test 2)\"];"), "{dot}");
        assert!(dot.contains("n0 -> n1 [label=\"a \\\"b\\\".c:3\\nx == \\\"\\\\\"];"), "{dot}");
    }
}
