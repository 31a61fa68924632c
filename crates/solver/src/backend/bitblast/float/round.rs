//! Rounding: the digits a format has room for, and what was below them.
//!
//! A number keeps `precision` digits, and none below the grain of the format. So denormal numbers need no shift: the
//! digits that have to go are marked in place, as ones from below (a thermometer), and a carry through them rounds up.
//! The same circuit with grain 1 rounds to integral values.

use super::{Layout, Unpacked, Unrounded, Word, sign_extended};
use crate::backend::bitblast::gates::{Bit, Circuit};
use expr::{FloatFormat, Rounding};

/// Whether digits may have to go because they are too small for the format, not because they are too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grain {
    /// The operation makes no digits below those of its operands, or only large numbers.
    Kept,
    /// All digits of the result are of at least this power of two.
    AtLeast(i64),
}

impl Circuit {
    pub fn round(&mut self, format: FloatFormat, mode: Rounding, grain: Grain, number: &Unrounded) -> Unpacked {
        let digits = format.digits();
        let missing = (digits + 2).saturating_sub(number.significand.len());
        let padded = super::padded(&number.significand, missing);
        let (rest, kept) = padded.split_at(padded.len() - digits);
        let (below, half) = rest.split_at(rest.len() - 1);
        let (mut half, mut sticky) = (half[0], self.any(below));
        let mut kept = super::normalised(kept.to_vec());
        let mut lowest = kept[0];
        // One more bit, so that the carry of rounding up has room, and enough for the bounds it is compared with.
        let room = number.exponent.len().max(format.exponent_width()) + 1;
        let mut exponent = sign_extended(&number.exponent, room);
        let mut vanished = Bit::FALSE;

        let mut going = vec![Bit::FALSE; digits];
        if let Grain::AtLeast(grain) = grain {
            let tiny = self.below_constant(&exponent, grain - 1);
            going = self.digits_below(&exponent, grain, digits, tiny);
            vanished = going[digits - 1];
            // The highest digit that goes decides, and all below it are sticky.
            let mut highest = Bit::FALSE;
            let mut lower = self.and(going[0], half);
            half = self.and(!going[0], half);
            lowest = self.and(!going[0], lowest);
            for i in 0..digits {
                let next = going.get(i + 1).copied().unwrap_or(Bit::FALSE);
                let is_highest = self.and(going[i], !next);
                let decides = self.and(is_highest, kept[i]);
                highest = self.or(highest, decides);
                let goes_below = self.and(next, kept[i]);
                lower = self.or(lower, goes_below);
                if let Some(&above) = kept.get(i + 1) {
                    let stays_lowest = self.and(is_highest, above);
                    lowest = self.or(lowest, stays_lowest);
                }
            }
            half = self.or(half, highest);
            sticky = self.or(sticky, lower);
            // All of a tiny number is below half of the grain.
            sticky = self.or(sticky, tiny);
            half = self.and(half, !tiny);
            let clamped = super::constant(grain - 1, room);
            exponent = self.select(tiny, &clamped, &exponent);
        }

        let up = self.rounds_up(mode, number.sign, lowest, half, sticky);
        for (digit, &goes) in kept.iter_mut().zip(&going) {
            *digit = self.mux(goes, up, *digit);
        }
        let (rounded, carry) = self.increment_if(up, &kept);
        let none = vec![Bit::FALSE; room];
        let exponent = self.add(&exponent, &none, carry);
        let lost = self.and(vanished, !carry);
        let zero = self.or(number.zero, lost);
        self.bounded(
            format,
            mode,
            Unpacked {
                nan: Bit::FALSE,
                infinite: Bit::FALSE,
                zero,
                sign: number.sign,
                exponent,
                significand: super::normalised(rounded),
            },
        )
    }

    /// Marks the digits below the grain.
    fn digits_below(&mut self, exponent: &[Bit], grain: i64, digits: usize, tiny: Bit) -> Word {
        let full = grain + digits as i64 - 1;
        let some = self.below_constant(exponent, full);
        let lacking = {
            let full = super::constant(full, exponent.len());
            self.sub(&full, exponent)
        };
        let stages = ((digits + 1).next_power_of_two().trailing_zeros() as usize).min(lacking.len());
        let count = self.masked(some, &lacking[..stages]);
        let going = self.thermometer(&count, digits);
        going.iter().map(|&goes| self.or(goes, tiny)).collect()
    }

    fn rounds_up(&mut self, mode: Rounding, sign: Bit, lowest: Bit, half: Bit, sticky: Bit) -> Bit {
        match mode {
            Rounding::TiesEven => {
                let uneven = self.or(lowest, sticky);
                self.and(half, uneven)
            }
            Rounding::TiesAway => half,
            Rounding::Up => {
                let inexact = self.or(half, sticky);
                self.and(!sign, inexact)
            }
            Rounding::Down => {
                let inexact = self.or(half, sticky);
                self.and(sign, inexact)
            }
            Rounding::TowardZero => Bit::FALSE,
        }
    }

    /// The word, one more if the condition holds, and the carry.
    fn increment_if(&mut self, condition: Bit, word: &[Bit]) -> (Word, Bit) {
        let mut carry = condition;
        let mut sum = Word::with_capacity(word.len());
        for &bit in word {
            sum.push(self.xor(bit, carry));
            carry = self.and(bit, carry);
        }
        (sum, carry)
    }

    /// A number above all of the format becomes infinite, or the largest one where rounding goes the other way.
    fn bounded(&mut self, format: FloatFormat, mode: Rounding, float: Unpacked) -> Unpacked {
        let width = format.exponent_width();
        let largest = super::constant(format.largest_exponent(), float.exponent.len());
        let above = self.signed_less(&largest, &float.exponent);
        let above = self.and(above, !float.zero);
        let to_infinity = match mode {
            Rounding::TiesEven | Rounding::TiesAway => Bit::TRUE,
            Rounding::Up => !float.sign,
            Rounding::Down => float.sign,
            Rounding::TowardZero => Bit::FALSE,
        };
        let stays = self.and(above, !to_infinity);
        let exponent = self.select(stays, &largest[..width], &float.exponent[..width]);
        let significand = float.significand.iter().map(|&bit| self.or(stays, bit)).collect();
        Unpacked { infinite: self.and(above, to_infinity), exponent, significand, ..float }
    }
}
