//! Float intrinsics that are one operation of IEEE 754, and conversions.

use crate::ir::{FloatBinOp, FloatCast, FloatUnOp, Inst, Operand};
use crate::llvm::Value;
use crate::lower::function::FunctionLowering;
use crate::lower::{Lowered, unsupported};

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` if the name is of another family.
    pub(super) fn float_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Vec<Operand>>> {
        if let Some(op) = unary(name) {
            return Some(self.float_unary(inst, op));
        }
        if let Some(op) = binary(name) {
            return Some(self.float_pair(inst, op));
        }
        match name {
            "fma" => Some(self.multiply_add(inst, true)),
            // Free to round once or twice; unoptimised code rounds twice.
            "fmuladd" => Some(self.multiply_add(inst, false)),
            "is.fpclass" => Some(self.float_class(inst)),
            "fptosi.sat" => Some(self.saturating(inst, true)),
            "fptoui.sat" => Some(self.saturating(inst, false)),
            "lrint" | "llrint" => Some(self.round_to_integer(inst, FloatUnOp::RoundEven)),
            "lround" | "llround" => Some(self.round_to_integer(inst, FloatUnOp::RoundAway)),
            "convert.from.fp16" => Some(self.half_to_float(inst)),
            "convert.to.fp16" => Some(self.float_to_half(inst)),
            _ => None,
        }
    }

    fn float_unary(&mut self, inst: Value<'m>, op: FloatUnOp) -> Lowered<Vec<Operand>> {
        let format = self.format(inst)?;
        let values = self.operands(inst.operand(0))?;
        let emit = |a| self.emit_to(format.width(), |dst| Inst::FloatUn { op, format, dst, a });
        Ok(values.into_iter().map(emit).collect())
    }

    pub(super) fn float_pair(&mut self, inst: Value<'m>, op: FloatBinOp) -> Lowered<Vec<Operand>> {
        let format = self.format(inst)?;
        let lanes = self.argument_lanes(inst, 2)?;
        let emit = |lane: Vec<Operand>| {
            self.emit_to(format.width(), |dst| Inst::FloatBin { op, format, dst, a: lane[0], b: lane[1] })
        };
        Ok(lanes.into_iter().map(emit).collect())
    }

    fn multiply_add(&mut self, inst: Value<'m>, fused: bool) -> Lowered<Vec<Operand>> {
        let format = self.format(inst)?;
        let lanes = self.argument_lanes(inst, 3)?;
        let emit = |lane: Vec<Operand>| {
            let (a, b, c) = (lane[0], lane[1], lane[2]);
            self.emit_to(format.width(), |dst| Inst::FloatFma { fused, format, dst, a, b, c })
        };
        Ok(lanes.into_iter().map(emit).collect())
    }

    fn float_class(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let format = self.format(inst.operand(0))?;
        let Operand::Imm(mask) = self.operand(inst.operand(1))? else { return unsupported("variable float class") };
        let mask = mask as u16;
        let values = self.operands(inst.operand(0))?;
        let emit = |a| self.emit_to(1, |dst| Inst::FloatClass { mask, format, dst, a });
        Ok(values.into_iter().map(emit).collect())
    }

    fn saturating(&mut self, inst: Value<'m>, signed: bool) -> Lowered<Vec<Operand>> {
        let from = self.format(inst.operand(0))?;
        let to = self.width(inst)?;
        let cast = if signed { FloatCast::ToSignedSat { from, to } } else { FloatCast::ToUnsignedSat { from, to } };
        let values = self.operands(inst.operand(0))?;
        Ok(values.into_iter().map(|a| self.float_cast(cast, to, a)).collect())
    }

    fn round_to_integer(&mut self, inst: Value<'m>, op: FloatUnOp) -> Lowered<Vec<Operand>> {
        let format = self.format(inst.operand(0))?;
        let to = self.width(inst)?;
        let values = self.operands(inst.operand(0))?;
        let convert = |a| {
            let rounded = self.emit_to(format.width(), |dst| Inst::FloatUn { op, format, dst, a });
            self.float_cast(FloatCast::ToSigned { from: format, to }, to, rounded)
        };
        Ok(values.into_iter().map(convert).collect())
    }

    fn half_to_float(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let to = self.format(inst)?;
        let a = self.operand(inst.operand(0))?;
        let cast = FloatCast::Convert { from: crate::ir::FloatFormat::Half, to };
        Ok(vec![self.float_cast(cast, to.width(), a)])
    }

    fn float_to_half(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let from = self.format(inst.operand(0))?;
        let a = self.operand(inst.operand(0))?;
        let cast = FloatCast::Convert { from, to: crate::ir::FloatFormat::Half };
        Ok(vec![self.float_cast(cast, 16, a)])
    }
}

fn unary(name: &str) -> Option<FloatUnOp> {
    Some(match name {
        "fabs" => FloatUnOp::Abs,
        "sqrt" => FloatUnOp::Sqrt,
        "floor" => FloatUnOp::Floor,
        "ceil" => FloatUnOp::Ceil,
        "trunc" => FloatUnOp::Trunc,
        "rint" | "nearbyint" | "roundeven" => FloatUnOp::RoundEven,
        "round" => FloatUnOp::RoundAway,
        _ => return None,
    })
}

fn binary(name: &str) -> Option<FloatBinOp> {
    Some(match name {
        "minnum" => FloatBinOp::MinNum,
        "maxnum" => FloatBinOp::MaxNum,
        "minimum" => FloatBinOp::Minimum,
        "maximum" => FloatBinOp::Maximum,
        "copysign" => FloatBinOp::CopySign,
        _ => return None,
    })
}
