//! The program under test: its lowered form, the analyses on it, and the only code that knows LLVM.
//!
//! [`load`] turns the files of the command line into a [`Program`]:
//! `clang` compiles C, `bitcode` reads, links and transforms modules, `lower` translates them into [`ir`].

mod arguments;
pub mod assumption;
mod bitcode;
mod bypassed;
pub mod call_graph;
pub mod cfg;
pub mod clang;
mod compiled;
mod constant_pointers;
pub mod contract;
mod deadline;
pub mod dominators;
pub mod dump;
mod error;
pub mod ir;
pub mod layout;
mod left_by_jump;
mod literals;
mod llvm;
mod locals;
pub mod loops;
mod lower;
mod maker;
mod marks;
mod members;
mod missing_return;
pub mod names;
mod notes;
mod overlooked;
mod pairing;
pub mod peers;
mod sandbox;
pub mod signature;
mod spelling;
mod switches;
pub mod targets;
mod temporaries;
pub mod unchanged;
mod undefined;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

pub use arguments::TAKEN;
pub use bitcode::OptLevel;
pub use error::ProgramError;
pub use ir::Program;
pub use literals::UNMARKED;
pub use members::MEMBER;
pub use overlooked::ASSUMPTION;

use assumption::Assumption;
use bitcode::Origin;
use clang::Compilation;
pub use compiled::Compiled;
use contract::{Contract, EntryRequest};
use deadline::Deadline;
use lower::CodeOrder;
use signature::Signature;
use targets::TargetSpec;

/// The functions and variables that a piece of bitcode of our own defines for others.
pub fn defined_names(bitcode: &[u8]) -> Result<Vec<String>, ProgramError> {
    bitcode::read(bitcode, Path::new("the runtime library"), Origin::Clang).map(|module| bitcode::visible(&module))
}

/// How to make a program out of files.
#[derive(Clone, Debug, Default)]
pub struct LoadOptions {
    /// Directories with headers, searched after those of the user.
    pub includes: Vec<PathBuf>,
    /// Arguments for clang: `-I`, `-D`, `-std=`, `-O`.
    pub clang_args: Vec<String>,
    /// Default: [`OptLevel::Light`].
    pub opt: OptLevel,
    /// Models of library functions, linked where the program uses them and does not define them itself.
    pub runtime_bitcode: Option<Cow<'static, [u8]>>,
    /// Whether a symbol that nobody here defines is there all the same. Weak ones that are not are null; without this they stay as
    /// they are.
    pub is_elsewhere: Option<fn(&str) -> bool>,
    /// Places to look for in the program: they become its [`targets`](Program::targets).
    pub targets: Vec<TargetSpec>,
    /// Undefined behaviour that clang is to state beside what it always states.
    pub stated: Vec<ir::Undefined>,
    /// A function other than `main` to start in, for which a [contract] is made.
    pub entry: Option<EntryRequest>,
    /// Whether clang is called. Default: it is.
    pub compiled: Compiled,
    /// When compiling is given up.
    pub deadline: Option<Instant>,
    /// Set when the user wants it given up at once.
    pub interrupt: Option<&'static AtomicBool>,
}

impl LoadOptions {
    /// The passes to run: those of `opt`, or more where `-O` asks clang for more. Clang is kept from running them
    /// itself, because `bitcode` has functions to protect from them first.
    pub fn level(&self) -> OptLevel {
        match self.clang_args.iter().rev().find(|argument| argument.starts_with("-O")).map(String::as_str) {
            None | Some("-O0") => self.opt,
            Some("-O" | "-O1" | "-Og") if self.opt != OptLevel::O2 => OptLevel::O1,
            Some(_) => OptLevel::O2,
        }
    }
}

/// Loads one or more `.c`, `.i`, `.bc` or `.ll` files as one program.
pub fn load(inputs: &[PathBuf], options: &LoadOptions) -> Result<Program, ProgramError> {
    let mut keep_unused = false;
    let mut module = read_all(inputs, options, &More::default())?;
    let is_source = |file: &PathBuf| FileKind::of(file) == Ok(FileKind::Source);
    if let Some(request) = &options.entry
        && !bitcode::defined(&module).contains(&request.function)
        && inputs.iter().any(is_source)
    {
        // It may be a static function that nobody calls: clang drops those.
        keep_unused = true;
        module = read_all(inputs, options, &More { keep_unused, ..More::default() })?;
    }
    let own = bitcode::defined_among(&module, clang::KNOWN_FUNCTIONS);
    let request = options.entry.as_ref();
    let signature = request.and_then(|request| {
        let _turn = llvm::exclusive();
        Signature::of(&module, &request.function)
    });
    let assumption = match request {
        Some(request) if !request.assume.is_empty() && bitcode::defined(&module).contains(&request.function) => {
            Some(match options.compiled {
                Compiled::Before(_) => Assumption::compiled_before(),
                Compiled::Now | Compiled::AndKept(_) | Compiled::AndRemembered(_) => {
                    Assumption::new(request, signature.as_ref(), inputs)?
                }
            })
        }
        _ => None,
    };
    if assumption.is_some() || (!own.is_empty() && inputs.iter().any(is_source)) {
        module = read_all(inputs, options, &More { own: &own, assumption: assumption.as_ref(), keep_unused })?;
    }
    let _turn = llvm::exclusive();
    let mut users = bitcode::defined(&module);
    let inline_only = bitcode::has_inline_only(&module);
    let first = inputs.first().map_or(Path::new(""), PathBuf::as_path);
    bitcode::check(&mut module, first)?;
    module.describe_variables_by_calls();
    let mut stated = undefined::state(&module);
    if matches!(options.level(), OptLevel::None | OptLevel::Light) {
        // A function that is inlined has no caller any more.
        missing_return::state(&module, &mut stated);
    }
    constant_pointers::state(&module, options.stated.contains(&ir::Undefined::PointerOverflow), &mut stated);
    overlooked::state(&module, &mut stated);
    members::state(&module, &mut stated);
    arguments::ask(&module);
    // Before marks are made of what clang has not marked.
    left_by_jump::mark(&module);
    temporaries::mark(&module);
    literals::mark(&module);
    bypassed::mark(&module);
    let mut wanted = marks::place(&module, &options.targets)?;
    bitcode::transform(&mut module, options.level())?;
    users.extend(bitcode::variables(&module));
    // After the passes, which make calls of library functions the source does not have (`bcmp` for `memcmp`).
    if let Some(runtime) = &options.runtime_bitcode {
        bitcode::link_runtime(&mut module, runtime)?;
    }
    if let Some(is_elsewhere) = options.is_elsewhere {
        bitcode::make_weak_null(&module, is_elsewhere);
    }
    let hash = module.hash();
    let order = code_order(inputs, options);
    let (mut program, marks) = lower::lower(&module, order, &users);
    program.hash = hash;
    program.stated = stated;
    program.inline_only = inline_only;
    program.keeps_unused = keep_unused;
    program.optimised = order == CodeOrder::Optimised;
    program.notes = notes::of(&program, &module.made_by());
    targets::split_at_marks(&mut program, marks, &mut wanted);
    marks::distrust_optimiser(&mut wanted, options.level());
    if options.targets.contains(&TargetSpec::All) {
        wanted.extend(targets::every_block(&program, bitcode::is_known_by_call));
    }
    program.targets = wanted;
    if let Some(request) = request {
        program.contract = contract(&mut program, request, signature.as_ref(), assumption);
    }
    if let Some(folder) = options.compiled.kept_in() {
        unchanged::note(folder, inputs, options);
    }
    Ok(program)
}

/// What is promised to the entry, if it is there.
fn contract(
    program: &mut Program,
    request: &EntryRequest,
    signature: Option<&Signature>,
    assumption: Option<Assumption>,
) -> Option<Contract> {
    let entry = program.entry(&request.function).ok()?;
    let mut contract = Contract::new(request, program.function(entry), signature);
    let evaluates = program.find(assumption::FUNCTION);
    if let Some(id) = evaluates {
        program.functions[id.index()].from_runtime = true;
    }
    contract.add_callbacks(program);
    contract.add_prelude(program, entry, evaluates);
    contract.assumption = assumption;
    Some(contract)
}

/// Code that came compiled may have been optimised, whatever is done to it here.
fn code_order(inputs: &[PathBuf], options: &LoadOptions) -> CodeOrder {
    let all_source = inputs.iter().all(|file| FileKind::of(file) == Ok(FileKind::Source));
    match options.level() {
        OptLevel::None | OptLevel::Light if all_source => CodeOrder::AsWritten,
        OptLevel::None | OptLevel::Light | OptLevel::O1 | OptLevel::O2 => CodeOrder::Optimised,
    }
}

impl Program {
    /// The function with a body to start at.
    pub fn entry(&self, name: &str) -> Result<ir::FuncId, ProgramError> {
        let found = self.find(name).filter(|&id| !self.function(id).is_declaration());
        found.ok_or_else(|| {
            let defined = self.functions.iter().filter(|f| !f.is_declaration());
            ProgramError::NoEntry { name: name.to_string(), known: defined.take(8).map(|f| f.name.clone()).collect() }
        })
    }
}

/// What is known of a program once it has been compiled, for compiling it again.
#[derive(Default)]
struct More<'a> {
    /// Library functions it defines itself.
    own: &'a [String],
    assumption: Option<&'a Assumption>,
    /// Its entry is a function that nobody calls.
    keep_unused: bool,
}

impl More<'_> {
    /// What the code that is made like this is kept as.
    fn name(&self) -> &'static str {
        match (self.own, self.assumption, self.keep_unused) {
            ([], None, false) => "",
            ([], None, true) => "unused",
            _ => "again",
        }
    }
}

/// One module out of all inputs.
fn read_all(inputs: &[PathBuf], options: &LoadOptions, more: &More<'_>) -> Result<llvm::Module, ProgramError> {
    let code = compile(inputs, options, more)?;
    let _turn = llvm::exclusive();
    let mut files = inputs.iter().zip(&code);
    let Some((first, bytes)) = files.next() else { return Err(ProgramError::NoInput) };
    let mut module = bitcode::read(bytes, first, FileKind::of(first)?.origin())?;
    for (file, bytes) in files {
        bitcode::link(&mut module, bytes, file, FileKind::of(file)?.origin())?;
    }
    Ok(module)
}

/// The code of each input, in order.
fn compile(inputs: &[PathBuf], options: &LoadOptions, more: &More<'_>) -> Result<Vec<Vec<u8>>, ProgramError> {
    let mut kinds = Vec::new();
    for file in inputs {
        kinds.push(FileKind::of(file)?);
    }
    let is_source = |kind: &FileKind| *kind == FileKind::Source;
    let sources: Vec<PathBuf> =
        inputs.iter().zip(&kinds).filter(|(_, kind)| is_source(kind)).map(|(file, _)| file.clone()).collect();
    let compilation = Compilation {
        includes: &options.includes,
        arguments: &options.clang_args,
        own_functions: more.own,
        keep_unused: more.keep_unused,
        stated: &options.stated,
        assumption: more.assumption,
        says_what_it_reads: options.compiled.kept_in(),
        deadline: Deadline { at: options.deadline, interrupt: options.interrupt },
    };
    let mut compiled = options.compiled.code_of(&sources, more.name(), || compilation.run(&sources)).into_iter();
    let mut code = Vec::new();
    for (number, (file, kind)) in inputs.iter().zip(kinds).enumerate() {
        code.push(match kind {
            FileKind::Source => compiled.next().unwrap_or(Err(ProgramError::NoInput))?,
            FileKind::Llvm => options.compiled.given(number, file)?,
        });
    }
    Ok(code)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FileKind {
    Source,
    Llvm,
}

impl FileKind {
    fn origin(self) -> Origin {
        match self {
            FileKind::Source => Origin::Clang,
            FileKind::Llvm => Origin::User,
        }
    }

    fn of(file: &Path) -> Result<FileKind, ProgramError> {
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("c" | "i") => Ok(FileKind::Source),
            Some("bc" | "ll") => Ok(FileKind::Llvm),
            _ => Err(ProgramError::UnknownFileType { file: file.to_path_buf() }),
        }
    }
}
