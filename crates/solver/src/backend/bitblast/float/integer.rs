//! Conversion from and to integers of any width.

use super::round::Grain;
use super::{Unpacked, Unrounded, Word, normalised, padded, sign_extended, zero_extended};
use crate::backend::bitblast::arithmetic::sign;
use crate::backend::bitblast::gates::{Bit, Circuit};
use crate::backend::bitblast::selection::ShiftKind;
use expr::{FloatFormat, Rounding};

impl Circuit {
    pub fn float_from_integer(&mut self, format: FloatFormat, mode: Rounding, signed: bool, a: &[Bit]) -> Unpacked {
        let negative = if signed { sign(a) } else { Bit::FALSE };
        let magnitude = self.negate_if(negative, a);
        let (significand, count) = self.normalise(&magnitude);
        let room = count.len() + 2;
        let top = super::constant(a.len() as i64 - 1, room);
        let exponent = self.sub(&top, &zero_extended(&count, room));
        let number = Unrounded { zero: !self.any(a), sign: negative, exponent, significand: normalised(significand) };
        self.round(format, mode, Grain::Kept, &number)
    }

    /// Rounded toward zero; only the top bit set where the integer does not fit, which is the smallest signed number too.
    pub fn float_to_integer(&mut self, a: &Unpacked, width: usize, signed: bool) -> Word {
        let digits = a.significand.len();
        let top: Word = match width.checked_sub(digits) {
            Some(more) => padded(&a.significand, more),
            None => a.significand[digits - width..].to_vec(),
        };
        // Room for every distance that counts; exponents beyond are looked at apart.
        let room = a.exponent.len().max(width.next_power_of_two().trailing_zeros() as usize + 2) + 1;
        let exponent = sign_extended(&a.exponent, room);
        let fraction = sign(&exponent);
        let limit = width as i64 - signed as i64;
        let fits = self.below_constant(&exponent, limit);
        let distance = {
            let last = super::constant(width as i64 - 1, room);
            self.sub(&last, &exponent)
        };
        let stages = width.next_power_of_two().trailing_zeros() as usize;
        let integer = self.shift(ShiftKind::RightLogical, &top, &distance[..stages]);
        let nothing = self.or(fraction, a.zero);
        let integer = self.masked(!nothing, &integer);
        let integer = if signed { self.negate_if(a.sign, &integer) } else { integer };
        let negative = if signed { Bit::FALSE } else { self.and(a.sign, !nothing) };
        let too_large = self.and(!fits, !a.zero);
        let indefinite = self.any(&[a.nan, a.infinite, too_large, negative]);
        let mut outside = vec![Bit::FALSE; width];
        outside[width - 1] = Bit::TRUE;
        self.select(indefinite, &outside, &integer)
    }
}
