//! Library functions that fill more than the member they are given: `memcpy(s.name, from, sizeof s)`, `strcpy(s.name, from)`,
//! `fgets(s.name, 100, stdin)`.
//!
//! What lies behind the member is of the same object, so no access leaves that, and no sanitizer looks at it. A member that is an
//! array, named in the call or by a pointer that is set once, is where the argument points into. How much a block function writes it is told, so
//! its check goes in front of the call; a function that says how much there was is looked at behind it; and a string function has written a
//! string if there is a zero in the member afterwards. So has `scanf`, if it says that it has stored that string.
//!
//! Not seen: the last member, which may be C's way to say "as long as the object is"; the first member of a variable of the file, whose address is
//! that of the whole; members of unions; pointers that are set more than once or handed to a function.

use crate::ir::{Stated, Undefined};
use crate::llvm::{Module, Opcode, Type, TypeKind, Value, ValueKind, global_of};
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

/// Functions that read by a format, and which argument that is.
const SCANNERS: &[(&str, u32)] = &[("scanf", 0), ("fscanf", 1), ("sscanf", 1)];

/// What headers put in front of their names.
const STANDARDS: &[&str] = &["__isoc99_", "__isoc23_"];

/// The bytes of a wide character.
const WIDE: u64 = 4;

/// Puts the checks in.
pub(crate) fn state(module: &Module, stated: &mut Vec<Stated>) {
    let functions = module.functions().into_iter().filter(|f| f.has_string_attribute(STATED_ATTRIBUTE));
    let insts: Vec<Value<'_>> = functions.flat_map(|f| f.blocks()).flat_map(|block| block.instructions()).collect();
    for call in insts.into_iter().filter(|inst| inst.opcode() == Opcode::LLVMCall) {
        let Some(name) = library_function(call) else { continue };
        state_scanned(module, call, &name, stated);
        let Some(&(_, target, fills, wide)) = WRITERS.iter().find(|(known, ..)| *known == name) else { continue };
        let Some(&to) = call.call_args().get(target as usize) else { continue };
        let Some(room) = member(module, set_once(to)) else { continue };
        let Some((before, ok)) = stays_inside(module, call, to, fills, room, wide) else { continue };
        put_in(module, stated, call, before, ok, room, &name);
    }
}

/// The check of a call, which stands before another instruction where it looks at what the call has done.
fn put_in<'m>(
    module: &'m Module,
    stated: &mut Vec<Stated>,
    call: Value<'m>,
    before: Value<'m>,
    ok: Value<'m>,
    room: u64,
    name: &str,
) {
    let what = Stated { kind: Undefined::IndexOutOfRange, detail: format!("{MEMBER} of {room} bytes ({name})") };
    let index = stated.iter().position(|known| *known == what).unwrap_or_else(|| {
        stated.push(what);
        stated.len() - 1
    });
    module.call_with_bit(before, CHECK, ok, index as u32, call);
}

/// The strings that `scanf` stores in members: each ends there, if as many conversions as come up to it were made.
fn state_scanned<'m>(module: &'m Module, call: Value<'m>, name: &str, stated: &mut Vec<Stated>) {
    let bare = STANDARDS.iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
    let Some(&(_, position)) = SCANNERS.iter().find(|(known, _)| *known == bare) else { return };
    let (args, Some(next)) = (call.call_args(), call.next_instruction()) else { return };
    let format = args.get(position as usize).and_then(|&format| global_of(format)).and_then(Value::initializer);
    let Some(format) = format.filter(|text| text.kind() == ValueKind::LLVMConstantDataArrayValueKind) else { return };
    for Scanned { argument, count, most } in scanned_strings(format.data_bytes()) {
        let Some(&to) = args.get(position as usize + 1 + argument) else { return };
        let Some(room) = member(module, set_once(to)).filter(|&room| most.is_none_or(|most| most >= room)) else {
            continue;
        };
        let missed = module.is_less_before(next, call, count);
        let ok = module.either_before(next, missed, module.has_zero_before(next, to, room, false));
        put_in(module, stated, call, next, ok, room, bare);
    }
}

/// A string that a format of `scanf` stores.
#[derive(PartialEq, Eq, Debug)]
struct Scanned {
    /// Behind the format.
    argument: usize,
    /// What the function gives at least when it was stored.
    count: u64,
    /// Characters of it, without the terminator.
    most: Option<u64>,
}

/// The strings of bytes among the conversions of a format; none behind what this does not know.
fn scanned_strings(format: &[u8]) -> Vec<Scanned> {
    let mut found = Vec::new();
    let (mut argument, mut count) = (0, 0);
    let mut rest = format.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' || rest.next_if_eq(&b'%').is_some() {
            continue;
        }
        let suppressed = rest.next_if_eq(&b'*').is_some();
        let mut most = None;
        while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
            most = Some(most.unwrap_or(0u64).saturating_mul(10).saturating_add(u64::from(digit - b'0')));
        }
        let (mut wide, mut made) = (false, false);
        while let Some(modifier) = rest.next_if(|byte| b"hljztLqm".contains(byte)) {
            wide |= modifier == b'l';
            made |= modifier == b'm';
        }
        let letter = rest.next();
        match letter {
            Some(b'[') => {
                // A bracket that comes first is one of the characters.
                rest.next_if_eq(&b'^');
                rest.next_if_eq(&b']');
                if !rest.by_ref().any(|byte| byte == b']') {
                    return found;
                }
            }
            Some(b's' | b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'p' | b'c' | b'n') => {}
            Some(b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A') => {}
            _ => return found,
        }
        if suppressed {
            continue;
        }
        count += u64::from(letter != Some(b'n'));
        if matches!(letter, Some(b's' | b'[')) && !wide && !made {
            found.push(Scanned { argument, count, most });
        }
        argument += 1;
    }
    found
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_of_a_format_are_found() {
        let string = |argument, count, most| Scanned { argument, count, most };
        assert_eq!(scanned_strings(b"%s\0"), [string(0, 1, None)]);
        assert_eq!(scanned_strings(b"%d %*s%n%7s %%%[]^a]x"), [string(2, 2, Some(7)), string(3, 3, None)]);
        assert_eq!(scanned_strings(b"%ls %ms %c"), []);
        assert_eq!(scanned_strings(b"%s%1$s %s"), [string(0, 1, None)], "nothing behind what is not known");
    }
}
