//! And, or, exclusive-or.

use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::{BinaryOp, Node, UnaryOp};

impl Dag {
    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(value) = self.folded(BinaryOp::And, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::And, a, b)
    }

    pub fn or(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(value) = self.folded(BinaryOp::Or, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::Or, a, b)
    }

    pub fn xor(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(value) = self.folded(BinaryOp::Xor, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::Xor, a, b)
    }

    pub fn not(&mut self, a: ExprId) -> ExprId {
        let width = self.width(a);
        match self.node(a) {
            Node::Const(value) => self.constant(!value, width),
            Node::Unary { op: UnaryOp::Not, a } => a,
            _ => self.intern(Node::Unary { op: UnaryOp::Not, a }, width),
        }
    }
}
