//! The compiler and LLVM's tools: where they are, and how one of them is run to its end.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::within::{self, Ending};

/// Time for one command of a build.
const COMPILE_TIME: Duration = Duration::from_secs(60);

/// Why there is no native program.
#[derive(Debug)]
pub enum BuildError {
    Missing { tool: PathBuf, error: io::Error },
    Failed { tool: PathBuf, message: String },
    TimedOut { tool: PathBuf },
    Files(PathBuf, io::Error),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Missing { tool, error } => write!(f, "cannot run {}: {error}", tool.display()),
            BuildError::Failed { tool, message } => write!(f, "{} failed: {message}", tool.display()),
            BuildError::TimedOut { tool } => write!(f, "{} took too long", tool.display()),
            BuildError::Files(path, error) => write!(f, "{}: {error}", path.display()),
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
pub fn finish(command: Command, folder: &Path) -> Result<(), BuildError> {
    finish_into(command, folder, Stdio::null())
}

/// The same with the output kept.
pub fn finish_into(mut command: Command, folder: &Path, output: impl Into<Stdio>) -> Result<(), BuildError> {
    let tool = PathBuf::from(command.get_program());
    let log = folder.join("log");
    let file = File::create(&log).map_err(|error| BuildError::Files(log.clone(), error))?;
    command.stdin(Stdio::null()).stdout(output).stderr(file);
    match within::run(&mut command, COMPILE_TIME) {
        Ok(Ending::Ended(status)) if status.success() => Ok(()),
        Ok(Ending::Ended(status)) => {
            let text = fs::read(&log).unwrap_or_default();
            let text = String::from_utf8_lossy(&text);
            let line = text.lines().find(|line| line.contains("error")).or_else(|| text.lines().next());
            let message = line.map_or_else(|| status.to_string(), |line| line.trim().to_owned());
            Err(BuildError::Failed { tool, message })
        }
        Ok(Ending::TimedOut) => Err(BuildError::TimedOut { tool }),
        Err(error) => Err(BuildError::Missing { tool, error }),
    }
}
