//! What the source calls the registers and the memory of functions, and global variables: read from the calls by which clang and LLVM
//! describe variables. Where an optimiser was at work these speak of parts of values, so nothing is noted then.

use crate::ir::{GlobalId, LocalVariables, Operand, SourceVariable};
use crate::llvm::{DebugNode, Description, Value};
use crate::lower::function::FunctionLowering;
use crate::lower::source_types::target_of;
use crate::lower::{CodeOrder, Lowering};

impl<'m> Lowering<'m> {
    fn variable(&mut self, name: String, ty: DebugNode<'m>) -> SourceVariable {
        let pointee = target_of(ty).and_then(|pointee| self.types.read(pointee, 0));
        SourceVariable { name, ty: self.types.read(ty, 0), pointee }
    }

    /// Enters the names and types of global variables.
    pub(super) fn note_globals(&mut self, placed: &[(Value<'m>, GlobalId)]) {
        for &(global, id) in placed {
            if let Some(ty) = global.declared_type() {
                let variable = self.variable(global.name(), ty);
                self.types.found.globals.insert(id, variable);
            }
        }
    }
}

impl<'m> FunctionLowering<'_, 'm> {
    /// The names noted so far for this function.
    pub(super) fn take_locals(&mut self) -> LocalVariables {
        let function = self.module.functions.get(&self.function);
        function.and_then(|function| self.module.types.found.locals.remove(function)).unwrap_or_default()
    }

    pub(super) fn put_locals(&mut self, locals: LocalVariables) {
        if let Some(&function) = self.module.functions.get(&self.function)
            && locals != LocalVariables::default()
        {
            self.module.types.found.locals.insert(function, locals);
        }
    }

    /// Enters what a call of this intrinsic says of a variable, if it says anything.
    pub(super) fn note_variable(&mut self, call: Value<'m>, intrinsic: &str) {
        let is_address = match intrinsic {
            "dbg.declare" => true,
            "dbg.value" => false,
            _ => return,
        };
        if self.is_model || self.module.order == CodeOrder::Optimised {
            return;
        }
        let Some(Description { value, name, ty }) = call.described_variable() else { return };
        let Some(&function) = self.module.functions.get(&self.function) else { return };
        let Ok(&[Operand::Reg(register)]) = self.operands(value).as_deref() else { return };
        let variable = self.module.variable(name, ty);
        let locals = self.module.types.found.locals.entry(function).or_default();
        if is_address {
            locals.addresses.push((register, variable));
        } else {
            // The first name of a value that is handed on is where it comes from.
            locals.values.entry(register).or_insert(variable);
        }
    }
}
