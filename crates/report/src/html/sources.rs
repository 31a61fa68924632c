//! Source files with what was executed: for each line whether it was, how many tests do, and which is the first.
//!
//! The sources are read when the report is made. They may be gone or have changed by then, which the page says.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use engine::results::{FileCoverage, TestLines};
use serde::Serialize;

use super::{Folder, shown};
use crate::run_record::{self, RunRecord};

/// Bytes of one file, and of all files together, that a page holds.
const MOST_OF_ONE: u64 = 1 << 20;
const MOST: usize = 2 << 20;
/// Lines shown on either side of a bug.
const AROUND: usize = 4;

#[derive(Default, Serialize)]
pub struct FileView {
    /// As coverage names it.
    pub path: String,
    pub shown: String,
    /// The text by lines; `None` where it is not at hand.
    pub source: Option<Vec<String>>,
    /// It is newer than the run.
    pub changed: bool,
    /// Line, whether it was executed, how many tests do that, the first of them (0: none).
    pub lines: Vec<(u32, u8, u64, u64)>,
    /// Line, whether anything got there, and for each way on whether it was taken.
    pub branches: Vec<(u32, u8, Vec<u8>)>,
}

/// A few lines of a file.
#[derive(Serialize)]
pub struct Excerpt {
    first: usize,
    lines: Vec<String>,
    /// The one that matters.
    line: u32,
}

pub fn views(folder: &Folder, files: &[FileCoverage], test_lines: &TestLines) -> Vec<FileView> {
    let counts = counts(test_lines);
    let mut room = MOST;
    let mut view = |file: &FileCoverage| {
        let source = text(&file.file, &folder.record).filter(|text| text.len() <= room);
        room -= source.as_ref().map_or(0, String::len);
        let of_line = |line: u32| counts.get(&(file.file.as_str(), line)).copied().unwrap_or_default();
        FileView {
            path: file.file.clone(),
            shown: shown(&file.file, &folder.record),
            source: source.map(|text| text.lines().map(str::to_owned).collect()),
            changed: is_newer(&located(&file.file, &folder.record), &folder.path.join(run_record::FILE)),
            lines: file
                .lines
                .iter()
                .map(|(&line, &executed)| {
                    let (tests, first) = of_line(line);
                    (line, u8::from(executed), tests, first)
                })
                .collect(),
            branches: file
                .branches
                .iter()
                .map(|branch| {
                    (branch.line, u8::from(branch.reached), branch.taken.iter().map(|&taken| u8::from(taken)).collect())
                })
                .collect(),
        }
    };
    files.iter().map(&mut view).collect()
}

/// For each line how many tests execute it, and the first of them.
fn counts(test_lines: &TestLines) -> BTreeMap<(&str, u32), (u64, u64)> {
    let mut counts: BTreeMap<(&str, u32), (u64, u64)> = BTreeMap::new();
    for of_test in &test_lines.tests {
        for (&file, lines) in &of_test.lines {
            let Some(name) = test_lines.files.get(file) else { continue };
            for &line in lines {
                let (tests, first) = counts.entry((name, line)).or_insert((0, of_test.test));
                *tests += 1;
                *first = of_test.test.min(*first);
            }
        }
    }
    counts
}

/// The lines around a place.
pub fn excerpt(file: &str, line: u32, record: &RunRecord) -> Option<Excerpt> {
    let text = text(file, record)?;
    let first = (line as usize).checked_sub(1)?.saturating_sub(AROUND);
    let lines: Vec<String> = text.lines().skip(first).take(2 * AROUND + 1).map(str::to_owned).collect();
    (first + lines.len() >= line as usize).then_some(Excerpt { first: first + 1, lines, line })
}

/// Where a file is: names may start from where the run was started.
fn located(file: &str, record: &RunRecord) -> PathBuf {
    record.directory.join(file)
}

/// What a file holds, if it is one and not endless.
fn text(file: &str, record: &RunRecord) -> Option<String> {
    let path = located(file, record);
    let about = std::fs::metadata(&path).ok().filter(|about| !file.is_empty() && about.is_file())?;
    let bytes = (about.len() <= MOST_OF_ONE).then(|| std::fs::read(&path).ok())??;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

fn is_newer(file: &Path, than: &Path) -> bool {
    let time = |path: &Path| std::fs::metadata(path).and_then(|about| about.modified()).ok();
    matches!((time(file), time(than)), (Some(one), Some(other)) if one > other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::results::LinesOfTest;
    use std::collections::BTreeSet;

    #[test]
    fn lines_know_how_many_tests_execute_them_and_the_first() {
        let of = |test, lines: &[u32]| LinesOfTest {
            test,
            lines: BTreeMap::from([(0, BTreeSet::from_iter(lines.iter().copied()))]),
        };
        let lines = TestLines {
            files: vec!["a.c".into()],
            tests: vec![of(2, &[1, 2]), of(1, &[2]), of(7, &[2, 9])],
            unmeasured: 0,
        };
        let counts = counts(&lines);
        assert_eq!(counts[&("a.c", 1)], (1, 2));
        assert_eq!(counts[&("a.c", 2)], (3, 1));
        assert_eq!(counts.get(&("a.c", 3)), None);
    }

    #[test]
    fn an_excerpt_ends_where_the_file_does() {
        let folder = tempfile::tempdir().unwrap();
        let lines: Vec<String> = (1..=6).map(|line| format!("line {line}")).collect();
        std::fs::write(folder.path().join("a.c"), lines.join("\n")).unwrap();
        let record = RunRecord { directory: folder.path().to_owned(), ..RunRecord::default() };
        let found = excerpt("a.c", 5, &record).unwrap();
        assert_eq!((found.first, found.lines.len(), found.lines[4].as_str()), (1, 6, "line 5"));
        assert!(excerpt("a.c", 7, &record).is_none() && excerpt("a.c", 0, &record).is_none());
        assert!(excerpt("gone.c", 1, &record).is_none() && excerpt("", 1, &record).is_none());
    }
}
