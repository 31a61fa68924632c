//! Whether a part of a question is small in what a decision procedure has to work through.
//!
//! That is not the number of conditions: the newest one may be about a value that all the others helped to compute. It is
//! everything below the conditions, each expression once, counted in bits.

use expr::{ArrayId, ArrayNode, Dag, ExprId, Node};

/// How many times more the whole has to be than a small part of it.
const SMALL: u64 = 4;

/// Everything below some expressions. Kept between questions for its memory.
#[derive(Default)]
pub struct Cone {
    /// An expression or array is in the cone if its mark is the current one.
    expressions: Vec<u32>,
    arrays: Vec<u32>,
    mark: u32,
    bits: u64,
    waiting: Vec<ExprId>,
}

impl Cone {
    /// Whether the whole is much more than the part, which is in it. Looks at no more of the whole than this takes.
    pub fn is_small(&mut self, dag: &Dag, part: impl Iterator<Item = ExprId>, whole: &[ExprId]) -> bool {
        self.start(dag);
        part.for_each(|e| self.add(dag, e));
        let enough = self.bits * SMALL;
        whole.iter().any(|&e| {
            self.add(dag, e);
            self.bits >= enough
        })
    }

    fn start(&mut self, dag: &Dag) {
        if self.mark == u32::MAX {
            *self = Cone::default();
        }
        self.mark += 1;
        self.bits = 0;
        self.expressions.resize(dag.len(), 0);
        self.arrays.resize(dag.array_count(), 0);
    }

    fn add(&mut self, dag: &Dag, root: ExprId) {
        self.waiting.push(root);
        while let Some(e) = self.waiting.pop() {
            let seen = std::mem::replace(&mut self.expressions[e.index()], self.mark) == self.mark;
            if seen || dag.as_const(e).is_some() {
                continue;
            }
            let node = dag.node(e);
            // A comparison has one bit, but is as much work as its operands are wide.
            let widest = node.operands().map(|operand| dag.width(operand)).max();
            self.bits += widest.unwrap_or(0).max(dag.width(e)) as u64;
            self.waiting.extend(node.operands());
            if let Node::Read { array, .. } = node {
                self.add_array(dag, array);
            }
        }
    }

    /// An array is selected from, byte by byte.
    fn add_array(&mut self, dag: &Dag, array: ArrayId) {
        let mut next = Some(array);
        while let Some(link) = next {
            if std::mem::replace(&mut self.arrays[link.index()], self.mark) == self.mark {
                break;
            }
            self.bits += 8 * dag.array_len(link);
            next = match dag.array_node(link) {
                ArrayNode::Base(bytes) => {
                    self.waiting.extend(bytes.iter());
                    None
                }
                ArrayNode::Write { array, offset, value } => {
                    self.waiting.extend([offset, value]);
                    Some(array)
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_small(dag: &Dag, part: &[ExprId], whole: &[ExprId]) -> bool {
        Cone::default().is_small(dag, part.iter().copied(), whole)
    }

    #[test]
    fn one_condition_about_everything_is_not_small() {
        let mut dag = Dag::new();
        let [mut a, b] = [0, 1].map(|i| dag.variable("x", i, 0, 32));
        let mut sums = Vec::new();
        for _ in 0..40 {
            a = dag.mul(a, b);
            sums.push(dag.ult(a, b));
        }
        assert!(is_small(&dag, &sums[..1], &sums));
        assert!(!is_small(&dag, &sums[39..], &sums));
        assert!(!is_small(&dag, &sums, &sums));
    }

    #[test]
    fn independent_conditions_are_counted() {
        let mut dag = Dag::new();
        let limit = dag.constant(10, 8);
        let all: Vec<ExprId> = (0..20)
            .map(|i| {
                let x = dag.variable("x", i, 0, 8);
                dag.ult(x, limit)
            })
            .collect();
        assert!(is_small(&dag, &all[..5], &all));
        assert!(!is_small(&dag, &all[..6], &all));
    }
}
