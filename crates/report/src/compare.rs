//! Two runs compared: bugs that are new, gone or the same, and lines that were gained or lost. What a CI job posts.
//!
//! A bug is known by its kind, file and function, and by its line as far as that tells several apart: lines move when a program
//! is changed. Lines are compared one by one only in files that are the same in both runs; of others the totals are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use engine::results::{Bug, Covered, FileCoverage};
use serde::Serialize;

use crate::html::{Folder, ReportError, shown};
use crate::{human, lcov, ranges, test_lines};

/// What changed from one run to the next. Field names are part of the interface.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    pub old: String,
    pub new: String,
    pub verdict: Change<&'static str>,
    /// Whether each explored everything: what a run that did not has no longer found may be there all the same.
    pub exhausted: Change<bool>,
    pub bugs: Bugs,
    pub lines: Change<Covered>,
    pub branches: Change<Covered>,
    /// Files in which something changed.
    pub files: Vec<FileChange>,
}

#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Change<T> {
    pub old: T,
    pub new: T,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Bugs {
    pub new: Vec<Known>,
    /// Found by the old run only: fixed, or not met this time.
    pub gone: Vec<Known>,
    pub same: Vec<Known>,
}

/// A bug, by what tells it from others.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Known {
    pub kind: String,
    pub file: String,
    pub function: String,
    pub line: u32,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct FileChange {
    pub file: String,
    pub covered: Change<Covered>,
    /// Lines executed by the new run only, and by the old one only; `None` where the file was changed in between.
    pub gained: Option<String>,
    pub lost: Option<String>,
}

/// The run in `new` compared with the one in `old`.
pub fn compare(old: &Path, new: &Path) -> Result<Comparison, ReportError> {
    Ok(between(&Folder::read(old)?, &Folder::read(new)?))
}

pub(crate) fn between(old: &Folder, new: &Folder) -> Comparison {
    let (was, is) = (&old.summary.results, &new.summary.results);
    Comparison {
        old: old.path.display().to_string(),
        new: new.path.display().to_string(),
        verdict: Change { old: was.conclusion.verdict.name(), new: is.conclusion.verdict.name() },
        exhausted: Change { old: was.conclusion.exhausted, new: is.conclusion.exhausted },
        bugs: bugs(&known(old), &known(new)),
        lines: Change { old: was.coverage.lines, new: is.coverage.lines },
        branches: Change { old: was.coverage.branches, new: is.coverage.branches },
        files: files(old, new),
    }
}

fn known(folder: &Folder) -> Vec<Known> {
    let known = |bug: &Bug| Known {
        kind: bug.kind.clone(),
        file: shown(&bug.file, &folder.record),
        function: bug.function.clone(),
        line: bug.line,
    };
    let mut all: Vec<Known> = folder.summary.results.bugs.iter().map(known).collect();
    all.sort_unstable();
    all
}

fn bugs(old: &[Known], new: &[Known]) -> Bugs {
    let mut left = old.to_vec();
    let mut bugs = Bugs::default();
    let mut rest = Vec::new();
    // Those on the same line first, so that they are not taken for others that moved.
    for bug in new {
        match left.iter().position(|other| other == bug) {
            Some(at) => {
                left.remove(at);
                bugs.same.push(bug.clone());
            }
            None => rest.push(bug.clone()),
        }
    }
    for bug in rest {
        let is_moved =
            |other: &Known| (&other.kind, &other.file, &other.function) == (&bug.kind, &bug.file, &bug.function);
        match left.iter().position(is_moved) {
            Some(at) => {
                left.remove(at);
                bugs.same.push(bug);
            }
            None => bugs.new.push(bug),
        }
    }
    bugs.gone = left;
    bugs
}

fn files(old: &Folder, new: &Folder) -> Vec<FileChange> {
    let read = |folder: &Folder| -> BTreeMap<String, FileCoverage> {
        let files = lcov::files(&folder.text(lcov::FILE));
        files.into_iter().map(|file| (shown(&file.file, &folder.record), file)).collect()
    };
    let (was, is) = (read(old), read(new));
    let (old_digests, new_digests) = (test_lines::digests(&old.path), test_lines::digests(&new.path));
    let nothing = FileCoverage::default();
    let names: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    let mut changes = Vec::new();
    for name in names {
        let (before, after) = (was.get(name).unwrap_or(&nothing), is.get(name).unwrap_or(&nothing));
        let digest = |digests: &BTreeMap<String, String>, file: &FileCoverage| digests.get(&file.file).cloned();
        let (then, now) = (digest(&old_digests, before), digest(&new_digests, after));
        let unchanged = then.is_some() && then == now;
        let only = |one: &FileCoverage, other: &FileCoverage| {
            let executed = |file: &FileCoverage, line: &u32| file.lines.get(line).copied().unwrap_or(false);
            ranges::to_string(one.lines.keys().copied().filter(|line| executed(one, line) && !executed(other, line)))
        };
        let change = FileChange {
            file: name.clone(),
            covered: Change { old: covered(before), new: covered(after) },
            gained: unchanged.then(|| only(after, before)),
            lost: unchanged.then(|| only(before, after)),
        };
        let is_same = match (&change.gained, &change.lost) {
            (Some(gained), Some(lost)) => gained.is_empty() && lost.is_empty(),
            _ => change.covered.old == change.covered.new,
        };
        if !is_same {
            changes.push(change);
        }
    }
    changes
}

fn covered(file: &FileCoverage) -> Covered {
    Covered {
        covered: file.lines.values().filter(|&&executed| executed).count() as u64,
        total: file.lines.len() as u64,
    }
}

impl Comparison {
    /// A few lines for a terminal or a comment of a CI job.
    pub fn in_words(&self) -> String {
        let mut text = match self.verdict.old == self.verdict.new {
            true => format!("verdict: {} as before\n", self.verdict.new),
            false => format!("verdict: {}, was {}\n", self.verdict.new, self.verdict.old),
        };
        for (word, bugs) in [("new", &self.bugs.new), ("no longer found", &self.bugs.gone), ("same", &self.bugs.same)] {
            for Known { kind, file, function, line } in bugs {
                text.push_str(&format!("{word}: {file}:{line}: {kind} (in {function})\n"));
            }
        }
        if !self.bugs.gone.is_empty() && !self.exhausted.new {
            text.push_str(
                "what is no longer found may be there all the same: the new run did not explore everything\n",
            );
        }
        for FileChange { file, covered, gained, lost } in &self.files {
            let (old, new) = (human::share(covered.old), human::share(covered.new));
            match (gained, lost) {
                (Some(gained), Some(lost)) => {
                    let said = [("gained", gained), ("lost", lost)];
                    let said = said.iter().filter(|(_, lines)| !lines.is_empty());
                    let said: Vec<String> = said.map(|(word, lines)| format!("lines {word} {lines}")).collect();
                    text.push_str(&format!("{file}: {}\n", said.join("; ")));
                }
                _ => text.push_str(&format!("{file}: lines {new}, were {old}; the file was changed in between\n")),
            }
        }
        let counted = |name: &str, change: &Change<Covered>| {
            format!("{name} {}, were {}", human::share(change.new), human::share(change.old))
        };
        let (lines, branches) = (counted("lines", &self.lines), counted("branches", &self.branches));
        text.push_str(&format!("coverage: {lines}; {branches}\n"));
        let Bugs { new, gone, same } = &self.bugs;
        text.push_str(&format!("bugs: {} new, {} no longer found, {} the same\n", new.len(), gone.len(), same.len()));
        text
    }

    /// The same for scripts.
    pub fn to_json(&self) -> String {
        crate::summary::pretty(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bug(kind: &str, function: &str, line: u32) -> Known {
        Known { kind: kind.into(), file: "a.c".into(), function: function.into(), line }
    }

    #[test]
    fn bugs_that_move_are_the_same_and_two_of_a_kind_are_told_apart() {
        let old = [bug("abort", "f", 5), bug("abort", "f", 9), bug("abort", "g", 20)];
        let new = [bug("abort", "f", 9), bug("abort", "f", 7), bug("division-by-zero", "f", 5)];
        let found = bugs(&old, &new);
        assert_eq!(found.same, [bug("abort", "f", 9), bug("abort", "f", 7)]);
        assert_eq!(found.new, [bug("division-by-zero", "f", 5)]);
        assert_eq!(found.gone, [bug("abort", "g", 20)]);
        let left = bugs(&old, &[bug("abort", "f", 9)]);
        assert_eq!(left.gone, [bug("abort", "f", 5), bug("abort", "g", 20)], "the one of line 9 is still there");
    }

    #[test]
    fn words_tell_gained_from_lost_and_changed_files_from_others() {
        let share = |covered, total| Covered { covered, total };
        let change = |file: &str, gained: Option<&str>, lost: Option<&str>| FileChange {
            file: file.into(),
            covered: Change { old: share(1, 4), new: share(2, 4) },
            gained: gained.map(str::to_owned),
            lost: lost.map(str::to_owned),
        };
        let comparison = Comparison {
            old: "o".into(),
            new: "n".into(),
            verdict: Change { old: "unsafe", new: "safe" },
            exhausted: Change { old: false, new: true },
            bugs: Bugs { gone: vec![bug("abort", "f", 5)], ..Bugs::default() },
            lines: Change { old: share(1, 4), new: share(2, 4) },
            branches: Change { old: share(0, 0), new: share(0, 0) },
            files: vec![change("a.c", Some("3-4"), Some("")), change("b.c", None, None)],
        };
        assert_eq!(
            comparison.in_words(),
            "verdict: safe, was unsafe\nno longer found: a.c:5: abort (in f)\na.c: lines gained 3-4\n\
             b.c: lines 2/4 (50 %), were 1/4 (25 %); the file was changed in between\n\
             coverage: lines 2/4 (50 %), were 1/4 (25 %); branches 0/0, were 0/0\n\
             bugs: 0 new, 1 no longer found, 0 the same\n"
        );
        let unfinished = Comparison { exhausted: Change { old: false, new: false }, ..comparison };
        assert!(unfinished.in_words().contains("(in f)\nwhat is no longer found may be there all the same"));
    }
}
