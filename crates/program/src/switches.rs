//! Which block of the source is the body of a `switch`, and which blocks of the code are labels.
//!
//! What is declared in front of its first `case` is code that nobody executes, so nothing marks where execution enters the body: that is
//! the `switch` itself. Its body is the block, directly below the one that the `switch` is in, that all its cases are in.
//!
//! Not seen: bodies without braces, and those of which clang has left one case because it knows the number.

use crate::llvm::{Block, Module, Opcode, Scope, Value};
use crate::locals::scope_marker;

/// Blocks that clang makes for the cases. No label of the program has a dot in it.
const CASES: &[&str] = &["sw.bb", "sw.default"];

/// The `switch`es of a function with their bodies, where these are known.
pub(crate) fn of<'m>(module: &'m Module, function: Value<'m>) -> Vec<(Value<'m>, Option<Scope<'m>>)> {
    let terminators = function.blocks().filter_map(Block::terminator);
    let switches = terminators.filter(|inst| inst.opcode() == Opcode::LLVMSwitch && !cases(*inst).is_empty());
    switches.map(|switch| (switch, body(module, switch))).collect()
}

fn cases(switch: Value<'_>) -> Vec<Block<'_>> {
    let is_case = |block: &Block<'_>| {
        let name = block.name();
        let number = CASES.iter().find_map(|case| name.strip_prefix(case));
        number.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
    };
    switch.successors().into_iter().filter(is_case).collect()
}

fn body<'m>(module: &'m Module, switch: Value<'m>) -> Option<Scope<'m>> {
    let around = switch.debug_location()?.scope()?;
    let mut found = None;
    for case in cases(switch) {
        let mut scope = case.instructions().find_map(|inst| inst.debug_location())?.scope()?;
        let mut outer = scope.outer(module)?;
        while outer != around {
            (scope, outer) = (outer, outer.outer(module)?);
        }
        if found.is_some_and(|found| found != scope) {
            return None;
        }
        found = Some(scope);
    }
    found
}

/// Blocks of clang's without a dot in their names, beside the first one of a function.
const NO_LABELS: &[&str] = &["return", "unreachable"];

/// Whether a block is one that the program has a label for.
pub(crate) fn is_label(block: Block<'_>) -> bool {
    let name = block.name();
    let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let ends_a_scope = |inst: Value<'_>| inst.opcode() == Opcode::LLVMCall && scope_marker(inst) == Some(false);
    match name {
        "entry" => block.name() != name,
        "cleanup" => !block.instructions().next().is_some_and(ends_a_scope),
        _ => !name.contains('.') && !NO_LABELS.contains(&name),
    }
}
