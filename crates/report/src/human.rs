//! What people see: bugs, the outcome of a run and counters in words, and the pieces these share.

mod bug;
mod colour;
mod next;
mod outcome;
mod stats;
mod terms;

use std::path::Path;

use engine::results::Covered;

pub use bug::{bug, confirmation, error_file};
pub use colour::Colours;
pub use next::next;
pub(crate) use outcome::{by_end, decided, stopped, verdict};
pub use outcome::{outcome, self_check_failures, target_lines, targets};
pub use stats::{layers, learnt, stats};
pub(crate) use terms::{checks, inputs};

/// `covered/total (percent)`.
pub fn share(covered: Covered) -> String {
    match covered.total {
        0 => "0/0".to_owned(),
        total => format!("{}/{total} ({} %)", covered.covered, covered.covered * 100 / total),
    }
}

/// `file:line`, relative to `base` where that is shorter.
pub fn place(file: &str, line: u32, base: &Path) -> String {
    if file.is_empty() {
        return "(no debug information)".to_owned();
    }
    let shown = Path::new(file).strip_prefix(base).unwrap_or(Path::new(file)).display();
    match line {
        0 => shown.to_string(),
        line => format!("{shown}:{line}"),
    }
}
