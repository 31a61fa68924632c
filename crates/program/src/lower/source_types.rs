//! The source's types of what becomes an input: objects handed to annotations, and parameters.
//!
//! Debug information says which variable a value belongs to. From the variable whose address, or whose value, a call is
//! given, the type of the object follows; field and element addresses are followed from the record or array on. What is
//! not clear is left out, and then inputs are shown without a type.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::ir::{Field, FuncId, LocId, Reading, SourceType, SourceTypes};
use crate::llvm::{DataLayout, DebugNode, Description, Opcode, Tag, TypeKind, Value, ValueKind};
use crate::lower::Lowering;
use crate::lower::function::FunctionLowering;

/// Types in types that are looked into; a damaged file may have them go round.
const DEEPEST: u32 = 24;

/// Types that were read, each once, and what is found out with them.
#[derive(Default)]
pub(super) struct TypeReader<'m> {
    pub(super) found: SourceTypes,
    read: FxHashMap<DebugNode<'m>, Option<Arc<SourceType>>>,
}

/// What a value is in the source.
#[derive(Clone, Copy)]
enum Described<'m> {
    /// The address of a variable of this type.
    AddressOf(DebugNode<'m>),
    /// A value of this type.
    Of(DebugNode<'m>),
}

/// The variables of a function, by the values that stand for them.
#[derive(Default)]
pub(super) struct Variables<'m>(FxHashMap<Value<'m>, Described<'m>>);

impl<'m> Variables<'m> {
    fn of(function: Value<'m>) -> Variables<'m> {
        let mut variables = FxHashMap::default();
        for inst in function.blocks().flat_map(|block| block.instructions()) {
            if inst.opcode() != Opcode::LLVMCall {
                continue;
            }
            let described: fn(DebugNode<'m>) -> Described<'m> = match inst.called_intrinsic().as_deref() {
                Some("llvm.dbg.declare") => Described::AddressOf,
                Some("llvm.dbg.value") => Described::Of,
                _ => continue,
            };
            if let Some(Description { value, ty, .. }) = inst.described_variable() {
                variables.entry(value).or_insert(described(ty));
            }
        }
        Variables(variables)
    }

    /// The type of the object at an address.
    fn pointee(&self, address: Value<'m>, layout: &DataLayout<'m>, depth: u32) -> Option<DebugNode<'m>> {
        match self.0.get(&address) {
            Some(Described::AddressOf(ty)) => return Some(plain(*ty)),
            Some(Described::Of(ty)) => return target_of(*ty),
            None => {}
        }
        match address.kind() {
            ValueKind::LLVMGlobalVariableValueKind => address.declared_type().map(plain),
            ValueKind::LLVMInstructionValueKind if depth < DEEPEST => match address.opcode() {
                // A pointer variable that lives in memory.
                Opcode::LLVMLoad => target_of(self.pointee(address.operand(0), layout, depth + 1)?),
                Opcode::LLVMGetElementPtr => self.element(address, layout, depth + 1),
                _ => None,
            },
            _ => None,
        }
    }

    fn element(&self, address: Value<'m>, layout: &DataLayout<'m>, depth: u32) -> Option<DebugNode<'m>> {
        let mut ty = self.pointee(address.operand(0), layout, depth)?;
        let mut stored = address.gep_type();
        // The first index walks over values of the same type. Optimisers count in bytes.
        if layout.alloc_size(stored) * 8 != plain(ty).bits() {
            return None;
        }
        for index in 2..address.operand_count() {
            let number = address.operand(index);
            (ty, stored) = match (ty.tag(), stored.kind()) {
                (Tag::Array, TypeKind::LLVMArrayTypeKind) => {
                    (plain(ty.base().filter(|_| ty.elements().len() == 1)?), stored.element())
                }
                (Tag::Structure, TypeKind::LLVMStructTypeKind)
                    if number.kind() == ValueKind::LLVMConstantIntValueKind =>
                {
                    // By place, because bit-fields share elements of LLVM's structure, and padding may be one.
                    let field = u32::try_from(number.int_bits()).ok()?;
                    let at = layout.field_offset(stored, field) * 8;
                    let is_it = |member: &DebugNode<'m>| {
                        member.tag() == Tag::Member && !member.is_bit_field() && member.bit_offset() == at
                    };
                    (plain(ty.elements().into_iter().find(is_it)?.base()?), stored.struct_element(field))
                }
                _ => return None,
            };
        }
        Some(ty)
    }
}

/// A type without qualifiers and names for it.
fn plain(mut ty: DebugNode<'_>) -> DebugNode<'_> {
    for _ in 0..DEEPEST {
        match (ty.tag(), ty.base()) {
            (Tag::Qualifier(_) | Tag::Typedef, Some(base)) => ty = base,
            _ => break,
        }
    }
    ty
}

/// What a pointer of this type points to, not stripped of its name.
pub(super) fn target_of(ty: DebugNode<'_>) -> Option<DebugNode<'_>> {
    let ty = plain(ty);
    ty.base().filter(|_| ty.tag() == Tag::Pointer)
}

impl<'m> TypeReader<'m> {
    pub(super) fn read(&mut self, ty: DebugNode<'m>, depth: u32) -> Option<Arc<SourceType>> {
        if let Some(known) = self.read.get(&ty) {
            return known.clone();
        }
        let read = if depth < DEEPEST { self.read_new(ty, depth + 1).map(Arc::new) } else { None };
        self.read.insert(ty, read.clone());
        read
    }

    fn read_new(&mut self, ty: DebugNode<'m>, depth: u32) -> Option<SourceType> {
        let bytes = ty.bits().div_ceil(8);
        Some(match ty.tag() {
            Tag::Qualifier(_) => return self.read(ty.base()?, depth).map(|base| (*base).clone()),
            Tag::Typedef => match (*self.read(ty.base()?, depth)?).clone() {
                // A small number by another name is one: nobody means a character by `uint8_t`.
                SourceType::Scalar { reading: Reading::Character { signed }, bytes, .. } => SourceType::Scalar {
                    name: ty.name(),
                    reading: if signed { Reading::Signed } else { Reading::Unsigned },
                    bytes,
                },
                SourceType::Scalar { reading, bytes, .. } => SourceType::Scalar { name: ty.name(), reading, bytes },
                other => other,
            },
            Tag::Base => SourceType::Scalar { reading: Reading::of_basic(&ty.name()), name: ty.name(), bytes },
            Tag::Enumeration => {
                let base = ty.base().map_or(String::new(), |base| plain(base).name());
                SourceType::Scalar { name: format!("enum {}", ty.name()), reading: Reading::of_basic(&base), bytes }
            }
            Tag::Pointer => SourceType::Scalar { name: "void *".to_string(), reading: Reading::Address, bytes },
            Tag::Array => {
                let mut element = self.read(ty.base()?, depth)?;
                for dimension in ty.elements().into_iter().rev() {
                    let count = dimension.count()?;
                    element = Arc::new(SourceType::Array { element, count });
                }
                return Some((*element).clone());
            }
            Tag::Structure | Tag::Union => {
                let mut fields = Vec::new();
                for member in ty.elements().into_iter().filter(|member| member.tag() == Tag::Member) {
                    let Some(of) = member.base().and_then(|base| self.read(base, depth)) else { continue };
                    let bits = member.is_bit_field().then(|| member.bits());
                    fields.push(Field { name: member.name(), at: member.bit_offset(), bits, ty: of });
                }
                SourceType::Record { bytes, fields }
            }
            Tag::Member | Tag::Subroutine | Tag::Other => SourceType::Opaque { bytes },
        })
    }
}

/// Functions that make what their first argument points to an input.
fn makes_input(name: &str) -> bool {
    name.contains("make_symbolic")
        || name.contains("nondet_memory")
        || name.contains("havoc")
        || name.contains("init_object")
        || name.starts_with("__Crest")
}

impl<'m> Lowering<'m> {
    /// Enters the parameters of a function, if they are as many as the source has: some aggregates become several.
    pub(super) fn note_parameters(&mut self, function: Value<'m>, id: FuncId) {
        let (types, params) = (function.parameter_nodes().unwrap_or_default(), function.params());
        if types.len() != params.len() {
            return;
        }
        let mut known = Vec::new();
        for (ty, param) in types.into_iter().zip(params) {
            let shown = ty.map(|ty| target_of(ty).unwrap_or(ty));
            if let Some(read) = shown.and_then(|ty| self.types.read(ty, 0)) {
                known.push((param.name(), read));
            }
        }
        if !known.is_empty() {
            self.types.found.parameters.insert(id, known);
        }
    }
}

impl<'m> FunctionLowering<'_, 'm> {
    /// Enters what a call makes an input of, where that can be told.
    pub(super) fn note_pointee(&mut self, call: Value<'m>, called: Value<'m>) {
        let loc = self.loc;
        if called.kind() != ValueKind::LLVMFunctionValueKind || loc == LocId(0) || !makes_input(&called.name()) {
            return;
        }
        let Some(&object) = call.call_args().first() else { return };
        let function = self.function;
        let variables = self.variables.get_or_insert_with(|| Variables::of(function));
        let Some(ty) = variables.pointee(object, &self.module.layout, 0) else { return };
        let types = &mut self.module.types;
        let Some(read) = types.read(ty, 0) else { return };
        // Several calls may share a position, as those of a macro do.
        let known = types.found.pointees.entry(loc).or_insert_with(|| Arc::clone(&read));
        if *known != read {
            *known = Arc::new(SourceType::Opaque { bytes: 0 });
        }
    }
}
