//! Shifts. A distance of the width or more shifts everything out.

use super::Rule;
use crate::concrete::wide;
use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::{BinaryOp, Node};

impl Dag {
    pub fn shl(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(simpler) = self.shift_trivial(BinaryOp::Shl, a, b).or_else(|| self.shl_const(a, b)) {
            return simpler;
        }
        self.binary_node(BinaryOp::Shl, a, b)
    }

    fn shl_const(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let distance = self.as_const(b)?;
        let width = self.width(a);
        match self.node(a) {
            Node::Binary { op: BinaryOp::Shl, a: x, b: inner } => {
                let inner = self.as_const(inner)?;
                self.used(Rule::MergeConstants);
                // Both are below the width, at most 128: the sum stays small. It may need more bits than the width has.
                let total = inner + distance;
                if total >= width as u128 {
                    return Some(self.zero(width));
                }
                let total = self.constant(total, width);
                Some(self.shl(x, total))
            }
            Node::Binary { op: BinaryOp::Mul, a: x, b: inner } => {
                let inner = self.as_const(inner)?;
                self.used(Rule::MergeConstants);
                let factor = self.constant(wide::shl(inner, distance, width), width);
                Some(self.mul(x, factor))
            }
            Node::Binary { op: BinaryOp::Add, a: x, b: inner } => {
                let inner = self.as_const(inner)?;
                self.used(Rule::DistributeConstant);
                let shifted = self.shl(x, b);
                let addend = self.constant(wide::shl(inner, distance, width), width);
                Some(self.add(shifted, addend))
            }
            Node::Ite { .. } => self.moved_into_const_ite(a, width, |value| wide::shl(value, distance, width)),
            _ => None,
        }
    }

    pub fn lshr(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(simpler) = self.shift_trivial(BinaryOp::LShr, a, b) {
            return simpler;
        }
        if let Some(distance) = self.as_const(b) {
            self.used(Rule::ShiftToExtract);
            let width = self.width(a);
            let upper = self.extract(a, distance as u32, width - distance as u32);
            return self.zext(upper, width);
        }
        self.binary_node(BinaryOp::LShr, a, b)
    }

    pub fn ashr(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        let width = self.width(a);
        if width == 1 {
            self.used(Rule::OneBit);
            return a;
        }
        if self.is_non_negative(a) {
            self.used(Rule::SignIsKnown);
            return self.lshr(a, b);
        }
        if let Some(value) = self.folded(BinaryOp::AShr, a, b) {
            return value;
        }
        if let Some(distance) = self.as_const(b) {
            self.used(Rule::ShiftToExtract);
            let distance = distance.min(width as u128 - 1) as u32;
            let upper = self.extract(a, distance, width - distance);
            return self.sext(upper, width);
        }
        self.binary_node(BinaryOp::AShr, a, b)
    }

    /// What `shl` and `lshr` have in common.
    fn shift_trivial(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        if width == 1 {
            self.used(Rule::OneBit);
            let stays = self.not(b);
            return Some(self.and(a, stays));
        }
        if let Some(value) = self.folded(op, a, b) {
            return Some(value);
        }
        if self.as_const(a) == Some(0) {
            self.used(Rule::ShiftOfZero);
            return Some(a);
        }
        if self.as_const(b) == Some(0) {
            self.used(Rule::NeutralOperand);
            return Some(a);
        }
        if self.range(b).lo >= width as u128 {
            self.used(Rule::ShiftedOut);
            return Some(self.zero(width));
        }
        None
    }

    /// Whether the sign bit is certainly 0.
    #[inline]
    pub(super) fn is_non_negative(&self, e: ExprId) -> bool {
        self.known_bits(e).0 >> (self.width(e) - 1) & 1 == 1
    }

    /// Whether the sign bit is certainly 1.
    #[inline]
    pub(super) fn is_negative(&self, e: ExprId) -> bool {
        self.known_bits(e).1 >> (self.width(e) - 1) & 1 == 1
    }
}
