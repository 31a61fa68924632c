//! A sandbox, the dress rehearsal of risky work in a child process: LLVM ends the process it runs in when it meets some kinds of damaged
//! bitcode, and that must not be ours.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// Longest time a rehearsal may take.
const MAX_SECONDS: u32 = 20;

/// How a rehearsal ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trial {
    /// It came to its end, well or with an error of its own.
    Survived,
    /// It took its process down.
    Died,
}

/// Does the work in a copy of this process, which is then thrown away; nothing it changes or prints is seen here.
pub(crate) fn rehearse(work: impl FnOnce()) -> Trial {
    // SAFETY: the child runs only `work` and leaves by `_exit`, so no destructor or exit handler of the parent runs
    // twice. Other threads do not exist in the child; `work` must not wait for one (see
    // `llvm::exclusive`).
    unsafe {
        match libc::fork() {
            // No memory for a copy: go without.
            -1 => Trial::Survived,
            0 => {
                silence();
                libc::alarm(MAX_SECONDS);
                let finished = catch_unwind(AssertUnwindSafe(work)).is_ok();
                libc::_exit(if finished { 0 } else { 1 })
            }
            child => wait_for(child),
        }
    }
}

/// Sends what LLVM prints before it dies nowhere.
fn silence() {
    // SAFETY: plain system calls on descriptors of the child.
    unsafe {
        let nowhere = libc::open(c"/dev/null".as_ptr(), libc::O_WRONLY);
        if nowhere >= 0 {
            libc::dup2(nowhere, libc::STDERR_FILENO);
            libc::dup2(nowhere, libc::STDOUT_FILENO);
        }
        // A crash here is expected; it needs no core file.
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::setrlimit(libc::RLIMIT_CORE, &none);
    }
}

/// Does the work while nothing is printed on standard error: some of LLVM's complaints are on their way there before
/// they are in a result.
pub(crate) fn quietly<T>(work: impl FnOnce() -> T) -> T {
    // SAFETY: plain system calls; `kept` is ours alone, and put back below. Other threads that print meanwhile are not
    // heard, which loses words but breaks nothing.
    unsafe {
        let kept = libc::dup(libc::STDERR_FILENO);
        let nowhere = libc::open(c"/dev/null".as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        if kept >= 0 && nowhere >= 0 {
            libc::dup2(nowhere, libc::STDERR_FILENO);
        }
        let result = work();
        if kept >= 0 && nowhere >= 0 {
            libc::dup2(kept, libc::STDERR_FILENO);
        }
        libc::close(nowhere);
        libc::close(kept);
        result
    }
}

fn wait_for(child: libc::pid_t) -> Trial {
    let mut status = 0;
    loop {
        // SAFETY: `status` is a valid place for the result.
        let waited = unsafe { libc::waitpid(child, &mut status, 0) };
        let interrupted = std::io::Error::last_os_error().kind() == std::io::ErrorKind::Interrupted;
        if waited == child || !interrupted {
            break;
        }
    }
    if libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0 { Trial::Survived } else { Trial::Died }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_stays_in_the_child() {
        assert_eq!(rehearse(|| {}), Trial::Survived);
        assert_eq!(rehearse(|| std::process::abort()), Trial::Died);
        assert_eq!(rehearse(|| panic!("expected")), Trial::Died);
    }

    #[test]
    fn changes_in_the_child_are_not_seen() {
        let mut value = 1;
        rehearse(|| value += 1);
        assert_eq!(value, 1);
    }
}
