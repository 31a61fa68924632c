//! Quotients and remainders. A zero divisor gives SMT-LIB's result, so no rule may assume that there is none.

use super::Rule;
use crate::concrete::wide;
use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::BinaryOp;

impl Dag {
    pub fn udiv(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(value) = self.folded(BinaryOp::UDiv, a, b) {
            return value;
        }
        let width = self.width(a);
        if self.range(a).hi < self.range(b).lo {
            self.used(Rule::DividendIsSmaller);
            return self.zero(width);
        }
        if let Some(divisor) = self.as_const(b)
            && let Some(simpler) = self.udiv_const(a, divisor)
        {
            return simpler;
        }
        self.binary_node(BinaryOp::UDiv, a, b)
    }

    fn udiv_const(&mut self, a: ExprId, divisor: u128) -> Option<ExprId> {
        let width = self.width(a);
        if divisor == 0 {
            self.used(Rule::DivisionByZero);
            return Some(self.all_ones(width));
        }
        if divisor.is_power_of_two() {
            self.used(Rule::DivisionToShift);
            let distance = self.constant(divisor.trailing_zeros() as u128, width);
            return Some(self.lshr(a, distance));
        }
        if let Some((x, inner)) = self.as_binary_const(BinaryOp::UDiv, a) {
            self.used(Rule::MergeConstants);
            return Some(match inner.checked_mul(divisor).filter(|&product| product <= wide::mask(width)) {
                Some(product) => {
                    let product = self.constant(product, width);
                    self.udiv(x, product)
                }
                None => self.zero(width),
            });
        }
        // The divisor fits: otherwise the dividend would be smaller.
        if let Some(inner) = self.as_zext(a) {
            self.used(Rule::DivisionOfExtension);
            let divisor = self.constant(divisor, self.width(inner));
            let quotient = self.udiv(inner, divisor);
            return Some(self.zext(quotient, width));
        }
        self.moved_into_const_ite(a, width, |value| value / divisor)
    }

    pub fn urem(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(value) = self.folded(BinaryOp::URem, a, b) {
            return value;
        }
        if self.range(a).hi < self.range(b).lo {
            self.used(Rule::DividendIsSmaller);
            return a;
        }
        let simpler = match self.as_const(b) {
            Some(divisor) => self.urem_const(a, divisor),
            None => self.urem_of_extensions(a, b),
        };
        match simpler {
            Some(simpler) => simpler,
            None => self.binary_node(BinaryOp::URem, a, b),
        }
    }

    fn urem_const(&mut self, a: ExprId, divisor: u128) -> Option<ExprId> {
        let width = self.width(a);
        if divisor == 0 {
            self.used(Rule::DivisionByZero);
            return Some(a);
        }
        if divisor.is_power_of_two() {
            self.used(Rule::RemainderToMask);
            let mask = self.constant(divisor - 1, width);
            return Some(self.and(a, mask));
        }
        if let Some(inner) = self.as_zext(a) {
            self.used(Rule::DivisionOfExtension);
            let divisor = self.constant(divisor, self.width(inner));
            let remainder = self.urem(inner, divisor);
            return Some(self.zext(remainder, width));
        }
        self.moved_into_const_ite(a, width, |value| value % divisor)
    }

    fn urem_of_extensions(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (x, y) = (self.as_zext(a)?, self.as_zext(b)?);
        if self.width(x) != self.width(y) {
            return None;
        }
        self.used(Rule::DivisionOfExtension);
        let remainder = self.urem(x, y);
        Some(self.zext(remainder, self.width(a)))
    }

    pub fn sdiv(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(value) = self.folded(BinaryOp::SDiv, a, b) {
            return value;
        }
        if self.is_non_negative(a) && self.is_non_negative(b) {
            self.used(Rule::SignIsKnown);
            return self.udiv(a, b);
        }
        if let Some(divisor) = self.as_const(b)
            && let Some(simpler) = self.sdiv_const(a, divisor)
        {
            return simpler;
        }
        match self.in_fewer_bits(BinaryOp::SDiv, a, b) {
            Some(narrow) => narrow,
            None => self.binary_node(BinaryOp::SDiv, a, b),
        }
    }

    fn sdiv_const(&mut self, a: ExprId, divisor: u128) -> Option<ExprId> {
        let width = self.width(a);
        if divisor == wide::mask(width) {
            self.used(Rule::DivisionByMinusOne);
            return Some(self.neg(a));
        }
        if divisor == 0 {
            self.used(Rule::DivisionByZero);
            let zero = self.zero(width);
            let negative = self.slt(a, zero);
            let (one, minus_one) = (self.constant(1, width), self.all_ones(width));
            return Some(self.ite(negative, one, minus_one));
        }
        if divisor == 1 {
            self.used(Rule::NeutralOperand);
            return Some(a);
        }
        // The divisor is not -1, so the narrow quotient does not overflow.
        if let Some((inner, divisor)) = self.sext_and_fitting(a, divisor) {
            self.used(Rule::DivisionOfExtension);
            let quotient = self.sdiv(inner, divisor);
            return Some(self.sext(quotient, width));
        }
        self.moved_into_const_ite(a, width, |value| wide::sdiv(value, divisor, width))
    }

    pub fn srem(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if let Some(value) = self.folded(BinaryOp::SRem, a, b) {
            return value;
        }
        if self.is_non_negative(a) && self.is_non_negative(b) {
            self.used(Rule::SignIsKnown);
            return self.urem(a, b);
        }
        let simpler = match self.as_const(b) {
            Some(divisor) => self.srem_const(a, divisor),
            None => self.srem_of_extensions(a, b),
        };
        match simpler {
            Some(simpler) => simpler,
            None => match self.in_fewer_bits(BinaryOp::SRem, a, b) {
                Some(narrow) => narrow,
                None => self.binary_node(BinaryOp::SRem, a, b),
            },
        }
    }

    fn srem_const(&mut self, a: ExprId, divisor: u128) -> Option<ExprId> {
        let width = self.width(a);
        if divisor == 1 || divisor == wide::mask(width) {
            self.used(Rule::RemainderByOne);
            return Some(self.zero(width));
        }
        if divisor == 0 {
            self.used(Rule::DivisionByZero);
            return Some(a);
        }
        if let Some((inner, divisor)) = self.sext_and_fitting(a, divisor) {
            self.used(Rule::DivisionOfExtension);
            let remainder = self.srem(inner, divisor);
            return Some(self.sext(remainder, width));
        }
        self.moved_into_const_ite(a, width, |value| wide::srem(value, divisor, width))
    }

    /// Unlike the quotient, the remainder of two extended values never overflows the narrow width.
    fn srem_of_extensions(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (x, y) = (self.as_sext(a)?, self.as_sext(b)?);
        if self.width(x) != self.width(y) {
            return None;
        }
        self.used(Rule::DivisionOfExtension);
        let remainder = self.srem(x, y);
        Some(self.sext(remainder, self.width(a)))
    }

    /// The operand of a sign extension, and the constant in that narrower width if it fits.
    pub(super) fn sext_and_fitting(&mut self, a: ExprId, value: u128) -> Option<(ExprId, ExprId)> {
        let inner = self.as_sext(a)?;
        let (narrow, width) = (self.width(inner), self.width(a));
        let fits = wide::sext(wide::truncate(value, narrow), narrow, width) == value;
        fits.then(|| (inner, self.constant(value, narrow)))
    }
}
