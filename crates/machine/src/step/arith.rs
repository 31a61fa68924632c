//! Integer instructions on symbolic or wide values, and their checks.

use expr::ExprId;
use program::ir::{BinOp, CastOp, CmpOp, Flags, Inst, IntOp, Operand};

use super::overflow;
use crate::checks::BugKind;
use crate::choice::{Alternative, Choice, ChoiceKind, CutReason, Outcome};
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
            BinOp::Shl | BinOp::LShr | BinOp::AShr => {
                let limit = self.dag.constant(width as u128, width.max(8) as u32);
                let amount = if width < 8 { self.dag.zext(b, 8) } else { b };
                let ok = self.dag.ult(amount, limit);
                self.check(st, BugKind::ShiftOutOfRange, ok, |_| format!("of a {width}-bit value"))?;
            }
            BinOp::Add | BinOp::Sub | BinOp::Mul if self.watch_overflow => {
                let kind = if flags.no_signed_wrap { BugKind::SignedOverflow } else { BugKind::UnsignedWrap };
                if self.checks.has(kind) && (flags.no_signed_wrap || !flags.no_unsigned_wrap) {
                    let (_, overflow) = overflow::wrapped(&mut self.dag, op, flags.no_signed_wrap, a, b);
                    let ok = self.dag.not(overflow);
                    self.check(st, kind, ok, |_| format!("in {width}-bit {}", verb(op)))?;
                }
            }
            _ => {}
        }
        let dag = &mut self.dag;
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

    pub(super) fn compare(&mut self, op: CmpOp, width: u16, a: Value, b: Value) -> Value {
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

    /// Instructions that are neither hot nor calls.
    pub(super) fn execute_rare(&mut self, st: &mut State, inst: &'p Inst) -> Result<(), Stop> {
        match *inst {
            Inst::Int { op, width, dst, a, b, c } => {
                let value = self.int_op(st, op, width, a, b, c);
                st.frame.regs[dst.index()] = value;
            }
            Inst::Overflow { op, signed, width, dst, overflow, a, b } => {
                let a = self.operand_expr(st, a, width);
                let b = self.operand_expr(st, b, width);
                let (result, bit) = overflow::wrapped(&mut self.dag, op, signed, a, b);
                st.frame.regs[dst.index()] = Value::of(&self.dag, result);
                st.frame.regs[overflow.index()] = Value::of(&self.dag, bit);
            }
            Inst::FloatBin { .. }
            | Inst::FloatUn { .. }
            | Inst::FloatFma { .. }
            | Inst::FloatCmp { .. }
            | Inst::FloatCast { .. }
            | Inst::FloatClass { .. } => self.float(st, inst)?,
            Inst::CheckIndex { index, index_width, limit, past_end_ok } => {
                self.check_index(st, index, index_width, limit, past_end_ok)?
            }
            Inst::Alloca { dst, size, count, count_width } => {
                let address = self.alloca(st, size, count, count_width)?;
                st.frame.regs[dst.index()] = Value::Bits(address);
            }
            Inst::Lifetime { start, addr } => self.lifetime(st, start, addr)?,
            Inst::StackSave { dst } => st.frame.regs[dst.index()] = Value::Bits(st.frame.stack_top),
            Inst::StackRestore { saved } => self.stack_restore(st, saved)?,
            Inst::MemCopy { dst, src, len, .. } => {
                let (dst, src, len) = (self.operand(st, dst), self.operand(st, src), self.operand(st, len));
                self.copy_memory(st, dst, src, len)?;
            }
            Inst::MemSet { dst, value, len } => {
                let (dst, value, len) = (self.operand(st, dst), self.operand(st, value), self.operand(st, len));
                self.set_memory(st, dst, value, len)?;
            }
            Inst::ObjectSize { dst, addr, min, width } => {
                let value = self.object_size(st, addr, min, width)?;
                st.frame.regs[dst.index()] = value;
            }
            Inst::VaStart { list } => self.va_start(st, list)?,
            Inst::VaCopy { dst, src } => {
                let (dst, src) = (self.operand(st, dst), self.operand(st, src));
                self.copy_memory(st, dst, src, Value::Bits(24))?;
            }
            Inst::VaEnd { .. } => {}
            Inst::Assume { cond } => {
                let cond = self.operand(st, cond);
                self.assume(st, cond, 1)?;
            }
            Inst::Trap => return Err(self.bug(st, BugKind::Abort, "trap")),
            Inst::Unsupported { reason } => {
                return Err(Stop::Cut(CutReason::Unsupported, self.program.unsupported[reason as usize].clone()));
            }
            Inst::Bin { .. }
            | Inst::Cmp { .. }
            | Inst::Cast { .. }
            | Inst::PtrAdd { .. }
            | Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::Select { .. }
            | Inst::Copy { .. }
            | Inst::Call(_) => unreachable!("executed in the loop"),
        }
        Ok(())
    }

    /// The path goes on only where the value is not zero.
    pub(crate) fn assume(&mut self, st: &mut State, value: Value, width: u16) -> Result<(), Stop> {
        let e = value.expr(&mut self.dag, width);
        let zero = self.dag.constant(0, width as u32);
        let holds = self.dag.ne(e, zero);
        if self.dag.is_true(holds) {
            return Ok(());
        }
        self.choose(st, |m, _| {
            let fails = m.dag.not(holds);
            Choice {
                kind: ChoiceKind::Assume,
                alternatives: vec![
                    Alternative { guard: holds, outcome: Outcome::Continue(1) },
                    Alternative { guard: fails, outcome: Outcome::Discard },
                ],
            }
        })?;
        Ok(())
    }

    fn int_op(&mut self, st: &mut State, op: IntOp, width: u16, a: Operand, b: Operand, c: Operand) -> Value {
        let w = width as u32;
        let a = self.operand_expr(st, a, width);
        let result = match op {
            IntOp::PopCount | IntOp::LeadingZeros | IntOp::TrailingZeros | IntOp::ByteSwap | IntOp::BitReverse => {
                self.bit_op(op, a)
            }
            IntOp::FunnelShl | IntOp::FunnelShr => {
                let b = self.operand_expr(st, b, width);
                let c = self.operand_expr(st, c, width);
                self.funnel(op == IntOp::FunnelShl, a, b, c)
            }
            IntOp::Abs => {
                let zero = self.dag.constant(0, w);
                let negative = self.dag.slt(a, zero);
                let negated = self.dag.neg(a);
                self.dag.ite(negative, negated, a)
            }
            IntOp::SMin | IntOp::SMax | IntOp::UMin | IntOp::UMax => {
                let b = self.operand_expr(st, b, width);
                let (signed, least) =
                    (matches!(op, IntOp::SMin | IntOp::SMax), matches!(op, IntOp::SMin | IntOp::UMin));
                let less = if signed { self.dag.slt(a, b) } else { self.dag.ult(a, b) };
                if least { self.dag.ite(less, a, b) } else { self.dag.ite(less, b, a) }
            }
            IntOp::SAddSat | IntOp::UAddSat | IntOp::SSubSat | IntOp::USubSat => {
                let b = self.operand_expr(st, b, width);
                let add = matches!(op, IntOp::SAddSat | IntOp::UAddSat);
                let signed = matches!(op, IntOp::SAddSat | IntOp::SSubSat);
                let kind = if add { BinOp::Add } else { BinOp::Sub };
                let (result, overflow) = overflow::wrapped(&mut self.dag, kind, signed, a, b);
                let limit =
                    if signed { self.signed_limit(a) } else { self.dag.constant(if add { u128::MAX } else { 0 }, w) };
                self.dag.ite(overflow, limit, result)
            }
            IntOp::SShlSat | IntOp::UShlSat => {
                let b = self.operand_expr(st, b, width);
                let shifted = self.dag.shl(a, b);
                let signed = op == IntOp::SShlSat;
                let back = if signed { self.dag.ashr(shifted, b) } else { self.dag.lshr(shifted, b) };
                let same = self.dag.eq(back, a);
                let limit = if signed { self.signed_limit(a) } else { self.dag.constant(u128::MAX, w) };
                self.dag.ite(same, shifted, limit)
            }
        };
        Value::of(&self.dag, result)
    }

    /// The largest value, or the smallest where `a` is negative.
    fn signed_limit(&mut self, a: ExprId) -> ExprId {
        let w = self.dag.width(a);
        let zero = self.dag.constant(0, w);
        let negative = self.dag.slt(a, zero);
        let (low, high) = (self.dag.constant(1 << (w - 1), w), self.dag.constant((1 << (w - 1)) - 1, w));
        self.dag.ite(negative, low, high)
    }

    fn bit_op(&mut self, op: IntOp, a: ExprId) -> ExprId {
        let dag = &mut self.dag;
        let w = dag.width(a);
        match op {
            IntOp::PopCount => {
                let mut sum = dag.constant(0, w);
                for i in 0..w {
                    let bit = dag.extract(a, i, 1);
                    let wide = dag.zext(bit, w);
                    sum = dag.add(sum, wide);
                }
                sum
            }
            IntOp::LeadingZeros | IntOp::TrailingZeros => {
                let leading = op == IntOp::LeadingZeros;
                let mut result = dag.constant(w as u128, w);
                // The bit that decides first is asked last, so that it ends outermost.
                for distance in (0..w).rev() {
                    let bit = dag.extract(a, if leading { w - 1 - distance } else { distance }, 1);
                    let here = dag.constant(distance as u128, w);
                    result = dag.ite(bit, here, result);
                }
                result
            }
            IntOp::ByteSwap => {
                let mut result = dag.extract(a, 0, 8);
                for byte in 1..w / 8 {
                    let next = dag.extract(a, 8 * byte, 8);
                    result = dag.concat(result, next);
                }
                result
            }
            _ => {
                let mut result = dag.extract(a, 0, 1);
                for i in 1..w {
                    let next = dag.extract(a, i, 1);
                    result = dag.concat(result, next);
                }
                result
            }
        }
    }

    /// `(a:b) << c` high half, or `(a:b) >> c` low half, `c` modulo the width.
    fn funnel(&mut self, left: bool, a: ExprId, b: ExprId, c: ExprId) -> ExprId {
        let dag = &mut self.dag;
        let w = dag.width(a);
        let modulus = dag.constant(w as u128, w);
        let amount = if w.is_power_of_two() {
            let low = dag.constant(w as u128 - 1, w);
            dag.and(c, low)
        } else {
            dag.urem(c, modulus)
        };
        let zero = dag.constant(0, w);
        let none = dag.eq(amount, zero);
        let rest = dag.sub(modulus, amount);
        let (high, low, unchanged) =
            if left { (dag.shl(a, amount), dag.lshr(b, rest), a) } else { (dag.shl(a, rest), dag.lshr(b, amount), b) };
        let joined = dag.or(high, low);
        dag.ite(none, unchanged, joined)
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn pointer_add(
        &mut self,
        st: &mut State,
        base: Value,
        index: Value,
        index_width: u16,
        scale: u64,
        offset: u64,
        inbounds: bool,
    ) -> Result<Value, Stop> {
        let dag = &mut self.dag;
        let base_expr = base.expr(dag, 64);
        let index = index.expr(dag, index_width);
        let index = if index_width < 64 { dag.sext(index, 64) } else { dag.extract(index, 0, 64) };
        let scale = dag.constant(scale as u128, 64);
        let offset = dag.constant(offset as u128, 64);
        let scaled = dag.mul(index, scale);
        let moved = dag.add(scaled, offset);
        let address = dag.add(base_expr, moved);
        let value = Value::of(dag, address);
        if inbounds && self.watch_pointers {
            self.check_pointer_arithmetic(st, base, value)?;
        }
        Ok(value)
    }

    fn check_index(
        &mut self,
        st: &mut State,
        index: Operand,
        width: u16,
        limit: u64,
        past_end_ok: bool,
    ) -> Result<(), Stop> {
        let index = self.operand(st, index);
        let bound = limit + past_end_ok as u64;
        if let Value::Bits(bits) = index {
            let signed = crate::value::signed(bits, width);
            if signed >= 0 && (signed as u64) < bound {
                return Ok(());
            }
            return self.report(st, BugKind::IndexOutOfRange, &format!("{signed} of {limit}"));
        }
        let e = index.expr(&mut self.dag, width);
        let wide = self.dag.sext(e, 64.max(width as u32));
        let bound = self.dag.constant(bound as u128, 64.max(width as u32));
        let ok = self.dag.ult(wide, bound);
        self.check(st, BugKind::IndexOutOfRange, ok, |_| format!("array of {limit} elements"))?;
        Ok(())
    }
}

fn verb(op: BinOp) -> &'static str {
    match op {
        BinOp::Add => "addition",
        BinOp::Sub => "subtraction",
        BinOp::Mul => "multiplication",
        _ => "operation",
    }
}
