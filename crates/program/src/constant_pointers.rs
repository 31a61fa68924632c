//! Addresses outside of a variable that the front end has computed: `array + PTRDIFF_MAX` is a constant, and clang states nothing of
//! those.
//!
//! Before promotion each stands where the source has it, so the check that fails for certain goes in front of the instruction.
//! Not seen: those in initialisers of variables, and steps so large that they come back to the variable.

use crate::ir::{Stated, Undefined};
use crate::llvm::{DataLayout, Module, Opcode, TypeKind, Value, ValueKind};
use crate::undefined::{CHECK, STATED_ATTRIBUTE};

pub(crate) fn state(module: &Module, stated: &mut Vec<Stated>) {
    let layout = module.layout();
    let index = stated.len() as u32;
    let mut any = false;
    for function in module.functions().into_iter().filter(|f| f.has_string_attribute(STATED_ATTRIBUTE)) {
        for block in function.blocks() {
            for inst in block.instructions().collect::<Vec<_>>() {
                if inst.opcode() == Opcode::LLVMPHI || !operands(inst).any(|value| mentions_outside(value, &layout)) {
                    continue;
                }
                module.call_with_bit(inst, CHECK, module.bit(false), index, inst);
                any = true;
            }
        }
    }
    if any {
        let detail = "the address is outside of the variable".to_string();
        stated.push(Stated { kind: Undefined::PointerOverflow, detail });
    }
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
        let unused = 128 - index.ty().int_width();
        offset += ((number << unused) as i128 >> unused) * layout.alloc_size(ty) as i128;
    }
    Some((variable, offset))
}
