//! Signals. Ctrl-C and termination: the first one asks the session to stop and keep its results, the second ends at once.
//! Which one it was is remembered for the exit status.
//! A file that grows too large is an error of the write, like a full disk, and no reason to die.

use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

/// A signal that asks a process to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    Hangup,
    Interrupt,
    Terminate,
}

impl Signal {
    const ALL: [Signal; 3] = [Signal::Hangup, Signal::Interrupt, Signal::Terminate];

    fn number(self) -> c_int {
        match self {
            Signal::Hangup => libc::SIGHUP,
            Signal::Interrupt => libc::SIGINT,
            Signal::Terminate => libc::SIGTERM,
        }
    }

    /// The shell's number for a process that such a signal ended.
    pub fn exit_status(self) -> u8 {
        match self {
            Signal::Hangup => 129,
            Signal::Interrupt => 130,
            Signal::Terminate => 143,
        }
    }
}

/// Polled by the session.
static ASKED: AtomicBool = AtomicBool::new(false);
/// The number of the first signal; 0 before there is one.
static FIRST: AtomicI32 = AtomicI32::new(0);
/// The process that listens. Children made for native calls inherit the handler, and it is not meant for them.
static LISTENER: AtomicI32 = AtomicI32::new(0);

/// Starts listening. Where that is not possible, the system's default remains.
pub fn listen() -> &'static AtomicBool {
    // SAFETY: it only gives a number.
    LISTENER.store(unsafe { libc::getpid() }, Ordering::Relaxed);
    let refused = Signal::ALL.into_iter().filter(|signal| !set_handler(signal.number())).count();
    if refused > 0 {
        eprintln!("secateur: cannot listen for Ctrl-C; it will end the run without a summary");
    }
    &ASKED
}

/// Asks the session to stop and keep its results, as the first Ctrl-C does. Asked again, nothing more happens.
pub fn ask() {
    if !ASKED.swap(true, Ordering::Relaxed) {
        FIRST.store(libc::SIGINT, Ordering::Relaxed);
    }
}

/// The signal that asked the run to end, if one did.
pub fn received() -> Option<Signal> {
    let first = FIRST.load(Ordering::Relaxed);
    Signal::ALL.into_iter().find(|signal| signal.number() == first)
}

/// Signals that ask the run to end are somebody else's business: the process that started this one gets them too.
pub fn leave_to_others() {
    Signal::ALL.into_iter().for_each(|signal| _ = set_handler(signal.number()));
    // The handler does nothing for anybody but the process that listens.
}

fn set_handler(signal: c_int) -> bool {
    // SAFETY: all zeros is an action without flags and with an empty mask. The handler does only what a handler may: atomic
    // operations, `getpid`, `write` and `_exit`.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = on_signal as extern "C" fn(c_int) as usize;
        // System calls go on afterwards: the session looks at the flag soon enough.
        action.sa_flags = libc::SA_RESTART;
        libc::sigaction(signal, &action, std::ptr::null_mut()) == 0
    }
}

extern "C" fn on_signal(signal: c_int) {
    const SAID: &[u8] = b"\nsecateur: stopping; once more to end at once, without the results\n";
    // SAFETY: these may be called in a handler; the text is a constant.
    unsafe {
        if libc::getpid() != LISTENER.load(Ordering::Relaxed) {
            return;
        }
        if ASKED.swap(true, Ordering::Relaxed) {
            libc::_exit(128 + signal);
        }
        FIRST.store(signal, Ordering::Relaxed);
        libc::write(libc::STDERR_FILENO, SAID.as_ptr().cast(), SAID.len());
    }
}

/// From now on a write beyond the limit on file sizes fails with an error.
pub fn let_writes_fail() {
    // SAFETY: ignoring a signal touches no memory of ours.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_status_is_the_shells() {
        for signal in Signal::ALL {
            assert_eq!(c_int::from(signal.exit_status()), 128 + signal.number());
        }
    }
}
