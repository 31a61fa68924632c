//! What the user should know of the code before it is explored, a line each.

use crate::Program;
use crate::ir::{Callee, FuncId, Function, Inst, LocId};

/// Types that do not fit into the `int` which C gives to a function it has no declaration of.
const NO_INT: &[(&str, &str)] = &[
    ("float", "float"),
    ("double", "double"),
    ("long", "long"),
    ("ulong", "unsigned long"),
    ("longlong", "long long"),
    ("ulonglong", "unsigned long long"),
    ("size_t", "size_t"),
    ("u64", "unsigned long"),
    ("int64", "long"),
    ("uint64", "unsigned long"),
    ("int64_t", "int64_t"),
    ("uint64_t", "uint64_t"),
    ("pointer", "void *"),
    ("ptr", "void *"),
    ("pchar", "char *"),
];

/// All lines about a program; `made_by` are the compilers that its modules name.
pub(crate) fn of(program: &Program, made_by: &[String]) -> Vec<String> {
    let rust = made_by.iter().find(|maker| maker.starts_with("rustc"));
    let mut lines: Vec<String> = rust
        .map(|maker| {
            format!(
                "made by {maker}: Rust is explored as far as it is like C; panics that unwind and its library are not modelled"
            )
        })
        .into_iter()
        .collect();
    for (number, function) in program.functions.iter().enumerate() {
        if let Some(ty) = taken_for_int(function) {
            let id = FuncId(number as u32);
            let place = first_call(program, id).map(|loc| format!("{}: ", program.place(loc))).unwrap_or_default();
            let name = &function.name;
            let space = if ty.ends_with('*') { "" } else { " " };
            lines.push(format!(
                "{place}{name} is not declared, so C takes its result for an int: write `{ty}{space}{name}(void);` before it"
            ));
        }
    }
    lines
}

/// The type that the name of an input function speaks of, where its result is an `int` because nobody has declared it.
fn taken_for_int(function: &Function) -> Option<&'static str> {
    let kind = function.name.strip_prefix("__VERIFIER_nondet_").or_else(|| function.name.strip_prefix("nondet_"))?;
    // A function without a prototype is variadic to LLVM.
    let is_implicit = function.is_declaration() && function.variadic && function.params.is_empty();
    let gives_int = function.returns == [32] && !function.returns_float;
    let ty = NO_INT.iter().find(|(name, _)| *name == kind)?.1;
    (is_implicit && gives_int).then_some(ty)
}

fn first_call(program: &Program, callee: FuncId) -> Option<LocId> {
    let blocks = program.functions.iter().flat_map(|function| &function.blocks);
    let mut located = blocks.flat_map(|block| block.insts.iter().zip(&block.locs));
    located.find_map(|(inst, loc)| match inst {
        Inst::Call(call) if matches!(call.callee, Callee::Direct(id) if id == callee) => Some(*loc),
        _ => None,
    })
}
