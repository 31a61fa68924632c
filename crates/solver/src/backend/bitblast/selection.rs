//! Comparators, barrel shifters and multiplexers of words, lowest bit first.

use super::arithmetic::{Word, sign};
use super::gates::{Bit, Circuit};

/// Where a shift takes the bits that come in from outside the word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShiftKind {
    Left,
    RightLogical,
    RightArithmetic,
}

impl Circuit {
    pub fn equal_words(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let mut all = Bit::TRUE;
        // High bits first: comparisons with several constants then share their long common prefix.
        for (&x, &y) in a.iter().zip(b).rev() {
            let same = self.equal(x, y);
            all = self.and(all, same);
            if all == Bit::FALSE {
                break;
            }
        }
        all
    }

    pub fn equals_constant(&mut self, a: &[Bit], value: u64) -> Bit {
        let constant: Word = (0..a.len()).map(|i| Bit::constant(i < 64 && value >> i & 1 == 1)).collect();
        // Known bits that differ are looked for before any gate is built: most offsets are aligned.
        let differs = a.iter().zip(&constant).any(|(&bit, &wanted)| bit == !wanted);
        if differs || (a.len() < 64 && value >> a.len() != 0) {
            return Bit::FALSE;
        }
        self.equal_words(a, &constant)
    }

    /// The borrow out of `a - b`.
    pub fn unsigned_less(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let mut less = Bit::FALSE;
        for (&x, &y) in a.iter().zip(b) {
            less = self.majority(!x, y, less);
        }
        less
    }

    /// Unsigned comparison with both sign bits flipped.
    pub fn signed_less(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let flipped = |word: &[Bit]| -> Word {
            let mut word = word.to_vec();
            if let Some(top) = word.last_mut() {
                *top = !*top;
            }
            word
        };
        let (a, b) = (flipped(a), flipped(b));
        self.unsigned_less(&a, &b)
    }

    pub fn select(&mut self, condition: Bit, then: &[Bit], otherwise: &[Bit]) -> Word {
        then.iter().zip(otherwise).map(|(&t, &f)| self.mux(condition, t, f)).collect()
    }

    /// A barrel shifter; shifting by the width or more shifts everything out.
    pub fn shift(&mut self, kind: ShiftKind, a: &[Bit], distance: &[Bit]) -> Word {
        let width = a.len();
        let fill = match kind {
            ShiftKind::Left | ShiftKind::RightLogical => Bit::FALSE,
            ShiftKind::RightArithmetic => sign(a),
        };
        let mut word = a.to_vec();
        let mut overshift = Bit::FALSE;
        for (stage, &enable) in distance.iter().enumerate() {
            if stage >= 32 || 1usize << stage >= width {
                overshift = self.or(overshift, enable);
                continue;
            }
            let step = 1usize << stage;
            let shifted: Word = (0..width)
                .map(|index| {
                    let source = match kind {
                        ShiftKind::Left => index.checked_sub(step),
                        ShiftKind::RightLogical | ShiftKind::RightArithmetic => Some(index + step),
                    };
                    source.and_then(|source| word.get(source).copied()).unwrap_or(fill)
                })
                .collect();
            word = self.select(enable, &shifted, &word);
        }
        let outside = vec![fill; width];
        self.select(overshift, &outside, &word)
    }
}
