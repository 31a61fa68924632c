//! A module with the context it lives in: reading, linking, transforming, checking.

use std::ffi::{CString, c_void};
use std::ptr;

use llvm_sys::LLVMInlineAsmDialect;
use llvm_sys::analysis::{LLVMVerifierFailureAction, LLVMVerifyModule};
use llvm_sys::bit_reader::LLVMGetBitcodeModuleInContext2;
use llvm_sys::bit_writer::LLVMWriteBitcodeToMemoryBuffer;
use llvm_sys::core::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMGetErrorMessage};
use llvm_sys::ir_reader::LLVMParseIRInContext;
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::{LLVMContextRef, LLVMDiagnosticInfoRef, LLVMModuleRef, LLVMValueRef};
use llvm_sys::transforms::pass_builder::{
    LLVMCreatePassBuilderOptions, LLVMDisposePassBuilderOptions, LLVMPassBuilderOptionsSetLoopVectorization,
    LLVMPassBuilderOptionsSetSLPVectorization, LLVMRunPasses,
};

use sha2::{Digest, Sha256};

use super::{Linkage, Value, ask, take_message};

/// What LLVM said about something it did not accept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LlvmError(pub(crate) String);

/// A module and its context.
pub(crate) struct Module {
    context: LLVMContextRef,
    module: LLVMModuleRef,
    /// Diagnostics LLVM would print; the context holds a pointer to it.
    messages: Box<Messages>,
}

#[derive(Default)]
struct Messages(Vec<String>);

impl Messages {
    /// An error out of what a call returned and what was collected meanwhile.
    fn explain(&mut self, text: String) -> LlvmError {
        let parts = std::iter::once(text).chain(self.0.drain(..)).filter(|m| !m.is_empty());
        LlvmError(parts.collect::<Vec<_>>().join("; "))
    }
}

extern "C" fn collect(info: LLVMDiagnosticInfoRef, messages: *mut c_void) {
    // SAFETY: `messages` is what is boxed in the `Module` whose context calls this, and LLVM calls it only while a
    // method of that module runs.
    unsafe {
        let text = take_message(LLVMGetDiagInfoDescription(info));
        (*messages.cast::<Messages>()).0.push(text);
    }
}

impl Module {
    /// Reads bitcode or textual IR.
    pub(crate) fn parse(bytes: &[u8], name: &str) -> Result<Module, LlvmError> {
        // SAFETY: the handler's box lives as long as the context; a context without a module is disposed of here, one with
        // a module when the module is dropped.
        unsafe {
            let context = LLVMContextCreate();
            let mut messages = Box::new(Messages::default());
            LLVMContextSetDiagnosticHandler(context, Some(collect), ptr::from_mut(messages.as_mut()).cast());
            match parse_into(context, bytes, name) {
                Ok(module) => Ok(Module { context, module, messages }),
                Err(LlvmError(error)) => {
                    LLVMContextDispose(context);
                    Err(messages.explain(error))
                }
            }
        }
    }

    /// SHA-256 of its bitcode, in hexadecimal.
    pub(crate) fn hash(&self) -> String {
        // SAFETY: the module is alive; the buffer is as long as it says, and is not used after it is disposed of.
        let digest = unsafe {
            let buffer = LLVMWriteBitcodeToMemoryBuffer(self.module);
            let bytes = std::slice::from_raw_parts(LLVMGetBufferStart(buffer).cast::<u8>(), LLVMGetBufferSize(buffer));
            let digest = Sha256::digest(bytes);
            LLVMDisposeMemoryBuffer(buffer);
            digest
        };
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    pub(super) fn raw(&self) -> LLVMModuleRef {
        self.module
    }

    pub(super) fn context(&self) -> LLVMContextRef {
        self.context
    }

    /// Links another module, given as bitcode or textual IR, into this one.
    pub(crate) fn link(&mut self, bytes: &[u8], name: &str, merge: Merge) -> Result<(), LlvmError> {
        // SAFETY: the context is alive.
        let other = unsafe {
            match merge {
                Merge::Everything => parse_into(self.context, bytes, name),
                Merge::OnlyNeeded => open_in(self.context, bytes, name),
            }
        };
        let other = other.map_err(|e| self.messages.explain(e.0))?;
        match merge {
            Merge::Everything => {}
            // SAFETY: it was made just now.
            Merge::OnlyNeeded => unsafe { make_optional(other) },
        }
        // SAFETY: both modules are alive and in one context; the linker takes `other` over, whatever comes of it.
        if unsafe { LLVMLinkModules2(self.module, other) } != 0 {
            return Err(self.messages.explain(String::new()));
        }
        Ok(())
    }

    /// Declares a function with the type of `like` unless the name is taken.
    pub(crate) fn declare_like(&self, name: &str, like: Value<'_>) {
        let Ok(name) = CString::new(name) else { return };
        // SAFETY: module, name and function are alive.
        unsafe {
            if LLVMGetNamedFunction(self.module, name.as_ptr()).is_null() {
                LLVMAddFunction(self.module, name.as_ptr(), LLVMGlobalGetValueType(like.raw));
            }
        }
    }

    /// Runs a pass pipeline in the notation of `opt -passes=`.
    pub(crate) fn run_passes(&mut self, pipeline: &str) -> Result<(), LlvmError> {
        let text = CString::new(pipeline).map_err(|_| LlvmError("NUL in a pass pipeline".to_string()))?;
        // SAFETY: the module is alive and borrowed for change, so no handle to what passes may remove exists; options and
        // message are disposed of.
        unsafe {
            let options = LLVMCreatePassBuilderOptions();
            // Vectors would only be taken apart again.
            LLVMPassBuilderOptionsSetLoopVectorization(options, 0);
            LLVMPassBuilderOptionsSetSLPVectorization(options, 0);
            let error = LLVMRunPasses(self.module, text.as_ptr(), ptr::null_mut(), options);
            LLVMDisposePassBuilderOptions(options);
            if error.is_null() {
                return Ok(());
            }
            let message = LLVMGetErrorMessage(error);
            let text = std::ffi::CStr::from_ptr(message).to_string_lossy().into_owned();
            LLVMDisposeErrorMessage(message);
            Err(self.messages.explain(text))
        }
    }

    /// Checks that the module is well formed.
    pub(crate) fn verify(&mut self) -> Result<(), LlvmError> {
        let mut message = ptr::null_mut();
        let action = LLVMVerifierFailureAction::LLVMReturnStatusAction;
        // SAFETY: the module is alive, and `message` is a valid place for what LLVM has to say.
        let broken = unsafe { LLVMVerifyModule(self.module, action, &mut message) } != 0;
        let text = take_message(message);
        if broken { Err(self.messages.explain(text)) } else { Ok(()) }
    }

    pub(crate) fn functions(&self) -> Vec<Value<'_>> {
        // SAFETY: the values borrow this module.
        unsafe { functions_of(self.module) }
    }

    pub(crate) fn globals(&self) -> Vec<Value<'_>> {
        // SAFETY: the values borrow this module.
        unsafe { globals_of(self.module) }
    }

    /// What the compilers of its parts call themselves (`llvm.ident`).
    pub(crate) fn made_by(&self) -> Vec<String> {
        const NAME: &std::ffi::CStr = c"llvm.ident";
        // SAFETY: the module is alive, and the lists are as long as LLVM says. An entry is a node of texts.
        unsafe {
            let mut entries =
                vec![ptr::null_mut(); LLVMGetNamedMetadataNumOperands(self.module, NAME.as_ptr()) as usize];
            LLVMGetNamedMetadataOperands(self.module, NAME.as_ptr(), entries.as_mut_ptr());
            let texts = entries.into_iter().flat_map(|entry| {
                let mut texts = vec![ptr::null_mut(); LLVMGetMDNodeNumOperands(entry) as usize];
                LLVMGetMDNodeOperands(entry, texts.as_mut_ptr());
                texts
            });
            texts.filter_map(Value::optional).map(Value::metadata_text).collect()
        }
    }

    /// Puts inline assembly without operands, which no pass touches, before an instruction.
    pub(crate) fn insert_assembly(&self, before: Value<'_>, template: &str) {
        // SAFETY: the context is alive; text has as many bytes as it says.
        self.build_before(before, |builder| unsafe {
            let ty = LLVMFunctionType(LLVMVoidTypeInContext(self.context), ptr::null_mut(), 0, 0);
            let (text, dialect) = (template.as_ptr().cast(), LLVMInlineAsmDialect::LLVMInlineAsmDialectATT);
            let assembly = LLVMGetInlineAsm(ty, text, template.len(), ptr::null(), 0, 1, 0, dialect, 0);
            LLVMBuildCall2(builder, ty, assembly, ptr::null_mut(), 0, c"".as_ptr())
        });
    }

    /// Puts `store freeze undef` before an instruction, so that what a promoted variable holds before its first assignment is
    /// one arbitrary value and not LLVM's choice at each use.
    pub(crate) fn initialise_arbitrarily(&self, alloca: Value<'_>, before: Value<'_>) {
        // SAFETY: the instruction is alive.
        self.build_before(before, |builder| unsafe {
            let arbitrary = LLVMBuildFreeze(builder, LLVMGetUndef(LLVMGetAllocatedType(alloca.raw)), c"".as_ptr());
            LLVMBuildStore(builder, arbitrary, alloca.raw)
        });
    }
}

impl Drop for Module {
    fn drop(&mut self) {
        // SAFETY: nobody else has them, and every handle borrows the module.
        unsafe {
            LLVMDisposeModule(self.module);
            LLVMContextDispose(self.context);
        }
    }
}

/// How much of a module linking brings in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Merge {
    Everything,
    /// Only what is used and not defined yet: a library of models that any definition of the user overrides.
    OnlyNeeded,
}

/// Gives every definition the linkage of a C++ inline function: a definition elsewhere wins, and the linker brings
/// in only what is referenced.
///
/// # Safety
/// `module` is live.
unsafe fn make_optional(module: LLVMModuleRef) {
    let aliases = chain_of(ask(module, LLVMGetFirstGlobalAlias), LLVMGetNextGlobalAlias);
    // SAFETY: the values are used here only.
    let (functions, globals) = unsafe { (functions_of(module), globals_of(module)) };
    for value in functions.into_iter().chain(globals).chain(aliases) {
        match value.linkage() {
            Linkage::LLVMExternalLinkage
            | Linkage::LLVMWeakAnyLinkage
            | Linkage::LLVMWeakODRLinkage
            | Linkage::LLVMCommonLinkage
                if !value.is_declaration() =>
            {
                value.set_linkage(Linkage::LLVMLinkOnceODRLinkage);
            }
            _ => {}
        }
    }
}

/// # Safety
/// `context` is live.
unsafe fn parse_into(context: LLVMContextRef, bytes: &[u8], name: &str) -> Result<LLVMModuleRef, LlvmError> {
    let name = CString::new(name.replace('\0', "?")).unwrap_or_default();
    // SAFETY: the context is alive, and the buffer is as long as it says.
    unsafe {
        // The copy ends in NUL, which the reader of textual IR relies on; parsing takes the buffer over.
        let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), name.as_ptr());
        let mut module = ptr::null_mut();
        let mut message = ptr::null_mut();
        if LLVMParseIRInContext(context, buffer, &mut module, &mut message) != 0 || module.is_null() {
            return Err(LlvmError(take_message(message)));
        }
        Ok(module)
    }
}

/// Opens bitcode without reading the bodies of functions: the linker reads those that it takes, which are few of many.
///
/// # Safety
/// `context` is live.
unsafe fn open_in(context: LLVMContextRef, bytes: &[u8], name: &str) -> Result<LLVMModuleRef, LlvmError> {
    let name = CString::new(name.replace('\0', "?")).unwrap_or_default();
    let mut module = ptr::null_mut();
    // SAFETY: the context is alive, and the buffer is as long as it says; a module takes it over, else it is still ours.
    unsafe {
        let buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.as_ptr().cast(), bytes.len(), name.as_ptr());
        if LLVMGetBitcodeModuleInContext2(context, buffer, &mut module) != 0 || module.is_null() {
            LLVMDisposeMemoryBuffer(buffer);
            return Err(LlvmError("it is no bitcode".to_owned()));
        }
    }
    Ok(module)
}

/// # Safety
/// `module` outlives `'m`.
unsafe fn functions_of<'m>(module: LLVMModuleRef) -> Vec<Value<'m>> {
    chain_of(ask(module, LLVMGetFirstFunction), LLVMGetNextFunction)
}

/// # Safety
/// `module` outlives `'m`.
unsafe fn globals_of<'m>(module: LLVMModuleRef) -> Vec<Value<'m>> {
    chain_of(ask(module, LLVMGetFirstGlobal), LLVMGetNextGlobal)
}

/// A value and all that come after it in their module.
fn chain_of<'m>(first: LLVMValueRef, after: unsafe extern "C" fn(LLVMValueRef) -> LLVMValueRef) -> Vec<Value<'m>> {
    let mut found = Vec::new();
    let mut next = first;
    while !next.is_null() {
        found.push(Value::new(next));
        next = ask(next, after);
    }
    found
}
