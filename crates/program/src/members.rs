//! Library functions that fill more than the member they are given: `memcpy(s.name, from, sizeof s)`, `strcpy(s.name, from)`.
//!
//! What lies behind the member is of the same object, so no access leaves that, and no sanitizer looks at it. A member that is an
//! array, named in the call, is where the argument points into. How much a block function writes it is told, so its check goes in front of the
//! call; a string function has written a string if there is a zero in the member afterwards.
//!
//! Not seen: the last member, which may be C's way to say "as long as the object is"; the first member of a variable of the file, whose address is
//! that of the whole; members of unions; pointers that were stored on the way.

use crate::ir::{Stated, Undefined};
use crate::llvm::{Module, Opcode, Type, TypeKind, Value, ValueKind};
use crate::undefined::{CHECK, STATED_ATTRIBUTE};

/// How reports call such a member; no sanitizer knows where it ends.
pub const MEMBER: &str = "a library function that fills a member";

/// Functions that write as many bytes as their third argument says.
const BLOCKS: &[&str] = &["memcpy", "memmove", "memset", "mempcpy", "strncpy", "stpncpy"];

/// Functions that leave a string behind.
const STRINGS: &[&str] = &["strcpy", "strcat", "strncat", "stpcpy", "sprintf", "vsprintf"];

/// Puts the checks in.
pub(crate) fn state(module: &Module, stated: &mut Vec<Stated>) {
    let functions = module.functions().into_iter().filter(|f| f.has_string_attribute(STATED_ATTRIBUTE));
    let insts: Vec<Value<'_>> = functions.flat_map(|f| f.blocks()).flat_map(|block| block.instructions()).collect();
    for call in insts.into_iter().filter(|inst| inst.opcode() == Opcode::LLVMCall) {
        let Some(name) = library_function(call) else { continue };
        let args = call.call_args();
        let Some(room) = args.first().and_then(|&to| member(module, to)) else { continue };
        let (before, ok) = if BLOCKS.contains(&name.as_str()) && args.len() > 2 {
            (call, module.is_below_before(call, args[2], room + 1))
        } else if let (true, Some(next)) = (STRINGS.contains(&name.as_str()), call.next_instruction()) {
            (next, module.has_zero_before(next, args[0], room))
        } else {
            continue;
        };
        let what = Stated { kind: Undefined::IndexOutOfRange, detail: format!("{MEMBER} of {room} bytes ({name})") };
        let index = stated.iter().position(|known| *known == what).unwrap_or_else(|| {
            stated.push(what);
            stated.len() - 1
        });
        module.call_with_bit(before, CHECK, ok, index as u32, call);
    }
}

/// The name of the function of the library that is called.
fn library_function(call: Value<'_>) -> Option<String> {
    if let Some(intrinsic) = call.called_intrinsic() {
        return intrinsic.strip_prefix("llvm.")?.split('.').next().map(str::to_owned);
    }
    let callee = call.called_value();
    (callee.kind() == ValueKind::LLVMFunctionValueKind && callee.is_declaration()).then(|| callee.name())
}

/// The bytes of the member whose start an argument is.
fn member<'m>(module: &'m Module, argument: Value<'m>) -> Option<u64> {
    if argument.kind() == ValueKind::LLVMConstantExprValueKind {
        return field(module, argument);
    }
    // An array becomes a pointer to its first element.
    let first = is_step(argument).then_some(argument)?;
    let at_start = (1..first.operand_count()).all(|position| first.operand(position).as_int() == Some(0));
    let whole = first.operand(0);
    if !at_start || first.gep_type().kind() != TypeKind::LLVMArrayTypeKind || !is_step(whole) {
        return None;
    }
    field(module, whole).filter(|_| last_type(whole).is_some_and(|(_, member)| member == first.gep_type()))
}

fn is_step(value: Value<'_>) -> bool {
    let opcode = match value.kind() {
        ValueKind::LLVMInstructionValueKind => value.opcode(),
        ValueKind::LLVMConstantExprValueKind => value.constant_opcode(),
        _ => return false,
    };
    opcode == Opcode::LLVMGetElementPtr
}

/// The bytes of the array member an address names, unless it is the last one.
fn field(module: &Module, address: Value<'_>) -> Option<u64> {
    let (structure, array) = is_step(address).then(|| last_type(address)).flatten()?;
    let number = address.operand(address.operand_count() - 1).as_int()?;
    let is_last = number + 1 >= u128::from(structure.struct_len());
    (!is_last && array.kind() == TypeKind::LLVMArrayTypeKind && array.array_len() > 1)
        .then(|| module.layout().alloc_size(array))
}

/// The structure that the last index of an address is about, and the type of its member.
fn last_type<'m>(address: Value<'m>) -> Option<(Type<'m>, Type<'m>)> {
    let (mut outer, mut ty) = (None, address.gep_type());
    for position in 2..address.operand_count() {
        outer = Some(ty);
        ty = match ty.kind() {
            TypeKind::LLVMStructTypeKind => ty.struct_element(address.operand(position).as_int()? as u32),
            TypeKind::LLVMArrayTypeKind => ty.element(),
            _ => return None,
        };
    }
    outer.filter(|outer| outer.kind() == TypeKind::LLVMStructTypeKind).map(|outer| (outer, ty))
}
