//! The operations a query asks the solver about, by kind: what its cost is estimated from.
//!
//! Concolic strategies want this of every alternative an execution passes by. Each has a few constraints more than the one
//! before it, so the expressions of the sets of constraints asked about lately are kept, and only what a query adds to
//! one of them is looked at. The counts are those of looking at everything.

use expr::{BinaryOp, Dag, ExprId, FloatBin, FloatNode, Node};
use rustc_hash::FxHashSet;
use search::greedy::cost_model::{Operation, Operations};
use solver::{PathCondition, Slice, SliceKey};

/// Nodes looked at. A query with more is hard whatever they are.
const MAX_NODES: usize = 2_000;
/// Sets of constraints that are kept: independent groups of a path take turns.
const MAX_KEPT: usize = 8;

/// Counts the distinct operations of queries.
#[derive(Default)]
pub(crate) struct OperationCounter {
    /// The latest last.
    kept: Vec<Counted>,
}

/// The operations of a set of constraints.
#[derive(Default)]
struct Counted {
    key: SliceKey,
    seen: FxHashSet<ExprId>,
    operations: Operations,
}

impl OperationCounter {
    /// The distinct operations of a guard and of the constraints it depends on.
    pub fn of_query(&mut self, dag: &Dag, path: &PathCondition, guard: ExprId) -> Operations {
        let slice = path.slice(dag, guard);
        if slice.constraints.is_empty() {
            return Counted::default().with(dag, guard);
        }
        let (mut counted, missing) = self.take_most_of(&slice);
        missing.iter().for_each(|&constraint| counted.add(dag, constraint));
        counted.key = slice.key;
        let operations = counted.with(dag, guard);
        if self.kept.len() == MAX_KEPT {
            self.kept.remove(0);
        }
        self.kept.push(counted);
        operations
    }

    /// What is kept of a slice, and which constraints it lacks: the newest ones, or all.
    fn take_most_of<'s>(&mut self, slice: &'s Slice) -> (Counted, &'s [ExprId]) {
        let mut rest = slice.key;
        for (number, &constraint) in slice.constraints.iter().enumerate() {
            if let Some(found) = self.kept.iter().position(|counted| counted.key == rest) {
                return (self.kept.remove(found), &slice.constraints[..number]);
            }
            rest = rest.without(SliceKey::of(constraint));
        }
        (Counted::default(), &slice.constraints)
    }
}

impl Counted {
    /// Counts what a constraint has and the others have not.
    fn add(&mut self, dag: &Dag, constraint: ExprId) {
        let mut open = vec![constraint];
        while let Some(e) = open.pop()
            && self.seen.len() < MAX_NODES
        {
            if self.seen.insert(e) {
                let node = dag.node(e);
                kind(&node).into_iter().for_each(|operation| self.operations.add(operation));
                open.extend(node.operands());
            }
        }
    }

    /// The count with a guard on top of the constraints.
    fn with(&self, dag: &Dag, guard: ExprId) -> Operations {
        let mut operations = self.operations;
        let mut fresh = FxHashSet::default();
        let mut open = vec![guard];
        while let Some(e) = open.pop()
            && self.seen.len() + fresh.len() < MAX_NODES
        {
            if !self.seen.contains(&e) && fresh.insert(e) {
                let node = dag.node(e);
                kind(&node).into_iter().for_each(|operation| operations.add(operation));
                open.extend(node.operands());
            }
        }
        operations
    }
}

fn kind(node: &Node) -> Option<Operation> {
    Some(match node {
        Node::Const(_) | Node::Var(_) => return None,
        Node::Unary { .. }
        | Node::ZExt { .. }
        | Node::SExt { .. }
        | Node::Extract { .. }
        | Node::Concat { .. }
        | Node::Ite { .. } => Operation::Bits,
        Node::Binary { op, .. } => match op {
            BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                Operation::Bits
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Eq | BinaryOp::Ult | BinaryOp::Slt => Operation::Linear,
            BinaryOp::Mul => Operation::Multiply,
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => Operation::Divide,
        },
        Node::Read { .. } => Operation::Read,
        Node::Float(FloatNode::Binary { op, .. }) => match op {
            FloatBin::Add | FloatBin::Sub => Operation::FloatLinear,
            FloatBin::Mul => Operation::FloatMultiply,
            _ => Operation::FloatDivide,
        },
        Node::Float(FloatNode::Fma { .. }) => Operation::FloatMultiply,
        Node::Float(FloatNode::Sqrt { .. } | FloatNode::Call { .. }) => Operation::FloatDivide,
        Node::Float(FloatNode::Compare { .. })
        | Node::Float(FloatNode::IsNan { .. })
        | Node::Float(FloatNode::Round { .. })
        | Node::Float(FloatNode::Convert { .. })
        | Node::Float(FloatNode::ToInt { .. })
        | Node::Float(FloatNode::FromInt { .. }) => Operation::FloatLinear,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A path on which each constraint is made of the ones before it, and of which a variable of its own is independent.
    #[test]
    fn counting_on_gives_what_counting_anew_gives() {
        let mut dag = Dag::new();
        let mut counter = OperationCounter::default();
        let mut path = PathCondition::new();
        let mut value = dag.variable("x", 0, 0, 32);
        let bound = dag.constant(1000, 32);
        for step in 1..40 {
            let fresh = dag.variable("y", step, 0, 32);
            let factor = dag.constant(u128::from(step) * 2 + 1, 32);
            let product = dag.mul(value, factor);
            // Every third value takes a variable in that had its own constraint.
            value = if step % 3 == 0 { dag.add(product, fresh) } else { product };
            let alone = dag.ult(fresh, bound);
            let linked = dag.ult(value, bound);
            for guard in [alone, linked] {
                let anew = OperationCounter::default().of_query(&dag, &path, guard);
                assert_eq!(counter.of_query(&dag, &path, guard), anew, "step {step}");
                path.add(&dag, guard);
            }
        }
    }

    #[test]
    fn what_several_constraints_share_counts_once() {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 32);
        let square = dag.mul(x, x);
        let (low, high) = (dag.variable("low", 0, 0, 32), dag.variable("high", 0, 0, 32));
        let (above, below) = (dag.ult(low, square), dag.ult(square, high));
        let mut path = PathCondition::new();
        path.add(&dag, above);
        let mut expected = Operations::default();
        [Operation::Multiply, Operation::Linear, Operation::Linear].into_iter().for_each(|o| expected.add(o));
        assert_eq!(OperationCounter::default().of_query(&dag, &path, below), expected);
    }
}
