//! Addition and subtraction: the smaller magnitude is shifted to the larger one's exponent, added or taken away, and what
//! is left is normalised. Three bits below the operands are enough (guard, round and sticky).
//!
//! A sum has no digits below those of its operands, so denormal results are exact.

use super::compare::order;
use super::round::Grain;
use super::{Unpacked, Unrounded, normalised, padded, sign_extended, zero_extended};
use crate::backend::bitblast::gates::{Bit, Circuit};
use expr::{FloatFormat, Rounding};

impl Circuit {
    pub fn add_floats(&mut self, format: FloatFormat, mode: Rounding, a: &Unpacked, b: &Unpacked) -> Unpacked {
        let sum = self.add_finite(mode, &a.exactly(), &b.exactly());
        let rounded = self.round(format, mode, Grain::Kept, &sum);
        self.with_infinite_terms(rounded, a, b)
    }

    /// The sum of two terms one of which may be infinite or a NaN, given what it is if neither is.
    pub(super) fn with_infinite_terms(&mut self, sum: Unpacked, a: &Unpacked, b: &Unpacked) -> Unpacked {
        let infinite = self.or(a.infinite, b.infinite);
        let opposed = {
            let both = self.and(a.infinite, b.infinite);
            let signs = self.xor(a.sign, b.sign);
            self.and(both, signs)
        };
        let operand = self.or(a.nan, b.nan);
        let nan = self.or(operand, opposed);
        let infinite_sign = self.mux(a.infinite, a.sign, b.sign);
        let sign = self.mux(infinite, infinite_sign, sum.sign);
        self.with_specials(Unpacked { sign, ..sum }, nan, infinite)
    }

    /// The sum of two numbers with exponents and significands of the same widths.
    pub(super) fn add_finite(&mut self, mode: Rounding, a: &Unrounded, b: &Unrounded) -> Unrounded {
        let [key_a, key_b] = [a, b].map(|term| order(&term.significand, &term.exponent));
        let smaller = self.unsigned_less(&key_a, &key_b);
        let smaller = self.or(a.zero, smaller);
        let swap = self.and(smaller, !b.zero);
        let small_zero = self.mux(swap, a.zero, b.zero);
        let sign = self.mux(swap, b.sign, a.sign);
        let high_exponent = self.select(swap, &b.exponent, &a.exponent);
        let low_exponent = self.select(swap, &a.exponent, &b.exponent);
        let high = self.select(swap, &b.significand, &a.significand);
        let low = self.select(swap, &a.significand, &b.significand);

        // Not negative, so it fits the same width without a sign.
        let distance = self.sub(&high_exponent, &low_exponent);
        let low = self.masked(!small_zero, &low);
        let aligned = self.shift_right_sticky(&padded(&low, 3), &distance);
        let opposed = self.xor(a.sign, b.sign);
        let width = high.len() + 4;
        let high = zero_extended(&padded(&high, 3), width);
        let low: Vec<Bit> = zero_extended(&aligned, width).iter().map(|&bit| self.xor(bit, opposed)).collect();
        let sum = self.add(&high, &low, opposed);

        let (significand, count) = self.normalise(&sum);
        let room = high_exponent.len() + 2;
        let exponent = self.add_constant(&sign_extended(&high_exponent, room), 1);
        let exponent = self.sub(&exponent, &zero_extended(&count, room));
        let both_zero = self.and(a.zero, b.zero);
        let cancelled = {
            let nothing = !self.any(&sum);
            self.and(nothing, !both_zero)
        };
        // Nothing is left of equal magnitudes with opposite signs: that zero has the sign of the rounding.
        let zero_sign = {
            let same = self.and(a.sign, b.sign);
            let either = self.or(a.sign, b.sign);
            if mode == Rounding::Down { either } else { same }
        };
        let zero = self.or(both_zero, cancelled);
        Unrounded { zero, sign: self.mux(zero, zero_sign, sign), exponent, significand: normalised(significand) }
    }
}
