//! Integers of more than 128 bits, which our IR does not have: they become *limbs* of 64 bits, lowest first, the last
//! one as narrow as need be. Clang makes them for long runs of bit-fields and for `_BitInt`.
//!
//! Loads, stores, phis and calls treat the limbs like the fields of a struct. Here: bitwise operations, shifts by
//! constants, addition, subtraction, comparison and casts. Multiplication, division and shifts by variables are
//! unsupported.

use crate::ir::{BinOp, CastOp, CmpOp, Inst, Operand};
use crate::llvm::{IntPredicate, Opcode, Type, TypeKind, Value};
use crate::lower::function::FunctionLowering;
use crate::lower::types::MAX_WIDTH;
use crate::lower::{Lowered, Lowering, unsupported};

const LIMB: u32 = 64;

/// Whether values of this type are kept in limbs.
pub(super) fn has_limbs(ty: Type<'_>) -> bool {
    ty.kind() == TypeKind::LLVMIntegerTypeKind && ty.int_width() > MAX_WIDTH
}

/// The widths of the limbs of an integer.
pub(super) fn limb_widths(width: u32) -> impl Iterator<Item = u16> {
    (0..width.div_ceil(LIMB)).map(move |i| (width - i * LIMB).min(LIMB) as u16)
}

impl<'m> Lowering<'m> {
    /// The limbs of an integer constant.
    pub(super) fn constant_limbs(&mut self, value: Value<'m>) -> Lowered<Vec<Operand>> {
        let width = value.ty().int_width();
        let printed = value.spelling();
        let Some(limbs) = decimal_limbs(printed.rsplit(' ').next().unwrap_or(""), width) else {
            return unsupported(format!("constant {printed}"));
        };
        Ok(limbs.into_iter().zip(limb_widths(width)).map(|(limb, w)| self.immediate(limb as u128, w)).collect())
    }
}

impl<'m> FunctionLowering<'_, 'm> {
    /// Whether an instruction computes with limbs.
    pub(super) fn uses_limbs(&self, inst: Value<'m>) -> bool {
        let computes = matches!(
            inst.opcode(),
            Opcode::LLVMAdd
                | Opcode::LLVMSub
                | Opcode::LLVMAnd
                | Opcode::LLVMOr
                | Opcode::LLVMXor
                | Opcode::LLVMShl
                | Opcode::LLVMLShr
                | Opcode::LLVMAShr
                | Opcode::LLVMICmp
                | Opcode::LLVMTrunc
                | Opcode::LLVMZExt
                | Opcode::LLVMSExt
        );
        computes && (has_limbs(inst.ty()) || has_limbs(inst.operand(0).ty()))
    }

    pub(super) fn limb_instruction(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let a = self.operands(inst.operand(0))?;
        match inst.opcode() {
            Opcode::LLVMTrunc | Opcode::LLVMZExt | Opcode::LLVMSExt => return self.limb_cast(inst, a),
            Opcode::LLVMICmp => return self.limb_compare(inst, a),
            _ => {}
        }
        let width = inst.ty().int_width();
        let widths: Vec<u16> = limb_widths(width).collect();
        let shift = inst.operand(1);
        let b = self.operands(shift)?;
        let bitwise = match inst.opcode() {
            Opcode::LLVMAnd => BinOp::And,
            Opcode::LLVMOr => BinOp::Or,
            Opcode::LLVMXor => BinOp::Xor,
            Opcode::LLVMAdd => return Ok(self.limb_sum(BinOp::Add, &widths, &a, &b)),
            Opcode::LLVMSub => return Ok(self.limb_sum(BinOp::Sub, &widths, &a, &b)),
            _ => {
                let Some(amount) = self.constant_amount(&b) else {
                    return unsupported(format!("shift of {width} bits by a variable"));
                };
                return Ok(self.limb_shift(inst.opcode(), width, &a, amount));
            }
        };
        Ok((0..a.len()).map(|i| self.binary(bitwise, widths[i], a[i], b[i])).collect())
    }

    /// A shift amount that is known and small enough to be written in one limb.
    fn constant_amount(&self, limbs: &[Operand]) -> Option<u32> {
        let (low, high) = limbs.split_first()?;
        let is_zero = |&limb: &Operand| self.module.known_bits(limb) == Some(0);
        high.iter().all(is_zero).then_some(())?;
        u32::try_from(self.module.known_bits(*low)?).ok()
    }

    /// Addition or subtraction, carrying from limb to limb.
    fn limb_sum(&mut self, op: BinOp, widths: &[u16], a: &[Operand], b: &[Operand]) -> Vec<Operand> {
        let mut carry = Operand::Imm(0);
        let mut sum = Vec::new();
        for (i, &width) in widths.iter().enumerate() {
            let carried = self.resized(carry, 1, width);
            let (partial, first) = self.with_overflow(op, width, a[i], b[i]);
            let (total, second) = self.with_overflow(op, width, partial, carried);
            carry = self.binary(BinOp::Or, 1, first, second);
            sum.push(total);
        }
        sum
    }

    fn with_overflow(&mut self, op: BinOp, width: u16, a: Operand, b: Operand) -> (Operand, Operand) {
        let (dst, overflow) = (self.reg(width), self.reg(1));
        self.emit(Inst::Overflow { op, signed: false, width, dst, overflow, a, b });
        (Operand::Reg(dst), Operand::Reg(overflow))
    }

    fn limb_shift(&mut self, opcode: Opcode, width: u32, limbs: &[Operand], amount: u32) -> Vec<Operand> {
        let fill = match opcode {
            Opcode::LLVMAShr => Fill::Sign,
            _ => Fill::Zero,
        };
        let left = opcode == Opcode::LLVMShl;
        let mut start = 0i64;
        let mut result = Vec::new();
        for limb_width in limb_widths(width) {
            // Where the bits of this limb come from.
            let from = if left { start - amount as i64 } else { start + amount as i64 };
            result.push(self.bits_from(limbs, width, from, limb_width, fill));
            start += LIMB as i64;
        }
        result
    }

    /// `count` bits (at most 64) from bit `from` on, which may lie outside the value.
    fn bits_from(&mut self, limbs: &[Operand], width: u32, from: i64, count: u16, fill: Fill) -> Operand {
        let first = from.div_euclid(LIMB as i64);
        let shift = from.rem_euclid(LIMB as i64) as u16;
        let low = self.full_limb(limbs, width, first, fill);
        if shift == 0 {
            return self.resized(low, LIMB as u16, count);
        }
        let high = self.full_limb(limbs, width, first + 1, fill);
        let low = self.binary(BinOp::LShr, 64, low, Operand::Imm(shift as u64));
        let high = self.binary(BinOp::Shl, 64, high, Operand::Imm(64 - shift as u64));
        let both = self.binary(BinOp::Or, 64, low, high);
        self.resized(both, LIMB as u16, count)
    }

    /// A limb as 64 bits; limbs outside the value are filling.
    fn full_limb(&mut self, limbs: &[Operand], width: u32, index: i64, fill: Fill) -> Operand {
        let last = limbs.len() as i64 - 1;
        let last_width = limb_widths(width).last().unwrap_or(LIMB as u16);
        match (index, fill) {
            (i, _) if i < 0 => Operand::Imm(0),
            (i, _) if i < last => limbs[i as usize],
            (i, Fill::Zero) if i > last => Operand::Imm(0),
            (i, Fill::Sign) if i > last => {
                let top = self.sign_extended(limbs[last as usize], last_width);
                self.binary(BinOp::AShr, 64, top, Operand::Imm(63))
            }
            (_, Fill::Zero) => self.resized(limbs[last as usize], last_width, LIMB as u16),
            (_, Fill::Sign) => self.sign_extended(limbs[last as usize], last_width),
        }
    }

    fn sign_extended(&mut self, limb: Operand, from: u16) -> Operand {
        if from == LIMB as u16 {
            return limb;
        }
        self.emit_to(64, |dst| Inst::Cast { op: CastOp::SExt, from, to: 64, dst, a: limb })
    }

    fn limb_cast(&mut self, inst: Value<'m>, value: Vec<Operand>) -> Lowered<Vec<Operand>> {
        let (source, target) = (inst.operand(0).ty(), inst.ty());
        let (from, to) = (source.int_width(), target.int_width());
        // A narrow source is cut into limbs first.
        let limbs = if has_limbs(source) {
            value
        } else {
            limb_widths(from)
                .enumerate()
                .map(|(i, width)| self.bits_at(value[0], from as u16, (i as u32 * LIMB) as u16, width))
                .collect()
        };
        let fill = if inst.opcode() == Opcode::LLVMSExt { Fill::Sign } else { Fill::Zero };
        let widths: Vec<u16> = limb_widths(to).collect();
        let mut parts = Vec::new();
        for (i, &width) in widths.iter().enumerate() {
            parts.push(self.bits_from(&limbs, from, i as i64 * LIMB as i64, width, fill));
        }
        if has_limbs(target) {
            return Ok(parts);
        }
        // At most two limbs, which make one integer of our IR.
        let mut whole = self.resized(parts[0], widths[0], to as u16);
        if let Some(&high) = parts.get(1) {
            let high = self.resized(high, widths[1], to as u16);
            let amount = self.module.immediate(LIMB as u128, to as u16);
            let high = self.binary(BinOp::Shl, to as u16, high, amount);
            whole = self.binary(BinOp::Or, to as u16, whole, high);
        }
        Ok(vec![whole])
    }

    fn limb_compare(&mut self, inst: Value<'m>, a: Vec<Operand>) -> Lowered<Vec<Operand>> {
        let b = self.operands(inst.operand(1))?;
        let widths: Vec<u16> = limb_widths(inst.operand(0).ty().int_width()).collect();
        // From the lowest limb up: a higher limb that differs decides.
        let (low, top, or_equal) = match inst.int_predicate() {
            IntPredicate::LLVMIntEQ | IntPredicate::LLVMIntNE => {
                let mut equal = Operand::Imm(1);
                for (i, &width) in widths.iter().enumerate() {
                    let same = self.compare(CmpOp::Eq, width, a[i], b[i]);
                    equal = self.binary(BinOp::And, 1, equal, same);
                }
                let negated = inst.int_predicate() == IntPredicate::LLVMIntNE;
                return Ok(vec![if negated { self.binary(BinOp::Xor, 1, equal, Operand::Imm(1)) } else { equal }]);
            }
            IntPredicate::LLVMIntULT => (CmpOp::Ult, CmpOp::Ult, false),
            IntPredicate::LLVMIntULE => (CmpOp::Ult, CmpOp::Ult, true),
            IntPredicate::LLVMIntUGT => (CmpOp::Ugt, CmpOp::Ugt, false),
            IntPredicate::LLVMIntUGE => (CmpOp::Ugt, CmpOp::Ugt, true),
            IntPredicate::LLVMIntSLT => (CmpOp::Ult, CmpOp::Slt, false),
            IntPredicate::LLVMIntSLE => (CmpOp::Ult, CmpOp::Slt, true),
            IntPredicate::LLVMIntSGT => (CmpOp::Ugt, CmpOp::Sgt, false),
            IntPredicate::LLVMIntSGE => (CmpOp::Ugt, CmpOp::Sgt, true),
        };
        let mut result = Operand::Imm(or_equal as u64);
        for (i, &width) in widths.iter().enumerate() {
            let strict = if i + 1 == widths.len() { top } else { low };
            let decided = self.compare(strict, width, a[i], b[i]);
            let same = self.compare(CmpOp::Eq, width, a[i], b[i]);
            result = self.choose(1, same, result, decided);
        }
        Ok(vec![result])
    }
}

/// What comes in from above in a shift or extension.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fill {
    Zero,
    Sign,
}

/// The limbs of a decimal number, in two's complement of `width` bits.
fn decimal_limbs(text: &str, width: u32) -> Option<Vec<u64>> {
    let (digits, negative) = match text.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (text, false),
    };
    let mut limbs = vec![0u64; width.div_ceil(LIMB) as usize];
    for digit in digits.chars() {
        let mut carry = digit.to_digit(10)? as u128;
        for limb in &mut limbs {
            let value = *limb as u128 * 10 + carry;
            *limb = value as u64;
            carry = value >> 64;
        }
    }
    if negative {
        let mut carry = true;
        for limb in &mut limbs {
            (*limb, carry) = (!*limb).overflowing_add(carry as u64);
        }
    }
    Some(limbs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limbs_end_in_a_narrow_one() {
        assert_eq!(limb_widths(136).collect::<Vec<_>>(), [64, 64, 8]);
        assert_eq!(limb_widths(192).collect::<Vec<_>>(), [64, 64, 64]);
    }

    #[test]
    fn decimal_numbers_are_read() {
        assert_eq!(decimal_limbs("340282366920938463463374607431768211457", 136), Some(vec![1, 0, 1]));
        assert_eq!(decimal_limbs("-1", 136), Some(vec![u64::MAX; 3]));
        assert_eq!(decimal_limbs("x", 136), None);
    }
}
