//! Intrinsics that stand for a function of the C mathematical library: they become that call.

use crate::ir::{ArgType, Call, Callee, FloatCast, FloatFormat, Operand, ParamKind};
use crate::llvm::{Module, Value, ValueKind};
use crate::lower::function::FunctionLowering;
use crate::lower::types::ScalarKind;
use crate::lower::{Lowered, unsupported};

/// Intrinsics whose C function has the same name and the same number of arguments.
const SAME_NAME: &[&str] = &[
    "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "exp2", "exp10", "log", "log2",
    "log10", "pow", "ldexp",
];

/// The C function for a format: `sinf`, `sin`, `sinl`.
fn c_name(base: &str, format: FloatFormat) -> String {
    let suffix = match format {
        FloatFormat::Half | FloatFormat::BFloat | FloatFormat::Single => "f",
        FloatFormat::Double => "",
        FloatFormat::X87 => "l",
        FloatFormat::Quad => "f128",
    };
    format!("{base}{suffix}")
}

/// The C functions that the module's intrinsics may turn into calls of, so that models of them can be linked in:
/// each with a declaration whose type it shares.
pub(crate) fn needed_functions(module: &Module) -> Vec<(String, Value<'_>)> {
    let mut needed = Vec::new();
    for function in module.functions().into_iter().filter(|f| f.is_intrinsic()) {
        let full = function.intrinsic_name();
        let name = full.strip_prefix("llvm.").unwrap_or(&full);
        if SAME_NAME.contains(&name) {
            let format = match function.value_type().returned().kind() {
                crate::llvm::TypeKind::LLVMFloatTypeKind => FloatFormat::Single,
                crate::llvm::TypeKind::LLVMDoubleTypeKind => FloatFormat::Double,
                crate::llvm::TypeKind::LLVMX86_FP80TypeKind => FloatFormat::X87,
                _ => continue,
            };
            needed.push((c_name(name, format), function));
        }
    }
    needed
}

impl<'m> FunctionLowering<'_, 'm> {
    /// `None` if the name is of another family.
    pub(super) fn library_intrinsic(&mut self, inst: Value<'m>, name: &str) -> Option<Lowered<Vec<Operand>>> {
        if name == "powi" {
            return Some(self.integer_power(inst));
        }
        let same = SAME_NAME.iter().find(|&&known| known == name)?;
        Some(self.library_call(inst, same))
    }

    fn library_call(&mut self, inst: Value<'m>, base: &str) -> Lowered<Vec<Operand>> {
        let format = self.format(inst)?;
        let is_value = |arg: &Value<'m>| arg.kind() != ValueKind::LLVMMetadataAsValueValueKind;
        let count = inst.call_args().iter().filter(|arg| is_value(arg)).count() as u32;
        let mut types = Vec::new();
        for index in 0..count {
            let scalar = self.module.scalar(inst.operand(index).ty())?;
            types.push(match scalar.kind {
                ScalarKind::Float(_) => ArgType { width: scalar.width, kind: ParamKind::Float },
                ScalarKind::Integer | ScalarKind::Pointer => ArgType { width: scalar.width, kind: ParamKind::Integer },
            });
        }
        let lanes = self.argument_lanes(inst, count)?;
        Ok(lanes.into_iter().map(|args| self.call_float(base, format, args, &types)).collect())
    }

    /// `x` to the power of an integer, which C's `pow` computes as well.
    fn integer_power(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let format = self.format(inst)?;
        let exponent = inst.operand(1);
        let from = self.width(exponent)?;
        let Ok(exponent) = self.operand(exponent) else { return unsupported("power with a vector of exponents") };
        let exponent = self.float_cast(FloatCast::FromSigned { from, to: format }, format.width(), exponent);
        let bases = self.operands(inst.operand(0))?;
        let types = [ArgType { width: format.width(), kind: ParamKind::Float }; 2];
        Ok(bases.into_iter().map(|base| self.call_float("pow", format, vec![base, exponent], &types)).collect())
    }

    /// Calls the C function on floats of one format; 16-bit formats are computed in `float`.
    fn call_float(&mut self, base: &str, format: FloatFormat, args: Vec<Operand>, types: &[ArgType]) -> Operand {
        let called = match format {
            FloatFormat::Half | FloatFormat::BFloat => FloatFormat::Single,
            FloatFormat::Single | FloatFormat::Double | FloatFormat::X87 | FloatFormat::Quad => format,
        };
        let mut arg_types = Vec::new();
        let mut operands = Vec::new();
        for (operand, &ty) in args.into_iter().zip(types) {
            if ty.kind == ParamKind::Float && called != format {
                let cast = FloatCast::Convert { from: format, to: called };
                operands.push(self.float_cast(cast, called.width(), operand));
                arg_types.push(ArgType { width: called.width(), kind: ParamKind::Float });
            } else {
                operands.push(operand);
                arg_types.push(ty);
            }
        }
        let result = self.reg(called.width());
        let mut call = Call {
            // Replaced at once by the function of that name.
            callee: Callee::Indirect(Operand::Imm(0)),
            args: operands.into_boxed_slice(),
            arg_types: arg_types.into_boxed_slice(),
            results: Box::new([result]),
            result_widths: Box::new([called.width()]),
            variadic: false,
        };
        call.callee = Callee::Direct(self.module.library_function(&c_name(base, called), &call));
        self.emit_call(call);
        if called == format {
            return Operand::Reg(result);
        }
        let cast = FloatCast::Convert { from: called, to: format };
        self.float_cast(cast, format.width(), Operand::Reg(result))
    }
}
