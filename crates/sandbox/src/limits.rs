//! How much a sandboxed process may use.

use std::io;
use std::time::Duration;

#[cfg(target_env = "gnu")]
type Resource = libc::__rlimit_resource_t;
#[cfg(not(target_env = "gnu"))]
type Resource = libc::c_int;

/// Descriptors a process may have.
const DESCRIPTORS: u64 = 256;

/// Amounts for one process. The kernel bounds processor time, address space and single files; the parent watches the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// On the clock, and of a processor.
    pub time: Duration,
    /// Bytes in memory.
    pub memory: u64,
    /// Bytes of address space; sanitizers reserve it without end.
    pub address_space: Option<u64>,
    /// Bytes of one file.
    pub file_size: u64,
    /// Bytes of all files together.
    pub disk: u64,
}

impl Limits {
    /// Sets what the kernel bounds, for this process. Makes system calls only.
    pub(crate) fn set(&self) -> io::Result<()> {
        let seconds = self.time.as_secs().max(1) + u64::from(self.time.subsec_nanos() > 0);
        set(libc::RLIMIT_CORE, 0)?;
        set(libc::RLIMIT_CPU, seconds)?;
        set(libc::RLIMIT_FSIZE, self.file_size)?;
        set(libc::RLIMIT_NOFILE, DESCRIPTORS)?;
        set(libc::RLIMIT_MEMLOCK, 0)?;
        self.address_space.map_or(Ok(()), |bytes| set(libc::RLIMIT_AS, bytes))
    }
}

/// Never raises a limit that is lower already.
fn set(resource: Resource, most: u64) -> io::Result<()> {
    let mut now = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: a local of the right type.
    if unsafe { libc::getrlimit(resource, &mut now) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let most = most.min(now.rlim_max);
    let bound = libc::rlimit { rlim_cur: most, rlim_max: most };
    // SAFETY: a local of the right type.
    if unsafe { libc::setrlimit(resource, &bound) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}
