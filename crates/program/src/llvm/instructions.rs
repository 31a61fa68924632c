//! LLVM instructions, the blocks they are in, and the source positions attached to them.

use std::marker::PhantomData;

use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::{LLVMBasicBlockRef, LLVMMetadataRef, LLVMValueRef};

use super::values::{attribute_kind, type_of_attribute};
use super::{FloatPredicate, IntPredicate, Module, Opcode, RmwOp, Type, Value, ValueKind, ask, ask_at, text_of};

/// A basic block of a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Block<'m> {
    pub(super) raw: LLVMBasicBlockRef,
    module: PhantomData<&'m Module>,
}

/// An attached source position; equal handles are equal positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct DebugLocation<'m> {
    raw: LLVMMetadataRef,
    module: PhantomData<&'m Module>,
}

/// A scope of the source as debug information has it: a block, or a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Scope<'m> {
    raw: LLVMMetadataRef,
    module: PhantomData<&'m Module>,
}

/// Instructions.
impl<'m> Value<'m> {
    pub(crate) fn is_terminator(self) -> bool {
        !ask(self.raw, LLVMIsATerminatorInst).is_null()
    }

    pub(crate) fn opcode(self) -> Opcode {
        ask(self.raw, LLVMGetInstructionOpcode)
    }

    pub(crate) fn next_instruction(self) -> Option<Value<'m>> {
        Value::optional(ask(self.raw, LLVMGetNextInstruction))
    }

    /// Whether a sanitizer of clang's has put it in.
    pub(crate) fn is_of_sanitizer(self) -> bool {
        const NAME: &[u8] = b"nosanitize";
        // SAFETY: the name is as long as it is said to be, and its number is the same in every context.
        let kind = unsafe { LLVMGetMDKindID(NAME.as_ptr().cast(), NAME.len() as u32) };
        !ask_at(self.raw, LLVMGetMetadata, kind).is_null()
    }

    /// Whether an access may be of a member of a union: clang says of those only that they may meet anything.
    pub(crate) fn may_be_of_union(self) -> bool {
        const NAME: &[u8] = b"tbaa";
        // SAFETY: as above.
        let kind = unsafe { LLVMGetMDKindID(NAME.as_ptr().cast(), NAME.len() as u32) };
        let tag = ask_at(self.raw, LLVMGetMetadata, kind);
        // A tag is the type of what is accessed as a whole, that of the part, and where the part lies.
        let part = (!tag.is_null()).then(|| node_operand(tag, 1)).flatten();
        part.and_then(|part| node_operand(part, 0))
            .is_some_and(|name| Value::new(name).metadata_text() == "omnipotent char")
    }

    /// What the address of a variable, global or local, is a multiple of.
    pub(crate) fn alignment(self) -> u64 {
        u64::from(ask(self.raw, LLVMGetAlignment)).max(1)
    }

    pub(crate) fn parent_block(self) -> Block<'m> {
        Block::new(ask(self.raw, LLVMGetInstructionParent))
    }

    pub(crate) fn int_predicate(self) -> IntPredicate {
        ask(self.raw, LLVMGetICmpPredicate)
    }

    pub(crate) fn float_predicate(self) -> FloatPredicate {
        ask(self.raw, LLVMGetFCmpPredicate)
    }

    pub(crate) fn no_signed_wrap(self) -> bool {
        ask(self.raw, LLVMGetNSW) != 0
    }

    pub(crate) fn no_unsigned_wrap(self) -> bool {
        ask(self.raw, LLVMGetNUW) != 0
    }

    pub(crate) fn is_volatile(self) -> bool {
        ask(self.raw, LLVMGetVolatile) != 0
    }

    pub(crate) fn set_volatile(self) {
        ask_at(self.raw, LLVMSetVolatile, 1)
    }

    pub(crate) fn rmw_op(self) -> RmwOp {
        ask(self.raw, LLVMGetAtomicRMWBinOp)
    }

    pub(crate) fn allocated_type(self) -> Type<'m> {
        Type::new(ask(self.raw, LLVMGetAllocatedType))
    }

    /// The type a `getelementptr` (instruction or constant) indexes into.
    pub(crate) fn gep_type(self) -> Type<'m> {
        Type::new(ask(self.raw, LLVMGetGEPSourceElementType))
    }

    pub(crate) fn is_inbounds(self) -> bool {
        ask(self.raw, LLVMIsInBounds) != 0
    }

    /// The constant path of `extractvalue` and `insertvalue`.
    pub(crate) fn indices(self) -> Vec<u32> {
        let (len, data) = (ask(self.raw, LLVMGetNumIndices) as usize, ask(self.raw, LLVMGetIndices));
        // SAFETY: LLVM returns nothing, or as many indices as it says; they are copied at once.
        if data.is_null() { Vec::new() } else { unsafe { std::slice::from_raw_parts(data, len) }.to_vec() }
    }

    /// The mask of `shufflevector`; `None` is an undefined element.
    pub(crate) fn shuffle_mask(self) -> Vec<Option<usize>> {
        let element = |i| usize::try_from(ask_at(self.raw, LLVMGetMaskValue, i)).ok();
        (0..ask(self.raw, LLVMGetNumMaskElements)).map(element).collect()
    }

    pub(crate) fn incoming(self) -> impl Iterator<Item = (Block<'m>, Value<'m>)> {
        (0..ask(self.raw, LLVMCountIncoming)).map(move |i| {
            let value = Value::new(ask_at(self.raw, LLVMGetIncomingValue, i));
            (Block::new(ask_at(self.raw, LLVMGetIncomingBlock, i)), value)
        })
    }

    pub(crate) fn called_value(self) -> Value<'m> {
        Value::new(ask(self.raw, LLVMGetCalledValue))
    }

    /// What a call of an intrinsic function calls, without the types it is instantiated with.
    pub(crate) fn called_intrinsic(self) -> Option<String> {
        let called = self.called_value();
        (called.kind() == ValueKind::LLVMFunctionValueKind && called.is_intrinsic()).then(|| called.intrinsic_name())
    }

    pub(crate) fn called_type(self) -> Type<'m> {
        Type::new(ask(self.raw, LLVMGetCalledFunctionType))
    }

    pub(crate) fn call_args(self) -> Vec<Value<'m>> {
        (0..ask(self.raw, LLVMGetNumArgOperands)).map(|i| self.operand(i)).collect()
    }

    /// The type a `byval` argument points to; arguments count from 0.
    pub(crate) fn byval_arg(self, index: u32) -> Option<Type<'m>> {
        let kind = attribute_kind("byval");
        // SAFETY: the call is alive; an argument without the attribute, or no argument, gives nothing.
        type_of_attribute(unsafe { LLVMGetCallSiteEnumAttribute(self.raw, index + 1, kind) })
    }

    /// Template and constraints of inline assembly.
    pub(crate) fn inline_asm(self) -> (String, String) {
        (text_of(self.raw, LLVMGetInlineAsmAsmString), text_of(self.raw, LLVMGetInlineAsmConstraintString))
    }

    pub(crate) fn is_conditional(self) -> bool {
        ask(self.raw, LLVMIsConditional) != 0
    }

    pub(crate) fn condition(self) -> Value<'m> {
        Value::new(ask(self.raw, LLVMGetCondition))
    }

    pub(crate) fn successors(self) -> Vec<Block<'m>> {
        (0..ask(self.raw, LLVMGetNumSuccessors)).map(|i| Block::new(ask_at(self.raw, LLVMGetSuccessor, i))).collect()
    }

    /// Where an `invoke` goes on without an exception.
    pub(crate) fn normal_destination(self) -> Block<'m> {
        Block::new(ask(self.raw, LLVMGetNormalDest))
    }

    pub(crate) fn debug_location(self) -> Option<DebugLocation<'m>> {
        let raw = ask(self.raw, LLVMInstructionGetDebugLoc);
        (!raw.is_null()).then_some(DebugLocation { raw, module: PhantomData })
    }
}

impl<'m> Block<'m> {
    pub(super) fn new(raw: LLVMBasicBlockRef) -> Block<'m> {
        Block { raw, module: PhantomData }
    }

    pub(crate) fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        let mut next = ask(self.raw, LLVMGetFirstInstruction);
        std::iter::from_fn(move || {
            let raw = next;
            (!raw.is_null()).then(|| {
                next = ask(raw, LLVMGetNextInstruction);
                Value::new(raw)
            })
        })
    }

    /// The last instruction. A verified module has one in every block.
    pub(crate) fn terminator(self) -> Option<Value<'m>> {
        Value::optional(ask(self.raw, LLVMGetBasicBlockTerminator))
    }
}

impl<'m> DebugLocation<'m> {
    pub(crate) fn scope(self) -> Option<Scope<'m>> {
        let raw = ask(self.raw, LLVMDILocationGetScope);
        (!raw.is_null()).then_some(Scope { raw, module: PhantomData })
    }

    pub(crate) fn line(self) -> u32 {
        ask(self.raw, LLVMDILocationGetLine)
    }

    pub(crate) fn column(self) -> u32 {
        ask(self.raw, LLVMDILocationGetColumn)
    }

    /// Directory and file; of inlined code, where it was written.
    pub(crate) fn file(self) -> Option<(String, String)> {
        let scope = ask(self.raw, LLVMDILocationGetScope);
        if scope.is_null() {
            return None;
        }
        let file = ask(scope, LLVMDIScopeGetFile);
        // What a block has for its file is not looked at when a module is verified.
        if file.is_null() || !matches!(ask(file, LLVMGetMetadataKind), LLVMMetadataKind::LLVMDIFileMetadataKind) {
            return None;
        }
        Some((text_of(file, LLVMDIFileGetDirectory), text_of(file, LLVMDIFileGetFilename)))
    }
}

impl<'m> Scope<'m> {
    /// The scope around a block; a function has none.
    pub(crate) fn outer(self, module: &'m Module) -> Option<Scope<'m>> {
        let kind = ask(self.raw, LLVMGetMetadataKind);
        if !matches!(
            kind,
            LLVMMetadataKind::LLVMDILexicalBlockMetadataKind | LLVMMetadataKind::LLVMDILexicalBlockFileMetadataKind
        ) {
            return None;
        }
        // SAFETY: context and metadata are alive.
        let value = unsafe { LLVMMetadataAsValue(module.context(), self.raw) };
        // A block's operands are its file and the scope around it.
        let outer = node_operand(value, 1)?;
        Some(Scope { raw: ask(outer, LLVMValueAsMetadata), module: PhantomData })
    }

    /// Whether this is the other scope or somewhere inside it.
    pub(crate) fn is_in(self, other: Scope<'m>, module: &'m Module) -> bool {
        std::iter::successors(Some(self), |scope| scope.outer(module)).any(|scope| scope == other)
    }
}

/// An operand of a node of metadata, if it is one and has it.
fn node_operand(node: LLVMValueRef, index: usize) -> Option<LLVMValueRef> {
    if ask(node, LLVMIsAMDNode).is_null() {
        return None;
    }
    let mut operands = vec![std::ptr::null_mut(); ask(node, LLVMGetMDNodeNumOperands) as usize];
    // SAFETY: the node is alive, and the list has room for as many operands as there are.
    unsafe { LLVMGetMDNodeOperands(node, operands.as_mut_ptr()) };
    operands.get(index).copied().filter(|operand| !operand.is_null())
}
