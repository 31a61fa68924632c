//! What is certain of the functions of `math.h`, and what is worth trying.
//!
//! Certain: between which bounds results lie, for which arguments there is none, and that some functions never fall (or rise) by more
//! than a few steps. The mathematics is exact; the library is off by some units in the last place, so bounds are wider by
//! [`SLACK`] steps. That this is enough is an assumption, which tests try on samples of the library with half of it.
//!
//! To be tried: an argument at which a function is about as large as wanted. Nobody relies on it.

use super::MathFunction;
use crate::float::{self, FloatFormat};

/// How far results may be off, in numbers of the format.
pub const SLACK: u64 = 64;

/// How a function goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Monotone {
    Rising,
    Falling,
}

/// Numbers between two others, both included, as patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    pub lo: u128,
    pub hi: u128,
}

impl Interval {
    fn of(format: FloatFormat, lo: f64, hi: f64) -> Interval {
        let pattern = |value: f64| float::convert(FloatFormat::Double, format, value.to_bits() as u128);
        Interval { lo: pattern(lo), hi: pattern(hi) }
    }
}

impl MathFunction {
    /// Every result is one of these numbers or a NaN.
    pub fn results(self, format: FloatFormat) -> Interval {
        use std::f64::consts::{FRAC_PI_2, PI};
        let all = f64::INFINITY;
        let (lo, hi) = match self {
            MathFunction::Sin | MathFunction::Cos | MathFunction::Tanh | MathFunction::Erf => (-1.0, 1.0),
            MathFunction::Asin | MathFunction::Atan => (-FRAC_PI_2, FRAC_PI_2),
            MathFunction::Acos => (0.0, PI),
            MathFunction::Atan2 => (-PI, PI),
            MathFunction::Cosh => (1.0, all),
            MathFunction::Exp | MathFunction::Exp2 | MathFunction::Acosh | MathFunction::Hypot | MathFunction::Fdim => {
                (0.0, all)
            }
            MathFunction::Expm1 => (-1.0, all),
            MathFunction::Erfc => (0.0, 2.0),
            MathFunction::Tan
            | MathFunction::Sinh
            | MathFunction::Asinh
            | MathFunction::Atanh
            | MathFunction::Log
            | MathFunction::Log2
            | MathFunction::Log10
            | MathFunction::Log1p
            | MathFunction::Cbrt
            | MathFunction::Tgamma
            | MathFunction::Pow
            | MathFunction::Remainder => (-all, all),
        };
        let Interval { lo, hi } = Interval::of(format, lo, hi);
        // No result of a function that is never negative is.
        let lo = if lo == 0 { 0 } else { stepped(format, lo, -(SLACK as i64)) };
        Interval { lo, hi: stepped(format, hi, SLACK as i64) }
    }

    /// The result is a NaN exactly where the argument is one or is none of these, which is the error of the domain. `None`: no such rule, or several arguments.
    pub fn domain(self, format: FloatFormat) -> Option<Interval> {
        let all = f64::INFINITY;
        let (lo, hi) = match self {
            MathFunction::Sin | MathFunction::Cos | MathFunction::Tan => {
                let sign = 1u128 << (format.width() - 1);
                let largest = format.infinity() - 1;
                return Some(Interval { lo: sign | largest, hi: largest });
            }
            MathFunction::Asin | MathFunction::Acos | MathFunction::Atanh => (-1.0, 1.0),
            MathFunction::Acosh => (1.0, all),
            MathFunction::Log | MathFunction::Log2 | MathFunction::Log10 => (0.0, all),
            MathFunction::Log1p => (-1.0, all),
            MathFunction::Atan
            | MathFunction::Sinh
            | MathFunction::Cosh
            | MathFunction::Tanh
            | MathFunction::Asinh
            | MathFunction::Exp
            | MathFunction::Exp2
            | MathFunction::Expm1
            | MathFunction::Cbrt
            | MathFunction::Erf
            | MathFunction::Erfc => (-all, all),
            MathFunction::Tgamma
            | MathFunction::Atan2
            | MathFunction::Pow
            | MathFunction::Hypot
            | MathFunction::Remainder
            | MathFunction::Fdim => return None,
        };
        Some(Interval::of(format, lo, hi))
    }

    /// After a range error a result that is a number is infinite or at most this large: it was too large or too small.
    pub fn too_small(format: FloatFormat) -> u128 {
        // The smallest normal number, and what is rounded to it or a bit above.
        stepped(format, 1 << (format.precision() - 1), SLACK as i64)
    }

    /// How it goes over its whole domain: results are never more than [`SLACK`] steps on the wrong side of an earlier one.
    pub fn monotone(self) -> Option<Monotone> {
        match self {
            MathFunction::Asin
            | MathFunction::Atan
            | MathFunction::Sinh
            | MathFunction::Tanh
            | MathFunction::Asinh
            | MathFunction::Acosh
            | MathFunction::Atanh
            | MathFunction::Exp
            | MathFunction::Exp2
            | MathFunction::Expm1
            | MathFunction::Log
            | MathFunction::Log2
            | MathFunction::Log10
            | MathFunction::Log1p
            | MathFunction::Cbrt
            | MathFunction::Erf => Some(Monotone::Rising),
            MathFunction::Acos | MathFunction::Erfc => Some(Monotone::Falling),
            MathFunction::Sin
            | MathFunction::Cos
            | MathFunction::Tan
            | MathFunction::Cosh
            | MathFunction::Tgamma
            | MathFunction::Atan2
            | MathFunction::Pow
            | MathFunction::Hypot
            | MathFunction::Remainder
            | MathFunction::Fdim => None,
        }
    }

    /// A value for one argument that makes the result about `wanted`, where the other argument, if there is one, is `other`.
    pub fn inverse(self, first: bool, wanted: f64, other: f64) -> Option<f64> {
        Some(match self {
            MathFunction::Sin => wanted.asin(),
            MathFunction::Cos => wanted.acos(),
            MathFunction::Tan => wanted.atan(),
            MathFunction::Asin => wanted.sin(),
            MathFunction::Acos => wanted.cos(),
            MathFunction::Atan => wanted.tan(),
            MathFunction::Sinh => wanted.asinh(),
            MathFunction::Cosh => wanted.acosh(),
            MathFunction::Tanh => wanted.atanh(),
            MathFunction::Asinh => wanted.sinh(),
            MathFunction::Acosh => wanted.cosh(),
            MathFunction::Atanh => wanted.tanh(),
            MathFunction::Exp => wanted.ln(),
            MathFunction::Exp2 => wanted.log2(),
            MathFunction::Expm1 => wanted.ln_1p(),
            MathFunction::Log => wanted.exp(),
            MathFunction::Log2 => wanted.exp2(),
            MathFunction::Log10 => 10f64.powf(wanted),
            MathFunction::Log1p => wanted.exp_m1(),
            MathFunction::Cbrt => wanted * wanted * wanted,
            MathFunction::Erf | MathFunction::Erfc | MathFunction::Tgamma => return None,
            // Of an angle: a point on the ray.
            MathFunction::Atan2 if first => wanted.tan() * other,
            MathFunction::Atan2 => other / wanted.tan(),
            MathFunction::Pow if first => wanted.powf(1.0 / other),
            MathFunction::Pow => wanted.ln() / other.ln(),
            MathFunction::Hypot => (wanted * wanted - other * other).sqrt(),
            MathFunction::Remainder if first => wanted,
            MathFunction::Remainder => return None,
            MathFunction::Fdim if first => wanted + other,
            MathFunction::Fdim => other - wanted,
        })
    }
}

/// The number so many places further in the order of numbers; infinity is the end.
pub fn stepped(format: FloatFormat, pattern: u128, steps: i64) -> u128 {
    let sign = 1u128 << (format.width() - 1);
    let place = |pattern: u128| {
        let magnitude = (pattern & (sign - 1)) as i128;
        if pattern & sign == 0 { magnitude } else { -magnitude }
    };
    let end = format.infinity() as i128;
    let moved = (place(pattern) + steps as i128).clamp(-end, end);
    if moved < 0 { sign | moved.unsigned_abs() } else { moved as u128 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::float::{FloatCmp, compare, is_nan};
    use crate::math::{DOMAIN_ERROR, RANGE_ERROR};

    fn random(seed: &mut u64) -> u64 {
        *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        *seed ^ *seed >> 31
    }

    /// Patterns of all sizes, numbers of moderate size, borders, and numbers next to multiples of a right angle.
    fn arguments(format: FloatFormat, seed: &mut u64) -> u128 {
        let double = |value: f64| float::convert(FloatFormat::Double, format, value.to_bits() as u128);
        let sample = random(seed);
        let moderate = sample as i64 as f64 / (1u64 << 56) as f64;
        match sample >> 32 & 7 {
            0 | 1 => sample as u128 & crate::concrete::wide::mask(format.width()),
            2 | 3 => double(moderate),
            4 => double(moderate * 10.0),
            5 => double(((sample % 4000) as f64 - 2000.0) * std::f64::consts::FRAC_PI_2),
            6 => {
                let borders =
                    [0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 709.0, -745.0, f64::INFINITY, f64::NEG_INFINITY, f64::MAX];
                double(borders[sample as usize % borders.len()])
            }
            _ => {
                let border = [1.0, -1.0, 0.0][sample as usize % 3];
                stepped(format, double(border), (sample >> 8 & 15) as i64 - 8)
            }
        }
    }

    const SAMPLES: usize = 20_000;

    fn le(format: FloatFormat, a: u128, b: u128) -> bool {
        compare(FloatCmp::Le, format, a, b)
    }

    fn each(mut check: impl FnMut(MathFunction, FloatFormat, [u128; 2], u128, &mut u64)) {
        let mut seed = 5;
        for &function in MathFunction::ALL {
            for format in MathFunction::FORMATS {
                for _ in 0..SAMPLES {
                    let [x, y] = [0; 2].map(|_| arguments(format, &mut seed));
                    check(function, format, [x, y], function.call(format, x, y).0, &mut seed);
                }
            }
        }
    }

    #[test]
    fn results_lie_where_they_are_said_to_lie() {
        each(|function, format, arguments, result, _| {
            let Interval { lo, hi } = function.results(format);
            let inside = le(format, lo, result) && le(format, result, hi);
            assert!(inside || is_nan(format, result), "{function:?} {format:?} {arguments:x?} is {result:x}");
        });
    }

    /// The library keeps to the bounds with half of the slack already: what is allowed on top is a margin.
    #[test]
    fn bounds_have_a_margin() {
        each(|function, format, arguments, result, _| {
            let Interval { lo, hi } = function.results(format);
            let half = SLACK as i64 / 2;
            let endless = |bound: u128| bound & format.infinity() == format.infinity();
            let lo = if lo == 0 || endless(lo) { lo } else { stepped(format, lo, half) };
            let hi = if endless(hi) { hi } else { stepped(format, hi, -half) };
            let inside = le(format, lo, result) && le(format, result, hi);
            assert!(inside || is_nan(format, result), "{function:?} {format:?} {arguments:x?} is {result:x}");
        });
    }

    #[test]
    fn there_is_no_result_exactly_outside_of_the_domain() {
        each(|function, format, [x, _], result, _| {
            let Some(Interval { lo, hi }) = function.domain(format) else { return };
            let inside = le(format, lo, x) && le(format, x, hi);
            assert_eq!(is_nan(format, result), !inside, "{function:?} {format:?} {x:x} is {result:x}");
        });
    }

    #[test]
    fn errors_are_of_the_domain_or_of_the_range() {
        each(|function, format, [x, y], result, _| {
            let error = function.call(format, x, y).1 as u128;
            assert!([0, DOMAIN_ERROR, RANGE_ERROR].contains(&error), "{function:?} {error}");
            if let Some(Interval { lo, hi }) = function.domain(format) {
                let inside = le(format, lo, x) && le(format, x, hi);
                let undefined = !(inside || is_nan(format, x));
                assert_eq!(error == DOMAIN_ERROR, undefined, "{function:?} {format:?} {x:x}");
            }
            if error == RANGE_ERROR {
                let magnitude = result & !(1 << (format.width() - 1));
                let extreme = magnitude == format.infinity() || magnitude <= MathFunction::too_small(format);
                assert!(extreme, "{function:?} {format:?} {x:x} {y:x} is {result:x}");
            }
        });
    }

    #[test]
    fn monotone_functions_do_not_turn_by_more_than_the_slack() {
        each(|function, format, [x, other], result, seed| {
            let Some(monotone) = function.monotone() else { return };
            let near = stepped(format, x, (random(seed) % 4000) as i64 - 2000);
            for y in [other, near] {
                let second = function.call(format, y, y).0;
                if !le(format, x, y) || is_nan(format, result) || is_nan(format, second) {
                    continue;
                }
                let (low, high) = match monotone {
                    Monotone::Rising => (result, second),
                    Monotone::Falling => (second, result),
                };
                let bound = stepped(format, high, SLACK as i64 / 2);
                assert!(le(format, low, bound), "{function:?} {format:?} {x:x} {y:x}: {result:x} {second:x}");
            }
        });
    }

    #[test]
    fn inverses_lead_close_to_what_is_wanted() {
        for &function in MathFunction::ALL {
            let (x, y) = (0.75, 0.5);
            let x = if function == MathFunction::Acosh { 1.75 } else { x };
            let call = |x: f64, y: f64| {
                f64::from_bits(function.call(FloatFormat::Double, x.to_bits() as u128, y.to_bits() as u128).0 as u64)
            };
            let wanted = call(x, y);
            for first in [true, false] {
                let other = if first { y } else { x };
                let Some(found) = function.inverse(first, wanted, other) else { continue };
                let again = if first { call(found, y) } else { call(x, found) };
                let skipped = function.arity() == 1 && !first;
                assert!(skipped || (again - wanted).abs() < 1e-9, "{function:?} {first}: {again} for {wanted}");
            }
        }
    }

    #[test]
    fn steps_go_through_zero_and_end_at_infinity() {
        let format = FloatFormat::Single;
        let sign = 1u128 << 31;
        assert_eq!(stepped(format, 0, 1), 1);
        assert_eq!(stepped(format, sign | 1, 2), 1);
        assert_eq!(stepped(format, 1, -2), sign | 1);
        assert_eq!(stepped(format, format.infinity(), 3), format.infinity());
        assert_eq!(stepped(format, sign | format.infinity(), -3), sign | format.infinity());
    }
}
