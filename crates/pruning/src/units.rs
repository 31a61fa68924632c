//! Unit propagation on conditions: what single facts of a condition say about its other parts.
//!
//! A condition pulled back over many branches repeats itself: `i == 4` and, guarded by this and that, what holds because
//! `i` is 4. Variables fixed to constants are replaced by them everywhere else; a disjunction loses the alternatives that a
//! comparison beside it rules out, goes if it follows from one, and its comparisons of one term become one where they
//! touch. So the condition of a loop keeps its size over the iterations. The meaning does not change.
//!
//! A requirement may go one day (see [`Conjunct::guards`]), so only those that stay at least as long say anything about
//! others.

use expr::{BinaryOp, Dag, ExprId, Node, Substitution, UnaryOp, VarId};
use rustc_hash::FxHashMap;
use solver::Comparisons;

use crate::condition::Conjunct;
use crate::interval::{self, Interval, Union};

/// Alternatives of a disjunction that are looked at.
const MAX_ALTERNATIVES: usize = 64;

/// The variables a conjunct fixes to constants, if that is all it says.
fn fixes(dag: &Dag, formula: ExprId) -> Option<Vec<(VarId, u128)>> {
    match dag.node(formula) {
        Node::Var(variable) => Some(vec![(variable, 1)]),
        Node::Unary { op: UnaryOp::Not, a } => match dag.node(a) {
            Node::Var(variable) => Some(vec![(variable, 0)]),
            _ => None,
        },
        Node::Binary { op: BinaryOp::Eq, a, b } => {
            let mut fixed = Vec::new();
            let (term, value) = dag.as_const(b).map(|value| (a, value)).or(dag.as_const(a).map(|value| (b, value)))?;
            split(dag, term, value, &mut fixed).then_some(fixed)
        }
        _ => None,
    }
}

/// What a term equal to a constant says about the variables it is put together from; false if it says more.
pub(crate) fn split(dag: &Dag, term: ExprId, value: u128, fixed: &mut Vec<(VarId, u128)>) -> bool {
    match dag.node(term) {
        Node::Var(variable) => {
            fixed.push((variable, value));
            true
        }
        Node::Concat { hi, lo } => {
            let low = dag.width(lo);
            let hi = split(dag, hi, value >> low, fixed);
            split(dag, lo, value & (u128::MAX >> (128 - low)), fixed) && hi
        }
        _ => false,
    }
}

/// The conjuncts with fixed variables replaced where they are not what is fixed.
pub(crate) fn with_values(dag: &mut Dag, conjuncts: Vec<Conjunct>) -> Vec<Conjunct> {
    let mut values: FxHashMap<VarId, u128> = FxHashMap::default();
    for conjunct in conjuncts.iter().filter(|conjunct| conjunct.guards.is_none()) {
        values.extend(fixes(dag, conjunct.formula).into_iter().flatten());
    }
    if values.is_empty() {
        return conjuncts;
    }
    let mut substitution = Substitution::new();
    for (&variable, &value) in &values {
        let constant = dag.constant(value, dag.var_info(variable).width);
        substitution.replace_var(dag, variable, constant);
    }
    let replaced = conjuncts.into_iter().map(|conjunct| {
        let known = |variable: &VarId| values.contains_key(variable);
        if !dag.vars(conjunct.formula).iter().any(known) {
            return conjunct;
        }
        if conjunct.guards.is_none() && fixes(dag, conjunct.formula).is_some_and(|fixed| agree(&fixed, &values)) {
            return conjunct;
        }
        Conjunct { formula: substitution.apply(dag, conjunct.formula), ..conjunct }
    });
    replaced.collect()
}

/// Whether these are the values that were taken: two different ones for a variable contradict each other.
fn agree(fixed: &[(VarId, u128)], values: &FxHashMap<VarId, u128>) -> bool {
    fixed.iter().all(|(variable, value)| values.get(variable) == Some(value))
}

/// The conjuncts without alternatives that others rule out, and without those that follow from others.
pub(crate) fn without_alternatives(dag: &mut Dag, conjuncts: Vec<Conjunct>) -> Vec<Conjunct> {
    let (disjunctions, units): (Vec<Conjunct>, Vec<Conjunct>) =
        conjuncts.into_iter().partition(|conjunct| is_disjunction(dag, conjunct.formula));
    if disjunctions.is_empty() {
        return units;
    }
    let units: Vec<Unit> = units.into_iter().map(|unit| Unit::new(dag, unit)).collect();
    let mut kept: Vec<Conjunct> = units.iter().map(|unit| unit.conjunct).collect();
    let lasting = |unit: &&Unit| unit.conjunct.guards.is_none();
    let always = Comparisons::of(dag, units.iter().filter(lasting).map(|unit| unit.conjunct.formula));
    for conjunct in disjunctions {
        let lasting = |unit: &&Unit| unit.conjunct.guards.is_none() || unit.conjunct.guards == conjunct.guards;
        let facts: Vec<&Unit> = units.iter().filter(lasting).collect();
        let mut compared = always.clone();
        for unit in facts.iter().filter(|unit| unit.conjunct.guards.is_some()) {
            compared.assume(dag, unit.conjunct.formula);
        }
        let formula = simplified(dag, conjunct.formula, &facts, compared);
        if !dag.is_true(formula) {
            kept.push(Conjunct { formula, ..conjunct });
        }
    }
    kept
}

/// The conjuncts without comparisons of two terms that follow from others which stay at least as long.
pub(crate) fn without_implied(dag: &mut Dag, conjuncts: Vec<Conjunct>) -> Vec<Conjunct> {
    if !Comparisons::of(dag, conjuncts.iter().map(|conjunct| conjunct.formula)).relate() {
        return conjuncts;
    }
    let mut kept = conjuncts;
    let mut index = 0;
    while index < kept.len() {
        let conjunct = kept[index];
        let others = kept
            .iter()
            .enumerate()
            .filter(|&(other, by)| other != index && (by.guards.is_none() || by.guards == conjunct.guards));
        let others = Comparisons::of(dag, others.map(|(_, by)| by.formula));
        if others.relate() && others.imply(dag, conjunct.formula) {
            kept.remove(index);
        } else {
            index += 1;
        }
    }
    kept
}

/// A requirement without alternatives, and what it says of a term.
struct Unit {
    conjunct: Conjunct,
    interval: Option<Interval>,
}

impl Unit {
    fn new(dag: &mut Dag, conjunct: Conjunct) -> Unit {
        let interval = interval::parse(dag, conjunct.formula, true);
        Unit { conjunct, interval }
    }
}

fn simplified(dag: &mut Dag, formula: ExprId, facts: &[&Unit], compared: Comparisons) -> ExprId {
    let Some(all) = alternatives(dag, formula) else { return formula };
    // If none of them held: comparisons that lead back to one contradict each other.
    let mut otherwise = compared.clone();
    for &alternative in &all {
        let negated = dag.not(alternative);
        otherwise.assume(dag, negated);
    }
    if otherwise.relate() && all.iter().any(|&alternative| otherwise.imply(dag, alternative)) {
        return dag.truth(true);
    }
    let mut rest: Vec<ExprId> = Vec::new();
    let mut intervals: Vec<Interval> = Vec::new();
    for alternative in all {
        let negated = dag.not(alternative);
        let interval = interval::parse(dag, alternative, true);
        let mut impossible = compared.relate() && compared.imply(dag, negated);
        for unit in facts {
            let fact = unit.conjunct.formula;
            let (mut follows, mut excluded) = (fact == alternative, fact == negated);
            if let (Some(known), Some(interval)) = (unit.interval, interval)
                && known.is_of_same(interval)
            {
                follows |= interval.contains(dag, known);
                excluded |= interval.is_disjoint(dag, known);
            }
            if follows {
                return dag.truth(true);
            }
            impossible |= excluded;
        }
        match interval {
            _ if impossible => {}
            None => rest.push(alternative),
            Some(interval) => match joined(dag, &mut intervals, interval) {
                Union::Everything => return dag.truth(true),
                Union::One(whole) => intervals.push(whole),
            },
        }
    }
    rest.extend(intervals.into_iter().map(|interval| interval::formula(dag, interval)));
    rest.sort_unstable();
    dag.any(&rest)
}

/// An interval together with those it touches, which are taken out.
fn joined(dag: &Dag, intervals: &mut Vec<Interval>, interval: Interval) -> Union {
    let mut whole = interval;
    let mut at = 0;
    while at < intervals.len() {
        let union = if intervals[at].is_of_same(whole) { whole.union(dag, intervals[at]) } else { None };
        match union {
            Some(Union::Everything) => return Union::Everything,
            Some(Union::One(union)) => {
                whole = union;
                intervals.swap_remove(at);
                // It may touch one that it did not touch before.
                at = 0;
            }
            None => at += 1,
        }
    }
    Union::One(whole)
}

/// The parts of a disjunction; `None` if there are too many.
pub(crate) fn alternatives(dag: &mut Dag, formula: ExprId) -> Option<Vec<ExprId>> {
    let mut found = Vec::new();
    let mut open = vec![formula];
    while let Some(e) = open.pop() {
        match parts(dag, e) {
            Some(parts) if is_disjunction(dag, e) => open.extend(parts),
            _ => found.push(e),
        }
        if found.len() + open.len() > MAX_ALTERNATIVES {
            return None;
        }
    }
    Some(found)
}

/// Whether it has alternatives and is not just a comparison.
fn is_disjunction(dag: &mut Dag, e: ExprId) -> bool {
    parts(dag, e).is_some() && interval::parse(dag, e, true).is_none()
}

fn parts(dag: &mut Dag, e: ExprId) -> Option<[ExprId; 2]> {
    match dag.node(e) {
        Node::Binary { op: BinaryOp::Or, a, b } => Some([a, b]),
        Node::Unary { op: UnaryOp::Not, a } => match dag.node(a) {
            Node::Binary { op: BinaryOp::And, a, b } => Some([dag.not(a), dag.not(b)]),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::{DefaultValue, Evaluator, Model};

    /// Random conditions over two small variables mean the same before and after.
    #[test]
    fn the_meaning_does_not_change() {
        let mut dag = Dag::new();
        let mut evaluator = Evaluator::new();
        let terms = [dag.variable("x", 0, 0, 3), dag.variable("y", 0, 0, 3)];
        let variables = terms.map(|term| dag.vars(term)[0]);
        let mut seed = 1u64;
        let mut below = |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        let mut simpler = 0;
        for _ in 0..4000 {
            let mut atom = |dag: &mut Dag| {
                let term = terms[below(2) as usize];
                let (shift, bound) = (dag.constant(below(8) as u128, 3), dag.constant(below(8) as u128, 3));
                let term = dag.add(term, shift);
                match below(4) {
                    0 => dag.eq(term, bound),
                    1 => dag.ult(term, bound),
                    2 => dag.slt(bound, term),
                    _ => dag.ne(term, bound),
                }
            };
            let conjuncts: Vec<Conjunct> = (0..4)
                .map(|number| {
                    let parts: Vec<ExprId> = (0..=number % 3).map(|_| atom(&mut dag)).collect();
                    Conjunct { formula: dag.any(&parts), guards: None }
                })
                .collect();
            let after = with_values(&mut dag, conjuncts.clone());
            let after = without_alternatives(&mut dag, after);
            simpler += (after != conjuncts) as u32;
            for value in 0..64 {
                let mut model = Model::new(DefaultValue::Zero);
                model.set(variables[0], value & 7);
                model.set(variables[1], value >> 3);
                let mut holds =
                    |all: &[Conjunct]| all.iter().all(|conjunct| evaluator.holds(&dag, conjunct.formula, &model));
                assert_eq!(holds(&conjuncts), holds(&after), "{conjuncts:?} became {after:?}");
            }
        }
        assert!(simpler > 1000, "only {simpler} were simplified");
    }

    /// What goes follows from what stays, whichever bugs are found later.
    #[test]
    fn nothing_is_lost_with_comparisons_that_follow() {
        use crate::hand_made::bug;
        use machine::checks::BugKind;
        let mut dag = Dag::new();
        let mut evaluator = Evaluator::new();
        let terms = [0, 1, 2].map(|number| dag.variable("x", number, 0, 2));
        let variables = terms.map(|term| dag.vars(term)[0]);
        let found = bug(BugKind::Abort, 0, 0);
        let mut seed = 1u64;
        let mut below = |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        let mut fewer = 0;
        for _ in 0..3000 {
            let conjuncts: Vec<Conjunct> = (0..4)
                .map(|_| {
                    let [a, b] = [0, 1].map(|_| terms[below(3) as usize]);
                    let formula = match below(3) {
                        0 => dag.slt(a, b),
                        1 => dag.sle(a, b),
                        _ => dag.ule(a, b),
                    };
                    Conjunct { formula, guards: (below(2) == 0).then_some(found) }
                })
                .collect();
            let left = without_implied(&mut dag, conjuncts.clone());
            fewer += u32::from(left.len() < conjuncts.len());
            for point in 0..64 {
                let mut model = Model::new(DefaultValue::Zero);
                for (position, &variable) in variables.iter().enumerate() {
                    model.set(variable, point >> (2 * position) & 3);
                }
                for lasting in [false, true] {
                    let mut hold = |all: &[Conjunct]| {
                        let mut all = all.iter().filter(|conjunct| !lasting || conjunct.guards.is_none());
                        all.all(|conjunct| evaluator.holds(&dag, conjunct.formula, &model))
                    };
                    assert_eq!(hold(&left), hold(&conjuncts), "{conjuncts:?} became {left:?}");
                }
            }
        }
        assert!(fewer > 300, "only {fewer} became fewer");
    }

    /// What one requirement says about another must not be relied on when it may go first.
    #[test]
    fn requirements_that_may_go_say_nothing() {
        use machine::checks::{BugId, BugKind};
        use program::ir::{FuncId, LocId};
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 8);
        let (four, nine) = (dag.constant(4, 8), dag.constant(9, 8));
        let fixed = dag.eq(x, four);
        let small = dag.ult(x, nine);
        let y = dag.variable("y", 0, 0, 1);
        let either = dag.or(small, y);
        let guards = Some(BugId { kind: BugKind::DivisionByZero, function: FuncId(0), loc: LocId(1) });
        let conjuncts = vec![Conjunct { formula: fixed, guards }, Conjunct { formula: either, guards: None }];
        assert_eq!(with_values(&mut dag, conjuncts.clone()), conjuncts);
        assert_eq!(without_alternatives(&mut dag, conjuncts.clone()), conjuncts);
    }
}
