//! What a worker is started with: the command line of the run, and the folder of its compiled code.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::Path;

use serde::Serialize;

use crate::jobs::WORKER;

/// The file of a kit that says how a worker is started.
const FILE: &str = "kit.json";

/// The line of a worker: that of the run, with the option that makes a process a worker. What belongs to the program comes last.
pub fn line_of_worker(line: &[OsString], folder: &Path) -> Vec<OsString> {
    let (options, arguments) = line.split_at(end_of_options(line));
    let hidden = [OsString::from(WORKER), folder.into()];
    options.iter().chain(&hidden).chain(arguments).cloned().collect()
}

fn end_of_options(line: &[OsString]) -> usize {
    line.iter().position(|word| word == "--").unwrap_or(line.len())
}

/// How a worker on another machine is started.
#[derive(Serialize)]
struct Kit<'a> {
    version: &'static str,
    /// The words before and behind those that make it a worker.
    options: &'a [&'a str],
    arguments: &'a [&'a str],
}

/// Adds to the folder of compiled code what another machine has to know beside it.
pub fn write(line: &[OsString], folder: &Path) -> io::Result<()> {
    let words: Option<Vec<&str>> = line.iter().map(|word| word.to_str()).collect();
    let words = words.ok_or_else(|| io::Error::other("a word of the command line is no text"))?;
    let (options, arguments) = words.split_at(end_of_options(line));
    let kit = Kit { version: env!("CARGO_PKG_VERSION"), options, arguments };
    serde_json::to_writer(File::create(folder.join(FILE))?, &kit).map_err(io::Error::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_to_the_program_comes_last() {
        let line: Vec<OsString> = ["run", "a.c", "--", "-v"].map(OsString::from).into();
        let worker = line_of_worker(&line, Path::new("f"));
        assert_eq!(worker, ["run", "a.c", WORKER, "f", "--", "-v"].map(OsString::from));
        let folder = tempfile::tempdir().unwrap();
        write(&line, folder.path()).unwrap();
        let kit: serde_json::Value = serde_json::from_slice(&std::fs::read(folder.path().join(FILE)).unwrap()).unwrap();
        assert_eq!(kit["options"], serde_json::json!(["run", "a.c"]));
        assert_eq!(kit["arguments"], serde_json::json!(["--", "-v"]));
    }
}
