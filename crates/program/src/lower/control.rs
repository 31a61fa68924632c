//! Terminators. Edges get their copies later, in `edges`.

use crate::ir::{CmpOp, Jump, Operand, Term};
use crate::llvm::{self, Opcode, Value};
use crate::lower::cleanup;
use crate::lower::function::FunctionLowering;
use crate::lower::{Lowered, unsupported};

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn terminator(&mut self, inst: Value<'m>) -> Term {
        let term = match inst.opcode() {
            Opcode::LLVMRet => self.returned(inst),
            Opcode::LLVMBr => self.branch(inst),
            Opcode::LLVMSwitch => self.switch(inst),
            Opcode::LLVMIndirectBr => self.indirect_jump(inst),
            Opcode::LLVMInvoke => self.invoke(inst),
            Opcode::LLVMUnreachable => Ok(Term::Unreachable),
            Opcode::LLVMCallBr => unsupported("inline assembly that jumps"),
            _ => unsupported("exception handling"),
        };
        term.unwrap_or_else(|reason| Term::Unsupported { reason: self.module.reason(reason) })
    }

    fn edge(&self, block: llvm::Block<'m>) -> Lowered<Jump> {
        match self.numbers.get(block) {
            Some(target) => Ok(Jump { target, copies: Box::default() }),
            None => unsupported("jump to a block of another function"),
        }
    }

    fn returned(&mut self, inst: Value<'m>) -> Lowered<Term> {
        let values = match inst.operand_count() {
            0 => Vec::new(),
            _ => self.operands(inst.operand(0))?,
        };
        Ok(Term::Return(values.into_boxed_slice()))
    }

    fn branch(&mut self, inst: Value<'m>) -> Lowered<Term> {
        let successors = inst.successors();
        match successors[..] {
            [yes, no] if inst.is_conditional() => {
                let cond = self.operand(inst.condition())?;
                Ok(Term::Branch { cond, yes: self.edge(yes)?, no: self.edge(no)? })
            }
            [target, ..] => Ok(Term::Jump(self.edge(target)?)),
            [] => unsupported("branch without target"),
        }
    }

    fn switch(&mut self, inst: Value<'m>) -> Lowered<Term> {
        let value = inst.operand(0);
        let width = self.width(value)?;
        let operand = self.operand(value)?;
        if cleanup::is_destination(&value.name()) {
            self.dispatches();
        }
        let successors = inst.successors();
        let [default, targets @ ..] = &successors[..] else { return unsupported("switch without default") };
        // Operands: the value, the default block, then a number and a block for each case.
        let mut numbers = Vec::with_capacity(targets.len());
        for case in 0..targets.len() as u32 {
            numbers.push(inst.operand(2 + 2 * case).int_bits());
        }
        let default = self.edge(*default)?;
        let edges: Lowered<Vec<Jump>> = targets.iter().map(|&target| self.edge(target)).collect();
        if width <= 64 {
            let cases = numbers.into_iter().map(|n| n as u64).zip(edges?).collect();
            return Ok(Term::Switch { value: operand, width, cases, default });
        }
        // Wide values: find the number of the case first, 0 being the default.
        let mut chosen = Operand::Imm(0);
        for (case, number) in numbers.into_iter().enumerate() {
            let number = self.module.immediate(number, width);
            let here = self.compare(CmpOp::Eq, width, operand, number);
            chosen = self.choose(32, here, Operand::Imm(case as u64 + 1), chosen);
        }
        let cases = edges?.into_iter().enumerate().map(|(case, edge)| (case as u64 + 1, edge)).collect();
        Ok(Term::Switch { value: chosen, width: 32, cases, default })
    }

    fn indirect_jump(&mut self, inst: Value<'m>) -> Lowered<Term> {
        let address = self.operand(inst.operand(0))?;
        let mut targets = Vec::new();
        for block in inst.successors() {
            let place = self.module.block_address(self.function, block)?;
            let edge = self.edge(block)?;
            if targets.iter().all(|&(known, _)| known != place) {
                targets.push((place, edge));
            }
        }
        Ok(Term::IndirectJump { address, targets: targets.into_boxed_slice() })
    }

    /// A call that may throw: nothing throws, so it goes on normally.
    fn invoke(&mut self, inst: Value<'m>) -> Lowered<Term> {
        let results = self.call(inst)?;
        self.define(inst, results);
        Ok(Term::Jump(self.edge(inst.normal_destination())?))
    }
}
