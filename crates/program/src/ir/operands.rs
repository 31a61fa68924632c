//! The values an instruction or terminator reads and writes, for analyses that treat all alike.

use super::{Callee, Inst, Jump, Operand, Reg, Term};

impl Operand {
    pub fn register(self) -> Option<Reg> {
        match self {
            Operand::Reg(reg) => Some(reg),
            Operand::Imm(_) | Operand::Wide(_) | Operand::Undef(_) => None,
        }
    }

    fn rename(&mut self, new: &mut impl FnMut(Reg) -> Reg) {
        if let Operand::Reg(reg) = self {
            *reg = new(*reg);
        }
    }
}

impl Inst {
    /// Calls `visit` with every operand, the callee of an indirect call included.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        match self {
            Inst::Copy { src, .. } => visit(*src),
            Inst::Bin { a, b, .. }
            | Inst::Cmp { a, b, .. }
            | Inst::PtrCmp { a, b, .. }
            | Inst::PtrDiff { a, b, .. }
            | Inst::Overflow { a, b, .. }
            | Inst::FloatBin { a, b, .. }
            | Inst::FloatCmp { a, b, .. } => [*a, *b].into_iter().for_each(visit),
            Inst::Cast { a, .. }
            | Inst::PtrToInt { a, .. }
            | Inst::ReadNumber { a, .. }
            | Inst::IntToPtr { a, .. }
            | Inst::FloatUn { a, .. }
            | Inst::FloatCast { a, .. }
            | Inst::FloatClass { a, .. } => visit(*a),
            Inst::Select { cond, yes, no, .. } => [*cond, *yes, *no].into_iter().for_each(visit),
            Inst::Int { a, b, c, .. } | Inst::FloatFma { a, b, c, .. } => [*a, *b, *c].into_iter().for_each(visit),
            Inst::PtrAdd { base, index, .. } => [*base, *index].into_iter().for_each(visit),
            Inst::CheckIndex { index, .. } => visit(*index),
            Inst::Load { addr, .. } | Inst::Lifetime { addr, .. } | Inst::ObjectSize { addr, .. } => visit(*addr),
            Inst::Store { value, addr, .. } => [*value, *addr].into_iter().for_each(visit),
            Inst::Alloca { count, .. } => visit(*count),
            Inst::StackSave { .. } | Inst::Trap | Inst::Unsupported { .. } => {}
            Inst::StackRestore { saved } => visit(*saved),
            Inst::MemCopy { dst, src, len, .. } => [*dst, *src, *len].into_iter().for_each(visit),
            Inst::MemSet { dst, value, len } => [*dst, *value, *len].into_iter().for_each(visit),
            Inst::VaStart { list } | Inst::VaEnd { list } => visit(*list),
            Inst::VaCopy { dst, src } => [*dst, *src].into_iter().for_each(visit),
            Inst::Call(call) => {
                if let Callee::Indirect(address) = call.callee {
                    visit(address);
                }
                call.args.iter().copied().for_each(visit);
            }
            Inst::Assume { cond } | Inst::Check { ok: cond, .. } => visit(*cond),
        }
    }

    /// Calls `visit` with every register that is written.
    pub fn for_each_result(&self, mut visit: impl FnMut(Reg)) {
        match self {
            Inst::Copy { dst, .. }
            | Inst::Bin { dst, .. }
            | Inst::Cmp { dst, .. }
            | Inst::Cast { dst, .. }
            | Inst::Select { dst, .. }
            | Inst::Int { dst, .. }
            | Inst::FloatBin { dst, .. }
            | Inst::FloatUn { dst, .. }
            | Inst::FloatFma { dst, .. }
            | Inst::FloatCmp { dst, .. }
            | Inst::FloatCast { dst, .. }
            | Inst::FloatClass { dst, .. }
            | Inst::PtrAdd { dst, .. }
            | Inst::PtrCmp { dst, .. }
            | Inst::PtrDiff { dst, .. }
            | Inst::PtrToInt { dst, .. }
            | Inst::ReadNumber { dst, .. }
            | Inst::IntToPtr { dst, .. }
            | Inst::Load { dst, .. }
            | Inst::Alloca { dst, .. }
            | Inst::StackSave { dst }
            | Inst::ObjectSize { dst, .. } => visit(*dst),
            Inst::Overflow { dst, overflow, .. } => [*dst, *overflow].into_iter().for_each(visit),
            Inst::Call(call) => call.results.iter().copied().for_each(visit),
            Inst::CheckIndex { .. }
            | Inst::Store { .. }
            | Inst::Lifetime { .. }
            | Inst::StackRestore { .. }
            | Inst::MemCopy { .. }
            | Inst::MemSet { .. }
            | Inst::VaStart { .. }
            | Inst::VaCopy { .. }
            | Inst::VaEnd { .. }
            | Inst::Assume { .. }
            | Inst::Check { .. }
            | Inst::Trap
            | Inst::Unsupported { .. } => {}
        }
    }

    /// Puts others in the place of the registers that are read and written.
    pub(crate) fn rename(&mut self, mut new: impl FnMut(Reg) -> Reg) {
        let new = &mut new;
        match self {
            Inst::Copy { dst, src: a }
            | Inst::Cast { dst, a, .. }
            | Inst::PtrToInt { dst, a, .. }
            | Inst::ReadNumber { dst, a, .. }
            | Inst::IntToPtr { dst, a }
            | Inst::FloatUn { dst, a, .. }
            | Inst::FloatCast { dst, a, .. }
            | Inst::FloatClass { dst, a, .. }
            | Inst::Load { dst, addr: a, .. }
            | Inst::ObjectSize { dst, addr: a, .. }
            | Inst::Alloca { dst, count: a, .. } => {
                a.rename(new);
                *dst = new(*dst);
            }
            Inst::Bin { dst, a, b, .. }
            | Inst::Cmp { dst, a, b, .. }
            | Inst::PtrCmp { dst, a, b, .. }
            | Inst::PtrDiff { dst, a, b }
            | Inst::FloatBin { dst, a, b, .. }
            | Inst::FloatCmp { dst, a, b, .. }
            | Inst::PtrAdd { dst, base: a, index: b, .. } => {
                [a, b].into_iter().for_each(|operand| operand.rename(new));
                *dst = new(*dst);
            }
            Inst::Select { dst, cond: a, yes: b, no: c, .. }
            | Inst::Int { dst, a, b, c, .. }
            | Inst::FloatFma { dst, a, b, c, .. } => {
                [a, b, c].into_iter().for_each(|operand| operand.rename(new));
                *dst = new(*dst);
            }
            Inst::Overflow { dst, overflow, a, b, .. } => {
                [a, b].into_iter().for_each(|operand| operand.rename(new));
                (*dst, *overflow) = (new(*dst), new(*overflow));
            }
            Inst::StackSave { dst } => *dst = new(*dst),
            Inst::CheckIndex { index: a, .. }
            | Inst::Lifetime { addr: a, .. }
            | Inst::StackRestore { saved: a }
            | Inst::VaStart { list: a }
            | Inst::VaEnd { list: a }
            | Inst::Assume { cond: a }
            | Inst::Check { ok: a, .. } => a.rename(new),
            Inst::Store { value: a, addr: b, .. } | Inst::VaCopy { dst: a, src: b } => {
                [a, b].into_iter().for_each(|operand| operand.rename(new));
            }
            Inst::MemCopy { dst, src, len, .. } | Inst::MemSet { dst, value: src, len } => {
                [dst, src, len].into_iter().for_each(|operand| operand.rename(new));
            }
            Inst::Call(call) => {
                if let Callee::Indirect(address) = &mut call.callee {
                    address.rename(new);
                }
                call.args.iter_mut().for_each(|operand| operand.rename(new));
                call.results.iter_mut().for_each(|reg| *reg = new(*reg));
            }
            Inst::Trap | Inst::Unsupported { .. } => {}
        }
    }
}

impl Jump {
    fn rename(&mut self, new: &mut impl FnMut(Reg) -> Reg) {
        for (to, from) in &mut self.copies {
            from.rename(new);
            *to = new(*to);
        }
    }
}

impl Term {
    /// Calls `visit` with the operand that decides or is returned; copies on edges are not included.
    pub fn for_each_operand(&self, mut visit: impl FnMut(Operand)) {
        match self {
            Term::Jump(_) | Term::Unreachable | Term::Unsupported { .. } => {}
            Term::Branch { cond, .. } => visit(*cond),
            Term::Switch { value, .. } => visit(*value),
            Term::IndirectJump { address, .. } => visit(*address),
            Term::Return(values) => values.iter().copied().for_each(visit),
        }
    }

    /// Puts others in the place of its registers, those of copies on edges included.
    pub(crate) fn rename(&mut self, mut new: impl FnMut(Reg) -> Reg) {
        let new = &mut new;
        match self {
            Term::Jump(jump) => jump.rename(new),
            Term::Branch { cond, yes, no } => {
                cond.rename(new);
                [yes, no].into_iter().for_each(|jump| jump.rename(new));
            }
            Term::Switch { value: operand, cases: jumps, default, .. } => {
                operand.rename(new);
                jumps.iter_mut().map(|(_, jump)| jump).chain([default]).for_each(|jump| jump.rename(new));
            }
            Term::IndirectJump { address, targets } => {
                address.rename(new);
                targets.iter_mut().for_each(|(_, jump)| jump.rename(new));
            }
            Term::Return(values) => values.iter_mut().for_each(|operand| operand.rename(new)),
            Term::Unreachable | Term::Unsupported { .. } => {}
        }
    }
}
