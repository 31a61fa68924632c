//! LLVM values: constants, globals, functions, instructions and blocks.

use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMMetadataRef, LLVMValueRef};

use super::{FloatPredicate, IntPredicate, Linkage, Module, Opcode, RmwOp, Type, ValueKind, take_message, text};

/// A value of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Value<'m> {
    pub(super) raw: LLVMValueRef,
    module: PhantomData<&'m Module>,
}

/// A basic block of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Block<'m> {
    raw: LLVMBasicBlockRef,
    module: PhantomData<&'m Module>,
}

/// An attached source position; equal handles are equal positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct DebugLocation<'m> {
    raw: LLVMMetadataRef,
    module: PhantomData<&'m Module>,
}

impl<'m> Value<'m> {
    pub(super) fn new(raw: LLVMValueRef) -> Value<'m> {
        Value { raw, module: PhantomData }
    }

    pub(super) fn optional(raw: LLVMValueRef) -> Option<Value<'m>> {
        (!raw.is_null()).then(|| Value::new(raw))
    }

    pub(crate) fn kind(self) -> ValueKind {
        unsafe { LLVMGetValueKind(self.raw) }
    }

    pub(crate) fn ty(self) -> Type<'m> {
        Type::new(unsafe { LLVMTypeOf(self.raw) })
    }

    pub(crate) fn name(self) -> String {
        let mut len = 0;
        unsafe {
            let data = LLVMGetValueName2(self.raw, &mut len);
            text(data, len)
        }
    }

    /// LLVM's spelling, for messages.
    pub(crate) fn spelling(self) -> String {
        unsafe { take_message(LLVMPrintValueToString(self.raw)) }
    }

    pub(crate) fn operand_count(self) -> u32 {
        unsafe { LLVMGetNumOperands(self.raw) as u32 }
    }

    pub(crate) fn operand(self, index: u32) -> Value<'m> {
        Value::new(unsafe { LLVMGetOperand(self.raw, index) })
    }

    /// The text of a metadata argument; empty if it is none.
    pub(crate) fn metadata_text(self) -> String {
        let mut len = 0;
        unsafe {
            let data = LLVMGetMDString(self.raw, &mut len);
            text(data, len as usize)
        }
    }

    /// The users, once for each use.
    pub(crate) fn users(self) -> impl Iterator<Item = Value<'m>> {
        let mut next = unsafe { LLVMGetFirstUse(self.raw) };
        std::iter::from_fn(move || {
            if next.is_null() {
                return None;
            }
            let user = Value::new(unsafe { LLVMGetUser(next) });
            next = unsafe { LLVMGetNextUse(next) };
            Some(user)
        })
    }

    pub(crate) fn is_used(self) -> bool {
        unsafe { !LLVMGetFirstUse(self.raw).is_null() }
    }

    pub(crate) fn is_null(self) -> bool {
        unsafe { LLVMIsNull(self.raw) != 0 }
    }
}

/// Constants.
impl<'m> Value<'m> {
    /// The bits of an integer constant of at most 128 bits.
    pub(crate) fn int_bits(self) -> u128 {
        let width = self.ty().int_width();
        if width <= 64 {
            return unsafe { LLVMConstIntGetZExtValue(self.raw) as u128 };
        }
        // The C API returns one word only, so the decimal text is read: `i128 -12`.
        let printed = self.spelling();
        let digits = printed.rsplit(' ').next().unwrap_or("0");
        let value = match digits.parse::<i128>() {
            Ok(signed) => signed as u128,
            Err(_) => digits.parse::<u128>().unwrap_or(0),
        };
        if width >= 128 { value } else { value & ((1 << width) - 1) }
    }

    /// The bit pattern of a float constant, whose format has `width` bits.
    pub(crate) fn float_bits(self, width: u32) -> u128 {
        let integer = self.ty().int_of_width(width);
        Value::<'m>::new(unsafe { LLVMConstBitCast(self.raw, integer) }).int_bits()
    }

    /// Element of a constant aggregate or vector.
    pub(crate) fn aggregate_element(self, index: u32) -> Option<Value<'m>> {
        Value::optional(unsafe { LLVMGetAggregateElement(self.raw, index) })
    }

    /// The bytes of a constant data array of `i8`.
    pub(crate) fn data_bytes(self) -> &'m [u8] {
        let mut len = 0;
        unsafe {
            let data = LLVMGetAsString(self.raw, &mut len);
            if data.is_null() { &[] } else { std::slice::from_raw_parts(data.cast::<u8>(), len) }
        }
    }

    pub(crate) fn constant_opcode(self) -> Opcode {
        unsafe { LLVMGetConstOpcode(self.raw) }
    }

    pub(crate) fn block_address(self) -> (Value<'m>, Block<'m>) {
        unsafe {
            (
                Value::new(LLVMGetBlockAddressFunction(self.raw)),
                Block { raw: LLVMGetBlockAddressBasicBlock(self.raw), module: PhantomData },
            )
        }
    }
}

/// Global variables, functions and aliases.
impl<'m> Value<'m> {
    /// What the global holds, rather than the pointer it is.
    pub(crate) fn value_type(self) -> Type<'m> {
        Type::new(unsafe { LLVMGlobalGetValueType(self.raw) })
    }

    pub(crate) fn initializer(self) -> Option<Value<'m>> {
        Value::optional(unsafe { LLVMGetInitializer(self.raw) })
    }

    pub(crate) fn is_declaration(self) -> bool {
        unsafe { LLVMIsDeclaration(self.raw) != 0 }
    }

    pub(crate) fn is_constant_global(self) -> bool {
        unsafe { LLVMIsGlobalConstant(self.raw) != 0 }
    }

    pub(crate) fn linkage(self) -> Linkage {
        unsafe { LLVMGetLinkage(self.raw) }
    }

    pub(crate) fn set_linkage(self, linkage: Linkage) {
        unsafe { LLVMSetLinkage(self.raw, linkage) }
    }

    pub(crate) fn aliasee(self) -> Value<'m> {
        Value::new(unsafe { LLVMAliasGetAliasee(self.raw) })
    }

    /// The function that finds out, at start, what an `ifunc` is.
    pub(crate) fn resolver(self) -> Value<'m> {
        Value::new(unsafe { LLVMGetGlobalIFuncResolver(self.raw) })
    }

    pub(crate) fn is_intrinsic(self) -> bool {
        unsafe { LLVMGetIntrinsicID(self.raw) != 0 }
    }

    /// The name of an intrinsic without the types it is instantiated with: `llvm.memcpy`.
    pub(crate) fn intrinsic_name(self) -> String {
        let mut len = 0;
        unsafe {
            let data = LLVMIntrinsicGetName(LLVMGetIntrinsicID(self.raw), &mut len);
            text(data, len)
        }
    }

    pub(crate) fn params(self) -> Vec<Value<'m>> {
        (0..unsafe { LLVMCountParams(self.raw) }).map(|i| Value::new(unsafe { LLVMGetParam(self.raw, i) })).collect()
    }

    /// The type a `byval` parameter points to; parameters count from 0.
    pub(crate) fn byval_param(self, index: u32) -> Option<Type<'m>> {
        type_of_attribute(unsafe { LLVMGetEnumAttributeAtIndex(self.raw, index + 1, attribute_kind("byval")) })
    }

    /// Takes an attribute off a function.
    pub(crate) fn remove_function_attribute(self, name: &str) {
        unsafe {
            LLVMRemoveEnumAttributeAtIndex(self.raw, llvm_sys::LLVMAttributeFunctionIndex, attribute_kind(name));
        }
    }

    /// Puts an attribute without a value on a function.
    pub(crate) fn add_function_attribute(self, name: &str) {
        unsafe {
            let attribute = LLVMCreateEnumAttribute(LLVMGetTypeContext(LLVMTypeOf(self.raw)), attribute_kind(name), 0);
            LLVMAddAttributeAtIndex(self.raw, llvm_sys::LLVMAttributeFunctionIndex, attribute);
        }
    }

    pub(crate) fn blocks(self) -> impl Iterator<Item = Block<'m>> {
        let mut next = unsafe { LLVMGetFirstBasicBlock(self.raw) };
        std::iter::from_fn(move || {
            let raw = next;
            (!raw.is_null()).then(|| {
                next = unsafe { LLVMGetNextBasicBlock(raw) };
                Block { raw, module: PhantomData }
            })
        })
    }

    /// Directory, file and line a function or global variable is declared at.
    pub(crate) fn declared_at(self) -> Option<(String, String, u32)> {
        unsafe {
            let line = LLVMGetDebugLocLine(self.raw);
            let mut len = 0;
            let file = LLVMGetDebugLocFilename(self.raw, &mut len);
            let file = text(file, len as usize);
            if file.is_empty() {
                return None;
            }
            let directory = LLVMGetDebugLocDirectory(self.raw, &mut len);
            Some((text(directory, len as usize), file, line))
        }
    }
}

/// Instructions.
impl<'m> Value<'m> {
    pub(crate) fn opcode(self) -> Opcode {
        unsafe { LLVMGetInstructionOpcode(self.raw) }
    }

    pub(crate) fn parent_block(self) -> Block<'m> {
        Block { raw: unsafe { LLVMGetInstructionParent(self.raw) }, module: PhantomData }
    }

    pub(crate) fn int_predicate(self) -> IntPredicate {
        unsafe { LLVMGetICmpPredicate(self.raw) }
    }

    pub(crate) fn float_predicate(self) -> FloatPredicate {
        unsafe { LLVMGetFCmpPredicate(self.raw) }
    }

    pub(crate) fn no_signed_wrap(self) -> bool {
        unsafe { LLVMGetNSW(self.raw) != 0 }
    }

    pub(crate) fn no_unsigned_wrap(self) -> bool {
        unsafe { LLVMGetNUW(self.raw) != 0 }
    }

    pub(crate) fn is_volatile(self) -> bool {
        unsafe { LLVMGetVolatile(self.raw) != 0 }
    }

    pub(crate) fn set_volatile(self) {
        unsafe { LLVMSetVolatile(self.raw, 1) }
    }

    pub(crate) fn rmw_op(self) -> RmwOp {
        unsafe { LLVMGetAtomicRMWBinOp(self.raw) }
    }

    pub(crate) fn allocated_type(self) -> Type<'m> {
        Type::new(unsafe { LLVMGetAllocatedType(self.raw) })
    }

    /// The type a `getelementptr` (instruction or constant) indexes into.
    pub(crate) fn gep_type(self) -> Type<'m> {
        Type::new(unsafe { LLVMGetGEPSourceElementType(self.raw) })
    }

    pub(crate) fn is_inbounds(self) -> bool {
        unsafe { LLVMIsInBounds(self.raw) != 0 }
    }

    /// The constant path of `extractvalue` and `insertvalue`.
    pub(crate) fn indices(self) -> Vec<u32> {
        unsafe {
            let len = LLVMGetNumIndices(self.raw) as usize;
            let data = LLVMGetIndices(self.raw);
            if data.is_null() { Vec::new() } else { std::slice::from_raw_parts(data, len).to_vec() }
        }
    }

    /// The mask of `shufflevector`; `None` is an undefined element.
    pub(crate) fn shuffle_mask(self) -> Vec<Option<usize>> {
        unsafe {
            (0..LLVMGetNumMaskElements(self.raw)).map(|i| usize::try_from(LLVMGetMaskValue(self.raw, i)).ok()).collect()
        }
    }

    pub(crate) fn incoming(self) -> impl Iterator<Item = (Block<'m>, Value<'m>)> {
        (0..unsafe { LLVMCountIncoming(self.raw) }).map(move |i| unsafe {
            (
                Block { raw: LLVMGetIncomingBlock(self.raw, i), module: PhantomData },
                Value::new(LLVMGetIncomingValue(self.raw, i)),
            )
        })
    }

    pub(crate) fn called_value(self) -> Value<'m> {
        Value::new(unsafe { LLVMGetCalledValue(self.raw) })
    }

    pub(crate) fn called_type(self) -> Type<'m> {
        Type::new(unsafe { LLVMGetCalledFunctionType(self.raw) })
    }

    pub(crate) fn call_args(self) -> Vec<Value<'m>> {
        (0..unsafe { LLVMGetNumArgOperands(self.raw) }).map(|i| self.operand(i)).collect()
    }

    /// The type a `byval` argument points to; arguments count from 0.
    pub(crate) fn byval_arg(self, index: u32) -> Option<Type<'m>> {
        type_of_attribute(unsafe { LLVMGetCallSiteEnumAttribute(self.raw, index + 1, attribute_kind("byval")) })
    }

    /// Template and constraints of inline assembly.
    pub(crate) fn inline_asm(self) -> (String, String) {
        let mut len = 0;
        unsafe {
            let template = LLVMGetInlineAsmAsmString(self.raw, &mut len);
            let template = text(template, len);
            let constraints = LLVMGetInlineAsmConstraintString(self.raw, &mut len);
            (template, text(constraints, len))
        }
    }

    pub(crate) fn is_conditional(self) -> bool {
        unsafe { LLVMIsConditional(self.raw) != 0 }
    }

    pub(crate) fn condition(self) -> Value<'m> {
        Value::new(unsafe { LLVMGetCondition(self.raw) })
    }

    pub(crate) fn successors(self) -> Vec<Block<'m>> {
        (0..unsafe { LLVMGetNumSuccessors(self.raw) })
            .map(|i| Block { raw: unsafe { LLVMGetSuccessor(self.raw, i) }, module: PhantomData })
            .collect()
    }

    /// Where an `invoke` goes on without an exception.
    pub(crate) fn normal_destination(self) -> Block<'m> {
        Block { raw: unsafe { LLVMGetNormalDest(self.raw) }, module: PhantomData }
    }

    pub(crate) fn debug_location(self) -> Option<DebugLocation<'m>> {
        let raw = unsafe { LLVMInstructionGetDebugLoc(self.raw) };
        (!raw.is_null()).then_some(DebugLocation { raw, module: PhantomData })
    }
}

impl<'m> Block<'m> {
    pub(crate) fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        let mut next = unsafe { LLVMGetFirstInstruction(self.raw) };
        std::iter::from_fn(move || {
            let raw = next;
            (!raw.is_null()).then(|| {
                next = unsafe { LLVMGetNextInstruction(raw) };
                Value::new(raw)
            })
        })
    }

    /// The last instruction. A verified module has one in every block.
    pub(crate) fn terminator(self) -> Option<Value<'m>> {
        Value::optional(unsafe { LLVMGetBasicBlockTerminator(self.raw) })
    }
}

impl DebugLocation<'_> {
    pub(crate) fn line(self) -> u32 {
        unsafe { LLVMDILocationGetLine(self.raw) }
    }

    pub(crate) fn column(self) -> u32 {
        unsafe { LLVMDILocationGetColumn(self.raw) }
    }

    /// Directory and file; of inlined code, where it was written.
    pub(crate) fn file(self) -> Option<(String, String)> {
        unsafe {
            let scope = LLVMDILocationGetScope(self.raw);
            if scope.is_null() {
                return None;
            }
            let file = LLVMDIScopeGetFile(scope);
            if file.is_null() {
                return None;
            }
            let mut len = 0;
            let directory = LLVMDIFileGetDirectory(file, &mut len);
            let directory = text(directory, len as usize);
            let name = LLVMDIFileGetFilename(file, &mut len);
            Some((directory, text(name, len as usize)))
        }
    }
}

fn attribute_kind(name: &str) -> u32 {
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

fn type_of_attribute<'m>(attribute: llvm_sys::prelude::LLVMAttributeRef) -> Option<Type<'m>> {
    (!attribute.is_null()).then(|| Type::new(unsafe { LLVMGetTypeAttributeValue(attribute) }))
}
