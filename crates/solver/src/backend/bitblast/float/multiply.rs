//! Multiplication: all digits of the product, which is below four, and one bit of normalising.

use super::round::Grain;
use super::{Layout, Unpacked, Unrounded, Word, normalised, padded, sign_extended, zero_extended};
use crate::backend::bitblast::gates::{Bit, Circuit};
use expr::{FloatFormat, Rounding};

impl Circuit {
    pub fn multiply_floats(&mut self, format: FloatFormat, mode: Rounding, a: &Unpacked, b: &Unpacked) -> Unpacked {
        let digits = format.digits();
        let product = self.product(a, b);
        // What rounding does not look at one by one is put together before the digits are moved.
        let (below, above) = product.significand.split_at(digits - 2);
        let mut significand = vec![self.any(below)];
        significand.extend_from_slice(above);
        let product = self.leading(Unrounded { significand, ..product });
        let rounded = self.round(format, mode, Grain::AtLeast(format.grain()), &product);
        let (nan, infinite) = self.product_specials(a, b);
        self.with_specials(rounded, nan, infinite)
    }

    /// All digits of a product of finite numbers, normalised.
    pub(super) fn multiply_finite(&mut self, a: &Unpacked, b: &Unpacked) -> Unrounded {
        let product = self.product(a, b);
        self.leading(product)
    }

    /// Whether the product is a NaN, and whether an operand makes it infinite.
    pub(super) fn product_specials(&mut self, a: &Unpacked, b: &Unpacked) -> (Bit, Bit) {
        let (left, right) = (self.and(a.infinite, b.zero), self.and(a.zero, b.infinite));
        let nan = self.any(&[a.nan, b.nan, left, right]);
        (nan, self.or(a.infinite, b.infinite))
    }

    /// The product with two bits before the point; its exponent is that of the higher one.
    fn product(&mut self, a: &Unpacked, b: &Unpacked) -> Unrounded {
        let width = a.significand.len() + b.significand.len();
        let (x, y) = (zero_extended(&a.significand, width), zero_extended(&b.significand, width));
        let room = a.exponent.len() + 1;
        let sum = self.add(&sign_extended(&a.exponent, room), &sign_extended(&b.exponent, room), Bit::FALSE);
        Unrounded {
            zero: self.or(a.zero, b.zero),
            sign: self.xor(a.sign, b.sign),
            exponent: sum,
            significand: self.mul(&x, &y),
        }
    }

    /// One of the two highest bits is set: normalised by one place, or none.
    fn leading(&mut self, product: Unrounded) -> Unrounded {
        let digits = product.significand.len();
        let high = product.significand[digits - 1];
        let moved: Word = padded(&product.significand[..digits - 1], 1);
        let significand = normalised(self.select(high, &product.significand, &moved));
        let room = product.exponent.len() + 1;
        let none = vec![Bit::FALSE; room];
        let exponent = self.add(&sign_extended(&product.exponent, room), &none, high);
        Unrounded { exponent, significand, ..product }
    }
}
