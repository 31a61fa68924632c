//! The scalars a type consists of, and where each lies in memory.
//!
//! Aggregates and vectors do not exist in our IR: a value of such a type is the list of its scalars, in order.

use std::rc::Rc;

use crate::ir::FloatFormat;
use crate::llvm::{Type, TypeKind};
use crate::lower::limbs::{has_limbs, limb_widths};
use crate::lower::{Lowered, Lowering, unsupported};

/// More scalars than this in one value are not taken apart.
const MAX_SCALARS: usize = 4096;
/// Wider integers do not exist in our IR.
pub(super) const MAX_WIDTH: u32 = 128;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ScalarKind {
    Integer,
    Float(FloatFormat),
    Pointer,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scalar {
    pub(super) width: u16,
    pub(super) kind: ScalarKind,
}

/// Where a scalar lies from the start of the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// In bytes of its own.
    Bytes { offset: u64 },
    /// In a run of bytes shared with its neighbours: elements of vectors such as `<8 x i1>` are packed.
    Bits { offset: u64, bytes: u16, shift: u16 },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Leaf {
    pub(super) scalar: Scalar,
    pub(super) place: Place,
}

impl Leaf {
    fn moved(self, by: u64) -> Leaf {
        let place = match self.place {
            Place::Bytes { offset } => Place::Bytes { offset: offset + by },
            Place::Bits { offset, bytes, shift } => Place::Bits { offset: offset + by, bytes, shift },
        };
        Leaf { place, ..self }
    }
}

/// All scalars of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub(super) leaves: Vec<Leaf>,
}

impl Shape {
    pub(super) fn scalars(&self) -> impl Iterator<Item = Scalar> + '_ {
        self.leaves.iter().map(|leaf| leaf.scalar)
    }
}

/// Bytes that hold this many bits.
pub(super) fn bytes_for(width: u16) -> u16 {
    width.div_ceil(8)
}

impl<'m> Lowering<'m> {
    /// The scalars of a type, `void` having none.
    pub(super) fn shape(&mut self, ty: Type<'m>) -> Lowered<Rc<Shape>> {
        if let Some(known) = self.shapes.get(&ty) {
            return known.clone();
        }
        let shape = self.shape_of(ty).map(|leaves| Rc::new(Shape { leaves }));
        self.shapes.insert(ty, shape.clone());
        shape
    }

    /// The scalar a type is or, for a vector, has as element.
    pub(super) fn scalar(&self, ty: Type<'m>) -> Lowered<Scalar> {
        let integer = |width: u32| Scalar { width: width as u16, kind: ScalarKind::Integer };
        let float = |format: FloatFormat| Scalar { width: format.width(), kind: ScalarKind::Float(format) };
        Ok(match ty.kind() {
            TypeKind::LLVMIntegerTypeKind => match ty.int_width() {
                width if width <= MAX_WIDTH => integer(width),
                width => return unsupported(format!("this operation on an integer of {width} bits")),
            },
            TypeKind::LLVMPointerTypeKind => Scalar { width: 64, kind: ScalarKind::Pointer },
            TypeKind::LLVMHalfTypeKind => float(FloatFormat::Half),
            TypeKind::LLVMBFloatTypeKind => float(FloatFormat::BFloat),
            TypeKind::LLVMFloatTypeKind => float(FloatFormat::Single),
            TypeKind::LLVMDoubleTypeKind => float(FloatFormat::Double),
            TypeKind::LLVMX86_FP80TypeKind => float(FloatFormat::X87),
            TypeKind::LLVMFP128TypeKind => float(FloatFormat::Quad),
            TypeKind::LLVMX86_MMXTypeKind => integer(64),
            TypeKind::LLVMVectorTypeKind => self.scalar(ty.element())?,
            TypeKind::LLVMVoidTypeKind
            | TypeKind::LLVMPPC_FP128TypeKind
            | TypeKind::LLVMLabelTypeKind
            | TypeKind::LLVMFunctionTypeKind
            | TypeKind::LLVMStructTypeKind
            | TypeKind::LLVMArrayTypeKind
            | TypeKind::LLVMMetadataTypeKind
            | TypeKind::LLVMTokenTypeKind
            | TypeKind::LLVMScalableVectorTypeKind
            | TypeKind::LLVMX86_AMXTypeKind
            | TypeKind::LLVMTargetExtTypeKind => return unsupported(format!("value of type {}", ty.spelling())),
        })
    }

    fn shape_of(&mut self, ty: Type<'m>) -> Lowered<Vec<Leaf>> {
        match ty.kind() {
            TypeKind::LLVMVoidTypeKind => Ok(Vec::new()),
            TypeKind::LLVMStructTypeKind => {
                if ty.is_opaque_struct() {
                    return unsupported("value of an incomplete struct type");
                }
                let mut leaves = Vec::new();
                for index in 0..ty.struct_len() {
                    let offset = self.layout.field_offset(ty, index);
                    let field = self.shape(ty.struct_element(index))?;
                    extend(&mut leaves, field.leaves.iter().map(|leaf| leaf.moved(offset)))?;
                }
                Ok(leaves)
            }
            TypeKind::LLVMArrayTypeKind => {
                let element = ty.element();
                let stride = self.layout.alloc_size(element);
                let shape = self.shape(element)?;
                let mut leaves = Vec::new();
                for index in 0..ty.array_len() {
                    extend(&mut leaves, shape.leaves.iter().map(|leaf| leaf.moved(index * stride)))?;
                    if shape.leaves.is_empty() {
                        break;
                    }
                }
                Ok(leaves)
            }
            TypeKind::LLVMVectorTypeKind => {
                let scalar = self.scalar(ty)?;
                let mut leaves = Vec::new();
                extend(&mut leaves, vector_places(scalar, ty.vector_len())?.into_iter())?;
                Ok(leaves)
            }
            TypeKind::LLVMIntegerTypeKind if has_limbs(ty) => {
                let limb = |(i, width)| Leaf {
                    scalar: Scalar { width, kind: ScalarKind::Integer },
                    place: Place::Bytes { offset: 8 * i as u64 },
                };
                Ok(limb_widths(ty.int_width()).enumerate().map(limb).collect())
            }
            _ => Ok(vec![Leaf { scalar: self.scalar(ty)?, place: Place::Bytes { offset: 0 } }]),
        }
    }
}

fn extend(leaves: &mut Vec<Leaf>, more: impl Iterator<Item = Leaf>) -> Lowered<()> {
    leaves.extend(more);
    if leaves.len() > MAX_SCALARS { unsupported("a single value of more than 4096 scalars") } else { Ok(()) }
}

/// Elements of a vector follow each other without padding, the first in the lowest bits.
fn vector_places(scalar: Scalar, count: u32) -> Lowered<Vec<Leaf>> {
    let width = scalar.width as u32;
    let elements = 0..count;
    if width.is_multiple_of(8) {
        let place = |i: u32| Place::Bytes { offset: (i * width / 8) as u64 };
        return Ok(elements.map(|i| Leaf { scalar, place: place(i) }).collect());
    }
    // Packed elements are read and written in runs that fit one integer and hold whole elements.
    let run = if width * count <= MAX_WIDTH { width * count } else { 64 };
    if run % width != 0 {
        return unsupported(format!("vector of {count} elements of {width} bits"));
    }
    let total = width * count;
    let place = |i: u32| {
        let start = i * width / run * run;
        let bits = run.min(total - start);
        Place::Bits { offset: (start / 8) as u64, bytes: bytes_for(bits as u16), shift: (i * width - start) as u16 }
    };
    Ok(elements.map(|i| Leaf { scalar, place: place(i) }).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_vectors_share_runs_of_bytes() {
        let bit = Scalar { width: 1, kind: ScalarKind::Integer };
        let places = vector_places(bit, 8).unwrap();
        assert_eq!(places[7].place, Place::Bits { offset: 0, bytes: 1, shift: 7 });
        let long = vector_places(bit, 200).unwrap();
        assert_eq!(long[64].place, Place::Bits { offset: 8, bytes: 8, shift: 0 });
        assert_eq!(long[199].place, Place::Bits { offset: 24, bytes: 1, shift: 7 });
        assert!(vector_places(Scalar { width: 7, kind: ScalarKind::Integer }, 100).is_err());
    }

    #[test]
    fn vectors_of_whole_bytes_are_plain() {
        let word = Scalar { width: 32, kind: ScalarKind::Integer };
        assert_eq!(vector_places(word, 4).unwrap()[3].place, Place::Bytes { offset: 12 });
    }
}
