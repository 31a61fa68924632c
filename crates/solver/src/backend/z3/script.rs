//! Whole SMT-LIB scripts, read and answered by Z3 itself: for what our expressions do not have.

use super::terms::Terms;
use super::{GRACE, ffi, interrupted_after};
use std::ffi::{CStr, CString};
use std::time::Duration;

/// What Z3 prints for a script, each question answered within about `limit`. An error is a line and what Z3 says
/// about it. Where Z3 is [missing](super::missing) it must not be called.
pub fn run_script(text: &str, limit: Duration) -> Result<String, (usize, String)> {
    let milliseconds = u32::try_from(limit.as_millis()).unwrap_or(u32::MAX).max(1);
    // On the script's first line, so that lines keep their numbers.
    let script = CString::new(format!("(set-option :timeout {milliseconds}){text}"))
        .map_err(|error| (0, format!("the script holds a zero byte: {error}")))?;
    let terms = Terms::new();
    // Z3 keeps its limit for each question; this is for the parts of Z3 that do not look at the clock.
    let questions = text.matches("(check-sat").count().max(1) as u32;
    let output = interrupted_after(&terms, limit.saturating_mul(questions).saturating_add(GRACE), || {
        // SAFETY: the context is alive, and the text ends with a zero; the answer belongs to the context and is copied.
        unsafe { CStr::from_ptr(ffi::Z3_eval_smtlib2_string(terms.raw(), script.as_ptr())) }
            .to_string_lossy()
            .into_owned()
    });
    match output.lines().find_map(|line| line.strip_prefix("(error \"")) {
        Some(error) => Err(located(error.trim_end_matches(')').trim_end_matches('"'))),
        None => Ok(output),
    }
}

/// Takes `line 3 column 5: message` apart.
fn located(error: &str) -> (usize, String) {
    let parts = error.strip_prefix("line ").and_then(|rest| {
        let (line, rest) = rest.split_once(' ')?;
        let (_, message) = rest.split_once(": ")?;
        Some((line.parse().ok()?, message.to_owned()))
    });
    parts.unwrap_or((0, error.to_owned()))
}
