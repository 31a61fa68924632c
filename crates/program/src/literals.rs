//! Compound literals end with their block, which clang does not mark in C: the lifetime markers are put in here.
//!
//! Which block that is, debug information tells: a literal lives in the scope of the instructions that fill it. It begins where
//! execution enters that scope from outside and ends where execution leaves it. A literal of a whole function ends with that,
//! and one whose scope is entered in ways that cannot be told apart is left alone, which can hide a use after scope but
//! invents none.

use rustc_hash::FxHashMap;

use crate::llvm::{Block, Module, Opcode, Scope, Value};
use crate::switches;
use crate::undefined::STATED_ATTRIBUTE;

/// What reports call one that has ended, and what else clang does not mark the end of (`bypassed`, `temporaries`); no sanitizer
/// knows when that is.
pub const UNMARKED: &str = "a compound literal, a temporary structure, or a variable that a jump may pass by";

/// What clang calls the place of a compound literal.
const LITERAL: &str = ".compoundliteral";

pub(crate) fn mark(module: &Module) {
    for function in module.functions().into_iter().filter(|f| f.has_string_attribute(STATED_ATTRIBUTE)) {
        let Some(entry) = function.blocks().next() else { continue };
        let is_literal = |inst: &Value<'_>| inst.opcode() == Opcode::LLVMAlloca && inst.name().starts_with(LITERAL);
        for literal in entry.instructions().filter(is_literal).collect::<Vec<_>>() {
            let scope = literal.users().find_map(|user| user.debug_location()).and_then(|at| at.scope());
            if let Some(scope) = scope.filter(|scope| scope.outer(module).is_some()) {
                mark_scope(module, function, literal, scope);
            }
        }
    }
}

/// A marker to put before an instruction.
struct Marker<'m> {
    before: Value<'m>,
    begins: bool,
}

/// Lets an object of a function begin where execution enters a scope and end where it leaves it.
pub(crate) fn mark_scope<'m>(module: &'m Module, function: Value<'m>, object: Value<'m>, scope: Scope<'m>) {
    let mut markers = Vec::new();
    let mut ends: FxHashMap<Block<'m>, bool> = FxHashMap::default();
    let mut starts: Vec<(Block<'m>, bool)> = Vec::new();
    // The choice of a case is where execution enters the body: cases are also entered from the one before.
    let bodies = switches::of(module, function);
    let enters = |inst: Value<'m>| bodies.iter().any(|&(switch, body)| switch == inst && body == Some(scope));
    for block in function.blocks() {
        let mut inside = None;
        for inst in block.instructions() {
            let Some(here) = inst.debug_location().and_then(|at| at.scope()).map(|at| at.is_in(scope, module)) else {
                continue;
            };
            let here = here || enters(inst);
            match inside {
                None => starts.push((block, here)),
                Some(before) if before != here => markers.push(Marker { before: inst, begins: here }),
                Some(_) => {}
            }
            inside = Some(here);
        }
        if let Some(inside) = inside {
            ends.insert(block, inside);
        }
    }
    for (block, begins) in starts {
        let from: Vec<bool> = block.predecessors().iter().map(|pred| ends.get(pred) == Some(&true)).collect();
        let crossing = from.iter().filter(|&&inside| inside != begins).count();
        if crossing > 0 && begins && crossing < from.len() {
            // Some ways come from inside: what they have must stay.
            return;
        }
        let first = block.instructions().find(|inst| !matches!(inst.opcode(), Opcode::LLVMPHI | Opcode::LLVMAlloca));
        if let (true, Some(before)) = (crossing > 0, first) {
            markers.push(Marker { before, begins });
        }
    }
    for marker in markers {
        module.mark_lifetime(marker.before, object, marker.begins);
    }
}
