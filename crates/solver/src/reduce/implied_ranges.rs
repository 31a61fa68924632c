//! Ranges that constraints leave of a term, on the circle of its 2^n values: where one value is left, it is implied.
//!
//! A loop `i < 8 + n` that has ended says that `n + 8` is at most `i`, the test before it that `n` is small, and the way through
//! it that `n + 8` is at least `i`: together that fixes `n`, and with it every place in memory that is computed from it.
//! No single one of them is an equation.
//!
//! Only comparisons with constants count, of one term with or without a constant added and zeros in front. Two ranges whose
//! common part falls into two pieces keep the smaller of the two, which is not exact, but contains everything.

use crate::bounds::{Bound, Order, Shape};
use crate::explanation::Explanation;
use expr::concrete::wide;
use expr::{BinaryOp, Dag, ExprId, Node};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// See the module's description.
#[derive(Clone, Default)]
pub struct Ranges {
    of: Rc<FxHashMap<ExprId, (Arc, Explanation)>>,
}

/// What a new bound leaves of a term.
pub enum Left {
    /// This value alone, because of this.
    One(ExprId, u128, Explanation),
    None(Explanation),
}

/// The values from `start` on, `more` of them behind it, around the circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Arc {
    start: u128,
    more: u128,
}

impl Ranges {
    /// One more condition holds. Says what is left of the term it is about, where that is one value or none that was more before.
    pub fn assume(&mut self, dag: &Dag, condition: ExprId, because: &Explanation) -> Option<Left> {
        let Bound { of, shape: Shape::Within(Order::Unsigned, lo, hi) } = Bound::of(dag, condition)? else {
            return None;
        };
        let (term, arc) = base(dag, of, Arc { start: lo, more: hi - lo })?;
        let width = dag.width(term);
        let (before, because) = match self.of.get(&term) {
            Some((known, reason)) => (Some(*known), because.and(reason)),
            None => (None, because.clone()),
        };
        let Some(now) = before.map_or(Some(arc), |before| before.common(arc, width)) else {
            return Some(Left::None(because));
        };
        if before == Some(now) {
            return None;
        }
        Rc::make_mut(&mut self.of).insert(term, (now, because.clone()));
        (now.more == 0 && before.is_some()).then_some(Left::One(term, now.start, because))
    }

    /// The least and the largest value of a term, where its values do not go around the circle, and why.
    pub fn interval(&self, dag: &Dag, term: ExprId) -> Option<(u128, u128, &Explanation)> {
        let (arc, because) = self.of.get(&term)?;
        let last = arc.start.checked_add(arc.more)?;
        (last <= wide::mask(dag.width(term))).then_some((arc.start, last, because))
    }
}

impl Arc {
    fn end(self, width: u32) -> u128 {
        wide::add(self.start, self.more, width)
    }

    fn has(self, value: u128, width: u32) -> bool {
        wide::sub(value, self.start, width) <= self.more
    }

    /// The values in both, if that is one piece; one that contains them all otherwise; `None` if there are none.
    fn common(self, other: Arc, width: u32) -> Option<Arc> {
        let inside = |outer: Arc, inner: Arc| {
            let reach = wide::sub(inner.start, outer.start, width).checked_add(inner.more);
            reach.is_some_and(|reach| reach <= outer.more)
        };
        if inside(self, other) {
            return Some(other);
        }
        if inside(other, self) {
            return Some(self);
        }
        // Neither lies in the other: the common part starts where one of them starts in the other.
        match (self.has(other.start, width), other.has(self.start, width)) {
            (true, true) => Some(if self.more <= other.more { self } else { other }),
            (true, false) => Some(Arc { start: other.start, more: wide::sub(self.end(width), other.start, width) }),
            (false, true) => Some(Arc { start: self.start, more: wide::sub(other.end(width), self.start, width) }),
            (false, false) => None,
        }
    }
}

/// The term below constants that are added and zeros in front, and its range.
fn base(dag: &Dag, of: ExprId, arc: Arc) -> Option<(ExprId, Arc)> {
    let width = dag.width(of);
    match dag.node(of) {
        Node::Binary { op: BinaryOp::Add, a, b } => {
            let (term, constant) = match (dag.as_const(a), dag.as_const(b)) {
                (Some(constant), None) => (b, constant),
                (None, Some(constant)) => (a, constant),
                _ => return Some((of, arc)),
            };
            base(dag, term, Arc { start: wide::sub(arc.start, constant, width), ..arc })
        }
        Node::ZExt { a } => {
            let last = wide::mask(dag.width(a));
            let end = arc.end(width);
            let narrow = match arc.start <= end {
                true if arc.start > last => return None,
                true => Arc { start: arc.start, more: end.min(last) - arc.start },
                // Around the end: what is behind it belongs to no value of the term, or the range has two pieces.
                false if arc.start > last => Arc { start: 0, more: end.min(last) },
                false => return None,
            };
            base(dag, a, narrow)
        }
        _ => Some((of, arc)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All values of an arc of 4 bits.
    fn values(arc: Arc) -> u32 {
        (0..16).filter(|&value| arc.has(value, 4)).fold(0, |set, value| set | 1 << value)
    }

    #[test]
    fn the_common_part_of_all_pairs_loses_nothing() {
        let arcs = || (0..16).flat_map(|start| (0..16).map(move |more| Arc { start, more }));
        let mut exact = 0;
        for a in arcs() {
            for b in arcs() {
                let both = values(a) & values(b);
                let common = a.common(b, 4).map_or(0, values);
                assert_eq!(both & !common, 0, "{a:?} and {b:?}");
                assert_eq!(common & !values(a) & !values(b), 0, "{a:?} and {b:?}");
                assert_eq!(both == 0, common == 0, "{a:?} and {b:?}");
                exact += (both == common) as u32;
            }
        }
        assert!(exact > 50_000, "{exact} of 65536");
    }

    #[test]
    fn the_end_of_a_loop_fixes_the_number_of_rounds() {
        let mut dag = Dag::new();
        let n = dag.variable("n", 0, 0, 32);
        let [eight, nine, limit] = [8, 9, 0x31].map(|k| dag.constant(k, 32));
        let rounds = dag.add(n, eight);
        let (ended, small) = (dag.ult(rounds, nine), dag.ult(n, limit));
        let mut ranges = Ranges::default();
        assert!(ranges.assume(&dag, small, &Explanation::of(small)).is_none());
        let left = ranges.assume(&dag, ended, &Explanation::of(ended));
        let Some(Left::One(term, 0, because)) = left else { panic!("n is 0") };
        assert_eq!(term, n);
        let mut core = because.into_core().to_vec();
        core.sort_unstable();
        let mut expected = [small, ended];
        expected.sort_unstable();
        assert_eq!(core, expected);
        assert!(ranges.assume(&dag, ended, &Explanation::of(ended)).is_none(), "nothing new");
        let more = dag.ult(eight, rounds);
        assert!(matches!(ranges.assume(&dag, more, &Explanation::of(more)), Some(Left::None(_))));
    }

    #[test]
    fn zeros_in_front_are_looked_through() {
        let mut dag = Dag::new();
        let n = dag.variable("n", 0, 0, 8);
        let wide = dag.zext(n, 64);
        for (low, high, alone) in [(3, 3, Some(3)), (255, 300, Some(255)), (2, 300, None)] {
            let mut ranges = Ranges::default();
            let [minus, length] = [u128::from(u64::MAX) + 1 - low, high - low + 1].map(|k| dag.constant(k, 64));
            let moved = dag.add(wide, minus);
            let within = dag.ult(moved, length);
            // A second look at the same thing, so that there is something before.
            let not_all = dag.constant(0xff, 64);
            let below = dag.ule(wide, not_all);
            let first = ranges.assume(&dag, within, &Explanation::of(within));
            let known = ranges.of.values().next().map(|(arc, _)| *arc);
            assert!(first.is_none() && dag.is_true(below));
            assert_eq!(known.filter(|arc| arc.more == 0).map(|arc| arc.start), alone, "{low} to {high}");
        }
    }
}
