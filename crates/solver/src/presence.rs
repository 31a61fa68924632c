//! Which expressions have nodes of some kind in them, such as float operations. Remembered for each, because every question is asked.

use expr::{ArrayId, ArrayNode, Dag, ExprId, Node};
use rustc_hash::FxHashSet;

/// Answers for the expressions of one DAG.
pub struct Presence {
    /// What is looked for.
    wanted: fn(Node) -> bool,
    /// Expressions that have been looked at and have none below them.
    without: Vec<bool>,
    arrays: FxHashSet<ArrayId>,
}

impl Presence {
    pub fn new(wanted: fn(Node) -> bool) -> Presence {
        Presence { wanted, without: Vec::new(), arrays: FxHashSet::default() }
    }

    /// Looks for operations on floats.
    pub fn of_floats() -> Presence {
        Presence::new(|node| matches!(node, Node::Float(_)))
    }

    /// Whether some of the constraints has such a node in it.
    pub fn among(&mut self, dag: &Dag, constraints: &[ExprId]) -> bool {
        if self.without.len() < dag.len() {
            self.without.resize(dag.len(), false);
        }
        constraints.iter().any(|&e| self.within(dag, e))
    }

    fn within(&mut self, dag: &Dag, e: ExprId) -> bool {
        let (mut seen, mut seen_arrays) = (Vec::new(), Vec::new());
        let found = self.search(dag, e, &mut seen, &mut seen_arrays);
        // What was marked on the way to one has not been looked at as a whole.
        if found {
            seen.iter().for_each(|e: &ExprId| self.without[e.index()] = false);
            seen_arrays.iter().for_each(|array| {
                self.arrays.remove(array);
            });
        }
        found
    }

    fn search(&mut self, dag: &Dag, e: ExprId, seen: &mut Vec<ExprId>, seen_arrays: &mut Vec<ArrayId>) -> bool {
        let mut waiting = vec![e];
        while let Some(e) = waiting.pop() {
            if std::mem::replace(&mut self.without[e.index()], true) {
                continue;
            }
            seen.push(e);
            let node = dag.node(e);
            if (self.wanted)(node) {
                return true;
            }
            waiting.extend(node.operands());
            let mut next = if let Node::Read { array, .. } = node { Some(array) } else { None };
            while let Some(array) = next.filter(|&array| self.arrays.insert(array)) {
                seen_arrays.push(array);
                next = match dag.array_node(array) {
                    ArrayNode::Base(bytes) => {
                        waiting.extend_from_slice(bytes);
                        None
                    }
                    ArrayNode::Write { array, offset, value } => {
                        waiting.extend([offset, value]);
                        Some(array)
                    }
                };
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::FloatFormat;

    #[test]
    fn floats_are_found_again_below_others_and_in_arrays() {
        let mut dag = Dag::new();
        let [x, y] = [0, 1].map(|i| dag.variable("x", i, 0, 32));
        let less = dag.flt(FloatFormat::Single, x, y);
        let integers = dag.ult(x, y);
        let both = dag.and(less, integers);
        let byte = dag.zext(less, 8);
        let zero = dag.constant(0, 8);
        let array = dag.array(&[byte, zero]);
        let offset = dag.variable("i", 0, 0, 64);
        let read = dag.read(array, offset, 1);
        let found = dag.eq(read, zero);
        let mut presence = Presence::new(|node| matches!(node, Node::Float(_)));
        for _ in 0..2 {
            assert!(!presence.among(&dag, &[integers]));
            assert!(presence.among(&dag, &[both]));
            assert!(presence.among(&dag, &[integers, less]));
            assert!(presence.among(&dag, &[found]));
        }
    }
}
