//! LLVM values: constants, globals and functions. What only instructions have is in `instructions`.

use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::prelude::{LLVMAttributeRef, LLVMValueRef};

use super::{Block, Linkage, Module, Opcode, Type, ValueKind, ask, ask_at, take_message, text_of};

/// A value of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Value<'m> {
    pub(super) raw: LLVMValueRef,
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
        ask(self.raw, LLVMGetValueKind)
    }

    pub(crate) fn ty(self) -> Type<'m> {
        Type::new(ask(self.raw, LLVMTypeOf))
    }

    pub(crate) fn name(self) -> String {
        text_of(self.raw, LLVMGetValueName2)
    }

    /// LLVM's spelling, for messages.
    pub(crate) fn spelling(self) -> String {
        take_message(ask(self.raw, LLVMPrintValueToString))
    }

    pub(crate) fn operand_count(self) -> u32 {
        ask(self.raw, LLVMGetNumOperands) as u32
    }

    pub(crate) fn operand(self, index: u32) -> Value<'m> {
        Value::new(ask_at(self.raw, LLVMGetOperand, index))
    }

    /// The text of a metadata argument; empty if it is none.
    pub(crate) fn metadata_text(self) -> String {
        text_of(self.raw, LLVMGetMDString)
    }

    /// The users, once for each use.
    pub(crate) fn users(self) -> impl Iterator<Item = Value<'m>> {
        let mut next = ask(self.raw, LLVMGetFirstUse);
        std::iter::from_fn(move || {
            if next.is_null() {
                return None;
            }
            let user = Value::new(ask(next, LLVMGetUser));
            next = ask(next, LLVMGetNextUse);
            Some(user)
        })
    }

    pub(crate) fn is_used(self) -> bool {
        !ask(self.raw, LLVMGetFirstUse).is_null()
    }

    pub(crate) fn is_null(self) -> bool {
        ask(self.raw, LLVMIsNull) != 0
    }
}

/// Constants.
impl<'m> Value<'m> {
    /// The bits of an integer constant of at most 128 bits.
    pub(crate) fn int_bits(self) -> u128 {
        let width = self.ty().int_width();
        if width <= 64 {
            return ask(self.raw, LLVMConstIntGetZExtValue) as u128;
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
        Value::<'m>::new(ask_at(self.raw, LLVMConstBitCast, integer)).int_bits()
    }

    /// Element of a constant aggregate or vector.
    pub(crate) fn aggregate_element(self, index: u32) -> Option<Value<'m>> {
        Value::optional(ask_at(self.raw, LLVMGetAggregateElement, index))
    }

    /// The bytes of a constant data array of `i8`.
    pub(crate) fn data_bytes(self) -> &'m [u8] {
        let mut len = 0;
        let data = ask_at(self.raw, LLVMGetAsString, &mut len);
        // SAFETY: LLVM returns nothing, or as many bytes as it says, which live as long as the module.
        if data.is_null() { &[] } else { unsafe { std::slice::from_raw_parts(data.cast::<u8>(), len) } }
    }

    pub(crate) fn constant_opcode(self) -> Opcode {
        ask(self.raw, LLVMGetConstOpcode)
    }

    pub(crate) fn block_address(self) -> (Value<'m>, Block<'m>) {
        let function = Value::new(ask(self.raw, LLVMGetBlockAddressFunction));
        (function, Block::new(ask(self.raw, LLVMGetBlockAddressBasicBlock)))
    }
}

/// Global variables, functions and aliases.
impl<'m> Value<'m> {
    /// What the global holds, rather than the pointer it is.
    pub(crate) fn value_type(self) -> Type<'m> {
        Type::new(ask(self.raw, LLVMGlobalGetValueType))
    }

    pub(crate) fn initializer(self) -> Option<Value<'m>> {
        Value::optional(ask(self.raw, LLVMGetInitializer))
    }

    pub(crate) fn is_declaration(self) -> bool {
        ask(self.raw, LLVMIsDeclaration) != 0
    }

    pub(crate) fn is_constant_global(self) -> bool {
        ask(self.raw, LLVMIsGlobalConstant) != 0
    }

    pub(crate) fn linkage(self) -> Linkage {
        ask(self.raw, LLVMGetLinkage)
    }

    pub(crate) fn set_linkage(self, linkage: Linkage) {
        ask_at(self.raw, LLVMSetLinkage, linkage)
    }

    pub(crate) fn aliasee(self) -> Value<'m> {
        Value::new(ask(self.raw, LLVMAliasGetAliasee))
    }

    /// The function that finds out, at start, what an `ifunc` is.
    pub(crate) fn resolver(self) -> Value<'m> {
        Value::new(ask(self.raw, LLVMGetGlobalIFuncResolver))
    }

    pub(crate) fn is_intrinsic(self) -> bool {
        ask(self.raw, LLVMGetIntrinsicID) != 0
    }

    /// The name of an intrinsic without the types it is instantiated with: `llvm.memcpy`.
    pub(crate) fn intrinsic_name(self) -> String {
        text_of(ask(self.raw, LLVMGetIntrinsicID), LLVMIntrinsicGetName)
    }

    pub(crate) fn params(self) -> Vec<Value<'m>> {
        (0..ask(self.raw, LLVMCountParams)).map(|i| Value::new(ask_at(self.raw, LLVMGetParam, i))).collect()
    }

    /// The type a `byval` parameter points to; parameters count from 0.
    pub(crate) fn byval_param(self, index: u32) -> Option<Type<'m>> {
        let kind = attribute_kind("byval");
        // SAFETY: the function is alive; a parameter without the attribute, or no parameter, gives nothing.
        type_of_attribute(unsafe { LLVMGetEnumAttributeAtIndex(self.raw, index + 1, kind) })
    }

    /// Whether a parameter, counted from 0, has an attribute.
    pub(crate) fn has_param_attribute(self, index: u32, name: &str) -> bool {
        // SAFETY: the function is alive; a parameter without the attribute gives nothing.
        !unsafe { LLVMGetEnumAttributeAtIndex(self.raw, index + 1, attribute_kind(name)) }.is_null()
    }

    /// The number that an attribute of a parameter, counted from 0, comes with, if it has the attribute.
    pub(crate) fn param_attribute(self, index: u32, name: &str) -> Option<u64> {
        // SAFETY: the function is alive; a parameter without the attribute gives nothing.
        let attribute = unsafe { LLVMGetEnumAttributeAtIndex(self.raw, index + 1, attribute_kind(name)) };
        (!attribute.is_null()).then(|| ask(attribute, LLVMGetEnumAttributeValue))
    }

    /// Takes an attribute off a function.
    pub(crate) fn remove_function_attribute(self, name: &str) {
        let kind = attribute_kind(name);
        // SAFETY: the function is alive.
        unsafe { LLVMRemoveEnumAttributeAtIndex(self.raw, llvm_sys::LLVMAttributeFunctionIndex, kind) }
    }

    /// Puts an attribute without a value on a function.
    pub(crate) fn add_function_attribute(self, name: &str) {
        let (context, kind) = (ask(self.ty().raw, LLVMGetTypeContext), attribute_kind(name));
        // SAFETY: the function and its context are alive.
        unsafe {
            let attribute = LLVMCreateEnumAttribute(context, kind, 0);
            LLVMAddAttributeAtIndex(self.raw, llvm_sys::LLVMAttributeFunctionIndex, attribute);
        }
    }

    pub(crate) fn blocks(self) -> impl Iterator<Item = Block<'m>> {
        let mut next = ask(self.raw, LLVMGetFirstBasicBlock);
        std::iter::from_fn(move || {
            let raw = next;
            (!raw.is_null()).then(|| {
                next = ask(raw, LLVMGetNextBasicBlock);
                Block::new(raw)
            })
        })
    }

    /// Directory, file and line a function or global variable is declared at.
    pub(crate) fn declared_at(self) -> Option<(String, String, u32)> {
        let file = text_of(self.raw, LLVMGetDebugLocFilename);
        if file.is_empty() {
            return None;
        }
        Some((text_of(self.raw, LLVMGetDebugLocDirectory), file, ask(self.raw, LLVMGetDebugLocLine)))
    }
}

pub(super) fn attribute_kind(name: &str) -> u32 {
    // SAFETY: the name has as many bytes as it says.
    unsafe { LLVMGetEnumAttributeKindForName(name.as_ptr().cast(), name.len()) }
}

pub(super) fn type_of_attribute<'m>(attribute: LLVMAttributeRef) -> Option<Type<'m>> {
    (!attribute.is_null()).then(|| Type::new(ask(attribute, LLVMGetTypeAttributeValue)))
}
