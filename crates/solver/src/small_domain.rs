//! Questions about few values, decided by trying all of them: a double made of an integer of 49 values is 49 cases, and
//! not a circuit.
//!
//! A variable has few values if it is narrow, or if constraints bound it or its sum with a constant. Evaluation is exact,
//! so that no case satisfies the constraints is a proof; its core are the bounds and what refuted the cases.

use crate::backend::{BackendAnswer, variables_of};
use crate::bounds::{Bound, Order, Shape};
use expr::concrete::mask;
use expr::{BinaryOp, Dag, DefaultValue, Evaluator, ExprId, Model, Node, VarId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Cases tried at most.
const MAX_CASES: u64 = 2048;
/// Evaluated nodes at most, over all cases.
const MAX_WORK: u64 = 4_000_000;

/// The values of one variable.
struct Domain {
    variable: VarId,
    /// The first value; the others follow it, around the end of the numbers if need be.
    first: u64,
    count: u64,
    mask: u64,
    /// Positions of the constraints that say so.
    because: BTreeSet<usize>,
}

/// What several bounds say together about one expression.
struct Interval {
    lo: u128,
    hi: u128,
    because: BTreeSet<usize>,
}

/// Decides the conjunction if its variables have few values; `size` is the number of nodes an evaluation visits.
pub fn decide(dag: &Dag, evaluator: &mut Evaluator, constraints: &[ExprId], size: usize) -> Option<BackendAnswer> {
    let domains = domains(dag, constraints)?;
    let cases = domains.iter().try_fold(1u64, |cases, domain| {
        let cases = cases.saturating_mul(domain.count);
        (cases <= MAX_CASES && cases * size as u64 <= MAX_WORK).then_some(cases)
    })?;
    let mut core: BTreeSet<usize> = domains.iter().flat_map(|domain| domain.because.iter().copied()).collect();
    for case in 0..cases {
        let values = assignment(&domains, case);
        let mut model = Model::new(DefaultValue::Zero);
        values.iter().for_each(|&(v, value)| model.set(v, value));
        let refuted = |evaluator: &mut Evaluator, position: usize| !evaluator.holds(dag, constraints[position], &model);
        // What refuted other cases comes first, so that the core stays small.
        let known = core.iter().any(|&position| refuted(evaluator, position));
        if known {
            continue;
        }
        match (0..constraints.len()).find(|&position| refuted(evaluator, position)) {
            Some(position) => core.insert(position),
            None => return Some(BackendAnswer::Sat(values)),
        };
    }
    Some(BackendAnswer::Unsat(core.into_iter().collect()))
}

fn assignment(domains: &[Domain], mut case: u64) -> Vec<(VarId, u64)> {
    let mut values = Vec::with_capacity(domains.len());
    for domain in domains {
        let value = domain.first.wrapping_add(case % domain.count) & domain.mask;
        case /= domain.count;
        values.push((domain.variable, value));
    }
    values
}

/// Few values for each variable, or nothing.
fn domains(dag: &Dag, constraints: &[ExprId]) -> Option<Vec<Domain>> {
    let mut intervals: FxHashMap<(ExprId, Order), Interval> = FxHashMap::default();
    for (position, &constraint) in constraints.iter().enumerate() {
        let mut waiting = vec![constraint];
        while let Some(e) = waiting.pop() {
            if let Node::Binary { op: BinaryOp::And, a, b } = dag.node(e) {
                waiting.extend([a, b]);
            } else if let Some(Bound { of, shape: Shape::Within(order, lo, hi) }) = Bound::of(dag, e) {
                let last = expr::concrete::wide::mask(dag.width(of));
                let all = Interval { lo: 0, hi: last, because: BTreeSet::new() };
                let interval = intervals.entry((of, order)).or_insert(all);
                (interval.lo, interval.hi) = (interval.lo.max(lo), interval.hi.min(hi));
                interval.because.insert(position);
            }
        }
    }
    let mut found: FxHashMap<VarId, Domain> = FxHashMap::default();
    // In a fixed order: of several bounds the smallest counts, and among equals the first.
    let mut keys: Vec<(ExprId, Order)> = intervals.keys().copied().collect();
    keys.sort_unstable_by_key(|&(of, order)| (of, order as u8));
    for key in keys {
        let interval = &intervals[&key];
        let Some((variable, offset)) = variable_and_offset(dag, key.0) else { continue };
        let width = dag.width(key.0);
        let count = (interval.hi + 1).saturating_sub(interval.lo).min(u64::MAX as u128) as u64;
        if found.get(&variable).is_some_and(|domain| domain.count <= count) {
            continue;
        }
        let first = (key.1.place(interval.lo, width) as u64).wrapping_sub(offset);
        let domain = Domain { variable, first, count, mask: mask(width), because: interval.because.clone() };
        found.insert(variable, domain);
    }
    variables_of(dag, constraints)
        .into_iter()
        .map(|variable| {
            let width = dag.var_info(variable).width;
            let all = (width <= 8).then(|| Domain {
                variable,
                first: 0,
                count: 1 << width,
                mask: mask(width),
                because: BTreeSet::new(),
            });
            match (found.remove(&variable), all) {
                (Some(bounded), Some(all)) => Some(if bounded.count < all.count { bounded } else { all }),
                (bounded, all) => bounded.or(all),
            }
        })
        .collect()
}

/// The variable an expression is, and what is added to it.
fn variable_and_offset(dag: &Dag, e: ExprId) -> Option<(VarId, u64)> {
    match dag.node(e) {
        Node::Var(v) => Some((v, 0)),
        Node::Binary { op: BinaryOp::Add, a, b } => match (dag.node(a), dag.as_const(b)) {
            (Node::Var(v), Some(offset)) => Some((v, offset as u64)),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::{FloatBin, FloatFormat};

    /// x in -24 .. 24 as a double, times a tenth: 2.4 is the largest product, and only that is above 2.35.
    #[test]
    fn an_integer_of_49_values_is_49_cases() {
        let double = FloatFormat::Double;
        let mut dag = Dag::new();
        let (x, unused) = (dag.variable("x", 0, 0, 32), dag.variable("y", 0, 0, 4));
        let [low, high] = [-24i32, 24].map(|bound| dag.constant(bound as u32 as u128, 32));
        let float = dag.f_from_int(x, true, double);
        let tenth = dag.constant(0.1f64.to_bits() as u128, 64);
        let product = dag.fbin(FloatBin::Mul, double, float, tenth);
        let zero = dag.constant(0, 4);
        let (bounds, other) = ([dag.sge(x, low), dag.sle(x, high)], dag.ne(unused, zero));
        let above = |dag: &mut Dag, value: f64| {
            let value = dag.constant(value.to_bits() as u128, 64);
            dag.flt(double, value, product)
        };
        let ask = |dag: &Dag, condition| {
            let asked = [bounds[0], bounds[1], condition, other];
            decide(dag, &mut Evaluator::new(), &asked, 10)
        };
        let possible = above(&mut dag, 2.35);
        let Some(BackendAnswer::Sat(values)) = ask(&dag, possible) else { panic!("there is one") };
        let v = dag.vars(x)[0];
        assert!(values.iter().any(|&(variable, value)| variable == v && value == 24), "{values:?}");
        let impossible = above(&mut dag, 2.45);
        // The bounds and the condition, but not what has nothing to do with it.
        assert_eq!(ask(&dag, impossible), Some(BackendAnswer::Unsat(vec![0, 1, 2])));
        // Without one of the bounds there are too many values.
        assert_eq!(decide(&dag, &mut Evaluator::new(), &[bounds[0], impossible], 10), None);
    }

    #[test]
    fn sums_with_constants_wrap_around() {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 16);
        let (three, ten) = (dag.constant(3, 16), dag.constant(10, 16));
        let shifted = dag.add(x, three);
        let bounded = dag.ult(shifted, ten);
        let float = dag.f_from_int(x, true, FloatFormat::Single);
        let root = dag.fsqrt(FloatFormat::Single, float);
        let none = dag.fis_nan(FloatFormat::Single, root);
        let answer = decide(&dag, &mut Evaluator::new(), &[bounded, none], 10);
        let Some(BackendAnswer::Sat(values)) = answer else { panic!("{answer:?}") };
        assert!((values[0].1 as i16) < 0);
    }

    #[test]
    fn an_empty_domain_is_a_contradiction_of_its_bounds() {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 32);
        let (three, ten) = (dag.constant(3, 32), dag.constant(10, 32));
        let constraints = [dag.ult(x, three), dag.ugt(x, ten)];
        assert_eq!(decide(&dag, &mut Evaluator::new(), &constraints, 10), Some(BackendAnswer::Unsat(vec![0, 1])));
    }
}
