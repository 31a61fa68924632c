//! LLVM types and their layout in memory.

use std::ffi::CStr;
use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::target::*;

use super::{Module, TypeKind, ask, ask_at, take_message};

/// A type of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Type<'m> {
    pub(super) raw: LLVMTypeRef,
    pub(super) module: PhantomData<&'m Module>,
}

impl<'m> Type<'m> {
    pub(super) fn new(raw: LLVMTypeRef) -> Type<'m> {
        Type { raw, module: PhantomData }
    }

    pub(crate) fn kind(self) -> TypeKind {
        ask(self.raw, LLVMGetTypeKind)
    }

    /// Width of an integer type.
    pub(crate) fn int_width(self) -> u32 {
        ask(self.raw, LLVMGetIntTypeWidth)
    }

    /// Element type of an array or vector.
    pub(crate) fn element(self) -> Type<'m> {
        Type::new(ask(self.raw, LLVMGetElementType))
    }

    pub(crate) fn array_len(self) -> u64 {
        ask(self.raw, LLVMGetArrayLength2)
    }

    pub(crate) fn vector_len(self) -> u32 {
        ask(self.raw, LLVMGetVectorSize)
    }

    pub(crate) fn struct_len(self) -> u32 {
        ask(self.raw, LLVMCountStructElementTypes)
    }

    pub(crate) fn struct_element(self, index: u32) -> Type<'m> {
        Type::new(ask_at(self.raw, LLVMStructGetTypeAtIndex, index))
    }

    pub(crate) fn is_opaque_struct(self) -> bool {
        ask(self.raw, LLVMIsOpaqueStruct) != 0
    }

    pub(crate) fn is_sized(self) -> bool {
        ask(self.raw, LLVMTypeIsSized) != 0
    }

    /// Return type of a function type.
    pub(crate) fn returned(self) -> Type<'m> {
        Type::new(ask(self.raw, LLVMGetReturnType))
    }

    pub(crate) fn is_variadic(self) -> bool {
        ask(self.raw, LLVMIsFunctionVarArg) != 0
    }

    /// LLVM's spelling, for messages.
    pub(crate) fn spelling(self) -> String {
        take_message(ask(self.raw, LLVMPrintTypeToString))
    }

    /// The integer type of this many bits in the same context.
    pub(super) fn int_of_width(self, width: u32) -> LLVMTypeRef {
        ask_at(ask(self.raw, LLVMGetTypeContext), LLVMIntTypeInContext, width)
    }
}

/// Sizes and offsets for the target the module was compiled for.
#[derive(Clone, Copy)]
pub(crate) struct DataLayout<'m> {
    raw: LLVMTargetDataRef,
    module: PhantomData<&'m Module>,
}

impl<'m> DataLayout<'m> {
    pub(super) fn of(module: &'m Module) -> DataLayout<'m> {
        DataLayout { raw: ask(module.raw(), LLVMGetModuleDataLayout), module: PhantomData }
    }

    pub(crate) fn pointer_bytes(self) -> u32 {
        ask(self.raw, LLVMPointerSize)
    }

    pub(crate) fn is_little_endian(self) -> bool {
        ask(self.raw, LLVMByteOrder) == LLVMByteOrdering::LLVMLittleEndian
    }

    /// Distance between two elements of this type in an array; 0 for a type without size.
    pub(crate) fn alloc_size(self, ty: Type<'m>) -> u64 {
        if ty.is_sized() { ask_at(self.raw, LLVMABISizeOfType, ty.raw) } else { 0 }
    }

    /// What addresses of this type are multiples of.
    pub(crate) fn alignment(self, ty: Type<'m>) -> u64 {
        if ty.is_sized() { u64::from(ask_at(self.raw, LLVMABIAlignmentOfType, ty.raw)) } else { 1 }
    }

    pub(crate) fn field_offset(self, ty: Type<'m>, index: u32) -> u64 {
        // SAFETY: both handles are alive; whoever asks for a field of a struct has counted them.
        unsafe { LLVMOffsetOfElement(self.raw, ty.raw, index) }
    }
}

impl Module {
    /// The target triple the module was compiled for.
    pub(crate) fn target(&self) -> String {
        // SAFETY: LLVM returns a string that ends in NUL and lives as long as the module; it is copied at once.
        unsafe { CStr::from_ptr(LLVMGetTarget(self.raw())) }.to_string_lossy().into_owned()
    }

    pub(crate) fn layout(&self) -> DataLayout<'_> {
        DataLayout::of(self)
    }
}
