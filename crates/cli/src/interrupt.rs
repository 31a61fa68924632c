//! Signals. Ctrl-C and termination: the first one asks the session to stop and keep its results, the second ends at once.
//! A file that grows too large is an error of the write, like a full disk, and no reason to die.

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

/// From now on a write beyond the limit on file sizes fails with an error.
pub fn let_writes_fail() {
    // SAFETY: ignoring a signal touches no memory of ours.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}
