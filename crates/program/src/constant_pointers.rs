//! Addresses outside of a variable that the front end has computed: `array + PTRDIFF_MAX` is a constant, and clang states nothing of
//! those, and neither is there anything left of a subscript that leaves a row or a member of a variable.
//!
//! Before promotion each stands where the source has it, so the check that fails for certain goes in front of the instruction.
//! Not seen: those in initialisers of variables, and steps so large that they come back to the variable.

use crate::ir::{Stated, Undefined};
use crate::llvm::{DataLayout, Module, Opcode, TypeKind, Value, ValueKind};
use crate::undefined::{CHECK, STATED_ATTRIBUTE};

/// States the addresses outside of their variable if `addresses` says so, and always the subscripts that leave an array inside it.
pub(crate) fn state(module: &Module, addresses: bool, stated: &mut Vec<Stated>) {
    let layout = module.layout();
    let mut checks = Vec::new();
    for function in module.functions().into_iter().filter(|f| f.has_string_attribute(STATED_ATTRIBUTE)) {
        for inst in function.blocks().flat_map(|block| block.instructions()) {
            if inst.opcode() == Opcode::LLVMPHI {
                continue;
            }
            if addresses && operands(inst).any(|value| mentions_outside(value, &layout)) {
                let detail = "the address is outside of the variable".to_string();
                checks.push((inst, Stated { kind: Undefined::PointerOverflow, detail }));
            }
            let subscript = operands(inst).find_map(|value| left_array(value, is_accessed(inst, value)));
            if let Some((index, limit)) = subscript {
                let detail = format!("{index} of {limit}");
                checks.push((inst, Stated { kind: Undefined::IndexOutOfRange, detail }));
            }
        }
    }
    for (inst, what) in checks {
        let index = stated.iter().position(|known| *known == what).unwrap_or_else(|| {
            stated.push(what);
            stated.len() - 1
        });
        module.call_with_bit(inst, CHECK, module.bit(false), index as u32, inst);
    }
}

/// Whether an instruction reads or writes at an address, and does nothing else with it.
fn is_accessed(inst: Value<'_>, address: Value<'_>) -> bool {
    match inst.opcode() {
        Opcode::LLVMLoad => true,
        Opcode::LLVMStore => inst.operand(0) != address,
        _ => false,
    }
}

/// The first subscript in a constant that leaves an array which is part of a variable, and the array's length. One past the end is fine
/// unless something is `accessed` there. An array that is the whole variable is checked with the access.
fn left_array(value: Value<'_>, accessed: bool) -> Option<(i128, u64)> {
    if value.kind() != ValueKind::LLVMConstantExprValueKind {
        return None;
    }
    if value.constant_opcode() != Opcode::LLVMGetElementPtr {
        return operands(value).find_map(|inner| left_array(inner, false));
    }
    let (base, mut ty) = (value.operand(0), value.gep_type());
    // `&row[3] - 1` may step back from where nothing is; a member or a subscript is behind it.
    let goes_in = matches!(ty.kind(), TypeKind::LLVMStructTypeKind | TypeKind::LLVMArrayTypeKind);
    if let Some(left) = left_array(base, accessed && goes_in) {
        return Some(left);
    }
    let is_whole = base.kind() == ValueKind::LLVMGlobalVariableValueKind && base.value_type() == ty;
    let mut is_free = is_whole;
    for position in 2..value.operand_count() {
        let index = value.operand(position);
        if index.kind() != ValueKind::LLVMConstantIntValueKind || index.ty().int_width() > 64 {
            return None;
        }
        if ty.kind() == TypeKind::LLVMStructTypeKind {
            ty = ty.struct_element(index.int_bits() as u32);
            is_free = false;
            continue;
        }
        if ty.kind() == TypeKind::LLVMArrayTypeKind && !is_free {
            let (number, limit) = (signed(index), ty.array_len());
            let is_end = position + 1 == value.operand_count() && !accessed && number == limit as i128;
            // An array of at most one element may be C's way to say "as long as the object is".
            if limit > 1 && !is_end && !(0..limit as i128).contains(&number) {
                return Some((number, limit));
            }
        }
        ty = ty.element();
        is_free = false;
    }
    None
}

fn signed(index: Value<'_>) -> i128 {
    let unused = 128 - index.ty().int_width();
    (index.int_bits() << unused) as i128 >> unused
}

fn operands(value: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    (0..value.operand_count()).map(move |i| value.operand(i))
}

/// Whether such an address is in a constant, be it as a number.
fn mentions_outside(value: Value<'_>, layout: &DataLayout<'_>) -> bool {
    value.kind() == ValueKind::LLVMConstantExprValueKind
        && (is_outside(value, layout) || operands(value).any(|inner| mentions_outside(inner, layout)))
}

/// Whether a constant is an address that is neither in its variable nor one past the end.
fn is_outside(value: Value<'_>, layout: &DataLayout<'_>) -> bool {
    match place(value, layout) {
        Some((variable, offset)) => {
            let size = layout.alloc_size(variable.value_type());
            // Of what is declared elsewhere the size may not be known.
            !variable.is_declaration() && !(0..=size as i128).contains(&offset)
        }
        None => false,
    }
}

/// The variable an address is made from, and the distance from its start.
fn place<'m>(value: Value<'m>, layout: &DataLayout<'m>) -> Option<(Value<'m>, i128)> {
    match value.kind() {
        ValueKind::LLVMGlobalVariableValueKind => return Some((value, 0)),
        ValueKind::LLVMConstantExprValueKind if value.constant_opcode() == Opcode::LLVMGetElementPtr => {}
        _ => return None,
    }
    let (variable, mut offset) = place(value.operand(0), layout)?;
    let mut ty = value.gep_type();
    for position in 1..value.operand_count() {
        let index = value.operand(position);
        if index.kind() != ValueKind::LLVMConstantIntValueKind || index.ty().int_width() > 64 {
            return None;
        }
        let number = index.int_bits();
        if position > 1 && ty.kind() == TypeKind::LLVMStructTypeKind {
            offset += layout.field_offset(ty, number as u32) as i128;
            ty = ty.struct_element(number as u32);
            continue;
        }
        if position > 1 {
            ty = ty.element();
        }
        offset += signed(index) * layout.alloc_size(ty) as i128;
    }
    Some((variable, offset))
}
