//! Addition, subtraction and multiplication.

use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::{BinaryOp, Node, UnaryOp};

impl Dag {
    pub fn add(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(value) = self.folded(BinaryOp::Add, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::Add, a, b)
    }

    pub fn sub(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(value) = self.folded(BinaryOp::Sub, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::Sub, a, b)
    }

    pub fn mul(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(value) = self.folded(BinaryOp::Mul, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::Mul, a, b)
    }

    pub fn neg(&mut self, a: ExprId) -> ExprId {
        let width = self.width(a);
        match self.node(a) {
            Node::Const(value) => self.constant(value.wrapping_neg(), width),
            Node::Unary { op: UnaryOp::Neg, a } => a,
            _ => self.intern(Node::Unary { op: UnaryOp::Neg, a }, width),
        }
    }
}
