//! Calls of LLVM's own functions, by family: `integer`, `float`, `strict_float`, `memory`, `library` (those that are a call of the C
//! library), `reduce` (vectors to scalars), `x86` (what clang's vector headers emit). Here: the dispatch, and what
//! fits no family.

mod float;
mod integer;
mod library;
mod memory;
mod reduce;
mod strict_float;
mod x86;

pub(crate) use library::needed_functions;

use crate::ir::{Inst, Operand};
use crate::llvm::Value;
use crate::lower::function::FunctionLowering;
use crate::lower::{Lowered, unsupported};

/// Intrinsics that only tell the compiler something.
const DROPPED: &[&str] = &[
    "dbg.declare",
    "dbg.value",
    "dbg.assign",
    "dbg.label",
    "prefetch",
    "var.annotation",
    "codeview.annotation",
    "invariant.end",
    "donothing",
    "sideeffect",
    "experimental.noalias.scope.decl",
    "pseudoprobe",
    "pcmarker",
    "instrprof.increment",
    "instrprof.cover",
    "clear_cache",
    "x86.sse2.pause",
    "x86.sse.sfence",
    "x86.sse2.lfence",
    "x86.sse2.mfence",
];

/// Intrinsics whose result is their first argument.
const TRANSPARENT: &[&str] = &[
    "expect",
    "expect.with.probability",
    "annotation",
    "ptr.annotation",
    "threadlocal.address",
    "launder.invariant.group",
    "strip.invariant.group",
    "ssa.copy",
    "arithmetic.fence",
    "canonicalize",
    "preserve.static.offset",
];

impl<'m> FunctionLowering<'_, 'm> {
    /// Lowers the call of an intrinsic, named without type suffix.
    pub(super) fn intrinsic(&mut self, inst: Value<'m>, full_name: &str) -> Lowered<Vec<Operand>> {
        let name = full_name.strip_prefix("llvm.").unwrap_or(full_name);
        self.note_variable(inst, name);
        if DROPPED.contains(&name) {
            return Ok(Vec::new());
        }
        if TRANSPARENT.contains(&name) {
            return self.operands(inst.operand(0));
        }
        match name {
            "assume" => {
                let cond = self.operand(inst.operand(0))?;
                if cond != Operand::Imm(1) {
                    self.emit(Inst::Assume { cond });
                }
                Ok(Vec::new())
            }
            "trap" | "debugtrap" | "ubsantrap" => {
                self.emit(Inst::Trap);
                Ok(Vec::new())
            }
            // Never known at compile time, as in unoptimised code; nor are frames visible to the program.
            "is.constant"
            | "frameaddress"
            | "returnaddress"
            | "addressofreturnaddress"
            | "invariant.start"
            | "get.dynamic.area.offset"
            | "readcyclecounter" => {
                let shape = self.module.shape(inst.ty())?;
                Ok(shape.scalars().map(|scalar| self.module.immediate(0, scalar.width)).collect())
            }
            // "Any path may be taken here": clang's guards ask for true.
            "experimental.widenable.condition" | "allow.runtime.check" | "allow.ubsan.check" => {
                Ok(vec![Operand::Imm(1)])
            }
            // Default rounding; the program cannot change it.
            "get.rounding" => Ok(vec![Operand::Imm(1)]),
            _ => self.family(inst, name),
        }
    }

    fn family(&mut self, inst: Value<'m>, name: &str) -> Lowered<Vec<Operand>> {
        if let Some(lowered) = self.memory_intrinsic(inst, name) {
            return lowered;
        }
        if let Some(lowered) = self.integer_intrinsic(inst, name) {
            return lowered;
        }
        if let Some(lowered) = self.float_intrinsic(inst, name) {
            return lowered;
        }
        if let Some(lowered) = self.strict_float(inst, name) {
            return lowered;
        }
        if let Some(lowered) = self.library_intrinsic(inst, name) {
            return lowered;
        }
        if let Some(lowered) = self.reduction(inst, name) {
            return lowered;
        }
        if let Some(lowered) = self.x86_intrinsic(inst, name) {
            return lowered;
        }
        unsupported(format!("intrinsic llvm.{name}"))
    }

    /// The elements of the first `count` arguments, one list for each element.
    fn argument_lanes(&mut self, inst: Value<'m>, count: u32) -> Lowered<Vec<Vec<Operand>>> {
        let mut lanes: Vec<Vec<Operand>> = Vec::new();
        for index in 0..count {
            for (lane, operand) in self.operands(inst.operand(index))?.into_iter().enumerate() {
                match lanes.get_mut(lane) {
                    Some(list) => list.push(operand),
                    None => lanes.push(vec![operand]),
                }
            }
        }
        match lanes.iter().all(|list| list.len() == count as usize) {
            true => Ok(lanes),
            false => unsupported("operands of different lengths"),
        }
    }
}
