//! `run.json`: how the program of a run was built and started, so that its tests can be replayed later.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use program::contract::{EntryRequest, Nulls, Texts};
use serde::{Deserialize, Serialize};

use crate::out_dir::{OutDir, OutError};

/// Name of the file in the output directory.
pub const FILE: &str = "run.json";

/// The contents of the file. Field names are part of the interface.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RunRecord {
    /// Where the run was started: relative names below start here.
    pub directory: PathBuf,
    /// The program's files as they were given.
    pub files: Vec<PathBuf>,
    pub clang_args: Vec<String>,
    /// Function the run started in.
    pub entry: String,
    /// Bytes behind a pointer parameter of that function.
    pub ptr_size: u64,
    /// Whether its `char *` parameters without a count are text.
    #[serde(default)]
    pub string_params: bool,
    /// Whether its pointer parameters may be null.
    #[serde(default)]
    pub null_params: bool,
    /// What is assumed of its parameters.
    #[serde(default)]
    pub assume: Vec<String>,
    /// Whether an error function that the program defines does what it says, because nobody checks for its calls.
    #[serde(default)]
    pub own_error_functions: bool,
    /// The size of standard input, where it was given one: then it is a file, and a pipe otherwise.
    #[serde(default)]
    pub stdin_bytes: Option<u64>,
    /// Arguments of the program, without its name.
    pub args: Vec<String>,
    /// The command line: the verb and everything behind it.
    #[serde(default)]
    pub command: Vec<String>,
}

/// Why a record cannot be used.
#[derive(Debug)]
pub enum RecordError {
    Missing(PathBuf),
    Unreadable(PathBuf, io::Error),
    Malformed(PathBuf, serde_json::Error),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Missing(path) => {
                write!(
                    f,
                    "{}: no {FILE} here, so not the output of a run: name such a folder or a test in it",
                    path.display()
                )
            }
            RecordError::Unreadable(path, error) => write!(f, "{}: {error}", path.display()),
            RecordError::Malformed(path, error) => write!(f, "{}: not a record of a run: {error}", path.display()),
        }
    }
}

impl std::error::Error for RecordError {}

impl RunRecord {
    pub fn write(&self, out: &OutDir) -> Result<(), OutError> {
        out.replace(FILE, crate::summary::pretty(self).as_bytes())
    }

    /// Reads the record of the run that wrote `out`.
    pub fn read(out: &Path) -> Result<RunRecord, RecordError> {
        let path = out.join(FILE);
        let text = std::fs::read_to_string(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => RecordError::Missing(out.to_owned()),
            _ => RecordError::Unreadable(path.clone(), error),
        })?;
        serde_json::from_str(&text).map_err(|error| RecordError::Malformed(path, error))
    }

    /// The entry as the loader of programs is asked for it; none for `main`, which has a contract of its own.
    pub fn entry_request(&self) -> Option<EntryRequest> {
        (self.entry != "main").then(|| EntryRequest {
            function: self.entry.clone(),
            object_size: self.ptr_size,
            texts: if self.string_params { Texts::Terminated } else { Texts::Bytes },
            nulls: if self.null_params { Nulls::Possible } else { Nulls::Never },
            assume: self.assume.clone(),
        })
    }

    /// The file that stands for the program where a format has room for one.
    pub fn first_file(&self) -> PathBuf {
        self.files.first().cloned().unwrap_or_default()
    }

    /// Whether sanitizers can watch all of the program: compiled code can no longer be instrumented.
    pub fn is_all_source(&self) -> bool {
        let compiled = |file: &PathBuf| file.extension().is_some_and(|end| end == "bc" || end == "ll");
        !self.files.iter().any(compiled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_reads_back() {
        let folder = tempfile::tempdir().unwrap();
        let record = RunRecord { files: vec!["a b.c".into()], entry: "main".into(), ..RunRecord::default() };
        record.write(&OutDir::named(folder.path()).unwrap()).unwrap();
        assert_eq!(RunRecord::read(folder.path()).unwrap(), record);
    }

    #[test]
    fn what_is_no_record_is_said_in_one_line() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(RunRecord::read(folder.path()), Err(RecordError::Missing(_))));
        std::fs::write(folder.path().join(FILE), "[1, 2").unwrap();
        let error = RunRecord::read(folder.path()).unwrap_err().to_string();
        assert!(error.contains("not a record of a run") && !error.contains('\n'), "{error}");
    }
}
