//! `test-lines.json`: which lines of the program each test executes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use engine::results::{LinesOfTest, TestLines};
use serde::{Deserialize, Serialize};

use crate::out_dir::{OutDir, OutError};
use crate::{digest, ranges};

/// Name of the file in the output directory.
pub const FILE: &str = "test-lines.json";

/// Bytes of a source file that is hashed.
const MOST_OF_ONE: u64 = 16 << 20;

/// The contents of the file. Field names are part of the interface.
#[derive(Serialize, Deserialize)]
struct Contents {
    files: Vec<String>,
    /// SHA-256 of the files as they were when the run was over.
    #[serde(default)]
    digests: BTreeMap<String, String>,
    tests: Vec<OfTest>,
    unmeasured: u64,
}

#[derive(Serialize, Deserialize)]
struct OfTest {
    test: u64,
    /// Number of the file, and ranges of lines.
    lines: BTreeMap<usize, String>,
}

/// `from` is where relative names start.
pub(crate) fn write(out: &OutDir, lines: &TestLines, from: &Path) -> Result<(), OutError> {
    let tests = lines.tests.iter().map(|LinesOfTest { test, lines }| OfTest {
        test: *test,
        lines: lines.iter().map(|(&file, lines)| (file, ranges::to_string(lines.iter().copied()))).collect(),
    });
    // A program may claim to come from anything.
    let is_file =
        |path: &Path| std::fs::metadata(path).is_ok_and(|about| about.is_file() && about.len() <= MOST_OF_ONE);
    let digest = |file: &String| {
        let path = Some(from.join(file)).filter(|path| is_file(path))?;
        Some((file.clone(), digest::of_file(&path).ok()?))
    };
    let contents = Contents {
        files: lines.files.clone(),
        digests: lines.files.iter().filter_map(digest).collect(),
        tests: tests.collect(),
        unmeasured: lines.unmeasured,
    };
    out.replace(FILE, crate::summary::pretty(&contents).as_bytes())
}

/// What the run that wrote `out` knows of its tests; nothing if it left no such file, or one that nobody understands.
pub fn read(out: &Path) -> TestLines {
    let Some(Contents { files, tests, unmeasured, .. }) = contents(out) else { return TestLines::default() };
    let lines = |of: OfTest| LinesOfTest {
        test: of.test,
        lines: of.lines.iter().map(|(&file, text)| (file, BTreeSet::from_iter(ranges::from_str(text)))).collect(),
    };
    TestLines { files, tests: tests.into_iter().map(lines).collect(), unmeasured }
}

/// Digests of the source files of the run that wrote `out`, as far as it could read them.
pub(crate) fn digests(out: &Path) -> BTreeMap<String, String> {
    contents(out).map(|contents| contents.digests).unwrap_or_default()
}

fn contents(out: &Path) -> Option<Contents> {
    let text = std::fs::read_to_string(out.join(FILE)).ok()?;
    serde_json::from_str(&text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back_and_anything_else_is_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()), TestLines::default());
        let of_test = LinesOfTest { test: 3, lines: BTreeMap::from([(1, BTreeSet::from([4, 5, 9]))]) };
        let lines = TestLines { files: vec!["a.c".into(), "b.c".into()], tests: vec![of_test], unmeasured: 2 };
        std::fs::write(folder.path().join("a.c"), "int a;\n").unwrap();
        write(&OutDir::existing(folder.path()), &lines, folder.path()).unwrap();
        assert_eq!(read(folder.path()), lines);
        assert_eq!(digests(folder.path()).keys().collect::<Vec<_>>(), ["a.c"]);
        std::fs::write(folder.path().join(FILE), "{}").unwrap();
        assert_eq!(read(folder.path()), TestLines::default());
    }
}
