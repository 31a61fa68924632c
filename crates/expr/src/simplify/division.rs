//! Quotients and remainders.

use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::BinaryOp;

impl Dag {
    pub fn udiv(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(value) = self.folded(BinaryOp::UDiv, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::UDiv, a, b)
    }

    pub fn sdiv(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(value) = self.folded(BinaryOp::SDiv, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::SDiv, a, b)
    }

    pub fn urem(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(value) = self.folded(BinaryOp::URem, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::URem, a, b)
    }

    pub fn srem(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(value) = self.folded(BinaryOp::SRem, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::SRem, a, b)
    }
}
