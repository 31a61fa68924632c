//! From bytes to one checked module: reading, linking with the runtime library, and the passes of `--opt`.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::error::ProgramError;
use crate::llvm::{Linkage, Merge, Module, Value};
use crate::locals;
use crate::lower;
use crate::maker::Maker;
use crate::sandbox::{self, Trial};

/// What is done to the code before it is lowered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum OptLevel {
    /// Nothing: every local lives in memory.
    None,
    /// Locals whose address is not taken become registers. Removes no bug.
    #[default]
    Light,
    /// LLVM's `-O1`, which assumes that there is no undefined behaviour.
    O1,
    /// LLVM's `-O2`, likewise.
    O2,
}

impl OptLevel {
    pub const ALL: [OptLevel; 4] = [OptLevel::None, OptLevel::Light, OptLevel::O1, OptLevel::O2];

    pub fn name(self) -> &'static str {
        match self {
            OptLevel::None => "none",
            OptLevel::Light => "light",
            OptLevel::O1 => "O1",
            OptLevel::O2 => "O2",
        }
    }
}

impl fmt::Display for OptLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for OptLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<OptLevel, String> {
        OptLevel::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(text)).ok_or_else(|| {
            let names: Vec<_> = OptLevel::ALL.iter().map(|level| level.name()).collect();
            format!("unknown optimisation level `{text}`: choose one of {}", names.join(", "))
        })
    }
}

/// Where code comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// Our own compiler, just now: sound.
    Clang,
    /// A file of the user: perhaps damaged.
    User,
}

/// How bitcode begins: by itself, or in the wrapper Apple uses.
const MAGIC: [[u8; 4]; 2] = [[b'B', b'C', 0xc0, 0xde], [0xde, 0xc0, 0x17, 0x0b]];

/// Reads one file's code.
pub(crate) fn read(bytes: &[u8], file: &Path, origin: Origin) -> Result<Module, ProgramError> {
    // Anything else would be read as text, and an empty file is a valid empty module.
    if file.extension().is_some_and(|e| e == "bc") && !MAGIC.iter().any(|magic| bytes.starts_with(magic)) {
        let reason = "it does not begin like bitcode".to_string();
        return Err(ProgramError::BadBitcode { file: file.to_path_buf(), reason });
    }
    let name = file.to_string_lossy();
    if origin == Origin::User {
        let trial = sandbox::rehearse(|| {
            let _ = Module::parse(bytes, &name).and_then(|mut module| module.verify());
        });
        if trial == Trial::Died {
            return Err(unreadable(bytes, file, "it is damaged"));
        }
    }
    let module = match origin {
        Origin::User => sandbox::quietly(|| Module::parse(bytes, &name)),
        Origin::Clang => Module::parse(bytes, &name),
    };
    module.map_err(|e| unreadable(bytes, file, &one_line(&e.0)))
}

fn unreadable(bytes: &[u8], file: &Path, reason: &str) -> ProgramError {
    let (file, reason) = (file.to_path_buf(), reason.to_owned());
    match Maker::of(bytes, &reason) {
        Some(maker) => ProgramError::OtherMaker { file, maker },
        None => ProgramError::BadBitcode { file, reason },
    }
}

/// Links a further file into the program.
pub(crate) fn link(program: &mut Module, bytes: &[u8], file: &Path, origin: Origin) -> Result<(), ProgramError> {
    // Read on its own first: the linker does not tell bad code from code that does not fit.
    read(bytes, file, origin)?;
    let linked = sandbox::quietly(|| program.link(bytes, &file.to_string_lossy(), Merge::Everything));
    linked.map_err(|e| ProgramError::DoesNotLink { file: file.to_path_buf(), reason: one_line(&e.0) })
}

/// Links the models of library functions the program uses and does not define itself.
pub(crate) fn link_runtime(program: &mut Module, bytes: &[u8]) -> Result<(), ProgramError> {
    // Intrinsics that will become calls are uses too.
    for (name, like) in lower::needed_functions(program) {
        program.declare_like(&name, like);
    }
    let linked = program.link(bytes, "runtime library", Merge::OnlyNeeded);
    linked.map_err(|e| ProgramError::DoesNotLink { file: "runtime library".into(), reason: one_line(&e.0) })
}

/// Weak symbols that nobody defines are null, as the linker of a native program has it.
pub(crate) fn make_weak_null(program: &Module, is_elsewhere: fn(&str) -> bool) {
    let is_missing = |symbol: &Value<'_>| {
        symbol.is_declaration() && symbol.linkage() == Linkage::LLVMExternalWeakLinkage && !is_elsewhere(&symbol.name())
    };
    for function in program.functions().into_iter().filter(is_missing) {
        function.become_null();
        function.delete_function();
    }
    for variable in program.globals().into_iter().filter(is_missing) {
        variable.become_null();
        variable.delete_global();
    }
}

/// Functions whose *call* has a meaning to the tool, whatever the program defines them to do (`reach_error` is usually
/// empty): the optimiser must neither inline them nor conclude from their bodies that a call has no effect.
const KNOWN_BY_CALL: &[&str] = &["reach_error", "__VERIFIER_error", "assume_abort_if_not"];

pub(crate) fn is_known_by_call(function: &str) -> bool {
    KNOWN_BY_CALL.contains(&function)
}

/// Runs the passes of the level on a checked module.
pub(crate) fn transform(program: &mut Module, level: OptLevel) -> Result<(), ProgramError> {
    let pipeline = match level {
        OptLevel::None => return Ok(()),
        OptLevel::Light => "function(mem2reg)",
        OptLevel::O1 => "default<O1>",
        OptLevel::O2 => "default<O2>",
    };
    for function in program.functions() {
        function.remove_function_attribute("optnone");
        if is_known_by_call(&function.name()) && !function.is_declaration() {
            function.add_function_attribute("noinline");
            function.add_function_attribute("optnone");
        }
        if level == OptLevel::Light {
            locals::prepare(program, function);
        }
    }
    program.run_passes(pipeline).map_err(|e| ProgramError::PassFailed { reason: one_line(&e.0) })
}

/// Checks that the module is sound and made for a machine like ours.
pub(crate) fn check(program: &mut Module, file: &Path) -> Result<(), ProgramError> {
    program.verify().map_err(|e| ProgramError::BadBitcode { file: file.to_path_buf(), reason: one_line(&e.0) })?;
    let layout = program.layout();
    if layout.pointer_bytes() != 8 || !layout.is_little_endian() {
        return Err(ProgramError::WrongTarget { target: program.target() });
    }
    Ok(())
}

/// Those of the given library functions that this module defines itself.
pub(crate) fn defined_among(module: &Module, names: &[&str]) -> Vec<String> {
    let defined = module.functions().into_iter().filter(|f| !f.is_declaration());
    let visible = defined.filter(|f| f.linkage() == Linkage::LLVMExternalLinkage);
    visible.map(Value::name).filter(|name| names.contains(&name.as_str())).collect()
}

/// Whether a function has a body that may be inlined but is code of no file.
pub(crate) fn has_inline_only(module: &Module) -> bool {
    let mut functions = module.functions().into_iter();
    functions.any(|f| !f.is_declaration() && f.linkage() == Linkage::LLVMAvailableExternallyLinkage)
}

/// The functions and variables the module defines for others.
pub(crate) fn visible(module: &Module) -> Vec<String> {
    let all = module.functions().into_iter().chain(module.globals());
    let defined = all.filter(|f| !f.is_declaration() && f.linkage() == Linkage::LLVMExternalLinkage);
    defined.map(Value::name).collect()
}

/// The variables the module defines or declares.
pub(crate) fn variables(module: &Module) -> impl Iterator<Item = String> {
    module.globals().into_iter().map(Value::name)
}

/// The functions the module defines.
pub(crate) fn defined(module: &Module) -> HashSet<String> {
    module.functions().into_iter().filter(|f| !f.is_declaration()).map(Value::name).collect()
}

fn one_line(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(300) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}
