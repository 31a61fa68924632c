//! Ctrl-C and termination: the first one asks the session to stop and keep its results, the second ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

/// Polled by the session.
static ASKED: AtomicBool = AtomicBool::new(false);

/// Starts listening. Where that is not possible, the system's default remains.
pub fn listen() -> &'static AtomicBool {
    let installed = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            // The shell's number for a process ended by SIGINT.
            std::process::exit(130);
        }
        eprintln!("\nsecateur: stopping; once more to end at once, without the results");
    });
    if installed.is_err() {
        eprintln!("secateur: cannot listen for Ctrl-C; it will end the run without a summary");
    }
    &ASKED
}
