//! Floating-point instructions: natively on concrete values, as nodes of the FP theory on symbolic ones.

use expr::{ExprId, FloatBin, FloatCmp as Relation, FloatFormat, Rounding, float};
use program::ir::{self, FloatBinOp, FloatCast, FloatUnOp, Inst};

use crate::machine::{Machine, Stop};
use crate::state::State;
use crate::value::Value;

pub(crate) fn format(f: ir::FloatFormat) -> FloatFormat {
    match f {
        ir::FloatFormat::Half => FloatFormat::Half,
        ir::FloatFormat::BFloat => FloatFormat::BFloat,
        ir::FloatFormat::Single => FloatFormat::Single,
        ir::FloatFormat::Double => FloatFormat::Double,
        ir::FloatFormat::X87 => FloatFormat::X87,
        ir::FloatFormat::Quad => FloatFormat::Quad,
    }
}

impl<'p> Machine<'p> {
    pub(super) fn float(&mut self, st: &mut State, inst: &'p Inst) -> Result<(), Stop> {
        let (dst, value) = match *inst {
            Inst::FloatBin { op, format: f, dst, a, b } => {
                let (a, b) = (self.operand(st, a), self.operand(st, b));
                (dst, self.float_binary(op, f, a, b))
            }
            Inst::FloatUn { op, format: f, dst, a } => {
                let a = self.operand(st, a);
                (dst, self.float_unary(op, f, a))
            }
            Inst::FloatFma { fused, format: f, dst, a, b, c } => {
                let [a, b, c] = [a, b, c].map(|x| self.operand_expr(st, x, f.width()));
                let f = format(f);
                let e = if fused {
                    self.dag.fma(f, a, b, c)
                } else {
                    let product = self.dag.fbin(FloatBin::Mul, f, a, b);
                    self.dag.fbin(FloatBin::Add, f, product, c)
                };
                (dst, Value::of(&self.dag, e))
            }
            Inst::FloatCmp { op, format: f, dst, a, b } => {
                let (a, b) = (self.operand(st, a), self.operand(st, b));
                (dst, self.float_compare(op, f, a, b))
            }
            Inst::FloatCast { cast, dst, a } => {
                let a = self.operand(st, a);
                (dst, self.float_cast(cast, a))
            }
            Inst::FloatClass { mask, format: f, dst, a } => {
                let a = self.operand_expr(st, a, f.width());
                let e = self.float_class(mask, f, a);
                (dst, Value::of(&self.dag, e))
            }
            _ => unreachable!("not a float instruction"),
        };
        st.frame.regs[dst.index()] = value;
        Ok(())
    }

    fn float_binary(&mut self, op: FloatBinOp, f: ir::FloatFormat, a: Value, b: Value) -> Value {
        let width = f.width();
        let fmt = format(f);
        let arithmetic = match op {
            FloatBinOp::Add => Some(FloatBin::Add),
            FloatBinOp::Sub => Some(FloatBin::Sub),
            FloatBinOp::Mul => Some(FloatBin::Mul),
            FloatBinOp::Div => Some(FloatBin::Div),
            FloatBinOp::Rem => Some(FloatBin::Rem),
            FloatBinOp::MinNum
            | FloatBinOp::MaxNum
            | FloatBinOp::Minimum
            | FloatBinOp::Maximum
            | FloatBinOp::CopySign => None,
        };
        if let (Some(op), Value::Bits(x), Value::Bits(y)) = (arithmetic, a, b) {
            return Value::Bits(float::binary(op, fmt, x as u128, y as u128) as u64);
        }
        let (a, b) = (a.expr(&mut self.dag, width), b.expr(&mut self.dag, width));
        let e = match (arithmetic, op) {
            (Some(op), _) => self.dag.fbin(op, fmt, a, b),
            (None, FloatBinOp::CopySign) => {
                let sign = self.dag.constant(1 << (width - 1), width as u32);
                let rest = self.dag.not(sign);
                let (magnitude, sign) = (self.dag.and(a, rest), self.dag.and(b, sign));
                self.dag.or(magnitude, sign)
            }
            (None, _) => self.float_extremum(op, f, a, b),
        };
        Value::of(&self.dag, e)
    }

    /// `minnum`/`maxnum` prefer the number over a NaN; `minimum`/`maximum` prefer the NaN and order the zeros.
    fn float_extremum(&mut self, op: FloatBinOp, f: ir::FloatFormat, a: ExprId, b: ExprId) -> ExprId {
        let fmt = format(f);
        let least = matches!(op, FloatBinOp::MinNum | FloatBinOp::Minimum);
        let dag = &mut self.dag;
        let a_first = if least { dag.flt(fmt, a, b) } else { dag.flt(fmt, b, a) };
        let (a_nan, b_nan) = (dag.fis_nan(fmt, a), dag.fis_nan(fmt, b));
        if matches!(op, FloatBinOp::MinNum | FloatBinOp::MaxNum) {
            let number = dag.ite(a_first, a, b);
            let not_b = dag.ite(b_nan, a, number);
            return dag.ite(a_nan, b, not_b);
        }
        let equal = dag.feq(fmt, a, b);
        // Equal but different patterns are the two zeros: the sign bits decide.
        let zeros = if least { dag.or(a, b) } else { dag.and(a, b) };
        let ordered = dag.ite(a_first, a, b);
        let number = dag.ite(equal, zeros, ordered);
        let not_b = dag.ite(b_nan, b, number);
        dag.ite(a_nan, a, not_b)
    }

    fn float_unary(&mut self, op: FloatUnOp, f: ir::FloatFormat, a: Value) -> Value {
        let fmt = format(f);
        if let Value::Bits(bits) = a {
            let sign = 1u64 << (f.width() - 1);
            let x = bits as u128;
            return Value::Bits(match op {
                FloatUnOp::Neg => bits ^ sign,
                FloatUnOp::Abs => bits & !sign,
                FloatUnOp::Sqrt => float::sqrt(fmt, x) as u64,
                FloatUnOp::Floor => float::round(fmt, Rounding::Down, x) as u64,
                FloatUnOp::Ceil => float::round(fmt, Rounding::Up, x) as u64,
                FloatUnOp::Trunc => float::round(fmt, Rounding::TowardZero, x) as u64,
                FloatUnOp::RoundEven => float::round(fmt, Rounding::TiesEven, x) as u64,
                FloatUnOp::RoundAway => float::round(fmt, Rounding::TiesAway, x) as u64,
            });
        }
        let a = a.expr(&mut self.dag, f.width());
        let dag = &mut self.dag;
        let e = match op {
            FloatUnOp::Neg => dag.fneg(fmt, a),
            FloatUnOp::Abs => dag.fabs(fmt, a),
            FloatUnOp::Sqrt => dag.fsqrt(fmt, a),
            FloatUnOp::Floor => dag.fround(fmt, Rounding::Down, a),
            FloatUnOp::Ceil => dag.fround(fmt, Rounding::Up, a),
            FloatUnOp::Trunc => dag.fround(fmt, Rounding::TowardZero, a),
            FloatUnOp::RoundEven => dag.fround(fmt, Rounding::TiesEven, a),
            FloatUnOp::RoundAway => dag.fround(fmt, Rounding::TiesAway, a),
        };
        Value::of(dag, e)
    }

    fn float_compare(&mut self, op: ir::FloatCmp, f: ir::FloatFormat, a: Value, b: Value) -> Value {
        let fmt = format(f);
        if let (Value::Bits(x), Value::Bits(y)) = (a, b) {
            let (x, y) = (x as u128, y as u128);
            let less = float::compare(Relation::Lt, fmt, x, y);
            let greater = float::compare(Relation::Lt, fmt, y, x);
            let equal = float::compare(Relation::Eq, fmt, x, y);
            let unordered = !less && !greater && !equal;
            let holds =
                (op.less && less) || (op.greater && greater) || (op.equal && equal) || (op.unordered && unordered);
            return Value::Bits(holds as u64);
        }
        let (a, b) = (a.expr(&mut self.dag, f.width()), b.expr(&mut self.dag, f.width()));
        let dag = &mut self.dag;
        let ordered = match (op.less, op.equal, op.greater) {
            (false, false, false) => dag.truth(false),
            (true, false, false) => dag.flt(fmt, a, b),
            (true, true, false) => dag.fle(fmt, a, b),
            (false, false, true) => dag.flt(fmt, b, a),
            (false, true, true) => dag.fle(fmt, b, a),
            (false, true, false) => dag.feq(fmt, a, b),
            (true, false, true) => {
                let (less, greater) = (dag.flt(fmt, a, b), dag.flt(fmt, b, a));
                dag.or(less, greater)
            }
            (true, true, true) => {
                let (a_nan, b_nan) = (dag.fis_nan(fmt, a), dag.fis_nan(fmt, b));
                let unordered = dag.or(a_nan, b_nan);
                dag.not(unordered)
            }
        };
        let e = if op.unordered {
            let (a_nan, b_nan) = (dag.fis_nan(fmt, a), dag.fis_nan(fmt, b));
            let unordered = dag.or(a_nan, b_nan);
            dag.or(ordered, unordered)
        } else {
            ordered
        };
        Value::of(dag, e)
    }

    fn float_cast(&mut self, cast: FloatCast, a: Value) -> Value {
        if let Value::Bits(bits) = a
            && let Some(result) = concrete_cast(cast, bits as u128)
        {
            return Value::Bits(result as u64);
        }
        let e = match cast {
            FloatCast::Convert { from, to } => {
                let a = a.expr(&mut self.dag, from.width());
                self.dag.fconvert(format(from), format(to), a)
            }
            FloatCast::ToSigned { from, to } => {
                let a = a.expr(&mut self.dag, from.width());
                self.dag.f_to_int(format(from), a, to as u32, true)
            }
            FloatCast::ToUnsigned { from, to } => {
                let a = a.expr(&mut self.dag, from.width());
                self.dag.f_to_int(format(from), a, to as u32, false)
            }
            FloatCast::ToSignedSat { from, to } => self.saturating_to_int(from, to, true, a),
            FloatCast::ToUnsignedSat { from, to } => self.saturating_to_int(from, to, false, a),
            FloatCast::FromSigned { from, to } => {
                let a = a.expr(&mut self.dag, from);
                self.dag.f_from_int(a, true, format(to))
            }
            FloatCast::FromUnsigned { from, to } => {
                let a = a.expr(&mut self.dag, from);
                self.dag.f_from_int(a, false, format(to))
            }
        };
        Value::of(&self.dag, e)
    }

    fn saturating_to_int(&mut self, from: ir::FloatFormat, to: u16, signed: bool, a: Value) -> ExprId {
        let fmt = format(from);
        let width = to as u32;
        let a = a.expr(&mut self.dag, from.width());
        let dag = &mut self.dag;
        let (low, high) = if signed {
            (dag.constant(1 << (width - 1), width), dag.constant((1 << (width - 1)) - 1, width))
        } else {
            (dag.constant(0, width), dag.constant(u128::MAX, width))
        };
        // Beyond the limits as floats, rounded as the conversion rounds; ties cannot matter: the limit saturates too.
        let (low_float, high_float) = (dag.f_from_int(low, signed, fmt), dag.f_from_int(high, signed, fmt));
        let below = dag.fle(fmt, a, low_float);
        let above = dag.fle(fmt, high_float, a);
        let nan = dag.fis_nan(fmt, a);
        let zero = dag.constant(0, width);
        let inside = dag.f_to_int(fmt, a, width, signed);
        let clamped = dag.ite(above, high, inside);
        let clamped = dag.ite(below, low, clamped);
        dag.ite(nan, zero, clamped)
    }

    fn float_class(&mut self, mask: u16, f: ir::FloatFormat, a: ExprId) -> ExprId {
        let fmt = format(f);
        let width = f.width() as u32;
        let exponent_bits = fmt.exponent_bits();
        let dag = &mut self.dag;
        // The x87 format spells out the leading bit of the significand; it is not part of the fraction.
        let fraction_bits = if f == ir::FloatFormat::X87 { 63 } else { width - 1 - exponent_bits };
        let fraction = dag.extract(a, 0, fraction_bits);
        let exponent = dag.extract(a, width - 1 - exponent_bits, exponent_bits);
        let negative = dag.extract(a, width - 1, 1);
        let positive = dag.not(negative);
        let (zero_fraction, zero_exponent) = (dag.constant(0, fraction_bits), dag.constant(0, exponent_bits));
        let all_ones = dag.constant(u128::MAX, exponent_bits);
        let quiet_bit = dag.extract(a, fraction_bits - 1, 1);
        let no_fraction = dag.eq(fraction, zero_fraction);
        let some_fraction = dag.not(no_fraction);
        let largest = dag.eq(exponent, all_ones);
        let smallest = dag.eq(exponent, zero_exponent);
        let nan = dag.and(largest, some_fraction);
        let signalling_bit = dag.not(quiet_bit);
        let infinite = dag.and(largest, no_fraction);
        let zero = dag.and(smallest, no_fraction);
        let subnormal = dag.and(smallest, some_fraction);
        let (not_largest, not_smallest) = (dag.not(largest), dag.not(smallest));
        let normal = dag.and(not_largest, not_smallest);
        let classes = [
            (nan, signalling_bit),
            (nan, quiet_bit),
            (infinite, negative),
            (normal, negative),
            (subnormal, negative),
            (zero, negative),
            (zero, positive),
            (subnormal, positive),
            (normal, positive),
            (infinite, positive),
        ];
        let mut any = dag.truth(false);
        for (i, (class, side)) in classes.into_iter().enumerate() {
            if mask >> i & 1 == 1 {
                let this = dag.and(class, side);
                any = dag.or(any, this);
            }
        }
        any
    }
}

/// The common casts between concrete values of at most 64 bits.
fn concrete_cast(cast: FloatCast, bits: u128) -> Option<u128> {
    match cast {
        FloatCast::Convert { from, to } if to.width() <= 64 => Some(float::convert(format(from), format(to), bits)),
        FloatCast::ToSigned { from, to } if to <= 64 => Some(float::to_int(format(from), bits, to as u32, true)),
        FloatCast::ToUnsigned { from, to } if to <= 64 => Some(float::to_int(format(from), bits, to as u32, false)),
        FloatCast::FromSigned { from, to } if to.width() <= 64 => {
            Some(float::from_int(bits, from as u32, true, format(to)))
        }
        FloatCast::FromUnsigned { from, to } if to.width() <= 64 => {
            Some(float::from_int(bits, from as u32, false, format(to)))
        }
        _ => None,
    }
}
