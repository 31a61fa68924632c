//! From a pattern to the parts of its number.

use super::{Layout, Unpacked, constant, padded, zero_extended};
use crate::backend::bitblast::gates::{Bit, Circuit};
use expr::FloatFormat;

impl Circuit {
    pub fn unpack(&mut self, format: FloatFormat, pattern: &[Bit]) -> Unpacked {
        let stored_bits = format.width() as usize - 1 - format.exponent_bits() as usize;
        let (stored, head) = pattern.split_at(stored_bits);
        let (field, sign) = head.split_at(format.exponent_bits() as usize);
        let largest_field = self.every(field);
        let smallest_field = !self.any(field);
        // The x87 format stores its leading bit, and calls everything with a wrong one a NaN, but for denormal numbers.
        let (fraction, malformed) = match format {
            FloatFormat::X87 => (&stored[..stored_bits - 1], self.and(!smallest_field, !stored[stored_bits - 1])),
            _ => (stored, Bit::FALSE),
        };
        let no_fraction = !self.any(fraction);
        let empty = !self.any(stored);
        let overflowed = self.and(largest_field, !no_fraction);

        let width = format.exponent_width();
        let field = zero_extended(field, width + 1);
        let mut exponent = self.add_constant(&field, -format.largest_exponent());
        exponent.truncate(width);
        // Denormal numbers have the exponent of the smallest normal ones, and no leading bit.
        let (tail, count) = match format {
            FloatFormat::X87 => self.normalise(stored),
            _ => self.normalise(fraction),
        };
        let digits = format.digits();
        let first = format.smallest_exponent() - (digits - tail.len()) as i64;
        let count = zero_extended(&count, width);
        let denormal_exponent = self.sub(&constant(first, width), &count);
        let denormal = padded(&tail, digits - tail.len());
        let normal: Vec<Bit> = fraction.iter().copied().chain([Bit::TRUE]).collect();
        Unpacked {
            nan: self.or(overflowed, malformed),
            infinite: self.and(largest_field, no_fraction),
            zero: self.and(smallest_field, empty),
            sign: sign[0],
            exponent: self.select(smallest_field, &denormal_exponent, &exponent),
            significand: super::normalised(self.select(smallest_field, &denormal, &normal)),
        }
    }
}
