//! `llvm.experimental.constrained.*`: float operations of code compiled for access to the floating-point environment.
//!
//! They are done in the default environment: rounding to nearest, exceptions ignored. A program that changes the
//! environment calls a library function for it, which is where that is noticed.

use crate::ir::{FloatBinOp, FloatCast, FloatCmp, Inst, Operand};
use crate::llvm::Value;
use crate::lower::function::FunctionLowering;
use crate::lower::{Lowered, unsupported};

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` if the name is of another family.
    pub(super) fn strict_float(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Vec<Operand>>> {
        let operation = name.strip_prefix("experimental.constrained.")?;
        let binary = match operation {
            "fadd" => Some(FloatBinOp::Add),
            "fsub" => Some(FloatBinOp::Sub),
            "fmul" => Some(FloatBinOp::Mul),
            "fdiv" => Some(FloatBinOp::Div),
            "frem" => Some(FloatBinOp::Rem),
            _ => None,
        };
        Some(match operation {
            _ if binary.is_some() => self.float_pair(inst, binary?),
            "fcmp" | "fcmps" => self.strict_compare(inst),
            "fptosi" | "fptoui" | "sitofp" | "uitofp" | "fptrunc" | "fpext" => self.strict_cast(inst, operation),
            // The others have a plain twin of the same name, whose operands come first.
            _ => self.float_intrinsic(inst, operation).or_else(|| self.library_intrinsic(inst, operation))?,
        })
    }

    fn strict_cast(&mut self, inst: Value<'m>, operation: &str) -> Lowered<Vec<Operand>> {
        let source = inst.operand(0);
        let (from, to) = (self.width(source)?, self.width(inst)?);
        let cast = match operation {
            "fptosi" => FloatCast::ToSigned { from: self.format(source)?, to },
            "fptoui" => FloatCast::ToUnsigned { from: self.format(source)?, to },
            "sitofp" => FloatCast::FromSigned { from, to: self.format(inst)? },
            "uitofp" => FloatCast::FromUnsigned { from, to: self.format(inst)? },
            _ => FloatCast::Convert { from: self.format(source)?, to: self.format(inst)? },
        };
        let values = self.operands(source)?;
        Ok(values.into_iter().map(|a| self.float_cast(cast, to, a)).collect())
    }

    /// The predicate is an argument, as text.
    fn strict_compare(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let predicate = inst.operand(2).metadata_text();
        let Some(op) = outcomes(&predicate) else { return unsupported(format!("float comparison `{predicate}`")) };
        let format = self.format(inst.operand(0))?;
        let lanes = self.argument_lanes(inst, 2)?;
        let compare =
            |lane: Vec<Operand>| self.emit_to(1, |dst| Inst::FloatCmp { op, format, dst, a: lane[0], b: lane[1] });
        Ok(lanes.into_iter().map(compare).collect())
    }
}

/// `oeq`, `une`, `ord` and so on: the first letter says whether NaN counts, the others what else does.
fn outcomes(predicate: &str) -> Option<FloatCmp> {
    let all = FloatCmp { less: true, equal: true, greater: true, unordered: false };
    let none = FloatCmp { less: false, equal: false, greater: false, unordered: false };
    match predicate {
        "ord" => return Some(all),
        "uno" => return Some(FloatCmp { unordered: true, ..none }),
        _ => {}
    }
    let unordered = match predicate.chars().next()? {
        'o' => false,
        'u' => true,
        _ => return None,
    };
    let (less, equal, greater) = match &predicate[1..] {
        "eq" => (false, true, false),
        "ne" => (true, false, true),
        "lt" => (true, false, false),
        "le" => (true, true, false),
        "gt" => (false, false, true),
        "ge" => (false, true, true),
        _ => return None,
    };
    Some(FloatCmp { less, equal, greater, unordered })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn predicates_are_sets_of_outcomes() {
        let une = FloatCmp { less: true, equal: false, greater: true, unordered: true };
        assert_eq!(outcomes("une"), Some(une));
        assert_eq!(outcomes("uno").map(|o| o.unordered), Some(true));
        assert_eq!(outcomes("strange"), None);
        assert_eq!(outcomes(""), None);
    }
}
