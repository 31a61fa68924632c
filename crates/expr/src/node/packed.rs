//! The 16-byte form expressions are stored in. Only the [`Dag`](crate::Dag) sees it.

use super::{BinaryOp, FloatNode, Node, UnaryOp};
use crate::float::{FloatBin, FloatCmp, FloatFormat, Rounding};
use crate::ids::{ArrayId, ExprId, VarId};
use crate::math::{Gives, MathFunction};

/// What kind of node a [`Packed`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The value is in `a` (low half) and `b`.
    Const,
    /// The value does not fit 64 bits; `a` is its index in the table of such values.
    WideConst,
    Var,
    Unary(UnaryOp),
    Binary(BinaryOp),
    ZExt,
    SExt,
    Extract,
    Concat,
    Ite,
    Read,
    FloatBinary(FloatBin),
    FloatCompare(FloatCmp),
    FloatIsNan,
    FloatSqrt,
    FloatFma,
    FloatRound(Rounding),
    FloatConvert(FloatFormat),
    FloatToInt {
        signed: bool,
    },
    FloatFromInt {
        signed: bool,
    },
    FloatCall(MathFunction),
    FloatCallError(MathFunction),
}

impl Kind {
    /// A number that differs between kinds, for hashing.
    #[inline]
    fn code(self) -> u32 {
        match self {
            Kind::Const => 0,
            Kind::WideConst => 1,
            Kind::Var => 2,
            Kind::ZExt => 3,
            Kind::SExt => 4,
            Kind::Extract => 5,
            Kind::Concat => 6,
            Kind::Ite => 7,
            Kind::Read => 8,
            Kind::FloatIsNan => 9,
            Kind::FloatSqrt => 10,
            Kind::FloatFma => 11,
            Kind::FloatToInt { signed } => 12 + signed as u32,
            Kind::FloatFromInt { signed } => 14 + signed as u32,
            Kind::Unary(op) => 0x10 + op as u32,
            Kind::Binary(op) => 0x20 + op as u32,
            Kind::FloatBinary(op) => 0x30 + op as u32,
            Kind::FloatCompare(op) => 0x40 + op as u32,
            Kind::FloatRound(mode) => 0x50 + mode as u32,
            Kind::FloatConvert(to) => 0x60 + to as u32,
            Kind::FloatCall(function) => 0x80 + function as u32,
            Kind::FloatCallError(function) => 0xc0 + function as u32,
        }
    }
}

/// The stored form of a node. For float nodes `format` is the format of the operands, except for a conversion from
/// integer, where it is the result's; for other nodes it is `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Packed {
    pub kind: Kind,
    pub width: u8,
    pub format: Option<FloatFormat>,
    pub a: u32,
    pub b: u32,
    pub c: u32,
}

const _: () = assert!(std::mem::size_of::<Packed>() == 16);

/// A hash of two words in which every bit of the result depends on every bit of both: ids are small and dense, which
/// hashes made for speed alone turn into long runs of collisions.
#[inline]
fn mixed(x: u64, y: u64) -> u64 {
    let product = (x ^ 0x9e37_79b9_7f4a_7c15) as u128 * (y ^ 0xd1b5_4a32_d192_ed03) as u128;
    (product >> 64) as u64 ^ product as u64
}

impl Packed {
    #[inline]
    pub fn hash(&self) -> u64 {
        let format = self.format.map_or(0, |f| f as u32 + 1);
        let head = self.kind.code() | (self.width as u32) << 8 | format << 16;
        mixed((head as u64) << 32 | self.a as u64, (self.b as u64) << 32 | self.c as u64)
    }

    /// Packs any node but a constant.
    #[inline(always)]
    pub fn new(node: Node, width: u32) -> Packed {
        let pack = |kind, format, a: u32, b: u32, c: u32| Packed { kind, width: width as u8, format, a, b, c };
        match node {
            Node::Const(_) => unreachable!("constants are packed by the table that holds the wide ones"),
            Node::Var(v) => pack(Kind::Var, None, v.0, 0, 0),
            Node::Unary { op, a } => pack(Kind::Unary(op), None, a.0, 0, 0),
            Node::Binary { op, a, b } => pack(Kind::Binary(op), None, a.0, b.0, 0),
            Node::ZExt { a } => pack(Kind::ZExt, None, a.0, 0, 0),
            Node::SExt { a } => pack(Kind::SExt, None, a.0, 0, 0),
            Node::Extract { a, lo } => pack(Kind::Extract, None, a.0, lo, 0),
            Node::Concat { hi, lo } => pack(Kind::Concat, None, hi.0, lo.0, 0),
            Node::Ite { c, t, f } => pack(Kind::Ite, None, c.0, t.0, f.0),
            Node::Read { array, offset, bytes } => pack(Kind::Read, None, array.0, offset.0, bytes),
            Node::Float(FloatNode::Binary { op, format, a, b }) => {
                pack(Kind::FloatBinary(op), Some(format), a.0, b.0, 0)
            }
            Node::Float(FloatNode::Compare { op, format, a, b }) => {
                pack(Kind::FloatCompare(op), Some(format), a.0, b.0, 0)
            }
            Node::Float(FloatNode::IsNan { format, a }) => pack(Kind::FloatIsNan, Some(format), a.0, 0, 0),
            Node::Float(FloatNode::Sqrt { format, a }) => pack(Kind::FloatSqrt, Some(format), a.0, 0, 0),
            Node::Float(FloatNode::Fma { format, a, b, c }) => pack(Kind::FloatFma, Some(format), a.0, b.0, c.0),
            Node::Float(FloatNode::Round { format, mode, a }) => pack(Kind::FloatRound(mode), Some(format), a.0, 0, 0),
            Node::Float(FloatNode::Convert { from, to, a }) => pack(Kind::FloatConvert(to), Some(from), a.0, 0, 0),
            Node::Float(FloatNode::ToInt { format, signed, a }) => {
                pack(Kind::FloatToInt { signed }, Some(format), a.0, 0, 0)
            }
            Node::Float(FloatNode::FromInt { format, signed, a }) => {
                pack(Kind::FloatFromInt { signed }, Some(format), a.0, 0, 0)
            }
            Node::Float(FloatNode::Call { function, gives, format, a, b }) => {
                let kind = match gives {
                    Gives::Value => Kind::FloatCall(function),
                    Gives::Error => Kind::FloatCallError(function),
                };
                pack(kind, Some(format), a.0, b.0, 0)
            }
        }
    }

    /// The node; `wide` holds the constants above 64 bits.
    #[inline(always)]
    pub fn unpack(&self, wide: &[u128]) -> Node {
        let (a, b, c) = (ExprId(self.a), ExprId(self.b), ExprId(self.c));
        // Float nodes always carry a format; the default is never seen.
        let format = self.format.unwrap_or(FloatFormat::Double);
        match self.kind {
            Kind::Const => Node::Const((self.a as u64 | (self.b as u64) << 32) as u128),
            Kind::WideConst => Node::Const(wide[self.a as usize]),
            Kind::Var => Node::Var(VarId(self.a)),
            Kind::Unary(op) => Node::Unary { op, a },
            Kind::Binary(op) => Node::Binary { op, a, b },
            Kind::ZExt => Node::ZExt { a },
            Kind::SExt => Node::SExt { a },
            Kind::Extract => Node::Extract { a, lo: self.b },
            Kind::Concat => Node::Concat { hi: a, lo: b },
            Kind::Ite => Node::Ite { c: a, t: b, f: c },
            Kind::Read => Node::Read { array: ArrayId(self.a), offset: b, bytes: self.c },
            Kind::FloatBinary(op) => Node::Float(FloatNode::Binary { op, format, a, b }),
            Kind::FloatCompare(op) => Node::Float(FloatNode::Compare { op, format, a, b }),
            Kind::FloatIsNan => Node::Float(FloatNode::IsNan { format, a }),
            Kind::FloatSqrt => Node::Float(FloatNode::Sqrt { format, a }),
            Kind::FloatFma => Node::Float(FloatNode::Fma { format, a, b, c }),
            Kind::FloatRound(mode) => Node::Float(FloatNode::Round { format, mode, a }),
            Kind::FloatConvert(to) => Node::Float(FloatNode::Convert { from: format, to, a }),
            Kind::FloatToInt { signed } => Node::Float(FloatNode::ToInt { format, signed, a }),
            Kind::FloatFromInt { signed } => Node::Float(FloatNode::FromInt { format, signed, a }),
            Kind::FloatCall(function) => Node::Float(FloatNode::Call { function, gives: Gives::Value, format, a, b }),
            Kind::FloatCallError(function) => {
                Node::Float(FloatNode::Call { function, gives: Gives::Error, format, a, b })
            }
        }
    }
}
