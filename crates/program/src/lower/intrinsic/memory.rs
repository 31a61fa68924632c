//! Intrinsics about memory: block operations, lifetimes, the stack, variable arguments, object sizes.

use crate::ir::{BinOp, Inst, Operand};
use crate::llvm::Value;
use crate::lower::function::FunctionLowering;
use crate::lower::{Lowered, unsupported};

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` if the name is of another family.
    pub(super) fn memory_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Vec<Operand>>> {
        Some(match name {
            "memcpy" | "memcpy.inline" | "memcpy.element.unordered.atomic" => self.copy_bytes(inst, false),
            "memmove" | "memmove.element.unordered.atomic" => self.copy_bytes(inst, true),
            "memset" | "memset.inline" | "memset.element.unordered.atomic" => self.set_bytes(inst),
            "lifetime.start" => self.lifetime(inst, true),
            "lifetime.end" => self.lifetime(inst, false),
            "stacksave" => Ok(vec![self.emit_to(64, |dst| Inst::StackSave { dst })]),
            "stackrestore" => self.effect(inst, |[saved]| Inst::StackRestore { saved }),
            "va_start" => self.effect(inst, |[list]| Inst::VaStart { list }),
            "va_end" => self.effect(inst, |[list]| Inst::VaEnd { list }),
            "va_copy" => self.effect(inst, |[dst, src]| Inst::VaCopy { dst, src }),
            "objectsize" => self.object_size(inst),
            "ptrmask" => self.pointer_mask(inst),
            "load.relative" => unsupported("intrinsic llvm.load.relative"),
            _ => return None,
        })
    }

    /// An instruction without result whose operands are the first arguments.
    fn effect<const N: usize>(
        &mut self,
        inst: Value<'m>,
        build: impl FnOnce([Operand; N]) -> Inst,
    ) -> Lowered<Vec<Operand>> {
        let mut operands = [Operand::Imm(0); N];
        for (index, slot) in operands.iter_mut().enumerate() {
            *slot = self.operand(inst.operand(index as u32))?;
        }
        self.emit(build(operands));
        Ok(Vec::new())
    }

    /// The third argument of a block operation, as 64 bits.
    fn length(&mut self, inst: Value<'m>) -> Lowered<Operand> {
        let length = inst.operand(2);
        let width = self.width(length)?;
        let operand = self.operand(length)?;
        Ok(self.resized(operand, width, 64))
    }

    fn copy_bytes(&mut self, inst: Value<'m>, may_overlap: bool) -> Lowered<Vec<Operand>> {
        let dst = self.operand(inst.operand(0))?;
        let src = self.operand(inst.operand(1))?;
        let len = self.length(inst)?;
        if len != Operand::Imm(0) {
            self.emit(Inst::MemCopy { dst, src, len, may_overlap });
        }
        Ok(Vec::new())
    }

    fn set_bytes(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let dst = self.operand(inst.operand(0))?;
        let value = self.operand(inst.operand(1))?;
        let len = self.length(inst)?;
        if len != Operand::Imm(0) {
            self.emit(Inst::MemSet { dst, value, len });
        }
        Ok(Vec::new())
    }

    fn lifetime(&mut self, inst: Value<'m>, start: bool) -> Lowered<Vec<Operand>> {
        let variable = inst.operand(1);
        let addr = self.operand(variable)?;
        if start {
            self.take_turns(variable, addr);
        }
        self.emit(Inst::Lifetime { start, addr });
        Ok(Vec::new())
    }

    fn object_size(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let addr = self.operand(inst.operand(0))?;
        let min = self.operand(inst.operand(1))? == Operand::Imm(1);
        let width = self.width(inst)?;
        Ok(vec![self.emit_to(width, |dst| Inst::ObjectSize { dst, addr, min, width })])
    }

    fn pointer_mask(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let width = self.width(inst.operand(1))?;
        if width != 64 {
            return unsupported(format!("pointer mask of {width} bits"));
        }
        let lanes = self.argument_lanes(inst, 2)?;
        Ok(lanes.into_iter().map(|lane| self.binary(BinOp::And, 64, lane[0], lane[1])).collect())
    }
}
