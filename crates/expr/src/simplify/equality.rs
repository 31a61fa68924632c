//! Equality. What can be decided is; what cannot is moved towards the variables.

use super::{MAX_BRANCHING_DEPTH, Rule};
use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::{BinaryOp, Node, UnaryOp};

impl Dag {
    pub fn eq(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if a == b {
            self.used(Rule::SameOperands);
            return self.truth(true);
        }
        let (a, b) = self.ordered(a, b);
        let (left, right) = (self.facts(a), self.facts(b));
        if left.hi < right.lo || right.hi < left.lo || left.zeros & right.ones | left.ones & right.zeros != 0 {
            self.used(Rule::RangesDecide);
            return self.truth(false);
        }
        let simpler = match self.as_const(b) {
            Some(value) if self.width(a) == 1 => {
                self.used(Rule::OneBit);
                Some(if value == 1 { a } else { self.not(a) })
            }
            Some(value) => self.nested(|dag| dag.eq_const(a, b, value)),
            None => self.nested(|dag| dag.eq_symbolic(a, b)),
        };
        match simpler {
            Some(simpler) => simpler,
            None => self.binary_node(BinaryOp::Eq, a, b),
        }
    }

    /// `a = value`, where the ranges and known bits of `a` allow it.
    fn eq_const(&mut self, a: ExprId, b: ExprId, value: u128) -> Option<ExprId> {
        let width = self.width(a);
        match self.node(a) {
            // The value fits: bits above the extended one are known.
            Node::ZExt { a: x } => {
                self.used(Rule::EqOfExtension);
                let value = self.constant(value, self.width(x));
                Some(self.eq(x, value))
            }
            Node::SExt { .. } => {
                self.used(Rule::EqOfExtension);
                Some(match self.sext_and_fitting(a, value) {
                    Some((x, value)) => self.eq(x, value),
                    None => self.truth(false),
                })
            }
            // A word of the program is compared as one number: its bytes would hide from whoever knows its interval.
            Node::Concat { hi, lo } if !self.is_word(a) => {
                self.used(Rule::EqOfConcat);
                let lo_width = self.width(lo);
                let upper = self.constant(value >> lo_width, width - lo_width);
                let lower = self.constant(value, lo_width);
                let upper = self.eq(hi, upper);
                let lower = self.eq(lo, lower);
                Some(self.and(upper, lower))
            }
            Node::Unary { op: UnaryOp::Not, a: x } => {
                self.used(Rule::EqInverted);
                let value = self.constant(!value, width);
                Some(self.eq(x, value))
            }
            Node::Unary { op: UnaryOp::Neg, a: x } => {
                self.used(Rule::EqInverted);
                let value = self.constant(value.wrapping_neg(), width);
                Some(self.eq(x, value))
            }
            Node::Binary { op, a: x, b: y } => self.eq_of_operation(op, x, y, value),
            Node::Ite { .. } => self.compare_ite(BinaryOp::Eq, a, b),
            _ => None,
        }
    }

    fn eq_of_operation(&mut self, op: BinaryOp, x: ExprId, y: ExprId, value: u128) -> Option<ExprId> {
        let width = self.width(x);
        let inverse = match (op, self.as_const(x), self.as_const(y)) {
            (BinaryOp::Add, _, Some(addend)) => Some((x, value.wrapping_sub(addend))),
            (BinaryOp::Sub, Some(minuend), _) => Some((y, minuend.wrapping_sub(value))),
            (BinaryOp::Xor, _, Some(bits)) => Some((x, value ^ bits)),
            (BinaryOp::Mul, _, Some(factor)) if factor & 1 == 1 => {
                Some((x, value.wrapping_mul(inverse_of_odd(factor))))
            }
            _ => None,
        };
        if let Some((operand, value)) = inverse {
            self.used(Rule::EqInverted);
            let value = self.constant(value, width);
            return Some(self.eq(operand, value));
        }
        match (op, self.as_const(y)) {
            (BinaryOp::Sub | BinaryOp::Xor, None) if value == 0 => {
                self.used(Rule::EqOfDifference);
                Some(self.eq(x, y))
            }
            (BinaryOp::Or, None) if value == 0 => self.nested_up_to(MAX_BRANCHING_DEPTH, |dag| {
                dag.used(Rule::EqOfUnion);
                let zero = dag.zero(width);
                let (x, y) = (dag.eq(x, zero), dag.eq(y, zero));
                Some(dag.and(x, y))
            }),
            // The low bits of the value are 0, like those of the shifted operand.
            (BinaryOp::Shl, Some(distance)) => {
                self.used(Rule::EqOfShift);
                let kept = width - distance as u32;
                let low = self.extract(x, 0, kept);
                let value = self.constant(value >> distance, kept);
                Some(self.eq(low, value))
            }
            // An even factor is an odd one and a shift.
            (BinaryOp::Mul, Some(factor)) if factor != 0 => {
                self.used(Rule::EqOfShift);
                let distance = factor.trailing_zeros();
                if value & ((1 << distance) - 1) != 0 {
                    return Some(self.truth(false));
                }
                let kept = width - distance;
                let low = self.extract(x, 0, kept);
                let value = (value >> distance).wrapping_mul(inverse_of_odd(factor >> distance));
                let value = self.constant(value, kept);
                Some(self.eq(low, value))
            }
            // Bits outside of the mask are 0 in the value too.
            (BinaryOp::And, Some(mask)) if is_contiguous(mask) => {
                self.used(Rule::EqOfMask);
                let (lo, kept) = (mask.trailing_zeros(), mask.count_ones());
                let field = self.extract(x, lo, kept);
                let value = self.constant(value >> lo, kept);
                Some(self.eq(field, value))
            }
            _ => None,
        }
    }

    fn eq_symbolic(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        if self.width(a) == 1 {
            return self.eq_of_truth_values(a, b);
        }
        match (self.node(a), self.node(b)) {
            (Node::ZExt { a: x }, Node::ZExt { a: y }) => {
                self.used(Rule::EqOfExtension);
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.zext(x, width), self.zext(y, width));
                return Some(self.eq(x, y));
            }
            (Node::SExt { a: x }, Node::SExt { a: y }) => {
                self.used(Rule::EqOfExtension);
                let width = self.width(x).max(self.width(y));
                let (x, y) = (self.sext(x, width), self.sext(y, width));
                return Some(self.eq(x, y));
            }
            (Node::Unary { op: p, a: x }, Node::Unary { op: q, a: y }) if p == q => {
                self.used(Rule::EqInverted);
                return Some(self.eq(x, y));
            }
            (Node::Concat { hi: p, lo: q }, Node::Concat { hi: r, lo: s })
                if self.width(q) == self.width(s) && !self.are_different_words(a, b) =>
            {
                self.used(Rule::EqOfConcat);
                let (upper, lower) = (self.eq(p, r), self.eq(q, s));
                return Some(self.and(upper, lower));
            }
            _ => {}
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(simpler) = self.eq_with_part(x, y) {
                return Some(simpler);
            }
        }
        None
    }

    /// Whether an expression is put together from whole variables.
    fn is_word(&self, e: ExprId) -> bool {
        match self.node(e) {
            Node::Var(_) => true,
            Node::Concat { hi, lo } => self.is_word(hi) && self.is_word(lo),
            _ => false,
        }
    }

    /// Whether two expressions are words without a variable in common.
    fn are_different_words(&self, a: ExprId, b: ExprId) -> bool {
        self.is_word(a) && self.is_word(b) && self.vars(a).iter().all(|v| !self.vars(b).contains(v))
    }

    /// `x` compared with an operation on `x`, and sums with a constant on both sides.
    fn eq_with_part(&mut self, x: ExprId, y: ExprId) -> Option<ExprId> {
        let width = self.width(x);
        match self.node(y) {
            Node::Binary { op: BinaryOp::Add | BinaryOp::Xor, a: p, b: q } if x == p || x == q => {
                self.used(Rule::EqWithSum);
                let zero = self.zero(width);
                Some(self.eq(if x == p { q } else { p }, zero))
            }
            Node::Binary { op: BinaryOp::Add, a: p, b: q } => {
                let (r, left) = self.as_binary_const(BinaryOp::Add, x)?;
                let right = self.as_const(q)?;
                self.used(Rule::EqWithSum);
                let difference = self.constant(right.wrapping_sub(left), width);
                let sum = self.add(p, difference);
                Some(self.eq(r, sum))
            }
            Node::Binary { op: BinaryOp::Sub, a: p, b: q } if x == p => {
                self.used(Rule::EqWithSum);
                let zero = self.zero(width);
                Some(self.eq(q, zero))
            }
            Node::Ite { c, t, f } if x == t || x == f => {
                self.used(Rule::EqWithArm);
                let (c, other) = if x == t { (c, f) } else { (self.not(c), t) };
                let equal = self.eq(x, other);
                Some(self.or(c, equal))
            }
            _ => None,
        }
    }

    fn eq_of_truth_values(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (x, y) = (self.as_not(a), self.as_not(b));
        if x.is_none() && y.is_none() {
            return None;
        }
        self.used(Rule::EqOfNegation);
        let equal = self.eq(x.unwrap_or(a), y.unwrap_or(b));
        Some(if x.is_some() && y.is_some() { equal } else { self.not(equal) })
    }
}

/// The number whose product with an odd `n` is 1 modulo 2^128, and so modulo every smaller power of two.
fn inverse_of_odd(n: u128) -> u128 {
    // Newton's iteration doubles the number of correct bits; n itself has 3.
    (0..6).fold(n, |x, _| x.wrapping_mul(2u128.wrapping_sub(n.wrapping_mul(x))))
}

/// Whether the ones are next to each other.
fn is_contiguous(mask: u128) -> bool {
    let ones = mask.checked_shr(mask.trailing_zeros()).unwrap_or(0);
    ones != 0 && ones & ones.wrapping_add(1) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::concrete::wide;

    #[test]
    fn odd_numbers_have_inverses() {
        for n in (1..2000u128).step_by(2).chain([wide::mask(128), wide::mask(64), (1 << 127) + 1]) {
            assert_eq!(n.wrapping_mul(inverse_of_odd(n)), 1);
        }
    }

    #[test]
    fn contiguous_masks() {
        let contiguous = [1, 2, 3, 6, 0xff00, 1 << 127, u128::MAX];
        assert!(contiguous.into_iter().all(is_contiguous));
        assert!([0, 5, 0xf0f, 1 << 127 | 1].into_iter().all(|mask| !is_contiguous(mask)));
    }
}
