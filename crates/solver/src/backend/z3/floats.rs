//! Float operations in Z3's FP theory, on the bit patterns our expressions work with.
//!
//! SMT-LIB knows a single NaN without bits, so every result goes back to a pattern by the same rules the evaluator
//! follows: the first NaN operand comes out, made quiet; an operation without a result gives the default NaN. The x87
//! format stores its leading significand bit, which Z3 has no notion of; it is removed and put back here.

use super::ffi::{self, Ast, Sort};
use super::translate::Context;
use expr::{FloatBin, FloatCmp, FloatFormat, Rounding};
use std::ffi::c_uint;

/// Position of the bit that only the x87 format stores.
const X87_LEADING: u32 = 63;

// SAFETY of the calls in this file: operands belong to this context, which is alive, and have the sorts that the
// functions' parameters say; `Ast` parameters are bit patterns of the format's width unless called `float`.
impl Context {
    fn sort(&self, format: FloatFormat) -> Sort {
        unsafe { ffi::Z3_mk_fpa_sort(self.raw(), format.exponent_bits(), format.precision()) }
    }

    fn nearest_even(&self) -> Ast {
        unsafe { ffi::Z3_mk_fpa_round_nearest_ties_to_even(self.raw()) }
    }

    fn toward_zero(&self) -> Ast {
        unsafe { ffi::Z3_mk_fpa_round_toward_zero(self.raw()) }
    }

    fn concat(&self, hi: Ast, lo: Ast) -> Ast {
        unsafe { ffi::Z3_mk_concat(self.raw(), hi, lo) }
    }

    fn is_zero(&self, vector: Ast, width: u32) -> Ast {
        unsafe { ffi::Z3_mk_eq(self.raw(), vector, self.numeral(0, width)) }
    }

    /// A float of Z3 from a pattern that has no stored leading bit.
    fn ieee_float(&self, format: FloatFormat, pattern: Ast) -> Ast {
        unsafe { ffi::Z3_mk_fpa_to_fp_bv(self.raw(), pattern, self.sort(format)) }
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
        let leading = unsafe { ffi::Z3_mk_eq(self.raw(), self.extract(pattern, X87_LEADING, 1), self.numeral(1, 1)) };
        // A denormal with its leading bit set has the value of the smallest exponent; an exponent without the leading
        // bit is no number at all.
        let zero_exponent = self.is_zero(exponent, 15);
        let pseudo_denormal = self.and(leading, zero_exponent);
        let exponent = self.ite(pseudo_denormal, self.numeral(1, 15), exponent);
        let number = self.ieee_float(format, self.concat(self.concat(sign, exponent), fraction));
        let nan = self.ieee_float(format, self.numeral(u128::MAX >> (128 - 78), 79));
        self.ite(self.or(leading, zero_exponent), number, nan)
    }

    pub fn is_nan(&self, format: FloatFormat, pattern: Ast) -> Ast {
        unsafe { ffi::Z3_mk_fpa_is_nan(self.raw(), self.float(format, pattern)) }
    }

    /// The pattern of a float that is not a NaN.
    fn number_pattern(&self, format: FloatFormat, float: Ast) -> Ast {
        let ieee = unsafe { ffi::Z3_mk_fpa_to_ieee_bv(self.raw(), float) };
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
        unsafe { ffi::Z3_mk_bvor(self.raw(), nan, self.numeral(bits, format.width())) }
    }

    /// The pattern of an operation's result, by the rules for NaNs.
    fn settled(&self, format: FloatFormat, operands: &[Ast], float: Ast) -> Ast {
        let no_result = unsafe { ffi::Z3_mk_fpa_is_nan(self.raw(), float) };
        let default_nan = self.numeral(format.default_nan(), format.width());
        let result = self.ite(no_result, default_nan, self.number_pattern(format, float));
        operands.iter().rev().fold(result, |result, &operand| {
            self.ite(self.is_nan(format, operand), self.quiet(format, operand), result)
        })
    }

    pub fn float_binary(&self, op: FloatBin, format: FloatFormat, a: Ast, b: Ast) -> Ast {
        let (x, y) = (self.float(format, a), self.float(format, b));
        let c = self.raw();
        let mode = self.nearest_even();
        let float = unsafe {
            match op {
                FloatBin::Add => ffi::Z3_mk_fpa_add(c, mode, x, y),
                FloatBin::Sub => ffi::Z3_mk_fpa_sub(c, mode, x, y),
                FloatBin::Mul => ffi::Z3_mk_fpa_mul(c, mode, x, y),
                FloatBin::Div => ffi::Z3_mk_fpa_div(c, mode, x, y),
                FloatBin::Rem => self.fmod(format, x, y),
            }
        };
        self.settled(format, &[a, b], float)
    }

    /// C's `fmod` from IEEE's remainder, which rounds the quotient to nearest: on magnitudes, a negative remainder is one
    /// divisor too small (adding it is exact), and the result takes the dividend's sign.
    fn fmod(&self, format: FloatFormat, x: Ast, y: Ast) -> Ast {
        let c = self.raw();
        unsafe {
            let divisor = ffi::Z3_mk_fpa_abs(c, y);
            let nearest = ffi::Z3_mk_fpa_rem(c, ffi::Z3_mk_fpa_abs(c, x), divisor);
            let below = ffi::Z3_mk_fpa_lt(c, nearest, self.zero_float(format));
            let raised = ffi::Z3_mk_fpa_add(c, self.nearest_even(), nearest, divisor);
            let magnitude = ffi::Z3_mk_fpa_abs(c, self.ite(below, raised, nearest));
            self.ite(ffi::Z3_mk_fpa_is_negative(c, x), ffi::Z3_mk_fpa_neg(c, magnitude), magnitude)
        }
    }

    pub fn float_compare(&self, op: FloatCmp, format: FloatFormat, a: Ast, b: Ast) -> Ast {
        let (x, y) = (self.float(format, a), self.float(format, b));
        unsafe {
            match op {
                FloatCmp::Eq => ffi::Z3_mk_fpa_eq(self.raw(), x, y),
                FloatCmp::Lt => ffi::Z3_mk_fpa_lt(self.raw(), x, y),
                FloatCmp::Le => ffi::Z3_mk_fpa_leq(self.raw(), x, y),
            }
        }
    }

    pub fn float_sqrt(&self, format: FloatFormat, a: Ast) -> Ast {
        let float = unsafe { ffi::Z3_mk_fpa_sqrt(self.raw(), self.nearest_even(), self.float(format, a)) };
        self.settled(format, &[a], float)
    }

    pub fn float_fma(&self, format: FloatFormat, a: Ast, b: Ast, c: Ast) -> Ast {
        let [x, y, z] = [a, b, c].map(|operand| self.float(format, operand));
        let float = unsafe { ffi::Z3_mk_fpa_fma(self.raw(), self.nearest_even(), x, y, z) };
        self.settled(format, &[a, b, c], float)
    }

    pub fn float_round(&self, format: FloatFormat, mode: Rounding, a: Ast) -> Ast {
        let c = self.raw();
        let float = unsafe {
            let mode = match mode {
                Rounding::TiesEven => self.nearest_even(),
                Rounding::TiesAway => ffi::Z3_mk_fpa_round_nearest_ties_to_away(c),
                Rounding::Up => ffi::Z3_mk_fpa_round_toward_positive(c),
                Rounding::Down => ffi::Z3_mk_fpa_round_toward_negative(c),
                Rounding::TowardZero => self.toward_zero(),
            };
            ffi::Z3_mk_fpa_round_to_integral(c, mode, self.float(format, a))
        };
        self.settled(format, &[a], float)
    }

    /// A NaN keeps its sign and the high bits of its payload.
    pub fn float_convert(&self, from: FloatFormat, to: FloatFormat, a: Ast) -> Ast {
        let c = self.raw();
        let float = unsafe { ffi::Z3_mk_fpa_to_fp_float(c, self.nearest_even(), self.float(from, a), self.sort(to)) };
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
    pub fn float_to_int(&self, format: FloatFormat, signed: bool, width: u32, a: Ast) -> Ast {
        let c = self.raw();
        let float = self.float(format, a);
        let magnitude_bits = if signed { width - 1 } else { width };
        unsafe {
            let integral = ffi::Z3_mk_fpa_round_to_integral(c, self.toward_zero(), float);
            // Infinity is above every float when the format has no number that large; its negation is below.
            let limit = self.ieee_float(format, self.power_of_two_pattern(format, magnitude_bits));
            let negated = ffi::Z3_mk_fpa_neg(c, limit);
            let above_lowest = if !signed {
                ffi::Z3_mk_fpa_leq(c, self.zero_float(format), integral)
            } else if self.has_power_of_two(format, magnitude_bits) {
                ffi::Z3_mk_fpa_leq(c, negated, integral)
            } else {
                ffi::Z3_mk_fpa_lt(c, negated, integral)
            };
            let fits = self.and(above_lowest, ffi::Z3_mk_fpa_lt(c, integral, limit));
            let value = if signed {
                ffi::Z3_mk_fpa_to_sbv(c, self.toward_zero(), float, width as c_uint)
            } else {
                ffi::Z3_mk_fpa_to_ubv(c, self.toward_zero(), float, width as c_uint)
            };
            self.ite(fits, value, self.numeral(1 << (width - 1), width))
        }
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

    pub fn float_from_int(&self, format: FloatFormat, signed: bool, a: Ast) -> Ast {
        let (c, mode, sort) = (self.raw(), self.nearest_even(), self.sort(format));
        let float = unsafe {
            if signed {
                ffi::Z3_mk_fpa_to_fp_signed(c, mode, a, sort)
            } else {
                ffi::Z3_mk_fpa_to_fp_unsigned(c, mode, a, sort)
            }
        };
        self.number_pattern(format, float)
    }
}
