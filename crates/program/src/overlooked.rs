//! Undefined behaviour that clang knows of and states nothing about: a subscript of a vector that is none of its elements,
//! `__builtin_assume` of what does not hold, and a null pointer for a parameter that is never null (`nonnull`, `[static n]`).
//!
//! All are single instructions, and their checks go in front of them. Code that passes of an optimiser make has none.
//!
//! An array for `[static n]` is also as long as that.
//!
//! Not seen: functions of the library, whose models look at what they are given; arrays for `[static n]` of a size that depends on input.

use crate::ir::{Stated, Undefined};
use crate::llvm::{Module, Opcode, TypeKind, Value, ValueKind};
use crate::undefined::{CHECK, STATED_ATTRIBUTE};

/// What reports say of an assumption; no sanitizer looks at them.
pub const ASSUMPTION: &str = "an assumption that does not hold";

/// Attributes of parameters that are never null. `[static n]` is the second one to clang.
const NEVER_NULL: &[&str] = &["nonnull", AT_LEAST];
const AT_LEAST: &str = "dereferenceable";

/// Puts the checks in.
pub(crate) fn state(module: &Module, stated: &mut Vec<Stated>) {
    let functions = module.functions().into_iter().filter(|f| f.has_string_attribute(STATED_ATTRIBUTE));
    let insts: Vec<Value<'_>> = functions.flat_map(|f| f.blocks()).flat_map(|block| block.instructions()).collect();
    for inst in insts {
        let found = subscript(module, inst).or_else(|| assumption(inst));
        for (ok, what) in found.into_iter().chain(promises(module, inst)) {
            let index = stated.iter().position(|known| *known == what).unwrap_or_else(|| {
                stated.push(what);
                stated.len() - 1
            });
            module.call_with_bit(inst, CHECK, ok, index as u32, inst);
        }
    }
}

/// What a function of the program is promised of its arguments.
fn promises<'m>(module: &'m Module, inst: Value<'m>) -> Vec<(Value<'m>, Stated)> {
    if inst.opcode() != Opcode::LLVMCall {
        return Vec::new();
    }
    let callee = inst.called_value();
    if callee.kind() != ValueKind::LLVMFunctionValueKind || callee.is_declaration() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let promised = |what: &str| Stated { kind: Undefined::InvalidBuiltin, detail: format!("{what}: {ASSUMPTION}") };
    for (argument, number) in inst.call_args().into_iter().zip(0..) {
        if argument.ty().kind() != TypeKind::LLVMPointerTypeKind {
            continue;
        }
        if !is_object(argument) && NEVER_NULL.iter().any(|name| callee.has_param_attribute(number, name)) {
            let ok = module.is_not_null_before(inst, argument);
            found.push((ok, promised("a null pointer for a parameter that is never null")));
        }
        if let Some(bytes) = callee.param_attribute(number, AT_LEAST) {
            let ok = module.has_bytes_before(inst, argument, bytes);
            found.push((ok, promised(&format!("fewer than the {bytes} bytes that a parameter is promised"))));
        }
    }
    found
}

/// Whether a value is the address of a variable.
fn is_object(value: Value<'_>) -> bool {
    match value.kind() {
        ValueKind::LLVMGlobalVariableValueKind | ValueKind::LLVMFunctionValueKind => true,
        ValueKind::LLVMInstructionValueKind => value.opcode() == Opcode::LLVMAlloca,
        _ => false,
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
