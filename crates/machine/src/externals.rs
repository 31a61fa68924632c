//! Functions that neither the program nor the tool defines.
//!
//! What is defined in the tool's own process (the rest of the C library) can be called natively, on concrete values: a
//! symbolic argument, and every symbolic byte the call can reach, is fixed to what the model says, and that others are
//! not followed is a cut. The call happens in a child process that has the program's objects mapped at the program's
//! addresses, so a crash, an endless loop or a wild write there harms nobody; what it changed comes back through shared
//! memory. State that a library keeps for itself between calls is lost with the child.
//!
//! Not called: functions that take or give structures and `long double`, and those that would touch the process itself
//! (`fork`, `exec`, threads). A pointer into the library's own memory cannot be followed, so such a result is a cut.

use std::collections::BTreeMap;
use std::ffi::{CString, c_int, c_void};
use std::fmt;
use std::str::FromStr;

use program::ir::ParamKind;

use crate::choice::CutReason;
use crate::inputs::InputKind;
use crate::libc::{CallSite, Returned};
use crate::machine::{Machine, Stop};
use crate::memory::{Byte, Cell, Object, Pointee};
use crate::state::State;
use crate::step::Place;
use crate::value::{Value, mask};

/// What happens at a call of a function without a definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExternalCalls {
    /// The path is cut.
    None,
    /// It is called natively on concrete values.
    #[default]
    Concrete,
    /// Its result and all it can write are unknown.
    OverApproximate,
}

impl ExternalCalls {
    const NAMES: [(&'static str, ExternalCalls); 4] = [
        ("none", ExternalCalls::None),
        ("concrete", ExternalCalls::Concrete),
        ("over-approx", ExternalCalls::OverApproximate),
        // KLEE's name for fixing symbolic arguments, which is always done here.
        ("all", ExternalCalls::Concrete),
    ];
}

impl FromStr for ExternalCalls {
    type Err = String;

    fn from_str(text: &str) -> Result<ExternalCalls, String> {
        let found = ExternalCalls::NAMES.iter().find(|(name, _)| *name == text);
        found
            .map(|(_, policy)| *policy)
            .ok_or_else(|| format!("unknown policy `{text}`: none, concrete or over-approx"))
    }
}

impl fmt::Display for ExternalCalls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = ExternalCalls::NAMES.iter().find(|(_, policy)| policy == self).map_or("", |(name, _)| name);
        f.write_str(name)
    }
}

/// Functions that act on the process as a whole: a child would not show what they do.
const NEVER_CALLED: &[&str] = &["fork", "vfork", "clone", "kill", "raise", "mmap", "munmap", "mprotect", "brk", "sbrk"];
const NEVER_CALLED_PREFIXES: &[&str] = &["exec", "pthread_", "dl", "sem_", "shm", "__secateur_", "sig"];

/// Functions whose result and effect follow from their arguments: one call shows all there is.
const DEPENDS_ON_ARGUMENTS_ONLY: &[&str] = &[
    "atof",
    "strtod",
    "strtof",
    "strverscmp",
    "swab",
    "ffs",
    "ffsl",
    "ffsll",
    "a64l",
    "inet_addr",
    "inet_aton",
    "inet_pton",
    "ecvt_r",
    "fcvt_r",
];
/// The input that stands for whatever else a native call may give.
const OTHER_OUTCOME: &str = "another outcome of a native call";

/// Bytes that are handed to a native function at most.
const MOST_BYTES: u64 = 4 << 20;
/// Symbolic bytes that are fixed for one call at most.
const MOST_SYMBOLIC: usize = 4096;
/// Seconds a native function may take.
const SECONDS: u32 = 5;
const PAGE: u64 = 4096;
/// What unwritten bytes look like to a native function.
const UNWRITTEN: u8 = 0xa5;

/// A function of the C library with every register an argument may come in, and some stack. What it gives comes back in
/// either register: this is how a structure of an integer and a double is returned.
type Native = unsafe extern "C" fn(
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    f64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    ...
) -> Registers;

#[derive(Clone, Copy)]
#[repr(C)]
struct Registers {
    integer: u64,
    floating: f64,
}

const INTEGER_REGISTERS: usize = 6;
const FLOAT_REGISTERS: usize = 8;
const STACK_WORDS: usize = 6;

/// Arguments sorted into where the ABI wants them.
#[derive(Clone, Copy, Default)]
struct Arguments {
    integers: [u64; INTEGER_REGISTERS],
    floats: [f64; FLOAT_REGISTERS],
    stack: [u64; STACK_WORDS],
}

/// What a child leaves in the memory it shares with its parent; the objects' bytes follow.
#[repr(C)]
struct Answer {
    finished: u64,
    registers: Registers,
    errno: i64,
    /// Whether the integer is an address in the child that is none of the program's.
    foreign: u64,
}

/// An object for the child.
struct Passed {
    slot: u64,
    address: u64,
    bytes: Vec<u8>,
    read_only: bool,
}

impl<'p> Machine<'p> {
    /// A call of a function that nobody defines.
    pub(crate) fn external_call(&mut self, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
        // What a foreign function does is not a matter of the values on this path: nothing is learnt over it.
        if self.mode.speaks_for_other_states() {
            return Err(self.external(site, "not followed"));
        }
        match self.settings.external_calls {
            ExternalCalls::None => Err(self.external(site, "no definition")),
            ExternalCalls::Concrete => self.call_natively(st, site),
            ExternalCalls::OverApproximate => self.call_anything(st, site),
        }
    }

    fn external(&self, site: &CallSite, why: &str) -> Stop {
        Stop::Cut(CutReason::External, format!("{}: {why}", self.function(site.target).name))
    }

    /// The result and every byte that pointers lead to may be anything.
    fn call_anything(&mut self, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
        let (_, roots) = self.native_arguments(st, site)?;
        for (slot, _) in self.reachable(st, &roots) {
            if has_symbolic_word(st.memory.object(slot)) {
                return Err(self.external(site, "it can reach a symbolic pointer"));
            }
            let object = st.memory.object(slot);
            if !object.read_only {
                let size = object.capacity;
                self.bytes_input(st, "written by an unknown function", slot, 0, size, InputKind::External);
            }
        }
        let name = self.function(site.target).name.clone();
        match self.function(site.target).returns.as_slice() {
            [] => Ok(Returned::Nothing),
            [width] => {
                Ok(Returned::Value(Value::Expr(self.scalar_of_kind(st, &name, *width, None, InputKind::External))))
            }
            _ => Err(self.external(site, "it returns a structure")),
        }
    }

    fn call_natively(&mut self, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
        let function = self.function(site.target);
        let name = function.name.as_str();
        if NEVER_CALLED.contains(&name) || NEVER_CALLED_PREFIXES.iter().any(|prefix| name.starts_with(prefix)) {
            return Err(self.external(site, "not called natively"));
        }
        let Some(symbol) = native_symbol(name) else { return Err(self.external(site, "no definition")) };
        if function.returns.len() > 1 || function.returns.iter().any(|&width| width > 64) {
            return Err(self.external(site, "it returns a structure"));
        }
        let (arguments, roots) = self.native_arguments(st, site)?;
        if !DEPENDS_ON_ARGUMENTS_ONLY.contains(&name) {
            self.foreign_calls += 1;
            // Another call might give something else (the time, a name, the state of a device).
            let other = self.next_scalar(st, OTHER_OUTCOME, 1);
            self.concretise(st, Value::Expr(other), 1, &format!("what {name} gives"))?;
            self.scalar_of_kind(st, OTHER_OUTCOME, 1, None, InputKind::External);
        }
        let passed = self.passed_objects(st, site, &roots)?;
        let Some((answer, contents)) = in_child(symbol, &arguments, &passed) else {
            return Err(self.external(site, "its native call did not end well"));
        };
        let width = function.returns.first().copied();
        let gives_float = function.returns_float;
        if answer.foreign != 0 && width == Some(64) && !gives_float {
            return Err(self.external(site, "it gives a pointer into memory of its own"));
        }
        for (object, new) in passed.iter().zip(contents) {
            for (offset, (&old, new)) in object.bytes.iter().zip(new).enumerate() {
                if old != new {
                    st.memory.object_mut(object.slot).set_byte(offset as u64, Byte::Concrete(new));
                }
            }
        }
        st.memory.write_bits(self.errno, 4, answer.errno as u64 & mask(32));
        Ok(match width {
            None => Returned::Nothing,
            Some(width) if gives_float => {
                Returned::Value(Value::Bits(answer.registers.floating.to_bits() & mask(width)))
            }
            Some(width) => Returned::Value(Value::Bits(answer.registers.integer & mask(width))),
        })
    }

    /// The arguments, fixed, and those among them that may be pointers.
    fn native_arguments(&mut self, st: &mut State, site: &CallSite) -> Result<(Arguments, Vec<u64>), Stop> {
        let mut all = Arguments::default();
        let mut roots = Vec::new();
        let (mut integers, mut floats, mut stack) = (0, 0, 0);
        for (index, ty) in site.call.arg_types.iter().enumerate() {
            let kind = ty.kind;
            let width = ty.width;
            if width > 64 || matches!(kind, ParamKind::ByVal { .. }) {
                return Err(self.external(site, "an argument is a structure"));
            }
            let bits = self.concretise(st, site.arg(index), width, "an argument of a native function")? as u64;
            if kind == ParamKind::Float && floats < FLOAT_REGISTERS {
                all.floats[floats] = f64::from_bits(bits);
                floats += 1;
                continue;
            }
            roots.push(bits);
            if kind != ParamKind::Float && integers < INTEGER_REGISTERS {
                all.integers[integers] = bits;
                integers += 1;
            } else if stack < STACK_WORDS {
                all.stack[stack] = bits;
                stack += 1;
            } else {
                return Err(self.external(site, "it has too many arguments"));
            }
        }
        Ok((all, roots))
    }

    /// The objects that addresses lead to, by address, directly and through pointers in memory.
    fn reachable(&self, st: &State, roots: &[u64]) -> BTreeMap<u64, u64> {
        let mut found = BTreeMap::new();
        let mut open = roots.to_vec();
        while let Some(address) = open.pop() {
            let Pointee::Live(slot, object) = st.memory.at(address) else { continue };
            if found.insert(slot, object.address).is_some() {
                continue;
            }
            let words = (0..object.capacity.saturating_sub(7)).step_by(8);
            open.extend(words.filter_map(|offset| object.read_bits(offset, 8)));
        }
        found
    }

    /// What the call can reach, with every byte fixed.
    fn passed_objects(&mut self, st: &mut State, site: &CallSite, roots: &[u64]) -> Result<Vec<Passed>, Stop> {
        let reachable = self.reachable(st, roots);
        let total: u64 = reachable.keys().map(|&slot| st.memory.object(slot).capacity).sum();
        if total > MOST_BYTES {
            return Err(self.external(site, &format!("it can reach {total} bytes")));
        }
        let mut fixed = 0;
        let mut passed = Vec::with_capacity(reachable.len());
        for (slot, address) in reachable {
            let (capacity, read_only) = (st.memory.object(slot).capacity, st.memory.object(slot).read_only);
            let mut bytes = Vec::with_capacity(capacity as usize);
            for offset in 0..capacity {
                let byte = match st.memory.object(slot).byte(offset) {
                    Byte::Concrete(byte) => byte,
                    // What nobody wrote can be anything. Bytes that change from this were written by the call.
                    Byte::Special(Cell::Uninit) => UNWRITTEN,
                    Byte::Special(_) => {
                        fixed += 1;
                        if fixed > MOST_SYMBOLIC {
                            return Err(self.external(site, "it can reach too many symbolic bytes"));
                        }
                        let place = Place { slot, offset: Value::Bits(offset) };
                        let e = self.read_place(st, place, 1)?;
                        self.concretise(st, Value::of(&self.dag, e), 8, "a byte for a native function")? as u8
                    }
                };
                bytes.push(byte);
            }
            passed.push(Passed { slot, address, bytes, read_only });
        }
        Ok(passed)
    }
}

/// Whether a whole word is one symbolic value, as a stored pointer is (bytes of text are a value each).
fn has_symbolic_word(object: &Object) -> bool {
    let words = (0..object.capacity.saturating_sub(7)).step_by(8);
    words.into_iter().any(|offset| match (object.byte(offset), object.byte(offset + 7)) {
        (Byte::Special(Cell::Expr { id: first, byte: 0 }), Byte::Special(Cell::Expr { id: last, byte: 7 })) => {
            first == last
        }
        _ => false,
    })
}

/// The function of this name in the tool's own process.
fn native_symbol(name: &str) -> Option<Native> {
    let name = CString::new(name).ok()?;
    // SAFETY: the name ends with a NUL. What is found is only ever called in a child process.
    unsafe {
        let symbol = libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr());
        if symbol.is_null() { None } else { Some(std::mem::transmute::<*mut c_void, Native>(symbol)) }
    }
}

/// Calls a function in a child process; `None` if it did not come back. The contents are those of the objects then.
fn in_child(symbol: Native, arguments: &Arguments, passed: &[Passed]) -> Option<(Answer, Vec<Vec<u8>>)> {
    let head = std::mem::size_of::<Answer>();
    let total = head + passed.iter().map(|object| object.bytes.len()).sum::<usize>();
    // SAFETY: `shared` is checked and has `total` bytes. Between `fork` and `_exit` the child allocates nothing.
    unsafe {
        let shared = libc::mmap(
            std::ptr::null_mut(),
            total,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_SHARED | libc::MAP_ANONYMOUS,
            -1,
            0,
        );
        if shared == libc::MAP_FAILED {
            return None;
        }
        let child = libc::fork();
        if child == 0 {
            run_child(symbol, arguments, passed, shared.cast());
            libc::_exit(0);
        }
        let answer = if child > 0 { collect(child, shared.cast(), head, passed) } else { None };
        libc::munmap(shared, total);
        answer
    }
}

/// SAFETY: `shared` has room for an answer and the bytes of all objects.
unsafe fn collect(
    child: libc::pid_t,
    shared: *const u8,
    head: usize,
    passed: &[Passed],
) -> Option<(Answer, Vec<Vec<u8>>)> {
    let mut status: c_int = 0;
    while unsafe { libc::waitpid(child, &mut status, 0) } < 0 {
        if std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted {
            return None;
        }
    }
    let answer = unsafe { shared.cast::<Answer>().read() };
    if answer.finished == 0 {
        return None;
    }
    let mut at = head;
    let contents = passed.iter().map(|object| {
        let bytes = unsafe { std::slice::from_raw_parts(shared.add(at), object.bytes.len()) };
        at += object.bytes.len();
        bytes.to_vec()
    });
    let contents = contents.collect();
    Some((answer, contents))
}

/// The child's whole life: the program's objects where the program has them, the call, the answer.
///
/// SAFETY: as for [`collect`]; the process ends afterwards.
unsafe fn run_child(symbol: Native, arguments: &Arguments, passed: &[Passed], shared: *mut u8) {
    unsafe {
        for signal in [libc::SIGSEGV, libc::SIGBUS, libc::SIGABRT, libc::SIGFPE, libc::SIGILL, libc::SIGALRM] {
            libc::signal(signal, libc::SIG_DFL);
        }
        libc::alarm(SECONDS);
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::setrlimit(libc::RLIMIT_CORE, &none);
        let nothing = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
        for descriptor in 0..3 {
            libc::dup2(nothing, descriptor);
        }
        for object in passed {
            let start = object.address / PAGE * PAGE;
            let size = object.address + object.bytes.len() as u64 - start;
            let mapped = libc::mmap(
                start as *mut c_void,
                size.max(1) as usize,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED,
                -1,
                0,
            );
            if mapped == libc::MAP_FAILED {
                return;
            }
            std::ptr::copy_nonoverlapping(object.bytes.as_ptr(), object.address as *mut u8, object.bytes.len());
            if object.read_only {
                libc::mprotect(start as *mut c_void, size.max(1) as usize, libc::PROT_READ);
            }
        }
        *libc::__errno_location() = 0;
        let (i, f, s) = (&arguments.integers, &arguments.floats, &arguments.stack);
        let registers = symbol(
            i[0], i[1], i[2], i[3], i[4], i[5], f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], s[0], s[1], s[2], s[3],
            s[4], s[5],
        );
        let errno = *libc::__errno_location();
        let mut at = shared.add(std::mem::size_of::<Answer>());
        for object in passed {
            std::ptr::copy_nonoverlapping(object.address as *const u8, at, object.bytes.len());
            at = at.add(object.bytes.len());
        }
        let answer = Answer {
            finished: 1,
            registers,
            errno: errno as i64,
            foreign: is_foreign(registers.integer, passed) as u64,
        };
        shared.cast::<Answer>().write(answer);
    }
}

/// Whether a value is an address of mapped memory that is none of the program's objects.
///
/// SAFETY: `mincore` only looks at the page tables.
unsafe fn is_foreign(value: u64, passed: &[Passed]) -> bool {
    if passed.iter().any(|object| (object.address..=object.address + object.bytes.len() as u64).contains(&value)) {
        return false;
    }
    let mut resident = 0u8;
    value >= PAGE && unsafe { libc::mincore((value / PAGE * PAGE) as *mut c_void, 1, &mut resident) } == 0
}
