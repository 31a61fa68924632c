//! LLVM's C API behind safe names.
//!
//! Handles ([`Value`], [`Type`], [`Block`]) are plain pointers tied by lifetime to the [`Module`] that owns what they
//! point to. The wrappers check what the C API leaves unchecked only where a caller could get it wrong by data (wide
//! integers, missing names); calling a method on a value of the wrong kind is a mistake of `lower`, which always
//! looks at the kind or opcode first.
//!
//! Does not hold: anything about our own IR.

mod debug_info;
mod editing;
mod instructions;
mod module;
mod types;
mod values;

pub(crate) use debug_info::{DebugNode, Description, Qualifier, Tag};
pub(crate) use editing::{field, global_of};
pub(crate) use instructions::{Block, DebugLocation, Scope};
pub(crate) use llvm_sys::{
    LLVMAtomicRMWBinOp as RmwOp, LLVMIntPredicate as IntPredicate, LLVMLinkage as Linkage, LLVMOpcode as Opcode,
    LLVMRealPredicate as FloatPredicate, LLVMTypeKind as TypeKind, LLVMValueKind as ValueKind,
};
pub(crate) use module::{Merge, Module};
pub(crate) use types::{DataLayout, Type};
pub(crate) use values::Value;

use std::ffi::{CStr, c_char};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The right to call LLVM. One thread has it at a time, so that a copy of the process (see `sandbox`) never inherits a
/// lock of LLVM's that another thread holds.
pub(crate) fn exclusive() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks LLVM something about a handle, or for something it holds.
///
/// Handles are alive, because the module that owns what they point to is borrowed for as long as they exist. That
/// `question` is one for this kind of value is up to the caller, as the module's description says.
fn ask<H, T>(handle: H, question: unsafe extern "C" fn(H) -> T) -> T {
    // SAFETY: see above.
    unsafe { question(handle) }
}

/// The same for a question with a number, or another handle of the same module. An index is one the caller has counted.
fn ask_at<H, I, T>(handle: H, question: unsafe extern "C" fn(H, I) -> T, index: I) -> T {
    // SAFETY: see `ask`.
    unsafe { question(handle, index) }
}

/// The text LLVM gives for a handle; empty if it gives none.
fn text_of<H, L: Default + TryInto<usize>>(
    handle: H,
    question: unsafe extern "C" fn(H, *mut L) -> *const c_char,
) -> String {
    let mut len = L::default();
    // SAFETY: for the handle see `ask`; `len` is a valid place for the length.
    let data = unsafe { question(handle, &mut len) };
    let len = len.try_into().unwrap_or(0);
    if data.is_null() || len == 0 {
        return String::new();
    }
    // SAFETY: LLVM returns as many readable bytes as it says; they are copied at once.
    let bytes = unsafe { std::slice::from_raw_parts(data.cast::<u8>(), len) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Takes over a message LLVM has just allocated: null, or a string that ends in NUL.
fn take_message(message: *mut c_char) -> String {
    if message.is_null() {
        return String::new();
    }
    // SAFETY: the message is ours, and nobody uses it after this.
    unsafe {
        let text = CStr::from_ptr(message).to_string_lossy().into_owned();
        llvm_sys::core::LLVMDisposeMessage(message);
        text
    }
}
