//! Shifts that floating-point arithmetic is made of: left until the leading bit is set, right without forgetting.

use super::Word;
use crate::backend::bitblast::gates::{Bit, Circuit};

impl Circuit {
    /// Shifted left until the highest bit is set, and by how much. Nothing is said about a word that is zero.
    pub fn normalise(&mut self, word: &[Bit]) -> (Word, Word) {
        let width = word.len();
        let stages = width.next_power_of_two().trailing_zeros() as usize;
        let mut word = word.to_vec();
        let mut count = vec![Bit::FALSE; stages];
        for stage in (0..stages).rev() {
            let step = 1 << stage;
            let empty = !self.any(&word[width - step..]);
            let mut shifted = vec![Bit::FALSE; step];
            shifted.extend_from_slice(&word[..width - step]);
            word = self.select(empty, &shifted, &word);
            count[stage] = empty;
        }
        (word, count)
    }

    /// Shifted right; the lowest bit of the result also stands for the bits that were shifted out.
    pub fn shift_right_sticky(&mut self, word: &[Bit], distance: &[Bit]) -> Word {
        let width = word.len();
        let mut word = word.to_vec();
        let mut overshift = Bit::FALSE;
        for (stage, &enable) in distance.iter().enumerate() {
            if stage >= 32 || 1usize << stage >= width {
                overshift = self.or(overshift, enable);
                continue;
            }
            let step = 1 << stage;
            let lost = self.any(&word[..step]);
            let mut shifted = word[step..].to_vec();
            shifted[0] = self.or(shifted[0], lost);
            shifted.resize(width, Bit::FALSE);
            word = self.select(enable, &shifted, &word);
        }
        let mut far = vec![Bit::FALSE; width];
        far[0] = self.any(&word);
        self.select(overshift, &far, &word)
    }

    /// The word whose bit `i` tells whether `count` is above `i`: as many ones as `count` says.
    pub fn thermometer(&mut self, count: &[Bit], width: usize) -> Word {
        let mut level: Word = Vec::new();
        for (stage, &bit) in count.iter().enumerate() {
            let step = 1usize << stage;
            // `level` is right for the bits below this one, and has a place for each of their values but zero.
            let mut next: Word = Vec::with_capacity((2 * step - 1).min(width));
            for i in 0..(2 * step - 1).min(width) {
                let below = if i + 1 < step { Some(level[i]) } else { None };
                let above = if i >= step { Some(level[i - step]) } else { None };
                next.push(match (below, above) {
                    (Some(below), _) => self.or(bit, below),
                    (None, Some(above)) => self.and(bit, above),
                    (None, None) => bit,
                });
            }
            level = next;
        }
        level.resize(width, Bit::FALSE);
        level
    }
}
