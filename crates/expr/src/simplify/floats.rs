//! Operations on floats, as bit patterns.
//!
//! Few rules: almost no algebraic law holds. Operands are not even reordered, since the bits of a NaN result depend on
//! which operand comes first. Half and BFloat patterns have the same width, so a rule that looks at how an operand was
//! made must compare formats too.

use super::Rule;
use crate::concrete::wide;
use crate::dag::Dag;
use crate::float::{self, FloatBin, FloatCmp, FloatFormat, Rounding};
use crate::ids::ExprId;
use crate::math::{Gives, MathFunction};
use crate::node::{BinaryOp, FloatNode, Node};

impl Dag {
    fn assert_format(&self, format: FloatFormat, operands: &[ExprId]) {
        for &operand in operands {
            assert_eq!(self.width(operand), format.width(), "not the width of {format:?}");
        }
    }

    /// The result of an operation on constants.
    fn folded_float(&mut self, value: u128, width: u32) -> ExprId {
        self.used(Rule::FoldFloats);
        self.constant(value, width)
    }

    fn intern_float(&mut self, float: FloatNode, width: u32) -> ExprId {
        self.intern(Node::Float(float), width)
    }

    /// Arithmetic, rounded to nearest, ties to even.
    pub fn fbin(&mut self, op: FloatBin, format: FloatFormat, a: ExprId, b: ExprId) -> ExprId {
        self.assert_format(format, &[a, b]);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.folded_float(float::binary(op, format, x, y), format.width());
        }
        self.intern_float(FloatNode::Binary { op, format, a, b }, format.width())
    }

    pub fn fsqrt(&mut self, format: FloatFormat, a: ExprId) -> ExprId {
        self.assert_format(format, &[a]);
        match self.as_const(a) {
            Some(x) => self.folded_float(float::sqrt(format, x), format.width()),
            None => self.intern_float(FloatNode::Sqrt { format, a }, format.width()),
        }
    }

    /// `a * b + c`, rounded once.
    pub fn fma(&mut self, format: FloatFormat, a: ExprId, b: ExprId, c: ExprId) -> ExprId {
        self.assert_format(format, &[a, b, c]);
        if let (Some(x), Some(y), Some(z)) = (self.as_const(a), self.as_const(b), self.as_const(c)) {
            return self.folded_float(float::fma(format, x, y, z), format.width());
        }
        self.intern_float(FloatNode::Fma { format, a, b, c }, format.width())
    }

    /// Rounded to an integral value of the same format.
    pub fn fround(&mut self, format: FloatFormat, mode: Rounding, a: ExprId) -> ExprId {
        self.assert_format(format, &[a]);
        match self.node(a) {
            Node::Const(x) => self.folded_float(float::round(format, mode, x), format.width()),
            Node::Float(FloatNode::FromInt { format: found, .. }) if found == format => {
                self.used(Rule::RoundOfIntegral);
                a
            }
            _ => self.intern_float(FloatNode::Round { format, mode, a }, format.width()),
        }
    }

    /// A comparison that is false when an operand is a NaN.
    pub fn fcompare(&mut self, op: FloatCmp, format: FloatFormat, a: ExprId, b: ExprId) -> ExprId {
        self.assert_format(format, &[a, b]);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.folded_float(float::compare(op, format, x, y) as u128, 1);
        }
        if a == b {
            self.used(Rule::FloatSameOperands);
            return match op {
                FloatCmp::Lt => self.truth(false),
                FloatCmp::Eq | FloatCmp::Le => {
                    let nan = self.fis_nan(format, a);
                    self.not(nan)
                }
            };
        }
        let is_nan = |e| self.as_const(e).is_some_and(|value| float::is_nan(format, value));
        if is_nan(a) || is_nan(b) {
            self.used(Rule::CompareWithNan);
            return self.truth(false);
        }
        if let Some(narrower) = self.fcompare_converted(op, format, a, b) {
            return narrower;
        }
        let (a, b) = if op == FloatCmp::Eq { self.ordered(a, b) } else { (a, b) };
        self.intern_float(FloatNode::Compare { op, format, a, b }, 1)
    }

    /// Numbers converted from a format that the wider one contains compare like the originals.
    fn fcompare_converted(&mut self, op: FloatCmp, format: FloatFormat, a: ExprId, b: ExprId) -> Option<ExprId> {
        let source = |e| match self.node(e) {
            Node::Float(FloatNode::Convert { from, to, .. }) if to == format && contains(format, from) => Some(from),
            _ => None,
        };
        let from = source(a).or_else(|| source(b))?;
        let (x, y) = (self.unconverted(a, from, format)?, self.unconverted(b, from, format)?);
        self.used(Rule::CompareConverted);
        Some(self.fcompare(op, from, x, y))
    }

    /// The value in format `from` of which `e` is the exact conversion.
    fn unconverted(&mut self, e: ExprId, from: FloatFormat, to: FloatFormat) -> Option<ExprId> {
        match self.node(e) {
            Node::Float(FloatNode::Convert { from: found, to: target, a }) if (found, target) == (from, to) => Some(a),
            Node::Const(value) => {
                let narrow = float::convert(to, from, value);
                (float::convert(from, to, narrow) == value).then(|| self.constant(narrow, from.width()))
            }
            _ => None,
        }
    }

    /// Equal; false when an operand is a NaN.
    pub fn feq(&mut self, format: FloatFormat, a: ExprId, b: ExprId) -> ExprId {
        self.fcompare(FloatCmp::Eq, format, a, b)
    }

    /// Less; false when an operand is a NaN.
    pub fn flt(&mut self, format: FloatFormat, a: ExprId, b: ExprId) -> ExprId {
        self.fcompare(FloatCmp::Lt, format, a, b)
    }

    /// Less or equal; false when an operand is a NaN.
    pub fn fle(&mut self, format: FloatFormat, a: ExprId, b: ExprId) -> ExprId {
        self.fcompare(FloatCmp::Le, format, a, b)
    }

    pub fn fis_nan(&mut self, format: FloatFormat, a: ExprId) -> ExprId {
        self.assert_format(format, &[a]);
        if let Some(x) = self.as_const(a) {
            return self.folded_float(float::is_nan(format, x) as u128, 1);
        }
        match self.nested(|dag| dag.fis_nan_simplified(format, a)) {
            Some(simpler) => simpler,
            None => self.intern_float(FloatNode::IsNan { format, a }, 1),
        }
    }

    fn fis_nan_simplified(&mut self, format: FloatFormat, a: ExprId) -> Option<ExprId> {
        let sign = 1u128 << (format.width() - 1);
        match self.node(a) {
            Node::Float(FloatNode::Convert { from, to, a }) if to == format => {
                self.used(Rule::IsNanOfConverted);
                Some(self.fis_nan(from, a))
            }
            Node::Float(FloatNode::FromInt { format: found, .. }) if found == format => {
                self.used(Rule::IsNanOfInteger);
                Some(self.truth(false))
            }
            // The sign was flipped.
            Node::Binary { op: BinaryOp::Xor, a: x, b } if self.as_const(b) == Some(sign) => {
                self.used(Rule::IsNanIgnoresSign);
                Some(self.fis_nan(format, x))
            }
            _ => None,
        }
    }

    /// The sign bit flipped, of a NaN too.
    pub fn fneg(&mut self, format: FloatFormat, a: ExprId) -> ExprId {
        self.assert_format(format, &[a]);
        let sign = self.constant(1 << (format.width() - 1), format.width());
        self.xor(a, sign)
    }

    /// The sign bit cleared, of a NaN too.
    pub fn fabs(&mut self, format: FloatFormat, a: ExprId) -> ExprId {
        self.assert_format(format, &[a]);
        let magnitude = self.constant(wide::mask(format.width() - 1), format.width());
        self.and(a, magnitude)
    }

    /// Converted to another format.
    pub fn fconvert(&mut self, from: FloatFormat, to: FloatFormat, a: ExprId) -> ExprId {
        self.assert_format(from, &[a]);
        if from == to {
            return a;
        }
        match self.as_const(a) {
            Some(x) => self.folded_float(float::convert(from, to, x), to.width()),
            None => self.intern_float(FloatNode::Convert { from, to, a }, to.width()),
        }
    }

    /// Rounded toward zero to an integer of `width` bits.
    pub fn f_to_int(&mut self, format: FloatFormat, a: ExprId, width: u32, signed: bool) -> ExprId {
        self.assert_format(format, &[a]);
        match self.node(a) {
            Node::Const(x) => self.folded_float(float::to_int(format, x, width, signed), width),
            // There and back again, through a format that holds every such integer exactly.
            Node::Float(FloatNode::FromInt { format: found, signed: from_signed, a: x })
                if (found, from_signed) == (format, signed)
                    && self.width(x) <= format.precision()
                    && self.width(x) <= width =>
            {
                self.used(Rule::IntegerThroughFloat);
                if signed { self.sext(x, width) } else { self.zext(x, width) }
            }
            _ => self.intern_float(FloatNode::ToInt { format, signed, a }, width),
        }
    }

    /// What the system's library says of a call; of a function of one argument the second is ignored.
    pub fn fcall(&mut self, function: MathFunction, gives: Gives, format: FloatFormat, [a, b]: [ExprId; 2]) -> ExprId {
        let b = if function.arity() == 1 { a } else { b };
        self.assert_format(format, &[a, b]);
        let width = gives.width(format);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.folded_float(function.value(gives, format, x, y), width);
        }
        self.intern_float(FloatNode::Call { function, gives, format, a, b }, width)
    }

    /// The integer `a` as a float.
    pub fn f_from_int(&mut self, a: ExprId, signed: bool, format: FloatFormat) -> ExprId {
        match self.as_const(a) {
            Some(x) => self.folded_float(float::from_int(x, self.width(a), signed, format), format.width()),
            None => self.intern_float(FloatNode::FromInt { format, signed, a }, format.width()),
        }
    }
}

/// Whether every number of the `narrow` format is one of the `wide` format.
fn contains(wide: FloatFormat, narrow: FloatFormat) -> bool {
    wide != narrow && wide.exponent_bits() >= narrow.exponent_bits() && wide.precision() >= narrow.precision()
}
