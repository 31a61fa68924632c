//! From the parts of a number to its pattern. The pattern of a NaN is chosen by who knows where it came from.

use super::{Layout, Unpacked, Word};
use crate::backend::bitblast::gates::{Bit, Circuit};
use crate::backend::bitblast::selection::ShiftKind;
use expr::FloatFormat;

impl Circuit {
    pub fn pack(&mut self, format: FloatFormat, float: &Unpacked) -> Word {
        let width = float.exponent.len();
        let denormal = self.below_constant(&float.exponent, format.smallest_exponent());
        let biased = self.add_constant(&float.exponent, format.largest_exponent());
        let lacking = {
            let smallest = super::constant(format.smallest_exponent(), width);
            self.sub(&smallest, &float.exponent)
        };
        let stages = format.digits().next_power_of_two().trailing_zeros() as usize;
        let distance = self.masked(denormal, &lacking[..stages]);
        let stored_leading = (format == FloatFormat::X87) as usize;
        let stored_bits = format.digits() - 1 + stored_leading;
        let mut stored = self.shift(ShiftKind::RightLogical, &float.significand, &distance);
        stored.truncate(stored_bits);

        let finite = !self.or(float.infinite, float.zero);
        let mut pattern = self.masked(finite, &stored);
        if stored_leading == 1 {
            pattern[stored_bits - 1] = self.or(pattern[stored_bits - 1], float.infinite);
        }
        let normal = self.and(finite, !denormal);
        for &bit in &biased[..format.exponent_bits() as usize] {
            let bit = self.and(normal, bit);
            pattern.push(self.or(bit, float.infinite));
        }
        pattern.push(float.sign);
        pattern
    }

    /// A pattern without a variable in it.
    pub fn pattern(value: u128, width: u32) -> Word {
        (0..width).map(|i| Bit::constant(value >> i & 1 == 1)).collect()
    }
}
