//! How C says the types of a function's parameters, as debug information describes them.
//!
//! Does not cover: languages other than C, anonymous types that no `typedef` names.

use crate::llvm::{DebugNode, Qualifier, Tag};
use crate::signature::{DeclaredType, Pointee, PointeeKind};

/// No type of a real program is nested deeper.
const DEEPEST: u32 = 32;

/// The declared type behind a node; `None` is `void`.
pub(crate) fn declared_type(node: Option<DebugNode<'_>>) -> DeclaredType {
    let bare = without_names(node);
    let pointee = bare.filter(|bare| bare.tag() == Tag::Pointer).map(|bare| pointee(bare.base()));
    DeclaredType { spelling: spelling(node, 0), pointee }
}

fn pointee(node: Option<DebugNode<'_>>) -> Pointee {
    let bare = without_names(node);
    let name = bare.map_or(String::new(), DebugNode::name);
    let kind = match bare.map(DebugNode::tag) {
        None => PointeeKind::Void,
        Some(Tag::Subroutine) => PointeeKind::Function,
        Some(Tag::Structure | Tag::Union) => PointeeKind::Record,
        Some(Tag::Base) if matches!(name.as_str(), "char" | "signed char" | "unsigned char") => PointeeKind::Character,
        Some(_) => PointeeKind::Other,
    };
    Pointee { kind, size: bytes(bare), name: spelling(bare, 0), is_text: name == "char" }
}

/// The type behind `typedef`s and qualifiers.
fn without_names(node: Option<DebugNode<'_>>) -> Option<DebugNode<'_>> {
    let mut node = node;
    for _ in 0..DEEPEST {
        match node.map(DebugNode::tag) {
            Some(Tag::Typedef | Tag::Qualifier(_)) => node = node.and_then(DebugNode::base),
            _ => break,
        }
    }
    node
}

/// The type as C can say it where its names are known.
fn spelling(node: Option<DebugNode<'_>>, depth: u32) -> String {
    let Some(node) = node.filter(|_| depth < DEEPEST) else { return "void".to_owned() };
    let base = || spelling(node.base(), depth + 1);
    match node.tag() {
        Tag::Pointer => format!("__typeof__({}) *", base()),
        Tag::Qualifier(Qualifier::Const) => format!("const __typeof__({})", base()),
        Tag::Qualifier(Qualifier::Volatile) => format!("volatile __typeof__({})", base()),
        Tag::Qualifier(Qualifier::Restrict) => base(),
        Tag::Qualifier(Qualifier::Atomic) => format!("_Atomic({})", base()),
        Tag::Structure => format!("struct {}", node.name()),
        Tag::Union => format!("union {}", node.name()),
        Tag::Enumeration => format!("enum {}", node.name()),
        Tag::Array => {
            let length = bytes(Some(node)).checked_div(bytes(without_names(node.base()))).unwrap_or(0);
            format!("__typeof__({})[{length}]", base())
        }
        Tag::Subroutine => {
            let types: Vec<String> = node.signature().into_iter().map(|node| spelling(node, depth + 1)).collect();
            let (result, parameters) = match types.split_first() {
                Some((result, [])) => (result.as_str(), "void".to_owned()),
                Some((result, parameters)) => (result.as_str(), parameters.join(", ")),
                None => ("void", "void".to_owned()),
            };
            format!("__typeof__({result})({parameters})")
        }
        Tag::Typedef | Tag::Base | Tag::Member | Tag::Other => node.name(),
    }
}

/// 0 for `void`, functions and types that are only declared.
fn bytes(node: Option<DebugNode<'_>>) -> u64 {
    node.map_or(0, |node| node.bits() / 8)
}
