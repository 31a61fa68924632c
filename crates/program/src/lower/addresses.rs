//! Where code looks at addresses as numbers: comparisons and differences of pointers, casts to integers and back, and reads where
//! the one may have been written as the other: of members of unions, and of variables that memory was copied to.
//!
//! These get instructions of their own, because what comes out between objects is a matter of layout. Not so in the library's
//! models, whose results do not depend on it, and in what a sanitizer has put in, which asks about the addresses as they are,
//! unless it asks for alignment.
//!
//! Does not see: pointers that are read back as integers elsewhere or byte by byte, and those in initialisers of variables.

use crate::ir::{BinOp, CmpOp, Inst, Operand};
use crate::llvm::{Opcode, TypeKind, Value, ValueKind};
use crate::locals::scope_marker;
use crate::lower::Lowered;
use crate::lower::function::FunctionLowering;

impl<'m> FunctionLowering<'_, 'm> {
    /// Whether layout matters to an instruction of this function.
    fn looks_at_layout(&self, inst: Value<'m>) -> bool {
        !self.is_model && !inst.is_of_sanitizer()
    }

    pub(super) fn compares_pointers(&self, compare: Value<'m>) -> bool {
        compare.operand(0).ty().kind() == TypeKind::LLVMPointerTypeKind && self.looks_at_layout(compare)
    }

    pub(super) fn compare_pointers(&mut self, op: CmpOp, a: Operand, b: Operand) -> Operand {
        let null = Operand::Imm(0);
        if a == null || b == null {
            return self.compare(op, 64, a, b);
        }
        self.emit_to(1, |dst| Inst::PtrCmp { op, dst, a, b })
    }

    /// The two pointers of `(intptr_t)a - (intptr_t)b`, which is how `a - b` begins.
    pub(super) fn subtracted_pointers(&self, inst: Value<'m>) -> Option<(Value<'m>, Value<'m>)> {
        let is_difference = inst.opcode() == Opcode::LLVMSub && self.looks_at_layout(inst);
        if !is_difference || self.width(inst) != Ok(64) {
            return None;
        }
        Some((self.cast_pointer(inst.operand(0))?, self.cast_pointer(inst.operand(1))?))
    }

    pub(super) fn pointer_difference(&mut self, a: Value<'m>, b: Value<'m>) -> Lowered<Operand> {
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        Ok(self.emit_to(64, |dst| Inst::PtrDiff { dst, a, b }))
    }

    /// Whether something is made of a pointer as a number in which layout matters: more than a difference of pointers. A
    /// sanitizer that looks at the lowest bits asks for alignment.
    pub(super) fn is_seen_as_number(&self, cast: Value<'m>) -> bool {
        if self.is_model {
            return false;
        }
        if cast.is_of_sanitizer() {
            return low_bits_used(cast, 64) < 64;
        }
        !cast.users().all(|user| self.subtracts_pointers(user))
    }

    fn subtracts_pointers(&self, user: Value<'m>) -> bool {
        user.kind() == ValueKind::LLVMInstructionValueKind && self.subtracted_pointers(user).is_some()
    }

    /// A pointer as a number of which the `low` lowest bits are used.
    pub(super) fn pointer_as_number(&mut self, pointer: Operand, width: u16, low: u16) -> Operand {
        if pointer == Operand::Imm(0) {
            return pointer;
        }
        let number = self.emit_to(64, |dst| Inst::PtrToInt { dst, a: pointer, low });
        self.resized(number, 64, width)
    }

    pub(super) fn number_as_pointer(&mut self, number: Operand, width: u16) -> Operand {
        match self.resized(number, width, 64) {
            constant @ Operand::Imm(_) => constant,
            number => self.emit_to(64, |dst| Inst::IntToPtr { dst, a: number }),
        }
    }

    /// What a load has read, where pointers may be read as numbers or numbers as pointers, and more is done with it than to write
    /// it somewhere else.
    pub(super) fn reinterpreted(&mut self, load: Value<'m>, read: Operand) -> Operand {
        let kind = load.ty().kind();
        let is_pointer = kind == TypeKind::LLVMPointerTypeKind;
        let has_room = is_pointer || kind == TypeKind::LLVMIntegerTypeKind && self.width(load) == Ok(64);
        if !has_room || !self.looks_at_layout(load) || !may_be_written_as(load, !is_pointer) || is_only_copied(load) {
            read
        } else if is_pointer {
            self.number_as_pointer(read, 64)
        } else {
            let low = low_bits_used(load, 64);
            self.emit_to(64, |dst| Inst::ReadNumber { dst, a: read, low })
        }
    }

    /// The pointer that a value is the number of.
    fn cast_pointer(&self, value: Value<'m>) -> Option<Value<'m>> {
        let is_cast = match value.kind() {
            ValueKind::LLVMInstructionValueKind => value.opcode() == Opcode::LLVMPtrToInt,
            ValueKind::LLVMConstantExprValueKind => value.constant_opcode() == Opcode::LLVMPtrToInt,
            _ => false,
        };
        let pointer = is_cast.then(|| value.operand(0))?;
        (pointer.ty().kind() == TypeKind::LLVMPointerTypeKind).then_some(pointer)
    }

    /// The scalars of a value. Constants with addresses in them as numbers are computed on the spot.
    pub(super) fn seen_operands(&mut self, value: Value<'m>) -> Lowered<Vec<Operand>> {
        if !self.is_model && has_address_as_number(value) {
            return Ok(vec![self.computed(value)?]);
        }
        self.operands(value)
    }

    fn computed(&mut self, value: Value<'m>) -> Lowered<Operand> {
        if !has_address_as_number(value) {
            return self.operand(value);
        }
        let width = self.width(value)?;
        let op = match value.constant_opcode() {
            Opcode::LLVMPtrToInt => {
                let pointer = self.operand(value.operand(0))?;
                return Ok(self.pointer_as_number(pointer, width, width));
            }
            Opcode::LLVMTrunc => {
                let from = self.width(value.operand(0))?;
                let whole = self.computed(value.operand(0))?;
                return Ok(self.resized(whole, from, width));
            }
            Opcode::LLVMSub => {
                if let (Some(a), Some(b)) = (self.cast_pointer(value.operand(0)), self.cast_pointer(value.operand(1))) {
                    return self.pointer_difference(a, b);
                }
                BinOp::Sub
            }
            Opcode::LLVMAdd => BinOp::Add,
            Opcode::LLVMMul => BinOp::Mul,
            Opcode::LLVMXor => BinOp::Xor,
            _ => return self.operand(value),
        };
        let (a, b) = (self.computed(value.operand(0))?, self.computed(value.operand(1))?);
        Ok(self.binary(op, width, a, b))
    }
}

/// How many of a number's lowest bits its users make something of: `p & 7` and `p % 8` ask for three.
pub(super) fn low_bits_used(number: Value<'_>, width: u16) -> u16 {
    number.users().map(|user| low_bits_used_by(user, width)).max().unwrap_or(width)
}

fn low_bits_used_by(user: Value<'_>, width: u16) -> u16 {
    let is_binary = user.kind() == ValueKind::LLVMInstructionValueKind
        && matches!(user.opcode(), Opcode::LLVMAnd | Opcode::LLVMURem);
    let Some(mask) = is_binary.then(|| user.operand(1).as_int()).flatten() else { return width };
    match user.opcode() {
        Opcode::LLVMURem if mask.is_power_of_two() => mask.trailing_zeros() as u16,
        Opcode::LLVMAnd => (u128::BITS - mask.leading_zeros()) as u16,
        _ => width,
    }
}

/// Whether a constant is computed from an address as a number.
fn has_address_as_number(value: Value<'_>) -> bool {
    value.kind() == ValueKind::LLVMConstantExprValueKind
        && value.ty().kind() == TypeKind::LLVMIntegerTypeKind
        && (value.constant_opcode() == Opcode::LLVMPtrToInt
            || (0..value.operand_count()).any(|i| has_address_as_number(value.operand(i))))
}

/// Whether what a load reads may have been written as a pointer, or as something else.
fn may_be_written_as(load: Value<'_>, pointer: bool) -> bool {
    let place = load.operand(0);
    let is_pointer = |value: Value<'_>| value.ty().kind() == TypeKind::LLVMPointerTypeKind;
    match stored_in_local(place) {
        Some(stored) => stored.into_iter().any(|value| is_pointer(value) == pointer),
        None => load.may_be_of_union() || place.users().any(|user| copies_to(user, place)),
    }
}

/// What is stored in a local variable with which nothing else is done but to load from it and to begin and end its scope.
fn stored_in_local(place: Value<'_>) -> Option<Vec<Value<'_>>> {
    let mut stored = Vec::new();
    for user in is_local(place).then(|| place.users())? {
        match user.opcode() {
            Opcode::LLVMLoad => {}
            Opcode::LLVMStore if user.operand(0) != place => stored.push(user.operand(0)),
            Opcode::LLVMCall if scope_marker(user).is_some() => {}
            _ => return None,
        }
    }
    Some(stored)
}

/// Whether a load is half of a copy from memory to memory. In code as it was written variables are in memory, too.
fn is_only_copied(load: Value<'_>) -> bool {
    let copies = |user: Value<'_>| user.opcode() == Opcode::LLVMStore && user.operand(0) == load;
    load.users().all(|user| copies(user) && !is_local(user.operand(1)))
}

fn is_local(place: Value<'_>) -> bool {
    place.kind() == ValueKind::LLVMInstructionValueKind && place.opcode() == Opcode::LLVMAlloca
}

/// Whether an instruction copies memory to a place.
fn copies_to(user: Value<'_>, place: Value<'_>) -> bool {
    user.kind() == ValueKind::LLVMInstructionValueKind
        && user.opcode() == Opcode::LLVMCall
        && user.operand(0) == place
        && user.called_intrinsic().is_some_and(|name| name == "llvm.memcpy" || name == "llvm.memmove")
}
