//! Addition, subtraction, negation and multiplication.

use super::Rule;
use crate::concrete::wide;
use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::{BinaryOp, Node, UnaryOp};

impl Dag {
    pub fn add(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if self.width(a) == 1 {
            self.used(Rule::OneBit);
            return self.xor(a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some(simpler) = self.add_const(a, b).or_else(|| self.add_symbolic(a, b)) {
            return simpler;
        }
        self.binary_node(BinaryOp::Add, a, b)
    }

    fn add_const(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let addend = self.as_const(b)?;
        if let Some(value) = self.folded(BinaryOp::Add, a, b) {
            return Some(value);
        }
        let width = self.width(a);
        if addend == 0 {
            self.used(Rule::NeutralOperand);
            return Some(a);
        }
        match self.node(a) {
            Node::Binary { op: BinaryOp::Add, a: x, b: inner } => {
                let inner = self.as_const(inner)?;
                self.used(Rule::MergeConstants);
                let sum = self.constant(inner.wrapping_add(addend), width);
                Some(self.add(x, sum))
            }
            Node::Binary { op: BinaryOp::Sub, a: minuend, b: x } => {
                let minuend = self.as_const(minuend)?;
                self.used(Rule::MergeConstants);
                let sum = self.constant(minuend.wrapping_add(addend), width);
                Some(self.sub(sum, x))
            }
            Node::Unary { op: UnaryOp::Neg, a: x } => {
                self.used(Rule::AddOfNegation);
                Some(self.sub(b, x))
            }
            // !x is -x - 1
            Node::Unary { op: UnaryOp::Not, a: x } => {
                self.used(Rule::AddOfNot);
                let minuend = self.constant(addend.wrapping_sub(1), width);
                Some(self.sub(minuend, x))
            }
            Node::Ite { .. } => self.moved_into_const_ite(a, width, |value| value.wrapping_add(addend)),
            _ => None,
        }
    }

    fn add_symbolic(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        if a == b {
            self.used(Rule::AddToItself);
            let one = self.constant(1, width);
            return Some(self.shl(a, one));
        }
        for (x, y) in [(a, b), (b, a)] {
            match self.node(y) {
                Node::Unary { op: UnaryOp::Neg, a: z } => {
                    self.used(Rule::AddOfNegation);
                    return Some(self.sub(x, z));
                }
                Node::Binary { op: BinaryOp::Sub, a: p, b: q } if x == q => {
                    self.used(Rule::SumCancels);
                    return Some(p);
                }
                Node::Binary { op: BinaryOp::Add, a: z, b: constant } if self.as_const(constant).is_some() => {
                    self.used(Rule::ConstantOutermost);
                    let sum = self.add(x, z);
                    return Some(self.add(sum, constant));
                }
                _ => {}
            }
        }
        self.join_disjoint(a, b)
    }

    pub fn sub(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        let width = self.width(a);
        if width == 1 {
            self.used(Rule::OneBit);
            return self.xor(a, b);
        }
        if a == b {
            self.used(Rule::SameOperands);
            return self.zero(width);
        }
        if let Some(value) = self.folded(BinaryOp::Sub, a, b) {
            return value;
        }
        let simpler = match (self.as_const(a), self.as_const(b)) {
            (_, Some(subtrahend)) => {
                self.used(Rule::SubOfConstant);
                let addend = self.constant(subtrahend.wrapping_neg(), width);
                Some(self.add(a, addend))
            }
            (Some(minuend), None) => self.sub_from_const(minuend, b),
            (None, None) => self.sub_symbolic(a, b),
        };
        match simpler {
            Some(simpler) => simpler,
            None => self.binary_node(BinaryOp::Sub, a, b),
        }
    }

    fn sub_from_const(&mut self, minuend: u128, b: ExprId) -> Option<ExprId> {
        let width = self.width(b);
        if minuend == 0 {
            self.used(Rule::SubFromZero);
            return Some(self.neg(b));
        }
        match self.node(b) {
            Node::Binary { op: BinaryOp::Add, a: x, b: inner } => {
                let inner = self.as_const(inner)?;
                self.used(Rule::MergeConstants);
                let difference = self.constant(minuend.wrapping_sub(inner), width);
                Some(self.sub(difference, x))
            }
            Node::Binary { op: BinaryOp::Sub, a: inner, b: x } => {
                let inner = self.as_const(inner)?;
                self.used(Rule::MergeConstants);
                let difference = self.constant(minuend.wrapping_sub(inner), width);
                Some(self.add(x, difference))
            }
            Node::Unary { op: UnaryOp::Neg, a: x } => {
                self.used(Rule::SubOfNegation);
                let addend = self.constant(minuend, width);
                Some(self.add(x, addend))
            }
            // -!x is x + 1
            Node::Unary { op: UnaryOp::Not, a: x } => {
                self.used(Rule::SubOfNot);
                let addend = self.constant(minuend.wrapping_add(1), width);
                Some(self.add(x, addend))
            }
            Node::Ite { .. } => self.moved_into_const_ite(b, width, |value| minuend.wrapping_sub(value)),
            _ => None,
        }
    }

    fn sub_symbolic(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        match self.node(b) {
            Node::Unary { op: UnaryOp::Neg, a: x } => {
                self.used(Rule::SubOfNegation);
                return Some(self.add(a, x));
            }
            // a - (p + q)
            Node::Binary { op: BinaryOp::Add, a: p, b: q } => {
                if a == p || a == q {
                    self.used(Rule::SumCancels);
                    return Some(self.neg(if a == p { q } else { p }));
                }
                if let Some(inner) = self.as_const(q) {
                    self.used(Rule::ConstantOutermost);
                    let difference = self.sub(a, p);
                    let addend = self.constant(inner.wrapping_neg(), width);
                    return Some(self.add(difference, addend));
                }
            }
            // a - (a - q)
            Node::Binary { op: BinaryOp::Sub, a: p, b: q } if a == p => {
                self.used(Rule::SumCancels);
                return Some(q);
            }
            _ => {}
        }
        match self.node(a) {
            // (p + q) - b
            Node::Binary { op: BinaryOp::Add, a: p, b: q } => {
                if b == p || b == q {
                    self.used(Rule::SumCancels);
                    return Some(if b == p { q } else { p });
                }
                if self.as_const(q).is_some() {
                    self.used(Rule::ConstantOutermost);
                    let difference = self.sub(p, b);
                    return Some(self.add(difference, q));
                }
                None
            }
            // (b - q) - b
            Node::Binary { op: BinaryOp::Sub, a: p, b: q } if b == p => {
                self.used(Rule::SumCancels);
                Some(self.neg(q))
            }
            _ => None,
        }
    }

    pub fn neg(&mut self, a: ExprId) -> ExprId {
        let width = self.width(a);
        if width == 1 {
            self.used(Rule::OneBit);
            return a;
        }
        match self.node(a) {
            Node::Const(value) => {
                self.used(Rule::FoldConstants);
                return self.constant(value.wrapping_neg(), width);
            }
            Node::Unary { op: UnaryOp::Neg, a } => {
                self.used(Rule::NegNeg);
                return a;
            }
            Node::Unary { op: UnaryOp::Not, a } => {
                self.used(Rule::NegOfNot);
                let one = self.constant(1, width);
                return self.add(a, one);
            }
            Node::Binary { op: BinaryOp::Sub, a: x, b: y } => {
                self.used(Rule::NegOfSub);
                return self.sub(y, x);
            }
            Node::Binary { op: BinaryOp::Add, a: x, b: y } => {
                if let Some(addend) = self.as_const(y) {
                    self.used(Rule::NegOfSum);
                    let minuend = self.constant(addend.wrapping_neg(), width);
                    return self.sub(minuend, x);
                }
            }
            Node::Ite { .. } => {
                if let Some(moved) = self.moved_into_const_ite(a, width, u128::wrapping_neg) {
                    return moved;
                }
            }
            _ => {}
        }
        self.intern(Node::Unary { op: UnaryOp::Neg, a }, width)
    }

    pub fn mul(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.assert_same_width(a, b);
        if self.width(a) == 1 {
            self.used(Rule::OneBit);
            return self.and(a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some(simpler) = self.mul_const(a, b).or_else(|| self.mul_by_truth_value(a, b)) {
            return simpler;
        }
        // A constant factor stays where sums can be compared.
        if self.as_const(b).is_none()
            && let Some(narrow) = self.in_fewer_bits(BinaryOp::Mul, a, b)
        {
            return narrow;
        }
        self.binary_node(BinaryOp::Mul, a, b)
    }

    fn mul_const(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        let factor = self.as_const(b)?;
        if let Some(value) = self.folded(BinaryOp::Mul, a, b) {
            return Some(value);
        }
        let width = self.width(a);
        if factor == 0 {
            self.used(Rule::MulByZero);
            return Some(b);
        }
        if factor == 1 {
            self.used(Rule::NeutralOperand);
            return Some(a);
        }
        if factor == wide::mask(width) {
            self.used(Rule::MulByMinusOne);
            return Some(self.neg(a));
        }
        if factor.is_power_of_two() {
            self.used(Rule::MulToShift);
            let distance = self.constant(factor.trailing_zeros() as u128, width);
            return Some(self.shl(a, distance));
        }
        match self.node(a) {
            Node::Binary { op: BinaryOp::Mul, a: x, b: inner } => {
                let inner = self.as_const(inner)?;
                self.used(Rule::MergeConstants);
                let product = self.constant(inner.wrapping_mul(factor), width);
                Some(self.mul(x, product))
            }
            Node::Binary { op: BinaryOp::Shl, a: x, b: distance } => {
                let distance = self.as_const(distance)?;
                self.used(Rule::MergeConstants);
                let product = self.constant(wide::shl(factor, distance, width), width);
                Some(self.mul(x, product))
            }
            Node::Binary { op: BinaryOp::Add, a: x, b: inner } => {
                let inner = self.as_const(inner)?;
                self.used(Rule::DistributeConstant);
                let product = self.mul(x, b);
                let addend = self.constant(inner.wrapping_mul(factor), width);
                Some(self.add(product, addend))
            }
            Node::Unary { op: UnaryOp::Neg, a: x } => {
                self.used(Rule::MulOfNegation);
                let factor = self.constant(factor.wrapping_neg(), width);
                Some(self.mul(x, factor))
            }
            Node::Ite { .. } => self.moved_into_const_ite(a, width, |value| value.wrapping_mul(factor)),
            _ => None,
        }
    }

    /// A factor that is 0 or 1 selects.
    fn mul_by_truth_value(&mut self, a: ExprId, b: ExprId) -> Option<ExprId> {
        for (x, y) in [(a, b), (b, a)] {
            if let Some(bit) = self.as_zext(x).filter(|&inner| self.width(inner) == 1) {
                self.used(Rule::MulByTruthValue);
                let zero = self.zero(self.width(y));
                return Some(self.ite(bit, y, zero));
            }
        }
        None
    }
}
