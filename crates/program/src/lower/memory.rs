//! Stack objects, loads, stores and atomics (which one thread makes sequential).

use crate::ir::{BinOp, CmpOp, FloatBinOp, Inst, IntOp, Operand};
use crate::llvm::{RmwOp, Value};
use crate::lower::function::FunctionLowering;
use crate::lower::types::{Leaf, Place, ScalarKind, Shape, bytes_for};
use crate::lower::{Lowered, unsupported};

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn alloca(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let size = self.module.layout.alloc_size(inst.allocated_type());
        let number = inst.operand(0);
        let count_width = self.width(number)?;
        let count = self.operand(number)?;
        let fixed = match count {
            Operand::Imm(n) => size.checked_mul(n),
            Operand::Reg(_) | Operand::Wide(_) | Operand::Undef(_) => None,
        };
        let (size, count) = match fixed {
            Some(total) => (total, Operand::Imm(1)),
            None => (size, count),
        };
        let align = inst.alignment();
        let object = |dst| Inst::Alloca { dst, size, count, count_width, align };
        let variable = self.emit_to(64, object);
        self.make_twin(inst, object);
        Ok(vec![variable])
    }

    pub(super) fn load(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let shape = self.module.shape(inst.ty())?;
        let addr = self.operand(inst.operand(0))?;
        let values = self.load_shape(&shape, addr);
        Ok(values.into_iter().map(|value| self.reinterpreted(inst, value)).collect())
    }

    pub(super) fn load_shape(&mut self, shape: &Shape, addr: Operand) -> Vec<Operand> {
        let mut values = Vec::with_capacity(shape.leaves.len());
        // Packed elements that share bytes are loaded once.
        let mut run: Option<(u64, Operand)> = None;
        for leaf in &shape.leaves {
            let width = leaf.scalar.width;
            values.push(match leaf.place {
                Place::Bytes { offset } => self.load_scalar(addr, offset, width, bytes_for(width)),
                Place::Bits { offset, bytes, shift } => {
                    let whole = match run {
                        Some((start, whole)) if start == offset => whole,
                        _ => self.load_scalar(addr, offset, bytes * 8, bytes),
                    };
                    run = Some((offset, whole));
                    self.bits_at(whole, bytes * 8, shift, width)
                }
            });
        }
        values
    }

    fn load_scalar(&mut self, base: Operand, offset: u64, width: u16, bytes: u16) -> Operand {
        let addr = self.address_at(base, offset);
        self.emit_to(width, |dst| Inst::Load { dst, width, bytes, addr })
    }

    pub(super) fn store(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let value = inst.operand(0);
        let shape = self.module.shape(value.ty())?;
        let values = self.seen_operands(value)?;
        let addr = self.operand(inst.operand(1))?;
        self.store_shape(&shape, &values, addr);
        Ok(Vec::new())
    }

    pub(super) fn store_shape(&mut self, shape: &Shape, values: &[Operand], base: Operand) {
        let mut next = 0;
        while let Some(leaf) = shape.leaves.get(next) {
            next += match leaf.place {
                Place::Bytes { offset } => {
                    let width = leaf.scalar.width;
                    self.store_scalar(base, offset, values[next], width, bytes_for(width));
                    1
                }
                Place::Bits { offset, bytes, .. } => {
                    let same_run = |l: &&Leaf| matches!(l.place, Place::Bits { offset: o, .. } if o == offset);
                    let count = shape.leaves[next..].iter().take_while(same_run).count();
                    let width = leaf.scalar.width;
                    let whole = self.joined(&values[next..next + count], width);
                    self.store_scalar(base, offset, whole, width * count as u16, bytes);
                    count
                }
            };
        }
    }

    fn store_scalar(&mut self, base: Operand, offset: u64, value: Operand, width: u16, bytes: u16) {
        let addr = self.address_at(base, offset);
        self.emit(Inst::Store { value, width, bytes, addr });
    }

    /// `base + offset`.
    pub(super) fn address_at(&mut self, base: Operand, offset: u64) -> Operand {
        match base {
            _ if offset == 0 => base,
            Operand::Imm(address) if !self.module.leaves_global(address, address.wrapping_add(offset)) => {
                Operand::Imm(address.wrapping_add(offset))
            }
            // What leaves its object is for the machine to see.
            Operand::Imm(_) | Operand::Reg(_) | Operand::Wide(_) | Operand::Undef(_) => self.emit_to(64, |dst| {
                Inst::PtrAdd { dst, base, index: Operand::Imm(0), index_width: 64, scale: 0, offset, inbounds: true }
            }),
        }
    }

    /// `atomicrmw`: the old value is the result.
    pub(super) fn atomic_update(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let addr = self.operand(inst.operand(0))?;
        let argument = self.operand(inst.operand(1))?;
        let scalar = self.module.scalar(inst.ty())?;
        let (width, bytes) = (scalar.width, bytes_for(scalar.width));
        let old = self.load_scalar(addr, 0, width, bytes);
        let new = self.updated(inst.rmw_op(), scalar.kind, width, old, argument)?;
        self.store_scalar(addr, 0, new, width, bytes);
        Ok(vec![old])
    }

    fn updated(&mut self, op: RmwOp, kind: ScalarKind, width: u16, old: Operand, by: Operand) -> Lowered<Operand> {
        if let ScalarKind::Float(format) = kind {
            let op = match op {
                RmwOp::LLVMAtomicRMWBinOpXchg => return Ok(by),
                RmwOp::LLVMAtomicRMWBinOpFAdd => FloatBinOp::Add,
                RmwOp::LLVMAtomicRMWBinOpFSub => FloatBinOp::Sub,
                RmwOp::LLVMAtomicRMWBinOpFMax => FloatBinOp::MaxNum,
                RmwOp::LLVMAtomicRMWBinOpFMin => FloatBinOp::MinNum,
                other => return unsupported(format!("atomic {other:?} on a float")),
            };
            return Ok(self.emit_to(width, |dst| Inst::FloatBin { op, format, dst, a: old, b: by }));
        }
        let ones = self.module.immediate(u128::MAX, width);
        let one = self.module.immediate(1, width);
        let zero = self.module.immediate(0, width);
        Ok(match op {
            RmwOp::LLVMAtomicRMWBinOpXchg => by,
            RmwOp::LLVMAtomicRMWBinOpAdd => self.binary(BinOp::Add, width, old, by),
            RmwOp::LLVMAtomicRMWBinOpSub => self.binary(BinOp::Sub, width, old, by),
            RmwOp::LLVMAtomicRMWBinOpAnd => self.binary(BinOp::And, width, old, by),
            RmwOp::LLVMAtomicRMWBinOpNand => {
                let and = self.binary(BinOp::And, width, old, by);
                self.binary(BinOp::Xor, width, and, ones)
            }
            RmwOp::LLVMAtomicRMWBinOpOr => self.binary(BinOp::Or, width, old, by),
            RmwOp::LLVMAtomicRMWBinOpXor => self.binary(BinOp::Xor, width, old, by),
            RmwOp::LLVMAtomicRMWBinOpMax => self.integer(IntOp::SMax, width, &[old, by]),
            RmwOp::LLVMAtomicRMWBinOpMin => self.integer(IntOp::SMin, width, &[old, by]),
            RmwOp::LLVMAtomicRMWBinOpUMax => self.integer(IntOp::UMax, width, &[old, by]),
            RmwOp::LLVMAtomicRMWBinOpUMin => self.integer(IntOp::UMin, width, &[old, by]),
            // Counts up to the argument, then starts again at 0.
            RmwOp::LLVMAtomicRMWBinOpUIncWrap => {
                let next = self.binary(BinOp::Add, width, old, one);
                let wraps = self.compare(CmpOp::Uge, width, old, by);
                self.choose(width, wraps, zero, next)
            }
            // Counts down to 0, then starts again at the argument.
            RmwOp::LLVMAtomicRMWBinOpUDecWrap => {
                let next = self.binary(BinOp::Sub, width, old, one);
                let at_zero = self.compare(CmpOp::Eq, width, old, zero);
                let above = self.compare(CmpOp::Ugt, width, old, by);
                let wraps = self.binary(BinOp::Or, 1, at_zero, above);
                self.choose(width, wraps, by, next)
            }
            RmwOp::LLVMAtomicRMWBinOpFAdd
            | RmwOp::LLVMAtomicRMWBinOpFSub
            | RmwOp::LLVMAtomicRMWBinOpFMax
            | RmwOp::LLVMAtomicRMWBinOpFMin => return unsupported("atomic float operation on an integer"),
        })
    }

    /// `cmpxchg`: the old value and whether it was the expected one. A weak one never fails by chance.
    pub(super) fn compare_exchange(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let addr = self.operand(inst.operand(0))?;
        let expected = self.operand(inst.operand(1))?;
        let wanted = self.operand(inst.operand(2))?;
        let width = self.width(inst.operand(1))?;
        let bytes = bytes_for(width);
        let old = self.load_scalar(addr, 0, width, bytes);
        let equal = self.compare(CmpOp::Eq, width, old, expected);
        let new = self.choose(width, equal, wanted, old);
        self.store_scalar(addr, 0, new, width, bytes);
        Ok(vec![old, equal])
    }
}
