//! Runs a command to its end, and stops it when it uses more than it may: time, memory, disk, threads.
//!
//! Looks every few milliseconds, so a process may for a moment use somewhat more than its limits say.

use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};

use crate::enter::{checked, default_signals};
use crate::{Confinement, Folders, Limits, Purpose, Sandbox};

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Ended(ExitStatus),
    Stopped(Excess),
}

/// What a process used too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excess {
    Time,
    Memory,
    Disk,
    Threads,
}

/// The longest pause between two looks at the process.
const PAUSE: Duration = Duration::from_millis(20);
/// Threads of a process, and processes of a leak search.
const MOST_THREADS: u64 = 256;
const MOST_FILES: u64 = 50_000;

/// Runs a command in a sandbox with these folders.
pub fn run(
    mut command: Command,
    purpose: Purpose,
    confinement: Confinement,
    folders: Folders<'_>,
    limits: Limits,
) -> io::Result<Ending> {
    match (crate::available(), confinement) {
        (Ok(()), _) => Sandbox::new(purpose, Some(folders), limits).map_err(io::Error::other)?.confine(&mut command),
        (Err(unavailable), Confinement::Required) => return Err(io::Error::other(unavailable)),
        // A group of its own, which ends as a whole.
        (Err(_), Confinement::WhereAvailable) => {
            command.process_group(0);
            // SAFETY: setting limits makes system calls only.
            unsafe {
                command.pre_exec(move || {
                    default_signals();
                    limits.set()
                })
            };
        }
    }
    match purpose {
        Purpose::LeakSearch => adopt_orphans()?,
        Purpose::Call | Purpose::Tool | Purpose::Program => {}
    }
    let scratch = folders.scratch;
    let disk = Disk { scratch: scratch.to_owned(), most: limits.disk, free: free(scratch) };
    let mut child = command.spawn()?;
    let until = Instant::now() + limits.time;
    let mut pause = Duration::from_millis(1);
    let excess = loop {
        if has_ended(&child)? {
            break None;
        }
        let excess = if Instant::now() >= until { Some(Excess::Time) } else { excess(&child, purpose, &limits, &disk) };
        if excess.is_some() {
            break excess;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(PAUSE);
    };
    // The whole group, while its number is still taken by the process that nobody has waited for yet.
    // SAFETY: the group is that of our own child.
    unsafe { libc::kill(-(child.id() as libc::pid_t), libc::SIGKILL) };
    let status = child.wait()?;
    match purpose {
        Purpose::LeakSearch => await_group(child.id()),
        // It has no other processes.
        Purpose::Call | Purpose::Tool | Purpose::Program => {}
    }
    Ok(excess.map_or(Ending::Ended(status), Ending::Stopped))
}

/// Whether the process has ended; it stays as it is.
fn has_ended(child: &Child) -> io::Result<bool> {
    // SAFETY: all bits zero are a value of this type.
    let mut info: libc::siginfo_t = unsafe { std::mem::zeroed() };
    let flags = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
    // SAFETY: a local of the right type; the number is that of our own child.
    if unsafe { libc::waitid(libc::P_PID, child.id(), &mut info, flags) } < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: `waitid` leaves zero there, or has filled the fields of a child.
    Ok(unsafe { info.si_pid() } != 0)
}

fn excess(child: &Child, purpose: Purpose, limits: &Limits, disk: &Disk) -> Option<Excess> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let field =
        |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).and_then(first_number).unwrap_or(0);
    // Tables for memory that is spread thin may be larger than the memory.
    let memory = (field("VmRSS:") + field("VmPTE:")) << 10;
    let threads = match purpose {
        Purpose::LeakSearch => field("Threads:") + processes_of_group(child.id()),
        Purpose::Call | Purpose::Tool | Purpose::Program => field("Threads:"),
    };
    if memory > limits.memory {
        Some(Excess::Memory)
    } else if threads > MOST_THREADS {
        Some(Excess::Threads)
    } else {
        disk.is_exceeded().then_some(Excess::Disk)
    }
}

fn first_number(text: &str) -> Option<u64> {
    text.split_whitespace().next()?.parse().ok()
}

/// Lets processes that lose their parent become children of ours.
fn adopt_orphans() -> io::Result<()> {
    // SAFETY: numbers only.
    checked(unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })
}

/// Waits for all processes of a group that was killed, orphans by now.
fn await_group(group: u32) {
    loop {
        // SAFETY: nobody wants the status.
        let ended = unsafe { libc::waitpid(-(group as libc::pid_t), std::ptr::null_mut(), libc::__WALL) };
        if ended < 0 && io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return;
        }
    }
}

fn processes_of_group(group: u32) -> u64 {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let group_of = |path: PathBuf| {
        let stat = fs::read_to_string(path.join("stat")).ok()?;
        // The name in brackets may hold anything.
        stat.rsplit_once(')')?.1.split_whitespace().nth(2)?.parse::<u32>().ok()
    };
    entries.filter(|entry| group_of(entry.path()) == Some(group)).count() as u64
}

/// What the scratch folder may hold.
struct Disk {
    scratch: PathBuf,
    most: u64,
    /// Bytes and files that were free in the beginning.
    free: (u64, u64),
}

impl Disk {
    /// Others may fill the disk as well: only then is the folder looked through.
    fn is_exceeded(&self) -> bool {
        let (bytes, files) = free(&self.scratch);
        let suspicious =
            self.free.0.saturating_sub(bytes) > self.most || self.free.1.saturating_sub(files) > MOST_FILES;
        suspicious && {
            let (bytes, files) = used(&self.scratch, self.most);
            bytes > self.most || files > MOST_FILES
        }
    }
}

fn free(folder: &Path) -> (u64, u64) {
    let Ok(name) = std::ffi::CString::new(folder.as_os_str().as_bytes()) else { return (0, 0) };
    // SAFETY: all bits zero are a value of this type.
    let mut answer: libc::statvfs = unsafe { std::mem::zeroed() };
    // SAFETY: text with a NUL, and a local of the right type.
    match unsafe { libc::statvfs(name.as_ptr(), &mut answer) } {
        0 => (answer.f_bfree as u64 * answer.f_frsize as u64, answer.f_ffree as u64),
        _ => (0, 0),
    }
}

/// Bytes and files below a folder, counted until they are too many.
fn used(folder: &Path, most: u64) -> (u64, u64) {
    let (mut bytes, mut files) = (0, 0);
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            // Not of what a link leads to.
            let Ok(metadata) = entry.metadata() else { continue };
            files += 1;
            bytes += metadata.blocks() * 512;
            if metadata.is_dir() {
                open.push(entry.path());
            }
            if bytes > most || files > MOST_FILES {
                return (bytes, files);
            }
        }
    }
    (bytes, files)
}
