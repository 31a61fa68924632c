//! Processes that can harm nobody but themselves: every native process the tool starts or forks goes through here, the
//! compiler and LLVM's linker aside.
//!
//! - *Files*: Landlock lets a process read the system and write into its scratch folder only (`files`). Where the kernel has
//!   no Landlock, a user namespace in which everything else is mounted read-only does (`namespace`).
//! - *System calls*: a seccomp filter allows what acts on the process itself and on files, and nothing else (`syscalls`):
//!   no other processes, no sockets, no signals to others, no permissions, no devices.
//! - *Amounts*: resource limits (`limits`), and a parent that watches what they do not cover (`watch`).
//! - It has no capabilities even as root, can gain none, and dies with the thread that started it (`enter`).
//!
//! A sandboxed program starts no process, so none outlives it.
//!
//! Does not hide what can be read: a process sees the files of the user, and has no way to tell anybody.

mod enter;
mod files;
mod limits;
mod namespace;
mod syscalls;
mod watch;

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::OnceLock;

pub use enter::Sandbox;
pub use limits::Limits;
pub use watch::{Ending, Excess, run};

/// What a sandboxed process is for, which says what it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// One call of a library function in a fork of this process.
    Call,
    /// A tool of ours on files that a program has written.
    Tool,
    /// A program. It is ended where it reaches for the network or another process.
    Program,
    /// A program whose leaks are looked for at its end, by a second process that shares its memory.
    LeakSearch,
}

/// Folders of a sandboxed process.
#[derive(Clone, Copy, Debug)]
pub struct Folders<'run> {
    /// What it may write.
    pub scratch: &'run Path,
    /// What it may read beside the system, wherever that is.
    pub home: &'run Path,
}

/// Whether native code may run where there is no sandbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Confinement {
    /// It is not run then.
    #[default]
    Required,
    /// The user takes the risk.
    WhereAvailable,
}

impl Confinement {
    /// Whether native code may run here at all.
    pub fn permits(self) -> Result<(), &'static Unavailable> {
        match self {
            Confinement::Required => available(),
            Confinement::WhereAvailable => Ok(()),
        }
    }
}

/// Why there is no sandbox.
#[derive(Debug)]
pub enum Unavailable {
    /// Nobody wrote down the system calls of this architecture.
    Architecture,
    /// The kernel has no means to keep a process from files, or does not let us use it.
    Walls(io::Error),
    /// A trial could not be made.
    Trial(io::Error),
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unavailable::Architecture => write!(f, "no sandbox is known for this processor")?,
            Unavailable::Walls(error) => {
                write!(f, "this system offers no sandbox, neither Landlock nor user namespaces ({error})")?;
            }
            Unavailable::Trial(error) => write!(f, "a sandbox cannot be set up ({error})")?,
        }
        write!(f, "; --unsafe-native runs native code without one")
    }
}

impl std::error::Error for Unavailable {}

/// Whether this system offers a sandbox; found out by a trial, once.
pub fn available() -> Result<(), &'static Unavailable> {
    static ANSWER: OnceLock<Result<(), Unavailable>> = OnceLock::new();
    match ANSWER.get_or_init(enter::trial) {
        Ok(()) => Ok(()),
        Err(unavailable) => Err(unavailable),
    }
}
