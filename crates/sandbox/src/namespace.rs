//! The walls around files where there is no Landlock: a user namespace in which all but the scratch folder is mounted
//! read-only, and devices do not work.
//!
//! Weaker than Landlock in one point: a read-only mount does not keep a process from writing into a named pipe that
//! somebody else reads. The folder of the services' pipes, `/run`, is covered.

use std::ffi::{CStr, CString, c_int};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;

use crate::enter::checked;
use crate::files::SINKS;

/// What a process needs to know to build these walls.
pub(crate) struct Namespace {
    user: Vec<u8>,
    group: Vec<u8>,
    scratch: Option<CString>,
    sinks: Vec<CString>,
}

/// `struct mount_attr` of the kernel.
#[repr(C)]
struct MountAttributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

const READ_ONLY: u64 = 1;
const NO_DEVICES: u64 = 4;

impl Namespace {
    pub(crate) fn new(scratch: Option<&Path>) -> io::Result<Namespace> {
        let text = |path: &Path| CString::new(path.as_os_str().as_bytes()).map_err(io::Error::other);
        // SAFETY: both only give a number.
        let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
        Ok(Namespace {
            user: format!("{user} {user} 1").into_bytes(),
            group: format!("{group} {group} 1").into_bytes(),
            scratch: scratch.map(text).transpose()?,
            sinks: SINKS.iter().map(|name| text(Path::new(name))).collect::<Result<_, _>>()?,
        })
    }

    /// Moves this process behind the walls. Makes system calls only.
    pub(crate) fn enter(&self) -> io::Result<()> {
        // SAFETY: flags only.
        checked(unsafe { libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNS | libc::CLONE_NEWIPC) })?;
        write(c"/proc/self/setgroups", b"deny")?;
        write(c"/proc/self/uid_map", &self.user)?;
        write(c"/proc/self/gid_map", &self.group)?;
        mount(None, c"/", None, libc::MS_REC | libc::MS_PRIVATE)?;
        let open = self.scratch.iter().chain(&self.sinks);
        for path in open.clone() {
            mount(Some(path), path, None, libc::MS_BIND)?;
        }
        set_attributes(c"/", libc::AT_RECURSIVE, READ_ONLY | NO_DEVICES, 0)?;
        for path in open {
            set_attributes(path, 0, 0, READ_ONLY | NO_DEVICES)?;
        }
        // A system without this folder has nothing to cover; one that keeps the scratch folder there needs it.
        let is_needed = self.scratch.as_ref().is_some_and(|path| path.to_bytes().starts_with(b"/run/"));
        if !is_needed {
            let _ = mount(Some(c"none"), c"/run", Some(c"tmpfs"), libc::MS_RDONLY);
        }
        self.stay_here()
    }

    /// The folder this process is in, seen through the new mounts.
    fn stay_here(&self) -> io::Result<()> {
        let mut name = [0; libc::PATH_MAX as usize];
        // SAFETY: a buffer of this size, which holds text with a NUL if there is no error.
        unsafe {
            if libc::getcwd(name.as_mut_ptr(), name.len()).is_null() {
                return Err(io::Error::last_os_error());
            }
            checked(libc::chdir(name.as_ptr()))
        }
    }
}

fn write(file: &CStr, text: &[u8]) -> io::Result<()> {
    // SAFETY: text with a NUL, and a slice with its length.
    unsafe {
        let descriptor = libc::open(file.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        checked(descriptor)?;
        let written = libc::write(descriptor, text.as_ptr().cast(), text.len());
        let outcome = checked(written as c_int);
        libc::close(descriptor);
        outcome
    }
}

fn mount(from: Option<&CStr>, to: &CStr, kind: Option<&CStr>, flags: libc::c_ulong) -> io::Result<()> {
    let pointer = |text: Option<&CStr>| text.map_or(ptr::null(), CStr::as_ptr);
    // SAFETY: texts with a NUL, or null where the kernel expects that.
    checked(unsafe { libc::mount(pointer(from), to.as_ptr(), pointer(kind), flags, ptr::null()) })
}

fn set_attributes(path: &CStr, flags: c_int, set: u64, clear: u64) -> io::Result<()> {
    let attributes = MountAttributes { set, clear, propagation: 0, user_namespace: 0 };
    let size = size_of::<MountAttributes>();
    // SAFETY: text with a NUL, and a structure with its size.
    let done =
        unsafe { libc::syscall(libc::SYS_mount_setattr, libc::AT_FDCWD, path.as_ptr(), flags, &attributes, size) };
    checked(done as c_int)
}
