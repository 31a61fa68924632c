//! Floats through the host's `f32` and `f64`.

use program::ir::{FloatBinOp, FloatCast, FloatCmp, FloatFormat, FloatUnOp};

use super::{mask, signed};

fn decode(format: FloatFormat, bits: u128) -> f64 {
    match format {
        FloatFormat::Single => f32::from_bits(bits as u32) as f64,
        FloatFormat::Double => f64::from_bits(bits as u64),
        other => panic!("{other:?}"),
    }
}

/// Rounds to the format; for `float` operations done in `double` this is exact, as the formats are far enough apart.
fn encode(format: FloatFormat, value: f64) -> u128 {
    match format {
        FloatFormat::Single => (value as f32).to_bits() as u128,
        FloatFormat::Double => value.to_bits() as u128,
        other => panic!("{other:?}"),
    }
}

pub fn binary(op: FloatBinOp, format: FloatFormat, a: u128, b: u128) -> u128 {
    let (a, b) = (decode(format, a), decode(format, b));
    let value = match op {
        FloatBinOp::Add => a + b,
        FloatBinOp::Sub => a - b,
        FloatBinOp::Mul => a * b,
        FloatBinOp::Div => a / b,
        FloatBinOp::Rem => a % b,
        FloatBinOp::MinNum | FloatBinOp::Minimum => a.min(b),
        FloatBinOp::MaxNum | FloatBinOp::Maximum => a.max(b),
        FloatBinOp::CopySign => a.copysign(b),
    };
    encode(format, value)
}

pub fn unary(op: FloatUnOp, format: FloatFormat, a: u128) -> u128 {
    let a = decode(format, a);
    let value = match op {
        FloatUnOp::Neg => -a,
        FloatUnOp::Abs => a.abs(),
        FloatUnOp::Sqrt => a.sqrt(),
        FloatUnOp::Floor => a.floor(),
        FloatUnOp::Ceil => a.ceil(),
        FloatUnOp::Trunc => a.trunc(),
        FloatUnOp::RoundEven => a.round_ties_even(),
        FloatUnOp::RoundAway => a.round(),
    };
    encode(format, value)
}

pub fn multiply_add(fused: bool, format: FloatFormat, a: u128, b: u128, c: u128) -> u128 {
    if fused {
        return encode(format, decode(format, a).mul_add(decode(format, b), decode(format, c)));
    }
    binary(FloatBinOp::Add, format, binary(FloatBinOp::Mul, format, a, b), c)
}

pub fn compare(op: FloatCmp, format: FloatFormat, a: u128, b: u128) -> bool {
    match decode(format, a).partial_cmp(&decode(format, b)) {
        Some(std::cmp::Ordering::Less) => op.less,
        Some(std::cmp::Ordering::Equal) => op.equal,
        Some(std::cmp::Ordering::Greater) => op.greater,
        None => op.unordered,
    }
}

pub fn cast(cast: FloatCast, a: u128) -> u128 {
    match cast {
        FloatCast::Convert { from, to } => encode(to, decode(from, a)),
        FloatCast::ToSigned { from, to } | FloatCast::ToSignedSat { from, to } => {
            decode(from, a) as i128 as u128 & mask(to)
        }
        FloatCast::ToUnsigned { from, to } | FloatCast::ToUnsignedSat { from, to } => {
            decode(from, a) as u128 & mask(to)
        }
        FloatCast::FromSigned { from, to: FloatFormat::Single } => (signed(a, from) as f32).to_bits() as u128,
        FloatCast::FromSigned { from, to } => encode(to, signed(a, from) as f64),
        FloatCast::FromUnsigned { from: _, to: FloatFormat::Single } => (a as f32).to_bits() as u128,
        FloatCast::FromUnsigned { from: _, to } => encode(to, a as f64),
    }
}

/// LLVM's class mask: signalling and quiet NaN, then -inf, -normal, -subnormal, -0, +0, +subnormal, +normal, +inf.
pub fn class(mask: u16, format: FloatFormat, a: u128) -> bool {
    let value = decode(format, a);
    let negative = value.is_sign_negative();
    let single = (value as f32).classify();
    let kind = if format == FloatFormat::Single { single } else { value.classify() };
    let bit = match (kind, negative) {
        (std::num::FpCategory::Nan, _) => return mask & 3 != 0,
        (std::num::FpCategory::Infinite, true) => 2,
        (std::num::FpCategory::Normal, true) => 3,
        (std::num::FpCategory::Subnormal, true) => 4,
        (std::num::FpCategory::Zero, true) => 5,
        (std::num::FpCategory::Zero, false) => 6,
        (std::num::FpCategory::Subnormal, false) => 7,
        (std::num::FpCategory::Normal, false) => 8,
        (std::num::FpCategory::Infinite, false) => 9,
    };
    mask >> bit & 1 == 1
}
