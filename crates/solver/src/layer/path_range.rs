//! Intervals that the path implies for the expressions it compares with constants, and what follows for the guard.
//!
//! A path with `n < 10` and `n >= 0` answers `n > 20`, and `2 * n + 1 > 40` too: the [range rules](expr::range) run over
//! the guard with the intervals of the path put in for its parts. Only impossibility is found this way: what the guard
//! may be, the path's own model shows.
//!
//! Intervals are worked out once for each slice, from those of the slice before it.

use super::Layer;
use crate::because::Because;
use crate::bounds::{Bound, Order, Shape};
use crate::query::{Evaluators, Query, Verdict};
use crate::slice_memo::SliceMemo;
use expr::concrete::wide;
use expr::{BinaryOp, Dag, ExprId, Node, Range, RangesGiven, Trie};

/// Nodes of the guard looked at.
const MAX_NODES: usize = 64;
/// Operators a bound is handed down through.
const MAX_DESCENT: u32 = 8;

#[derive(Default)]
pub struct PathRange {
    slices: SliceMemo<Intervals>,
}

impl Layer for PathRange {
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
    of: Trie<Interval>,
    /// The constraints contradict each other, for this reason.
    contradiction: Option<Because>,
}

/// In both orders at once, because most signed bounds only make an unsigned interval when both ends are known.
#[derive(Clone)]
struct Interval {
    unsigned: Range,
    /// In places of the signed order.
    signed: Range,
    because: Because,
}

impl Intervals {
    fn assume(&mut self, dag: &Dag, constraint: ExprId) {
        if let Some(bound) = Bound::of(dag, constraint) {
            self.tighten(dag, bound, &Because::of(constraint), MAX_DESCENT);
        }
    }

    /// Why the guard cannot hold, if the intervals say so.
    fn refute(&self, dag: &Dag, guard: ExprId) -> Option<Because> {
        if let Some(because) = &self.contradiction {
            return Some(because.clone());
        }
        let own = Because::of(guard);
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
            because = because.and(&interval.because);
            Some(interval.unsigned)
        };
        let range = RangesGiven::new(assumed, MAX_NODES).range(dag, guard);
        (range.hi == 0).then_some(because)
    }

    fn tighten(&mut self, dag: &Dag, bound: Bound, because: &Because, descent: u32) {
        let width = dag.width(bound.of);
        let key = bound.of.index() as u64;
        let known = self.of.get(key);
        let mut interval = known.cloned().unwrap_or_else(|| Interval::of_expression(dag, bound.of));
        if !interval.restrict(bound.shape, width) {
            return;
        }
        interval.because = interval.because.and(because);
        if interval.unsigned.lo > interval.unsigned.hi || interval.signed.lo > interval.signed.hi {
            self.contradiction.get_or_insert(interval.because);
            return;
        }
        if descent > 0 {
            for below in handed_down(dag, bound.of, &interval) {
                self.tighten(dag, below, &interval.because, descent - 1);
            }
        }
        self.of.insert(key, interval);
    }
}

impl Interval {
    fn of_expression(dag: &Dag, e: ExprId) -> Interval {
        let width = dag.width(e);
        let everything = Range { lo: 0, hi: wide::mask(width) };
        let mut interval = Interval { unsigned: dag.range(e), signed: everything, because: Because::default() };
        interval.reconcile(width);
        interval
    }

    /// Gives back whether anything is known now that was not before.
    fn restrict(&mut self, shape: Shape, width: u32) -> bool {
        let before = (self.unsigned, self.signed);
        match shape {
            Shape::Within(Order::Unsigned, lo, hi) => meet(&mut self.unsigned, lo, hi),
            Shape::Within(Order::Signed, lo, hi) => meet(&mut self.signed, lo, hi),
            Shape::Not(value) => {
                exclude(&mut self.unsigned, value);
                exclude(&mut self.signed, Order::Signed.place(value, width));
            }
        }
        self.reconcile(width);
        (self.unsigned, self.signed) != before
    }

    /// Lets the two orders tell each other what they know: they agree inside one sign.
    fn reconcile(&mut self, width: u32) {
        let place = |value| Order::Signed.place(value, width);
        for _ in 0..2 {
            let Range { lo, hi } = self.unsigned;
            if lo <= hi && wide::is_negative(lo, width) == wide::is_negative(hi, width) {
                meet(&mut self.signed, place(lo), place(hi));
            }
            let Range { lo, hi } = self.signed;
            if lo <= hi && wide::is_negative(lo, width) == wide::is_negative(hi, width) {
                meet(&mut self.unsigned, place(lo), place(hi));
            }
        }
    }
}

fn meet(range: &mut Range, lo: u128, hi: u128) {
    range.lo = range.lo.max(lo);
    range.hi = range.hi.min(hi);
}

/// Takes a value away where it is an end of the range; a range of that value alone becomes empty.
fn exclude(range: &mut Range, value: u128) {
    if range.lo == value && range.hi == value {
        *range = Range { lo: 1, hi: 0 };
    } else if range.lo == value {
        range.lo += 1;
    } else if range.hi == value {
        range.hi -= 1;
    }
}

/// What the interval of an expression says about its operands.
fn handed_down(dag: &Dag, e: ExprId, interval: &Interval) -> Vec<Bound> {
    let (Range { lo, hi }, signed) = (interval.unsigned, interval.signed);
    let width = dag.width(e);
    let within = |of, order, lo, hi| Bound { of, shape: Shape::Within(order, lo, hi) };
    match dag.node(e) {
        Node::ZExt { a } => vec![within(a, Order::Unsigned, lo, hi.min(wide::mask(dag.width(a))))],
        Node::SExt { a } => {
            // The places of the narrow numbers are a stretch in the middle of the wide ones.
            let first = (1u128 << (width - 1)) - (1u128 << (dag.width(a) - 1));
            let last = first + wide::mask(dag.width(a));
            let (lo, hi) = (signed.lo.clamp(first, last), signed.hi.clamp(first, last));
            vec![within(a, Order::Signed, lo - first, hi - first)]
        }
        Node::Binary { op: BinaryOp::Add, a, b } => match dag.as_const(b) {
            // The interval moves back by the constant, if it does not wrap around on the way.
            Some(addend) => {
                let (lo, hi) = (wide::sub(lo, addend, width), wide::sub(hi, addend, width));
                if lo <= hi { vec![within(a, Order::Unsigned, lo, hi)] } else { Vec::new() }
            }
            None => Vec::new(),
        },
        Node::Concat { hi: high, lo: low } => {
            let shift = dag.width(low);
            vec![within(high, Order::Unsigned, lo >> shift, hi >> shift)]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path_condition::PathCondition;
    use crate::query::ModelFit;
    use expr::{DefaultValue, Model};

    fn refuted(dag: &mut Dag, path: &[ExprId], guard: ExprId) -> bool {
        let mut whole = PathCondition::new();
        path.iter().for_each(|&e| {
            whole.add(dag, e);
        });
        let model = Model::new(DefaultValue::Zero);
        let query = Query::new(&whole, guard, &model, ModelFit::Unrelated);
        PathRange::default().answer(dag, &mut Evaluators::default(), &query).is_some()
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
}
