//! The few x86 intrinsics that clang's vector headers still emit for simple operations. (Most of those headers are
//! plain vector code.) Anything else of x86 is unsupported.

use crate::ir::{BinOp, CmpOp, Operand};
use crate::llvm::Value;
use crate::lower::Lowered;
use crate::lower::function::FunctionLowering;

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` if it is not one of them.
    pub(super) fn x86_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Vec<Operand>>> {
        Some(match name.strip_prefix("x86.")? {
            "sse.movmsk.ps" | "sse2.movmsk.pd" | "sse2.pmovmskb.128" | "avx.movmsk.ps.256" | "avx.movmsk.pd.256"
            | "avx2.pmovmskb" => self.sign_mask(inst),
            _ => return None,
        })
    }

    /// One bit for the sign of each element.
    fn sign_mask(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let (from, to) = (self.width(inst.operand(0))?, self.width(inst)?);
        let zero = self.module.immediate(0, from);
        let lanes = self.operands(inst.operand(0))?;
        let mut mask = self.module.immediate(0, to);
        for (i, lane) in lanes.into_iter().enumerate() {
            let negative = self.compare(CmpOp::Slt, from, lane, zero);
            let set = self.module.immediate(1 << i, to);
            let none = self.module.immediate(0, to);
            let bit = self.choose(to, negative, set, none);
            mask = self.binary(BinOp::Or, to, mask, bit);
        }
        Ok(vec![mask])
    }
}
