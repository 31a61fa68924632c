//! Square roots, digit by digit as on paper: the remainder takes in two digits of the radicand for each of the root.

use super::round::Grain;
use super::{Layout, Unpacked, Unrounded, Word, normalised, padded};
use crate::backend::bitblast::arithmetic::sign;
use crate::backend::bitblast::gates::{Bit, Circuit};
use expr::{FloatFormat, Rounding};

impl Circuit {
    pub fn square_root(&mut self, format: FloatFormat, mode: Rounding, a: &Unpacked) -> Unpacked {
        let digits = format.digits();
        // An even exponent, and so a radicand between one and four.
        let odd = a.exponent[0];
        let mut once = a.significand.clone();
        once.push(Bit::FALSE);
        let twice = padded(&a.significand, 1);
        let radicand = self.select(odd, &twice, &once);
        let significand = normalised(self.root(&radicand, digits + 1));
        // Half of the exponent, rounded down: the root of a denormal number is a normal one.
        let mut exponent = a.exponent[1..].to_vec();
        exponent.push(sign(&a.exponent));
        let root = Unrounded { zero: a.zero, sign: a.sign, exponent, significand };
        let rounded = self.round(format, mode, Grain::Kept, &root);
        let below_zero = self.and(a.sign, !a.zero);
        let nan = self.or(a.nan, below_zero);
        self.with_specials(rounded, nan, a.infinite)
    }

    /// The first `steps` digits of the root of a number with two digits before the point, and below them whether it goes
    /// on.
    fn root(&mut self, radicand: &[Bit], steps: usize) -> Word {
        let mut pairs = radicand.to_vec();
        if pairs.len() % 2 == 1 {
            pairs.insert(0, Bit::FALSE);
        }
        let mut pairs = pairs.rchunks_exact(2).map(|pair| [pair[0], pair[1]]);
        // The remainder never exceeds twice the root, so it grows by one bit a step.
        let mut remainder: Word = Vec::new();
        let mut root: Word = Vec::new();
        for _ in 0..steps {
            let pair = pairs.next().unwrap_or([Bit::FALSE; 2]);
            remainder.splice(0..0, pair);
            let mut trial = root.clone();
            trial.splice(0..0, [Bit::TRUE, Bit::FALSE]);
            let width = remainder.len().max(trial.len());
            remainder.resize(width, Bit::FALSE);
            trial.resize(width, Bit::FALSE);
            let (reduced, fits) = self.reduce_once(&remainder, &trial);
            remainder = reduced;
            root.insert(0, fits);
            remainder.truncate(root.len() + 1);
        }
        let rest = self.any(&remainder);
        root.insert(0, rest);
        root
    }
}
