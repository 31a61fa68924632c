//! Entering a sandbox: what a new process does to itself before it runs anything that is not ours.
//!
//! Everything is made beforehand. Between `fork` and the end of [`Sandbox::enter`] there are system calls only: the process
//! may be a copy of one with threads, in which nothing may be allocated.

use std::ffi::c_int;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::time::Duration;

use seccompiler::{BpfProgram, sock_filter};

use crate::limits::Limits;
use crate::namespace::Namespace;
use crate::syscalls::{self, OWN_PROCESS};
use crate::{Folders, Purpose, Unavailable, files};

/// Instructions of a filter at most: it is copied to the stack, where the number of the process is put in.
pub(crate) const LONGEST_FILTER: usize = 2048;

/// Everything a process needs to enter a sandbox.
pub struct Sandbox {
    purpose: Purpose,
    walls: Walls,
    filters: Vec<BpfProgram>,
    limits: Limits,
}

/// Those above it are for real-time programs, which nobody ignores by accident.
const LAST_STANDARD_SIGNAL: c_int = 31;

/// What keeps a process from files.
enum Walls {
    Landlock(OwnedFd),
    Namespace(Namespace),
}

impl Sandbox {
    /// A sandbox with these folders; without, nothing can be written in it.
    pub fn new(purpose: Purpose, folders: Option<Folders<'_>>, limits: Limits) -> Result<Sandbox, Unavailable> {
        let filters = syscalls::filters(purpose).map_err(|_| Unavailable::Architecture)?;
        let walls = match files::walls(folders) {
            Ok(Some(rules)) => Walls::Landlock(rules),
            Ok(None) => {
                Walls::Namespace(Namespace::new(folders.map(|folders| folders.scratch)).map_err(Unavailable::Walls)?)
            }
            Err(error) => return Err(Unavailable::Walls(io::Error::other(error))),
        };
        Ok(Sandbox { purpose, walls, filters, limits })
    }

    /// Lets a command start in the sandbox, or not at all.
    pub fn confine(self, command: &mut Command) {
        // SAFETY: entering makes system calls only.
        unsafe {
            command.pre_exec(move || {
                default_signals();
                self.enter()
            })
        };
    }

    /// Puts the calling process into the sandbox, for good.
    ///
    /// # Safety
    /// Only in a child of this process that has one thread: limits, descriptors and rights are gone afterwards.
    pub unsafe fn enter(&self) -> io::Result<()> {
        // SAFETY: numbers only. A process that leads a group already stays in its session.
        unsafe {
            libc::setsid();
            checked(libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL))?;
            checked(libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))?;
        }
        match &self.walls {
            Walls::Landlock(rules) => {
                // SAFETY: an open descriptor and a number.
                let done = unsafe { libc::syscall(libc::SYS_landlock_restrict_self, rules.as_raw_fd(), 0) };
                checked(done as c_int)?;
            }
            Walls::Namespace(namespace) => namespace.enter()?,
        }
        self.leave_descriptors()?;
        self.limits.set()?;
        drop_capabilities()?;
        self.filters.iter().try_for_each(install)
    }

    /// Closes what was open in the parent: now, or when the program is started.
    fn leave_descriptors(&self) -> io::Result<()> {
        const FIRST: c_int = 3;
        /// Beyond these nobody looks where the kernel does not know ranges.
        const MOST: c_int = 4096;
        let later = match self.purpose {
            Purpose::Call => false,
            Purpose::Tool | Purpose::Program | Purpose::LeakSearch => true,
        };
        let flags = if later { libc::CLOSE_RANGE_CLOEXEC } else { 0 };
        // SAFETY: the parent's descriptors are its own; nothing here uses the child's copies any more.
        unsafe {
            if libc::syscall(libc::SYS_close_range, FIRST, u32::MAX, flags) == 0 {
                return Ok(());
            }
            for descriptor in FIRST..MOST {
                if later {
                    libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC);
                } else {
                    libc::close(descriptor);
                }
            }
        }
        Ok(())
    }
}

/// Root without capabilities is a user like others. With `PR_SET_NO_NEW_PRIVS` none come back.
/// Every signal does what it does by default. Who was started in the background ignores `SIGINT`, and a process inherits that.
pub(crate) fn default_signals() {
    for signal in 1..=LAST_STANDARD_SIGNAL {
        // SAFETY: numbers only; for `SIGKILL` and `SIGSTOP` nothing happens.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

fn drop_capabilities() -> io::Result<()> {
    /// `_LINUX_CAPABILITY_VERSION_3`: two words for each set.
    const VERSION: u32 = 0x2008_0522;
    let (header, none) = ([VERSION, 0], [0u32; 6]);
    // SAFETY: a header of two words, and the three sets in the layout of this version.
    checked(unsafe { libc::syscall(libc::SYS_capset, header.as_ptr(), none.as_ptr()) } as c_int)
}

/// Installs a filter in which this process has its number.
fn install(filter: &BpfProgram) -> io::Result<()> {
    let mut own = [const { sock_filter { code: 0, jt: 0, jf: 0, k: 0 } }; LONGEST_FILTER];
    let Some(own) = own.get_mut(..filter.len()) else { return Err(io::ErrorKind::InvalidInput.into()) };
    // SAFETY: it only gives a number.
    let process = unsafe { libc::getpid() } as u32;
    for (own, general) in own.iter_mut().zip(filter) {
        *own = sock_filter { k: if general.k == OWN_PROCESS { process } else { general.k }, ..*general };
    }
    seccompiler::apply_filter(own).map_err(|_| io::Error::last_os_error())
}

pub(crate) fn checked(result: c_int) -> io::Result<()> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Lets a process enter a sandbox, to see whether it can.
pub(crate) fn trial() -> Result<(), Unavailable> {
    const LIMITS: Limits =
        Limits { time: Duration::from_secs(1), memory: 0, address_space: None, file_size: 0, disk: 0 };
    let sandbox = Sandbox::new(Purpose::Call, None, LIMITS)?;
    // SAFETY: the child makes system calls and ends.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: this is the child, and it has one thread.
        unsafe {
            let number = sandbox.enter().err().map_or(0, |error| error.raw_os_error().unwrap_or(libc::EINVAL));
            libc::_exit(number);
        }
    }
    if child < 0 {
        return Err(Unavailable::Trial(io::Error::last_os_error()));
    }
    let mut status = 0;
    // SAFETY: the status is a local.
    while unsafe { libc::waitpid(child, &mut status, 0) } < 0 {
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(Unavailable::Trial(error));
        }
    }
    match (libc::WIFEXITED(status), libc::WEXITSTATUS(status)) {
        (true, 0) => Ok(()),
        (true, number) => Err(Unavailable::Walls(io::Error::from_raw_os_error(number))),
        (false, _) => Err(Unavailable::Trial(io::Error::other("it was killed"))),
    }
}
