//! Constants become numbers: addresses are known, so constant expressions fold completely.

use crate::ir::{Global, Operand};
use crate::layout;
use crate::llvm::{Opcode, TypeKind, Value, ValueKind};
use crate::lower::limbs::has_limbs;
use crate::lower::types::{Scalar, ScalarKind};
use crate::lower::{Lowered, Lowering, mask, unsupported};

impl<'m> Lowering<'m> {
    /// The scalars of a constant.
    pub(super) fn constant(&mut self, value: Value<'m>) -> Lowered<Vec<Operand>> {
        let shape = self.shape(value.ty())?;
        match value.kind() {
            ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind => {
                Ok(shape.scalars().map(|s| Operand::Undef(s.width)).collect())
            }
            ValueKind::LLVMConstantAggregateZeroValueKind
            | ValueKind::LLVMConstantPointerNullValueKind
            | ValueKind::LLVMConstantTargetNoneValueKind => {
                Ok(shape.scalars().map(|s| self.immediate(0, s.width)).collect())
            }
            ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantVectorValueKind
            | ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind => {
                let mut operands = Vec::with_capacity(shape.leaves.len());
                for index in 0..element_count(value) {
                    match value.aggregate_element(index) {
                        Some(element) => operands.extend(self.constant(element)?),
                        None => return unsupported("constant without that element"),
                    }
                }
                Ok(operands)
            }
            ValueKind::LLVMConstantIntValueKind if has_limbs(value.ty()) => self.constant_limbs(value),
            ValueKind::LLVMConstantExprValueKind if self.is_aggregate_expression(value) => {
                self.aggregate_expression(value)
            }
            _ => {
                let scalar = self.scalar(value.ty())?;
                let bits = self.constant_bits(value, scalar)?;
                Ok(vec![self.immediate(bits, scalar.width)])
            }
        }
    }

    /// The bits of a scalar constant. Undefined ones, inside a constant expression, count as 0.
    fn constant_bits(&mut self, value: Value<'m>, scalar: Scalar) -> Lowered<u128> {
        match value.kind() {
            ValueKind::LLVMConstantIntValueKind => Ok(value.int_bits()),
            ValueKind::LLVMConstantFPValueKind => Ok(value.float_bits(scalar.width as u32)),
            ValueKind::LLVMConstantPointerNullValueKind
            | ValueKind::LLVMUndefValueValueKind
            | ValueKind::LLVMPoisonValueKind => Ok(0),
            ValueKind::LLVMFunctionValueKind => match self.functions.get(&value) {
                Some(&id) => Ok(crate::layout::function_address(id) as u128),
                None => unsupported(format!("address of {}", value.name())),
            },
            ValueKind::LLVMGlobalVariableValueKind => match self.global_addresses.get(&value) {
                Some(&address) => Ok(address as u128),
                None => unsupported(format!("address of {}", value.name())),
            },
            ValueKind::LLVMGlobalAliasValueKind => {
                let target = value.aliasee();
                self.constant_bits(target, Scalar { width: 64, kind: ScalarKind::Pointer })
            }
            ValueKind::LLVMBlockAddressValueKind => {
                let (function, block) = value.block_address();
                Ok(self.block_address(function, block)? as u128)
            }
            ValueKind::LLVMConstantExprValueKind => self.expression_bits(value, scalar),
            _ => unsupported(format!("constant {}", value.spelling())),
        }
    }

    fn expression_bits(&mut self, value: Value<'m>, scalar: Scalar) -> Lowered<u128> {
        let opcode = value.constant_opcode();
        if opcode == Opcode::LLVMGetElementPtr {
            return self.constant_pointer(value);
        }
        let from = self.scalar(value.operand(0).ty())?;
        let a = self.constant_bits(value.operand(0), from)?;
        let bits = match opcode {
            Opcode::LLVMTrunc
            | Opcode::LLVMZExt
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMBitCast
            | Opcode::LLVMAddrSpaceCast => a,
            Opcode::LLVMSExt => sign_extend(a, from.width),
            Opcode::LLVMAdd | Opcode::LLVMSub | Opcode::LLVMMul | Opcode::LLVMXor | Opcode::LLVMShl => {
                let b = self.constant_bits(value.operand(1), scalar)?;
                match opcode {
                    Opcode::LLVMAdd => a.wrapping_add(b),
                    Opcode::LLVMSub => a.wrapping_sub(b),
                    Opcode::LLVMMul => a.wrapping_mul(b),
                    Opcode::LLVMXor => a ^ b,
                    _ if b < scalar.width as u128 => a << b,
                    _ => 0,
                }
            }
            _ => return unsupported(format!("constant {}", value.spelling())),
        };
        Ok(bits & mask(scalar.width))
    }

    /// Whether an address is a global's, and one computed from it is so far away that it may be another's.
    pub(super) fn leaves_global(&self, from: u64, to: u64) -> bool {
        if !layout::is_far(from, to) {
            return false;
        }
        let names = |global: &Global, address: u64| {
            let bytes = layout::slots_for(global.size) << layout::SLOT_BITS;
            address.wrapping_sub(global.address - layout::SLOT_LEAD) < bytes
        };
        self.program.globals.iter().find(|global| names(global, from)).is_some_and(|global| !names(global, to))
    }

    /// The address a constant `getelementptr` names.
    fn constant_pointer(&mut self, gep: Value<'m>) -> Lowered<u128> {
        let pointer = Scalar { width: 64, kind: ScalarKind::Pointer };
        let start = self.constant_bits(gep.operand(0), pointer)?;
        let mut address = start;
        let mut ty = gep.gep_type();
        for position in 1..gep.operand_count() {
            let index = gep.operand(position);
            let scalar = self.scalar(index.ty())?;
            let number = sign_extend(self.constant_bits(index, scalar)?, scalar.width);
            let step = if position == 1 {
                number.wrapping_mul(self.layout.alloc_size(ty) as u128)
            } else if ty.kind() == TypeKind::LLVMStructTypeKind {
                let field = number as u32;
                let offset = self.layout.field_offset(ty, field);
                ty = ty.struct_element(field);
                offset as u128
            } else {
                ty = ty.element();
                number.wrapping_mul(self.layout.alloc_size(ty) as u128)
            };
            address = address.wrapping_add(step);
        }
        if self.leaves_global(start as u64, address as u64) {
            return unsupported("pointer arithmetic that leads from one object into another");
        }
        Ok(address & mask(64))
    }

    /// A constant expression whose operand or result is a vector.
    fn is_aggregate_expression(&self, value: Value<'m>) -> bool {
        let is_vector = |v: Value<'m>| v.ty().kind() == TypeKind::LLVMVectorTypeKind;
        is_vector(value) || (value.operand_count() > 0 && is_vector(value.operand(0)))
    }

    fn aggregate_expression(&mut self, value: Value<'m>) -> Lowered<Vec<Operand>> {
        match value.constant_opcode() {
            Opcode::LLVMShuffleVector => {
                let (first, second) = (value.operand(0), value.operand(1));
                let mut lanes = self.constant(first)?;
                lanes.extend(self.constant(second)?);
                let undefined = Operand::Undef(self.scalar(first.ty())?.width);
                let mask = value.shuffle_mask();
                Ok(mask.into_iter().map(|i| i.and_then(|i| lanes.get(i).copied()).unwrap_or(undefined)).collect())
            }
            Opcode::LLVMExtractElement => {
                let lanes = self.constant(value.operand(0))?;
                let index = self.constant(value.operand(1))?;
                let index = index.first().and_then(|&i| self.known_bits(i)).unwrap_or(u128::MAX);
                match usize::try_from(index).ok().and_then(|i| lanes.get(i)) {
                    Some(&lane) => Ok(vec![lane]),
                    None => Ok(vec![Operand::Undef(self.scalar(value.ty())?.width)]),
                }
            }
            _ => unsupported(format!("constant {}", value.spelling())),
        }
    }
}

pub(super) fn sign_extend(bits: u128, width: u16) -> u128 {
    if width == 0 || width >= 128 {
        return bits;
    }
    let unused = 128 - width as u32;
    ((bits << unused) as i128 >> unused) as u128
}

fn element_count(value: Value<'_>) -> u32 {
    let ty = value.ty();
    match ty.kind() {
        TypeKind::LLVMStructTypeKind => ty.struct_len(),
        TypeKind::LLVMVectorTypeKind => ty.vector_len(),
        _ => ty.array_len() as u32,
    }
}
