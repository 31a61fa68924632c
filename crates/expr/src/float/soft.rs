//! The formats the processor does not compute with, on `rustc_apfloat`. The caller deals with NaN operands and results.

use super::square_root::square_root;
use super::{FloatBin, FloatCmp, FloatFormat, Rounding};
use crate::concrete::wide;
use rustc_apfloat::{Float, FloatConvert, Round, Status, ieee};

pub fn binary<F: Float>(op: FloatBin, a: u128, b: u128) -> u128 {
    let (a, b) = (F::from_bits(a), F::from_bits(b));
    let result = match op {
        FloatBin::Add => a + b,
        FloatBin::Sub => a - b,
        FloatBin::Mul => a * b,
        FloatBin::Div => a / b,
        FloatBin::Rem => a.c_fmod(b),
    };
    result.value.to_bits()
}

pub fn compare<F: Float>(op: FloatCmp, a: u128, b: u128) -> bool {
    let (a, b) = (F::from_bits(a), F::from_bits(b));
    match op {
        FloatCmp::Eq => a == b,
        FloatCmp::Lt => a < b,
        FloatCmp::Le => a <= b,
    }
}

pub fn sqrt<F: Float>(a: u128) -> u128 {
    square_root(F::from_bits(a)).to_bits()
}

pub fn fma<F: Float>(a: u128, b: u128, c: u128) -> u128 {
    F::from_bits(a).mul_add(F::from_bits(b), F::from_bits(c)).value.to_bits()
}

pub fn round<F: Float>(mode: Rounding, a: u128) -> u128 {
    let value = F::from_bits(a);
    if !value.is_finite_non_zero() {
        return a;
    }
    let mode = match mode {
        Rounding::TiesEven => Round::NearestTiesToEven,
        Rounding::TiesAway => Round::NearestTiesToAway,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::TowardZero => Round::TowardZero,
    };
    value.round_to_integral(mode).value.to_bits()
}

pub fn convert_to<F>(to: FloatFormat, a: u128) -> u128
where
    F: FloatConvert<ieee::Half>
        + FloatConvert<ieee::BFloat>
        + FloatConvert<ieee::Single>
        + FloatConvert<ieee::Double>
        + FloatConvert<ieee::X87DoubleExtended>
        + FloatConvert<ieee::Quad>,
{
    fn converted<T: Float>(from: impl FloatConvert<T>) -> u128 {
        from.convert(&mut false).value.to_bits()
    }
    let a = F::from_bits(a);
    match to {
        FloatFormat::Half => converted::<ieee::Half>(a),
        FloatFormat::BFloat => converted::<ieee::BFloat>(a),
        FloatFormat::Single => converted::<ieee::Single>(a),
        FloatFormat::Double => converted::<ieee::Double>(a),
        FloatFormat::X87 => converted::<ieee::X87DoubleExtended>(a),
        FloatFormat::Quad => converted::<ieee::Quad>(a),
    }
}

/// The integer part in `width` bits, or `None` when it does not fit.
pub fn to_int<F: Float>(a: u128, width: u32, signed: bool) -> Option<u128> {
    let a = F::from_bits(a);
    let magnitude = a.abs().to_u128_r(128, Round::TowardZero, &mut false);
    if magnitude.status.contains(Status::INVALID_OP) {
        return None;
    }
    let magnitude = magnitude.value;
    let sign_bit = 1u128 << (width - 1);
    let fits = match (signed, a.is_negative()) {
        (true, true) => magnitude <= sign_bit,
        (true, false) => magnitude < sign_bit,
        (false, true) => magnitude == 0,
        (false, false) => magnitude <= wide::mask(width),
    };
    let value = if a.is_negative() { magnitude.wrapping_neg() } else { magnitude };
    fits.then_some(wide::truncate(value, width))
}

pub fn from_signed<F: Float>(a: i128) -> u128 {
    F::from_i128(a).value.to_bits()
}

pub fn from_unsigned<F: Float>(a: u128) -> u128 {
    F::from_u128(a).value.to_bits()
}
