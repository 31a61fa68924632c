//! `frontier.json`: a run as it stood when it was last written, to go on from there (`--resume`).
//!
//! Prefixes lead to the same states only in the same program, executed by the same version under the same settings, so the file
//! says which those were. It is JSON; what comes last is a line for each open state. Written whole or not at all.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use engine::restoring::Restart;
use engine::snapshot::Snapshot;
use program::Program;
use serde::{Deserialize, Serialize};

use crate::out_dir::{OutDir, OutError};

/// Name of the file in the output directory.
pub const FILE: &str = "frontier.json";

/// The version of the format.
const FORMAT: u32 = 1;

/// What prefixes depend on. Field names are part of the interface.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Circumstances {
    /// The version of the tool.
    pub version: String,
    /// SHA-256 of the program's bitcode.
    pub program_hash: String,
    /// Options that decide what is explored, by name.
    pub settings: BTreeMap<String, String>,
}

/// The whole file.
#[derive(Serialize)]
struct Written<'a> {
    format: u32,
    #[serde(flatten)]
    circumstances: &'a Circumstances,
    run: &'a Snapshot,
}

/// A file that was read.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct FrontierFile {
    #[serde(flatten)]
    pub circumstances: Circumstances,
    run: Snapshot,
}

/// Why a run cannot go on.
#[derive(Debug)]
pub enum FrontierError {
    Unreadable(PathBuf, io::Error),
    Malformed(PathBuf, String),
    OtherFormat(PathBuf, u64),
    OtherVersion { path: PathBuf, then: String, now: String },
    OtherSetting { path: PathBuf, name: String, then: String, now: String },
    OtherProgram(PathBuf),
}

impl fmt::Display for FrontierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrontierError::Unreadable(path, error) => write!(f, "{}: {error}", path.display()),
            FrontierError::Malformed(path, error) => write!(f, "{}: not a frontier: {error}", path.display()),
            FrontierError::OtherFormat(path, format) => {
                write!(f, "{}: format {format}, and this version reads {FORMAT}; start the run anew", path.display())
            }
            FrontierError::OtherVersion { path, then, now } => {
                write!(f, "{}: written by secateur {then}, and this is {now}; start the run anew", path.display())
            }
            FrontierError::OtherSetting { path, name, then, now } => {
                let said = |value: &str| if value.is_empty() { "nothing".to_owned() } else { format!("'{value}'") };
                write!(
                    f,
                    "{}: the run was begun with {name} {}, not {}; only limits, search, learning, solver and output may change",
                    path.display(),
                    said(then),
                    said(now)
                )
            }
            FrontierError::OtherProgram(path) => {
                write!(f, "{}: the program has changed since; start the run anew", path.display())
            }
        }
    }
}

impl std::error::Error for FrontierError {}

/// Writes the frontier of a run.
pub(crate) fn write(out: &OutDir, circumstances: &Circumstances, snapshot: &Snapshot) -> Result<(), OutError> {
    let contents = to_json(circumstances, snapshot).map_err(|error| OutError::new(out.path(), error))?;
    out.replace(FILE, &contents)
}

/// The states come last, a line each: everything else would be lost behind them.
fn to_json(circumstances: &Circumstances, snapshot: &Snapshot) -> io::Result<Vec<u8>> {
    let mut json = serde_json::to_vec(&Written { format: FORMAT, circumstances, run: snapshot })?;
    // The states belong into the innermost of the two objects that end here.
    json.truncate(json.len() - b"}}".len());
    json.extend_from_slice(b",\"states\":[");
    for (number, state) in snapshot.states.iter().enumerate() {
        json.extend_from_slice(if number == 0 { b"\n" } else { b",\n" });
        serde_json::to_writer(&mut json, state)?;
    }
    json.extend_from_slice(b"]}}\n");
    Ok(json)
}

impl FrontierFile {
    /// Reads the frontier of the run that wrote `out`; `None` if it was stopped before there was one.
    pub fn read(out: &Path) -> Result<Option<FrontierFile>, FrontierError> {
        let path = out.join(FILE);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(FrontierError::Unreadable(path, error)),
        };
        #[derive(Deserialize)]
        struct Format {
            format: u64,
        }
        let malformed = |error: serde_json::Error| FrontierError::Malformed(path.clone(), error.to_string());
        // What another format has in its fields is its own business.
        let Format { format } = serde_json::from_str(&text).map_err(malformed)?;
        if format != u64::from(FORMAT) {
            return Err(FrontierError::OtherFormat(path, format));
        }
        serde_json::from_str(&text).map_err(malformed).map(Some)
    }

    /// The run as it stood.
    pub fn run(&self) -> &Snapshot {
        &self.run
    }

    /// Whether a run under these circumstances may go on, but for the program, which is not loaded yet.
    pub fn fits(&self, out: &Path, now: &Circumstances) -> Result<(), FrontierError> {
        let (path, then) = (out.join(FILE), &self.circumstances);
        if then.version != now.version {
            return Err(FrontierError::OtherVersion { path, then: then.version.clone(), now: now.version.clone() });
        }
        let nothing = String::new();
        for name in then.settings.keys().chain(now.settings.keys()) {
            let value = |of: &Circumstances| of.settings.get(name).unwrap_or(&nothing).clone();
            if value(then) != value(now) {
                return Err(FrontierError::OtherSetting {
                    path,
                    name: name.clone(),
                    then: value(then),
                    now: value(now),
                });
            }
        }
        Ok(())
    }

    /// What the session goes on from, if this is the program.
    pub fn restart(&self, out: &Path, program: &Program) -> Result<Restart, FrontierError> {
        let path = out.join(FILE);
        if self.circumstances.program_hash != program.hash {
            return Err(FrontierError::OtherProgram(path));
        }
        Restart::new(self.run.clone(), program).map_err(|error| FrontierError::Malformed(path, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::snapshot::Prefix;

    fn circumstances() -> Circumstances {
        let settings = BTreeMap::from([("--checks".to_owned(), "all".to_owned())]);
        Circumstances { version: "1".into(), program_hash: "ab".into(), settings }
    }

    fn snapshot() -> Snapshot {
        let prefix =
            |from, steps: &str| Prefix { from, steps: steps.into(), model: "0=1f".into(), ..Prefix::default() };
        Snapshot {
            states: vec![prefix((0, 0), "1 2*3@ff"), Prefix { new: true, ..prefix((0, 1), "3") }],
            variables: vec![("x".into(), 0, 0, 32)],
            ..Snapshot::default()
        }
    }

    fn written(text: &str) -> (tempfile::TempDir, Result<Option<FrontierFile>, FrontierError>) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), text).unwrap();
        let read = FrontierFile::read(folder.path());
        (folder, read)
    }

    #[test]
    fn a_frontier_reads_back() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(FrontierFile::read(folder.path()), Ok(None)));
        let out = OutDir::named(folder.path()).unwrap();
        for states in [snapshot().states, Vec::new()] {
            let snapshot = Snapshot { states, ..snapshot() };
            write(&out, &circumstances(), &snapshot).unwrap();
            let read = FrontierFile::read(folder.path()).unwrap().unwrap();
            assert_eq!(read, FrontierFile { circumstances: circumstances(), run: snapshot });
        }
    }

    #[test]
    fn what_is_no_frontier_is_said_in_one_line() {
        let whole = String::from_utf8(to_json(&circumstances(), &snapshot()).unwrap()).unwrap();
        for damaged in ["", "{}", &whole[..whole.len() / 2], &whole.replace("[0,1]", "[0,-1]")] {
            let error = written(damaged).1.unwrap_err();
            assert!(matches!(error, FrontierError::Malformed(..)), "{error}");
            assert!(!error.to_string().contains('\n'), "{error}");
        }
        let newer = written(r#"{"format": 99, "anything": []}"#).1.unwrap_err();
        assert!(matches!(newer, FrontierError::OtherFormat(_, 99)), "{newer}");
    }

    #[test]
    fn other_circumstances_are_refused_and_named() {
        let (folder, read) = written(&String::from_utf8(to_json(&circumstances(), &snapshot()).unwrap()).unwrap());
        let read = read.unwrap().unwrap();
        let fits = |now: Circumstances| read.fits(folder.path(), &now).map_err(|error| error.to_string());
        assert_eq!(fits(circumstances()), Ok(()));
        assert_eq!(fits(Circumstances { program_hash: "cd".into(), ..circumstances() }), Ok(()), "not loaded yet");
        let version = fits(Circumstances { version: "2".into(), ..circumstances() }).unwrap_err();
        assert!(version.contains("written by secateur 1, and this is 2"), "{version}");
        let setting = fits(Circumstances { settings: BTreeMap::new(), ..circumstances() }).unwrap_err();
        assert!(setting.contains("begun with --checks 'all', not nothing"), "{setting}");
        let program = Program { hash: "cd".into(), ..Program::default() };
        assert!(matches!(read.restart(folder.path(), &program), Err(FrontierError::OtherProgram(_))));
    }

    #[test]
    fn references_that_lead_nowhere_are_refused() {
        let program = Program::default();
        let refused = |prefixes: &[((u32, u32), &str, &str)]| {
            let prefix = |&(from, steps, model): &((u32, u32), &str, &str)| Prefix {
                from,
                steps: steps.into(),
                model: model.into(),
                ..Prefix::default()
            };
            let states = prefixes.iter().map(prefix).collect();
            Restart::new(Snapshot { states, ..snapshot() }, &program).err()
        };
        assert_eq!(refused(&[((0, 0), "1 2", "0=1"), ((0, 1), "4", "0-")]), None);
        for wrong in [
            &[((0, 1), "1", "")][..],
            &[((0, 0), "1", ""), ((0, 7), "1", "")],
            &[((0, 0), "1 2", ""), ((0, 1), "", "")],
            &[((0, 0), "1", ""), ((0, 1), "2", "")],
            &[((0, 0), "x", "")],
            &[((0, 0), "1", "7=1")],
            &[((0, 0), "1", "0")],
        ] {
            assert!(refused(wrong).is_some(), "{wrong:?}");
        }
    }
}
