//! C's `fmod`: what is left of the dividend when the divisor is taken away as often as it fits, with the sign of the
//! dividend. Exact, so nothing is rounded.
//!
//! One step for each value the difference of the exponents can have: a few hundred with `float`, two thousand with
//! `double`, too many with the formats of fifteen exponent bits.

use super::{Layout, Unpacked, Word, sign_extended, zero_extended};
use crate::backend::bitblast::arithmetic::sign;
use crate::backend::bitblast::gates::{Bit, Circuit};
use expr::FloatFormat;

/// Steps for which a circuit is built.
const MAX_STEPS: usize = 4200;

/// The exponents may be too far apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManySteps;

impl Circuit {
    pub fn float_remainder(
        &mut self,
        format: FloatFormat,
        a: &Unpacked,
        b: &Unpacked,
    ) -> Result<Unpacked, TooManySteps> {
        let room = a.exponent.len() + 1;
        let difference = self.sub(&sign_extended(&a.exponent, room), &sign_extended(&b.exponent, room));
        let steps = largest(&difference).min(format.largest_exponent() - format.grain()) as usize;
        if steps > MAX_STEPS {
            return Err(TooManySteps);
        }
        let (smaller, rest) = self.reduce_all(&a.significand, &b.significand, &difference, steps);
        let nothing = !self.any(&rest);
        let (significand, count) = self.normalise(&rest);
        let width = format.exponent_width();
        let exponent = self.sub(&b.exponent, &zero_extended(&count, width));

        // A dividend below the divisor, or any number with an infinite one, is its own remainder.
        let unchanged = self.any(&[smaller, b.infinite, a.zero]);
        let nan = self.any(&[a.nan, b.nan, a.infinite, b.zero]);
        let vanished = self.and(nothing, !unchanged);
        Ok(Unpacked {
            nan,
            infinite: Bit::FALSE,
            zero: self.or(a.zero, vanished),
            sign: a.sign,
            exponent: self.select(unchanged, &a.exponent, &exponent),
            significand: super::normalised(self.select(unchanged, &a.significand, &significand)),
        })
    }

    /// Whether the exponent of the dividend is the smaller one, and else what is left, in the units of the divisor.
    fn reduce_all(&mut self, a: &[Bit], b: &[Bit], difference: &[Bit], steps: usize) -> (Bit, Word) {
        let mut divisor = b.to_vec();
        divisor.push(Bit::FALSE);
        let mut remainder = a.to_vec();
        remainder.push(Bit::FALSE);
        for step in (0..=steps).rev() {
            // Not yet begun as long as fewer steps are needed.
            let idle = self.below_constant(difference, step as i64);
            let (reduced, _) = self.reduce_once(&remainder, &divisor);
            let mut next = reduced;
            if step > 0 {
                next.pop();
                next.insert(0, Bit::FALSE);
            }
            remainder = self.select(idle, &remainder, &next);
        }
        remainder.truncate(a.len());
        (sign(difference), remainder)
    }
}

/// The largest number in two's complement that a word can be, as far as its constant bits tell; 0 if all are negative.
fn largest(word: &[Bit]) -> i64 {
    let (low, top) = word.split_at(word.len() - 1);
    if top[0] == Bit::TRUE {
        return 0;
    }
    low.iter().enumerate().filter(|(_, bit)| **bit != Bit::FALSE).map(|(i, _)| 1i64 << i).sum()
}
