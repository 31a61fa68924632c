//! Parts of aggregates and vectors. With constant positions these only rename scalars.

use crate::ir::{CmpOp, Operand};
use crate::llvm::{TypeKind, Value};
use crate::lower::function::FunctionLowering;
use crate::lower::{Lowered, unsupported};
use std::ops::Range;

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn extract_value(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let aggregate = inst.operand(0);
        let part = self.part(aggregate, &inst.indices())?;
        Ok(self.operands(aggregate)?[part].to_vec())
    }

    pub(super) fn insert_value(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let aggregate = inst.operand(0);
        let part = self.part(aggregate, &inst.indices())?;
        let mut operands = self.operands(aggregate)?;
        let inserted = self.operands(inst.operand(1))?;
        operands.splice(part, inserted);
        Ok(operands)
    }

    /// Which scalars of an aggregate a constant path names.
    fn part(&mut self, aggregate: Value<'m>, path: &[u32]) -> Lowered<Range<usize>> {
        let mut ty = aggregate.ty();
        let mut start = 0;
        for &index in path {
            if ty.kind() == TypeKind::LLVMStructTypeKind {
                for before in 0..index {
                    start += self.module.shape(ty.struct_element(before))?.leaves.len();
                }
                ty = ty.struct_element(index);
            } else {
                ty = ty.element();
                start += index as usize * self.module.shape(ty)?.leaves.len();
            }
        }
        Ok(start..start + self.module.shape(ty)?.leaves.len())
    }

    pub(super) fn extract_element(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let lanes = self.operands(inst.operand(0))?;
        let position = inst.operand(1);
        let index = self.operand(position)?;
        let width = self.width(inst)?;
        if let Some(known) = self.module.known_bits(index) {
            let lane = usize::try_from(known).ok().and_then(|i| lanes.get(i).copied());
            return Ok(vec![lane.unwrap_or(Operand::Undef(width))]);
        }
        let index_width = self.width(position)?;
        let mut chosen = Operand::Undef(width);
        for (i, lane) in lanes.into_iter().enumerate() {
            let number = self.module.immediate(i as u128, index_width);
            let here = self.compare(CmpOp::Eq, index_width, index, number);
            chosen = self.choose(width, here, lane, chosen);
        }
        Ok(vec![chosen])
    }

    pub(super) fn insert_element(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let mut lanes = self.operands(inst.operand(0))?;
        let value = self.operand(inst.operand(1))?;
        let position = inst.operand(2);
        let index = self.operand(position)?;
        let width = self.width(inst)?;
        if let Some(known) = self.module.known_bits(index) {
            match usize::try_from(known).ok().and_then(|i| lanes.get_mut(i)) {
                Some(lane) => *lane = value,
                None => lanes.fill(Operand::Undef(width)),
            }
            return Ok(lanes);
        }
        let index_width = self.width(position)?;
        for (i, lane) in lanes.iter_mut().enumerate() {
            let number = self.module.immediate(i as u128, index_width);
            let here = self.compare(CmpOp::Eq, index_width, index, number);
            *lane = self.choose(width, here, value, *lane);
        }
        Ok(lanes)
    }

    pub(super) fn shuffle_vector(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        if inst.ty().kind() != TypeKind::LLVMVectorTypeKind {
            return unsupported("vector of unknown length");
        }
        let mut lanes = self.operands(inst.operand(0))?;
        lanes.extend(self.operands(inst.operand(1))?);
        let undefined = Operand::Undef(self.width(inst)?);
        let pick = |i: Option<usize>| i.and_then(|i| lanes.get(i).copied()).unwrap_or(undefined);
        Ok(inst.shuffle_mask().into_iter().map(pick).collect())
    }
}
