//! Operations on floats, as bit patterns.

use crate::concrete::wide;
use crate::dag::Dag;
use crate::float::{self, FloatBin, FloatCmp, FloatFormat, Rounding};
use crate::ids::ExprId;
use crate::node::Node;

impl Dag {
    fn assert_format(&self, format: FloatFormat, operands: &[ExprId]) {
        for &operand in operands {
            assert_eq!(self.width(operand), format.width(), "not the width of {format:?}");
        }
    }

    /// Arithmetic, rounded to nearest, ties to even.
    pub fn fbin(&mut self, op: FloatBin, format: FloatFormat, a: ExprId, b: ExprId) -> ExprId {
        self.assert_format(format, &[a, b]);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.constant(float::binary(op, format, x, y), format.width());
        }
        self.intern(Node::FloatBinary { op, format, a, b }, format.width())
    }

    pub fn fsqrt(&mut self, format: FloatFormat, a: ExprId) -> ExprId {
        self.assert_format(format, &[a]);
        match self.as_const(a) {
            Some(x) => self.constant(float::sqrt(format, x), format.width()),
            None => self.intern(Node::FloatSqrt { format, a }, format.width()),
        }
    }

    /// `a * b + c`, rounded once.
    pub fn fma(&mut self, format: FloatFormat, a: ExprId, b: ExprId, c: ExprId) -> ExprId {
        self.assert_format(format, &[a, b, c]);
        if let (Some(x), Some(y), Some(z)) = (self.as_const(a), self.as_const(b), self.as_const(c)) {
            return self.constant(float::fma(format, x, y, z), format.width());
        }
        self.intern(Node::FloatFma { format, a, b, c }, format.width())
    }

    /// Rounded to an integral value of the same format.
    pub fn fround(&mut self, format: FloatFormat, mode: Rounding, a: ExprId) -> ExprId {
        self.assert_format(format, &[a]);
        match self.as_const(a) {
            Some(x) => self.constant(float::round(format, mode, x), format.width()),
            None => self.intern(Node::FloatRound { format, mode, a }, format.width()),
        }
    }

    /// A comparison that is false when an operand is a NaN.
    pub fn fcompare(&mut self, op: FloatCmp, format: FloatFormat, a: ExprId, b: ExprId) -> ExprId {
        self.assert_format(format, &[a, b]);
        if let (Some(x), Some(y)) = (self.as_const(a), self.as_const(b)) {
            return self.truth(float::compare(op, format, x, y));
        }
        self.intern(Node::FloatCompare { op, format, a, b }, 1)
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
        match self.as_const(a) {
            Some(x) => self.truth(float::is_nan(format, x)),
            None => self.intern(Node::FloatIsNan { format, a }, 1),
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
            Some(x) => self.constant(float::convert(from, to, x), to.width()),
            None => self.intern(Node::FloatConvert { from, to, a }, to.width()),
        }
    }

    /// Rounded toward zero to an integer of `width` bits.
    pub fn f_to_int(&mut self, format: FloatFormat, a: ExprId, width: u32, signed: bool) -> ExprId {
        self.assert_format(format, &[a]);
        match self.as_const(a) {
            Some(x) => self.constant(float::to_int(format, x, width, signed), width),
            None => self.intern(Node::FloatToInt { format, signed, a }, width),
        }
    }

    /// The integer `a` as a float.
    pub fn f_from_int(&mut self, a: ExprId, signed: bool, format: FloatFormat) -> ExprId {
        match self.as_const(a) {
            Some(x) => self.constant(float::from_int(x, self.width(a), signed, format), format.width()),
            None => self.intern(Node::FloatFromInt { format, signed, a }, format.width()),
        }
    }
}
