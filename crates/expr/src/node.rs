//! What an expression is: [`Node`], the form to match on.
//!
//! Float operations are a [form of their own](float), and nodes are stored in a [smaller one](packed).

mod float;
mod packed;

pub use float::FloatNode;
pub(crate) use packed::{Kind, Packed};

use crate::ids::{ArrayId, ExprId, VarId};

/// Operators of one operand and the same width.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum UnaryOp {
    Not,
    Neg,
}

/// Operators of two operands of equal width. `Eq`, `Ult` and `Slt` give one bit, the others the operands' width.
///
/// The remaining comparisons are built from these: `a <= b` is `not (b < a)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum BinaryOp {
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    Eq,
    Ult,
    Slt,
}

impl BinaryOp {
    pub const ALL: [BinaryOp; 16] = {
        use BinaryOp::*;
        [And, Or, Xor, Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, Eq, Ult, Slt]
    };

    /// Whether the result is one bit, whatever the operands' width.
    pub fn is_comparison(self) -> bool {
        matches!(self, BinaryOp::Eq | BinaryOp::Ult | BinaryOp::Slt)
    }
}

/// An expression, one level deep. Its width is [`Dag::width`](crate::Dag::width).
///
/// In a commutative operation a constant operand is always `b`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    Const(u128),
    Var(VarId),
    Unary {
        op: UnaryOp,
        a: ExprId,
    },
    Binary {
        op: BinaryOp,
        a: ExprId,
        b: ExprId,
    },
    ZExt {
        a: ExprId,
    },
    SExt {
        a: ExprId,
    },
    /// Bits `lo .. lo + width` of `a`.
    Extract {
        a: ExprId,
        lo: u32,
    },
    Concat {
        hi: ExprId,
        lo: ExprId,
    },
    Ite {
        c: ExprId,
        t: ExprId,
        f: ExprId,
    },
    /// `bytes` bytes from `offset` on, the first one lowest. Bytes beyond the array read as 0.
    Read {
        array: ArrayId,
        offset: ExprId,
        bytes: u32,
    },
    /// An operation on floating-point numbers, held as bit patterns.
    Float(FloatNode),
}

impl Node {
    /// The expressions this one is made of, in order. A read's array is not among them.
    #[inline]
    pub fn operands(&self) -> Operands {
        match *self {
            Node::Const(_) | Node::Var(_) => Operands::none(),
            Node::Unary { a, .. } | Node::ZExt { a } | Node::SExt { a } | Node::Extract { a, .. } => Operands::one(a),
            Node::Read { offset, .. } => Operands::one(offset),
            Node::Binary { a, b, .. } => Operands::two(a, b),
            Node::Concat { hi, lo } => Operands::two(hi, lo),
            Node::Ite { c, t, f } => Operands::three(c, t, f),
            Node::Float(float) => float.operands(),
        }
    }
}

/// Up to three operands, as an iterator.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    ids: [ExprId; 3],
    next: u8,
    len: u8,
}

impl Operands {
    fn none() -> Operands {
        Operands { ids: [ExprId(0); 3], next: 0, len: 0 }
    }

    fn one(a: ExprId) -> Operands {
        Operands { ids: [a, a, a], next: 0, len: 1 }
    }

    fn two(a: ExprId, b: ExprId) -> Operands {
        Operands { ids: [a, b, b], next: 0, len: 2 }
    }

    fn three(a: ExprId, b: ExprId, c: ExprId) -> Operands {
        Operands { ids: [a, b, c], next: 0, len: 3 }
    }
}

impl Iterator for Operands {
    type Item = ExprId;

    #[inline]
    fn next(&mut self) -> Option<ExprId> {
        let id = *self.ids[..self.len as usize].get(self.next as usize)?;
        self.next += 1;
        Some(id)
    }
}
