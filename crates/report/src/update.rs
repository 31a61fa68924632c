//! Puts confirmations into the files of a run: `summary.json` and `bugs.sarif`.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use engine::results::Bug;
use serde_json::Value;

use crate::out_dir::{self, OutDir, OutError};
use crate::sarif;
use crate::summary::{self, Summary};
use crate::test_case::file_of;

/// Why the files of a run cannot be read or changed.
#[derive(Debug)]
pub enum UpdateError {
    Unreadable(PathBuf, io::Error),
    Malformed(PathBuf, serde_json::Error),
    Out(OutError),
}

impl fmt::Display for UpdateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UpdateError::Unreadable(path, error) => write!(f, "{}: {error}", path.display()),
            UpdateError::Malformed(path, error) => write!(f, "{}: not written by secateur: {error}", path.display()),
            UpdateError::Out(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for UpdateError {}

/// The summary of the run that wrote `out`.
pub fn read_summary(out: &Path) -> Result<Summary, UpdateError> {
    let path = out.join(out_dir::SUMMARY);
    let text = std::fs::read_to_string(&path).map_err(|error| UpdateError::Unreadable(path.clone(), error))?;
    serde_json::from_str(&text).map_err(|error| UpdateError::Malformed(path, error))
}

/// Writes the summary, and its confirmations into `bugs.sarif`.
pub fn write(out: &OutDir, summary: &Summary) -> Result<(), UpdateError> {
    out.write_summary(summary).map_err(UpdateError::Out)?;
    let path = out.path().join(sarif::FILE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        // A run that was killed has a summary but no such file yet.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(UpdateError::Unreadable(path, error)),
    };
    let mut sarif: Value = serde_json::from_str(&text).map_err(|error| UpdateError::Malformed(path, error))?;
    let results = sarif.pointer_mut("/runs/0/results").and_then(Value::as_array_mut);
    for result in results.into_iter().flatten() {
        let shows = |bug: &&Bug| result["properties"]["test"] == file_of(bug.test) && result["ruleId"] == bug.kind;
        let bug = summary.results.bugs.iter().find(shows);
        if let Some(bug) = bug {
            result["properties"] = sarif::properties(bug);
        }
    }
    out.replace(sarif::FILE, summary::pretty(&sarif).as_bytes()).map_err(UpdateError::Out)
}
