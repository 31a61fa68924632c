//! The output directory: `secateur-out-N` with the link `secateur-last`, or one the user names.
//!
//! Several runs may start at once in one place: a number belongs to whoever creates its directory, and the link is
//! replaced in one step. Files that must never be seen half written are written beside their name and renamed.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use program::unchanged;

use crate::test_case::raw;
use crate::{
    confirmation, frontier_file, html, lcov, learnt_file, recorder, run_record, sarif, suite, test_case, test_lines,
    test_paths, timeline, tree_file, witness,
};

const PREFIX: &str = "secateur-out-";
const LINK: &str = "secateur-last";
/// What marks a directory as the output of a run.
pub(crate) const SUMMARY: &str = "summary.json";
/// The folder of the tests.
const TESTS: &str = test_case::FOLDER;
/// The folder of what clang has made of the program, for who goes on with the run.
const COMPILED: &str = "compiled";
/// Files of a run beside its tests.
const RESULTS: &[&str] = &[
    SUMMARY,
    sarif::FILE,
    run_record::FILE,
    lcov::FILE,
    test_lines::FILE,
    test_paths::FILE,
    timeline::FILE,
    tree_file::FILE,
    frontier_file::FILE,
    learnt_file::FILE,
    html::FILE,
    witness::FILE,
    recorder::DECISIONS,
];
/// Folders with one file or more for each test, and how the names of these begin and end.
const TEST_FILES: &[(&str, &[&str], &[&str])] = &[
    (TESTS, &["test"], &[".ktest", ".json", ".err", ".c", confirmation::ENDING]),
    (test_case::SUITE, &["test", suite::FILE], &[".xml"]),
    (COMPILED, &[""], &[".bc", unchanged::FILE]),
];

/// The directory a run writes into.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutDir {
    path: PathBuf,
}

/// What stands in the way of writing results.
#[derive(Debug)]
pub enum OutError {
    /// The directory exists and holds something that is not ours to remove.
    Foreign(PathBuf),
    NotWritable(PathBuf),
    Full(PathBuf),
    Other(PathBuf, io::Error),
}

impl fmt::Display for OutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutError::Foreign(path) => {
                write!(f, "{}: not empty and no earlier output; choose another directory with --out", path.display())
            }
            OutError::NotWritable(path) => {
                write!(f, "{}: cannot write here; choose another directory with --out", path.display())
            }
            OutError::Full(path) => {
                write!(f, "{}: no space left; free some, or choose another place with --out", path.display())
            }
            OutError::Other(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for OutError {}

impl OutError {
    pub(crate) fn new(path: &Path, error: io::Error) -> OutError {
        let path = path.to_owned();
        match error.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => OutError::NotWritable(path),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                OutError::Full(path)
            }
            _ => OutError::Other(path, error),
        }
    }
}

impl From<OutError> for io::Error {
    fn from(error: OutError) -> io::Error {
        io::Error::other(error)
    }
}

impl OutDir {
    /// The next free `secateur-out-N` below `parent`, to which `secateur-last` points from now on.
    pub fn numbered(parent: &Path) -> Result<OutDir, OutError> {
        let mut number = highest_number(parent).map_err(|error| OutError::new(parent, error))? + 1;
        loop {
            let name = format!("{PREFIX}{number}");
            // Without a leading `./`, which only makes what is shown longer.
            let path = if parent == Path::new(".") { PathBuf::from(&name) } else { parent.join(&name) };
            match fs::create_dir(&path) {
                Ok(()) => {
                    point_link(parent, Path::new(&name));
                    return OutDir::with_tests(path);
                }
                // Another run was faster.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(OutError::new(&path, error)),
            }
        }
    }

    /// The directory the user names. The results of an earlier run in it are removed; anything else is left alone,
    /// and a directory that holds only other things is refused.
    pub fn named(path: &Path) -> Result<OutDir, OutError> {
        let failed = |error| OutError::new(path, error);
        fs::create_dir_all(path).map_err(failed)?;
        let empty = fs::read_dir(path).map_err(failed)?.next().is_none();
        if !empty && !path.join(SUMMARY).exists() && !path.join(TESTS).is_dir() {
            return Err(OutError::Foreign(path.to_owned()));
        }
        remove_earlier_results(path).map_err(failed)?;
        OutDir::with_tests(path.to_owned())
    }

    /// The directory of a run that goes on and has written so many tests. Those with higher numbers are removed: they are of a
    /// part of the run that is done again.
    pub fn resumed(path: &Path, tests: u64) -> Result<OutDir, OutError> {
        let failed = |error| OutError::new(path, error);
        let is_later = |name: &str| test_number(name).is_some_and(|number| number > tests);
        remove_tests(path, &is_later).map_err(failed)?;
        OutDir::with_tests(path.to_owned())
    }

    /// Lets a `secateur-last` in `parent` point here, so that it is never an older run. Where there is none, none is made:
    /// who names a folder does not want another one touched.
    pub fn is_last(&self, parent: &Path) {
        if let Ok(path) = self.path.canonicalize()
            && parent.join(LINK).is_symlink()
        {
            point_link(parent, &path);
        }
    }

    /// The directory of a run that is over, to change its files.
    pub fn existing(path: &Path) -> OutDir {
        OutDir { path: path.to_owned() }
    }

    fn with_tests(path: PathBuf) -> Result<OutDir, OutError> {
        let out = OutDir { path };
        out.make_folder(TESTS)?;
        Ok(out)
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file of a test.
    pub fn write_test(&self, name: &str, contents: &[u8]) -> Result<(), OutError> {
        self.replace(&format!("{TESTS}/{name}"), contents)
    }

    /// Makes a folder for a part of the results.
    pub fn make_folder(&self, name: &str) -> Result<(), OutError> {
        let path = self.path.join(name);
        fs::create_dir_all(&path).map_err(|error| OutError::new(&path, error))
    }

    /// Writes or replaces a file, so that a reader sees the old contents or the new ones, never a part: not even when
    /// the process is killed or the disk is full.
    pub fn replace(&self, name: &str, contents: &[u8]) -> Result<(), OutError> {
        let path = self.path.join(name);
        let last = path.file_name().unwrap_or_default().to_string_lossy();
        let unfinished = path.with_file_name(format!(".{last}.new"));
        let written = fs::write(&unfinished, contents).and_then(|()| fs::rename(&unfinished, &path));
        written.map_err(|error| {
            // Not worth a second error: the first one says what is wrong.
            let _ = fs::remove_file(&unfinished);
            OutError::new(&path, error)
        })
    }

    /// Keeps the code that a folder has, with what says [what it was made of](unchanged). That comes last: without it the rest is not
    /// used.
    pub fn keep_code(&self, from: &Path) -> Result<(), OutError> {
        self.make_folder(COMPILED)?;
        let failed = |error| OutError::new(from, error);
        let mut names: Vec<String> = Vec::new();
        for entry in fs::read_dir(from).map_err(failed)? {
            names.extend(entry.map_err(failed)?.file_name().into_string());
        }
        names.sort_by_key(|name| name == unchanged::FILE);
        for name in names.iter().filter(|name| name.ends_with(".bc") || *name == unchanged::FILE) {
            self.replace(&format!("{COMPILED}/{name}"), &fs::read(from.join(name)).map_err(failed)?)?;
        }
        Ok(())
    }

    /// Copies the code that a run has kept, if it has, into a folder.
    pub fn copy_code(out: &Path, to: &Path) -> io::Result<()> {
        for entry in fs::read_dir(out.join(COMPILED))? {
            let entry = entry?;
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
        Ok(())
    }

    /// Writes `summary.json`.
    pub fn write_summary(&self, summary: &crate::summary::Summary) -> Result<(), OutError> {
        self.replace(SUMMARY, summary.to_json().as_bytes())
    }
}

fn highest_number(parent: &Path) -> io::Result<u64> {
    let mut highest = 0;
    for entry in fs::read_dir(parent)? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(PREFIX)).and_then(|rest| rest.parse().ok());
        highest = highest.max(number.unwrap_or(0));
    }
    Ok(highest)
}

/// Points `secateur-last` to `target`. The link is a convenience: when it cannot be set (a file system without
/// links, something else of that name), the run goes on without it.
fn point_link(parent: &Path, target: &Path) {
    #[cfg(unix)]
    {
        let fresh = parent.join(format!(".{LINK}.{}", std::process::id()));
        let set = std::os::unix::fs::symlink(target, &fresh).and_then(|()| fs::rename(&fresh, parent.join(LINK)));
        if set.is_err() {
            let _ = fs::remove_file(&fresh);
        }
    }
}

fn remove_earlier_results(path: &Path) -> io::Result<()> {
    for name in RESULTS {
        remove_if_there(&path.join(name))?;
    }
    remove_tests(path, &|_| true)
}

/// The number in the name of a test's file.
fn test_number(name: &str) -> Option<u64> {
    let digits = name.strip_prefix("test")?;
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// Removes the files of tests whose names are such.
fn remove_tests(path: &Path, is_meant: &dyn Fn(&str) -> bool) -> io::Result<()> {
    for (folder, begins, ends) in TEST_FILES {
        let entries = match fs::read_dir(path.join(folder)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_ours =
                begins.iter().any(|begin| name.starts_with(begin)) && ends.iter().any(|end| name.ends_with(end));
            if is_ours && is_meant(&name) {
                remove_if_there(&entry.path())?;
            }
        }
    }
    // What is no folder, or not there, holds none.
    let corpora = fs::read_dir(path.join(TESTS).join(raw::FOLDER)).into_iter().flatten().flatten();
    for file in corpora.flat_map(|corpus| fs::read_dir(corpus.path()).into_iter().flatten().flatten()) {
        let name = file.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("test") && is_meant(&name) {
            remove_if_there(&file.path())?;
        }
    }
    Ok(())
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn numbers_go_up_and_the_link_follows() {
        let parent = tempfile::tempdir().unwrap();
        for number in 1..=3 {
            let out = OutDir::numbered(parent.path()).unwrap();
            assert_eq!(out.path(), parent.path().join(format!("secateur-out-{number}")));
            assert!(out.path().join("tests").is_dir());
            let link = fs::read_link(parent.path().join(LINK)).unwrap();
            assert_eq!(link, Path::new(&format!("secateur-out-{number}")));
        }
        fs::create_dir(parent.path().join("secateur-out-41")).unwrap();
        fs::create_dir(parent.path().join("secateur-out-old")).unwrap();
        assert!(OutDir::numbered(parent.path()).unwrap().path().ends_with("secateur-out-42"));
    }

    #[test]
    fn runs_that_start_together_get_different_directories() {
        let parent = tempfile::tempdir().unwrap();
        let paths: Vec<PathBuf> = std::thread::scope(|scope| {
            let starts: Vec<_> =
                (0..8).map(|_| scope.spawn(|| OutDir::numbered(parent.path()).unwrap().path().to_owned())).collect();
            starts.into_iter().map(|start| start.join().unwrap()).collect()
        });
        assert_eq!(paths.iter().collect::<BTreeSet<_>>().len(), 8);
    }

    #[test]
    fn something_else_called_secateur_last_is_left_alone() {
        let parent = tempfile::tempdir().unwrap();
        fs::create_dir(parent.path().join(LINK)).unwrap();
        OutDir::numbered(parent.path()).unwrap();
        assert!(parent.path().join(LINK).is_dir());
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 2, "no leftovers");
    }

    #[test]
    fn a_named_directory_loses_only_earlier_results() {
        let parent = tempfile::tempdir().unwrap();
        let path = parent.path().join("a/b");
        let out = OutDir::named(&path).unwrap();
        out.write_test("test000001.ktest", b"old").unwrap();
        out.make_folder("tests/raw/stdin").unwrap();
        out.write_test("raw/stdin/test000001", b"old").unwrap();
        out.write_test("raw/stdin/mine", b"mine").unwrap();
        out.replace(SUMMARY, b"{}").unwrap();
        out.replace(recorder::DECISIONS, b"old").unwrap();
        fs::write(path.join("notes.txt"), "mine").unwrap();
        OutDir::named(&path).unwrap();
        assert!(!path.join("tests/test000001.ktest").exists());
        assert!(!path.join("tests/raw/stdin/test000001").exists() && path.join("tests/raw/stdin/mine").exists());
        assert!(!path.join(SUMMARY).exists() && !path.join(recorder::DECISIONS).exists());
        assert!(path.join("notes.txt").exists());
    }

    #[test]
    fn the_link_follows_a_named_directory_only_where_there_is_one() {
        let parent = tempfile::tempdir().unwrap();
        let named = OutDir::named(&parent.path().join("mine")).unwrap();
        named.is_last(parent.path());
        assert!(!parent.path().join(LINK).is_symlink());
        OutDir::numbered(parent.path()).unwrap();
        named.is_last(parent.path());
        assert!(fs::read_link(parent.path().join(LINK)).unwrap().ends_with("mine"));
    }

    #[test]
    fn a_directory_of_something_else_is_refused() {
        let parent = tempfile::tempdir().unwrap();
        fs::write(parent.path().join("thesis.tex"), "years of work").unwrap();
        assert!(matches!(OutDir::named(parent.path()), Err(OutError::Foreign(_))));
    }

    #[test]
    fn replacing_leaves_no_other_file() {
        let parent = tempfile::tempdir().unwrap();
        let out = OutDir::named(parent.path()).unwrap();
        out.replace("x.json", b"one").unwrap();
        out.replace("x.json", b"two").unwrap();
        assert_eq!(fs::read(parent.path().join("x.json")).unwrap(), b"two");
        assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 2, "the file and tests/");
    }

    #[test]
    fn errors_say_what_to_do() {
        let full = OutError::new(Path::new("out"), io::ErrorKind::StorageFull.into());
        assert!(full.to_string().contains("no space left"), "{full}");
        let denied = OutError::new(Path::new("out"), io::ErrorKind::PermissionDenied.into());
        assert!(denied.to_string().contains("--out"), "{denied}");
        assert!(matches!(OutDir::named(Path::new("/dev/null/x")), Err(OutError::Other(..))));
    }
}
