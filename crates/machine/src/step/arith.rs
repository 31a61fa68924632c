//! Integer arithmetic, comparisons and conversions on symbolic or wide values, and their checks.

use expr::{Dag, ExprId};
use program::ir::{BinOp, CastOp, CmpOp, Flags};

use super::overflow;
use crate::checks::BugKind;
use crate::machine::{Machine, Stop};
use crate::state::State;
use crate::value::Value;

impl<'p> Machine<'p> {
    pub(super) fn binary(
        &mut self,
        st: &mut State,
        op: BinOp,
        width: u16,
        flags: Flags,
        a: Value,
        b: Value,
    ) -> Result<Value, Stop> {
        let a = a.expr(&mut self.dag, width);
        let b = b.expr(&mut self.dag, width);
        match op {
            BinOp::UDiv | BinOp::URem => self.check_divisor(st, b)?,
            BinOp::SDiv | BinOp::SRem => {
                self.check_divisor(st, b)?;
                self.check_division_overflow(st, a, b)?;
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr if !self.is_stated(st) => {
                let limit = self.dag.constant(width as u128, width.max(8) as u32);
                let amount = if width < 8 { self.dag.zext(b, 8) } else { b };
                let ok = self.dag.ult(amount, limit);
                self.check(st, BugKind::ShiftOutOfRange, ok, |_| format!("of a {width}-bit value"))?;
            }
            BinOp::Add | BinOp::Sub | BinOp::Mul if self.watch_overflow && !self.is_stated(st) => {
                let kind = if flags.no_signed_wrap { BugKind::SignedOverflow } else { BugKind::UnsignedWrap };
                if self.watches(st, kind) && (flags.no_signed_wrap || !flags.no_unsigned_wrap) {
                    let (_, overflow) = overflow::wrapped(&mut self.dag, op, flags.no_signed_wrap, a, b);
                    let ok = self.dag.not(overflow);
                    self.check(st, kind, ok, |_| format!("in {width}-bit {}", verb(op)))?;
                }
            }
            _ => {}
        }
        let dag = &mut self.dag;
        let b = if matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr) { shift_amount(dag, width, b) } else { b };
        let result = match op {
            BinOp::Add => dag.add(a, b),
            BinOp::Sub => dag.sub(a, b),
            BinOp::Mul => dag.mul(a, b),
            BinOp::UDiv => dag.udiv(a, b),
            BinOp::SDiv => dag.sdiv(a, b),
            BinOp::URem => dag.urem(a, b),
            BinOp::SRem => dag.srem(a, b),
            BinOp::Shl => dag.shl(a, b),
            BinOp::LShr => dag.lshr(a, b),
            BinOp::AShr => dag.ashr(a, b),
            BinOp::And => dag.and(a, b),
            BinOp::Or => dag.or(a, b),
            BinOp::Xor => dag.xor(a, b),
        };
        Ok(Value::of(dag, result))
    }

    /// Whether undefined behaviour of the running function's operations is stated by instructions of their own.
    fn is_stated(&self, st: &State) -> bool {
        self.function(st.frame.func).stated
    }

    fn check_divisor(&mut self, st: &mut State, b: ExprId) -> Result<(), Stop> {
        let zero = self.dag.constant(0, self.dag.width(b));
        let ok = self.dag.ne(b, zero);
        if self.dag.is_false(ok) {
            return Err(self.bug(st, BugKind::DivisionByZero, ""));
        }
        self.check(st, BugKind::DivisionByZero, ok, |_| String::new())?;
        Ok(())
    }

    fn check_division_overflow(&mut self, st: &mut State, a: ExprId, b: ExprId) -> Result<(), Stop> {
        let width = self.dag.width(a);
        let minimum = self.dag.constant(1 << (width - 1), width);
        let minus_one = self.dag.constant(u128::MAX, width);
        let (is_min, is_minus) = (self.dag.eq(a, minimum), self.dag.eq(b, minus_one));
        let both = self.dag.and(is_min, is_minus);
        let ok = self.dag.not(both);
        if self.dag.is_false(ok) {
            return Err(self.bug(st, BugKind::DivisionOverflow, ""));
        }
        self.check(st, BugKind::DivisionOverflow, ok, |_| String::new())?;
        Ok(())
    }

    pub(crate) fn compare(&mut self, op: CmpOp, width: u16, a: Value, b: Value) -> Value {
        let dag = &mut self.dag;
        let (a, b) = (a.expr(dag, width), b.expr(dag, width));
        let bit = match op {
            CmpOp::Eq => dag.eq(a, b),
            CmpOp::Ne => dag.ne(a, b),
            CmpOp::Ult => dag.ult(a, b),
            CmpOp::Ule => dag.ule(a, b),
            CmpOp::Ugt => dag.ugt(a, b),
            CmpOp::Uge => dag.uge(a, b),
            CmpOp::Slt => dag.slt(a, b),
            CmpOp::Sle => dag.sle(a, b),
            CmpOp::Sgt => dag.sgt(a, b),
            CmpOp::Sge => dag.sge(a, b),
        };
        Value::of(dag, bit)
    }

    pub(super) fn cast(&mut self, op: CastOp, from: u16, to: u16, a: Value) -> Value {
        let dag = &mut self.dag;
        let a = a.expr(dag, from);
        let result = match op {
            CastOp::Trunc => dag.extract(a, 0, to as u32),
            CastOp::ZExt => dag.zext(a, to as u32),
            CastOp::SExt => dag.sext(a, to as u32),
        };
        Value::of(dag, result)
    }
}

/// The amount by which the processor shifts: it takes as many bits of it as the width has values.
fn shift_amount(dag: &mut Dag, width: u16, amount: ExprId) -> ExprId {
    if !matches!(width, 32 | 64 | 128) || dag.range(amount).hi < width as u128 {
        return amount;
    }
    let mask = dag.constant(width as u128 - 1, width as u32);
    dag.and(amount, mask)
}

fn verb(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "addition",
        BinOp::Sub => "subtraction",
        BinOp::Mul => "multiplication",
        _ => "operation",
    }
}
