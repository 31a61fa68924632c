//! Interval propagation (bound propagation): intervals that the path implies for the expressions it compares with
//! constants, and what follows for the guard.
//!
//! A path with `n < 10` and `n >= 0` answers `n > 20`, and `2 * n + 1 > 40` too: the [range rules](expr::range) run over
//! the guard with the intervals of the path put in for its parts. Only impossibility is found this way: what the guard
//! may be, the path's own model shows.
//!
//! Intervals are worked out once for each slice, from those of the slice before it.

use std::rc::Rc;

use super::Layer;
use crate::bounds::{Bound, Order, Shape};
use crate::explanation::Explanation;
use crate::query::{Evaluators, Query, Verdict};
use crate::slice_memo::SliceMemo;
use expr::concrete::wide;
use expr::{BinaryOp, Dag, ExprId, Node, Range, RangesGiven, Trie};

/// Nodes of the guard looked at.
const MAX_NODES: usize = 64;
/// Operators a bound is handed down through.
const MAX_DESCENT: u32 = 8;

#[derive(Default)]
pub struct IntervalPropagation {
    slices: SliceMemo<Intervals>,
}

impl Layer for IntervalPropagation {
    fn answer(&mut self, dag: &mut Dag, _: &mut Evaluators, query: &Query) -> Option<Verdict> {
        let dag = &*dag;
        let (guard, path) = query.constraints(dag).split_first()?;
        let intervals = self.slices.get(query.slice_key(dag), path, |known, e| known.assume(dag, e));
        let because = intervals.refute(dag, *guard)?;
        Some(Verdict::Unsat(because.into_core()))
    }
}

/// The interval of every expression that some constraint bounds.
#[derive(Clone, Default)]
struct Intervals {
    of: Trie<Rc<Interval>>,
    /// The constraints contradict each other, for this reason.
    contradiction: Option<Explanation>,
}

/// In both orders at once, because most signed bounds only make an unsigned interval when both ends are known.
#[derive(Clone)]
struct Interval {
    unsigned: Ends,
    /// In places of the signed order.
    signed: Ends,
}

/// A range, and why each end is where it is: only what moved it there last counts, so reasons stay few however often a
/// path compares.
#[derive(Clone)]
struct Ends {
    range: Range,
    because_lo: Explanation,
    because_hi: Explanation,
}

impl Intervals {
    fn assume(&mut self, dag: &Dag, constraint: ExprId) {
        if let Some(bound) = Bound::of(dag, constraint) {
            self.tighten(dag, bound, &Explanation::of(constraint), MAX_DESCENT);
        }
    }

    /// Why the guard cannot hold, if the intervals say so.
    fn refute(&self, dag: &Dag, guard: ExprId) -> Option<Explanation> {
        if let Some(because) = &self.contradiction {
            return Some(because.clone());
        }
        let own = Explanation::of(guard);
        if let Some(bound) = Bound::of(dag, guard) {
            let mut with_guard = self.clone();
            with_guard.tighten(dag, bound, &own, MAX_DESCENT);
            if let Some(because) = with_guard.contradiction {
                return Some(because.and(&own));
            }
        }
        let mut because = own;
        let assumed = |e: ExprId| {
            let interval = self.of.get(e.index() as u64)?;
            because = because.and(&interval.unsigned.because());
            Some(interval.unsigned.range)
        };
        let range = RangesGiven::new(assumed, MAX_NODES).range(dag, guard);
        (range.hi == 0).then_some(because)
    }

    fn tighten(&mut self, dag: &Dag, bound: Bound, because: &Explanation, descent: u32) {
        let width = dag.width(bound.of);
        let key = bound.of.index() as u64;
        let known = self.of.get(key);
        let mut interval =
            known.map_or_else(|| Interval::of_expression(dag, bound.of), |interval| Interval::clone(interval));
        if !interval.restrict(bound.shape, because, width) {
            return;
        }
        if let Some(empty) = [&interval.unsigned, &interval.signed].into_iter().find(|ends| ends.is_empty()) {
            self.contradiction.get_or_insert(empty.because());
            return;
        }
        if descent > 0
            && let Some((below, because)) = handed_down(dag, bound.of, &interval)
        {
            self.tighten(dag, below, &because, descent - 1);
        }
        self.of.insert(key, Rc::new(interval));
    }
}

impl Interval {
    fn of_expression(dag: &Dag, e: ExprId) -> Interval {
        let width = dag.width(e);
        let everything = Range { lo: 0, hi: wide::mask(width) };
        let mut interval = Interval { unsigned: Ends::of(dag.range(e)), signed: Ends::of(everything) };
        interval.reconcile(width);
        interval
    }

    /// Gives back whether anything is known now that was not before.
    fn restrict(&mut self, shape: Shape, because: &Explanation, width: u32) -> bool {
        let before = (self.unsigned.range, self.signed.range);
        match shape {
            Shape::Within(Order::Unsigned, lo, hi) => self.unsigned.meet(lo, hi, because),
            Shape::Within(Order::Signed, lo, hi) => self.signed.meet(lo, hi, because),
            Shape::Not(value) => {
                self.unsigned.exclude(value, because);
                self.signed.exclude(Order::Signed.place(value, width), because);
            }
        }
        self.reconcile(width);
        (self.unsigned.range, self.signed.range) != before
    }

    /// Lets the two orders tell each other what they know: they agree inside one sign.
    fn reconcile(&mut self, width: u32) {
        let place = |value| Order::Signed.place(value, width);
        for _ in 0..2 {
            self.signed.learn(&self.unsigned, place, width);
            self.unsigned.learn(&self.signed, place, width);
        }
    }
}

impl Ends {
    fn of(range: Range) -> Ends {
        Ends { range, because_lo: Explanation::default(), because_hi: Explanation::default() }
    }

    fn is_empty(&self) -> bool {
        self.range.lo > self.range.hi
    }

    /// Why the values lie between both ends.
    fn because(&self) -> Explanation {
        self.because_lo.and(&self.because_hi)
    }

    fn meet(&mut self, lo: u128, hi: u128, because: &Explanation) {
        if lo > self.range.lo {
            (self.range.lo, self.because_lo) = (lo, because.clone());
        }
        if hi < self.range.hi {
            (self.range.hi, self.because_hi) = (hi, because.clone());
        }
    }

    /// Takes what the other order knows, if all its values have one sign.
    fn learn(&mut self, other: &Ends, place: impl Fn(u128) -> u128, width: u32) {
        let Range { lo, hi } = other.range;
        let (lo_here, hi_here) = (place(lo), place(hi));
        let has_one_sign = lo <= hi && wide::is_negative(lo, width) == wide::is_negative(hi, width);
        if has_one_sign && (lo_here > self.range.lo || hi_here < self.range.hi) {
            self.meet(lo_here, hi_here, &other.because());
        }
    }

    /// Takes a value away where it is an end of the range; a range of that value alone becomes empty.
    fn exclude(&mut self, value: u128, because: &Explanation) {
        let Range { lo, hi } = &mut self.range;
        if *lo == value && *hi == value {
            (*lo, *hi) = (1, 0);
            self.because_lo = self.because_lo.and(because);
        } else if *lo == value {
            *lo += 1;
            self.because_lo = self.because_lo.and(because);
        } else if *hi == value {
            *hi -= 1;
            self.because_hi = self.because_hi.and(because);
        }
    }
}

/// What the interval of an expression says about its operands.
fn handed_down(dag: &Dag, e: ExprId, interval: &Interval) -> Option<(Bound, Explanation)> {
    let (Range { lo, hi }, signed) = (interval.unsigned.range, interval.signed.range);
    let width = dag.width(e);
    let within =
        |of, order, lo, hi, ends: &Ends| Some((Bound { of, shape: Shape::Within(order, lo, hi) }, ends.because()));
    match dag.node(e) {
        Node::ZExt { a } => within(a, Order::Unsigned, lo, hi.min(wide::mask(dag.width(a))), &interval.unsigned),
        Node::SExt { a } => {
            // The places of the narrow numbers are a stretch in the middle of the wide ones.
            let first = (1u128 << (width - 1)) - (1u128 << (dag.width(a) - 1));
            let last = first + wide::mask(dag.width(a));
            let (lo, hi) = (signed.lo.clamp(first, last), signed.hi.clamp(first, last));
            within(a, Order::Signed, lo - first, hi - first, &interval.signed)
        }
        Node::Binary { op: BinaryOp::Add, a, b } => {
            // The interval moves back by the constant, if it does not wrap around on the way.
            let addend = dag.as_const(b)?;
            let (lo, hi) = (wide::sub(lo, addend, width), wide::sub(hi, addend, width));
            if lo > hi {
                return None;
            }
            within(a, Order::Unsigned, lo, hi, &interval.unsigned)
        }
        Node::Concat { hi: high, lo: low } => {
            let shift = dag.width(low);
            within(high, Order::Unsigned, lo >> shift, hi >> shift, &interval.unsigned)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path_condition::PathCondition;
    use crate::query::ModelFit;
    use expr::{DefaultValue, Model};

    fn refuted(dag: &mut Dag, path: &[ExprId], guard: ExprId) -> bool {
        core(dag, path, guard).is_some()
    }

    fn core(dag: &mut Dag, path: &[ExprId], guard: ExprId) -> Option<Vec<ExprId>> {
        let mut whole = PathCondition::new();
        path.iter().for_each(|&e| {
            whole.add(dag, e);
        });
        let model = Model::new(DefaultValue::Zero);
        let query = Query::new(&whole, guard, &model, ModelFit::Unrelated);
        match IntervalPropagation::default().answer(dag, &mut Evaluators::default(), &query)? {
            Verdict::Unsat(core) => Some(core.to_vec()),
            _ => panic!("only impossibility is found"),
        }
    }

    #[test]
    fn signed_bounds_of_a_path_refute_guards() {
        let mut dag = Dag::new();
        let n = dag.variable("n", 0, 0, 32);
        let [zero, ten, twenty, forty] = [0, 10, 20, 40].map(|k| dag.constant(k, 32));
        let path = [dag.slt(n, ten), dag.sge(n, zero)];
        let above = dag.sgt(n, twenty);
        assert!(refuted(&mut dag, &path[..1], above), "one signed bound against another");
        let double = dag.add(n, n);
        let too_large = dag.sgt(double, forty);
        assert!(!refuted(&mut dag, &path[..1], too_large), "n may be negative and twice n wrap around");
        assert!(refuted(&mut dag, &path, too_large));
        let possible = dag.sgt(double, ten);
        assert!(!refuted(&mut dag, &path, possible));
    }

    #[test]
    fn bounds_reach_what_they_are_computed_from() {
        let mut dag = Dag::new();
        let c = dag.variable("c", 0, 0, 8);
        let wide = dag.sext(c, 32);
        let minus = dag.constant(-48i32 as u32 as u128, 32);
        let digit = dag.add(wide, minus);
        let ten = dag.constant(10, 32);
        let is_digit = dag.ult(digit, ten);
        let letter = dag.constant(b'a' as u128, 8);
        let is_letter = dag.sge(c, letter);
        assert!(refuted(&mut dag, &[is_digit], is_letter));
        let eight = dag.constant(b'8' as u128, 8);
        let above_eight = dag.sge(c, eight);
        assert!(!refuted(&mut dag, &[is_digit], above_eight));
    }

    #[test]
    fn excluded_ends_shrink_intervals() {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 8);
        let [two, one, zero] = [2, 1, 0].map(|k| dag.constant(k, 8));
        let path = [dag.ule(x, two), dag.ne(x, two), dag.ne(x, one)];
        let positive = dag.ne(x, zero);
        assert!(refuted(&mut dag, &path, positive));
        assert!(!refuted(&mut dag, &path[..2], positive));
    }

    #[test]
    fn a_core_names_what_moved_the_ends_last() {
        let mut dag = Dag::new();
        let n = dag.variable("n", 0, 0, 32);
        let mut below = |k: u128| {
            let bound = dag.constant(k, 32);
            dag.ult(n, bound)
        };
        let path: Vec<ExprId> = (10..30).rev().map(&mut below).collect();
        let twenty = dag.constant(20, 32);
        let above = dag.ugt(n, twenty);
        let mut core = core(&mut dag, &path, above).expect("a refutation");
        core.sort_unstable();
        let mut expected = [path[19], above];
        expected.sort_unstable();
        assert_eq!(core, expected);
    }
}
