//! Float operations as expressions, and all that depends on which one it is only by the operands it takes: whoever walks,
//! evaluates or rebuilds expressions treats floats as one case.
//!
//! What the operations mean on bit patterns is in [`float`](crate::float); how they are written in other languages is
//! the business of those who translate.

use super::Operands;
use crate::dag::Dag;
use crate::float::{self, FloatBin, FloatCmp, FloatFormat, Rounding};
use crate::ids::ExprId;
use crate::math::{Gives, MathFunction};

/// A float operation, one level deep.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatNode {
    /// Rounded to nearest, ties to even; `Rem` is C's `fmod`.
    Binary {
        op: FloatBin,
        format: FloatFormat,
        a: ExprId,
        b: ExprId,
    },
    /// False when an operand is a NaN.
    Compare {
        op: FloatCmp,
        format: FloatFormat,
        a: ExprId,
        b: ExprId,
    },
    IsNan {
        format: FloatFormat,
        a: ExprId,
    },
    Sqrt {
        format: FloatFormat,
        a: ExprId,
    },
    /// `a * b + c`, rounded once.
    Fma {
        format: FloatFormat,
        a: ExprId,
        b: ExprId,
        c: ExprId,
    },
    /// Rounded to an integral value of the same format.
    Round {
        format: FloatFormat,
        mode: Rounding,
        a: ExprId,
    },
    Convert {
        from: FloatFormat,
        to: FloatFormat,
        a: ExprId,
    },
    /// Rounded toward zero. Outside the integer's range: see [`float::to_int`](crate::float::to_int).
    ToInt {
        format: FloatFormat,
        signed: bool,
        a: ExprId,
    },
    FromInt {
        format: FloatFormat,
        signed: bool,
        a: ExprId,
    },
    /// What the system's library says. A function of one argument has it twice.
    Call {
        function: MathFunction,
        gives: Gives,
        format: FloatFormat,
        a: ExprId,
        b: ExprId,
    },
}

impl FloatNode {
    /// The expressions this one is made of, in order.
    #[inline]
    pub fn operands(self) -> Operands {
        match self {
            FloatNode::IsNan { a, .. }
            | FloatNode::Sqrt { a, .. }
            | FloatNode::Round { a, .. }
            | FloatNode::Convert { a, .. }
            | FloatNode::ToInt { a, .. }
            | FloatNode::FromInt { a, .. } => Operands::one(a),
            FloatNode::Binary { a, b, .. } | FloatNode::Compare { a, b, .. } => Operands::two(a, b),
            FloatNode::Fma { a, b, c, .. } => Operands::three(a, b, c),
            FloatNode::Call { function, a, .. } if function.arity() == 1 => Operands::one(a),
            FloatNode::Call { a, b, .. } => Operands::two(a, b),
        }
    }

    /// Whether the result is a truth value.
    pub fn is_predicate(self) -> bool {
        match self {
            FloatNode::Compare { .. } | FloatNode::IsNan { .. } => true,
            FloatNode::Binary { .. }
            | FloatNode::Sqrt { .. }
            | FloatNode::Fma { .. }
            | FloatNode::Round { .. }
            | FloatNode::Convert { .. }
            | FloatNode::ToInt { .. }
            | FloatNode::FromInt { .. }
            | FloatNode::Call { .. } => false,
        }
    }

    /// The result of `width` bits where the operands have these values.
    pub(crate) fn value(self, dag: &Dag, width: u32, [x, y, z]: [u128; 3]) -> u128 {
        match self {
            FloatNode::Binary { op, format, .. } => float::binary(op, format, x, y),
            FloatNode::Compare { op, format, .. } => float::compare(op, format, x, y) as u128,
            FloatNode::IsNan { format, .. } => float::is_nan(format, x) as u128,
            FloatNode::Sqrt { format, .. } => float::sqrt(format, x),
            FloatNode::Fma { format, .. } => float::fma(format, x, y, z),
            FloatNode::Round { format, mode, .. } => float::round(format, mode, x),
            FloatNode::Convert { from, to, .. } => float::convert(from, to, x),
            FloatNode::ToInt { format, signed, .. } => float::to_int(format, x, width, signed),
            FloatNode::FromInt { format, signed, a } => float::from_int(x, dag.width(a), signed, format),
            FloatNode::Call { function, gives, format, .. } => function.value(gives, format, x, y),
        }
    }

    /// The same operation, with a result of `width` bits, on other operands.
    pub(crate) fn rebuilt(self, dag: &mut Dag, width: u32, [a, b, c]: [ExprId; 3]) -> ExprId {
        match self {
            FloatNode::Binary { op, format, .. } => dag.fbin(op, format, a, b),
            FloatNode::Compare { op, format, .. } => dag.fcompare(op, format, a, b),
            FloatNode::IsNan { format, .. } => dag.fis_nan(format, a),
            FloatNode::Sqrt { format, .. } => dag.fsqrt(format, a),
            FloatNode::Fma { format, .. } => dag.fma(format, a, b, c),
            FloatNode::Round { format, mode, .. } => dag.fround(format, mode, a),
            FloatNode::Convert { from, to, .. } => dag.fconvert(from, to, a),
            FloatNode::ToInt { format, signed, .. } => dag.f_to_int(format, a, width, signed),
            FloatNode::FromInt { format, signed, .. } => dag.f_from_int(a, signed, format),
            FloatNode::Call { function, gives, format, .. } => dag.fcall(function, gives, format, [a, b]),
        }
    }
}
