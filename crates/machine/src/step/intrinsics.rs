//! Integer operations that are one LLVM intrinsic each, as expressions.

use expr::ExprId;
use program::ir::{BinOp, IntOp, Operand};

use super::overflow;
use crate::machine::Machine;
use crate::state::State;
use crate::value::Value;

impl Machine<'_> {
    pub(super) fn int_op(
        &mut self,
        st: &mut State,
        op: IntOp,
        width: u16,
        a: Operand,
        b: Operand,
        c: Operand,
    ) -> Value {
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
}
