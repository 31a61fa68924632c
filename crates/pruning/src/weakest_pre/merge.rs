//! The merge formula (P16 section II.D, P21 section 4): what was learnt on each way on from the end of an edge, pulled back
//! over the edge and joined with what the edge itself requires.
//!
//! Execution must take one of the ways, and on each its conjuncts must hold. A conjunct that holds on every way, word for word or
//! because of what is [compared](Comparisons) there, needs no guard, nor do [two](either) between which the guard decides; the others keep the guard of their way where the two are linked (see [`separate`](crate::separate)). What a formula
//! mentions that is known under pins only becomes what it is, and the pins are required with it ([`OnDemand`]).
//!
//! [`OnDemand`]: machine::shadow::OnDemand

use std::rc::Rc;

use expr::{Dag, ExprId, Substitution, VarId};
use machine::checks::BugId;
use machine::shadow::{self, Demanded, Location, ShadowEnd};
use solver::Comparisons;

use super::follow::Requirements;
use super::{Way, either, fit, inputs};
use crate::abduction;
use crate::condition::{Condition, Conjunct};
use crate::edge::Edge;
use crate::inference::Inference;

/// A way on from the end of an edge, over the variables of its start.
struct Below {
    taken: ExprId,
    harmless: Vec<ExprId>,
    conjuncts: Vec<Conjunct>,
}

/// What is required on one way, and the obligation it protects.
pub(super) type Requirement = (Demanded, Option<BugId>);

/// A way on from the end of an edge, over the variables of its start, without vague values.
struct Demands {
    taken: Demanded,
    requirements: Vec<Requirement>,
}

impl Demands {
    /// What is compared on this way.
    fn comparisons(&self, dag: &Dag) -> Comparisons {
        let required = self.requirements.iter().map(|(formula, _)| formula.formula);
        Comparisons::of(dag, required.chain([self.taken.formula]))
    }
}

/// What keeps the guard of its way, for each way; the rest is required at once.
///
/// Without its guard a requirement is stronger, never wrong.
fn without_needless_guards(
    dag: &mut Dag,
    ways: Vec<Demands>,
    mut require: impl FnMut(&mut Dag, Requirement),
) -> Vec<(Demanded, Vec<Requirement>)> {
    let compared: Vec<Comparisons> = match ways.len() {
        0 | 1 => Vec::new(),
        _ => ways.iter().map(|way| way.comparisons(dag)).collect(),
    };
    let is_everywhere = |dag: &Dag, index: usize, requirement: &Requirement| {
        ways.iter().enumerate().all(|(other, way)| {
            other == index
                || way.requirements.contains(requirement)
                || compared[other].imply(dag, requirement.0.formula)
        })
    };
    let mut guarded: Vec<Vec<Requirement>> = Vec::with_capacity(ways.len());
    for (index, way) in ways.iter().enumerate() {
        let (everywhere, here): (Vec<Requirement>, Vec<Requirement>) =
            way.requirements.iter().cloned().partition(|requirement| is_everywhere(dag, index, requirement));
        everywhere.into_iter().for_each(|requirement| require(dag, requirement));
        guarded.push(here);
    }
    if let ([first, second], [one, other]) = (&ways[..], &mut guarded[..])
        && dag.not(first.taken.formula) == second.taken.formula
    {
        either::take_pairs(dag, [&first.taken, &second.taken], [one, other])
            .into_iter()
            .for_each(|requirement| require(dag, requirement));
    }
    ways.into_iter().map(|way| way.taken).zip(guarded).collect()
}

/// Pulls the ways below back over the edge and joins them with what the edge itself requires.
pub(super) fn merged(
    inference: &mut Inference,
    edge: &Edge,
    shadow: &mut ShadowEnd,
    mut edge_requires: Requirements,
    below: &[Way],
    asked_for: &[(VarId, Location)],
) -> Option<Vec<Way>> {
    let mut substitution = substitution(inference, shadow, asked_for);
    let mut conjuncts = edge_requires.conjuncts.clone();
    let mut objects = shadow.objects.clone();
    let start_heap = edge.start.memory.next_heap();
    let mut uses_heap = shadow.state.memory.next_heap() != start_heap;

    let dag = &mut inference.machine.dag;
    let below: Vec<Below> = below
        .iter()
        .map(|way| {
            let taken = substitution.apply(dag, way.taken);
            let harmless = way.harmless.iter().map(|&e| substitution.apply(dag, e)).collect();
            let conjuncts = way
                .condition
                .conjuncts
                .iter()
                .map(|c| Conjunct { formula: substitution.apply(dag, c.formula), guards: c.guards });
            Below { taken, harmless, conjuncts: conjuncts.collect() }
        })
        .collect();
    // Once here, and about once more for making the condition simple.
    inference.economy.substituted(2 * substitution.steps());
    let demanded = |dag: &mut Dag, formula| shadow.on_demand.demanded(dag, formula);
    let assumed: Vec<Demanded> = edge_requires.assumed.iter().map(|&guard| demanded(dag, guard)).collect();
    let some_way: Vec<ExprId> =
        below.iter().flat_map(|way| std::iter::once(way.taken).chain(way.harmless.iter().copied())).collect();
    if !some_way.is_empty() {
        let formula = dag.any(&some_way);
        let formula = demanded(dag, formula);
        conjuncts.extend(edge_requires.links.conjuncts(dag, &assumed, formula, None));
    }
    let ways: Vec<Demands> = below
        .iter()
        .map(|way| Demands {
            taken: demanded(dag, way.taken),
            requirements: way.conjuncts.iter().map(|c| (demanded(dag, c.formula), c.guards)).collect(),
        })
        .collect();
    let mut require = |dag: &mut Dag, guards: &[Demanded], (formula, protects): Requirement| {
        conjuncts.extend(edge_requires.links.conjuncts(dag, guards, formula, protects));
    };
    for (way, requirements) in
        without_needless_guards(dag, ways, |dag, requirement| require(dag, &assumed, requirement))
    {
        let mut guards = assumed.clone();
        guards.push(way);
        for requirement in requirements {
            require(dag, &guards, requirement);
        }
    }
    for condition in edge.conditions_below() {
        objects.extend(condition.objects.iter().filter(|fact| !shadow.made(fact)).copied());
        uses_heap |= condition.next_heap.is_some();
    }
    // What decides the way may be an input that the edge itself makes: what is required of it need hold only where the way is taken.
    let dag = &mut inference.machine.dag;
    let taken = dag.all(&edge_requires.taken);
    for conjunct in &mut conjuncts {
        if inputs::has_inputs(dag, conjunct.formula) {
            conjunct.formula = dag.implies(taken, conjunct.formula);
        }
    }
    let required = conjuncts.clone();
    let mut conjuncts = inputs::eliminated(inference, edge, conjuncts)?;
    if let Some(path) = &edge.path {
        conjuncts = abduction::cores(inference, edge, path, conjuncts)?;
    }
    let next_heap = uses_heap.then_some(start_heap);
    let work = edge.work() + edge.conditions_below().map(|condition| condition.work).sum::<f64>();
    let origin = edge.origin();
    let condition = Condition { conjuncts, objects, next_heap, work, origin }.normalised(&mut inference.machine.dag)?;

    if inference.recheck.is_some()
        && !is_rechecked(inference, edge, shadow, &condition, &edge_requires, &required, &below)
    {
        return None;
    }
    Some(vec![Way { taken, harmless: edge_requires.harmless, condition: Rc::new(condition) }])
}

/// Whether the condition, and the way taken, imply what the edge requires and each condition at its end.
fn is_rechecked(
    inference: &mut Inference,
    edge: &Edge,
    shadow: &ShadowEnd,
    condition: &Condition,
    edge_requires: &Requirements,
    required: &[Conjunct],
    below: &[Below],
) -> bool {
    let what = "self-check of a condition";
    let all = |inference: &mut Inference, conjuncts: &[Conjunct]| {
        let formulas: Vec<ExprId> = conjuncts.iter().map(|conjunct| conjunct.formula).collect();
        inference.machine.dag.all(&formulas)
    };
    let mut premises: Vec<ExprId> = condition.conjuncts.iter().map(|conjunct| conjunct.formula).collect();
    let required = all(inference, required);
    if !inference.is_proved_again(&edge.start, &premises, required, what) {
        return false;
    }
    // It is required only where the way is taken.
    premises.extend(&edge_requires.taken);
    // From here on with the vague values as they were met: that their pins were asked for is proved as well.
    let met: Vec<ExprId> = edge_requires
        .vague
        .iter()
        .chain(&edge_requires.assumed)
        .copied()
        .chain(below.iter().flat_map(|way| way.conjuncts.iter().map(|c| c.formula).chain([way.taken])))
        .collect();
    premises.extend(shadow.on_demand.axioms(&mut inference.machine.dag, &met));
    let itself = inference.machine.dag.all(&edge_requires.vague);
    if !inference.is_proved_again(&edge.start, &premises, itself, what) {
        return false;
    }
    premises.extend(&edge_requires.assumed);
    below.iter().all(|way| {
        let mut premises = premises.clone();
        premises.push(way.taken);
        let conclusion = all(inference, &way.conjuncts);
        inference.is_proved_again(&edge.start, &premises, conclusion, what)
    })
}

/// The program variables that the ways on from a point speak of, in order.
pub(super) fn program_variables(dag: &Dag, ways: &[Way]) -> Vec<(VarId, Location)> {
    let mut variables: Vec<VarId> = Vec::new();
    for way in ways {
        let formulas = way.condition.conjuncts.iter().map(|conjunct| &conjunct.formula);
        for &e in std::iter::once(&way.taken).chain(&way.harmless).chain(formulas) {
            variables.extend(dag.vars(e));
        }
    }
    // Those of each formula are in order.
    variables.sort();
    variables.dedup();
    variables.into_iter().filter_map(|var| Some((var, shadow::location_of(dag, var)?))).collect()
}

/// What each variable of the conditions below is over the start of the edge.
fn substitution(inference: &mut Inference, shadow: &mut ShadowEnd, asked_for: &[(VarId, Location)]) -> Substitution {
    let mut substitution = Substitution::new();
    for &(var, location) in asked_for {
        let dag = &mut inference.machine.dag;
        if shadow.is_unchanged(location) {
            continue;
        }
        let width = dag.var_info(var).width;
        let value = match shadow.value(dag, location) {
            Some(value) => fit(dag, value, width),
            // It exists at the end only: whatever it holds then is nobody's choice.
            None => inference.machine.fresh_unknown(width),
        };
        let dag = &mut inference.machine.dag;
        if dag.var_expr(var) != value {
            substitution.replace_var(dag, var, value);
        }
    }
    substitution
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::EndKind;
    use crate::hand_made::{
        Lab, N, NUMBER, P, X, bug, compute, condition, flag_if_below, local, set, store_n, straight,
    };
    use crate::weakest_pre::tests::way;
    use machine::checks::BugKind;
    use machine::memory::ObjectKind;
    use machine::shadow::ObjectFact;
    use machine::value::Value;
    use program::ir::{BinOp, Operand};

    /// What is learnt at the start of an edge over one instruction that changes neither `x` nor `n`.
    fn merged_ways(lab: &mut Lab, ways: Vec<Way>) -> Rc<Condition> {
        let start = lab.start(3);
        let mut edge = lab.edge(&start, 1, EndKind::Continues);
        edge.ways = ways;
        lab.learnt(&edge).unwrap()
    }

    #[test]
    fn a_conjunct_of_every_way_needs_no_guard() {
        let program = straight(vec![flag_if_below(X, 10)]);
        let mut lab = Lab::new(&program);
        let (yes, shared) = (lab.below(lab.x, 10), lab.below(lab.x, 50));
        let no = lab.not(yes);
        let learnt = merged_ways(&mut lab, vec![way(yes, &[shared]), way(no, &[shared])]);
        lab.assert_means(&learnt.conjuncts, shared);
    }

    #[test]
    fn a_conjunct_of_one_way_keeps_its_guard_if_the_two_are_linked() {
        let program = straight(vec![flag_if_below(X, 10)]);
        let mut lab = Lab::new(&program);
        let (yes, smaller, larger) = (lab.below(lab.x, 10), lab.below(lab.x, 5), lab.below(lab.x, 20));
        let no = lab.not(yes);
        let learnt = merged_ways(&mut lab, vec![way(yes, &[smaller]), way(no, &[larger])]);
        let (first, second) = (lab.implies(yes, smaller), lab.implies(no, larger));
        let expected = lab.and(first, second);
        lab.assert_means(&learnt.conjuncts, expected);
    }

    #[test]
    fn a_conjunct_of_one_way_loses_its_guard_if_the_two_are_not_linked() {
        let program = straight(vec![flag_if_below(X, 10)]);
        let mut lab = Lab::new(&program);
        let (yes, small) = (lab.below(lab.x, 10), lab.below(lab.n, 5));
        let no = lab.not(yes);
        let learnt = merged_ways(&mut lab, vec![way(yes, &[small]), way(no, &[])]);
        lab.assert_means(&learnt.conjuncts, small);
    }

    #[test]
    fn execution_must_take_one_of_the_ways() {
        let program = straight(vec![flag_if_below(X, 10)]);
        let mut lab = Lab::new(&program);
        let yes = lab.below(lab.x, 10);
        let learnt = merged_ways(&mut lab, vec![way(yes, &[])]);
        lab.assert_means(&learnt.conjuncts, yes);
        let twenty = lab.below(lab.x, 20);
        let harmless = vec![lab.not(twenty)];
        let learnt = merged_ways(&mut lab, vec![Way { harmless, ..way(yes, &[]) }]);
        let end = lab.not(twenty);
        let expected = lab.machine.dag.or(yes, end);
        lab.assert_means(&learnt.conjuncts, expected);
    }

    #[test]
    fn guards_of_ways_are_over_the_start_of_the_edge() {
        let program = straight(vec![flag_if_below(X, 10)]);
        let mut lab = Lab::new(&program);
        let (yes, no) = (lab.flag, lab.not(lab.flag));
        let (first, second) = (lab.below(lab.x, 5), lab.below(lab.x, 20));
        let learnt = merged_ways(&mut lab, vec![way(yes, &[first]), way(no, &[second])]);
        let yes = lab.below(lab.x, 10);
        let no = lab.not(yes);
        let (first, second) = (lab.implies(yes, first), lab.implies(no, second));
        let expected = lab.and(first, second);
        lab.assert_means(&learnt.conjuncts, expected);
    }

    #[test]
    fn registers_and_bytes_are_put_in_at_once() {
        // `number = n; n = x; x = 7`
        let copy = program::ir::Inst::Copy { dst: N, src: Operand::Reg(X) };
        let program = straight(vec![store_n(), copy, set(X, 7)]);
        let mut lab = Lab::new(&program);
        let start = lab.start(3);
        let mut edge = lab.edge(&start, 3, EndKind::Continues);
        let less = lab.machine.dag.ult(lab.number, lab.n);
        let at_most = lab.machine.dag.ule(lab.x, lab.n);
        let always = lab.truth();
        edge.ways = vec![way(always, &[less, at_most])];
        let learnt = lab.learnt(&edge).unwrap();
        let less = lab.machine.dag.ult(lab.n, lab.x);
        let seven = lab.machine.dag.constant(7, 32);
        let at_least = lab.machine.dag.ule(seven, lab.x);
        let expected = lab.and(less, at_least);
        lab.assert_means(&learnt.conjuncts, expected);
    }

    #[test]
    fn a_condition_that_becomes_false_is_nothing_learnt() {
        let program = straight(vec![set(N, 7)]);
        let mut lab = Lab::new(&program);
        let start = lab.start(3);
        let small = lab.below(lab.n, 5);
        let edge = lab.edge(&start, 1, EndKind::Subsumed(condition(&[small])));
        assert!(lab.ways(&edge).is_none());
    }

    #[test]
    fn what_conjuncts_guard_is_carried_up() {
        let program = straight(vec![compute(N, BinOp::Add, N, Operand::Imm(1))]);
        let mut lab = Lab::new(&program);
        let start = lab.start(3);
        let guards = Some(bug(BugKind::Abort, 0, 0));
        let formula = lab.below(lab.n, 5);
        let below = Condition { conjuncts: vec![Conjunct { formula, guards }], ..Condition::default() };
        let edge = lab.edge(&start, 1, EndKind::Subsumed(Rc::new(below)));
        let learnt = lab.learnt(&edge).unwrap();
        assert!(!learnt.conjuncts.is_empty() && learnt.conjuncts.iter().all(|conjunct| conjunct.guards == guards));
    }

    #[test]
    fn objects_relied_on_below_are_relied_on_above() {
        let program = straight(vec![local()]);
        let mut lab = Lab::new(&program);
        let start = lab.start(3);
        let mut end = start.clone();
        lab.walk(&mut end, Some(1));
        let Value::Bits(address) = end.frame.regs[P.index()] else { panic!("an address") };
        let number = ObjectFact::Live { address: NUMBER, capacity: 8, kind: ObjectKind::Global, read_only: false };
        let made = ObjectFact::Live { address, capacity: 4, kind: ObjectKind::Stack, read_only: false };
        let below = Rc::new(Condition { objects: vec![number, made], ..Condition::default() });
        let edge = lab.edge(&start, 1, EndKind::Subsumed(below.clone()));
        assert_eq!(lab.learnt(&edge).unwrap().objects, [number], "the local variable is the edge's own doing");

        let always = lab.truth();
        let mut edge = lab.edge(&start, 1, EndKind::Continues);
        edge.ways = vec![way(always, &[]), Way { condition: below, ..way(always, &[]) }];
        assert_eq!(lab.learnt(&edge).unwrap().objects, [number], "also behind a fork");
    }

    #[test]
    fn the_heap_below_is_the_heap_above() {
        let program = straight(vec![set(N, 1)]);
        let mut lab = Lab::new(&program);
        let start = lab.start(3);
        let at = start.memory.next_heap();
        let below = Rc::new(Condition { next_heap: Some(at), ..Condition::default() });
        let edge = lab.edge(&start, 1, EndKind::Subsumed(below.clone()));
        assert_eq!(lab.learnt(&edge).unwrap().next_heap, Some(at));
        let always = lab.truth();
        let mut edge = lab.edge(&start, 1, EndKind::Continues);
        edge.ways = vec![way(always, &[]), Way { condition: below, ..way(always, &[]) }];
        assert_eq!(lab.learnt(&edge).unwrap().next_heap, Some(at), "also behind a fork");
    }

    #[test]
    fn the_work_below_is_counted() {
        let program = straight(vec![set(N, 1)]);
        let mut lab = Lab::new(&program);
        let start = lab.start(3);
        let below = Rc::new(Condition { work: 1e9, ..Condition::default() });
        let edge = lab.edge(&start, 1, EndKind::Subsumed(below));
        assert_eq!(lab.learnt(&edge).unwrap().work, 1e9 + edge.work());
    }
}
