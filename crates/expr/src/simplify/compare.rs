//! Unsigned and signed order. Equality is in `equality.rs`.

use super::Rule;
use crate::concrete::wide;
use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::{BinaryOp, Node};

impl Dag {
    pub fn ult(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if a == b {
            self.used(Rule::SameOperands);
            return self.truth(false);
        }
        let (left, right) = (self.range(a), self.range(b));
        if left.hi < right.lo {
            self.used(Rule::RangesDecide);
            return self.truth(true);
        }
        if left.lo >= right.hi {
            self.used(Rule::RangesDecide);
            return self.truth(false);
        }
        if self.width(a) == 1 {
            self.used(Rule::OneBit);
            let not_a = self.not(a);
            return self.and(not_a, b);
        }
        let simpler = match (self.as_const(a), self.as_const(b)) {
            (_, Some(bound)) => self.nested(|dag| dag.ult_const(a, b, bound)),
            (Some(bound), None) => {
                // The bound is below all ones, otherwise the ranges would decide.
                self.used(Rule::ConstantRight);
                let next = self.constant(bound + 1, self.width(b));
                let at_most = self.ult(b, next);
                Some(self.not(at_most))
            }
            (None, None) => self.nested(|dag| dag.ult_symbolic(a, b)),
        };
        match simpler {
            Some(simpler) => simpler,
            None => self.binary_node(BinaryOp::Ult, a, b),
        }
    }

    /// `a < bound`, where some values of `a` are below the bound and some are not.
    fn ult_const(&mut self, a: ExprId, b: ExprId, bound: u128) -> Option<ExprId> {
        let (range, width) = (self.range(a), self.width(a));
        if range.lo + 1 == bound {
            self.used(Rule::OneValueBelow);
            let only = self.constant(range.lo, width);
            return Some(self.eq(a, only));
        }
        if range.hi == bound {
            self.used(Rule::OneValueAbove);
            return Some(self.ne(a, b));
        }
        match self.node(a) {
            Node::ZExt { a: x } => {
                self.used(Rule::CompareExtensions);
                let bound = self.constant(bound, self.width(x));
                Some(self.ult(x, bound))
            }
            Node::SExt { a: x } => match self.sext_and_fitting(a, bound) {
                Some((x, bound)) => {
                    self.used(Rule::CompareExtensions);
                    Some(self.ult(x, bound))
                }
                // The bound lies above all non-negative values and below all negative ones.
                None => {
                    self.used(Rule::CompareExtensions);
                    let zero = self.zero(self.width(x));
                    Some(self.sge(x, zero))
                }
            },
            Node::Concat { hi, lo } => {
                let lo_width = self.width(lo);
                if bound & wide::mask(lo_width) != 0 {
                    return None;
                }
                self.used(Rule::CompareUpperPart);
                let bound = self.constant(bound >> lo_width, self.width(hi));
                Some(self.ult(hi, bound))
            }
            Node::Binary { op: BinaryOp::Add, a: x, b: addend } => {
                let addend = self.as_const(addend)?;
                // Only if the sum never wraps around; the bound is then above the addend.
                let fits = self.range(x).hi.checked_add(addend)? <= wide::mask(width);
                fits.then(|| {
                    self.used(Rule::CompareSumWithConstant);
                    let bound = self.constant(bound - addend, width);
                    self.ult(x, bound)
                })
            }
            Node::Ite { .. } => self.compare_ite(BinaryOp::Ult, a, b),
            _ => None,
        }
    }

    fn ult_symbolic(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        match (self.node(a), self.node(b)) {
            (Node::ZExt { a: x }, Node::ZExt { a: y }) => {
                self.used(Rule::CompareExtensions);
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.zext(x, width), self.zext(y, width));
                Some(self.ult(x, y))
            }
            // Sign extension keeps the unsigned order too.
            (Node::SExt { a: x }, Node::SExt { a: y }) => {
                self.used(Rule::CompareExtensions);
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.sext(x, width), self.sext(y, width));
                Some(self.ult(x, y))
            }
            (Node::Concat { hi: x, lo: p }, Node::Concat { hi: y, lo: q }) if x == y => {
                self.used(Rule::CompareLowerPart);
                Some(self.ult(p, q))
            }
            _ => self.compare_complements(BinaryOp::Ult, a, b),
        }
    }

    pub fn slt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if a == b {
            self.used(Rule::SameOperands);
            return self.truth(false);
        }
        if let Some(value) = self.folded(BinaryOp::Slt, a, b) {
            return value;
        }
        let width = self.width(a);
        if width == 1 {
            self.used(Rule::OneBit);
            let not_b = self.not(b);
            return self.and(a, not_b);
        }
        if let Some(by_sign) = self.slt_by_sign(a, b) {
            return by_sign;
        }
        let simpler = match (self.as_const(a), self.as_const(b)) {
            (_, Some(bound)) => self.nested(|dag| dag.slt_const(a, b, bound)),
            (Some(bound), None) if bound == wide::mask(width - 1) => {
                self.used(Rule::NothingBeyond);
                Some(self.truth(false))
            }
            (Some(bound), None) => {
                self.used(Rule::ConstantRight);
                let next = self.constant(bound.wrapping_add(1), width);
                let at_most = self.slt(b, next);
                Some(self.not(at_most))
            }
            (None, None) => self.nested(|dag| dag.slt_symbolic(a, b)),
        };
        match simpler {
            Some(simpler) => simpler,
            None => self.binary_node(BinaryOp::Slt, a, b),
        }
    }

    /// Known signs decide, or make the comparison an unsigned one.
    fn slt_by_sign(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (a_positive, a_negative) = (self.is_non_negative(a), self.is_negative(a));
        let (b_positive, b_negative) = (self.is_non_negative(b), self.is_negative(b));
        if a_negative && b_positive || a_positive && b_negative {
            self.used(Rule::SignIsKnown);
            return Some(self.truth(a_negative));
        }
        if a_positive && b_positive || a_negative && b_negative {
            self.used(Rule::SignIsKnown);
            return Some(self.ult(a, b));
        }
        None
    }

    fn slt_const(&mut self, a: ExprId, b: ExprId, bound: u128) -> Option<ExprId> {
        let width = self.width(a);
        let smallest = 1u128 << (width - 1);
        if bound == smallest {
            self.used(Rule::NothingBeyond);
            return Some(self.truth(false));
        }
        if bound == smallest + 1 {
            self.used(Rule::OneValueBelow);
            let smallest = self.constant(smallest, width);
            return Some(self.eq(a, smallest));
        }
        if bound == smallest - 1 {
            self.used(Rule::OneValueAbove);
            return Some(self.ne(a, b));
        }
        match self.node(a) {
            Node::SExt { .. } => {
                self.used(Rule::CompareExtensions);
                Some(match self.sext_and_fitting(a, bound) {
                    Some((x, bound)) => self.slt(x, bound),
                    // Everything of the narrow width is on one side of the bound.
                    None => self.truth(!wide::is_negative(bound, width)),
                })
            }
            Node::Ite { .. } => self.compare_ite(BinaryOp::Slt, a, b),
            _ => None,
        }
    }

    fn slt_symbolic(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        match (self.node(a), self.node(b)) {
            (Node::SExt { a: x }, Node::SExt { a: y }) => {
                self.used(Rule::CompareExtensions);
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.sext(x, width), self.sext(y, width));
                Some(self.slt(x, y))
            }
            _ => self.compare_complements(BinaryOp::Slt, a, b),
        }
    }

    /// `!x < !y` is `y < x`.
    fn compare_complements(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (x, y) = (self.as_not(a)?, self.as_not(b)?);
        self.used(Rule::CompareComplements);
        Some(self.binary(op, y, x))
    }

    /// Comparing a conditional that has a constant arm with a constant: that arm is decided.
    pub(super) fn compare_ite(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        let Node::Ite { c, t, f } = self.node(a) else { return None };
        if self.as_const(t).is_none() && self.as_const(f).is_none() {
            return None;
        }
        self.used(Rule::CompareIte);
        let (t, f) = (self.binary(op, t, b), self.binary(op, f, b));
        Some(self.ite(c, t, f))
    }
}
