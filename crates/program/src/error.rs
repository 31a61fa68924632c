//! What can go wrong between the command line and a lowered program, each with a sentence that says what to do.

use std::fmt;
use std::path::PathBuf;

use crate::maker::Maker;

/// Why there is no program to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProgramError {
    /// No file was given.
    NoInput,
    /// The file is not there or cannot be read.
    Unreadable { file: PathBuf, reason: String },
    /// Neither `.c`, `.i`, `.bc` nor `.ll`.
    UnknownFileType { file: PathBuf },
    /// The compiler is not installed.
    ClangMissing { tried: String },
    /// The compiler rejected the source; `message` is its first error, which names file and line.
    DoesNotCompile { file: PathBuf, message: String },
    /// The compiler rejected what `--assume` says; `message` begins with line and column in it.
    BadAssumption { message: String },
    /// The file that defines the entry did not come as C.
    AssumptionNeedsSource { function: String },
    /// The compiler was ended by a signal.
    ClangKilled { file: PathBuf, signal: Option<i32> },
    /// The compiler was given up at the deadline.
    TookTooLong { file: PathBuf },
    /// Bitcode or textual IR that LLVM 19 does not accept.
    BadBitcode { file: PathBuf, reason: String },
    /// Code of a compiler that is not ours to read.
    OtherMaker { file: PathBuf, maker: Maker },
    /// The modules do not fit together.
    DoesNotLink { file: PathBuf, reason: String },
    /// Compiled for a machine whose pointers are not 64 bits or whose bytes are in the other order.
    WrongTarget { target: String },
    /// A pass of LLVM failed.
    PassFailed { reason: String },
    /// No function of this name has a body; `known` are those that do.
    NoEntry { name: String, known: Vec<String> },
    /// No instruction comes from this line; `near` are lines of the file that have some.
    NoTargetLine { file: String, line: u32, near: Vec<u32> },
    /// Neither defined nor called; `known` are functions that are.
    NoTargetFunction { name: String, known: Vec<String> },
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramError::NoInput => write!(f, "no program given: name one or more .c, .bc or .ll files"),
            ProgramError::Unreadable { file, reason } => {
                write!(f, "{}: cannot be read ({reason}): check the path", file.display())
            }
            ProgramError::UnknownFileType { file } => {
                write!(f, "{}: unknown kind of file: give C source (.c, .i) or LLVM 19 code (.bc, .ll)", file.display())
            }
            ProgramError::ClangMissing { tried } => {
                write!(f, "the C compiler `{tried}` was not found: install clang-19 (Debian: apt install clang-19)")
            }
            ProgramError::DoesNotCompile { file, message } => {
                let name = file.display().to_string();
                match message.starts_with(&name) {
                    true => write!(f, "{message} (correct the source, or give clang what it needs with -I, -D, -std=)"),
                    false => write!(f, "{name}: does not compile: {message}"),
                }
            }
            ProgramError::BadAssumption { message } => {
                write!(f, "--assume:{message} (give a condition in C over the parameters of the entry function)")
            }
            ProgramError::AssumptionNeedsSource { function } => {
                write!(
                    f,
                    "--assume needs the C source of `{function}`: give its .c file, not .bc or .ll, or assume it in a caller"
                )
            }
            ProgramError::TookTooLong { file } => write!(f, "{}: compiling takes longer than it may", file.display()),
            ProgramError::ClangKilled { file, signal } => {
                write!(f, "{}: the compiler was ended ", file.display())?;
                match signal {
                    Some(number) => write!(f, "by signal {number}")?,
                    None => write!(f, "from outside")?,
                }
                write!(f, ": try again, with more memory if it ran out")
            }
            ProgramError::BadBitcode { file, reason } => {
                write!(f, "{}: not code LLVM 19 can read ({reason}): compile it again with clang-19", file.display())
            }
            ProgramError::OtherMaker { file, maker } => write!(f, "{}: {maker}", file.display()),
            ProgramError::DoesNotLink { file, reason } => {
                write!(f, "{}: cannot be linked ({reason}): remove one of the definitions", file.display())
            }
            ProgramError::WrongTarget { target } => {
                write!(
                    f,
                    "compiled for `{target}`: only 64-bit little-endian targets are supported, compile without -m32"
                )
            }
            ProgramError::PassFailed { reason } => {
                write!(f, "LLVM could not transform the program ({reason}): try --opt none")
            }
            ProgramError::NoEntry { name, known } => {
                write!(f, "no function `{name}` with a body: ")?;
                match known.as_slice() {
                    [] => write!(f, "the program defines no function at all"),
                    names => write!(f, "choose one with --entry, such as {}", names.join(", ")),
                }
            }
            ProgramError::NoTargetLine { file, line, near } if near.is_empty() => {
                write!(f, "{file}:{line}: no code of the program comes from this file: check its name")
            }
            ProgramError::NoTargetLine { file, line, near } => {
                let near: Vec<String> = near.iter().map(u32::to_string).collect();
                write!(f, "{file}:{line}: the compiler made no code for this line: near it are {}", near.join(", "))
            }
            ProgramError::NoTargetFunction { name, known } => {
                write!(f, "no function `{name}` is defined or called: ")?;
                match known.as_slice() {
                    [] => write!(f, "the program defines no function at all"),
                    names => write!(f, "the program has {}", names.join(", ")),
                }
            }
        }
    }
}

impl std::error::Error for ProgramError {}
