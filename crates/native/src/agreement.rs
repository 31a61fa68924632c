//! Whether the native program executes the lines the engine says its tests execute.
//!
//! Compared are the lines both know: the engine's have code on them, `llvm-cov`'s lie in a region of the source, which
//! takes in lines that only close a brace. A line the engine claims must be executed by some test; one it does not claim,
//! by none of the tests that show no bug. What happens after a bug means nothing, and regions do not tell before from
//! after.

use std::path::Path;

use report::lcov::Lines;
use serde::Serialize;

/// A line on which the two disagree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Difference {
    pub file: String,
    pub line: u32,
    /// What the engine says; the native program does the opposite.
    pub claimed: bool,
}

/// The lines on which they disagree, in order. `native` are the lines of all tests, `before_bugs` those of the tests that
/// show no bug.
pub fn differences(claimed: &Lines, native: &Lines, before_bugs: &Lines) -> Vec<Difference> {
    let mut found = Vec::new();
    for (file, lines) in claimed {
        let of_file =
            |all: &'_ Lines| all.iter().find(|(other, _)| is_same(file, other)).map(|(_, lines)| lines.clone());
        let (all, before_bugs) = (of_file(native).unwrap_or_default(), of_file(before_bugs).unwrap_or_default());
        for (&line, &claimed) in lines {
            let executed = if claimed { all.get(&line) } else { before_bugs.get(&line) };
            if executed.is_some_and(|&executed| executed != claimed) {
                found.push(Difference { file: file.clone(), line, claimed });
            }
        }
    }
    found
}

/// One file may be reached by several paths.
fn is_same(one: &str, other: &str) -> bool {
    let real = |path: &str| Path::new(path).canonicalize().ok();
    one == other || real(one).is_some_and(|path| Some(path) == real(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn only_lines_both_know_are_compared() {
        let lines = |lines: &[(u32, bool)]| Lines::from([("a.c".to_owned(), BTreeMap::from_iter(lines.to_vec()))]);
        let claimed = lines(&[(1, true), (2, true), (3, false), (4, true)]);
        let native = lines(&[(1, true), (2, false), (3, true), (9, true)]);
        let wrong = |line, claimed| Difference { file: "a.c".into(), line, claimed };
        assert_eq!(differences(&claimed, &native, &native), [wrong(2, true), wrong(3, false)]);
        assert_eq!(differences(&claimed, &native, &Lines::new()), [wrong(2, true)]);
        assert_eq!(differences(&claimed, &Lines::new(), &Lines::new()), []);
    }
}
