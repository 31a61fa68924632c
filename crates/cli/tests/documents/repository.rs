//! The repository: its files and folders, and what a path that a document mentions may stand for.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Built, installed or written: not part of the repository.
const NOT_OURS: &[&str] = &["target", ".git", "__pycache__"];
/// Folders that a run makes, not we.
const MADE_BY_RUNS: &[&str] = &["secateur-last/", "test-suite/", "compiled/"];
/// Documents outside `docs`.
const MORE_DOCUMENTS: &[&str] =
    &["README.md", "CONTRIBUTING.md", "tests/README.md", "examples/README.md", "runtime/libc/README.md"];
/// Scripts that have no ending to be known by.
const SCRIPTS: &[&str] = &[
    "Makefile",
    "bench/run",
    "bench/pruning",
    "bench/solving",
    "bench/deciding",
    "bench/first-bug/run",
    "scripts/setup",
];

/// Every file and folder, from the root, with `/` behind a folder.
pub struct Repository {
    root: PathBuf,
    entries: BTreeSet<String>,
}

impl Repository {
    pub fn open() -> Repository {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the root");
        let mut entries = BTreeSet::new();
        list(&root, "", &mut entries);
        Repository { root, entries }
    }

    /// One that exists nowhere.
    pub fn made_up(entries: &[&str]) -> Repository {
        Repository { root: PathBuf::new(), entries: entries.iter().map(|entry| (*entry).to_owned()).collect() }
    }

    pub fn read(&self, file: &str) -> String {
        std::fs::read_to_string(self.root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    /// Files with one of these endings.
    fn files(&self, endings: &[&str]) -> Vec<&str> {
        let wanted = |file: &&str| endings.iter().any(|ending| file.ends_with(ending));
        self.entries.iter().map(String::as_str).filter(wanted).collect()
    }

    pub fn documents(&self) -> Vec<&str> {
        let mut documents = self.files(&[".md"]);
        documents.retain(|file| file.starts_with("docs/") || MORE_DOCUMENTS.contains(file));
        documents
    }

    /// Files with comments, but for these tests, which make documents up.
    pub fn sources(&self) -> Vec<&str> {
        let mut sources = self.files(&[".rs", ".c", ".h", ".py", ".toml"]);
        sources.retain(|file| !file.contains("/tests/documents/"));
        sources.extend(SCRIPTS);
        sources
    }

    /// The folders directly in a folder.
    pub fn folders(&self, folder: &str) -> Vec<&str> {
        let below = self.entries.iter().filter_map(|entry| entry.strip_prefix(folder)?.strip_suffix('/'));
        below.filter(|name| !name.is_empty() && !name.contains('/')).collect()
    }

    fn is(&self, path: &str) -> bool {
        self.entries.contains(path) || self.entries.contains(&format!("{path}/"))
    }

    /// Whether a path is there: from the root, from the document's folder, as `crate/file.rs`, or by its last parts.
    pub fn has(&self, folder: &str, path: &str) -> bool {
        if let Some((before, _)) = path.split_once('*') {
            // A pattern: there is something that begins like this.
            return self.entries.iter().any(|entry| entry.starts_with(before));
        }
        let in_crate = path.split_once('/').map(|(name, rest)| format!("crates/{name}/src/{rest}"));
        let last_parts = format!("/{path}");
        self.is(path)
            || self.is(&joined(folder, path))
            || in_crate.is_some_and(|path| self.is(&path))
            || self.entries.iter().any(|entry| entry.ends_with(&last_parts))
    }

    /// Where a link in a document leads to, if that is there.
    pub fn linked(&self, document: &str, path: &str) -> Option<String> {
        let target = if path.is_empty() { document.to_owned() } else { joined(folder_of(document), path) };
        self.is(&target).then_some(target)
    }

    /// Whether a word looks like a path of this repository, rather than like a user's file or a system header.
    pub fn is_ours(&self, word: &str) -> bool {
        let plain = |c: char| c.is_ascii_alphanumeric() || "_./*-".contains(c);
        if !word.chars().all(plain) || word.starts_with(['-', '/']) || word.contains("NNN") {
            return false;
        }
        if MADE_BY_RUNS.contains(&word) {
            return false;
        }
        let first = word.split('/').next().unwrap_or_default();
        let below = word.contains('/') && (self.is(first) || self.is(&format!("crates/{first}")));
        below || word.ends_with('/') || word.ends_with(".rs") || word.ends_with(".md")
    }
}

pub fn folder_of(file: &str) -> &str {
    file.rfind('/').map_or("", |at| &file[..at])
}

fn list(root: &Path, folder: &str, entries: &mut BTreeSet<String>) {
    let here = root.join(folder);
    for entry in here.read_dir().unwrap_or_else(|error| panic!("{}: {error}", here.display())) {
        let name = entry.expect("an entry of a readable folder").file_name().to_string_lossy().into_owned();
        if NOT_OURS.contains(&name.as_str()) || name.starts_with("secateur-") {
            continue;
        }
        let path = format!("{folder}{name}");
        if root.join(&path).is_dir() {
            list(root, &format!("{path}/"), entries);
            entries.insert(format!("{path}/"));
        } else {
            entries.insert(path);
        }
    }
}

/// `path` seen from a folder, without `.` and `..`.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => _ = parts.pop(),
            "." => {}
            part => parts.push(part),
        }
    }
    parts.join("/")
}
