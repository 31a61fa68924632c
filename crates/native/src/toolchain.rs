//! The compiler and LLVM's tools: where they are, and how one of them is run to its end.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use sandbox::{Folders, Limits, Purpose, Unavailable};

use crate::within::{self, Ending};
use crate::workshop::Workshop;

/// Time for one command of a build.
const COMPILE_TIME: Duration = Duration::from_secs(60);
/// What a tool may use that reads what a program has written.
const TOOL_LIMITS: Limits =
    Limits { time: COMPILE_TIME, memory: 4 << 30, address_space: None, file_size: 1 << 30, disk: 2 << 30 };

/// Why there is no native program.
#[derive(Debug)]
pub enum BuildError {
    Missing { tool: PathBuf, error: io::Error },
    Failed { tool: PathBuf, message: String },
    TimedOut { tool: PathBuf },
    Files(PathBuf, io::Error),
    NoSandbox(&'static Unavailable),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Missing { tool, error } => write!(f, "cannot run {}: {error}", tool.display()),
            BuildError::Failed { tool, message } => write!(f, "{} failed: {message}", tool.display()),
            BuildError::TimedOut { tool } => write!(f, "{} took too long", tool.display()),
            BuildError::Files(path, error) => write!(f, "{}: {error}", path.display()),
            BuildError::NoSandbox(unavailable) => unavailable.fmt(f),
        }
    }
}

impl std::error::Error for BuildError {}

/// The compiler, as the engine finds it.
pub fn clang() -> PathBuf {
    std::env::var_os("SECATEUR_CLANG").map_or_else(|| PathBuf::from("clang-19"), PathBuf::from)
}

/// One of LLVM's tools: from its own folder, else by the versioned name.
pub fn tool(name: &str) -> PathBuf {
    let inside = Path::new("/usr/lib/llvm-19/bin").join(name);
    if inside.exists() { inside } else { PathBuf::from(format!("{name}-19")) }
}

/// Runs a command of the build to its end; its errors go into a file in `folder`, its output nowhere.
pub fn finish(mut command: Command, folder: &Path) -> Result<(), BuildError> {
    let tool = PathBuf::from(command.get_program());
    let log = folder.join("log");
    let file = File::create(&log).map_err(|error| BuildError::Files(log.clone(), error))?;
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(file);
    match within::run(&mut command, COMPILE_TIME) {
        Ok(Ending::Ended(status)) => judge(tool, status, &log),
        Ok(Ending::TimedOut) => Err(BuildError::TimedOut { tool }),
        Err(error) => Err(BuildError::Missing { tool, error }),
    }
}

/// Runs a tool on files that a program has had its hands on: in a sandbox, in which it writes into `folder` only. Its
/// output goes into a file, its errors into another.
pub fn finish_apart(
    mut command: Command,
    folder: &Path,
    output: impl Into<Stdio>,
    workshop: &Workshop<'_>,
) -> Result<(), BuildError> {
    let tool = PathBuf::from(command.get_program());
    let log = folder.join("log");
    let file = File::create(&log).map_err(|error| BuildError::Files(log.clone(), error))?;
    command.stdout(output).stderr(file);
    let folders = Folders { scratch: folder, home: workshop.scratch() };
    match sandbox::run(command, Purpose::Tool, workshop.confinement, folders, TOOL_LIMITS) {
        Ok(sandbox::Ending::Ended(status)) => judge(tool, status, &log),
        Ok(sandbox::Ending::Stopped(_)) => Err(BuildError::TimedOut { tool }),
        Err(error) => Err(BuildError::Missing { tool, error }),
    }
}

/// What is said of a tool that ended with this status.
fn judge(tool: PathBuf, status: ExitStatus, log: &Path) -> Result<(), BuildError> {
    if status.success() {
        return Ok(());
    }
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().find(|line| line.contains("error")).or_else(|| text.lines().next());
    let message = line.map_or_else(|| status.to_string(), |line| line.trim().to_owned());
    Err(BuildError::Failed { tool, message })
}
