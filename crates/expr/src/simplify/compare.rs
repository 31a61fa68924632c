//! Equality and order.

use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::BinaryOp;

impl Dag {
    pub fn eq(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(value) = self.folded(BinaryOp::Eq, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::Eq, a, b)
    }

    pub fn ult(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(value) = self.folded(BinaryOp::Ult, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::Ult, a, b)
    }

    pub fn slt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(value) = self.folded(BinaryOp::Slt, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::Slt, a, b)
    }
}
