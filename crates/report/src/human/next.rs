//! What somebody does after a run: the commands, a line each.

use std::path::Path;

use engine::results::{Bug, Results};

use crate::shell::word;
use crate::test_case;

/// The next steps after a run into `out`; `report` is the page, if it was written.
pub fn next(results: &Results, out: &Path, report: Option<&Path>) -> String {
    let quoted = |path: &Path| word(path.to_string_lossy().as_bytes());
    let mut text = String::new();
    let counts = |bug: &&Bug| bug.test > 0 && !bug.is_refuted();
    if let Some(bug) = results.bugs.iter().find(counts) {
        text.push_str(&format!("next: secateur replay {}\n", quoted(&out.join(test_case::file_of(bug.test)))));
    }
    match report {
        Some(page) => text.push_str(&format!("next: open {}\n", quoted(page))),
        None => text.push_str(&format!("next: secateur report {}\n", quoted(out))),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bug_is_replayed_unless_it_is_refuted_and_there_is_always_a_report() {
        let mut results = Results::nothing_known();
        assert_eq!(next(&results, Path::new("my out"), None), "next: secateur report 'my out'\n");
        results.bugs.push(Bug { test: 1, confirmed: Some(false), ..Bug::default() });
        results.bugs.push(Bug { test: 2, ..Bug::default() });
        let text = next(&results, Path::new("o"), Some(Path::new("o/report.html")));
        assert_eq!(text, "next: secateur replay o/tests/test000002.ktest\nnext: open o/report.html\n");
    }
}
