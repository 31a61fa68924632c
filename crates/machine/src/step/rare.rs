//! Instructions that are neither hot nor calls: which method executes each.

use program::ir::Inst;

use super::{Overlap, overflow};
use crate::checks::BugKind;
use crate::choice::CutReason;
use crate::machine::{Machine, Stop};
use crate::state::State;
use crate::value::Value;

impl<'p> Machine<'p> {
    pub(super) fn execute_rare(&mut self, st: &mut State, inst: &'p Inst) -> Result<(), Stop> {
        match *inst {
            Inst::Int { op, width, dst, a, b, c } => {
                let value = self.int_op(st, op, width, a, b, c);
                st.frame.regs[dst.index()] = value;
            }
            Inst::Overflow { op, signed, width, dst, overflow, a, b } => {
                let a = self.operand_expr(st, a, width);
                let b = self.operand_expr(st, b, width);
                let (result, bit) = overflow::wrapped(&mut self.dag, op, signed, a, b);
                st.frame.regs[dst.index()] = Value::of(&self.dag, result);
                st.frame.regs[overflow.index()] = Value::of(&self.dag, bit);
            }
            Inst::FloatBin { .. }
            | Inst::FloatUn { .. }
            | Inst::FloatFma { .. }
            | Inst::FloatCmp { .. }
            | Inst::FloatCast { .. }
            | Inst::FloatClass { .. } => self.float(st, inst)?,
            Inst::CheckIndex { index, index_width, limit, past_end_ok } => {
                self.check_index(st, index, index_width, limit, past_end_ok)?
            }
            Inst::PtrCmp { op, dst, a, b } => {
                let (a, b) = (self.operand(st, a), self.operand(st, b));
                st.frame.regs[dst.index()] = self.compare_pointers(st, op, a, b)?;
            }
            Inst::PtrDiff { dst, a, b } => {
                let (a, b) = (self.operand(st, a), self.operand(st, b));
                st.frame.regs[dst.index()] = self.subtract_pointers(st, a, b)?;
            }
            Inst::PtrToInt { dst, a, low } => {
                let a = self.operand(st, a);
                st.frame.regs[dst.index()] = self.pointer_as_number(st, a, low)?;
            }
            Inst::ReadNumber { dst, a, low } => {
                let a = self.operand(st, a);
                st.frame.regs[dst.index()] = self.read_as_number(st, a, low)?;
            }
            Inst::IntToPtr { dst, a } => {
                let a = self.operand(st, a);
                st.frame.regs[dst.index()] = self.number_as_pointer(a)?;
            }
            Inst::Alloca { dst, size, count, count_width, align } => {
                let address = self.alloca(st, size, count, count_width, align)?;
                st.frame.regs[dst.index()] = Value::Bits(address);
            }
            Inst::Lifetime { start, addr } => self.lifetime(st, start, addr)?,
            Inst::StackSave { dst } => st.frame.regs[dst.index()] = Value::Bits(st.frame.stack_top),
            Inst::StackRestore { saved } => self.stack_restore(st, saved)?,
            Inst::MemCopy { dst, src, len, may_overlap } => {
                let (dst, src, len) = (self.operand(st, dst), self.operand(st, src), self.operand(st, len));
                let overlap = if may_overlap { Overlap::Allowed } else { Overlap::SameOrNone };
                self.copy_memory(st, dst, src, len, overlap)?;
            }
            Inst::MemSet { dst, value, len } => {
                let (dst, value, len) = (self.operand(st, dst), self.operand(st, value), self.operand(st, len));
                self.set_memory(st, dst, value, len)?;
            }
            Inst::ObjectSize { dst, addr, min, width } => {
                let value = self.object_size(st, addr, min, width)?;
                st.frame.regs[dst.index()] = value;
            }
            Inst::VaStart { list } => self.va_start(st, list)?,
            Inst::VaCopy { dst, src } => {
                let (dst, src) = (self.operand(st, dst), self.operand(st, src));
                self.copy_memory(st, dst, src, Value::Bits(24), Overlap::Allowed)?;
            }
            Inst::VaEnd { list } => self.va_end(st, list)?,
            Inst::Assume { cond } => {
                let cond = self.operand(st, cond);
                self.assume(st, cond, 1)?;
            }
            Inst::Check { ok, what } => self.check_stated(st, ok, what)?,
            Inst::Trap => return Err(self.bug(st, BugKind::Abort, "trap")),
            Inst::Unsupported { reason } => {
                return Err(Stop::Cut(CutReason::Unsupported, self.program.unsupported[reason as usize].clone()));
            }
            Inst::Bin { .. }
            | Inst::Cmp { .. }
            | Inst::Cast { .. }
            | Inst::PtrAdd { .. }
            | Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::Select { .. }
            | Inst::Copy { .. }
            | Inst::Call(_) => unreachable!("executed in the loop"),
        }
        Ok(())
    }
}
