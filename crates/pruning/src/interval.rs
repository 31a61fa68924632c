//! Comparisons with constants as intervals, so that many of them on one term become one.
//!
//! `p + 1 <= N` and `p - 1 <= N` say different things about `p`, and where sums may wrap neither implies the other. As
//! intervals on a circle of 2^width numbers both are exact, and so is their intersection. This is what keeps a
//! condition of constant size while it is pulled back over a long chain of branches.

use expr::{BinaryOp, Dag, ExprId, Node, UnaryOp, VarId};

use crate::condition::Conjunct;
use crate::narrowing::narrowed;
use crate::units;

/// The numbers from `lo` on, `extent + 1` of them, around the circle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Interval {
    pub term: ExprId,
    pub(crate) lo: u128,
    pub(crate) extent: u128,
}

impl Interval {
    /// How far on `at` lies, and how many numbers there are besides 0.
    fn distance(self, dag: &Dag, at: u128) -> (u128, u128) {
        let all = mask(dag.width(self.term));
        (at.wrapping_sub(self.lo) & all, all)
    }

    /// The first and the last number.
    pub fn ends(self, dag: &Dag) -> (u128, u128) {
        (self.lo, self.lo.wrapping_add(self.extent) & mask(dag.width(self.term)))
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
    whole.map(|(term, lo)| Interval { term, lo, extent: 0 })
}

/// The interval a formula stands for, if it compares a term with a constant.
pub(crate) fn parse(dag: &mut Dag, formula: ExprId, positive: bool) -> Option<Interval> {
    match dag.node(formula) {
        Node::Unary { op: UnaryOp::Not, a } => parse(dag, a, !positive),
        Node::Binary { op: BinaryOp::And, .. } => {
            let interval = parse_bytes(dag, formula)?;
            let all = mask(dag.width(interval.term));
            match positive {
                true => Some(interval),
                false => Some(Interval { lo: interval.lo.wrapping_add(1) & all, extent: all - 1, ..interval }),
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
            if positive {
                return Some(narrowed(dag, Interval { term, lo, extent }));
            }
            if extent == all {
                return None;
            }
            // The rest of the circle.
            Some(narrowed(dag, Interval { term, lo: hi.wrapping_add(1) & all, extent: all - extent - 1 }))
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
        return Some(Interval { term: a.term, lo: b.lo, extent: last - start });
    }
    let wrapped_end = end & all;
    match (start <= a.extent, wrapped_end >= a.extent) {
        // `b` covers all of `a`.
        (_, true) => Some(a),
        // Only its end lies in `a`.
        (false, false) => Some(Interval { term: a.term, lo: a.lo, extent: wrapped_end }),
        // Two pieces.
        (true, false) => None,
    }
}

pub(crate) fn formula(dag: &mut Dag, interval: Interval) -> ExprId {
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
    for &conjunct in conjuncts {
        let Some(interval) = parse(dag, conjunct.formula, true) else {
            rest.push(conjunct);
            continue;
        };
        let all = mask(dag.width(interval.term));
        let same = intervals.iter_mut().find(|(c, i)| c.guards == conjunct.guards && i.term == interval.term);
        match same {
            None => intervals.push((conjunct, interval)),
            Some((_, known)) => match intersection(*known, interval, all) {
                Some(both) => *known = both,
                None => rest.push(conjunct),
            },
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
        let intervals: Vec<Interval> =
            (0..8).flat_map(|lo| (0..7).map(move |extent| Interval { term, lo, extent })).collect();
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
