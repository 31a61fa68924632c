//! Types as the source has them, from debug information: for showing inputs to people, never for executing anything.
//!
//! Does not hold: what a pointer points to (a structure may point to itself), enumerators, types of functions.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{FuncId, GlobalId, LocId, LocalVariables, SourceVariable};

/// What is known of the source's types.
#[derive(Clone, Debug, Default)]
pub struct SourceTypes {
    /// What the first argument points to in a call that makes an object an input, by the call's position.
    pub pointees: FxHashMap<LocId, Arc<SourceType>>,
    /// The parameters of functions by name; of a pointer what it points to.
    pub parameters: FxHashMap<FuncId, Vec<(String, Arc<SourceType>)>>,
    /// What functions call their registers and their memory.
    pub locals: FxHashMap<FuncId, LocalVariables>,
    pub globals: FxHashMap<GlobalId, SourceVariable>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SourceType {
    /// Numbers, characters, enumerations, pointers.
    Scalar {
        /// As the source names it: `int`, `uint8_t`.
        name: String,
        reading: Reading,
        bytes: u64,
    },
    Array {
        element: Arc<SourceType>,
        count: u64,
    },
    /// A structure, or a union: its fields share their place then.
    Record {
        bytes: u64,
        fields: Vec<Field>,
    },
    /// Something else of this size.
    Opaque {
        bytes: u64,
    },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Field {
    pub name: String,
    /// From the start of the record, in bits: a bit-field may begin anywhere.
    pub at: u64,
    /// Bits of a bit-field; `None` for all others.
    pub bits: Option<u64>,
    pub ty: Arc<SourceType>,
}

/// How the bits of a scalar are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Reading {
    Signed,
    Unsigned,
    /// C's `char` in one of its three forms, not a number that happens to be as small.
    Character {
        signed: bool,
    },
    Boolean,
    Float,
    Address,
}

impl SourceType {
    pub fn bytes(&self) -> u64 {
        match self {
            SourceType::Scalar { bytes, .. } | SourceType::Record { bytes, .. } | SourceType::Opaque { bytes } => {
                *bytes
            }
            SourceType::Array { element, count } => element.bytes().saturating_mul(*count),
        }
    }

    /// How C names some bytes of a value of this type, behind its name: `[3].len`; and what is there. `None` where nothing is
    /// exactly there.
    pub fn part(&self, offset: u64, bytes: u64) -> Option<(String, &SourceType)> {
        let inner = match self {
            SourceType::Array { element, count } => {
                let index = offset.checked_div(element.bytes()).filter(|index| index < count);
                index.and_then(|index| {
                    let (rest, ty) = element.part(offset % element.bytes(), bytes)?;
                    Some((format!("[{index}]{rest}"), ty))
                })
            }
            SourceType::Record { fields, .. } => fields.iter().find_map(|field| {
                let within = offset.checked_sub(field.at / 8).filter(|_| field.bits.is_none())?;
                let (rest, ty) = field.ty.part(within, bytes).filter(|_| within + bytes <= field.ty.bytes())?;
                // What is in a field without a name belongs to the record around it.
                Some((if field.name.is_empty() { rest } else { format!(".{}{rest}", field.name) }, ty))
            }),
            SourceType::Scalar { .. } | SourceType::Opaque { .. } => None,
        };
        inner.or_else(|| (offset == 0 && bytes == self.bytes()).then(|| (String::new(), self)))
    }

    /// The type of this many bytes that begin with a value of this type: itself, or an array of it. A rest that is too small
    /// for another element has none.
    pub fn covering(self: &Arc<SourceType>, bytes: u64) -> Option<Arc<SourceType>> {
        let own = self.bytes();
        match self.as_ref() {
            _ if own == bytes && bytes > 0 => Some(Arc::clone(self)),
            // A long double without its padding, as it is in a register.
            SourceType::Scalar { reading: Reading::Float, bytes: 16, .. } if bytes == 10 => Some(Arc::clone(self)),
            // Part of an array, or an array that a pointer to its first element stands for.
            SourceType::Array { element, .. } => element.covering(bytes),
            _ if own > 0 && bytes > own => {
                Some(Arc::new(SourceType::Array { element: Arc::clone(self), count: bytes / own }))
            }
            _ => None,
        }
    }
}

impl Reading {
    /// That of one of C's basic types, as clang names them.
    pub(crate) fn of_basic(name: &str) -> Reading {
        match name {
            "char" | "signed char" => Reading::Character { signed: true },
            "unsigned char" => Reading::Character { signed: false },
            "_Bool" | "bool" => Reading::Boolean,
            "float" | "double" | "long double" | "_Float16" | "__float128" | "__bf16" => Reading::Float,
            _ if name.contains("unsigned") => Reading::Unsigned,
            _ => Reading::Signed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int() -> Arc<SourceType> {
        Arc::new(SourceType::Scalar { name: "int".into(), reading: Reading::of_basic("int"), bytes: 4 })
    }

    #[test]
    fn parts_have_the_names_of_c() {
        let field = |name: &str, at: u64, ty| Field { name: name.into(), at: 8 * at, bits: None, ty };
        let pair = Arc::new(SourceType::Array { element: int(), count: 2 });
        let inner = Arc::new(SourceType::Record { bytes: 4, fields: vec![field("deep", 0, int())] });
        let record = SourceType::Record {
            bytes: 16,
            fields: vec![field("len", 0, int()), field("pair", 4, pair), field("", 12, inner)],
        };
        let list = SourceType::Array { element: Arc::new(record), count: 3 };
        let name = |offset, bytes| list.part(offset, bytes).map(|(name, _)| name);
        assert_eq!(name(0, 4).as_deref(), Some("[0].len"));
        assert_eq!(name(16 + 8, 4).as_deref(), Some("[1].pair[1]"));
        assert_eq!(name(32 + 4, 8).as_deref(), Some("[2].pair"));
        assert_eq!(name(12, 4).as_deref(), Some("[0].deep"), "of the record without a name");
        assert_eq!((name(1, 1), name(48, 4), name(2, 4)), (None, None, None));
        assert_eq!(int().part(0, 4).map(|(name, _)| name).as_deref(), Some(""));
    }

    #[test]
    fn more_bytes_are_an_array_of_the_same() {
        assert_eq!(int().covering(4), Some(int()));
        let three = SourceType::Array { element: int(), count: 3 };
        assert_eq!(int().covering(12).as_deref(), Some(&three));
        assert_eq!(Arc::new(three).covering(8).unwrap().bytes(), 8);
        assert_eq!(int().covering(6).unwrap().bytes(), 4);
        assert_eq!(int().covering(3), None);
        assert_eq!(Arc::new(SourceType::Opaque { bytes: 0 }).covering(4), None);
    }
}
