//! Runs clang-19 on C source and takes its bitcode from a pipe.
//!
//! The code is compiled without optimisation, so that no bug is optimised away, but not marked `optnone`, so that the
//! passes of `bitcode` may run. Warnings are the user's compiler's business, not ours: only errors are reported.

use std::io::{ErrorKind, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::NamedTempFile;

use crate::assumption::{self, Assumption};
use crate::deadline::{self, Deadline};
use crate::error::ProgramError;
use crate::ir::Undefined;
use crate::peers;
use crate::unchanged;
use crate::undefined::{STATED_ATTRIBUTE, sanitizers};

/// The compiler, unless the environment variable of this name holds another path.
const COMPILER: &str = "clang-19";
const COMPILER_VARIABLE: &str = "SECATEUR_CLANG";

/// The compiler to run, for bitcode and for native builds.
pub fn compiler() -> PathBuf {
    std::env::var_os(COMPILER_VARIABLE).map_or_else(|| PathBuf::from(COMPILER), PathBuf::from)
}

/// What every compilation of the program is given, bitcode or native, before the user's own arguments so that those win.
pub fn shared_arguments() -> &'static [&'static str] {
    &[
        "-c",
        "-g",
        "-O0",
        // What older compilers only warn about is accepted: test programs are often old.
        "-w",
        "-Wno-error=implicit-function-declaration",
        "-Wno-error=implicit-int",
        "-Wno-error=int-conversion",
        "-Wno-error=incompatible-function-pointer-types",
        "-Wno-error=return-mismatch",
        "-fno-color-diagnostics",
        "-fno-caret-diagnostics",
    ]
}

/// What only bitcode is given.
const BITCODE_ARGUMENTS: &[&str] = &[
    "-emit-llvm",
    // Parameter names become names of symbolic inputs.
    "-fno-discard-value-names",
];

/// Code meant for optimisation, but not optimised yet: that is done when the whole program is there, if at all. Such code
/// states more of what the source means: where the scope of a local begins and ends, and the bodies of C99's inline functions.
const STATED_ARGUMENTS: &[&str] = &["-Xclang", "-disable-llvm-passes"];

/// Where the user asks for no optimisation, headers are not to know of it: they would bring in other code.
const AS_WRITTEN_ARGUMENTS: &[&str] = &["-O1", "-U__OPTIMIZE__"];

/// Functions that nobody calls become code as well, for bitcode and for native builds.
pub const UNUSED_ARGUMENTS: &[&str] = &["-femit-all-decls"];

/// Library functions that the compiler replaces by what it knows of them. A program that defines one of these itself
/// is compiled with that knowledge switched off.
#[rustfmt::skip]
pub(crate) const KNOWN_FUNCTIONS: &[&str] = &[
    "abs", "labs", "llabs", "fabs", "fabsf", "fabsl", "floor", "floorf", "ceil", "ceilf", "round", "roundf", "trunc",
    "truncf", "rint", "rintf", "nearbyint", "nearbyintf", "fmin", "fminf", "fmax", "fmaxf", "copysign", "copysignf",
    "fma", "fmaf", "sqrt", "sqrtf", "pow", "powf", "exp", "expf", "exp2", "log", "logf", "log2", "log10", "sin", "sinf",
    "cos", "cosf", "tan", "fmod", "fmodf", "ldexp", "lround", "lrint", "isinf", "isnan", "finite", "memcpy", "mempcpy",
    "memmove", "memset", "memcmp", "memchr", "memrchr", "bcmp", "bcopy", "bzero", "strlen", "strnlen", "strcpy",
    "strncpy", "stpcpy", "strcat", "strncat", "strcmp", "strncmp", "strcasecmp", "strncasecmp", "strchr", "strrchr",
    "strstr", "strspn", "strcspn", "strpbrk", "strdup", "strndup", "strtol", "strtoul", "atoi", "atol", "isdigit",
    "isascii", "toascii", "tolower", "toupper", "isalpha", "isalnum", "isspace", "isupper", "islower", "isprint",
    "ispunct", "iscntrl", "isgraph", "isxdigit", "isblank", "malloc", "calloc", "realloc", "free", "printf", "fprintf",
    "sprintf", "snprintf", "puts", "putchar", "fputs", "fputc", "fwrite", "exit", "abort", "alloca", "ffs", "ffsl",
    "wmemcmp", "wmemchr", "wcslen", "wcscmp", "wcschr",
];

/// How to compile.
#[derive(Clone, Debug, Default)]
pub(crate) struct Compilation<'a> {
    pub(crate) includes: &'a [PathBuf],
    /// `-I`, `-D`, `-std=`, `-O` and whatever else the user wants clang to see.
    pub(crate) arguments: &'a [String],
    /// Library functions the program defines itself: clang must call those and not use what it knows of the names.
    pub(crate) own_functions: &'a [String],
    /// Static functions that nobody calls are wanted, too.
    pub(crate) keep_unused: bool,
    /// Undefined behaviour to state, beside what is always stated.
    pub(crate) stated: &'a [Undefined],
    /// A file that is compiled by way of another text.
    pub(crate) assumption: Option<&'a Assumption>,
    /// A folder for lists of the files that were read.
    pub(crate) says_what_it_reads: Option<&'a Path>,
    pub(crate) deadline: Deadline,
}

impl Compilation<'_> {
    /// Compiles all files, at most as many at a time as there are processors, and returns their bitcode in order.
    pub(crate) fn run(&self, files: &[PathBuf]) -> Vec<Result<Vec<u8>, ProgramError>> {
        let lanes = std::thread::available_parallelism().map_or(1, usize::from);
        let mut results = Vec::with_capacity(files.len());
        for group in (0..).zip(files).collect::<Vec<_>>().chunks(lanes) {
            if let [(number, file)] = group {
                results.push(self.compile(*number, file));
                continue;
            }
            std::thread::scope(|scope| {
                let compile = |(number, file): &(usize, &PathBuf)| self.compile(*number, file);
                let threads: Vec<_> = group.iter().map(|one| (one.1, scope.spawn(move || compile(one)))).collect();
                for (file, thread) in threads {
                    results.push(
                        thread
                            .join()
                            .unwrap_or_else(|_| Err(ProgramError::ClangKilled { file: file.clone(), signal: None })),
                    );
                }
            });
        }
        results
    }

    /// `number`: its place among all files.
    fn compile(&self, number: usize, file: &Path) -> Result<Vec<u8>, ProgramError> {
        if let Err(error) = std::fs::File::open(file) {
            return Err(ProgramError::Unreadable { file: file.to_path_buf(), reason: error.to_string() });
        }
        let compiler = compiler();
        let mut command = Command::new(&compiler);
        command.args(shared_arguments()).args(BITCODE_ARGUMENTS);
        command.args(self.arguments);
        command.args(STATED_ARGUMENTS).args(["-Xclang", "-default-function-attr", "-Xclang", STATED_ATTRIBUTE]);
        command.arg(format!("-fsanitize={}", sanitizers(self.stated)));
        if !self.arguments.iter().any(|argument| argument.starts_with("-O") && argument != "-O0") {
            command.args(AS_WRITTEN_ARGUMENTS);
        }
        if self.keep_unused {
            command.args(UNUSED_ARGUMENTS);
        }
        for name in self.own_functions {
            command.arg(format!("-fno-builtin-{name}"));
        }
        // After the user's directories, so that a header of the same name in the project is found first.
        for include in self.includes {
            command.arg("-I").arg(include);
        }
        if let Some(header) = peers::header(file, self.includes) {
            command.arg("-include").arg(header);
        }
        let rewritten = peers::as_c(file);
        if let (Some(_), Some(folder)) = (&rewritten, file.parent()) {
            command.arg("-iquote").arg(folder);
        }
        let assumption = self.assumption.filter(|assumption| assumption.file == file);
        let text = assumption.map(|assumption| &assumption.text).or(rewritten.as_ref());
        let wrapper = text.map(|text| write(text)).transpose()?;
        let source = wrapper.as_ref().map_or(file, |wrapper| wrapper.path());
        if self.says_what_it_reads.is_some() {
            // Beside errors, of which there are none then. Not by the name of `/dev/stderr`: clang removes what it has written when it
            // fails, and where nobody keeps it from that this would be the system's.
            command.args(["-MD", "-MF", "/proc/self/fd/2"]);
        }
        command.arg("-o").arg("-").arg("--").arg(source).stdin(Stdio::null());
        let output = deadline::output(&mut command, self.deadline).map_err(|error| match error.kind() {
            ErrorKind::NotFound => ProgramError::ClangMissing { tried: compiler.display().to_string() },
            _ => ProgramError::ClangMissing { tried: format!("{}: {error}", compiler.display()) },
        })?;
        match output {
            Some(output) => {
                if let Some(folder) = self.says_what_it_reads {
                    unchanged::note_reading(folder, number, &output.stderr);
                }
                bitcode_of(file, output)
            }
            None => Err(ProgramError::TookTooLong { file: file.to_path_buf() }),
        }
    }
}

/// The text in a file of its own, for as long as that is kept.
fn write(text: &str) -> Result<NamedTempFile, ProgramError> {
    let file = tempfile::Builder::new().prefix("secateur-").suffix(".c").tempfile();
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()).map(|()| file));
    written.map_err(|error| ProgramError::Unreadable { file: std::env::temp_dir(), reason: error.to_string() })
}

fn bitcode_of(file: &Path, output: Output) -> Result<Vec<u8>, ProgramError> {
    let file = file.to_path_buf();
    if output.status.success() && !output.stdout.is_empty() {
        return Ok(output.stdout);
    }
    if output.status.code().is_none() {
        return Err(ProgramError::ClangKilled { file, signal: output.status.signal() });
    }
    let message = first_error(&String::from_utf8_lossy(&output.stderr));
    Err(match message.strip_prefix(assumption::PLACE) {
        Some(reason) => ProgramError::BadAssumption { message: reason.trim_start_matches(':').to_owned() },
        None => ProgramError::DoesNotCompile { file, message },
    })
}

/// The first line that reports an error, or the first line at all.
fn first_error(log: &str) -> String {
    let reports_error = |line: &&str| line.contains("error:");
    let line = log.lines().find(reports_error).or_else(|| log.lines().next());
    line.unwrap_or("the compiler gave no reason").trim().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_line_is_reported() {
        assert_eq!(
            first_error("In file included from x\na.c:3:5: error: bad\nb.c:4: error: worse"),
            "a.c:3:5: error: bad"
        );
        assert_eq!(first_error("clang: strange"), "clang: strange");
        assert_eq!(first_error(""), "the compiler gave no reason");
    }

    #[test]
    fn a_compiler_that_is_not_there_is_named() {
        let missing = Compilation::default().compile(0, Path::new("no-such-file.c"));
        assert!(matches!(missing, Err(ProgramError::Unreadable { .. })));
    }
}
