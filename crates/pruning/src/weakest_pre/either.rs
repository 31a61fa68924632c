//! Requirements of two ways that are one without a guard: `x <= a` where `a > b` and `x <= b` where it is not say `x <= a` or
//! `x <= b`, because the guard says which of the two is the weaker one.
//!
//! A maximum that is still to be computed gives such requirements, one more alternative for each comparison. Kept with their
//! guards they would double each time.

use expr::{Dag, ExprId};
use machine::shadow::Demanded;
use solver::Comparisons;

use super::merge::Requirement;
use crate::units;

/// Alternatives in which two requirements may differ.
const MAX_DIFFERENCE: usize = 2;

/// Takes out the requirements of two ways that are one together; their guards exclude each other, and one of them holds.
pub(super) fn take_pairs(
    dag: &mut Dag,
    guards: [&Demanded; 2],
    requirements: [&mut Vec<Requirement>; 2],
) -> Vec<Requirement> {
    let listed = requirements.each_ref().map(|way| {
        let list = |(formula, _): &Requirement| units::alternatives(dag, formula.formula);
        way.iter().map(list).collect::<Vec<Option<Vec<ExprId>>>>()
    });
    let mut taken = listed.each_ref().map(|way| vec![false; way.len()]);
    let mut together = Vec::new();
    for (first, one) in listed[0].iter().enumerate() {
        for (second, other) in listed[1].iter().enumerate() {
            let (Some(one), Some(other)) = (one, other) else { continue };
            let pair = [&requirements[0][first], &requirements[1][second]];
            if pair[0].1 != pair[1].1
                || !is_implied(dag, guards[1].formula, one, other)
                || !is_implied(dag, guards[0].formula, other, one)
            {
                continue;
            }
            let mut either: Vec<ExprId> = one.iter().chain(other).copied().collect();
            either.sort_unstable();
            either.dedup();
            // What was concluded is about the values under all the pins.
            let relied_on = guards.into_iter().chain(pair.map(|(formula, _)| formula));
            let mut pins: Vec<ExprId> = relied_on.flat_map(|demanded| demanded.pins.iter().copied()).collect();
            pins.sort_unstable();
            pins.dedup();
            together.push((Demanded { formula: dag.any(&either), pins }, pair[0].1));
            (taken[0][first], taken[1][second]) = (true, true);
        }
    }
    for (way, taken) in requirements.into_iter().zip(taken) {
        let mut taken = taken.into_iter();
        way.retain(|_| taken.next() == Some(false));
    }
    together
}

/// Whether under a guard each of some alternatives implies one of others.
fn is_implied(dag: &Dag, guard: ExprId, alternatives: &[ExprId], others: &[ExprId]) -> bool {
    let differ = || alternatives.iter().copied().filter(|alternative| !others.contains(alternative));
    differ().count() <= MAX_DIFFERENCE
        && differ().all(|alternative| {
            let compared = Comparisons::of(dag, [alternative, guard]);
            compared.relate() && others.iter().any(|&other| compared.imply(dag, other))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::bug;
    use expr::{DefaultValue, Evaluator, Model};
    use machine::checks::BugKind;

    /// What two requirements are together, if they are paired.
    fn paired_up(dag: &mut Dag, guards: [ExprId; 2], requirements: [ExprId; 2]) -> Option<ExprId> {
        let plain = |formula| Demanded { formula, pins: Vec::new() };
        let guards = guards.map(plain);
        let mut ways = requirements.map(|formula| vec![(plain(formula), None)]);
        let [one, other] = &mut ways;
        let together = take_pairs(dag, guards.each_ref(), [one, other]);
        assert!(ways.iter().all(|way| way.is_empty() != together.is_empty()));
        together.first().map(|(formula, _)| formula.formula)
    }

    /// Random requirements on two ways of a comparison mean the same with and without the guard where they are paired.
    #[test]
    fn what_two_ways_require_is_required_without_their_guard() {
        let mut dag = Dag::new();
        let mut evaluator = Evaluator::new();
        let terms = [0, 1, 2].map(|number| dag.variable("x", number, 0, 2));
        let variables = terms.map(|term| dag.vars(term)[0]);
        let mut seed = 1u64;
        let mut draw = |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        let mut paired = 0;
        for _ in 0..5000 {
            let mut comparison = |dag: &mut Dag| {
                let [a, b] = [0, 1].map(|_| terms[draw(3) as usize]);
                match draw(3) {
                    0 => dag.slt(a, b),
                    1 => dag.sle(a, b),
                    _ => dag.ule(a, b),
                }
            };
            let guard = comparison(&mut dag);
            let guards = [guard, dag.not(guard)];
            let mut requirement = || {
                let parts = [comparison(&mut dag), comparison(&mut dag)];
                dag.any(&parts)
            };
            let requirements = [requirement(), requirement()];
            let Some(either) = paired_up(&mut dag, guards, requirements) else { continue };
            paired += 1;
            for point in 0..64 {
                let mut model = Model::new(DefaultValue::Zero);
                for (position, &variable) in variables.iter().enumerate() {
                    model.set(variable, point >> (2 * position) & 3);
                }
                let mut holds = |formula| evaluator.holds(&dag, formula, &model);
                let kept = requirements[usize::from(!holds(guard))];
                assert_eq!(holds(either), holds(kept), "{guard:?} {requirements:?} {either:?}");
            }
        }
        assert!(paired > 500, "only {paired} were paired");
    }

    #[test]
    fn a_bound_by_the_larger_of_two_is_a_bound_by_either() {
        let mut dag = Dag::new();
        let [x, a, b] = [0, 1, 2].map(|number| dag.variable("x", number, 0, 32));
        let guard = dag.slt(b, a);
        let guards = [guard, dag.not(guard)];
        let (by_a, by_b) = (dag.sle(x, a), dag.sle(x, b));
        let either = dag.or(by_a, by_b);
        assert_eq!(paired_up(&mut dag, guards, [by_a, by_b]), Some(either));
        assert_eq!(paired_up(&mut dag, guards, [by_b, by_a]), None, "a bound by the smaller one is one by both");
    }

    #[test]
    fn what_a_pair_relies_on_is_required_with_it() {
        let mut dag = Dag::new();
        let [x, a, b] = [0, 1, 2].map(|number| dag.variable("x", number, 0, 32));
        let pins = [0, 1, 2, 3].map(|number| dag.variable("pin", number, 0, 1));
        let guard = dag.slt(b, a);
        let pinned = |formula, pin| Demanded { formula, pins: vec![pin] };
        let guards = [pinned(guard, pins[0]), pinned(dag.not(guard), pins[1])];
        let (by_a, by_b) = (pinned(dag.sle(x, a), pins[2]), pinned(dag.sle(x, b), pins[3]));
        let mut ways = [vec![(by_a.clone(), None)], vec![(by_b.clone(), None)]];
        let [one, other] = &mut ways;
        let together = take_pairs(&mut dag, guards.each_ref(), [one, other]);
        assert_eq!(together[0].0.pins, pins);
        assert!(ways.iter().all(Vec::is_empty));

        let mut ways = [vec![(by_a, None)], vec![(by_b, Some(bug(BugKind::Abort, 0, 0)))]];
        let [one, other] = &mut ways;
        assert!(
            take_pairs(&mut dag, guards.each_ref(), [one, other]).is_empty(),
            "one of them may go before the other"
        );
    }
}
