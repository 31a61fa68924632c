//! Panics: one line instead of a page, and a chance to keep what the run has found.

use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};

/// A panic was caught; the hook has reported it.
pub struct Panicked;

/// From now on a panic prints one line that asks for a report.
pub fn report_panics_on_one_line() {
    std::panic::set_hook(Box::new(|info| eprintln!("{}", line(info))));
}

/// Runs `work`, and survives a panic in it. What `work` borrowed mutably may be half changed then: the caller may only
/// use it in ways that hold up under that.
pub fn survive<T>(work: impl FnOnce() -> T) -> Result<T, Panicked> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| Panicked)
}

fn line(info: &PanicHookInfo<'_>) -> String {
    let place = info.location().map_or(String::new(), |place| format!(" at {}:{}", place.file(), place.line()));
    let payload = info.payload();
    let reason =
        payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    let reason = reason.unwrap_or("no reason given").replace('\n', " ");
    format!("\nsecateur: internal error{place}: {reason}; please report it with the program that shows it")
}
