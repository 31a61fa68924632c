//! What a run must have found, what it has found, and what is kept of a program on which the two differ.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::generator::file;

/// An error: its kind and line.
pub type Errors = BTreeSet<(String, u64)>;

/// What a run says about a program.
pub struct Found {
    pub errors: Errors,
    pub verdict: String,
    pub exhausted: bool,
    /// It has ended at a limit on work, or the solver has left a question open at its limit on time.
    pub gave_up: bool,
    /// For the explanation.
    pub cuts: String,
    /// What its self-check found wrong, if it was to make one.
    pub mistakes: Vec<String>,
}

pub enum Judgement {
    Agrees,
    /// Nothing speaks against it, but it has not seen everything: a limit on work was reached.
    GaveUp,
    Differs(String),
}

impl Found {
    pub fn judge(&self, expected: &Errors) -> Judgement {
        let Found { errors, verdict, cuts, mistakes, .. } = self;
        if !mistakes.is_empty() {
            return Judgement::Differs(format!("{verdict}: the self-check failed: {}", mistakes.join("; ")));
        }
        let invented: Errors = errors.difference(expected).cloned().collect();
        if !invented.is_empty() {
            return Judgement::Differs(format!("{verdict}: invents {}", show(&invented)));
        }
        let right = if expected.is_empty() { "safe" } else { "unsafe" };
        if self.gave_up && (verdict == right || verdict == "unknown") {
            return Judgement::GaveUp;
        }
        let missed: Errors = expected.difference(errors).cloned().collect();
        if !missed.is_empty() {
            return Judgement::Differs(format!("{verdict}: misses {}", show(&missed)));
        }
        if verdict != right {
            return Judgement::Differs(format!("{verdict} instead of {right}; cuts: {cuts}"));
        }
        if !self.exhausted {
            return Judgement::Differs(format!("not exhausted; cuts: {cuts}"));
        }
        Judgement::Agrees
    }
}

/// Keeps a program with the explanation, and says so.
pub fn keep(seed: u64, expected: &Errors, differences: &[String]) -> std::io::Result<String> {
    let folder = std::env::var_os("SOUNDNESS_KEEP")
        .map_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join(file::KEPT), PathBuf::from);
    std::fs::create_dir_all(&folder)?;
    let kept = folder.join(format!("{seed}.c"));
    std::fs::write(&kept, file::alone(seed))?;
    let differences = differences.join("\n");
    let text = format!("brute force: {}\n{differences}\n", show(expected));
    std::fs::write(kept.with_extension("txt"), text)?;
    Ok(format!("seed {seed}, kept as {}\n{differences}", kept.display()))
}

fn show(errors: &Errors) -> String {
    let each: Vec<String> = errors.iter().map(|(kind, line)| format!("{kind} on line {line}")).collect();
    if each.is_empty() { "no error".to_owned() } else { each.join(", ") }
}
