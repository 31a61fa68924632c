//! The C types of a function's parameters, from its debug information.
//!
//! LLVM's C interface gives names, sizes and tags of types; how they hang together is in the operands of their metadata
//! nodes, at the positions [`operand`] lists. Does not cover: languages other than C, anonymous types that no `typedef` names.

use llvm_sys::core::{
    LLVMGetMDNodeNumOperands, LLVMGetMDNodeOperands, LLVMGetTypeContext, LLVMMetadataAsValue, LLVMValueAsMetadata,
};
use llvm_sys::debuginfo::{LLVMDITypeGetName, LLVMDITypeGetSizeInBits, LLVMGetDINodeTag, LLVMGetSubprogram};
use llvm_sys::prelude::{LLVMContextRef, LLVMMetadataRef};

use super::{Value, ask, text_of};
use crate::signature::{Pointee, PointeeKind, SourceType};

/// Where a node has what is needed here.
mod operand {
    /// The type of a subprogram.
    pub(super) const SUBPROGRAM_TYPE: usize = 4;
    /// The list of types of a subroutine type, the result first.
    pub(super) const TYPE_LIST: usize = 3;
    /// What a pointer, qualifier, `typedef`, enumeration or array is made of.
    pub(super) const BASE: usize = 3;
}

/// Tags of DWARF.
mod tag {
    pub(super) const ARRAY: u16 = 0x01;
    pub(super) const ENUMERATION: u16 = 0x04;
    pub(super) const POINTER: u16 = 0x0f;
    pub(super) const STRUCTURE: u16 = 0x13;
    pub(super) const SUBROUTINE: u16 = 0x15;
    pub(super) const TYPEDEF: u16 = 0x16;
    pub(super) const UNION: u16 = 0x17;
    pub(super) const BASE: u16 = 0x24;
    pub(super) const CONST: u16 = 0x26;
    pub(super) const VOLATILE: u16 = 0x35;
    pub(super) const RESTRICT: u16 = 0x37;
    pub(super) const ATOMIC: u16 = 0x47;
}

/// No type of a real program is nested deeper.
const DEEPEST: u32 = 32;

impl Value<'_> {
    /// The types of a function's parameters as the source has them; `None` without debug information.
    pub(crate) fn parameter_types(self) -> Option<Vec<SourceType>> {
        let subprogram = ask(self.raw, LLVMGetSubprogram);
        if subprogram.is_null() {
            return None;
        }
        let context = ask(self.ty().raw, LLVMGetTypeContext);
        let subroutine = Node { context, raw: *operands(context, subprogram).get(operand::SUBPROGRAM_TYPE)? };
        let list = *subroutine.operands().get(operand::TYPE_LIST)?;
        if list.is_null() {
            return None;
        }
        let types = operands(context, list).into_iter().skip(1);
        Some(types.map(|raw| Node { context, raw }.source_type()).collect())
    }
}

/// A type; null is `void`.
#[derive(Clone, Copy)]
struct Node {
    context: LLVMContextRef,
    raw: LLVMMetadataRef,
}

impl Node {
    fn source_type(self) -> SourceType {
        let bare = self.without_names();
        let pointee = (bare.tag() == tag::POINTER).then(|| bare.base().pointee());
        SourceType { spelling: self.spelling(0), pointee }
    }

    fn pointee(self) -> Pointee {
        let bare = self.without_names();
        let kind = match bare.tag() {
            0 => PointeeKind::Void,
            tag::SUBROUTINE => PointeeKind::Function,
            tag::STRUCTURE | tag::UNION => PointeeKind::Record,
            tag::BASE if matches!(bare.name().as_str(), "char" | "signed char" | "unsigned char") => {
                PointeeKind::Character
            }
            _ => PointeeKind::Other,
        };
        Pointee { kind, size: bare.size(), name: bare.spelling(0), is_text: bare.name() == "char" }
    }

    /// The type behind `typedef`s and qualifiers.
    fn without_names(self) -> Node {
        let mut node = self;
        for _ in 0..DEEPEST {
            match node.tag() {
                tag::TYPEDEF | tag::CONST | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC => node = node.base(),
                _ => break,
            }
        }
        node
    }

    /// The type as C can say it where its names are known.
    fn spelling(self, depth: u32) -> String {
        if depth == DEEPEST {
            return "void".to_owned();
        }
        let base = || self.base().spelling(depth + 1);
        match self.tag() {
            0 => "void".to_owned(),
            tag::POINTER => format!("__typeof__({}) *", base()),
            tag::CONST => format!("const __typeof__({})", base()),
            tag::VOLATILE => format!("volatile __typeof__({})", base()),
            tag::RESTRICT => base(),
            tag::ATOMIC => format!("_Atomic({})", base()),
            tag::STRUCTURE => format!("struct {}", self.name()),
            tag::UNION => format!("union {}", self.name()),
            tag::ENUMERATION => format!("enum {}", self.name()),
            tag::ARRAY => {
                let length = self.size().checked_div(self.base().without_names().size()).unwrap_or(0);
                format!("__typeof__({})[{length}]", base())
            }
            tag::SUBROUTINE => {
                let list = self.operands().get(operand::TYPE_LIST).copied().filter(|list| !list.is_null());
                let types = list.map_or_else(Vec::new, |list| operands(self.context, list));
                let spelt = |raw: &LLVMMetadataRef| Node { raw: *raw, ..self }.spelling(depth + 1);
                let result = types.first().map_or("void".to_owned(), spelt);
                let parameters: Vec<String> = types.iter().skip(1).map(spelt).collect();
                let parameters = if parameters.is_empty() { "void".to_owned() } else { parameters.join(", ") };
                format!("__typeof__({result})({parameters})")
            }
            _ => self.name(),
        }
    }

    /// 0 for `void`.
    fn tag(self) -> u16 {
        if self.raw.is_null() { 0 } else { ask(self.raw, LLVMGetDINodeTag) }
    }

    fn name(self) -> String {
        if self.raw.is_null() { String::new() } else { text_of(self.raw, LLVMDITypeGetName) }
    }

    /// In bytes; 0 for `void`, functions and types that are only declared.
    fn size(self) -> u64 {
        if self.raw.is_null() { 0 } else { ask(self.raw, LLVMDITypeGetSizeInBits) / 8 }
    }

    fn base(self) -> Node {
        let raw = self.operands().get(operand::BASE).copied().unwrap_or(std::ptr::null_mut());
        Node { raw, ..self }
    }

    fn operands(self) -> Vec<LLVMMetadataRef> {
        if self.raw.is_null() { Vec::new() } else { operands(self.context, self.raw) }
    }
}

/// What a metadata node is made of.
fn operands(context: LLVMContextRef, node: LLVMMetadataRef) -> Vec<LLVMMetadataRef> {
    // SAFETY: node and context belong to a module that is borrowed meanwhile, and the list is as long as LLVM says.
    unsafe {
        let value = LLVMMetadataAsValue(context, node);
        let mut found = vec![std::ptr::null_mut(); LLVMGetMDNodeNumOperands(value) as usize];
        LLVMGetMDNodeOperands(value, found.as_mut_ptr());
        let metadata = |value: llvm_sys::prelude::LLVMValueRef| match value.is_null() {
            true => std::ptr::null_mut(),
            false => LLVMValueAsMetadata(value),
        };
        found.into_iter().map(metadata).collect()
    }
}
