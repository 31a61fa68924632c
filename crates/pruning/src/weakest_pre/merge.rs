//! The merge formula (P16 section II.D, P21 section 4): what was learnt on each way on from the end of an edge, pulled back
//! over the edge and joined with what the edge itself requires.
//!
//! Execution must take one of the ways, and on each its conjuncts must hold. A conjunct that holds on every way needs no
//! guard; the others keep the guard of their way where the two are linked (see [`separate`](crate::separate)).

use std::rc::Rc;

use expr::{ExprId, Substitution, VarId};
use machine::shadow::{self, ShadowEnd};

use super::follow::Requirements;
use super::{Way, fit, inputs};
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

/// Pulls the ways below back over the edge and joins them with what the edge itself requires.
pub(super) fn merged(
    inference: &mut Inference,
    edge: &Edge,
    shadow: &ShadowEnd,
    mut edge_requires: Requirements,
    below: &[Way],
) -> Option<Vec<Way>> {
    let mut substitution = substitution(inference, shadow, below)?;
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
    let some_way: Vec<ExprId> =
        below.iter().flat_map(|way| std::iter::once(way.taken).chain(way.harmless.iter().copied())).collect();
    if !some_way.is_empty() {
        let formula = dag.any(&some_way);
        let formula = edge_requires.links.guarded(dag, &edge_requires.assumed, formula);
        conjuncts.push(Conjunct { formula, guards: None });
    }
    for (index, way) in below.iter().enumerate() {
        for &conjunct in &way.conjuncts {
            let everywhere = below.iter().enumerate().all(|(i, b)| i == index || b.conjuncts.contains(&conjunct));
            let mut guards = edge_requires.assumed.clone();
            if !everywhere {
                guards.push(way.taken);
            }
            let formula = edge_requires.links.guarded(dag, &guards, conjunct.formula);
            conjuncts.push(Conjunct { formula, guards: conjunct.guards });
        }
    }
    for condition in edge.conditions_below() {
        objects.extend(condition.objects.iter().filter(|fact| !shadow.made(fact)).copied());
        uses_heap |= condition.next_heap.is_some();
    }
    let required = conjuncts.clone();
    let mut conjuncts = inputs::eliminated(inference, edge, conjuncts)?;
    if let Some(path) = &edge.path {
        conjuncts = abduction::cores(inference, edge, path, conjuncts)?;
    }
    let next_heap = uses_heap.then_some(start_heap);
    let work = edge.work() + edge.conditions_below().map(|condition| condition.work).sum::<f64>();
    let condition = Condition { conjuncts, objects, next_heap, work }.normalised(&mut inference.machine.dag)?;

    if inference.recheck.is_some() && !is_rechecked(inference, edge, &condition, &edge_requires, &required, &below) {
        return None;
    }
    let dag = &mut inference.machine.dag;
    let taken = dag.all(&edge_requires.taken);
    Some(vec![Way { taken, harmless: edge_requires.harmless, condition: Rc::new(condition) }])
}

/// Whether the condition, and the way taken, imply what the edge requires and each condition at its end.
fn is_rechecked(
    inference: &mut Inference,
    edge: &Edge,
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
    premises.extend(&edge_requires.assumed);
    below.iter().all(|way| {
        let mut premises = premises.clone();
        premises.push(way.taken);
        let conclusion = all(inference, &way.conjuncts);
        inference.is_proved_again(&edge.start, &premises, conclusion, what)
    })
}

/// What each variable of the conditions below is over the start of the edge.
fn substitution(inference: &mut Inference, shadow: &ShadowEnd, below: &[Way]) -> Option<Substitution> {
    let mut variables: Vec<VarId> = Vec::new();
    for way in below {
        let formulas = way.condition.conjuncts.iter().map(|conjunct| &conjunct.formula);
        for &e in std::iter::once(&way.taken).chain(&way.harmless).chain(formulas) {
            variables.extend(inference.machine.dag.vars(e));
        }
    }
    // Those of each formula are in order.
    variables.sort();
    variables.dedup();
    let mut substitution = Substitution::new();
    for var in variables {
        let dag = &mut inference.machine.dag;
        let Some(location) = shadow::location_of(dag, var) else { continue };
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
    Some(substitution)
}
