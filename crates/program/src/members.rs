//! Library functions that fill more than the member they are given: `memcpy(s.name, from, sizeof s)`, `strcpy(s.name, from)`,
//! `fgets(s.name, 100, stdin)`.
//!
//! What lies behind the member is of the same object, so no access leaves that, and no sanitizer looks at it. A member that is an
//! array, named in the call or by a pointer that is set once, is where the argument points into. How much a block function writes it is told, so
//! its check goes in front of the call; a function that says how much there was is looked at behind it; and a string function has written a
//! string if there is a zero in the member afterwards.
//!
//! Not seen: the last member, which may be C's way to say "as long as the object is"; the first member of a variable of the file, whose address is
//! that of the whole; members of unions; pointers that are set more than once or handed to a function.

use crate::ir::{Stated, Undefined};
use crate::llvm::{Module, Opcode, Type, TypeKind, Value, ValueKind};
use crate::undefined::{CHECK, STATED_ATTRIBUTE};

/// How reports call such a member; no sanitizer knows where it ends.
pub const MEMBER: &str = "a library function that fills a member";

/// How much a function writes, and where that is said.
#[derive(Clone, Copy)]
enum Fills {
    /// As many characters as this argument says.
    Told(u32),
    /// A string.
    String,
    /// A string of at most as many characters as this argument says, cut off if it would be longer; the length of the whole is the result.
    Measured(u32),
    /// A string, unless the result is null.
    Line,
    /// As many bytes as the result says, if it is none below zero.
    Arrived,
    /// As many elements as the result says, of a size that this argument has.
    Elements(u32),
}

/// Functions that write to an argument: its number, how much, and whether it is of wide characters.
const WRITERS: &[(&str, u32, Fills, bool)] = &[
    ("memcpy", 0, Fills::Told(2), false),
    ("memmove", 0, Fills::Told(2), false),
    ("memset", 0, Fills::Told(2), false),
    ("mempcpy", 0, Fills::Told(2), false),
    ("strncpy", 0, Fills::Told(2), false),
    ("stpncpy", 0, Fills::Told(2), false),
    ("bzero", 0, Fills::Told(1), false),
    ("bcopy", 1, Fills::Told(2), false),
    ("wmemcpy", 0, Fills::Told(2), true),
    ("wmemmove", 0, Fills::Told(2), true),
    ("wmempcpy", 0, Fills::Told(2), true),
    ("wmemset", 0, Fills::Told(2), true),
    ("wcsncpy", 0, Fills::Told(2), true),
    ("wcpncpy", 0, Fills::Told(2), true),
    ("strcpy", 0, Fills::String, false),
    ("strcat", 0, Fills::String, false),
    ("strncat", 0, Fills::String, false),
    ("stpcpy", 0, Fills::String, false),
    ("sprintf", 0, Fills::String, false),
    ("vsprintf", 0, Fills::String, false),
    ("wcscpy", 0, Fills::String, true),
    ("wcscat", 0, Fills::String, true),
    ("wcsncat", 0, Fills::String, true),
    ("wcpcpy", 0, Fills::String, true),
    ("snprintf", 0, Fills::Measured(1), false),
    ("vsnprintf", 0, Fills::Measured(1), false),
    ("swprintf", 0, Fills::Measured(1), true),
    ("vswprintf", 0, Fills::Measured(1), true),
    ("strlcpy", 0, Fills::Measured(2), false),
    ("strlcat", 0, Fills::Measured(2), false),
    ("strftime", 0, Fills::Measured(1), false),
    ("fgets", 0, Fills::Line, false),
    ("gets", 0, Fills::Line, false),
    ("getcwd", 0, Fills::Line, false),
    ("fgetws", 0, Fills::Line, true),
    ("read", 1, Fills::Arrived, false),
    ("pread", 1, Fills::Arrived, false),
    ("pread64", 1, Fills::Arrived, false),
    ("recv", 1, Fills::Arrived, false),
    ("recvfrom", 1, Fills::Arrived, false),
    ("readlink", 1, Fills::Arrived, false),
    ("fread", 0, Fills::Elements(1), false),
];

/// The bytes of a wide character.
const WIDE: u64 = 4;

/// Puts the checks in.
pub(crate) fn state(module: &Module, stated: &mut Vec<Stated>) {
    let functions = module.functions().into_iter().filter(|f| f.has_string_attribute(STATED_ATTRIBUTE));
    let insts: Vec<Value<'_>> = functions.flat_map(|f| f.blocks()).flat_map(|block| block.instructions()).collect();
    for call in insts.into_iter().filter(|inst| inst.opcode() == Opcode::LLVMCall) {
        let Some(name) = library_function(call) else { continue };
        let Some(&(_, target, fills, wide)) = WRITERS.iter().find(|(known, ..)| *known == name) else { continue };
        let Some(&to) = call.call_args().get(target as usize) else { continue };
        let Some(room) = member(module, set_once(to)) else { continue };
        let Some((before, ok)) = stays_inside(module, call, to, fills, room, wide) else { continue };
        let what = Stated { kind: Undefined::IndexOutOfRange, detail: format!("{MEMBER} of {room} bytes ({name})") };
        let index = stated.iter().position(|known| *known == what).unwrap_or_else(|| {
            stated.push(what);
            stated.len() - 1
        });
        module.call_with_bit(before, CHECK, ok, index as u32, call);
    }
}

/// Where a call is checked, and the bit that says whether it stays in a member of so many bytes.
fn stays_inside<'m>(
    module: &'m Module,
    call: Value<'m>,
    to: Value<'m>,
    fills: Fills,
    room: u64,
    wide: bool,
) -> Option<(Value<'m>, Value<'m>)> {
    let args = call.call_args();
    let integer = |value: Value<'m>| (value.ty().kind() == TypeKind::LLVMIntegerTypeKind).then_some(value);
    let argument = |number: u32| args.get(number as usize).copied().and_then(integer);
    let characters = if wide { room / WIDE } else { room };
    let next = call.next_instruction()?;
    let string = || module.has_zero_before(next, to, characters, wide);
    match fills {
        Fills::Told(number) => Some((call, module.is_below_before(call, argument(number)?, characters + 1))),
        Fills::String => Some((next, string())),
        Fills::Measured(number) => {
            let told = argument(number)?;
            if told.as_int().is_some_and(|told| told <= u128::from(characters)) {
                return None;
            }
            let fits = module.is_less_before(next, integer(call)?, characters);
            Some((next, module.either_before(next, fits, module.is_below_before(next, told, characters + 1))))
        }
        Fills::Line => {
            if argument(1).and_then(Value::as_int).is_some_and(|told| told <= u128::from(characters)) {
                return None;
            }
            let nothing = module.not_before(next, module.is_not_null_before(next, call));
            Some((next, module.either_before(next, nothing, string())))
        }
        Fills::Arrived => Some((next, module.is_less_before(next, integer(call)?, room + 1))),
        Fills::Elements(number) => {
            let bytes = module.product_before(next, integer(call)?, argument(number)?);
            Some((next, module.is_below_before(next, bytes, room + 1)))
        }
    }
}

/// What a local pointer was set to, where it is set once and only read otherwise.
fn set_once(argument: Value<'_>) -> Value<'_> {
    if argument.kind() != ValueKind::LLVMInstructionValueKind || argument.opcode() != Opcode::LLVMLoad {
        return argument;
    }
    let local = argument.operand(0);
    if local.kind() != ValueKind::LLVMInstructionValueKind || local.opcode() != Opcode::LLVMAlloca {
        return argument;
    }
    let mut stored = None;
    for user in local.users() {
        match user.opcode() {
            Opcode::LLVMLoad => {}
            Opcode::LLVMStore if user.operand(1) == local && user.operand(0) != local && stored.is_none() => {
                stored = Some(user.operand(0));
            }
            Opcode::LLVMCall if user.called_intrinsic().is_some_and(|name| name.starts_with("llvm.lifetime")) => {}
            _ => return argument,
        }
    }
    stored.unwrap_or(argument)
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
