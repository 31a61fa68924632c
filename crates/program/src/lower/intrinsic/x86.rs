//! The x86 intrinsics that clang's SSE2 headers emit for simple operations. (Most of those headers are plain vector
//! code.) Anything else of x86 is unsupported.

use crate::ir::{BinOp, CastOp, CmpOp, FloatCast, FloatCmp, FloatFormat, FloatUnOp, Inst, IntOp, Operand};
use crate::llvm::{TypeKind, Value};
use crate::lower::function::FunctionLowering;
use crate::lower::{Lowered, mask, unsupported};

const LESS: FloatCmp = FloatCmp { less: true, equal: false, greater: false, unordered: false };
const GREATER: FloatCmp = FloatCmp { less: false, equal: false, greater: true, unordered: false };
const UNORDERED: FloatCmp = FloatCmp { less: false, equal: false, greater: false, unordered: true };

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` if it is not one of them.
    pub(super) fn x86_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Vec<Operand>>> {
        let (set, operation) = name.strip_prefix("x86.")?.split_once('.')?;
        if !matches!(set, "sse" | "sse2" | "sse41") {
            return None;
        }
        Some(match operation {
            "movmsk.ps" | "movmsk.pd" | "pmovmskb.128" => self.sign_mask(inst),
            "max.ps" | "max.pd" => self.float_choice(inst, GREATER, usize::MAX),
            "min.ps" | "min.pd" => self.float_choice(inst, LESS, usize::MAX),
            "max.ss" | "max.sd" => self.float_choice(inst, GREATER, 1),
            "min.ss" | "min.sd" => self.float_choice(inst, LESS, 1),
            "cvtss2si" | "cvtss2si64" | "cvtsd2si" | "cvtsd2si64" => self.integer_of_first(inst, FloatUnOp::RoundEven),
            "cvttss2si" | "cvttss2si64" | "cvttsd2si" | "cvttsd2si64" => self.integer_of_first(inst, FloatUnOp::Trunc),
            "packsswb.128" | "packssdw.128" => self.pack(inst, true),
            "packuswb.128" | "packusdw" => self.pack(inst, false),
            "pavg.b" | "pavg.w" => self.average(inst),
            "pmadd.wd" => self.multiply_pairs(inst),
            "pmulh.w" => self.high_product(inst, CastOp::SExt),
            "pmulhu.w" => self.high_product(inst, CastOp::ZExt),
            "psad.bw" => self.sum_of_differences(inst),
            _ if operation.starts_with("psll") => self.shift_all(inst, BinOp::Shl),
            _ if operation.starts_with("psrl") => self.shift_all(inst, BinOp::LShr),
            _ if operation.starts_with("psra") => self.shift_all(inst, BinOp::AShr),
            _ => self.scalar_comparison(inst, operation)?,
        })
    }

    /// One bit for the sign of each element.
    fn sign_mask(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let (from, to) = (self.width(inst.operand(0))?, self.width(inst)?);
        let zero = self.module.immediate(0, from);
        let lanes = self.operands(inst.operand(0))?;
        let mut signs = self.module.immediate(0, to);
        for (i, lane) in lanes.into_iter().enumerate() {
            let negative = self.compare(CmpOp::Slt, from, lane, zero);
            let bit = self.choose(to, negative, Operand::Imm(1 << i), Operand::Imm(0));
            signs = self.binary(BinOp::Or, to, signs, bit);
        }
        Ok(vec![signs])
    }

    /// The first operand where the relation holds, the second elsewhere (with NaN too); elements from `count` on are
    /// those of the first operand.
    fn float_choice(&mut self, inst: Value<'m>, op: FloatCmp, count: usize) -> Lowered<Vec<Operand>> {
        let format = self.format(inst)?;
        let lanes = self.argument_lanes(inst, 2)?;
        let choose = |(i, lane): (usize, Vec<Operand>)| {
            if i >= count {
                return lane[0];
            }
            let holds = self.float_relation(op, format, lane[0], lane[1]);
            self.choose(format.width(), holds, lane[0], lane[1])
        };
        Ok(lanes.into_iter().enumerate().map(choose).collect())
    }

    fn float_relation(&mut self, op: FloatCmp, format: FloatFormat, a: Operand, b: Operand) -> Operand {
        self.emit_to(1, |dst| Inst::FloatCmp { op, format, dst, a, b })
    }

    /// `comieq.ss` and its like: a relation between the first elements, as an integer.
    fn scalar_comparison(&mut self, inst: Value<'m>, operation: &str) -> Option<Lowered<Vec<Operand>>> {
        let relation = operation.strip_prefix('u').unwrap_or(operation).strip_prefix("comi")?;
        let (name, _) = relation.split_once('.')?;
        let (less, equal, greater, unordered) = match name {
            "eq" => (false, true, false, false),
            "lt" => (true, false, false, false),
            "le" => (true, true, false, false),
            "gt" => (false, false, true, false),
            "ge" => (false, true, true, false),
            "neq" => (true, false, true, true),
            _ => return None,
        };
        Some(self.first_elements_compare(inst, FloatCmp { less, equal, greater, unordered }))
    }

    fn first_elements_compare(&mut self, inst: Value<'m>, op: FloatCmp) -> Lowered<Vec<Operand>> {
        let format = self.format(inst.operand(0))?;
        let lanes = self.argument_lanes(inst, 2)?;
        let Some(first) = lanes.first() else { return unsupported("empty vector") };
        let holds = self.float_relation(op, format, first[0], first[1]);
        Ok(vec![self.resized(holds, 1, 32)])
    }

    /// The first element as an integer; what does not fit becomes the smallest integer.
    fn integer_of_first(&mut self, inst: Value<'m>, rounding: FloatUnOp) -> Lowered<Vec<Operand>> {
        let format = self.format(inst.operand(0))?;
        let to = self.width(inst)?;
        let Some(&a) = self.operands(inst.operand(0))?.first() else { return unsupported("empty vector") };
        let rounded = self.emit_to(format.width(), |dst| Inst::FloatUn { op: rounding, format, dst, a });
        // In 64 bits, only the saturated value is one that no float holds.
        let wide = self.float_cast(FloatCast::ToSignedSat { from: format, to: 64 }, 64, rounded);
        let narrow = self.resized(wide, 64, to);
        let too_big = if to == 64 {
            self.compare(CmpOp::Eq, 64, wide, Operand::Imm(i64::MAX as u64))
        } else {
            let back = self.emit_to(64, |dst| Inst::Cast { op: CastOp::SExt, from: to, to: 64, dst, a: narrow });
            self.compare(CmpOp::Ne, 64, wide, back)
        };
        let nan = self.float_relation(UNORDERED, format, a, a);
        let unfit = self.binary(BinOp::Or, 1, too_big, nan);
        let smallest = self.module.immediate(1 << (to - 1), to);
        Ok(vec![self.choose(to, unfit, smallest, narrow)])
    }

    /// Elements of both vectors clamped to half their width.
    fn pack(&mut self, inst: Value<'m>, signed: bool) -> Lowered<Vec<Operand>> {
        let (from, to) = (self.width(inst.operand(0))?, self.width(inst)?);
        let (low, high) = if signed { (!(mask(to) >> 1), mask(to) >> 1) } else { (0, mask(to)) };
        let (low, high) = (self.module.immediate(low, from), self.module.immediate(high, from));
        let mut lanes = self.operands(inst.operand(0))?;
        lanes.extend(self.operands(inst.operand(1))?);
        let clamp = |lane| {
            let capped = self.integer(IntOp::SMin, from, &[lane, high]);
            let clamped = self.integer(IntOp::SMax, from, &[capped, low]);
            self.resized(clamped, from, to)
        };
        Ok(lanes.into_iter().map(clamp).collect())
    }

    /// `(a + b + 1) / 2` without overflow.
    fn average(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let width = self.width(inst)?;
        let wide = 2 * width;
        let lanes = self.argument_lanes(inst, 2)?;
        let average = |lane: Vec<Operand>| {
            let (a, b) = (self.resized(lane[0], width, wide), self.resized(lane[1], width, wide));
            let sum = self.binary(BinOp::Add, wide, a, b);
            let sum = self.binary(BinOp::Add, wide, sum, Operand::Imm(1));
            let half = self.binary(BinOp::LShr, wide, sum, Operand::Imm(1));
            self.resized(half, wide, width)
        };
        Ok(lanes.into_iter().map(average).collect())
    }

    fn extended(&mut self, op: CastOp, value: Operand, from: u16, to: u16) -> Operand {
        self.emit_to(to, |dst| Inst::Cast { op, from, to, dst, a: value })
    }

    /// The exact product of two elements, twice as wide.
    fn product(&mut self, op: CastOp, lane: &[Operand], width: u16) -> Operand {
        let a = self.extended(op, lane[0], width, 2 * width);
        let b = self.extended(op, lane[1], width, 2 * width);
        self.binary(BinOp::Mul, 2 * width, a, b)
    }

    fn multiply_pairs(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let (from, to) = (self.width(inst.operand(0))?, self.width(inst)?);
        let lanes = self.argument_lanes(inst, 2)?;
        let products: Vec<_> = lanes.iter().map(|lane| self.product(CastOp::SExt, lane, from)).collect();
        Ok(products.chunks_exact(2).map(|pair| self.binary(BinOp::Add, to, pair[0], pair[1])).collect())
    }

    fn high_product(&mut self, inst: Value<'m>, op: CastOp) -> Lowered<Vec<Operand>> {
        let width = self.width(inst)?;
        let lanes = self.argument_lanes(inst, 2)?;
        let high = |lane: Vec<Operand>| {
            let product = self.product(op, &lane, width);
            self.bits_at(product, 2 * width, width, width)
        };
        Ok(lanes.into_iter().map(high).collect())
    }

    /// Sums of the absolute differences of eight bytes each.
    fn sum_of_differences(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let lanes = self.argument_lanes(inst, 2)?;
        let mut sums = Vec::new();
        for group in lanes.chunks_exact(8) {
            let mut sum = Operand::Imm(0);
            for lane in group {
                let high = self.integer(IntOp::UMax, 8, lane);
                let low = self.integer(IntOp::UMin, 8, lane);
                let difference = self.binary(BinOp::Sub, 8, high, low);
                let wide = self.resized(difference, 8, 64);
                sum = self.binary(BinOp::Add, 64, sum, wide);
            }
            sums.push(sum);
        }
        Ok(sums)
    }

    /// Every element shifted by one amount: an integer, or the low 64 bits of a vector. Too large an amount shifts
    /// everything out.
    fn shift_all(&mut self, inst: Value<'m>, op: BinOp) -> Lowered<Vec<Operand>> {
        let width = self.width(inst)?;
        let amount = inst.operand(1);
        let part = self.width(amount)?;
        let pieces = self.operands(amount)?;
        let amount = match amount.ty().kind() {
            TypeKind::LLVMVectorTypeKind => self.joined(&pieces[..(64 / part as usize).min(pieces.len())], part),
            _ => self.resized(pieces[0], part, 64),
        };
        let too_large = self.compare(CmpOp::Uge, 64, amount, Operand::Imm(width as u64));
        let last = Operand::Imm(width as u64 - 1);
        let capped = self.choose(64, too_large, last, amount);
        let by = self.resized(capped, 64, width);
        let lanes = self.operands(inst.operand(0))?;
        let zero = self.module.immediate(0, width);
        let shift = |lane| {
            let shifted = self.binary(op, width, lane, by);
            if op == BinOp::AShr { shifted } else { self.choose(width, too_large, zero, shifted) }
        };
        Ok(lanes.into_iter().map(shift).collect())
    }
}
