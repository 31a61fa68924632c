//! `getelementptr`: address arithmetic, and bounds of arrays inside larger objects.
//!
//! The machine checks an access against its object. A subscript that leaves an array member or a row of a matrix may
//! still be inside the object, so it gets a check of its own here.

use crate::ir::{Inst, Operand};
use crate::llvm::{Opcode, Type, TypeKind, Value, ValueKind};
use crate::lower::constants::sign_extend;
use crate::lower::function::FunctionLowering;
use crate::lower::{CodeOrder, Lowered, unsupported};

/// A variable part of an address: `index * scale`.
struct Term {
    index: Operand,
    width: u16,
    scale: u64,
}

/// Whether leaving an array through its subscript is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bounds {
    /// The array is the whole object (whose bounds are checked anyway), or a flexible array member.
    Free,
    Checked,
}

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn element_pointer(&mut self, gep: Value<'m>) -> Lowered<Vec<Operand>> {
        if gep.ty().kind() == TypeKind::LLVMVectorTypeKind {
            let lanes = gep.ty().vector_len() as usize;
            return (0..lanes).map(|lane| self.lane_pointer(gep, Some(lane))).collect();
        }
        Ok(vec![self.lane_pointer(gep, None)?])
    }

    /// The address for one element of a vector of pointers, or the only one.
    fn lane_pointer(&mut self, gep: Value<'m>, lane: Option<usize>) -> Lowered<Operand> {
        let base = self.lane(gep.operand(0), lane)?;
        let access = self.access(gep);
        let mut offset = 0u64;
        let mut terms = Vec::new();
        let mut ty = gep.gep_type();
        let mut bounds = self.base_bounds(gep);
        for position in 1..gep.operand_count() {
            let index = gep.operand(position);
            let width = self.width(index)?;
            let operand = self.lane(index, lane)?;
            if position > 1 && ty.kind() == TypeKind::LLVMStructTypeKind {
                let Operand::Imm(field) = operand else { return unsupported("struct field that is not constant") };
                let field = field as u32;
                offset = offset.wrapping_add(self.module.layout.field_offset(ty, field));
                let last = field + 1 == ty.struct_len();
                ty = ty.struct_element(field);
                bounds = member_bounds(ty, last);
                continue;
            }
            if position > 1 {
                if bounds == Bounds::Checked && ty.kind() == TypeKind::LLVMArrayTypeKind {
                    self.check_index(operand, width, ty.array_len(), access);
                }
                ty = ty.element();
                // A row of a matrix.
                bounds = member_bounds(ty, false);
            }
            let scale = self.module.layout.alloc_size(ty);
            match self.module.known_bits(operand) {
                Some(bits) => {
                    offset = offset.wrapping_add((sign_extend(bits, width) as u64).wrapping_mul(scale));
                }
                None => terms.push(Term { index: self.index(operand, width), width: width.min(64), scale }),
            }
        }
        Ok(self.sum(base, terms, offset, gep.is_inbounds()))
    }

    /// Index operands have at most 64 bits.
    fn index(&mut self, operand: Operand, width: u16) -> Operand {
        if width > 64 { self.resized(operand, width, 64) } else { operand }
    }

    fn lane(&mut self, value: Value<'m>, lane: Option<usize>) -> Lowered<Operand> {
        match lane {
            // A scalar among vectors stands for all elements.
            Some(lane) if value.ty().kind() == TypeKind::LLVMVectorTypeKind => Ok(self.operands(value)?[lane]),
            _ => self.operand(value),
        }
    }

    fn sum(&mut self, base: Operand, terms: Vec<Term>, offset: u64, inbounds: bool) -> Operand {
        let mut address = base;
        let last = terms.len().saturating_sub(1);
        if terms.is_empty() {
            return match base {
                Operand::Imm(_) => self.address_at(base, offset),
                _ if offset == 0 => base,
                _ => self.emit_to(64, |dst| Inst::PtrAdd {
                    dst,
                    base,
                    index: Operand::Imm(0),
                    index_width: 64,
                    scale: 0,
                    offset,
                    inbounds,
                }),
            };
        }
        for (i, term) in terms.into_iter().enumerate() {
            let offset = if i == last { offset } else { 0 };
            let Term { index, width: index_width, scale } = term;
            let base = address;
            address = self.emit_to(64, |dst| Inst::PtrAdd { dst, base, index, index_width, scale, offset, inbounds });
        }
        address
    }

    fn check_index(&mut self, index: Operand, width: u16, limit: u64, access: Access) {
        let past_end_ok = match access {
            Access::Immediate => false,
            Access::AddressOnly => true,
            // The address may have been moved to where the program never subscripts.
            Access::Elsewhere => return,
        };
        if let Some(bits) = self.module.known_bits(index) {
            let value = sign_extend(bits, width);
            if value < limit as u128 || (past_end_ok && value == limit as u128) {
                return;
            }
        }
        let index = self.index(index, width);
        self.emit(Inst::CheckIndex { index, index_width: width.min(64), limit, past_end_ok });
    }

    /// Whether the array the base points to is a whole object.
    fn base_bounds(&self, gep: Value<'m>) -> Bounds {
        let (base, ty) = (gep.operand(0), gep.gep_type());
        match base.kind() {
            ValueKind::LLVMGlobalVariableValueKind if base.value_type() == ty => Bounds::Free,
            // Clang gives an array that mostly has zeros in it the type of a structure.
            ValueKind::LLVMGlobalVariableValueKind
                if ty.kind() == TypeKind::LLVMArrayTypeKind
                    && self.module.layout.alloc_size(base.value_type()) == self.module.layout.alloc_size(ty) =>
            {
                Bounds::Free
            }
            ValueKind::LLVMInstructionValueKind => match base.opcode() {
                Opcode::LLVMAlloca if base.allocated_type() == ty => Bounds::Free,
                Opcode::LLVMGetElementPtr => member_bounds(ty, ends_in_last_field(base)),
                _ => member_bounds(ty, true),
            },
            // Nothing is known about what it points into.
            _ => member_bounds(ty, true),
        }
    }

    fn access(&self, gep: Value<'m>) -> Access {
        let block = gep.parent_block();
        let here = gep.users().any(|user| is_access(user, gep) && user.parent_block() == block);
        match self.module.order {
            CodeOrder::Optimised if !here => Access::Elsewhere,
            CodeOrder::AsWritten | CodeOrder::Optimised => {
                let only = gep.users().all(|user| only_dereferences(user, gep));
                if only { Access::Immediate } else { Access::AddressOnly }
            }
        }
    }
}

/// What the program does with an address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Access {
    /// Only loads and stores through it.
    Immediate,
    /// Other things too: one past the end is fine.
    AddressOnly,
    /// Nothing where it is computed, in optimised code.
    Elsewhere,
}

fn is_access(user: Value<'_>, address: Value<'_>) -> bool {
    match user.opcode() {
        Opcode::LLVMLoad => true,
        Opcode::LLVMStore => user.operand(0) != address,
        _ => false,
    }
}

/// A load or store, or a field address that is only loaded from and stored to.
fn only_dereferences(user: Value<'_>, address: Value<'_>) -> bool {
    is_access(user, address)
        || (user.opcode() == Opcode::LLVMGetElementPtr
            && user.operand(0) == address
            && user.gep_type().kind() == TypeKind::LLVMStructTypeKind
            && user.operand(1).is_null()
            && user.users().all(|next| is_access(next, user)))
}

/// An array of at most one element at the end of a struct is C's way to say "as long as the object is".
fn member_bounds(ty: Type<'_>, last: bool) -> Bounds {
    let flexible = ty.kind() == TypeKind::LLVMArrayTypeKind && last && ty.array_len() <= 1;
    if flexible { Bounds::Free } else { Bounds::Checked }
}

/// Whether a `getelementptr` names the last field of a struct, as far as one can tell: optimisers count in bytes.
fn ends_in_last_field(gep: Value<'_>) -> bool {
    let mut ty = gep.gep_type();
    let mut last = !matches!(ty.kind(), TypeKind::LLVMStructTypeKind | TypeKind::LLVMArrayTypeKind);
    for position in 2..gep.operand_count() {
        if ty.kind() == TypeKind::LLVMStructTypeKind {
            let index = gep.operand(position);
            if index.kind() != ValueKind::LLVMConstantIntValueKind {
                return false;
            }
            let field = index.int_bits() as u32;
            last = field + 1 == ty.struct_len();
            ty = ty.struct_element(field);
        } else {
            last = false;
            ty = ty.element();
        }
    }
    last
}
