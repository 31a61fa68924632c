//! Comparisons. Patterns compare like integers of sign and magnitude; numbers that were just computed compare by their
//! parts, so that no pattern has to be made of them.

use super::Unpacked;
use crate::backend::bitblast::arithmetic::Word;
use crate::backend::bitblast::gates::{Bit, Circuit};
use expr::FloatCmp;

/// How two magnitudes compare.
struct Magnitudes {
    less: Bit,
    equal: Bit,
    both_zero: Bit,
}

impl Circuit {
    /// The comparison of two numbers by their parts; false with a NaN.
    pub fn compare_floats(&mut self, op: FloatCmp, a: &Unpacked, b: &Unpacked) -> Bit {
        let [order_a, order_b] = [a, b].map(|number| order(&number.significand, &number.exponent));
        let (less, equal) = self.less_and_equal(&order_a, &order_b);
        let both_zero = self.and(a.zero, b.zero);
        let both_infinite = self.and(a.infinite, b.infinite);
        let ends = [a.zero, a.infinite, b.zero, b.infinite];
        let ordinary = !self.any(&ends);
        let equal = self.and(ordinary, equal);
        let equal = self.or(equal, both_infinite);
        let equal = self.or(equal, both_zero);
        // Zero is below everything but zero, infinity above everything but infinity.
        let less = self.or(b.infinite, less);
        let less = self.and(!a.infinite, less);
        let less = self.or(a.zero, less);
        let less = self.and(!b.zero, less);
        let holds = self.compare_magnitudes(op, a.sign, b.sign, &Magnitudes { less, equal, both_zero });
        let unordered = self.or(a.nan, b.nan);
        self.and(holds, !unordered)
    }

    /// The comparison of two patterns of which it is known whether they are NaNs.
    pub fn compare_patterns(&mut self, op: FloatCmp, [a, b]: [&[Bit]; 2], [nan_a, nan_b]: [Bit; 2]) -> Bit {
        let top = a.len() - 1;
        let (less, equal) = self.less_and_equal(&a[..top], &b[..top]);
        let zero = self.any(&a[..top]);
        let both_zero = self.and(!zero, equal);
        let holds = self.compare_magnitudes(op, a[top], b[top], &Magnitudes { less, equal, both_zero });
        let unordered = self.or(nan_a, nan_b);
        self.and(holds, !unordered)
    }

    fn compare_magnitudes(&mut self, op: FloatCmp, sign_a: Bit, sign_b: Bit, magnitudes: &Magnitudes) -> Bit {
        let &Magnitudes { less, equal, both_zero } = magnitudes;
        let same_sign = self.equal(sign_a, sign_b);
        let equal = {
            let same = self.and(same_sign, equal);
            self.or(same, both_zero)
        };
        if op == FloatCmp::Eq {
            return equal;
        }
        // With equal signs the negative ones are ordered the other way round.
        let greater_or_equal = !less;
        let ordered = self.mux(sign_a, greater_or_equal, less);
        let below = self.mux(same_sign, ordered, sign_a);
        match op {
            FloatCmp::Lt => self.and(below, !equal),
            FloatCmp::Le => self.or(below, equal),
            FloatCmp::Eq => equal,
        }
    }

    fn less_and_equal(&mut self, a: &[Bit], b: &[Bit]) -> (Bit, Bit) {
        (self.unsigned_less(a, b), self.equal_words(a, b))
    }
}

/// A word that orders the magnitudes of finite numbers that are not zero.
pub(super) fn order(significand: &[Bit], exponent: &[Bit]) -> Word {
    let mut order = significand.to_vec();
    order.extend_from_slice(exponent);
    if let Some(top) = order.last_mut() {
        *top = !*top;
    }
    order
}
