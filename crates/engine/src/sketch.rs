//! The execution tree of a run as people look at it (`--record-tree`): every fork and what became of each way on.
//!
//! The tree that strategies walk forgets what is over; this one remembers, up to a number of nodes, and tells how many came after that.
//! Nothing here decides anything. Conditions are put into words when the run is over, and only the first of them.

use expr::ExprId;
use machine::Machine;
use program::ir::LocId;
use pruning::wording;
use rustc_hash::FxHashMap;
use tree::StateId;

use crate::covering::{Covering, CoveringId};
use crate::results::{NodeFate, RecordedCondition, RecordedNode, RecordedTree};
use crate::session::Way;

/// Nodes that are kept.
const MOST_NODES: usize = 200_000;
/// Conditions that are put into words, and characters of each.
const MOST_CONDITIONS: usize = 20_000;
const MOST_CHARACTERS: usize = 200;

/// A node of a [`Sketch`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SketchId(u32);

struct Node {
    parent: u32,
    /// Where the way that leads here was decided.
    loc: LocId,
    outcome: u32,
    guard: Option<ExprId>,
    fate: NodeFate,
    test: u64,
    /// The learnt condition that covers it.
    covered: Option<CoveringId>,
    /// Instructions executed before it on its path.
    instructions: u64,
}

#[derive(Default)]
pub(crate) struct Sketch {
    nodes: Vec<Node>,
    lost: u64,
    /// Where states came to a join and went on, by their instructions: what may be learnt there is told by that.
    joins: FxHashMap<(StateId, u64), SketchId>,
}

impl Sketch {
    /// A sketch of one state.
    pub fn new() -> (Sketch, SketchId) {
        let root = Node {
            parent: 0,
            loc: LocId(0),
            outcome: 0,
            guard: None,
            fate: NodeFate::Open,
            test: 0,
            covered: None,
            instructions: 0,
        };
        (Sketch { nodes: vec![root], ..Sketch::default() }, SketchId(0))
    }

    /// A way on from a node; `None` if there is no room, or the node above had none.
    pub fn add(
        &mut self,
        parent: Option<SketchId>,
        loc: LocId,
        way: Way,
        instructions: u64,
        fate: NodeFate,
    ) -> Option<SketchId> {
        let Some(parent) = parent.filter(|_| self.nodes.len() < MOST_NODES) else {
            self.lost += 1;
            return None;
        };
        let number = SketchId(self.nodes.len() as u32);
        self.nodes.push(Node {
            parent: parent.0,
            loc,
            outcome: way.outcome as u32,
            guard: Some(way.guard),
            fate,
            test: 0,
            covered: None,
            instructions,
        });
        let above = &mut self.nodes[parent.0 as usize];
        if above.fate == NodeFate::Open {
            above.fate = NodeFate::Fork;
        }
        Some(number)
    }

    /// What became of a node; `test` shows it, 0 if none does.
    pub fn ended(&mut self, node: Option<SketchId>, fate: NodeFate, test: u64) {
        if let Some(node) = node.and_then(|node| self.nodes.get_mut(node.0 as usize)) {
            (node.fate, node.test) = (fate, test);
        }
    }

    /// A learnt condition covers a node.
    pub fn covered(&mut self, node: Option<SketchId>, by: CoveringId) {
        if let Some(node) = node.and_then(|node| self.nodes.get_mut(node.0 as usize)) {
            node.covered = Some(by);
        }
    }

    /// A state behind a node goes on from a join.
    pub fn joined(&mut self, node: Option<SketchId>, state: StateId, instructions: u64) {
        if let Some(node) = node.filter(|_| self.joins.len() < MOST_NODES) {
            self.joins.insert((state, instructions), node);
        }
    }

    /// The tree as plain data, with the learnt conditions that cover some of it.
    pub fn finish(self, machine: &mut Machine, covering: &Covering) -> RecordedTree {
        let mut known: FxHashMap<ExprId, u32> = FxHashMap::default();
        // The first is that of nodes without one.
        let mut conditions = vec![String::new()];
        let mut nodes = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let condition = match node.guard {
                Some(guard) if known.contains_key(&guard) || known.len() < MOST_CONDITIONS => {
                    *known.entry(guard).or_insert_with(|| {
                        let words = wording::over_inputs(&mut machine.dag, guard);
                        conditions.push(words.chars().take(MOST_CHARACTERS).collect());
                        conditions.len() as u32 - 1
                    })
                }
                _ => 0,
            };
            let location = machine.program.locations[node.loc.index()];
            nodes.push(RecordedNode {
                parent: node.parent,
                fate: node.fate,
                file: location.file.map(|file| file.index()),
                line: location.line,
                outcome: node.outcome,
                condition,
                test: node.test,
                covered: node.covered.map_or(0, |CoveringId(number)| number + 1),
                instructions: node.instructions,
            });
        }
        let learnt = covering.entries.iter().map(|entry| RecordedCondition {
            learnt: entry.learnt.clone(),
            node: entry.condition.origin.start.and_then(|start| self.joins.get(&start)).map(|node| node.0),
        });
        let files = machine.program.files.clone();
        RecordedTree { files, nodes, conditions, learnt: learnt.collect(), lost: self.lost }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::Dag;

    #[test]
    fn a_node_with_ways_on_is_a_fork_and_what_has_no_room_is_counted() {
        let mut dag = Dag::new();
        let guard = dag.truth(true);
        let (mut sketch, root) = Sketch::new();
        let add =
            |sketch: &mut Sketch, parent, outcome, fate| sketch.add(parent, LocId(0), Way { outcome, guard }, 7, fate);
        let left = add(&mut sketch, Some(root), 0, NodeFate::Open);
        let right = add(&mut sketch, Some(root), 1, NodeFate::Skipped);
        sketch.ended(left, NodeFate::Completed, 3);
        sketch.covered(right, CoveringId(4));
        let fates: Vec<NodeFate> = sketch.nodes.iter().map(|node| node.fate).collect();
        assert_eq!(fates, [NodeFate::Fork, NodeFate::Completed, NodeFate::Skipped]);
        assert_eq!((sketch.nodes[1].test, sketch.nodes[2].covered), (3, Some(CoveringId(4))));
        assert_eq!(add(&mut sketch, None, 0, NodeFate::Open), None);
        while add(&mut sketch, right, 0, NodeFate::Open).is_some() {}
        assert_eq!((sketch.nodes.len(), sketch.lost), (MOST_NODES, 2));
    }
}
