//! The end of a function that returns a value, reached without a `return`: undefined in C where the caller uses the value.
//!
//! Clang states this for C++ only. In C the function returns what its `retval` holds, and that nothing was stored there is a
//! matter of the path; so a bit of its own says whether something was. After promotion it is a constant on every edge. Only
//! functions in which a way to the end leads past every store get one.

use rustc_hash::FxHashSet;

use crate::ir::{Stated, Undefined};
use crate::llvm::{Block, Module, Opcode, Value};
use crate::undefined::{CHECK, STATED_ATTRIBUTE};

/// What clang calls the place of the returned value.
pub(crate) const RETURNED: &str = "retval";

/// Puts the checks in. `main` returns 0 at its end.
pub(crate) fn state(module: &Module, stated: &mut Vec<Stated>) {
    let index = stated.len() as u32;
    let mut any = false;
    for function in module.functions() {
        if !function.has_string_attribute(STATED_ATTRIBUTE) || function.name() == "main" {
            continue;
        }
        let Some(entry) = function.blocks().next() else { continue };
        let is_returned = |inst: &Value<'_>| inst.opcode() == Opcode::LLVMAlloca && inst.name() == RETURNED;
        let Some(returned) = entry.instructions().find(is_returned) else { continue };
        if let Some(load) = returned_load(returned)
            && may_reach_without_store(entry, load, returned)
        {
            add_check(module, entry, returned, load, index);
            any = true;
        }
    }
    if any {
        stated.push(Stated { kind: Undefined::MissingReturn, detail: String::new() });
    }
}

/// The one read of the returned value, at the function's end. Structures returned in memory have none.
fn returned_load(returned: Value<'_>) -> Option<Value<'_>> {
    let mut loads = returned.users().filter(|user| user.opcode() == Opcode::LLVMLoad);
    let load = loads.next()?;
    let simple = returned.users().all(|user| match user.opcode() {
        Opcode::LLVMLoad => true,
        Opcode::LLVMStore => user.operand(0) != returned,
        _ => false,
    });
    (simple && loads.next().is_none()).then_some(load)
}

fn may_reach_without_store(entry: Block<'_>, load: Value<'_>, returned: Value<'_>) -> bool {
    let stores = returned.users().filter(|user| user.opcode() == Opcode::LLVMStore);
    let storing: FxHashSet<_> = stores.map(Value::parent_block).collect();
    let end = load.parent_block();
    let mut seen = FxHashSet::default();
    let mut pending = vec![entry];
    while let Some(block) = pending.pop() {
        if storing.contains(&block) || !seen.insert(block) {
            continue;
        }
        if block == end {
            return true;
        }
        pending.extend(block.terminator().map(Value::successors).unwrap_or_default());
    }
    false
}

fn add_check<'m>(module: &'m Module, entry: Block<'m>, returned: Value<'m>, load: Value<'m>, index: u32) {
    let Some(first) = entry.instructions().next() else { return };
    let has_returned = module.local_bit(first);
    for store in returned.users().filter(|user| user.opcode() == Opcode::LLVMStore).collect::<Vec<_>>() {
        module.store_before(store, module.bit(true), has_returned);
    }
    let bit = module.load_bit_before(load, has_returned);
    module.call_with_bit(load, CHECK, bit, index, load);
}
