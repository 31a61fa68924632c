//! The values an instruction or terminator reads, for analyses that treat all alike.

use super::{Callee, Inst, Operand, Term};

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
}
