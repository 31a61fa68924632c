//! Float operations in Z3's FP theory, on the bit patterns our expressions work with.
//!
//! SMT-LIB knows a single NaN without bits, so every result goes back to a pattern by the same rules the evaluator
//! follows: the first NaN operand comes out, made quiet; an operation without a result gives the default NaN. The x87
//! format stores its leading significand bit, which Z3 has no notion of; it is removed and put back here.

use super::ffi::{self, Ast, Sort};
use super::terms::Terms;
use expr::{FloatBin, FloatCmp, FloatFormat, FloatNode, Rounding};

/// Position of the bit that only the x87 format stores.
const X87_LEADING: u32 = 63;

/// `Ast` parameters are bit patterns of the format's width unless called `float`.
impl Terms {
    /// The translation of a float operation with a result of `width` bits: a Boolean if it is a predicate, a vector
    /// otherwise. The operands are vectors.
    pub fn float_node(&self, node: FloatNode, width: u32, [a, b, c]: [Ast; 3]) -> Ast {
        match node {
            FloatNode::Binary { op, format, .. } => self.float_binary(op, format, a, b),
            FloatNode::Compare { op, format, .. } => self.float_compare(op, format, a, b),
            FloatNode::IsNan { format, .. } => self.is_nan(format, a),
            FloatNode::Sqrt { format, .. } => self.float_sqrt(format, a),
            FloatNode::Fma { format, .. } => self.float_fma(format, [a, b, c]),
            FloatNode::Round { format, mode, .. } => self.float_round(format, mode, a),
            FloatNode::Convert { from, to, .. } => self.float_convert(from, to, a),
            FloatNode::ToInt { format, signed, .. } => self.float_to_int(format, signed, width, a),
            FloatNode::FromInt { format, signed, .. } => self.float_from_int(format, signed, a),
            FloatNode::Call { .. } => self.unknown(width),
        }
    }

    /// A fresh constant: what the library computes is not expressed in Z3.
    fn unknown(&self, width: u32) -> Ast {
        self.make2(ffi::Z3_mk_fresh_const, std::ptr::null(), self.make1(ffi::Z3_mk_bv_sort, width))
    }

    fn sort(&self, format: FloatFormat) -> Sort {
        self.make2(ffi::Z3_mk_fpa_sort, format.exponent_bits(), format.precision())
    }

    fn nearest_even(&self) -> Ast {
        self.make0(ffi::Z3_mk_fpa_round_nearest_ties_to_even)
    }

    fn toward_zero(&self) -> Ast {
        self.make0(ffi::Z3_mk_fpa_round_toward_zero)
    }

    fn is_zero(&self, vector: Ast, width: u32) -> Ast {
        self.eq(vector, self.numeral(0, width))
    }

    /// A float of Z3 from a pattern that has no stored leading bit.
    fn ieee_float(&self, format: FloatFormat, pattern: Ast) -> Ast {
        self.make2(ffi::Z3_mk_fpa_to_fp_bv, pattern, self.sort(format))
    }

    fn zero_float(&self, format: FloatFormat) -> Ast {
        self.ieee_float(format, self.numeral(0, format.exponent_bits() + format.precision()))
    }

    fn float(&self, format: FloatFormat, pattern: Ast) -> Ast {
        if format != FloatFormat::X87 {
            return self.ieee_float(format, pattern);
        }
        let sign = self.extract(pattern, 79, 1);
        let exponent = self.extract(pattern, 64, 15);
        let fraction = self.extract(pattern, 0, X87_LEADING);
        let leading = self.boolean(self.extract(pattern, X87_LEADING, 1));
        // A denormal with its leading bit set has the value of the smallest exponent; an exponent without the leading
        // bit is no number at all.
        let zero_exponent = self.is_zero(exponent, 15);
        let pseudo_denormal = self.and(leading, zero_exponent);
        let exponent = self.ite(pseudo_denormal, self.numeral(1, 15), exponent);
        let number = self.ieee_float(format, self.concat(self.concat(sign, exponent), fraction));
        let nan = self.ieee_float(format, self.numeral(u128::MAX >> (128 - 78), 79));
        self.ite(self.or(leading, zero_exponent), number, nan)
    }

    fn is_nan(&self, format: FloatFormat, pattern: Ast) -> Ast {
        self.make1(ffi::Z3_mk_fpa_is_nan, self.float(format, pattern))
    }

    /// The pattern of a float that is not a NaN.
    fn number_pattern(&self, format: FloatFormat, float: Ast) -> Ast {
        let ieee = self.make1(ffi::Z3_mk_fpa_to_ieee_bv, float);
        if format != FloatFormat::X87 {
            return ieee;
        }
        let exponent = self.extract(ieee, X87_LEADING, 15);
        let leading = self.ite(self.is_zero(exponent, 15), self.numeral(0, 1), self.numeral(1, 1));
        let head = self.concat(self.extract(ieee, X87_LEADING, 16), leading);
        self.concat(head, self.extract(ieee, 0, X87_LEADING))
    }

    fn quiet(&self, format: FloatFormat, nan: Ast) -> Ast {
        let stored_leading = if format == FloatFormat::X87 { 1 << X87_LEADING } else { 0 };
        let bits = 1u128 << (format.precision() - 2) | stored_leading;
        let quiet = self.make2(ffi::Z3_mk_bvor, nan, self.numeral(bits, format.width()));
        if format != FloatFormat::X87 {
            return quiet;
        }
        let proper = self.eq(self.extract(nan, X87_LEADING, 16), self.numeral(u16::MAX as u128, 16));
        self.ite(proper, quiet, self.numeral(format.default_nan(), format.width()))
    }

    /// The pattern of an operation's result, by the rules for NaNs.
    fn settled(&self, format: FloatFormat, operands: &[Ast], float: Ast) -> Ast {
        let no_result = self.make1(ffi::Z3_mk_fpa_is_nan, float);
        let default_nan = self.numeral(format.default_nan(), format.width());
        let result = self.ite(no_result, default_nan, self.number_pattern(format, float));
        operands.iter().rev().fold(result, |result, &operand| {
            self.ite(self.is_nan(format, operand), self.quiet(format, operand), result)
        })
    }

    fn float_binary(&self, op: FloatBin, format: FloatFormat, a: Ast, b: Ast) -> Ast {
        let (x, y) = (self.float(format, a), self.float(format, b));
        let mode = self.nearest_even();
        let float = match op {
            FloatBin::Add => self.make3(ffi::Z3_mk_fpa_add, mode, x, y),
            FloatBin::Sub => self.make3(ffi::Z3_mk_fpa_sub, mode, x, y),
            FloatBin::Mul => self.make3(ffi::Z3_mk_fpa_mul, mode, x, y),
            FloatBin::Div => self.make3(ffi::Z3_mk_fpa_div, mode, x, y),
            FloatBin::Rem => self.fmod(format, x, y),
        };
        self.settled(format, &[a, b], float)
    }

    /// C's `fmod` from IEEE's remainder, which rounds the quotient to nearest: on magnitudes, a negative remainder is one
    /// divisor too small (adding it is exact), and the result takes the dividend's sign.
    fn fmod(&self, format: FloatFormat, x: Ast, y: Ast) -> Ast {
        let divisor = self.make1(ffi::Z3_mk_fpa_abs, y);
        let nearest = self.make2(ffi::Z3_mk_fpa_rem, self.make1(ffi::Z3_mk_fpa_abs, x), divisor);
        let below = self.make2(ffi::Z3_mk_fpa_lt, nearest, self.zero_float(format));
        let raised = self.make3(ffi::Z3_mk_fpa_add, self.nearest_even(), nearest, divisor);
        let magnitude = self.make1(ffi::Z3_mk_fpa_abs, self.ite(below, raised, nearest));
        let negated = self.make1(ffi::Z3_mk_fpa_neg, magnitude);
        self.ite(self.make1(ffi::Z3_mk_fpa_is_negative, x), negated, magnitude)
    }

    fn float_compare(&self, op: FloatCmp, format: FloatFormat, a: Ast, b: Ast) -> Ast {
        let (x, y) = (self.float(format, a), self.float(format, b));
        match op {
            FloatCmp::Eq => self.make2(ffi::Z3_mk_fpa_eq, x, y),
            FloatCmp::Lt => self.make2(ffi::Z3_mk_fpa_lt, x, y),
            FloatCmp::Le => self.make2(ffi::Z3_mk_fpa_leq, x, y),
        }
    }

    fn float_sqrt(&self, format: FloatFormat, a: Ast) -> Ast {
        let float = self.make2(ffi::Z3_mk_fpa_sqrt, self.nearest_even(), self.float(format, a));
        self.settled(format, &[a], float)
    }

    fn float_fma(&self, format: FloatFormat, operands: [Ast; 3]) -> Ast {
        let [x, y, z] = operands.map(|operand| self.float(format, operand));
        let float = self.make4(ffi::Z3_mk_fpa_fma, [self.nearest_even(), x, y, z]);
        self.settled(format, &operands, float)
    }

    fn float_round(&self, format: FloatFormat, mode: Rounding, a: Ast) -> Ast {
        let mode = match mode {
            Rounding::TiesEven => self.nearest_even(),
            Rounding::TiesAway => self.make0(ffi::Z3_mk_fpa_round_nearest_ties_to_away),
            Rounding::Up => self.make0(ffi::Z3_mk_fpa_round_toward_positive),
            Rounding::Down => self.make0(ffi::Z3_mk_fpa_round_toward_negative),
            Rounding::TowardZero => self.toward_zero(),
        };
        let float = self.make2(ffi::Z3_mk_fpa_round_to_integral, mode, self.float(format, a));
        self.settled(format, &[a], float)
    }

    /// A NaN keeps its sign and the high bits of its payload.
    fn float_convert(&self, from: FloatFormat, to: FloatFormat, a: Ast) -> Ast {
        let float = self.make3(ffi::Z3_mk_fpa_to_fp_float, self.nearest_even(), self.float(from, a), self.sort(to));
        let (from_bits, to_bits) = (from.precision() - 1, to.precision() - 1);
        let fraction = self.extract(a, 0, from_bits);
        let fraction = if to_bits > from_bits {
            self.concat(fraction, self.numeral(0, to_bits - from_bits))
        } else {
            self.extract(fraction, from_bits - to_bits, to_bits)
        };
        let sign = self.extract(a, from.width() - 1, 1);
        let exponent_and_leading = to.width() - 1 - to_bits;
        let ones = self.numeral(u128::MAX >> (128 - exponent_and_leading), exponent_and_leading);
        let nan = self.quiet(to, self.concat(self.concat(sign, ones), fraction));
        self.ite(self.is_nan(from, a), nan, self.number_pattern(to, float))
    }

    /// Rounded toward zero; out of range gives the number with only the top bit set.
    fn float_to_int(&self, format: FloatFormat, signed: bool, width: u32, a: Ast) -> Ast {
        let float = self.float(format, a);
        let magnitude_bits = if signed { width - 1 } else { width };
        let integral = self.make2(ffi::Z3_mk_fpa_round_to_integral, self.toward_zero(), float);
        // Infinity is above every float when the format has no number that large; its negation is below.
        let limit = self.ieee_float(format, self.power_of_two_pattern(format, magnitude_bits));
        let negated = self.make1(ffi::Z3_mk_fpa_neg, limit);
        let above_lowest = if !signed {
            self.make2(ffi::Z3_mk_fpa_leq, self.zero_float(format), integral)
        } else if self.has_power_of_two(format, magnitude_bits) {
            self.make2(ffi::Z3_mk_fpa_leq, negated, integral)
        } else {
            self.make2(ffi::Z3_mk_fpa_lt, negated, integral)
        };
        let fits = self.and(above_lowest, self.make2(ffi::Z3_mk_fpa_lt, integral, limit));
        let conversion = if signed { ffi::Z3_mk_fpa_to_sbv } else { ffi::Z3_mk_fpa_to_ubv };
        let value = self.make3(conversion, self.toward_zero(), float, width);
        self.ite(fits, value, self.numeral(1 << (width - 1), width))
    }

    fn has_power_of_two(&self, format: FloatFormat, exponent: u32) -> bool {
        exponent < 1 << (format.exponent_bits() - 1)
    }

    /// The IEEE pattern (no stored leading bit) of `2^exponent`, or of infinity when that is too large.
    fn power_of_two_pattern(&self, format: FloatFormat, exponent: u32) -> Ast {
        let bias = (1u128 << (format.exponent_bits() - 1)) - 1;
        let largest = 2 * bias + 1;
        let biased = if self.has_power_of_two(format, exponent) { exponent as u128 + bias } else { largest };
        self.numeral(biased << (format.precision() - 1), format.exponent_bits() + format.precision())
    }

    fn float_from_int(&self, format: FloatFormat, signed: bool, a: Ast) -> Ast {
        let conversion = if signed { ffi::Z3_mk_fpa_to_fp_signed } else { ffi::Z3_mk_fpa_to_fp_unsigned };
        let float = self.make3(conversion, self.nearest_even(), a, self.sort(format));
        self.number_pattern(format, float)
    }
}
