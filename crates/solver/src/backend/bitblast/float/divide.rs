//! Division: a restoring divider, one digit of the quotient after the other, and whether something is left over.

use super::round::Grain;
use super::{Layout, Unpacked, Unrounded, Word, normalised, padded, sign_extended};
use crate::backend::bitblast::arithmetic::invert;
use crate::backend::bitblast::gates::{Bit, Circuit};
use expr::{FloatFormat, Rounding};

impl Circuit {
    pub fn divide_floats(&mut self, format: FloatFormat, mode: Rounding, a: &Unpacked, b: &Unpacked) -> Unpacked {
        let digits = format.digits();
        let quotient = self.quotient(&a.significand, &b.significand, digits + 2);
        // Between a half and two.
        let high = quotient[quotient.len() - 1];
        let moved = padded(&quotient[..quotient.len() - 1], 1);
        let significand = normalised(self.select(high, &quotient, &moved));
        let room = a.exponent.len() + 2;
        let difference = self.sub(&sign_extended(&a.exponent, room), &sign_extended(&b.exponent, room));
        // One less if the first digit is 0.
        let less: Word = vec![!high; room];
        let exponent = self.add(&difference, &less, Bit::FALSE);
        let zero = self.or(a.zero, b.infinite);
        let number = Unrounded { zero, sign: self.xor(a.sign, b.sign), exponent, significand };
        let rounded = self.round(format, mode, Grain::AtLeast(format.grain()), &number);

        let (zeros, infinities) = (self.and(a.zero, b.zero), self.and(a.infinite, b.infinite));
        let nan = self.any(&[a.nan, b.nan, zeros, infinities]);
        let infinite = self.or(a.infinite, b.zero);
        self.with_specials(rounded, nan, infinite)
    }

    /// The first `steps` digits of the quotient of two normalised significands, the first with weight one, and below
    /// them whether the rest is not zero.
    fn quotient(&mut self, a: &[Bit], b: &[Bit], steps: usize) -> Word {
        let mut divisor = b.to_vec();
        divisor.push(Bit::FALSE);
        let mut remainder = a.to_vec();
        remainder.push(Bit::FALSE);
        let mut quotient = Vec::with_capacity(steps + 1);
        for step in 0..steps {
            if step > 0 {
                remainder.pop();
                remainder.insert(0, Bit::FALSE);
            }
            let (reduced, fits) = self.reduce_once(&remainder, &divisor);
            quotient.push(fits);
            remainder = reduced;
        }
        quotient.push(self.any(&remainder));
        quotient.reverse();
        quotient
    }

    /// `a - b` and true where that is not negative, else `a` and false.
    pub(super) fn reduce_once(&mut self, a: &[Bit], b: &[Bit]) -> (Word, Bit) {
        let fits = !self.unsigned_less(a, b);
        let difference = self.add(a, &invert(b), Bit::TRUE);
        (self.select(fits, &difference, a), fits)
    }
}
