//! Native builds of the program: each with the replay runtime inside, and with one kind of instrumentation.
//!
//! The program is compiled as the engine compiles it (no optimisation unless the user asks), so positions agree. Errors
//! of undefined behaviour are reported and execution goes on, as it does in the engine after most of them; otherwise
//! an overflow nobody asked about would hide the bug that is looked for.
//!
//! Does not instrument `.bc` and `.ll` files: that is decided when C is compiled.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use program::Program;
use program::clang::{UNUSED_ARGUMENTS, shared_arguments};
use program::ir::{Function, Inst, Reg};
use program::peers;
use report::run_record::RunRecord;
use sandbox::Confinement;
use tempfile::TempDir;

use crate::stubs;
use crate::toolchain::{BuildError, clang, finish, tool};
use crate::variant::Variant;

/// The C side, as `build.rs` has compiled it.
fn runtime(variant: Variant) -> &'static [u8] {
    match variant {
        Variant::Coverage => include_bytes!(concat!(env!("OUT_DIR"), "/coverage.o")),
        Variant::Sanitized => include_bytes!(concat!(env!("OUT_DIR"), "/sanitized.o")),
        Variant::Uninitialised => include_bytes!(concat!(env!("OUT_DIR"), "/uninitialised.o")),
    }
}

/// What lies in front of the program's variables, likewise.
fn guards(variant: Variant) -> &'static [u8] {
    match variant {
        Variant::Coverage => include_bytes!(concat!(env!("OUT_DIR"), "/coverage-guards.o")),
        Variant::Sanitized => include_bytes!(concat!(env!("OUT_DIR"), "/sanitized-guards.o")),
        Variant::Uninitialised => include_bytes!(concat!(env!("OUT_DIR"), "/uninitialised-guards.o")),
    }
}

/// What the runtime has to know of the program.
const STUBS: &str = "stubs.c";
/// What is included before each file of the program: other names for some functions of the library.
const NAMES: &str = "names.h";

/// Functions that are an error to reach, even where the program defines them to do something else.
const ERROR_FUNCTIONS: &[&str] = &["reach_error", "__VERIFIER_error"];
/// No call of a function is left out because of what its definition does: it will be another one.
const REPLACEABLE_FUNCTIONS: &[&str] = &["-fPIC", "-fsemantic-interposition"];
/// What a `main` that is not the entry is renamed to.
const OTHER_MAIN: &str = "secateur_other_main";

/// What only native code is given; the rest is as in the engine's own compilation.
const NATIVE_CODE: &[&str] = &["-fno-omit-frame-pointer"];
/// C99's inline definitions become code, as the engine has it, in every file that has one.
const INLINE_AS_CODE: &[&str] = &["-fgnu89-inline"];
const SEVERAL_DEFINITIONS: &[&str] = &["-Wl,-z,muldefs"];
/// Functions nobody defines are no reason not to start: they have address 0, which needs fixed addresses.
const LINK: &[&str] = &["-no-pie", "-Wl,--unresolved-symbols=ignore-in-object-files"];
/// The runtimes of sanitizers are large: linking them takes longer than all the rest, and with this linker a third of the time.
const QUICK_LINKER: &str = "-fuse-ld=gold";
/// Functions of the C library that `runtime/replay` has in its own way, for the program's own calls only: the runtimes of
/// sanitizers use some of them too.
#[rustfmt::skip]
const WRAPPED: &[&str] = &[
    "rand", "srand", "srandom", "lrand48", "mrand48", "random", "arc4random", "clock", "rand_r", "drand48", "time", "gettimeofday",
    "clock_gettime", "getpid", "getppid", "getuid", "geteuid", "getgid", "getegid", "isatty", "system", "access",
    "stat", "lstat", "stat64", "lstat64", "fgets", "gets", "fopen", "fopen64", "fdopen", "tmpfile", "freopen",
    "fclose", "fflush", "fwrite", "fputs", "fputc", "putc", "vfprintf", "fprintf", "fseek", "rewind", "fgetc", "getc",
    "ungetc", "fread", "ftell", "feof", "ferror", "clearerr", "fileno", "getline", "creat", "open", "open64", "read",
    "write", "fsync", "ftruncate", "remove", "unlink", "rename", "readv", "writev", "pread", "pwrite", "copy_file_range",
    "fwrite_unlocked", "fputs_unlocked", "fputc_unlocked", "putc_unlocked", "fflush_unlocked", "__fprintf_chk",
    "__vfprintf_chk", "arc4random_uniform", "arc4random_buf", "getrandom", "getentropy", "fstatat", "fstatat64", "faccessat",
    "opendir", "fdopendir", "readdir", "readdir64", "rewinddir", "telldir", "seekdir", "dirfd", "closedir",
    "euidaccess", "eaccess", "openat", "chmod", "fchmod", "readlink", "getcwd", "malloc", "valloc", "memalign", "strdup", "strndup", "wcsdup", "realpath",
    "canonicalize_file_name", "get_current_dir_name", "setenv", "putenv", "getdelim", "__getdelim",
    "calloc", "realloc", "reallocarray", "aligned_alloc", "posix_memalign", "vasprintf", "asprintf", "vsnprintf",
    "vsprintf", "snprintf", "sprintf", "stpcpy", "stpncpy", "memccpy", "swab", "wcscpy", "poll", "ppoll", "select", "pselect",
    "scandir", "scandir64", "fmemopen", "open_memstream", "iconv_open", "regcomp", "mmap", "mmap64",
    "mkdir", "mkdirat", "rmdir", "link", "linkat", "symlink", "symlinkat", "unlinkat", "renameat", "renameat2", "fchmodat", "readlinkat",
    "nftw", "nftw64", "ftw", "ftw64", "fts_open", "fts_read", "fts_set", "fts_children", "fts_close", "fts64_open", "fts64_read",
    "fts64_set", "fts64_children", "fts64_close",
];

/// What is built.
#[derive(Clone, Copy)]
pub struct Subject<'run> {
    pub record: &'run RunRecord,
    /// Folders of the headers that come with the tool.
    pub includes: &'run [PathBuf],
    /// For the signatures of what the program declares and of its entry.
    pub program: &'run Program,
}

impl Subject<'_> {
    /// Whether the user's code, not a model of the C library, has the function.
    fn defines_itself(&self, name: &str) -> bool {
        let own = |function: &Function| !function.is_declaration() && !function.from_runtime;
        self.program.functions.iter().any(|function| function.name == name && own(function))
    }

    /// Whether the program uses a function of the library by this name.
    pub(crate) fn uses_of_library(&self, name: &str) -> bool {
        self.program.find(name).is_some() && !self.defines_itself(name)
    }

    /// Whether the user's code has arrays whose length is computed: the stack is set back at their ends.
    pub(crate) fn has_variable_arrays(&self) -> bool {
        let own = self.program.functions.iter().filter(|function| !function.from_runtime);
        let mut insts = own.flat_map(|function| &function.blocks).flat_map(|block| &block.insts);
        insts.any(|inst| matches!(inst, Inst::StackRestore { .. }))
    }

    /// Whether a variable of a loop's body has two objects: natively each round has the same.
    pub(crate) fn has_renewed_variables(&self) -> bool {
        let own = self.program.functions.iter().filter(|function| !function.from_runtime);
        own.into_iter().any(|function| {
            let insts = || function.blocks.iter().flat_map(|block| &block.insts);
            let objects: HashSet<Reg> = insts()
                .filter_map(|inst| match inst {
                    Inst::Alloca { dst, .. } => Some(*dst),
                    _ => None,
                })
                .collect();
            insts().any(|inst| matches!(inst, Inst::Copy { dst, .. } if objects.contains(dst)))
        })
    }

    /// The error functions whose calls are errors, whatever the program defines them to do.
    fn replaced_functions(&self) -> impl Iterator<Item = &'static str> {
        let replaced = |name: &&&str| !self.record.own_error_functions && self.defines(name);
        ERROR_FUNCTIONS.iter().filter(replaced).copied()
    }

    /// Whether the function to start with can be called from its own file only.
    fn is_local_entry(&self) -> bool {
        self.program.functions.iter().any(|function| function.name == self.record.entry && function.local)
    }

    fn defines(&self, name: &str) -> bool {
        self.program.functions.iter().any(|function| function.name == name && !function.is_declaration())
    }
}

/// The builds of one program, each made when it is first asked for. They are gone when this is dropped.
pub struct Workshop<'run> {
    pub subject: Subject<'run>,
    pub confinement: Confinement,
    scratch: TempDir,
    built: [OnceLock<Result<PathBuf, BuildError>>; Variant::ALL.len()],
}

impl<'run> Workshop<'run> {
    /// There is none where what it builds could not be run.
    pub fn open(subject: Subject<'run>, confinement: Confinement) -> Result<Workshop<'run>, BuildError> {
        confinement.permits().map_err(BuildError::NoSandbox)?;
        let scratch = tempfile::Builder::new().prefix("secateur-replay-").tempdir();
        let scratch = scratch.map_err(|error| BuildError::Files(std::env::temp_dir(), error))?;
        Ok(Workshop { subject, confinement, scratch, built: Default::default() })
    }

    /// A folder for whatever comes with the builds.
    pub fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    /// The executable.
    pub fn executable(&self, variant: Variant) -> Result<&Path, &BuildError> {
        let built = self.built[variant as usize].get_or_init(|| build(self.subject, variant, self.scratch.path()));
        built.as_deref()
    }
}

/// Builds the program below `scratch` and returns the executable.
fn build(subject: Subject<'_>, variant: Variant, scratch: &Path) -> Result<PathBuf, BuildError> {
    let folder = scratch.join(variant.name());
    let failed = |error| BuildError::Files(folder.clone(), error);
    fs::create_dir_all(&folder).map_err(failed)?;
    let mut objects = vec![folder.join("runtime.o")];
    fs::write(&objects[0], runtime(variant)).map_err(failed)?;
    let record = subject.record;
    if let Some(own) = stubs::source(subject.program, &record.entry) {
        fs::write(folder.join(STUBS), own).map_err(failed)?;
        objects.push(compile_stubs(variant, &folder)?);
    }
    let guard = folder.join("guards.o");
    fs::write(&guard, guards(variant)).map_err(failed)?;
    objects.push(guard);
    fs::write(folder.join(NAMES), other_names(subject)).map_err(failed)?;
    for (number, file) in record.files.iter().enumerate() {
        let object = folder.join(format!("program{number}.o"));
        compile(subject, variant, file, &object, &folder)?;
        adapt_symbols(subject, file, &object, &folder)?;
        objects.push(object);
    }
    let executable = folder.join("program");
    link(subject, variant, &objects, &executable, &folder)?;
    Ok(executable)
}

fn link(
    subject: Subject<'_>,
    variant: Variant,
    objects: &[PathBuf],
    executable: &Path,
    folder: &Path,
) -> Result<(), BuildError> {
    let with = |linker: Option<&str>| {
        let mut command = Command::new(clang());
        if subject.program.inline_only {
            command.args(SEVERAL_DEFINITIONS);
        }
        command.args(linker).args(variant.runtime_flags()).args(LINK).args(objects);
        command.args(["-lm", "-lpthread", "-o"]).arg(executable);
        finish(command, folder)
    };
    // The usual linker where that one is missing, or does not take what the program consists of.
    if variant.has_large_runtime() && with(Some(QUICK_LINKER)).is_ok() { Ok(()) } else { with(None) }
}

fn compile_stubs(variant: Variant, folder: &Path) -> Result<PathBuf, BuildError> {
    let mut command = Command::new(clang());
    command.args(["-c", "-g", "-O1", "-w", "-fno-builtin"]).args(variant.runtime_flags());
    command.arg(STUBS).current_dir(folder);
    finish(command, folder)?;
    Ok(folder.join(STUBS).with_extension("o"))
}

fn compile(
    subject: Subject<'_>,
    variant: Variant,
    file: &Path,
    object: &Path,
    folder: &Path,
) -> Result<(), BuildError> {
    let mut command = Command::new(clang());
    command.args(shared_arguments()).args(NATIVE_CODE).args(variant.program_flags()).args(&subject.record.clang_args);
    if subject.program.inline_only {
        command.args(INLINE_AS_CODE);
    }
    if subject.program.keeps_unused {
        command.args(UNUSED_ARGUMENTS);
    }
    if subject.replaced_functions().next().is_some() {
        command.args(REPLACEABLE_FUNCTIONS);
    }
    for include in subject.includes {
        command.arg("-I").arg(include);
    }
    let found = subject.record.directory.join(file);
    if takes_names(file) {
        command.arg("-include").arg(folder.join(NAMES));
    }
    if let Some(header) = peers::header(&found, subject.includes) {
        command.arg("-include").arg(header);
    }
    let rewritten = peers::as_c(&found);
    if let (Some(_), Some(folder)) = (&rewritten, found.parent()) {
        command.arg("-iquote").arg(folder);
    }
    let assumption = subject.program.contract.as_ref().and_then(|contract| contract.assumption.as_ref());
    let wrapper = assumption.filter(|assumption| assumption.file == file).map(|assumption| &assumption.text);
    let source = match wrapper.or(rewritten.as_ref()) {
        Some(text) => {
            let path = object.with_extension("c");
            fs::write(&path, text).map_err(|error| BuildError::Files(path.clone(), error))?;
            path
        }
        None => file.to_owned(),
    };
    command.arg("-o").arg(object).arg("--").arg(source).current_dir(&subject.record.directory);
    finish(command, folder)
}

/// Whether a file is C that goes through the preprocessor. In other code symbols are changed when it is compiled.
fn takes_names(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "c")
}

/// Symbols of the library that the runtime has in its own way, and how it calls them.
fn wrapped(subject: Subject<'_>) -> impl Iterator<Item = (&'static str, String)> {
    let is_variable = move |name: &str| subject.program.globals.iter().any(|global| global.name == name);
    let names = WRAPPED.iter().filter(move |name| !subject.defines_itself(name) && !is_variable(name));
    names.map(|&name| (name, format!("__wrap_{name}")))
}

/// A header that declares nothing: it tells the assembler which other symbols are meant, and that the entry, which may be static,
/// is called from outside.
fn other_names(subject: Subject<'_>) -> String {
    let mut text: String =
        wrapped(subject).map(|(name, other)| format!("__asm__(\".set {name}, {other}\");\n")).collect();
    if subject.is_local_entry() {
        text += &format!("__asm__(\".globl {}\");\n", subject.record.entry);
    }
    text
}

/// Lets the runtime's error functions win over the program's, and the entry be called from outside.
fn adapt_symbols(subject: Subject<'_>, file: &Path, object: &Path, folder: &Path) -> Result<(), BuildError> {
    let mut arguments: Vec<OsString> = Vec::new();
    for name in subject.replaced_functions() {
        arguments.push(format!("--weaken-symbol={name}").into());
    }
    let entry = &subject.record.entry;
    if !takes_names(file) {
        arguments.extend(wrapped(subject).map(|(name, other)| format!("--redefine-sym={name}={other}").into()));
        if subject.is_local_entry() {
            arguments.push(format!("--globalize-symbol={entry}").into());
        }
    }
    if entry != "main" && subject.defines("main") {
        arguments.push(format!("--redefine-sym=main={OTHER_MAIN}").into());
    }
    if arguments.is_empty() {
        return Ok(());
    }
    let mut command = Command::new(tool("llvm-objcopy"));
    command.args(arguments).arg(object);
    finish(command, folder)
}
