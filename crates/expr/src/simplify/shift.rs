//! Shifts.

use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::BinaryOp;

impl Dag {
    pub fn shl(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(value) = self.folded(BinaryOp::Shl, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::Shl, a, b)
    }

    pub fn lshr(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(value) = self.folded(BinaryOp::LShr, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::LShr, a, b)
    }

    pub fn ashr(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(value) = self.folded(BinaryOp::AShr, a, b) {
            return value;
        }
        self.binary_node(BinaryOp::AShr, a, b)
    }
}
