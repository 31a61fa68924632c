//! Derived operations: constructors that are only combinations of others.

use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::BinaryOp;

impl Dag {
    /// Any binary operation.
    pub fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        match op {
            BinaryOp::And => self.and(a, b),
            BinaryOp::Or => self.or(a, b),
            BinaryOp::Xor => self.xor(a, b),
            BinaryOp::Add => self.add(a, b),
            BinaryOp::Sub => self.sub(a, b),
            BinaryOp::Mul => self.mul(a, b),
            BinaryOp::UDiv => self.udiv(a, b),
            BinaryOp::SDiv => self.sdiv(a, b),
            BinaryOp::URem => self.urem(a, b),
            BinaryOp::SRem => self.srem(a, b),
            BinaryOp::Shl => self.shl(a, b),
            BinaryOp::LShr => self.lshr(a, b),
            BinaryOp::AShr => self.ashr(a, b),
            BinaryOp::Eq => self.eq(a, b),
            BinaryOp::Ult => self.ult(a, b),
            BinaryOp::Slt => self.slt(a, b),
        }
    }

    pub fn ne(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    pub fn ule(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    pub fn ugt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.ult(b, a)
    }

    pub fn uge(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.ule(b, a)
    }

    pub fn sle(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    pub fn sgt(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.slt(b, a)
    }

    pub fn sge(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.sle(b, a)
    }

    /// `b` wherever `a`, for truth values.
    pub fn implies(&mut self, a: ExprId, b: ExprId) -> ExprId {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// The conjunction; true for none.
    pub fn all(&mut self, conjuncts: &[ExprId]) -> ExprId {
        let yes = self.truth(true);
        conjuncts.iter().fold(yes, |all, &e| self.and(all, e))
    }

    /// The disjunction; false for none.
    pub fn any(&mut self, disjuncts: &[ExprId]) -> ExprId {
        let no = self.truth(false);
        disjuncts.iter().fold(no, |any, &e| self.or(any, e))
    }
}
