//! Conversions between types.

use crate::ir::{BinOp, CastOp, FloatCast, Inst, Operand};
use crate::llvm::{Opcode, Value};
use crate::lower::addresses::low_bits_used;
use crate::lower::function::FunctionLowering;
use crate::lower::types::MAX_WIDTH;
use crate::lower::{Lowered, unsupported};

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn cast(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let source = inst.operand(0);
        let values = self.seen_operands(source)?;
        let (from, to) = (self.width(source)?, self.width(inst)?);
        let cast = match inst.opcode() {
            Opcode::LLVMBitCast => return self.repack(values, from, to),
            Opcode::LLVMAddrSpaceCast => return Ok(values),
            Opcode::LLVMTrunc => return Ok(self.cast_each(CastOp::Trunc, values, from, to)),
            Opcode::LLVMZExt => return Ok(self.cast_each(CastOp::ZExt, values, from, to)),
            Opcode::LLVMSExt => return Ok(self.cast_each(CastOp::SExt, values, from, to)),
            Opcode::LLVMPtrToInt if self.is_seen_as_number(inst) => {
                let low = low_bits_used(inst, to);
                return Ok(values.into_iter().map(|value| self.pointer_as_number(value, to, low)).collect());
            }
            Opcode::LLVMIntToPtr if !self.is_model => {
                return Ok(values.into_iter().map(|value| self.number_as_pointer(value, from)).collect());
            }
            Opcode::LLVMPtrToInt | Opcode::LLVMIntToPtr => {
                return Ok(values.into_iter().map(|value| self.resized(value, from, to)).collect());
            }
            Opcode::LLVMFPTrunc | Opcode::LLVMFPExt => {
                FloatCast::Convert { from: self.format(source)?, to: self.format(inst)? }
            }
            Opcode::LLVMFPToSI => FloatCast::ToSigned { from: self.format(source)?, to },
            Opcode::LLVMFPToUI => FloatCast::ToUnsigned { from: self.format(source)?, to },
            Opcode::LLVMSIToFP => FloatCast::FromSigned { from, to: self.format(inst)? },
            Opcode::LLVMUIToFP => FloatCast::FromUnsigned { from, to: self.format(inst)? },
            other => return unsupported(format!("cast {other:?}")),
        };
        Ok(values.into_iter().map(|a| self.float_cast(cast, to, a)).collect())
    }

    pub(super) fn float_cast(&mut self, cast: FloatCast, to: u16, a: Operand) -> Operand {
        self.emit_to(to, |dst| Inst::FloatCast { cast, dst, a })
    }

    fn cast_each(&mut self, op: CastOp, values: Vec<Operand>, from: u16, to: u16) -> Vec<Operand> {
        values.into_iter().map(|a| self.emit_to(to, |dst| Inst::Cast { op, from, to, dst, a })).collect()
    }

    /// The same bits cut into scalars of another width, the first in the lowest bits.
    pub(super) fn repack(&mut self, values: Vec<Operand>, from: u16, to: u16) -> Lowered<Vec<Operand>> {
        if from == to {
            return Ok(values);
        }
        if to.is_multiple_of(from) {
            let group = (to / from) as usize;
            return Ok(values.chunks(group).map(|parts| self.joined(parts, from)).collect());
        }
        if from.is_multiple_of(to) {
            return Ok(values.into_iter().flat_map(|value| self.split(value, from, to)).collect());
        }
        let total = from as usize * values.len();
        if total > MAX_WIDTH as usize {
            return unsupported(format!("bit cast of {} scalars from {from} to {to} bits", values.len()));
        }
        let whole = self.joined(&values, from);
        Ok(self.split(whole, total as u16, to))
    }

    /// One integer out of several of width `part`.
    pub(super) fn joined(&mut self, parts: &[Operand], part: u16) -> Operand {
        let total = part * parts.len() as u16;
        let mut whole = None;
        for (i, &value) in parts.iter().enumerate() {
            let wide = self.resized(value, part, total);
            let amount = self.module.immediate((i as u16 * part) as u128, total);
            let placed = if i == 0 { wide } else { self.binary(BinOp::Shl, total, wide, amount) };
            whole = Some(match whole {
                None => placed,
                Some(low) => self.binary(BinOp::Or, total, low, placed),
            });
        }
        whole.unwrap_or(Operand::Imm(0))
    }

    /// The pieces of width `part` of an integer.
    pub(super) fn split(&mut self, value: Operand, total: u16, part: u16) -> Vec<Operand> {
        (0..total / part).map(|i| self.bits_at(value, total, i * part, part)).collect()
    }

    /// `width` bits of an integer from bit `shift` on.
    pub(super) fn bits_at(&mut self, value: Operand, total: u16, shift: u16, width: u16) -> Operand {
        if let Operand::Undef(_) = value {
            return Operand::Undef(width);
        }
        if let Some(bits) = self.module.known_bits(value) {
            return self.module.immediate(bits >> shift, width);
        }
        let amount = self.module.immediate(shift as u128, total);
        let low = if shift == 0 { value } else { self.binary(BinOp::LShr, total, value, amount) };
        self.resized(low, total, width)
    }
}
