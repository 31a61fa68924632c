//! Z3's terms: a context, freed on drop, and safe constructors of what lives in it.
//!
//! The only unsafe calls are those of [`Terms::make0`] to [`Terms::make4`], one for each number of arguments, and the few
//! functions here whose C signatures are special. Terms of the wrong sort are no danger: Z3 records an error, which
//! [`Terms::error`] gives, and returns nothing.

use super::ffi::{self, Ast};
use std::ffi::{CStr, c_int};

/// A Z3 context. Everything made by it must be used with it only, and not after it.
pub struct Terms {
    raw: ffi::Context,
}

/// Lets a watchdog stop Z3 from another thread.
#[derive(Clone, Copy)]
pub struct InterruptHandle(ffi::Context);

// SAFETY: `Z3_interrupt` is the one function that may be called while another thread uses the context, and the watchdog
// ends before the context does.
unsafe impl Send for InterruptHandle {}

impl InterruptHandle {
    pub fn interrupt(self) {
        // SAFETY: see the `Send` implementation.
        unsafe { ffi::Z3_interrupt(self.0) }
    }
}

impl Terms {
    pub fn new() -> Terms {
        // SAFETY: plain construction; without a handler, errors are only recorded.
        let raw = unsafe {
            let config = ffi::Z3_mk_config();
            let raw = ffi::Z3_mk_context(config);
            ffi::Z3_del_config(config);
            ffi::Z3_set_error_handler(raw, None);
            raw
        };
        Terms { raw }
    }

    pub fn raw(&self) -> ffi::Context {
        self.raw
    }

    pub fn interrupt_handle(&self) -> InterruptHandle {
        InterruptHandle(self.raw)
    }

    /// Z3's message about its last recorded error, if any.
    pub fn error(&self) -> Result<(), String> {
        // SAFETY: the context is alive; the message belongs to it and is copied at once.
        let message = unsafe {
            match ffi::Z3_get_error_code(self.raw) {
                0 => return Ok(()),
                code => CStr::from_ptr(ffi::Z3_get_error_msg(self.raw, code)).to_string_lossy().into_owned(),
            }
        };
        Err(message)
    }

    /// Calls one of Z3's constructors, `make`, which takes the context only.
    pub fn make0<T>(&self, make: unsafe extern "C" fn(ffi::Context) -> T) -> T {
        // SAFETY: the context is alive, and constructors ask for nothing more.
        unsafe { make(self.raw) }
    }

    /// Calls one of Z3's constructors with one argument, a number or something this context has made.
    pub fn make1<A, T>(&self, make: unsafe extern "C" fn(ffi::Context, A) -> T, a: A) -> T {
        // SAFETY: the context is alive, and so is what it has made; a wrong sort is recorded as an error.
        unsafe { make(self.raw, a) }
    }

    /// The same with two arguments.
    pub fn make2<A, B, T>(&self, make: unsafe extern "C" fn(ffi::Context, A, B) -> T, a: A, b: B) -> T {
        // SAFETY: as for one argument.
        unsafe { make(self.raw, a, b) }
    }

    /// The same with three arguments.
    pub fn make3<A, B, C, T>(&self, make: unsafe extern "C" fn(ffi::Context, A, B, C) -> T, a: A, b: B, c: C) -> T {
        // SAFETY: as for one argument.
        unsafe { make(self.raw, a, b, c) }
    }

    /// The same with four arguments, all terms.
    pub fn make4(&self, make: unsafe extern "C" fn(ffi::Context, Ast, Ast, Ast, Ast) -> Ast, terms: [Ast; 4]) -> Ast {
        let [a, b, c, d] = terms;
        // SAFETY: as for one argument.
        unsafe { make(self.raw, a, b, c, d) }
    }

    /// A constant of some sort whose name is a number.
    pub fn named(&self, number: c_int, sort: ffi::Sort) -> Ast {
        self.make2(ffi::Z3_mk_const, self.make1(ffi::Z3_mk_int_symbol, number), sort)
    }

    pub fn numeral(&self, value: u128, width: u32) -> Ast {
        let part = |value: u64, width: u32| {
            self.make2(ffi::Z3_mk_unsigned_int64, value, self.make1(ffi::Z3_mk_bv_sort, width))
        };
        if width <= 64 {
            part(value as u64, width)
        } else {
            self.concat(part((value >> 64) as u64, width - 64), part(value as u64, 64))
        }
    }

    pub fn truth(&self, value: bool) -> Ast {
        self.make0(if value { ffi::Z3_mk_true } else { ffi::Z3_mk_false })
    }

    pub fn not(&self, a: Ast) -> Ast {
        self.make1(ffi::Z3_mk_not, a)
    }

    pub fn and(&self, a: Ast, b: Ast) -> Ast {
        self.make2(ffi::Z3_mk_and, 2, [a, b].as_ptr())
    }

    pub fn or(&self, a: Ast, b: Ast) -> Ast {
        self.make2(ffi::Z3_mk_or, 2, [a, b].as_ptr())
    }

    pub fn implies(&self, a: Ast, b: Ast) -> Ast {
        self.or(self.not(a), b)
    }

    pub fn eq(&self, a: Ast, b: Ast) -> Ast {
        self.make2(ffi::Z3_mk_eq, a, b)
    }

    pub fn ite(&self, c: Ast, t: Ast, f: Ast) -> Ast {
        self.make3(ffi::Z3_mk_ite, c, t, f)
    }

    pub fn concat(&self, hi: Ast, lo: Ast) -> Ast {
        self.make2(ffi::Z3_mk_concat, hi, lo)
    }

    /// Bits `lo .. lo + width`.
    pub fn extract(&self, a: Ast, lo: u32, width: u32) -> Ast {
        self.make3(ffi::Z3_mk_extract, lo + width - 1, lo, a)
    }

    /// A vector of width 1 as the Boolean it stands for.
    pub fn boolean(&self, vector: Ast) -> Ast {
        self.eq(vector, self.numeral(1, 1))
    }
}

impl Drop for Terms {
    fn drop(&mut self) {
        // SAFETY: nothing made from the context outlives it.
        unsafe { ffi::Z3_del_context(self.raw) }
    }
}
