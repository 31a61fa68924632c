//! Variable arguments that are taken with another size than they were passed with.
//!
//! Clang makes of `va_arg` a read from where the argument lies, and that says nothing of what was passed. In front of each such read of a
//! number or pointer stands a call that asks the machine, which knows the size of every argument.
//!
//! Not seen: structures, and whether it is a pointer or a number of its size. Code that passes of an optimiser make has none.

use crate::llvm::{Module, Opcode, TypeKind, Value};
use crate::undefined::STATED_ATTRIBUTE;

/// What asks: `void (ptr argument, i64 bytes)`.
pub const TAKEN: &str = "__secateur_taken";

/// What clang calls the address of an argument.
const ADDRESS: &str = "vaarg.addr";

/// Puts the questions in.
pub(crate) fn ask(module: &Module) {
    let functions = module.functions().into_iter().filter(|f| f.has_string_attribute(STATED_ATTRIBUTE));
    let insts: Vec<Value<'_>> = functions.flat_map(|f| f.blocks()).flat_map(|block| block.instructions()).collect();
    for inst in insts {
        if let Some(bytes) = taken(module, inst) {
            module.call_with_address(inst, TAKEN, inst.operand(0), bytes);
        }
    }
}

/// The bytes of the number or pointer that is taken here, if one is.
fn taken(module: &Module, inst: Value<'_>) -> Option<u64> {
    if inst.opcode() != Opcode::LLVMLoad {
        return None;
    }
    let (address, ty) = (inst.operand(0), inst.ty());
    let is_scalar = matches!(
        ty.kind(),
        TypeKind::LLVMIntegerTypeKind | TypeKind::LLVMPointerTypeKind | TypeKind::LLVMDoubleTypeKind
    );
    let is_argument = address.name().starts_with(ADDRESS);
    (is_scalar && is_argument).then(|| module.layout().alloc_size(ty))
}
