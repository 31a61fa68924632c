//! The operations a query asks the solver about, by kind: what its cost is estimated from.

use expr::{BinaryOp, Dag, ExprId, FloatBin, Node};
use rustc_hash::FxHashSet;
use search::solving_cost::{Operation, Operations};
use solver::PathCondition;

/// Nodes looked at. A query with more is hard whatever they are.
const MAX_NODES: usize = 2_000;

/// The distinct operations of a guard and of the constraints it depends on.
pub(crate) fn of_query(dag: &Dag, path: &PathCondition, guard: ExprId) -> Operations {
    let mut operations = Operations::default();
    let mut seen = FxHashSet::default();
    let mut open = path.slice(dag, guard).constraints;
    open.push(guard);
    while let Some(e) = open.pop() {
        if seen.len() == MAX_NODES {
            break;
        }
        if !seen.insert(e) {
            continue;
        }
        let node = dag.node(e);
        if let Some(operation) = kind(&node) {
            operations.add(operation);
        }
        open.extend(node.operands());
    }
    operations
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
        Node::FloatBinary { op, .. } => match op {
            FloatBin::Add | FloatBin::Sub => Operation::FloatLinear,
            FloatBin::Mul => Operation::FloatMultiply,
            _ => Operation::FloatDivide,
        },
        Node::FloatFma { .. } => Operation::FloatMultiply,
        Node::FloatSqrt { .. } => Operation::FloatDivide,
        Node::FloatCompare { .. }
        | Node::FloatIsNan { .. }
        | Node::FloatRound { .. }
        | Node::FloatConvert { .. }
        | Node::FloatToInt { .. }
        | Node::FloatFromInt { .. } => Operation::FloatLinear,
    })
}
