//! Closing the graph of an attempt: conditions are computed until they hold together.
//!
//! The condition of a point is what its pieces require, pulled back as anywhere (see [`weakest_pre`]), with the present conditions
//! of the points it links to at their ends; a point without one requires nothing yet. Where the condition a point has been taken to have
//! implies what it requires, the point is settled; otherwise it takes the new one, and those that link to it are to be
//! computed anew. So conditions only become stronger, from the weakest there is: the greatest fixed point, if it is reached.
//!
//! An arrival that does not satisfy the condition of its point any more is covered by another one, or becomes a point.

use std::rc::Rc;

use expr::{Dag, DefaultValue, Evaluator, ExprId, Model, VarId};
use machine::shadow;
use rustc_hash::FxHashSet;

use super::generalising::Planned;
use super::graph::{Graph, LinkId, PieceId, PointId};
use super::{Progress, Reason, generalising};
use crate::condition::{Condition, Conjunct};
use crate::edge::EndKind;
use crate::inference::Inference;
use crate::subsumption;
use crate::weakest_pre::{self, Way};

/// How often the condition of a point may be computed.
const MOST_ROUNDS: u32 = 200;
/// From how many on something at the head of a loop is made general: where it has one point, several, general ones.
const UNSETTLED_ALONE: u32 = 5;
const UNSETTLED: u32 = 12;
const UNSETTLED_GENERAL: u32 = 16;
/// Expressions a condition is made of from which on the values of a state take its place.
const HEAVY: usize = 30;
/// Formulas that are kept of what a point was found to require.
const MOST_REQUIRED: usize = 200;
/// From how many on the new condition is taken together with the old one, so that nothing goes back and forth.
const ROUNDS_APART: u32 = 4;

/// One step towards a closed graph in which no state is being explored.
pub(super) fn step(inference: &mut Inference, graph: &mut Graph, evaluator: &mut Evaluator) -> Progress {
    if let Some(link) = next_unchecked(graph) {
        check(inference, graph, evaluator, link);
        return Progress::Working;
    }
    // The newest first: what is below others comes after them.
    graph.stale.sort_unstable();
    let Some(point) = graph.stale.pop() else { return prove_next(inference, graph) };
    graph.points[point].stale = false;
    match recompute(inference, graph, evaluator, point) {
        Some(()) => Progress::Working,
        None => Progress::GaveUp(Reason::Nothing),
    }
}

/// A link that is to be looked at, and whose point has a condition by now.
fn next_unchecked(graph: &mut Graph) -> Option<LinkId> {
    let position = graph.unchecked.iter().rposition(|&link| {
        let to = graph.links[link].to;
        graph.points[to].condition.is_some()
    })?;
    Some(graph.unchecked.swap_remove(position))
}

/// Whether an arrival satisfies the condition of the point that is to cover it, and what follows if it does not.
fn check(inference: &mut Inference, graph: &mut Graph, evaluator: &mut Evaluator, id: LinkId) {
    let link = &mut graph.links[id];
    if !std::mem::replace(&mut link.unchecked, false) {
        return;
    }
    let (mut state, path, to) = (link.state.clone(), link.path.clone(), link.to);
    let condition = graph.points[to].condition.clone();
    if condition.is_some_and(|condition| subsumption::is_covered(inference, evaluator, &mut state, &condition, &path)) {
        return;
    }
    let key = graph.points[to].key.clone();
    let others = |value: &mut dyn FnMut(VarId) -> Option<u64>| {
        let candidates = graph.candidates(&key, value).into_iter();
        candidates.filter(|&(point, _)| point != to).collect()
    };
    let other = subsumption::first_covering(inference, evaluator, &mut state, &path, others);
    let to = other.or_else(|| graph.without_condition(&key));
    let to = match to {
        Some(to) => to,
        None => {
            let below = Some(graph.point_of(id));
            generalising::point_for(inference, graph, evaluator, key, state, path, below)
        }
    };
    graph.relink(id, to);
}

/// Computes what a point requires. `None` where nothing can be said of it.
fn recompute(inference: &mut Inference, graph: &mut Graph, evaluator: &mut Evaluator, point: PointId) -> Option<()> {
    let required = requirement(inference, graph, point)?;
    let at = &mut graph.points[point];
    if at.required.len() < MOST_REQUIRED {
        at.required.extend(required.conjuncts.iter().map(|conjunct| conjunct.formula));
    }
    let (computed, own_general) = (at.computed, at.general == Some(point));
    let required = match own_general {
        false if is_heavy(&inference.machine.dag, &required) => {
            exact(inference, graph, evaluator, point, &required).unwrap_or(required)
        }
        _ => required,
    };
    let condition = match graph.points[point].condition.clone() {
        None => required,
        Some(old) if is_implied(inference, &old, &required) => return Some(()),
        Some(_) if computed >= MOST_ROUNDS => return None,
        Some(old) if computed >= ROUNDS_APART || own_general => both(inference, &old, &required)?,
        Some(_) => required,
    };
    let is_loop = inference.machine.loop_at(&graph.pieces[graph.points[point].first].edge.start).is_some();
    let key = graph.points[point].key.clone();
    let unsettled = match (own_general, graph.points_at(&key).len()) {
        (true, _) => UNSETTLED_GENERAL,
        (false, 1) => UNSETTLED_ALONE,
        (false, _) => UNSETTLED,
    };
    if is_loop && computed >= unsettled && !matches!(graph.plans.get(&key), Some(Planned::Exact)) {
        generalising::make_plan(inference, graph, evaluator, &key);
    }
    graph.require(&inference.machine.dag, point, condition);
    for link in graph.points[point].covers.clone() {
        graph.look_again(link);
        graph.make_stale(graph.point_of(link));
    }
    Some(())
}

/// Whether a condition has grown so large that it will hardly settle.
fn is_heavy(dag: &Dag, condition: &Condition) -> bool {
    let mut seen = FxHashSet::default();
    let mut open: Vec<ExprId> = condition.conjuncts.iter().map(|conjunct| conjunct.formula).collect();
    while let Some(e) = open.pop() {
        if seen.insert(e) {
            open.extend(dag.node(e).operands());
        }
        if seen.len() > HEAVY {
            return true;
        }
    }
    false
}

/// The values that what a requirement speaks of has in the state of a point, where all of it is plain: a condition that is
/// narrow, and does not grow from round to round. States of which there are few are told apart by it.
fn exact(
    inference: &mut Inference,
    graph: &Graph,
    evaluator: &mut Evaluator,
    point: PointId,
    required: &Condition,
) -> Option<Rc<Condition>> {
    let state = &graph.pieces[graph.points[point].first].edge.start;
    let dag = &mut inference.machine.dag;
    let mut variables: Vec<VarId> =
        required.conjuncts.iter().flat_map(|conjunct| dag.vars(conjunct.formula)).copied().collect();
    variables.sort_unstable();
    variables.dedup();
    let mut model = Model::new(DefaultValue::Zero);
    let mut conjuncts = Vec::with_capacity(variables.len());
    for variable in variables {
        let width = dag.var_info(variable).width;
        let value = shadow::plain_value(state, shadow::location_of(dag, variable)?)? & (u64::MAX >> (64 - width));
        model.set(variable, value);
        let (term, value) = (dag.var_expr(variable), dag.constant(value.into(), width));
        conjuncts.push(Conjunct { formula: dag.eq(term, value), guards: None });
    }
    // It implies what is required if that holds for these values.
    let holds = required.conjuncts.iter().all(|conjunct| evaluator.holds(dag, conjunct.formula, &model));
    let exact = Condition { conjuncts, ..required.clone() };
    holds.then(|| exact.normalised(dag).map(Rc::new)).flatten()
}

/// What the pieces below a point require of it.
fn requirement(inference: &mut Inference, graph: &mut Graph, point: PointId) -> Option<Rc<Condition>> {
    let first = graph.points[point].first;
    let ways = ways(inference, graph, first)?;
    let [way] = &ways[..] else { return None };
    Some(way.condition.clone())
}

/// The ways a piece stands for, with the present conditions where it arrives at joins.
fn ways(inference: &mut Inference, graph: &mut Graph, piece: PieceId) -> Option<Vec<Way>> {
    if let Some(link) = graph.pieces[piece].link {
        let to = graph.links[link].to;
        let entry = graph.points[to].condition.clone().unwrap_or_else(Condition::nothing_below);
        graph.pieces[piece].edge.end.as_mut()?.kind = EndKind::Subsumed(entry);
    }
    let mut below = Vec::new();
    for at in graph.pieces[piece].below.clone() {
        below.extend(ways(inference, graph, at)?);
    }
    let edge = &mut graph.pieces[piece].edge;
    edge.ways = below;
    let ways = weakest_pre::ways(inference, edge);
    let conjuncts = ways.iter().flatten().map(|way| way.condition.conjuncts.len()).sum();
    // What decision procedures did is counted by the attempt.
    inference.economy.pulled_back(edge.length(), conjuncts, 0);
    edge.ways = Vec::new();
    ways
}

/// Whether a condition implies another one, whichever of the bugs it guards against are found later: what guards against one
/// may rest on what guards against the same or protects the way itself, and on nothing else.
fn is_implied(inference: &mut Inference, from: &Condition, to: &Condition) -> bool {
    let objects = to.objects.iter().all(|fact| from.objects.contains(fact));
    let heap = to.next_heap.is_none() || to.next_heap == from.next_heap;
    objects
        && heap
        && to.conjuncts.iter().all(|conjunct| {
            from.conjuncts.contains(conjunct) || {
                let mut question = premises(from, conjunct);
                question.push(inference.machine.dag.not(conjunct.formula));
                inference.solver.check_set(&mut inference.machine.dag, &question).is_unsat()
            }
        })
}

/// What of a condition a conjunct may rest on.
fn premises(from: &Condition, conjunct: &Conjunct) -> Vec<ExprId> {
    let lasts = |premise: &&Conjunct| premise.guards.is_none() || premise.guards == conjunct.guards;
    from.conjuncts.iter().filter(lasts).map(|premise| premise.formula).collect()
}

/// Both conditions in one.
fn both(inference: &mut Inference, one: &Condition, other: &Condition) -> Option<Rc<Condition>> {
    let mut both = one.clone();
    both.conjuncts.extend(&other.conjuncts);
    both.objects.extend(&other.objects);
    both.next_heap = match (one.next_heap, other.next_heap) {
        (Some(one), Some(other)) if one != other => return None,
        (one, other) => one.or(other),
    };
    both.normalised(&mut inference.machine.dag).map(Rc::new)
}

/// All conditions hold together. With self-checks that is shown again first, a point at a time.
fn prove_next(inference: &mut Inference, graph: &mut Graph) -> Progress {
    let point = graph.proved_again;
    if inference.recheck.is_none() || point == graph.points.len() {
        return Progress::Closed;
    }
    graph.proved_again += 1;
    if is_proved(inference, graph, point) { Progress::Working } else { Progress::GaveUp(Reason::Unproved) }
}

/// A point is computed once more, and what it is taken to require is shown by independent means to imply what it does require.
fn is_proved(inference: &mut Inference, graph: &mut Graph, point: PointId) -> bool {
    let Some(required) = requirement(inference, graph, point) else { return false };
    let Some(taken) = graph.points[point].condition.clone() else { return false };
    let state = graph.pieces[graph.points[point].first].edge.start.clone();
    required.conjuncts.iter().all(|conjunct| {
        let premises = premises(&taken, conjunct);
        inference.is_proved_again(&state, &premises, conjunct.formula, "self-check of a loop's condition")
    })
}
