//! Marks in LLVM's code where targets are: an empty piece of inline assembly that says which target it stands for.
//!
//! Assembly with side effects is left alone by every pass, moves with code that is inlined, and is lowered to nothing.
//! A line is marked before each run of instructions that come from it; a function at its start and before each call of
//! it, because calls of functions the tool knows by name never enter them.

use crate::bitcode::{self, OptLevel};
use crate::error::ProgramError;
use crate::llvm::{Block, Module, Opcode, Value, ValueKind};
use crate::targets::{Target, TargetSpec};

const PREFIX: &str = "# secateur target ";

/// Lines named when there is no code on the one asked for.
const SUGGESTIONS: usize = 6;

/// The target a piece of inline assembly stands for.
pub(crate) fn target_of(template: &str) -> Option<u32> {
    template.strip_prefix(PREFIX)?.parse().ok()
}

/// Marks the targets that are named one by one. Their blocks are found when the code is lowered.
pub(crate) fn place(module: &Module, specs: &[TargetSpec]) -> Result<Vec<Target>, ProgramError> {
    let mut targets: Vec<Target> = Vec::new();
    for spec in specs {
        let number = targets.len();
        if targets.iter().any(|target| target.id == spec.to_string()) {
            continue;
        }
        let target = match spec {
            TargetSpec::All => continue,
            TargetSpec::Line { file, line } => mark_line(module, number, file, *line)?,
            TargetSpec::Function(name) => mark_function(module, number, name)?,
        };
        targets.push(Target { id: spec.to_string(), ..target });
    }
    Ok(targets)
}

/// What cannot be reached because an optimiser removed it may be there in the program as written.
pub(crate) fn distrust_optimiser(targets: &mut [Target], level: OptLevel) {
    match level {
        OptLevel::None | OptLevel::Light => {}
        OptLevel::O1 | OptLevel::O2 => {
            targets.iter_mut().filter(|target| target.sites.is_empty()).for_each(|target| target.complete = false);
        }
    }
}

fn mark(module: &Module, before: Value<'_>, number: usize) {
    module.insert_assembly(before, &format!("{PREFIX}{number}"));
}

fn mark_line(module: &Module, number: usize, file: &str, line: u32) -> Result<Target, ProgramError> {
    let mut found: Option<String> = None;
    let mut lines_with_code = Vec::new();
    let mut complete = true;
    for function in module.functions() {
        for block in function.blocks() {
            let mut previous = 0;
            for inst in markable(block) {
                let Some(at) = inst.debug_location() else { continue };
                let Some((folder, name)) = at.file().filter(|(folder, name)| names(file, folder, name)) else {
                    previous = 0;
                    continue;
                };
                lines_with_code.push(at.line());
                if at.line() == line && previous != line {
                    mark(module, inst, number);
                    complete &= !bitcode::is_known_by_call(&function.name());
                    found.get_or_insert_with(|| path(&folder, &name));
                }
                previous = at.line();
            }
        }
    }
    match found {
        Some(file) => Ok(Target { id: String::new(), file, line, sites: Vec::new(), complete }),
        None => {
            lines_with_code.sort_unstable();
            lines_with_code.dedup();
            lines_with_code.sort_by_key(|&other| other.abs_diff(line));
            lines_with_code.truncate(SUGGESTIONS);
            lines_with_code.sort_unstable();
            Err(ProgramError::NoTargetLine { file: file.to_owned(), line, near: lines_with_code })
        }
    }
}

fn mark_function(module: &Module, number: usize, name: &str) -> Result<Target, ProgramError> {
    let functions = module.functions();
    let named: Vec<Value<'_>> = functions.iter().copied().filter(|f| is_called(&f.name(), name)).collect();
    if named.is_empty() {
        let defined = functions.iter().filter(|f| !f.is_declaration()).map(|f| f.name());
        return Err(ProgramError::NoTargetFunction {
            name: name.to_owned(),
            known: defined.take(SUGGESTIONS).collect(),
        });
    }
    let mut complete = true;
    for &function in &named {
        if let Some(first) = function.blocks().next().and_then(|entry| markable(entry).next()) {
            mark(module, first, number);
        }
        let (calls, others): (Vec<_>, Vec<_>) = function.users().partition(|&user| is_plain_call(user, function));
        calls.into_iter().for_each(|call| mark(module, call, number));
        // Calls through pointers enter a body, if there is one that is run.
        let is_entered = !function.is_declaration() && !bitcode::is_known_by_call(&function.name());
        complete &= is_entered || others.is_empty();
    }
    let (file, line) = match named.iter().find_map(|function| function.declared_at()) {
        Some((folder, name, line)) => (path(&folder, &name), line),
        None => (String::new(), 0),
    };
    Ok(Target { id: String::new(), file, line, sites: Vec::new(), complete })
}

/// Whether this is a call of the function that does nothing else with it.
fn is_plain_call(user: Value<'_>, function: Value<'_>) -> bool {
    user.kind() == ValueKind::LLVMInstructionValueKind
        && user.opcode() == Opcode::LLVMCall
        && user.called_value() == function
        && !user.call_args().contains(&function)
}

/// Instructions that another one may be put before.
fn markable(block: Block<'_>) -> impl Iterator<Item = Value<'_>> {
    block.instructions().filter(|inst| !matches!(inst.opcode(), Opcode::LLVMPHI | Opcode::LLVMAlloca))
}

/// Static functions of one name in several files are numbered by the linker.
fn is_called(name: &str, wanted: &str) -> bool {
    let Some(rest) = name.strip_prefix(wanted) else { return false };
    rest.is_empty() || rest.strip_prefix('.').is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
}

fn path(folder: &str, name: &str) -> String {
    match name.starts_with('/') || folder.is_empty() {
        true => name.to_owned(),
        false => format!("{}/{name}", folder.trim_end_matches('/')),
    }
}

/// Whether a file is the one the user means: the same path, or the end of it.
fn names(wanted: &str, folder: &str, name: &str) -> bool {
    let parts = |path: &str| -> Vec<String> {
        path.split('/').filter(|part| !matches!(*part, "" | ".")).map(str::to_owned).collect()
    };
    parts(&path(folder, name)).ends_with(&parts(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_by_the_end_of_its_path() {
        assert!(names("a.c", "/src", "a.c"));
        assert!(names("src/a.c", "/src", "./a.c"));
        assert!(names("/src/a.c", "/src", "a.c"));
        assert!(names("a.c", "", "/x/a.c"));
        assert!(!names("a.c", "/src", "aa.c"));
        assert!(!names("other/a.c", "/src", "a.c"));
    }

    #[test]
    fn the_linker_numbers_static_functions() {
        assert!(is_called("f", "f") && is_called("f.12", "f"));
        assert!(!is_called("fg", "f") && !is_called("f.x", "f") && !is_called("f.", "f") && !is_called("g", "f"));
    }

    #[test]
    fn a_mark_names_its_target() {
        assert_eq!(target_of(&format!("{PREFIX}7")), Some(7));
        assert_eq!(target_of("nop"), None);
    }
}
