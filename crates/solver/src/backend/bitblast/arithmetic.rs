//! Addition, multiplication and division of words, lowest bit first.
//!
//! All circuits are purely functional, so a part of one can be left out when nothing depends on it. Division follows
//! SMT-LIB without special cases: a restoring divider gives all ones and the dividend when the divisor is zero.

use super::gates::{Bit, Circuit};

/// A bit-vector, lowest bit first.
pub type Word = Vec<Bit>;

impl Circuit {
    /// `a + b + carry`, cut to the operands' width.
    pub fn add(&mut self, a: &[Bit], b: &[Bit], mut carry: Bit) -> Word {
        let mut sum = Word::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            let half = self.xor(x, y);
            sum.push(self.xor(half, carry));
            carry = self.majority(x, y, carry);
        }
        sum
    }

    pub fn sub(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let complement = invert(b);
        self.add(a, &complement, Bit::TRUE)
    }

    pub fn negate(&mut self, a: &[Bit]) -> Word {
        let zero = vec![Bit::FALSE; a.len()];
        self.sub(&zero, a)
    }

    /// `a` or its negation.
    pub fn negate_if(&mut self, condition: Bit, a: &[Bit]) -> Word {
        let flipped: Word = a.iter().map(|&bit| self.xor(condition, bit)).collect();
        let zero = vec![Bit::FALSE; a.len()];
        self.add(&flipped, &zero, condition)
    }

    /// Shift and add. The rows come from the operand with more constant bits, so that most of them vanish.
    pub fn mul(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let constants = |word: &[Bit]| word.iter().filter(|bit| bit.as_constant().is_some()).count();
        let (rows, row) = if constants(a) > constants(b) { (a, b) } else { (b, a) };
        let width = a.len();
        let mut sum = vec![Bit::FALSE; width];
        for (shift, &enable) in rows.iter().enumerate() {
            if enable == Bit::FALSE {
                continue;
            }
            let addend: Word = row[..width - shift].iter().map(|&bit| self.and(enable, bit)).collect();
            let high = self.add(&sum[shift..], &addend, Bit::FALSE);
            sum.splice(shift.., high);
        }
        sum
    }

    /// Quotient and remainder, unsigned: one conditional subtraction per bit of the quotient.
    pub fn divide(&mut self, a: &[Bit], b: &[Bit]) -> (Word, Word) {
        let width = a.len();
        let mut quotient = vec![Bit::FALSE; width];
        // One bit wider than the operands, because the shifted remainder may need it.
        let mut remainder = vec![Bit::FALSE; width + 1];
        let mut divisor = b.to_vec();
        divisor.push(Bit::FALSE);
        for step in (0..width).rev() {
            remainder.pop();
            remainder.insert(0, a[step]);
            let fits = !self.unsigned_less(&remainder, &divisor);
            quotient[step] = fits;
            let difference = self.sub(&remainder, &divisor);
            remainder = self.select(fits, &difference, &remainder);
        }
        remainder.truncate(width);
        (quotient, remainder)
    }

    /// Quotient rounded toward zero.
    pub fn signed_quotient(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let (sign_a, sign_b) = (sign(a), sign(b));
        let (magnitude_a, magnitude_b) = (self.negate_if(sign_a, a), self.negate_if(sign_b, b));
        let (quotient, _) = self.divide(&magnitude_a, &magnitude_b);
        let negative = self.xor(sign_a, sign_b);
        self.negate_if(negative, &quotient)
    }

    /// Remainder with the sign of the dividend.
    pub fn signed_remainder(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let (sign_a, sign_b) = (sign(a), sign(b));
        let (magnitude_a, magnitude_b) = (self.negate_if(sign_a, a), self.negate_if(sign_b, b));
        let (_, remainder) = self.divide(&magnitude_a, &magnitude_b);
        self.negate_if(sign_a, &remainder)
    }
}

pub fn invert(a: &[Bit]) -> Word {
    a.iter().map(|&bit| !bit).collect()
}

/// The highest bit.
pub fn sign(a: &[Bit]) -> Bit {
    a.last().copied().unwrap_or(Bit::FALSE)
}
