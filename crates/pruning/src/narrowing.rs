//! Intervals of terms as intervals of what the terms are made of: `4 * sext(i + 2) <= 36` says `i` is in [-2, 7].
//!
//! An index reaches an address extended and scaled, and where a sum may wrap, `sext(i + 1)` and `sext(i) + 1` are different
//! terms. Looking through extensions and factors makes one interval of all of them, however far a condition is pulled back. Nothing is
//! lost: what is narrowed holds for the same values, or it stays as it is.

use expr::{BinaryOp, Dag, ExprId, Node};

use crate::interval::{Interval, mask};

/// The same as an interval of the innermost term that allows it.
pub(crate) fn narrowed(dag: &Dag, interval: Interval) -> Interval {
    let mut interval = interval;
    while let Some(inner) = step(dag, interval) {
        interval = inner;
    }
    interval
}

fn step(dag: &Dag, interval: Interval) -> Option<Interval> {
    match dag.node(interval.term) {
        Node::Binary { op: BinaryOp::Add, a, b } => {
            let constant = dag.as_const(b)?;
            let lo = interval.lo.wrapping_sub(constant) & mask(dag.width(a));
            Some(Interval { term: a, lo, ..interval })
        }
        Node::SExt { .. } | Node::ZExt { .. } => scaled(dag, interval, interval.term, 1),
        Node::Binary { op: BinaryOp::Shl, a, b } => {
            let distance = dag.as_const(b)?;
            scaled(dag, interval, a, 1u128.checked_shl(u32::try_from(distance).ok()?)?)
        }
        Node::Binary { op: BinaryOp::Mul, a, b } => scaled(dag, interval, a, dag.as_const(b)?),
        _ => None,
    }
}

/// An interval of `factor` times an extended term, as one of the term.
fn scaled(dag: &Dag, interval: Interval, extended: ExprId, factor: u128) -> Option<Interval> {
    let all = mask(dag.width(interval.term));
    let (inner, signed) = match dag.node(extended) {
        Node::SExt { a } => (a, true),
        Node::ZExt { a } => (a, false),
        _ => return None,
    };
    let inner_all = mask(dag.width(inner));
    // The products lie on one arc without overlap: from that of the smallest number on, so far.
    let reach = inner_all.checked_mul(factor).filter(|&reach| reach <= all && factor > 0)?;
    let smallest = if signed { inner_all / 2 + 1 } else { 0 };
    let first = if signed { smallest.wrapping_mul(factor).wrapping_neg() & all } else { 0 };
    // Where the interval begins and ends, measured from there.
    let begins = interval.lo.wrapping_sub(first) & all;
    let ends = begins.checked_add(interval.extent)?;
    let (from, to) = match (begins <= reach, ends > all) {
        (true, false) => (begins, ends.min(reach)),
        (false, true) => (0, (ends & all).min(reach)),
        // Two pieces, or nothing.
        (true, true) | (false, false) => return None,
    };
    let (lowest, highest) = (from.div_ceil(factor), to / factor);
    // Nothing and everything are no intervals.
    if lowest > highest || highest - lowest == inner_all {
        return None;
    }
    let lo = smallest.wrapping_add(lowest) & inner_all;
    Some(Interval { term: inner, lo, extent: highest - lowest, ..interval })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::{self, Scale};
    use expr::{DefaultValue, Evaluator, Model};

    /// Every interval of extended, moved and scaled terms of three bits holds for the same values before and after.
    #[test]
    fn the_meaning_does_not_change() {
        let mut dag = Dag::new();
        let mut evaluator = Evaluator::new();
        let x = dag.variable("x", 0, 0, 3);
        let var = dag.vars(x)[0];
        let mut narrower = 0;
        for shift in 0..8 {
            let constant = dag.constant(shift, 3);
            let sum = dag.add(x, constant);
            for (signed, factor) in [(true, 1), (true, 2), (true, 3), (true, 7), (false, 1), (false, 4), (false, 5)] {
                let wide = if signed { dag.sext(sum, 6) } else { dag.zext(sum, 6) };
                let factor = dag.constant(factor, 6);
                let product = dag.mul(wide, factor);
                let nine = dag.constant(9, 6);
                let term = dag.add(product, nine);
                for lo in 0..64 {
                    for extent in 0..63 {
                        let before = Interval { term, scale: Scale::Integers, lo, extent };
                        let after = narrowed(&dag, before);
                        narrower += u32::from(after.term != term);
                        let formulas = [before, after].map(|interval| interval::formula(&mut dag, interval));
                        for value in 0..8 {
                            let mut model = Model::new(DefaultValue::Zero);
                            model.set(var, value);
                            let holds = formulas.map(|formula| evaluator.holds(&dag, formula, &model));
                            assert_eq!(holds[0], holds[1], "{before:?} became {after:?}, of {value}");
                        }
                    }
                }
            }
        }
        assert!(narrower > 100_000, "only {narrower} were narrowed");
    }
}
