//! What a register holds: plain bits on the fast path, an expression otherwise.
//!
//! Invariant: `Bits` is used exactly for concrete values of at most 64 bits, with the bits above the width 0; a wider
//! value is always an expression, a constant one if it is concrete.

use expr::{Dag, ExprId};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Bits(u64),
    Expr(ExprId),
}

impl Value {
    pub const ZERO: Value = Value::Bits(0);

    /// The value as an expression of this width.
    pub fn expr(self, dag: &mut Dag, width: u16) -> ExprId {
        match self {
            Value::Bits(bits) => dag.constant(bits as u128, width as u32),
            Value::Expr(e) => e,
        }
    }

    /// An expression as a value: constants of at most 64 bits become plain bits.
    pub fn of(dag: &Dag, e: ExprId) -> Value {
        match dag.as_const(e) {
            Some(bits) if dag.width(e) <= 64 => Value::Bits(bits as u64),
            _ => Value::Expr(e),
        }
    }

    /// A concrete value of any width.
    pub fn concrete(dag: &mut Dag, bits: u128, width: u16) -> Value {
        if width <= 64 { Value::Bits(bits as u64 & mask(width)) } else { Value::Expr(dag.constant(bits, width as u32)) }
    }

    /// The bits if the value is concrete, wide constants included.
    pub fn as_concrete(self, dag: &Dag) -> Option<u128> {
        match self {
            Value::Bits(bits) => Some(bits as u128),
            Value::Expr(e) => dag.as_const(e),
        }
    }
}

/// The low `width` bits set; `width` at most 64.
#[inline(always)]
pub(crate) fn mask(width: u16) -> u64 {
    if width >= 64 { u64::MAX } else { (1u64 << width) - 1 }
}

/// Sign extension from `width` bits, `width` between 1 and 64.
#[inline(always)]
pub(crate) fn signed(bits: u64, width: u16) -> i64 {
    let shift = 64 - width.min(64) as u32;
    ((bits << shift) as i64) >> shift
}
