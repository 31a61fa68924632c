//! `llvm.vector.reduce.*`: a vector folded into one scalar, first element first.

use crate::ir::{BinOp, FloatBinOp, Inst, IntOp, Operand};
use crate::llvm::Value;
use crate::lower::Lowered;
use crate::lower::function::FunctionLowering;

#[derive(Clone, Copy)]
enum Fold {
    Bin(BinOp),
    Int(IntOp),
    Float(FloatBinOp),
}

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` if the name is of another family.
    pub(super) fn reduction(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Vec<Operand>>> {
        let kind = name.strip_prefix("vector.reduce.")?;
        let fold = match kind {
            "add" => Fold::Bin(BinOp::Add),
            "mul" => Fold::Bin(BinOp::Mul),
            "and" => Fold::Bin(BinOp::And),
            "or" => Fold::Bin(BinOp::Or),
            "xor" => Fold::Bin(BinOp::Xor),
            "smin" => Fold::Int(IntOp::SMin),
            "smax" => Fold::Int(IntOp::SMax),
            "umin" => Fold::Int(IntOp::UMin),
            "umax" => Fold::Int(IntOp::UMax),
            "fmin" => Fold::Float(FloatBinOp::MinNum),
            "fmax" => Fold::Float(FloatBinOp::MaxNum),
            "fminimum" => Fold::Float(FloatBinOp::Minimum),
            "fmaximum" => Fold::Float(FloatBinOp::Maximum),
            "fadd" => Fold::Float(FloatBinOp::Add),
            "fmul" => Fold::Float(FloatBinOp::Mul),
            _ => return None,
        };
        // Only the order-sensitive ones have a start value, before the vector.
        let has_start = matches!(kind, "fadd" | "fmul");
        Some(self.fold(inst, fold, has_start))
    }

    fn fold(&mut self, inst: Value<'m>, fold: Fold, has_start: bool) -> Lowered<Vec<Operand>> {
        let width = self.width(inst)?;
        let mut values = Vec::new();
        for index in 0..1 + has_start as u32 {
            values.extend(self.operands(inst.operand(index))?);
        }
        let format = match fold {
            Fold::Float(_) => Some(self.format(inst)?),
            Fold::Bin(_) | Fold::Int(_) => None,
        };
        let combine = |a: Operand, b: Operand| match (fold, format) {
            (Fold::Bin(op), _) => self.binary(op, width, a, b),
            (Fold::Int(op), _) => self.integer(op, width, &[a, b]),
            (Fold::Float(op), Some(format)) => self.emit_to(width, |dst| Inst::FloatBin { op, format, dst, a, b }),
            (Fold::Float(_), None) => a,
        };
        Ok(vec![values.into_iter().reduce(combine).unwrap_or(Operand::Undef(width))])
    }
}
