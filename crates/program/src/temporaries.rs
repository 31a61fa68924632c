//! Temporaries of structures end with the expression they are made in: `int *p = make().cells;` points to nothing.
//!
//! Where an expression ends is nowhere in the code that clang makes, except that an initialiser is a whole one. So a temporary whose address
//! becomes the initial value of a variable ends there, and begins where it is filled.
//!
//! Not seen: addresses that are assigned, returned or kept by a function; temporaries of expressions that branch, and of functions with
//! labels or `switch`, whose variables may look the same.

use rustc_hash::FxHashMap;

use crate::bypassed::declarations;
use crate::llvm::{Block, Module, Opcode, TypeKind, Value, ValueKind};
use crate::locals::scope_marker;
use crate::switches::is_label;
use crate::undefined::STATED_ATTRIBUTE;

/// What clang calls the place of what a call returns.
const TEMPORARIES: &[&str] = &["tmp", "coerce", "agg.tmp"];

pub(crate) fn mark(module: &Module) {
    for function in module.functions().into_iter().filter(|f| f.has_string_attribute(STATED_ATTRIBUTE)) {
        let Some(entry) = function.blocks().next() else { continue };
        let is_temporary = |inst: &Value<'_>| {
            inst.opcode() == Opcode::LLVMAlloca
                && inst.allocated_type().kind() == TypeKind::LLVMStructTypeKind
                && TEMPORARIES.iter().any(|name| inst.name().starts_with(name))
        };
        let temporaries: Vec<Value<'_>> = entry.instructions().filter(is_temporary).collect();
        if temporaries.is_empty() || function.blocks().any(is_jumped_to) {
            continue;
        }
        let declared = declarations(function);
        for temporary in temporaries.into_iter().filter(|temporary| !declared.contains_key(temporary)) {
            if let Some((first, last)) = life(temporary, &declared) {
                module.mark_lifetime(first, temporary, true);
                if let Some(next) = last.next_instruction() {
                    module.mark_lifetime(next, temporary, false);
                }
            }
        }
    }
}

/// Whether a block is a label of the program or a case.
fn is_jumped_to(block: Block<'_>) -> bool {
    block.name().starts_with("sw.") || is_label(block)
}

/// The first use of a temporary, and the store of its address that ends it.
fn life<'m>(temporary: Value<'m>, declared: &FxHashMap<Value<'m>, Value<'m>>) -> Option<(Value<'m>, Value<'m>)> {
    let users: Vec<Value<'m>> = temporary.users().collect();
    let block = users.first()?.parent_block();
    let is_plain = |user: &&Value<'m>| {
        user.parent_block() == block && !(user.opcode() == Opcode::LLVMCall && scope_marker(**user).is_some())
    };
    if !users.iter().all(|user| is_plain(&user)) {
        return None;
    }
    let first = block.instructions().find(|inst| users.contains(inst))?;
    let last = block.instructions().filter(|inst| is_initialised(*inst, temporary, declared)).last()?;
    // Whatever is filled behind is of another round of the same expression.
    let behind = block.instructions().skip_while(|inst| *inst != last).skip(1);
    (!behind.into_iter().any(|inst| users.contains(&inst))).then_some((first, last))
}

/// Whether a declaration gets the address of a temporary, or of a part of it, for its initial value.
fn is_initialised<'m>(inst: Value<'m>, temporary: Value<'m>, declared: &FxHashMap<Value<'m>, Value<'m>>) -> bool {
    if inst.opcode() != Opcode::LLVMStore {
        return false;
    }
    let mut address = inst.operand(0);
    while is_part(address) {
        address = address.operand(0);
    }
    let place = |at: Value<'m>| at.debug_location().map(|at| (at.line(), at.column(), at.scope()));
    address == temporary && declared.get(&inst.operand(1)).is_some_and(|call| place(*call) == place(inst))
}

fn is_part(address: Value<'_>) -> bool {
    address.kind() == ValueKind::LLVMInstructionValueKind && address.opcode() == Opcode::LLVMGetElementPtr
}
