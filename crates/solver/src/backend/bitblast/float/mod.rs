//! IEEE floating-point arithmetic as circuits, the way of symfpu (Brain, Schanda, Sun: Building Better Bit-Blasting for
//! Floating-Point Problems, TACAS 2019): numbers are taken apart once, computed with in that form, and rounded once.
//!
//! One operation a file, written for any format. Every operation ends in [`Unpacked`]; a pattern is made of it
//! ([`pack`]) only where the program looks at the bits. Which NaN comes out is the business of [`node`], which follows
//! [`expr::float`] bit by bit.
//!
//! Operations of the program round to nearest, ties to even: nothing else has a node. The circuits take any mode.

mod add;
mod compare;
mod convert;
mod divide;
mod fma;
mod integer;
mod integral;
mod multiply;
mod node;
mod normalise;
mod pack;
mod remainder;
mod round;
mod square_root;
#[cfg(test)]
mod tests;
mod unpack;

pub use node::FloatParts;
pub use remainder::TooManySteps;

use super::arithmetic::Word;
use super::gates::{Bit, Circuit};
use expr::FloatFormat;

/// A float taken apart. Of a NaN nothing else means anything; of an infinity and of a zero only the sign does, and no
/// float is both.
#[derive(Clone, Debug)]
pub struct Unpacked {
    pub nan: Bit,
    pub infinite: Bit,
    pub zero: Bit,
    pub sign: Bit,
    /// Of the leading bit, in two's complement, [`exponent_width`](Layout::exponent_width) bits.
    pub exponent: Word,
    /// As many bits as the format has precision, the highest always set: denormal numbers are normalised too.
    pub significand: Word,
}

/// A finite number before rounding. The lowest bit of its significand also stands for whatever lies below.
pub struct Unrounded {
    pub zero: Bit,
    pub sign: Bit,
    /// Of the leading bit, in two's complement, as wide as it needs to be.
    pub exponent: Word,
    /// The highest bit is set; any number of bits.
    pub significand: Word,
}

/// The numbers that describe a format.
pub trait Layout {
    /// Significant bits, the leading one included.
    fn digits(self) -> usize;
    /// The largest exponent of a number, which is also the bias of the stored one.
    fn largest_exponent(self) -> i64;
    /// The smallest exponent of a normal number.
    fn smallest_exponent(self) -> i64;
    /// The exponent of the smallest denormal number: all numbers are multiples of it.
    fn grain(self) -> i64;
    /// Bits of the exponents of all numbers, denormal ones normalised.
    fn exponent_width(self) -> usize;
}

impl Layout for FloatFormat {
    fn digits(self) -> usize {
        self.precision() as usize
    }

    fn largest_exponent(self) -> i64 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    fn smallest_exponent(self) -> i64 {
        1 - self.largest_exponent()
    }

    fn grain(self) -> i64 {
        self.smallest_exponent() - (self.precision() as i64 - 1)
    }

    fn exponent_width(self) -> usize {
        (self.grain().unsigned_abs().next_power_of_two().trailing_zeros() + 1) as usize
    }
}

impl Unpacked {
    /// The number as it would be before rounding.
    pub fn exactly(&self) -> Unrounded {
        Unrounded {
            zero: self.zero,
            sign: self.sign,
            exponent: self.exponent.clone(),
            significand: self.significand.clone(),
        }
    }

    pub fn negated(&self) -> Unpacked {
        Unpacked { sign: !self.sign, ..self.clone() }
    }

    pub fn magnitude(&self) -> Unpacked {
        Unpacked { sign: Bit::FALSE, ..self.clone() }
    }
}

impl Circuit {
    pub fn select_float(&mut self, condition: Bit, then: &Unpacked, otherwise: &Unpacked) -> Unpacked {
        Unpacked {
            nan: self.mux(condition, then.nan, otherwise.nan),
            infinite: self.mux(condition, then.infinite, otherwise.infinite),
            zero: self.mux(condition, then.zero, otherwise.zero),
            sign: self.mux(condition, then.sign, otherwise.sign),
            exponent: self.select(condition, &then.exponent, &otherwise.exponent),
            significand: self.select(condition, &then.significand, &otherwise.significand),
        }
    }

    /// A rounded result, unless the operands say that there is none or that it is infinite.
    fn with_specials(&mut self, rounded: Unpacked, nan: Bit, infinite: Bit) -> Unpacked {
        Unpacked {
            nan,
            infinite: self.or(infinite, rounded.infinite),
            zero: self.and(rounded.zero, !infinite),
            ..rounded
        }
    }

    /// Whether some bit is set.
    fn any(&mut self, bits: &[Bit]) -> Bit {
        bits.iter().fold(Bit::FALSE, |any, &bit| self.or(any, bit))
    }

    /// Whether all bits are set.
    fn every(&mut self, bits: &[Bit]) -> Bit {
        bits.iter().fold(Bit::TRUE, |all, &bit| self.and(all, bit))
    }

    /// `word` where the condition holds, else zero.
    fn masked(&mut self, condition: Bit, word: &[Bit]) -> Word {
        word.iter().map(|&bit| self.and(condition, bit)).collect()
    }

    /// `word + value`, in two's complement; the caller has made room for the result.
    fn add_constant(&mut self, word: &[Bit], value: i64) -> Word {
        let constant = constant(value, word.len());
        self.add(word, &constant, Bit::FALSE)
    }

    /// `word < value`, signed.
    fn below_constant(&mut self, word: &[Bit], value: i64) -> Bit {
        let constant = constant(value, word.len());
        self.signed_less(word, &constant)
    }
}

/// A number in two's complement.
fn constant(value: i64, width: usize) -> Word {
    (0..width).map(|i| Bit::constant(value >> i.min(63) & 1 == 1)).collect()
}

/// The same number in more bits.
fn sign_extended(word: &[Bit], width: usize) -> Word {
    let mut extended = word.to_vec();
    extended.resize(width, super::arithmetic::sign(word));
    extended
}

/// The same number, not negative, in more bits.
fn zero_extended(word: &[Bit], width: usize) -> Word {
    let mut extended = word.to_vec();
    extended.resize(width, Bit::FALSE);
    extended
}

/// `count` zeros below a word.
fn padded(word: &[Bit], count: usize) -> Word {
    let mut padded = vec![Bit::FALSE; count];
    padded.extend_from_slice(word);
    padded
}

/// A significand that is known to be normalised.
fn normalised(mut significand: Word) -> Word {
    if let Some(leading) = significand.last_mut() {
        *leading = Bit::TRUE;
    }
    significand
}
