//! Integer and float arithmetic, comparisons, `select` and `freeze`, element by element on vectors.

use crate::ir::{BinOp, CmpOp, Flags, FloatBinOp, FloatCmp, FloatUnOp, Inst, Operand};
use crate::llvm::{FloatPredicate, IntPredicate, Opcode, TypeKind, Value};
use crate::lower::function::FunctionLowering;
use crate::lower::{Lowered, unsupported};

impl<'m> FunctionLowering<'_, 'm> {
    /// The operands of a two-operand instruction, paired by element.
    fn pairs(&mut self, inst: Value<'m>) -> Lowered<Vec<(Operand, Operand)>> {
        let a = self.seen_operands(inst.operand(0))?;
        let b = self.seen_operands(inst.operand(1))?;
        Ok(a.into_iter().zip(b).collect())
    }

    pub(super) fn integer_binary(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        if let Some((a, b)) = self.subtracted_pointers(inst) {
            return Ok(vec![self.pointer_difference(a, b)?]);
        }
        let op = integer_op(inst.opcode())?;
        let flags = match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl => {
                Flags { no_signed_wrap: inst.no_signed_wrap(), no_unsigned_wrap: inst.no_unsigned_wrap() }
            }
            _ => Flags::default(),
        };
        let width = self.width(inst)?;
        let pairs = self.pairs(inst)?;
        let emit = |(a, b)| self.emit_to(width, |dst| Inst::Bin { op, width, flags, dst, a, b });
        Ok(pairs.into_iter().map(emit).collect())
    }

    /// An operation that may wrap.
    pub(super) fn binary(&mut self, op: BinOp, width: u16, a: Operand, b: Operand) -> Operand {
        self.emit_to(width, |dst| Inst::Bin { op, width, flags: Flags::default(), dst, a, b })
    }

    pub(super) fn float_binary(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let op = match inst.opcode() {
            Opcode::LLVMFAdd => FloatBinOp::Add,
            Opcode::LLVMFSub => FloatBinOp::Sub,
            Opcode::LLVMFMul => FloatBinOp::Mul,
            Opcode::LLVMFDiv => FloatBinOp::Div,
            Opcode::LLVMFRem => FloatBinOp::Rem,
            other => return unsupported(format!("float operation {other:?}")),
        };
        let format = self.format(inst)?;
        let pairs = self.pairs(inst)?;
        let emit = |(a, b)| self.emit_to(format.width(), |dst| Inst::FloatBin { op, format, dst, a, b });
        Ok(pairs.into_iter().map(emit).collect())
    }

    pub(super) fn float_negate(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let format = self.format(inst)?;
        let op = FloatUnOp::Neg;
        let values = self.operands(inst.operand(0))?;
        let emit = |a| self.emit_to(format.width(), |dst| Inst::FloatUn { op, format, dst, a });
        Ok(values.into_iter().map(emit).collect())
    }

    pub(super) fn integer_compare(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let op = match inst.int_predicate() {
            IntPredicate::LLVMIntEQ => CmpOp::Eq,
            IntPredicate::LLVMIntNE => CmpOp::Ne,
            IntPredicate::LLVMIntUGT => CmpOp::Ugt,
            IntPredicate::LLVMIntUGE => CmpOp::Uge,
            IntPredicate::LLVMIntULT => CmpOp::Ult,
            IntPredicate::LLVMIntULE => CmpOp::Ule,
            IntPredicate::LLVMIntSGT => CmpOp::Sgt,
            IntPredicate::LLVMIntSGE => CmpOp::Sge,
            IntPredicate::LLVMIntSLT => CmpOp::Slt,
            IntPredicate::LLVMIntSLE => CmpOp::Sle,
        };
        let width = self.width(inst.operand(0))?;
        let pairs = self.pairs(inst)?;
        if self.compares_pointers(inst) {
            return Ok(pairs.into_iter().map(|(a, b)| self.compare_pointers(op, a, b)).collect());
        }
        Ok(pairs.into_iter().map(|(a, b)| self.compare(op, width, a, b)).collect())
    }

    pub(super) fn compare(&mut self, op: CmpOp, width: u16, a: Operand, b: Operand) -> Operand {
        self.emit_to(1, |dst| Inst::Cmp { op, width, dst, a, b })
    }

    pub(super) fn float_compare(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let op = float_outcomes(inst.float_predicate());
        let format = self.format(inst.operand(0))?;
        let pairs = self.pairs(inst)?;
        let emit = |(a, b)| self.emit_to(1, |dst| Inst::FloatCmp { op, format, dst, a, b });
        Ok(pairs.into_iter().map(emit).collect())
    }

    pub(super) fn select(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let condition = inst.operand(0);
        let each = condition.ty().kind() == TypeKind::LLVMVectorTypeKind;
        let conditions = self.operands(condition)?;
        let yes = self.operands(inst.operand(1))?;
        let no = self.operands(inst.operand(2))?;
        let shape = self.module.shape(inst.ty())?;
        let mut results = Vec::with_capacity(yes.len());
        for (i, scalar) in shape.scalars().enumerate() {
            let cond = conditions[if each { i } else { 0 }];
            results.push(self.choose(scalar.width, cond, yes[i], no[i]));
        }
        Ok(results)
    }

    pub(super) fn choose(&mut self, width: u16, cond: Operand, yes: Operand, no: Operand) -> Operand {
        match cond {
            Operand::Imm(0) => no,
            Operand::Imm(_) => yes,
            _ => self.emit_to(width, |dst| Inst::Select { width, dst, cond, yes, no }),
        }
    }

    /// An undefined value becomes one arbitrary value; a register holds one already.
    pub(super) fn freeze(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let values = self.operands(inst.operand(0))?;
        if !inst.is_used() {
            return Ok(values);
        }
        let freeze = |value| match value {
            Operand::Undef(width) => self.emit_to(width, |dst| Inst::Copy { dst, src: value }),
            Operand::Reg(_) | Operand::Imm(_) | Operand::Wide(_) => value,
        };
        Ok(values.into_iter().map(freeze).collect())
    }
}

fn integer_op(opcode: Opcode) -> Lowered<BinOp> {
    Ok(match opcode {
        Opcode::LLVMAdd => BinOp::Add,
        Opcode::LLVMSub => BinOp::Sub,
        Opcode::LLVMMul => BinOp::Mul,
        Opcode::LLVMUDiv => BinOp::UDiv,
        Opcode::LLVMSDiv => BinOp::SDiv,
        Opcode::LLVMURem => BinOp::URem,
        Opcode::LLVMSRem => BinOp::SRem,
        Opcode::LLVMShl => BinOp::Shl,
        Opcode::LLVMLShr => BinOp::LShr,
        Opcode::LLVMAShr => BinOp::AShr,
        Opcode::LLVMAnd => BinOp::And,
        Opcode::LLVMOr => BinOp::Or,
        Opcode::LLVMXor => BinOp::Xor,
        other => return unsupported(format!("integer operation {other:?}")),
    })
}

fn float_outcomes(predicate: FloatPredicate) -> FloatCmp {
    let (unordered, less, greater, equal) = match predicate {
        FloatPredicate::LLVMRealPredicateFalse => (false, false, false, false),
        FloatPredicate::LLVMRealOEQ => (false, false, false, true),
        FloatPredicate::LLVMRealOGT => (false, false, true, false),
        FloatPredicate::LLVMRealOGE => (false, false, true, true),
        FloatPredicate::LLVMRealOLT => (false, true, false, false),
        FloatPredicate::LLVMRealOLE => (false, true, false, true),
        FloatPredicate::LLVMRealONE => (false, true, true, false),
        FloatPredicate::LLVMRealORD => (false, true, true, true),
        FloatPredicate::LLVMRealUNO => (true, false, false, false),
        FloatPredicate::LLVMRealUEQ => (true, false, false, true),
        FloatPredicate::LLVMRealUGT => (true, false, true, false),
        FloatPredicate::LLVMRealUGE => (true, false, true, true),
        FloatPredicate::LLVMRealULT => (true, true, false, false),
        FloatPredicate::LLVMRealULE => (true, true, false, true),
        FloatPredicate::LLVMRealUNE => (true, true, true, false),
        FloatPredicate::LLVMRealPredicateTrue => (true, true, true, true),
    };
    FloatCmp { less, equal, greater, unordered }
}
