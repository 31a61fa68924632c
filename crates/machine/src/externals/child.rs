//! The process a foreign function is called in, and the memory it shares with ours.
//!
//! The child has the program's objects at the program's addresses. It writes what they hold after the call, what the
//! function gave and what became of `errno` into memory that both processes see. It is in a sandbox, where it can read the
//! system and write nothing.
//!
//! Between `fork` and `_exit` the child allocates nothing and takes no lock: other threads of ours do not exist in it, and
//! may have held one.

use std::ffi::{c_int, c_void};
use std::io;
use std::sync::OnceLock;
use std::time::Duration;

use sandbox::{Limits, Purpose, Sandbox};

use super::abi::{self, Arguments, Native, Registers};
use super::handover::Passed;

/// Time a native function may take.
const TIME: Duration = Duration::from_secs(5);
/// What the kernel grants a call: it writes no files.
const LIMITS: Limits = Limits { time: TIME, memory: 0, address_space: None, file_size: 0, disk: 0 };
const PAGE: u64 = 4096;

/// What a child leaves in the memory it shares with its parent; the objects' bytes follow.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Answer {
    finished: u64,
    pub registers: Registers,
    pub errno: i64,
    /// Whether the integer is an address in the child that is none of the program's.
    pub foreign: u64,
}

/// Memory that parent and child see: an answer and the bytes of all objects. It is zero at first.
struct Shared {
    start: *mut u8,
    size: usize,
}

impl Shared {
    fn new(passed: &[Passed]) -> Option<Shared> {
        let size = size_of::<Answer>() + passed.iter().map(|object| object.bytes.len()).sum::<usize>();
        let (access, kind) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping, of memory nobody has.
        let start = unsafe { libc::mmap(std::ptr::null_mut(), size, access, kind, -1, 0) };
        (start != libc::MAP_FAILED).then(|| Shared { start: start.cast(), size })
    }

    /// What a child that is over has left, if it came to the end.
    fn read(&self, passed: &[Passed]) -> Option<(Answer, Vec<Vec<u8>>)> {
        // SAFETY: there is room for an answer, any bits are one, and the other process is no more.
        let answer = unsafe { self.start.cast::<Answer>().read() };
        if answer.finished == 0 {
            return None;
        }
        let mut at = size_of::<Answer>();
        let contents = passed.iter().map(|object| {
            let mut bytes = vec![0; object.bytes.len()];
            // SAFETY: the objects' bytes lie behind the answer, one after the other.
            unsafe { std::ptr::copy_nonoverlapping(self.start.add(at), bytes.as_mut_ptr(), bytes.len()) };
            at += bytes.len();
            bytes
        });
        let contents = contents.collect();
        Some((answer, contents))
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: the mapping is this one's own, and nothing borrows from it.
        unsafe { libc::munmap(self.start.cast(), self.size) };
    }
}

/// Calls a function in a child process; `None` if it did not come back. The contents are those of the objects then.
pub(super) fn call(symbol: Native, arguments: &Arguments, passed: &[Passed]) -> Option<(Answer, Vec<Vec<u8>>)> {
    let shared = Shared::new(passed)?;
    let walls = walls()?;
    // SAFETY: the child does nothing that needs the threads it does not have, and ends here.
    let child = unsafe { libc::fork() };
    if child == 0 {
        // SAFETY: this is the child.
        unsafe {
            live(symbol, arguments, passed, &shared, walls);
            libc::_exit(0);
        }
    }
    if child < 0 || !is_over(child) {
        return None;
    }
    shared.read(passed)
}

/// What is around a call.
enum Walls {
    Sandbox(Sandbox),
    /// The system has no sandbox: only a user who knows gets here.
    None,
}

/// The walls around all calls; `None` where there should be a sandbox and it could not be made, so that nothing is called.
fn walls() -> Option<&'static Walls> {
    static WALLS: OnceLock<Option<Walls>> = OnceLock::new();
    let make = || match sandbox::available() {
        Ok(()) => Sandbox::new(Purpose::Call, None, LIMITS).ok().map(Walls::Sandbox),
        Err(_) => Some(Walls::None),
    };
    WALLS.get_or_init(make).as_ref()
}

/// Waits for the child's end, which comes when its time is up at the latest.
fn is_over(child: libc::pid_t) -> bool {
    // SAFETY: numbers, and a local for the answer. The child is ours and nobody has waited for it.
    unsafe {
        let descriptor = libc::syscall(libc::SYS_pidfd_open, child, 0) as c_int;
        if descriptor >= 0 {
            let mut end = libc::pollfd { fd: descriptor, events: libc::POLLIN, revents: 0 };
            if libc::poll(&mut end, 1, TIME.as_millis() as c_int) == 0 {
                libc::kill(child, libc::SIGKILL);
            }
            libc::close(descriptor);
        }
    }
    let mut status: c_int = 0;
    // SAFETY: the status is a local.
    while unsafe { libc::waitpid(child, &mut status, 0) } < 0 {
        if io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return false;
        }
    }
    true
}

/// The child's whole life: the program's objects where the program has them, the call, the answer.
///
/// # Safety
/// Only in a child, which ends afterwards: its memory and its descriptors are replaced.
unsafe fn live(symbol: Native, arguments: &Arguments, passed: &[Passed], shared: &Shared, walls: &Walls) {
    // SAFETY: system calls with constants and locals; nothing of the parent is reached by them.
    unsafe {
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGFPE, libc::SIGILL, libc::SIGALRM] {
            libc::signal(signal, libc::SIG_DFL);
        }
        libc::alarm(TIME.as_secs() as u32);
        let nothing = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
        for descriptor in 0..3 {
            libc::dup2(nothing, descriptor);
        }
        let is_in_place = match walls {
            Walls::Sandbox(sandbox) => sandbox.enter().is_ok(),
            Walls::None => true,
        };
        if !is_in_place {
            return;
        }
    }
    for object in passed {
        // SAFETY: the caller's.
        if !unsafe { put(object) } {
            return;
        }
    }
    // SAFETY: `errno` is this thread's own; the call is the caller's.
    let (registers, errno) = unsafe {
        *libc::__errno_location() = 0;
        let registers = abi::call(symbol, arguments);
        (registers, *libc::__errno_location())
    };
    let mut at = size_of::<Answer>();
    for object in passed {
        // SAFETY: the object is mapped, unless the function has unmapped it, and then this process ends at once. There is
        // room for all objects behind the answer.
        unsafe { std::ptr::copy_nonoverlapping(object.address as *const u8, shared.start.add(at), object.bytes.len()) };
        at += object.bytes.len();
    }
    let foreign = u64::from(is_foreign(registers.integer, passed));
    let answer = Answer { finished: 1, registers, errno: i64::from(errno), foreign };
    // SAFETY: there is room for an answer, and the parent waits for the end of this process before it reads.
    unsafe { shared.start.cast::<Answer>().write(answer) };
}

/// Puts an object where the program has it.
///
/// # Safety
/// Whatever else was at its address is gone.
unsafe fn put(object: &Passed) -> bool {
    let start = object.address / PAGE * PAGE;
    let size = (object.address + object.bytes.len() as u64 - start).max(1) as usize;
    let kind = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED;
    // SAFETY: the caller's. The pages from `start` on hold all of the object.
    unsafe {
        let mapped = libc::mmap(start as *mut c_void, size, libc::PROT_READ | libc::PROT_WRITE, kind, -1, 0);
        if mapped == libc::MAP_FAILED {
            return false;
        }
        std::ptr::copy_nonoverlapping(object.bytes.as_ptr(), object.address as *mut u8, object.bytes.len());
        if object.read_only {
            libc::mprotect(mapped, size, libc::PROT_READ);
        }
    }
    true
}

/// Whether a value is an address of mapped memory that is none of the program's objects.
fn is_foreign(value: u64, passed: &[Passed]) -> bool {
    if passed.iter().any(|object| (object.address..=object.address + object.bytes.len() as u64).contains(&value)) {
        return false;
    }
    let mut resident = 0u8;
    // SAFETY: it only looks at the page tables, and writes the answer for one page.
    value >= PAGE && unsafe { libc::mincore((value / PAGE * PAGE) as *mut c_void, 1, &mut resident) } == 0
}
