//! LLVM types and their layout in memory.

use std::ffi::CStr;
use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::prelude::LLVMTypeRef;
use llvm_sys::target::*;

use super::{Module, TypeKind, take_message};

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
        unsafe { LLVMGetTypeKind(self.raw) }
    }

    /// Width of an integer type.
    pub(crate) fn int_width(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.raw) }
    }

    /// Element type of an array or vector.
    pub(crate) fn element(self) -> Type<'m> {
        Type::new(unsafe { LLVMGetElementType(self.raw) })
    }

    pub(crate) fn array_len(self) -> u64 {
        unsafe { LLVMGetArrayLength2(self.raw) }
    }

    pub(crate) fn vector_len(self) -> u32 {
        unsafe { LLVMGetVectorSize(self.raw) }
    }

    pub(crate) fn struct_len(self) -> u32 {
        unsafe { LLVMCountStructElementTypes(self.raw) }
    }

    pub(crate) fn struct_element(self, index: u32) -> Type<'m> {
        Type::new(unsafe { LLVMStructGetTypeAtIndex(self.raw, index) })
    }

    pub(crate) fn is_opaque_struct(self) -> bool {
        unsafe { LLVMIsOpaqueStruct(self.raw) != 0 }
    }

    pub(crate) fn is_sized(self) -> bool {
        unsafe { LLVMTypeIsSized(self.raw) != 0 }
    }

    /// Return type of a function type.
    pub(crate) fn returned(self) -> Type<'m> {
        Type::new(unsafe { LLVMGetReturnType(self.raw) })
    }

    pub(crate) fn is_variadic(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.raw) != 0 }
    }

    /// LLVM's spelling, for messages.
    pub(crate) fn spelling(self) -> String {
        unsafe { take_message(LLVMPrintTypeToString(self.raw)) }
    }

    /// The integer type of this many bits in the same context.
    pub(super) fn int_of_width(self, width: u32) -> LLVMTypeRef {
        unsafe { LLVMIntTypeInContext(LLVMGetTypeContext(self.raw), width) }
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
        DataLayout { raw: unsafe { LLVMGetModuleDataLayout(module.raw()) }, module: PhantomData }
    }

    pub(crate) fn pointer_bytes(self) -> u32 {
        unsafe { LLVMPointerSize(self.raw) }
    }

    pub(crate) fn is_little_endian(self) -> bool {
        unsafe { LLVMByteOrder(self.raw) == LLVMByteOrdering::LLVMLittleEndian }
    }

    /// Distance between two elements of this type in an array; 0 for a type without size.
    pub(crate) fn alloc_size(self, ty: Type<'m>) -> u64 {
        if ty.is_sized() { unsafe { LLVMABISizeOfType(self.raw, ty.raw) } } else { 0 }
    }

    pub(crate) fn field_offset(self, ty: Type<'m>, index: u32) -> u64 {
        unsafe { LLVMOffsetOfElement(self.raw, ty.raw, index) }
    }
}

impl Module {
    /// The target triple the module was compiled for.
    pub(crate) fn target(&self) -> String {
        unsafe { CStr::from_ptr(LLVMGetTarget(self.raw())).to_string_lossy().into_owned() }
    }

    pub(crate) fn layout(&self) -> DataLayout<'_> {
        DataLayout::of(self)
    }
}
