//! Single and double precision on the processor's own instructions. The caller deals with NaN operands and results.

use super::{FloatBin, FloatCmp, Rounding};
use crate::concrete::wide;

macro_rules! operations {
    ($float:ty, $bits:ty) => {
        use super::*;

        #[inline(always)]
        fn float(bits: u128) -> $float {
            <$float>::from_bits(bits as $bits)
        }

        #[inline(always)]
        fn pattern(value: $float) -> u128 {
            value.to_bits() as u128
        }

        #[inline]
        pub fn binary(op: FloatBin, a: u128, b: u128) -> u128 {
            let (a, b) = (float(a), float(b));
            pattern(match op {
                FloatBin::Add => a + b,
                FloatBin::Sub => a - b,
                FloatBin::Mul => a * b,
                FloatBin::Div => a / b,
                FloatBin::Rem => a % b,
            })
        }

        #[inline]
        pub fn compare(op: FloatCmp, a: u128, b: u128) -> bool {
            let (a, b) = (float(a), float(b));
            match op {
                FloatCmp::Eq => a == b,
                FloatCmp::Lt => a < b,
                FloatCmp::Le => a <= b,
            }
        }

        pub fn sqrt(a: u128) -> u128 {
            pattern(float(a).sqrt())
        }

        pub fn fma(a: u128, b: u128, c: u128) -> u128 {
            pattern(float(a).mul_add(float(b), float(c)))
        }

        pub fn round(mode: Rounding, a: u128) -> u128 {
            let a = float(a);
            pattern(match mode {
                Rounding::TiesEven => a.round_ties_even(),
                Rounding::TiesAway => a.round(),
                Rounding::Up => a.ceil(),
                Rounding::Down => a.floor(),
                Rounding::TowardZero => a.trunc(),
            })
        }
    };
}

pub mod single {
    operations!(f32, u32);
}

pub mod double {
    operations!(f64, u64);
}

pub fn single_to_double(a: u128) -> u128 {
    (f32::from_bits(a as u32) as f64).to_bits() as u128
}

pub fn double_to_single(a: u128) -> u128 {
    (f64::from_bits(a as u64) as f32).to_bits() as u128
}

/// The integer part in `width` bits, or `None` when it does not fit.
pub fn double_to_int(a: f64, width: u32, signed: bool) -> Option<u128> {
    let integral = a.trunc();
    let magnitude_bits = if signed { width - 1 } else { width };
    let limit = 2f64.powi(magnitude_bits as i32);
    let lowest = if signed { -limit } else { 0.0 };
    // Written so that a NaN fails it.
    if !(integral >= lowest && integral < limit) {
        return None;
    }
    Some(if signed { wide::truncate(integral as i128 as u128, width) } else { integral as u128 })
}
