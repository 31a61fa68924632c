//! Float operations in SMT-LIB's theory of floating-point numbers.
//!
//! The theory has numbers, this crate has patterns. A pattern becomes a number with `to_fp`; a number becomes a fresh
//! pattern that is asserted to be one of it, because no standard function goes that way. NaNs, of which the theory has
//! only one, are written out: the first NaN operand made quiet, or the default NaN. Calls of `math.h` are uninterpreted functions:
//! whoever answers `sat` has answered another question.

use super::{Script, constant, truth_value};
use crate::concrete::wide;
use crate::float::{self, FloatBin, FloatCmp, FloatFormat, Rounding};
use crate::ids::ExprId;
use crate::math::{Gives, MathFunction};
use crate::node::FloatNode;

impl Script<'_> {
    /// The pattern (or integer, or truth value) that the float operation `e` is stands for.
    pub(super) fn float_term(&mut self, e: ExprId, float: FloatNode) -> String {
        match float {
            FloatNode::Binary { op, format, a, b } => {
                let (x, y) = (self.number(format, a), self.number(format, b));
                let number = match op {
                    FloatBin::Add => format!("(fp.add RNE {x} {y})"),
                    FloatBin::Sub => format!("(fp.sub RNE {x} {y})"),
                    FloatBin::Mul => format!("(fp.mul RNE {x} {y})"),
                    FloatBin::Div => format!("(fp.div RNE {x} {y})"),
                    FloatBin::Rem => self.modulus(e, format, &x, &y),
                };
                self.pattern(e, format, &[a, b], &number)
            }
            FloatNode::Compare { op, format, a, b } => {
                let relation = match op {
                    FloatCmp::Eq => "fp.eq",
                    FloatCmp::Lt => "fp.lt",
                    FloatCmp::Le => "fp.leq",
                };
                let comparison = format!("({relation} {} {})", self.number(format, a), self.number(format, b));
                let numbers = format!("(not (or {} {}))", self.is_nan(format, a), self.is_nan(format, b));
                truth_value(&format!("(and {numbers} {comparison})"))
            }
            FloatNode::IsNan { format, a } => truth_value(&self.is_nan(format, a)),
            FloatNode::Sqrt { format, a } => {
                let number = format!("(fp.sqrt RNE {})", self.number(format, a));
                self.pattern(e, format, &[a], &number)
            }
            FloatNode::Fma { format, a, b, c } => {
                let [x, y, z] = [a, b, c].map(|operand| self.number(format, operand));
                self.pattern(e, format, &[a, b, c], &format!("(fp.fma RNE {x} {y} {z})"))
            }
            FloatNode::Round { format, mode, a } => {
                let number = format!("(fp.roundToIntegral {} {})", rounding(mode), self.number(format, a));
                self.pattern(e, format, &[a], &number)
            }
            FloatNode::Convert { from, to, a } => {
                let number = format!("({} RNE {})", to_fp(to), self.number(from, a));
                let fresh = self.fresh_pattern(e, to, &number);
                format!("(ite {} {} {fresh})", self.is_nan(from, a), self.converted_nan(from, to, a))
            }
            FloatNode::ToInt { format, signed, a } => self.integer(e, format, signed, a),
            FloatNode::FromInt { format, signed, a } => {
                let (eb, sb) = (format.exponent_bits(), format.precision());
                let function = if signed { "to_fp" } else { "to_fp_unsigned" };
                let number = format!("((_ {function} {eb} {sb}) RNE {})", self.name(a));
                self.fresh_pattern(e, format, &number)
            }
            FloatNode::Call { function, gives, format, .. } => {
                let name = self.function(function, gives, format);
                let arguments: Vec<String> = float.operands().map(|operand| self.name(operand)).collect();
                format!("({name} {})", arguments.join(" "))
            }
        }
    }

    /// A function of the library, of which the script says no more than that it is one.
    fn function(&mut self, function: MathFunction, gives: Gives, format: FloatFormat) -> String {
        let suffix = match gives {
            Gives::Value => "",
            Gives::Error => ".errno",
        };
        let name = format!("{}{suffix}", function.name(format));
        if self.functions.insert(name.clone()) {
            let sort = |width: u32| format!("(_ BitVec {width})");
            let arguments = vec![sort(format.width()); function.arity()].join(" ");
            self.line(format_args!("(declare-fun {name} ({arguments}) {})", sort(gives.width(format))));
        }
        name
    }

    /// The number a pattern stands for.
    fn number(&self, format: FloatFormat, a: ExprId) -> String {
        format!("({} {})", to_fp(format), interchange(format, &self.name(a)))
    }

    /// Whether a pattern is a NaN, as a Boolean term.
    fn is_nan(&self, format: FloatFormat, a: ExprId) -> String {
        let nan = format!("(fp.isNaN {})", self.number(format, a));
        if format != FloatFormat::X87 {
            return nan;
        }
        let name = self.name(a);
        let normal = format!("(distinct ((_ extract 78 64) {name}) #b{:015b})", 0);
        format!("(or {nan} (and {normal} (= ((_ extract 63 63) {name}) #b0)))")
    }

    /// A fresh pattern of a number that is no NaN, or of any NaN.
    fn fresh_pattern(&mut self, e: ExprId, format: FloatFormat, number: &str) -> String {
        let (eb, sb) = (format.exponent_bits(), format.precision());
        let fresh = format!("f{}", e.0);
        self.line(format_args!("(declare-const {fresh} (_ BitVec {}))", eb + sb));
        self.line(format_args!("(assert (= ({} {fresh}) {number}))", to_fp(format)));
        if format != FloatFormat::X87 {
            return fresh;
        }
        // The leading bit is set unless the exponent is 0.
        let exponent = format!("((_ extract 77 63) {fresh})");
        let leading = truth_value(&format!("(distinct {exponent} #b{:015b})", 0));
        format!("(concat ((_ extract 78 63) {fresh}) (concat {leading} ((_ extract 62 0) {fresh})))")
    }

    /// The pattern of an operation's result: the first NaN operand made quiet, the default NaN, or the number.
    fn pattern(&mut self, e: ExprId, format: FloatFormat, operands: &[ExprId], number: &str) -> String {
        let fresh = self.fresh_pattern(e, format, number);
        let default = constant(format.default_nan(), format.width());
        let settled = format!("(ite (fp.isNaN {number}) {default} {fresh})");
        operands.iter().rev().fold(settled, |otherwise, &operand| {
            format!("(ite {} {} {otherwise})", self.is_nan(format, operand), self.quiet(format, operand))
        })
    }

    /// The pattern of a NaN, made quiet.
    fn quiet(&self, format: FloatFormat, a: ExprId) -> String {
        let name = self.name(a);
        let quiet = format!("(bvor {name} {})", constant(format.quiet_bits(), format.width()));
        if format != FloatFormat::X87 {
            return quiet;
        }
        let proper = format!("(= ((_ extract 78 63) {name}) #x{:x})", u16::MAX);
        format!("(ite {proper} {quiet} {})", constant(format.default_nan(), format.width()))
    }

    /// The pattern of a NaN in another format: sign and upper payload bits kept, made quiet.
    fn converted_nan(&self, from: FloatFormat, to: FloatFormat, a: ExprId) -> String {
        let name = self.name(a);
        let (old, new) = (from.precision() - 1, to.precision() - 1);
        let payload = if new > old {
            format!("(concat ((_ extract {} 0) {name}) {})", old - 1, constant(0, new - old))
        } else {
            format!("((_ extract {} {}) {name})", old - 1, old - new)
        };
        let sign = format!("((_ extract {0} {0}) {name})", from.width() - 1);
        let upper_bits = to.width() - 1 - new;
        let pattern = format!("(concat {sign} (concat {} {payload}))", constant(0, upper_bits));
        format!("(bvor {pattern} {})", constant(to.infinity() | to.quiet_bits(), to.width()))
    }

    /// C's `fmod` from the remainder of IEEE, which rounds the quotient to nearest instead of toward zero. All steps are
    /// exact.
    fn modulus(&mut self, e: ExprId, format: FloatFormat, x: &str, y: &str) -> String {
        let (eb, sb) = (format.exponent_bits(), format.precision());
        let sort = format!("(_ FloatingPoint {eb} {sb})");
        let (nearest, modulus) = (format!("r{}", e.0), format!("m{}", e.0));
        self.line(format_args!("(define-fun {nearest} () {sort} (fp.rem (fp.abs {x}) (fp.abs {y})))"));
        let corrected =
            format!("(fp.abs (ite (fp.isNegative {nearest}) (fp.add RNE {nearest} (fp.abs {y})) {nearest}))");
        // A remainder of -0 is 0, not the divisor.
        let magnitude = format!("(ite (fp.isZero {nearest}) (_ +zero {eb} {sb}) {corrected})");
        self.line(format_args!("(define-fun {modulus} () {sort} {magnitude})"));
        format!("(ite (fp.isNegative {x}) (fp.neg {modulus}) {modulus})")
    }

    /// Rounded toward zero; only the top bit set where the integer does not fit.
    fn integer(&self, e: ExprId, format: FloatFormat, signed: bool, a: ExprId) -> String {
        let width = self.dag.width(e);
        let number = self.number(format, a);
        let integral = format!("(fp.roundToIntegral RTZ {number})");
        let limit = power_of_two(format, if signed { width - 1 } else { width });
        let sign = 1u128 << (format.width() - 1);
        let lowest = if signed { limit | sign } else { 0 };
        let [limit, lowest] = [limit, lowest]
            .map(|bits| format!("({} {})", to_fp(format), interchange(format, &constant(bits, format.width()))));
        let fits = format!("(and (fp.leq {lowest} {integral}) (fp.lt {integral} {limit}))");
        let excluded = format!("(or {} (fp.isInfinite {number}))", self.is_nan(format, a));
        let function = if signed { "fp.to_sbv" } else { "fp.to_ubv" };
        let indefinite = constant(1 << (width - 1), width);
        format!("(ite (and (not {excluded}) {fits}) ((_ {function} {width}) RTZ {number}) {indefinite})")
    }
}

fn to_fp(format: FloatFormat) -> String {
    format!("(_ to_fp {} {})", format.exponent_bits(), format.precision())
}

/// A pattern in the layout of IEEE's interchange formats, where the leading significand bit is not stored.
fn interchange(format: FloatFormat, name: &str) -> String {
    if format != FloatFormat::X87 {
        return name.to_string();
    }
    // With an exponent of 0 and the leading bit set, the exponent counts as 1.
    let exponent = format!("((_ extract 78 64) {name})");
    let leading = format!("((_ zero_extend 14) ((_ extract 63 63) {name}))");
    let exponent = format!("(ite (= {exponent} #b{:015b}) {leading} {exponent})", 0);
    format!("(concat ((_ extract 79 79) {name}) (concat {exponent} ((_ extract 62 0) {name})))")
}

/// The pattern of 2^n; infinity where that is too large for the format.
fn power_of_two(format: FloatFormat, n: u32) -> u128 {
    const QUAD_BIAS: u128 = 16383;
    let quad = wide::truncate((n as u128 + QUAD_BIAS) << 112, 128);
    float::convert(FloatFormat::Quad, format, quad)
}

fn rounding(mode: Rounding) -> &'static str {
    match mode {
        Rounding::TiesEven => "RNE",
        Rounding::TiesAway => "RNA",
        Rounding::Up => "RTP",
        Rounding::Down => "RTN",
        Rounding::TowardZero => "RTZ",
    }
}
