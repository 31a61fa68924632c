//! Square roots of `rustc_apfloat` numbers, which come without one: digit by digit on the integer significand.

use rustc_apfloat::Float;

/// The square root, rounded to nearest, ties to even; a NaN below zero.
pub fn square_root<F: Float>(x: F) -> F {
    if x.is_zero() || x.is_nan() || x.is_pos_infinity() {
        return x;
    }
    if x.is_negative() {
        return F::NAN;
    }
    let precision = F::PRECISION as i32;
    // x = significand * 2^exponent, the significand with as many bits as the format has, one more to make the exponent
    // even.
    let mut exponent = x.ilogb() - (precision - 1);
    let mut significand = x.scalbn(-exponent).to_u128(128).value;
    if exponent % 2 != 0 {
        significand <<= 1;
        exponent -= 1;
    }
    let (root, exact, fraction_bits) = integer_root(significand, F::PRECISION as u32 + 1);
    let rounded = round_last_bit_off(root, exact);
    F::from_u128(rounded).value.scalbn(exponent / 2 - fraction_bits as i32 + 1)
}

/// The first `bits` bits of the root of `n`, whether there are no more, and how many of them are fractional.
fn integer_root(n: u128, bits: u32) -> (u128, bool, u32) {
    let integer_bits = (128 - n.leading_zeros()).div_ceil(2);
    let (mut root, mut remainder) = (0u128, 0u128);
    for position in 0..bits {
        let digits = if position < integer_bits { n >> (2 * (integer_bits - 1 - position)) & 3 } else { 0 };
        remainder = remainder << 2 | digits;
        root <<= 1;
        let trial = root << 1 | 1;
        if remainder >= trial {
            remainder -= trial;
            root |= 1;
        }
    }
    (root, remainder == 0, bits - integer_bits)
}

/// Half of `root`, to nearest, where `exact` says that nothing follows its last bit.
fn round_last_bit_off(root: u128, exact: bool) -> u128 {
    let kept = root >> 1;
    let round_up = root & 1 == 1 && (!exact || kept & 1 == 1);
    kept + round_up as u128
}
