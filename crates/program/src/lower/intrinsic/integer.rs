//! Integer intrinsics: bit counting, minima, saturating and overflow arithmetic, funnel shifts.

use crate::ir::{BinOp, CmpOp, Inst, IntOp, Operand};
use crate::llvm::Value;
use crate::lower::Lowered;
use crate::lower::function::FunctionLowering;

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` if the name is of another family.
    pub(super) fn integer_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Vec<Operand>>> {
        if let Some((op, operands)) = elementwise(name) {
            return Some(self.integer_each(inst, op, operands));
        }
        if let Some((op, signed)) = overflow(name) {
            return Some(self.overflow_each(inst, op, signed));
        }
        match name {
            "scmp" => Some(self.three_way(inst, CmpOp::Slt, CmpOp::Sgt)),
            "ucmp" => Some(self.three_way(inst, CmpOp::Ult, CmpOp::Ugt)),
            _ => None,
        }
    }

    fn integer_each(&mut self, inst: Value<'m>, op: IntOp, operands: u32) -> Lowered<Vec<Operand>> {
        let width = self.width(inst)?;
        let lanes = self.argument_lanes(inst, operands)?;
        Ok(lanes.into_iter().map(|lane| self.integer(op, width, &lane)).collect())
    }

    /// Operands that the operation does not have are 0.
    pub(in crate::lower) fn integer(&mut self, op: IntOp, width: u16, operands: &[Operand]) -> Operand {
        let zero = self.module.immediate(0, width);
        let at = |i: usize| operands.get(i).copied().unwrap_or(zero);
        self.emit_to(width, |dst| Inst::Int { op, width, dst, a: at(0), b: at(1), c: at(2) })
    }

    /// Results first, then the overflow bits, as in LLVM's `{ <n x iN>, <n x i1> }`.
    fn overflow_each(&mut self, inst: Value<'m>, op: BinOp, signed: bool) -> Lowered<Vec<Operand>> {
        let width = self.width(inst.operand(0))?;
        let lanes = self.argument_lanes(inst, 2)?;
        let (mut results, mut bits) = (Vec::new(), Vec::new());
        for lane in lanes {
            let (dst, overflow) = (self.reg(width), self.reg(1));
            self.emit(Inst::Overflow { op, signed, width, dst, overflow, a: lane[0], b: lane[1] });
            results.push(Operand::Reg(dst));
            bits.push(Operand::Reg(overflow));
        }
        results.extend(bits);
        Ok(results)
    }

    /// -1, 0 or 1.
    fn three_way(&mut self, inst: Value<'m>, less: CmpOp, greater: CmpOp) -> Lowered<Vec<Operand>> {
        let (from, to) = (self.width(inst.operand(0))?, self.width(inst)?);
        let minus = self.module.immediate(u128::MAX, to);
        let (zero, one) = (self.module.immediate(0, to), self.module.immediate(1, to));
        let lanes = self.argument_lanes(inst, 2)?;
        let compare = |lane: Vec<Operand>| {
            let above = self.compare(greater, from, lane[0], lane[1]);
            let rest = self.choose(to, above, one, zero);
            let below = self.compare(less, from, lane[0], lane[1]);
            self.choose(to, below, minus, rest)
        };
        Ok(lanes.into_iter().map(compare).collect())
    }
}

/// The operation and how many of the arguments are its operands; the others are hints about undefined inputs.
fn elementwise(name: &str) -> Option<(IntOp, u32)> {
    Some(match name {
        "ctpop" => (IntOp::PopCount, 1),
        "ctlz" => (IntOp::LeadingZeros, 1),
        "cttz" => (IntOp::TrailingZeros, 1),
        "bswap" => (IntOp::ByteSwap, 1),
        "bitreverse" => (IntOp::BitReverse, 1),
        "abs" => (IntOp::Abs, 1),
        "fshl" => (IntOp::FunnelShl, 3),
        "fshr" => (IntOp::FunnelShr, 3),
        "smin" => (IntOp::SMin, 2),
        "smax" => (IntOp::SMax, 2),
        "umin" => (IntOp::UMin, 2),
        "umax" => (IntOp::UMax, 2),
        "sadd.sat" => (IntOp::SAddSat, 2),
        "uadd.sat" => (IntOp::UAddSat, 2),
        "ssub.sat" => (IntOp::SSubSat, 2),
        "usub.sat" => (IntOp::USubSat, 2),
        "sshl.sat" => (IntOp::SShlSat, 2),
        "ushl.sat" => (IntOp::UShlSat, 2),
        _ => return None,
    })
}

fn overflow(name: &str) -> Option<(BinOp, bool)> {
    Some(match name {
        "sadd.with.overflow" => (BinOp::Add, true),
        "uadd.with.overflow" => (BinOp::Add, false),
        "ssub.with.overflow" => (BinOp::Sub, true),
        "usub.with.overflow" => (BinOp::Sub, false),
        "smul.with.overflow" => (BinOp::Mul, true),
        "umul.with.overflow" => (BinOp::Mul, false),
        _ => return None,
    })
}
