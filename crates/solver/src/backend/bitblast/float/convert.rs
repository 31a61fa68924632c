//! Conversion between formats: nothing but more room, or rounding.

use super::round::Grain;
use super::{Layout, Unpacked, padded, sign_extended};
use crate::backend::bitblast::gates::Circuit;
use expr::{FloatFormat, Rounding};

impl Circuit {
    pub fn convert_float(&mut self, from: FloatFormat, to: FloatFormat, mode: Rounding, a: &Unpacked) -> Unpacked {
        if to.digits() >= from.digits() && to.grain() <= from.grain() {
            return Unpacked {
                exponent: sign_extended(&a.exponent, to.exponent_width()),
                significand: padded(&a.significand, to.digits() - from.digits()),
                ..a.clone()
            };
        }
        let rounded = self.round(to, mode, Grain::AtLeast(to.grain()), &a.exactly());
        self.with_specials(rounded, a.nan, a.infinite)
    }
}
