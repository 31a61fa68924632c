//! Variables of loop bodies that pointers may outlive: each round has another object.
//!
//! A variable lies at the same place in every round, so a pointer to that of the last round would find the new one there, and no
//! end of a scope would show. Where a pointer to a variable may be kept, the variable gets a second object, and its scope
//! begins in one of the two by turns: two, and not a new one each time, so that states of different rounds can still be the same.
//! A pointer that is kept for two rounds is not noticed.
//!
//! An optimiser computes addresses where it likes, also before the scope begins: then there is one object, as ever.
//!
//! Kept is what is stored, returned or chosen from others, here or in functions of the program that it is handed to.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ir::{Inst, Operand, Reg};
use crate::llvm::{Block, Opcode, Value, ValueKind};
use crate::locals::scope_marker;
use crate::lower::CodeOrder;
use crate::lower::function::{FunctionLowering, followed_successors};

/// Calls a pointer is followed through.
const MAX_CALLS: u32 = 3;

/// The second object of each such variable.
#[derive(Default)]
pub(super) struct Twins<'m> {
    of: FxHashMap<Value<'m>, Reg>,
}

impl<'m> FunctionLowering<'_, 'm> {
    /// Makes the second object of a variable, if it needs one.
    pub(super) fn make_twin(&mut self, alloca: Value<'m>, inst: impl FnOnce(Reg) -> Inst) {
        if !self.is_model
            && self.module.order == CodeOrder::AsWritten
            && is_renewed(alloca)
            && self.is_kept(alloca, MAX_CALLS)
            && let Operand::Reg(twin) = self.emit_to(64, inst)
        {
            self.twins.of.insert(alloca, twin);
        }
    }

    /// The scope of a variable begins: in its other object.
    pub(super) fn take_turns(&mut self, alloca: Value<'m>, variable: Operand) {
        let (Some(&twin), Operand::Reg(variable)) = (self.twins.of.get(&alloca), variable) else { return };
        let last = self.emit_to(64, |dst| Inst::Copy { dst, src: Operand::Reg(variable) });
        self.emit(Inst::Copy { dst: variable, src: Operand::Reg(twin) });
        self.emit(Inst::Copy { dst: twin, src: last });
    }

    /// Whether a pointer may be kept beyond where it is used.
    fn is_kept(&self, pointer: Value<'m>, calls: u32) -> bool {
        pointer.users().any(|user| match user.opcode() {
            Opcode::LLVMStore => user.operand(0) == pointer,
            Opcode::LLVMPHI | Opcode::LLVMSelect | Opcode::LLVMRet | Opcode::LLVMInsertValue => true,
            Opcode::LLVMGetElementPtr | Opcode::LLVMBitCast | Opcode::LLVMAddrSpaceCast => self.is_kept(user, calls),
            Opcode::LLVMCall => self.is_kept_by_callee(user, pointer, calls),
            _ => false,
        })
    }

    fn is_kept_by_callee(&self, call: Value<'m>, pointer: Value<'m>, calls: u32) -> bool {
        let callee = call.called_value();
        let Some(&function) = self.module.functions.get(&callee) else {
            return callee.kind() != ValueKind::LLVMFunctionValueKind;
        };
        if callee.is_declaration() || self.module.program.function(function).from_runtime {
            return false;
        }
        let Some(calls) = calls.checked_sub(1) else { return true };
        let handed_on = call.call_args().into_iter().zip(callee.params()).filter(|&(given, _)| given == pointer);
        handed_on.into_iter().any(|(_, parameter)| self.is_kept(parameter, calls))
    }
}

/// Whether the scope of a variable may begin again.
fn is_renewed(alloca: Value<'_>) -> bool {
    let mut begins =
        alloca.users().filter(|user| user.opcode() == Opcode::LLVMCall && scope_marker(*user) == Some(true));
    begins.any(|begin| comes_again(begin.parent_block()))
}

fn comes_again<'m>(block: Block<'m>) -> bool {
    let successors = |block: Block<'m>| block.terminator().map(followed_successors).unwrap_or_default();
    let mut seen = FxHashSet::default();
    let mut open = successors(block);
    while let Some(next) = open.pop() {
        if next == block {
            return true;
        }
        if seen.insert(next) {
            open.extend(successors(next));
        }
    }
    false
}
