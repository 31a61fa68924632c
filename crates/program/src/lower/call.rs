//! Calls, and the inline assembly that does nothing.

use crate::ir::{ArgType, Call, Callee, Inst, Operand};
use crate::llvm::{Type, TypeKind, Value, ValueKind};
use crate::lower::function::FunctionLowering;
use crate::lower::{Lowered, unsupported};
use crate::marks;
use crate::undefined::CHECK;

impl<'m> FunctionLowering<'_, 'm> {
    pub(super) fn call(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let called = inst.called_value();
        match called.kind() {
            ValueKind::LLVMInlineAsmValueKind => return self.inline_assembly(inst, called),
            ValueKind::LLVMFunctionValueKind if called.is_intrinsic() => {
                return self.intrinsic(inst, &called.intrinsic_name());
            }
            _ => {}
        }
        self.note_pointee(inst, called);
        let direct = self.module.function_named(called);
        if called.name() == CHECK {
            return self.check(inst);
        }
        let callee = match direct {
            Some(id) => Callee::Direct(id),
            None if called.kind() == ValueKind::LLVMGlobalIFuncValueKind => self.resolved(called)?,
            None => Callee::Indirect(self.operand(called)?),
        };
        let ty = inst.called_type();
        let mut args = Vec::new();
        let mut arg_types = Vec::new();
        for (index, arg) in inst.call_args().into_iter().enumerate() {
            let byval = self.byval(inst, called, index as u32);
            let shape = self.module.shape(arg.ty())?;
            for (scalar, operand) in shape.scalars().zip(self.seen_operands(arg)?) {
                args.push(operand);
                arg_types.push(ArgType { width: scalar.width, kind: self.module.param_kind(scalar, byval) });
            }
        }
        let shape = self.module.shape(ty.returned())?;
        let result_widths: Vec<u16> = shape.scalars().map(|s| s.width).collect();
        let results =
            if inst.is_used() { result_widths.iter().map(|&w| self.reg(w)).collect() } else { Box::default() };
        Ok(self.emit_call(Call {
            callee,
            args: args.into_boxed_slice(),
            arg_types: arg_types.into_boxed_slice(),
            results,
            result_widths: result_widths.into_boxed_slice(),
            variadic: ty.is_variadic(),
        }))
    }

    /// A condition that the compiler has stated.
    fn check(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let ok = self.operand(inst.operand(0))?;
        let what = inst.operand(1).int_bits() as u32;
        if ok != Operand::Imm(1) {
            self.emit(Inst::Check { ok, what });
        }
        Ok(Vec::new())
    }

    /// Emits a call and returns its results.
    pub(super) fn emit_call(&mut self, call: Call) -> Vec<Operand> {
        let results = match call.results.len() {
            // Nobody reads them.
            0 => call.result_widths.iter().map(|&w| Operand::Undef(w)).collect(),
            _ => call.results.iter().map(|&reg| Operand::Reg(reg)).collect(),
        };
        self.emit(Inst::Call(Box::new(call)));
        results
    }

    /// What an `ifunc` stands for: its resolver tells at each call, which gives the same answer as once at start.
    fn resolved(&mut self, function: Value<'m>) -> Lowered<Callee> {
        let Some(resolver) = self.module.function_named(function.resolver()) else {
            return unsupported(format!("call of {}", function.name()));
        };
        let target = self.reg(64);
        self.emit_call(Call {
            callee: Callee::Direct(resolver),
            args: Box::default(),
            arg_types: Box::default(),
            results: Box::new([target]),
            result_widths: Box::new([64]),
            variadic: false,
        });
        Ok(Callee::Indirect(Operand::Reg(target)))
    }

    /// The type of an argument that is passed as a copy in memory.
    fn byval(&self, inst: Value<'m>, called: Value<'m>, index: u32) -> Option<Type<'m>> {
        let by_site = inst.byval_arg(index);
        match called.kind() {
            ValueKind::LLVMFunctionValueKind => by_site.or_else(|| called.byval_param(index)),
            _ => by_site,
        }
    }

    /// Assembly without instructions only ties operands to results; it keeps compilers from optimising.
    fn inline_assembly(&mut self, inst: Value<'m>, assembly: Value<'m>) -> Lowered<Vec<Operand>> {
        let (template, constraints) = assembly.inline_asm();
        if let Some(target) = marks::target_of(&template) {
            self.mark(target);
            return Ok(Vec::new());
        }
        let does_nothing = template.split(['\n', ';']).all(|line| matches!(line.trim(), "" | "nop" | "pause"));
        if !does_nothing {
            return unsupported(format!("inline assembly `{}`", template.trim()));
        }
        let result = inst.ty();
        let outputs: Vec<Type<'m>> = match result.kind() {
            TypeKind::LLVMVoidTypeKind => Vec::new(),
            TypeKind::LLVMStructTypeKind => (0..result.struct_len()).map(|i| result.struct_element(i)).collect(),
            _ => vec![result],
        };
        let mut results = Vec::new();
        for (constraint, ty) in outputs.into_iter().enumerate() {
            let source = tied_argument(&constraints, constraint).map(|arg| inst.operand(arg));
            match source {
                Some(value) if value.ty() == ty => results.extend(self.operands(value)?),
                // Written by nothing: any value.
                _ => results.extend(self.module.shape(ty)?.scalars().map(|s| Operand::Undef(s.width))),
            }
        }
        Ok(results)
    }
}

/// The argument whose constraint ties it to the register output of this number: `=r,0` or `=&r,=*m,r,0`.
fn tied_argument(constraints: &str, output: usize) -> Option<u32> {
    let takes_argument = |c: &str| !c.starts_with('~') && (!c.starts_with('=') || c.contains('*'));
    let list: Vec<&str> = constraints.split(',').collect();
    // A tie names the output among all outputs; results count only those in registers.
    let outputs = list.iter().filter(|c| c.starts_with('=')).enumerate();
    let number = outputs.filter(|(_, c)| !c.contains('*')).map(|(number, _)| number).nth(output)?;
    let arguments = list.iter().filter(|c| takes_argument(c)).enumerate();
    arguments.filter(|(_, c)| c.parse() == Ok(number)).map(|(argument, _)| argument as u32).next()
}

#[cfg(test)]
mod tests {
    use super::tied_argument;

    #[test]
    fn ties_are_found_by_number() {
        assert_eq!(tied_argument("=r,0,~{memory}", 0), Some(0));
        assert_eq!(tied_argument("=r,=r,r,1,0", 0), Some(2));
        assert_eq!(tied_argument("=r,=r,r,1,0", 1), Some(1));
        assert_eq!(tied_argument("=*m,=r,1", 0), Some(1));
        assert_eq!(tied_argument("=r,r", 0), None);
        assert_eq!(tied_argument("~{memory}", 0), None);
    }
}
