//! Debug information about variables and types: nodes, their tags and what they refer to.
//!
//! LLVM's C API has names, sizes and offsets of types; the rest is read from a node's operands, whose order is LLVM's.
//! What a node has not, or a number out of range, is `None`.

use std::marker::PhantomData;

use llvm_sys::LLVMValueKind;
use llvm_sys::core::*;
use llvm_sys::debuginfo::*;
use llvm_sys::prelude::{LLVMMetadataRef, LLVMValueRef};

use super::{Module, Value, ask, text_of};

/// A node of debug information.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct DebugNode<'m> {
    /// As a value, which is how its operands are read.
    value: LLVMValueRef,
    module: PhantomData<&'m Module>,
}

/// A local variable of the source, and the value that is its own or its address.
pub(crate) struct Description<'m> {
    pub(crate) value: Value<'m>,
    pub(crate) name: String,
    pub(crate) ty: DebugNode<'m>,
}

/// What kind of type a node describes; DWARF's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tag {
    Array,
    Enumeration,
    Pointer,
    Structure,
    Union,
    Typedef,
    Base,
    /// The same type otherwise.
    Qualifier(Qualifier),
    Subroutine,
    Member,
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Qualifier {
    Const,
    Volatile,
    Restrict,
    Atomic,
}

/// Where nodes have their operands.
const NAME_OF_VARIABLE: usize = 1;
const TYPE_OF_VARIABLE: usize = 3;
const BASE_TYPE: usize = 3;
const ELEMENTS: usize = 4;
const TYPE_OF_FUNCTION: usize = 4;
const TYPES_OF_SIGNATURE: usize = 3;
const COUNT: usize = 0;

const BIT_FIELD: i32 = 1 << 19;

impl<'m> DebugNode<'m> {
    /// The node behind a value that wraps one; `None` for anything else.
    fn of(value: LLVMValueRef) -> Option<DebugNode<'m>> {
        let is_metadata =
            !value.is_null() && ask(value, LLVMGetValueKind) == LLVMValueKind::LLVMMetadataAsValueValueKind;
        (is_metadata && ask(value, LLVMIsAMDNode) == value).then_some(DebugNode { value, module: PhantomData })
    }

    fn raw(self) -> LLVMMetadataRef {
        ask(self.value, LLVMValueAsMetadata)
    }

    fn kind(self) -> LLVMMetadataKind {
        ask(self.raw(), LLVMGetMetadataKind)
    }

    fn is_type(self) -> bool {
        use LLVMMetadataKind::*;
        matches!(
            self.kind(),
            LLVMDIBasicTypeMetadataKind
                | LLVMDIDerivedTypeMetadataKind
                | LLVMDICompositeTypeMetadataKind
                | LLVMDISubroutineTypeMetadataKind
        )
    }

    fn operands(self) -> Vec<LLVMValueRef> {
        let count = ask(self.value, LLVMGetMDNodeNumOperands) as usize;
        let mut operands = vec![std::ptr::null_mut(); count];
        // SAFETY: the node is alive, and there is room for as many operands as it has.
        unsafe { LLVMGetMDNodeOperands(self.value, operands.as_mut_ptr()) };
        operands
    }

    fn operand(self, index: usize) -> Option<DebugNode<'m>> {
        self.operands().get(index).and_then(|&value| DebugNode::of(value))
    }

    pub(crate) fn tag(self) -> Tag {
        if !self.is_type() {
            return Tag::Other;
        }
        match ask(self.raw(), LLVMGetDINodeTag) {
            0x01 => Tag::Array,
            0x04 => Tag::Enumeration,
            0x0d => Tag::Member,
            0x0f => Tag::Pointer,
            0x02 | 0x13 => Tag::Structure,
            0x16 => Tag::Typedef,
            0x17 => Tag::Union,
            0x24 => Tag::Base,
            0x15 => Tag::Subroutine,
            0x26 => Tag::Qualifier(Qualifier::Const),
            0x35 => Tag::Qualifier(Qualifier::Volatile),
            0x37 => Tag::Qualifier(Qualifier::Restrict),
            0x47 => Tag::Qualifier(Qualifier::Atomic),
            _ => Tag::Other,
        }
    }

    /// The name of a type or member; empty if it has none.
    pub(crate) fn name(self) -> String {
        if self.is_type() { text_of(self.raw(), LLVMDITypeGetName) } else { String::new() }
    }

    fn name_of_variable(self) -> String {
        let name = self.operands().get(NAME_OF_VARIABLE).copied().filter(|name| !name.is_null());
        name.map_or(String::new(), |name| Value::new(name).metadata_text())
    }

    /// The size of a type or member.
    pub(crate) fn bits(self) -> u64 {
        if self.is_type() { ask(self.raw(), LLVMDITypeGetSizeInBits) } else { 0 }
    }

    /// Where a member begins.
    pub(crate) fn bit_offset(self) -> u64 {
        if self.is_type() { ask(self.raw(), LLVMDITypeGetOffsetInBits) } else { 0 }
    }

    pub(crate) fn is_bit_field(self) -> bool {
        self.is_type() && ask(self.raw(), LLVMDITypeGetFlags) & BIT_FIELD != 0
    }

    /// What a pointer, typedef, qualifier, member, array or enumeration is made of.
    pub(crate) fn base(self) -> Option<DebugNode<'m>> {
        self.operand(BASE_TYPE)
    }

    /// The types of a subroutine, what it returns first; `None` is `void`.
    pub(crate) fn signature(self) -> Vec<Option<DebugNode<'m>>> {
        let list = self.operand(TYPES_OF_SIGNATURE);
        list.map_or(Vec::new(), |list| list.operands().into_iter().map(DebugNode::of).collect())
    }

    /// Members of a record, dimensions of an array.
    pub(crate) fn elements(self) -> Vec<DebugNode<'m>> {
        let elements = self.operand(ELEMENTS);
        elements.map_or(Vec::new(), |all| all.operands().into_iter().filter_map(DebugNode::of).collect())
    }

    /// How many elements a dimension of an array has, where that is a number.
    pub(crate) fn count(self) -> Option<u64> {
        if !matches!(self.kind(), LLVMMetadataKind::LLVMDISubrangeMetadataKind) {
            return None;
        }
        let count = *self.operands().get(COUNT)?;
        let is_number = !count.is_null() && ask(count, LLVMGetValueKind) == LLVMValueKind::LLVMConstantIntValueKind;
        u64::try_from(is_number.then(|| ask(count, LLVMConstIntGetSExtValue))?).ok()
    }
}

impl<'m> Value<'m> {
    /// What a call of `llvm.dbg.declare` or `llvm.dbg.value` is about.
    pub(crate) fn described_variable(self) -> Option<Description<'m>> {
        let subject = self.operand(0).raw;
        let wraps = ask(ask(subject, LLVMValueAsMetadata), LLVMGetMetadataKind);
        let is_value = matches!(
            wraps,
            LLVMMetadataKind::LLVMLocalAsMetadataMetadataKind | LLVMMetadataKind::LLVMConstantAsMetadataMetadataKind
        );
        if !is_value || ask(subject, LLVMGetMDNodeNumOperands) != 1 {
            return None;
        }
        let mut value = std::ptr::null_mut();
        // SAFETY: metadata that wraps a value has that as its only operand.
        unsafe { LLVMGetMDNodeOperands(subject, &mut value) };
        let variable = DebugNode::of(self.operand(1).raw)?;
        let is_variable = matches!(variable.kind(), LLVMMetadataKind::LLVMDILocalVariableMetadataKind);
        let ty = variable.operand(TYPE_OF_VARIABLE).filter(|_| is_variable)?;
        Some(Description { value: Value::optional(value)?, name: variable.name_of_variable(), ty })
    }

    /// The type a global variable is declared with.
    pub(crate) fn declared_type(self) -> Option<DebugNode<'m>> {
        let mut count = 0;
        let context = ask(self.ty().raw, LLVMGetTypeContext);
        // SAFETY: the global is alive; the list is ours until it is disposed of, and has as many entries as it says.
        let described = unsafe {
            let entries = LLVMGlobalCopyAllMetadata(self.raw, &mut count);
            let nodes: Vec<LLVMMetadataRef> =
                (0..count as u32).map(|i| LLVMValueMetadataEntriesGetMetadata(entries, i)).collect();
            LLVMDisposeValueMetadataEntries(entries);
            nodes
        };
        let described = described.into_iter().find(|&node| {
            let kind = ask(node, LLVMGetMetadataKind);
            matches!(kind, LLVMMetadataKind::LLVMDIGlobalVariableExpressionMetadataKind)
        })?;
        let variable = ask(described, LLVMDIGlobalVariableExpressionGetVariable);
        // SAFETY: context and node are alive.
        DebugNode::of(unsafe { LLVMMetadataAsValue(context, variable) })?.operand(TYPE_OF_VARIABLE)
    }

    /// The types of a function's parameters in the source; `None` without debug information.
    pub(crate) fn parameter_nodes(self) -> Option<Vec<Option<DebugNode<'m>>>> {
        let subprogram = ask(self.raw, LLVMGetSubprogram);
        if subprogram.is_null() {
            return None;
        }
        let context = ask(self.ty().raw, LLVMGetTypeContext);
        // SAFETY: context and node are alive.
        let node = DebugNode::of(unsafe { LLVMMetadataAsValue(context, subprogram) })?;
        let types = node.operand(TYPE_OF_FUNCTION)?.signature();
        // A list without what it returns is none.
        (!types.is_empty()).then(|| types.into_iter().skip(1).collect())
    }
}

impl Module {
    /// Has variables described by calls of intrinsics, which can be walked, and not by records, which this C API cannot read, and
    /// which get lost where instructions move from block to block.
    pub(crate) fn describe_variables_by_calls(&self) {
        // SAFETY: the module is alive, and nobody walks its instructions now.
        unsafe { LLVMSetIsNewDbgInfoFormat(self.raw(), 0) }
    }
}
