//! Variables whose declaration a jump may pass by: clang marks no lifetime for any of them. They begin and end here.
//!
//! One that is declared where execution comes by begins anew each time it does, and ends with the scope of the declaration, as
//! debug information tells it. One whose declaration is never executed is in no debug information. It is in front of the first `case` of a
//! `switch`, or behind a jump and in front of a label or another `case`: without such labels it is of the outermost body of a `switch` that has all its uses,
//! and begins and ends with that; else it ends where execution leaves the outermost block that has them, which is late if
//! anything. Every variable also begins with its function, because the jump may come before the declaration.
//!
//! Does not see: when such a variable of an inner block ends, or begins anew, and scopes that are entered in ways that cannot be told
//! apart ([`crate::literals`]).

use rustc_hash::FxHashMap;

use crate::literals::mark_scope;
use crate::llvm::{Module, Opcode, Scope, Value};
use crate::locals::scope_marker;
use crate::missing_return::RETURNED;
use crate::switches;
use crate::undefined::STATED_ATTRIBUTE;

/// What clang makes beside the variables of the source, in whose scope it is not.
const OF_CLANG: &[&str] = &[RETURNED, "saved_stack", "__vla_expr", "tmp", "coerce"];

pub(crate) fn mark(module: &Module) {
    for function in module.functions().into_iter().filter(|f| f.has_string_attribute(STATED_ATTRIBUTE)) {
        let Some(entry) = function.blocks().next() else { continue };
        let mut variables: Vec<Value<'_>> = entry.instructions().filter(|inst| is_unmarked_variable(*inst)).collect();
        if variables.is_empty() {
            continue;
        }
        let declared = declarations(function);
        // What is declared where the function begins, its parameters among it, has no jump before it, and begins once.
        variables.retain(|variable| declared.get(variable).is_none_or(|call| call.parent_block() != entry));
        let first = entry.instructions().find(|inst| inst.opcode() != Opcode::LLVMAlloca);
        for variable in variables {
            let scope = match declared.get(&variable) {
                Some(declaration) => declaration.debug_location().and_then(|at| at.scope()),
                None => body_of_switch(module, function, variable).or_else(|| outermost_block(module, variable)),
            };
            let (Some(scope), Some(first)) = (scope, first) else { continue };
            if scope.outer(module).is_some() {
                mark_scope(module, function, variable, scope);
            }
            if let Some(next) = declared.get(&variable).and_then(|declaration| declaration.next_instruction()) {
                module.mark_lifetime(next, variable, true);
            }
            module.mark_lifetime(first, variable, true);
        }
    }
}

fn is_unmarked_variable(inst: Value<'_>) -> bool {
    if inst.opcode() != Opcode::LLVMAlloca || inst.operand(0).as_int() != Some(1) {
        return false;
    }
    let is_marked = |user: &Value<'_>| user.opcode() == Opcode::LLVMCall && scope_marker(*user).is_some();
    let name = inst.name();
    // No name of the source has a dot.
    let is_of_clang = name.contains(['.', '-']) || OF_CLANG.iter().any(|made| name.starts_with(made));
    let mut users = inst.users().peekable();
    users.peek().is_some() && !is_of_clang && !users.any(|user| is_marked(&user))
}

/// Where the variables of a function are declared.
pub(crate) fn declarations(function: Value<'_>) -> FxHashMap<Value<'_>, Value<'_>> {
    let insts = function.blocks().flat_map(|block| block.instructions());
    let declares = |inst: &Value<'_>| {
        inst.opcode() == Opcode::LLVMCall && inst.called_intrinsic().is_some_and(|name| name == "llvm.dbg.declare")
    };
    insts.filter(declares).filter_map(|call| Some((call.described_variable()?.value, call))).collect()
}

/// The outermost body of a `switch` that has all uses of a variable, if the variable can only be declared in such a one.
fn body_of_switch<'m>(module: &'m Module, function: Value<'m>, variable: Value<'m>) -> Option<Scope<'m>> {
    let mut uses = Vec::new();
    for user in variable.users() {
        uses.push(user.debug_location()?.scope()?);
    }
    let mut found: Option<(Value<'m>, Scope<'m>)> = None;
    for (switch, body) in switches::of(module, function) {
        // A `switch` without a body that is known may be the one.
        let body = body?;
        let has_all = uses.iter().all(|used| used.is_in(body, module));
        if has_all && found.is_none_or(|(_, inner)| inner.is_in(body, module)) {
            found = Some((switch, body));
        }
    }
    let (switch, body) = found?;
    let home = switch.parent_block();
    let mut before = function.blocks().take_while(|block| *block != home).chain(Some(home));
    (!before.any(switches::is_label)).then_some(body)
}

/// The outermost block of the source that has all uses of a variable, if they are in one.
fn outermost_block<'m>(module: &'m Module, variable: Value<'m>) -> Option<Scope<'m>> {
    let mut found = None;
    for user in variable.users() {
        let mut scope = user.debug_location()?.scope()?;
        let mut outer = scope.outer(module)?;
        while let Some(more) = outer.outer(module) {
            (scope, outer) = (outer, more);
        }
        if found.is_some_and(|found| found != scope) {
            return None;
        }
        found = Some(scope);
    }
    found
}
