//! Blocks that `longjmp` leaves for a place in the same function: the variables of such a block have ended there.
//!
//! Clang marks the end of a variable where its block ends, and a far jump leads past that. Where a `setjmp` returns, only the variables of the
//! blocks it is in are alive, so all others end behind it. When it returns the first time they have ended already, or not begun.
//!
//! Not seen: compound literals, variables that a jump may pass by, variable-length arrays.

use crate::bypassed::declarations;
use crate::llvm::{Module, Opcode, Value};
use crate::locals::{returns_twice, scope_marker};
use crate::undefined::STATED_ATTRIBUTE;

pub(crate) fn mark(module: &Module) {
    for function in module.functions().into_iter().filter(|f| f.has_string_attribute(STATED_ATTRIBUTE)) {
        let insts = function.blocks().flat_map(|block| block.instructions());
        let calls: Vec<Value<'_>> = insts.filter(|inst| returns_twice(*inst)).collect();
        if calls.is_empty() {
            continue;
        }
        let mut ends = Vec::new();
        for (variable, declaration) in declarations(function) {
            let is_marked =
                variable.users().any(|user| user.opcode() == Opcode::LLVMCall && scope_marker(user) == Some(true));
            let Some(scope) = declaration.debug_location().and_then(|at| at.scope()).filter(|_| is_marked) else {
                continue;
            };
            for &call in &calls {
                let here = call.debug_location().and_then(|at| at.scope());
                if let (Some(here), Some(next)) = (here, call.next_instruction())
                    && !here.is_in(scope, module)
                {
                    ends.push((next, variable, call));
                }
            }
        }
        for (next, variable, call) in ends {
            module.mark_lifetime_like(next, variable, false, Some(call));
        }
    }
}
