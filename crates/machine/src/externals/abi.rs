//! How C functions of unknown type are called: the System V ABI of x86-64.
//!
//! A call fills every register an argument may come in, and some stack; a function looks at those it has parameters for.
//! Does not know structures, `long double` and vectors, nor any other architecture: see [`IS_KNOWN`].

use std::ffi::{CString, c_void};

/// Whether calls can be made here. Elsewhere integers and floats come in other registers.
pub(super) const IS_KNOWN: bool = cfg!(all(target_arch = "x86_64", target_os = "linux"));

/// A function of the C library with every register an argument may come in, and some stack. What it gives comes back in
/// either register: this is how a structure of an integer and a double is returned.
pub(super) type Native = unsafe extern "C" fn(
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
pub(super) struct Registers {
    pub integer: u64,
    pub floating: f64,
}

pub(super) const INTEGER_REGISTERS: usize = 6;
pub(super) const FLOAT_REGISTERS: usize = 8;
pub(super) const STACK_WORDS: usize = 6;

/// Arguments sorted into where the ABI wants them.
#[derive(Clone, Copy, Default)]
pub(super) struct Arguments {
    pub integers: [u64; INTEGER_REGISTERS],
    pub floats: [f64; FLOAT_REGISTERS],
    pub stack: [u64; STACK_WORDS],
}

/// The function of this name in the tool's own process.
pub(super) fn symbol(name: &str) -> Option<Native> {
    let name = CString::new(name).ok()?;
    // SAFETY: the name ends with a NUL.
    let symbol = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
    // SAFETY: a pointer that is not null may be taken for a function; to call it is what needs care.
    (!symbol.is_null()).then(|| unsafe { std::mem::transmute::<*mut c_void, Native>(symbol) })
}

/// Calls a function.
///
/// # Safety
/// Nobody knows what it does: this is for a process that ends afterwards, where [`IS_KNOWN`].
pub(super) unsafe fn call(symbol: Native, arguments: &Arguments) -> Registers {
    let (i, f, s) = (&arguments.integers, &arguments.floats, &arguments.stack);
    // SAFETY: the caller's.
    unsafe {
        symbol(
            i[0], i[1], i[2], i[3], i[4], i[5], f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], s[0], s[1], s[2], s[3],
            s[4], s[5],
        )
    }
}
