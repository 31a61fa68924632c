//! Fused multiplication and addition: all digits of the product are a term of the sum, which is rounded once.

use super::round::Grain;
use super::{Layout, Unpacked, Unrounded, padded, sign_extended};
use crate::backend::bitblast::gates::{Bit, Circuit};
use expr::{FloatFormat, Rounding};

impl Circuit {
    pub fn fused_multiply_add(&mut self, format: FloatFormat, mode: Rounding, [a, b, c]: [&Unpacked; 3]) -> Unpacked {
        let product = self.multiply_finite(a, b);
        let term = Unrounded {
            zero: c.zero,
            sign: c.sign,
            exponent: sign_extended(&c.exponent, product.exponent.len()),
            significand: padded(&c.significand, product.significand.len() - c.significand.len()),
        };
        let sum = self.add_finite(mode, &product, &term);
        let rounded = self.round(format, mode, Grain::AtLeast(format.grain()), &sum);
        // The product stays finite, however large it is; only operands make it infinite.
        let (nan, infinite) = self.product_specials(a, b);
        let product = Unpacked {
            nan,
            infinite,
            zero: Bit::FALSE,
            sign: product.sign,
            exponent: Vec::new(),
            significand: Vec::new(),
        };
        self.with_infinite_terms(rounded, &product, c)
    }
}
