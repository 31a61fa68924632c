//! Rounding to an integral value: rounding with digits of at least one. A zero keeps its sign.

use super::Unpacked;
use super::round::Grain;
use crate::backend::bitblast::gates::Circuit;
use expr::{FloatFormat, Rounding};

impl Circuit {
    pub fn round_to_integral(&mut self, format: FloatFormat, mode: Rounding, a: &Unpacked) -> Unpacked {
        let rounded = self.round(format, mode, Grain::AtLeast(0), &a.exactly());
        self.with_specials(rounded, a.nan, a.infinite)
    }
}
