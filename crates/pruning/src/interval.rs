//! Comparisons with constants as intervals, so that many of them on one term become one.
//!
//! `p + 1 <= N` and `p - 1 <= N` say different things about `p`, and where sums may wrap neither implies the other. As
//! intervals on a circle of 2^width numbers both are exact, and so is their intersection. This is what keeps a
//! condition of constant size while it is pulled back over a long chain of branches.

use std::collections::hash_map::Entry;

use expr::{BinaryOp, Dag, ExprId, FloatFormat, Node, UnaryOp, VarId};
use rustc_hash::FxHashMap;

use crate::condition::Conjunct;
use crate::narrowing::narrowed;
use crate::{float_order, units};

/// The numbers from `lo` on, `extent + 1` of them, around the circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interval {
    pub term: ExprId,
    /// What is counted.
    pub scale: Scale,
    pub(crate) lo: u128,
    pub(crate) extent: u128,
}

/// In which order the values of a term lie on the circle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Scale {
    Integers,
    /// The order of [`float_order`]: `lo` is the place of a pattern.
    Floats(FloatFormat),
}

impl Interval {
    /// Whether both are of the same values in the same order.
    pub fn is_of_same(self, other: Interval) -> bool {
        self.term == other.term && self.scale == other.scale
    }

    /// How far on `at` lies, and how many numbers there are besides 0.
    fn distance(self, dag: &Dag, at: u128) -> (u128, u128) {
        let all = mask(dag.width(self.term));
        (at.wrapping_sub(self.lo) & all, all)
    }

    /// The first and the last number.
    pub fn ends(self, dag: &Dag) -> (u128, u128) {
        (self.lo, self.lo.wrapping_add(self.extent) & mask(dag.width(self.term)))
    }

    /// The rest of the circle, of which it is not all.
    fn others(self, all: u128) -> Interval {
        let lo = self.lo.wrapping_add(self.extent).wrapping_add(1) & all;
        Interval { lo, extent: all - self.extent - 1, ..self }
    }

    /// How many numbers are not in it.
    pub fn gap(self, dag: &Dag) -> u128 {
        mask(dag.width(self.term)) - self.extent
    }

    /// Whether all of another interval of the same term lies in this one.
    pub fn contains(self, dag: &Dag, other: Interval) -> bool {
        let (start, _) = self.distance(dag, other.lo);
        start <= self.extent && other.extent <= self.extent - start
    }

    /// Whether it has no number in common with another interval of the same term.
    pub fn is_disjoint(self, dag: &Dag, other: Interval) -> bool {
        self.distance(dag, other.lo).0 > self.extent && other.distance(dag, self.lo).0 > other.extent
    }

    /// The numbers in either of two intervals of one term, if that is one interval again.
    pub fn union(self, dag: &Dag, other: Interval) -> Option<Union> {
        let (start, all) = self.distance(dag, other.lo);
        if start > self.extent && start != self.extent + 1 {
            let (back, _) = other.distance(dag, self.lo);
            let behind = back <= other.extent || back == other.extent + 1;
            return if behind { other.union(dag, self) } else { None };
        }
        if other.extent >= all - start {
            return Some(Union::Everything);
        }
        Some(Union::One(Interval { extent: self.extent.max(start + other.extent), ..self }))
    }
}

/// What the union of two intervals is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Union {
    One(Interval),
    Everything,
}

/// Bytes of the widest number that is put together.
const MAX_BYTES: usize = 16;

pub(crate) fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// A number given byte by byte: `x == 258` is kept as conditions on the bytes of `x`.
fn parse_bytes(dag: &mut Dag, formula: ExprId) -> Option<Interval> {
    let mut bytes: Vec<(VarId, u128)> = Vec::new();
    let mut open = vec![formula];
    while let Some(e) = open.pop() {
        match dag.node(e) {
            Node::Binary { op: BinaryOp::And, a, b } => open.extend([a, b]),
            Node::Binary { op: BinaryOp::Eq, a, b } => {
                let value = dag.as_const(b)?;
                if !units::split(dag, a, value, &mut bytes) || bytes.len() > MAX_BYTES {
                    return None;
                }
            }
            _ => return None,
        }
    }
    bytes.sort_unstable_by_key(|&(variable, _)| dag.var_info(variable).offset);
    let mut whole: Option<(ExprId, u128)> = None;
    for (position, &(variable, value)) in bytes.iter().enumerate() {
        let (first, here) = (dag.var_info(bytes[0].0), dag.var_info(variable));
        let follows = here.name == first.name
            && here.instance == first.instance
            && here.width == 8
            && here.offset as usize == first.offset as usize + position;
        if !follows {
            return None;
        }
        let byte = dag.var_expr(variable);
        whole = Some(match whole {
            None => (byte, value),
            Some((low, number)) => (dag.concat(byte, low), value << (8 * position) | number),
        });
    }
    whole.map(|(term, lo)| Interval { term, scale: Scale::Integers, lo, extent: 0 })
}

/// Two comparisons of one term with floats.
fn parse_both(dag: &mut Dag, a: ExprId, b: ExprId) -> Option<Interval> {
    let (a, b) = (parse(dag, a, true)?, parse(dag, b, true)?);
    let floats = a.is_of_same(b) && a.scale != Scale::Integers;
    if floats { intersection(a, b, mask(dag.width(a.term))) } else { None }
}

/// The interval a formula stands for, if it compares a term with a constant.
pub(crate) fn parse(dag: &mut Dag, formula: ExprId, positive: bool) -> Option<Interval> {
    match dag.node(formula) {
        Node::Unary { op: UnaryOp::Not, a } => parse(dag, a, !positive),
        Node::Float(node) => float_order::parse(dag, node, positive),
        Node::Binary { op: BinaryOp::And, a, b } => {
            let interval = parse_bytes(dag, formula).or_else(|| parse_both(dag, a, b))?;
            let all = mask(dag.width(interval.term));
            match positive {
                true => Some(interval),
                false => Some(interval.others(all)),
            }
        }
        Node::Binary { op, a, b } if matches!(op, BinaryOp::Eq | BinaryOp::Ult | BinaryOp::Slt) => {
            let width = dag.width(a);
            let all = mask(width);
            // Signed order is unsigned order from the smallest number on.
            let start = if op == BinaryOp::Slt { 1u128 << (width - 1) } else { 0 };
            let (term, lo, hi) = match (dag.as_const(a), dag.as_const(b)) {
                (None, Some(c)) if op == BinaryOp::Eq => (a, c, c),
                (None, Some(c)) => {
                    if c == start {
                        return None;
                    }
                    (a, start, c.wrapping_sub(1) & all)
                }
                (Some(c), None) if op == BinaryOp::Eq => (b, c, c),
                (Some(c), None) => {
                    let last = start.wrapping_sub(1) & all;
                    if c == last {
                        return None;
                    }
                    (b, c.wrapping_add(1) & all, last)
                }
                _ => return None,
            };
            let extent = hi.wrapping_sub(lo) & all;
            let interval = Interval { term, scale: Scale::Integers, lo, extent };
            if positive {
                return Some(narrowed(dag, interval));
            }
            (extent != all).then(|| narrowed(dag, interval.others(all)))
        }
        _ => None,
    }
}

/// The intersection, if it is one interval and not empty.
fn intersection(a: Interval, b: Interval, all: u128) -> Option<Interval> {
    // Measured from the start of `a`.
    let start = b.lo.wrapping_sub(a.lo) & all;
    let end = start.checked_add(b.extent)?;
    let wraps = end > all;
    if !wraps {
        if start > a.extent {
            return None;
        }
        let last = end.min(a.extent);
        return Some(Interval { extent: last - start, ..b });
    }
    let wrapped_end = end & all;
    match (start <= a.extent, wrapped_end >= a.extent) {
        // `b` covers all of `a`.
        (_, true) => Some(a),
        // Only its end lies in `a`.
        (false, false) => Some(Interval { extent: wrapped_end, ..a }),
        // Two pieces.
        (true, false) => None,
    }
}

/// What it says. Of floats only those have a formula that comparisons and their negations, unions and intersections lead to.
pub(crate) fn formula(dag: &mut Dag, interval: Interval) -> ExprId {
    if let Scale::Floats(format) = interval.scale {
        return float_order::formula(dag, interval, format);
    }
    let width = dag.width(interval.term);
    let lo = dag.constant(interval.lo, width);
    if interval.extent == 0 {
        return dag.eq(interval.term, lo);
    }
    let offset = dag.sub(interval.term, lo);
    let extent = dag.constant(interval.extent, width);
    dag.ule(offset, extent)
}

/// Merges the comparisons of one term that guard the same obligation.
pub(crate) fn merged(dag: &mut Dag, conjuncts: &[Conjunct]) -> Vec<Conjunct> {
    let mut rest = Vec::new();
    let mut intervals: Vec<(Conjunct, Interval)> = Vec::new();
    let mut places: FxHashMap<_, usize> = FxHashMap::default();
    for &conjunct in conjuncts {
        let Some(interval) = parse(dag, conjunct.formula, true) else {
            rest.push(conjunct);
            continue;
        };
        let all = mask(dag.width(interval.term));
        match places.entry((conjunct.guards, interval.term, interval.scale)) {
            Entry::Vacant(place) => {
                place.insert(intervals.len());
                intervals.push((conjunct, interval));
            }
            Entry::Occupied(place) => {
                let (_, known) = &mut intervals[*place.get()];
                match intersection(*known, interval, all) {
                    Some(both) => *known = both,
                    None => rest.push(conjunct),
                }
            }
        }
    }
    for (conjunct, interval) in intervals {
        let formula = formula(dag, interval);
        if !dag.is_true(formula) {
            rest.push(Conjunct { formula, ..conjunct });
        }
    }
    rest.sort_unstable();
    rest.dedup();
    rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::{DefaultValue, Evaluator, Model};

    /// Every pair of intervals at three bits: the relations are those of the sets of numbers.
    #[test]
    fn relations_are_those_of_sets() {
        let mut dag = Dag::new();
        let term = dag.variable("x", 0, 0, 3);
        let intervals: Vec<Interval> = (0..8)
            .flat_map(|lo| (0..7).map(move |extent| Interval { term, scale: Scale::Integers, lo, extent }))
            .collect();
        let set = |i: Interval| (0..8u128).filter(|at| (at.wrapping_sub(i.lo) & 7) <= i.extent).collect::<Vec<_>>();
        for &a in &intervals {
            for &b in &intervals {
                let (in_a, in_b) = (set(a), set(b));
                assert_eq!(a.contains(&dag, b), in_b.iter().all(|at| in_a.contains(at)), "{a:?} {b:?}");
                assert_eq!(a.is_disjoint(&dag, b), in_b.iter().all(|at| !in_a.contains(at)), "{a:?} {b:?}");
                let either: Vec<u128> = (0..8).filter(|at| in_a.contains(at) || in_b.contains(at)).collect();
                match a.union(&dag, b) {
                    Some(Union::Everything) => assert_eq!(either.len(), 8, "{a:?} {b:?}"),
                    Some(Union::One(union)) => assert_eq!(set(union), either, "{a:?} {b:?}"),
                    None => assert!(!intervals.iter().any(|&i| set(i) == either), "{a:?} {b:?}"),
                }
            }
        }
    }

    /// Every pair of comparisons of `x + c` with constants at four bits: merging keeps the meaning exactly.
    #[test]
    fn merging_is_exact() {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 4);
        let var = dag.vars(x)[0];
        let mut formulas = Vec::new();
        for shift in 0..4 {
            let amount = dag.constant(shift * 5, 4);
            let sum = dag.add(x, amount);
            for c in 0..16 {
                let constant = dag.constant(c, 4);
                let comparisons = [
                    dag.eq(sum, constant),
                    dag.ult(sum, constant),
                    dag.ult(constant, sum),
                    dag.slt(sum, constant),
                    dag.slt(constant, sum),
                    dag.ne(sum, constant),
                    dag.sle(sum, constant),
                    dag.uge(sum, constant),
                ];
                formulas.extend(comparisons);
            }
        }
        let mut evaluator = Evaluator::new();
        let mut values: Vec<Vec<bool>> = Vec::new();
        let models: Vec<Model> = (0..16)
            .map(|value| {
                let mut model = Model::new(DefaultValue::Zero);
                model.set(var, value);
                model
            })
            .collect();
        for &f in &formulas {
            values.push(models.iter().map(|m| evaluator.holds(&dag, f, m)).collect());
        }
        for (i, &a) in formulas.iter().enumerate() {
            for (j, &b) in formulas.iter().enumerate().skip(i) {
                let conjuncts = [a, b].map(|formula| Conjunct { formula, guards: None });
                let merged = merged(&mut dag, &conjuncts);
                for (k, model) in models.iter().enumerate() {
                    let holds = merged.iter().all(|c| evaluator.holds(&dag, c.formula, model));
                    assert_eq!(holds, values[i][k] && values[j][k], "{a:?} and {b:?} at {k}");
                }
            }
        }
    }
}
