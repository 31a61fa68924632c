//! Undefined behaviour that clang knows of and states nothing about: a subscript of a vector that is none of its elements, and
//! `__builtin_assume` of what does not hold.
//!
//! Both are single instructions, and their checks go in front of them. Code that passes of an optimiser make has none.

use crate::ir::{Stated, Undefined};
use crate::llvm::{Module, Opcode, TypeKind, Value};
use crate::undefined::{CHECK, STATED_ATTRIBUTE};

/// What reports say of an assumption; no sanitizer looks at them.
pub const ASSUMPTION: &str = "an assumption that does not hold";

/// Puts the checks in.
pub(crate) fn state(module: &Module, stated: &mut Vec<Stated>) {
    let functions = module.functions().into_iter().filter(|f| f.has_string_attribute(STATED_ATTRIBUTE));
    let insts: Vec<Value<'_>> = functions.flat_map(|f| f.blocks()).flat_map(|block| block.instructions()).collect();
    for inst in insts {
        let Some((ok, what)) = subscript(module, inst).or_else(|| assumption(inst)) else { continue };
        let index = stated.iter().position(|known| *known == what).unwrap_or_else(|| {
            stated.push(what);
            stated.len() - 1
        });
        module.call_with_bit(inst, CHECK, ok, index as u32, inst);
    }
}

/// The condition under which a vector has the element.
fn subscript<'m>(module: &'m Module, inst: Value<'m>) -> Option<(Value<'m>, Stated)> {
    let index = match inst.opcode() {
        Opcode::LLVMExtractElement => inst.operand(1),
        Opcode::LLVMInsertElement => inst.operand(2),
        _ => return None,
    };
    let vector = inst.operand(0).ty();
    if vector.kind() != TypeKind::LLVMVectorTypeKind {
        return None;
    }
    let elements = vector.vector_len();
    if index.as_int().is_some_and(|index| index < u128::from(elements)) {
        return None;
    }
    let detail = format!("of a vector of {elements} elements");
    let ok = module.is_below_before(inst, index, u64::from(elements));
    Some((ok, Stated { kind: Undefined::IndexOutOfRange, detail }))
}

/// What is assumed. Promises of alignment come with `true`.
fn assumption(inst: Value<'_>) -> Option<(Value<'_>, Stated)> {
    let is_assumption =
        inst.opcode() == Opcode::LLVMCall && inst.called_intrinsic().is_some_and(|name| name == "llvm.assume");
    let condition = is_assumption.then(|| inst.operand(0)).filter(|condition| condition.as_int() != Some(1))?;
    Some((condition, Stated { kind: Undefined::InvalidBuiltin, detail: ASSUMPTION.to_owned() }))
}
