//! LLVM's C API behind safe names.
//!
//! Handles ([`Value`], [`Type`], [`Block`]) are plain pointers tied by lifetime to the [`Module`] that owns what they
//! point to. The wrappers check what the C API leaves unchecked only where a caller could get it wrong by data (wide
//! integers, missing names); calling a method on a value of the wrong kind is a mistake of `lower`, which always
//! looks at the kind or opcode first.
//!
//! Does not hold: anything about our own IR.

mod module;
mod types;
mod values;

pub(crate) use llvm_sys::{
    LLVMAtomicRMWBinOp as RmwOp, LLVMIntPredicate as IntPredicate, LLVMLinkage as Linkage, LLVMOpcode as Opcode,
    LLVMRealPredicate as FloatPredicate, LLVMTypeKind as TypeKind, LLVMValueKind as ValueKind,
};
pub(crate) use module::{Merge, Module};
pub(crate) use types::{DataLayout, Type};
pub(crate) use values::{Block, DebugLocation, Value};

use std::ffi::{CStr, c_char};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The right to call LLVM. One thread has it at a time, so that a copy of the process (see `trial`) never inherits a
/// lock of LLVM's that another thread holds.
pub(crate) fn exclusive() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The text at `data`, which need not end in NUL.
///
/// # Safety
/// `data` is null or points to `len` readable bytes.
unsafe fn text(data: *const c_char, len: usize) -> String {
    if data.is_null() || len == 0 {
        return String::new();
    }
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), len) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Takes over a message LLVM allocated.
///
/// # Safety
/// `message` is null or a NUL-terminated string that `LLVMDisposeMessage` may free.
unsafe fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        llvm_sys::core::LLVMDisposeMessage(message);
        text
    }
}
