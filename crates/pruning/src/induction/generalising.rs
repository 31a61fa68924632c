//! Points that stand for many states: what changes from round to round becomes arbitrary, within candidates (Houdini).
//!
//! Counters and sums never agree from one round to the next, and a condition that speaks of one becomes stronger with each round
//! it is pulled back over. So where points of one loop do not come to an end, or the condition of one does not settle, a
//! [plan](Plan) is made: the variables that conditions at this place speak of and that differ between the states that came there are
//! replaced by fresh ones, about which nothing is known but *candidates*: comparisons of what the conditions speak of, with
//! each other and with the constants they mention, which hold in all states seen. A candidate that an arrival does not satisfy is
//! dropped, and the graph is made anew, until nothing is dropped.
//!
//! Candidates are taken to be the condition of such a point at first. That they hold together with what is required, round after
//! round, is shown by [closing](super::closing) like any other condition: nothing rests on how they were found.
//!
//! A general state need not be one the program can be in. So what it runs into is nobody's bug, and the code it
//! enters is not covered; either gives up the plan, or is [noted](super::graph::Graph::unseen).

use expr::{Dag, Evaluator, ExprId, Node, VarId};
use machine::shadow::{self, Location};
use machine::state::State;
use rustc_hash::FxHashSet;
use solver::PathCondition;

use super::graph::{Graph, PointId, PointKind};
use crate::condition::{Condition, Conjunct};
use crate::inference::Inference;
use crate::subsumption;
use crate::table::Key;
use crate::weakest_pre::fit;

/// What becomes general at the head of a loop.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    variables: Vec<VarId>,
    /// Comparisons that all states satisfy.
    candidates: Vec<Chain>,
}

/// Formulas over program variables, each of which implies the next. What holds is all from the first one on.
#[derive(Clone, Debug)]
struct Chain(Vec<ExprId>);

impl Plan {
    fn formulas(&self) -> Vec<ExprId> {
        self.candidates.iter().filter_map(|chain| chain.0.first()).copied().collect()
    }
}

/// How points of a key are made.
#[derive(Clone, Debug)]
pub(super) enum Planned {
    General(Plan),
    /// It was tried in vain.
    Exact,
}

/// Formulas, states and terms that are looked at for a plan.
const MOST_FORMULAS: usize = 400;
const MOST_STATES: usize = 12;
const MOST_TERMS: usize = 10;
const MOST_CONSTANTS: usize = 8;

/// A plan for the points of a key; `None` where nothing that can be replaced changes.
pub(super) fn plan(inference: &mut Inference, graph: &Graph, evaluator: &mut Evaluator, key: &Key) -> Option<Plan> {
    let points = graph.points_at(key);
    let mut formulas: Vec<ExprId> = points.iter().flat_map(|&at| graph.points[at].required.iter().copied()).collect();
    formulas.sort_unstable();
    formulas.dedup();
    formulas.truncate(MOST_FORMULAS);
    let mut states = states_at(graph, &points);
    let dag = &mut inference.machine.dag;
    let mut mentioned: Vec<VarId> = formulas.iter().flat_map(|&formula| dag.vars(formula).to_vec()).collect();
    mentioned.sort_unstable();
    mentioned.dedup();
    mentioned.retain(|&var| shadow::location_of(dag, var).is_some());
    let mut variables: Vec<VarId> = mentioned.into_iter().filter(|&var| differs(dag, &mut states, var)).collect();
    let (terms, constants) = terms_and_constants(dag, &formulas);
    if points.len() >= MANY {
        // What takes few values is a mode, and states of different modes have little in common.
        variables.retain(|&var| !is_mode(dag, graph, &points, &terms, var));
    }
    if variables.is_empty() || !variables.iter().all(|&var| can_be_replaced(inference, &states, var)) {
        return None;
    }
    let dag = &mut inference.machine.dag;
    let mut plan = Plan { variables, candidates: candidates(dag, &terms, &constants) };
    for (state, path) in &mut states {
        weaken(inference, evaluator, &mut plan, state, path);
    }
    Some(plan)
}

/// States that came to a place: those of its points, and those that these cover.
fn states_at(graph: &Graph, points: &[PointId]) -> Vec<(State, PathCondition)> {
    let mut states = Vec::new();
    for &point in points {
        let at = &graph.points[point];
        let start = &graph.pieces[at.first].edge.start;
        if !at.is_general() {
            states.push((start.clone(), at.path.clone()));
        }
        for &link in &at.covers {
            let from = graph.point_of(link);
            if !graph.points[from].is_general() {
                states.push((graph.links[link].state.clone(), graph.links[link].path.clone()));
            }
        }
    }
    // The oldest and the newest.
    if states.len() > MOST_STATES {
        let last = states.len() - MOST_STATES / 2;
        states.drain(MOST_STATES / 2..last);
    }
    states
}

fn differs(dag: &mut Dag, states: &mut [(State, PathCondition)], var: VarId) -> bool {
    let Some(location) = shadow::location_of(dag, var) else { return false };
    let width = dag.var_info(var).width;
    let mut values = states.iter_mut().map(|(state, _)| {
        let value = shadow::value_in_state(dag, state, location)?;
        Some(fit(dag, value, width))
    });
    let first = values.next();
    values.any(|value| Some(value) != first)
}

/// Whether what a variable is part of takes few values in the states of points, all of them plain.
fn is_mode(dag: &Dag, graph: &Graph, points: &[PointId], terms: &[ExprId], var: VarId) -> bool {
    let whole = terms.iter().map(|&term| dag.vars(term)).find(|parts| parts.contains(&var));
    let parts = whole.unwrap_or(std::slice::from_ref(&var));
    let mut seen = FxHashSet::default();
    points.iter().all(|&point| {
        let state = &graph.pieces[graph.points[point].first].edge.start;
        let value = |&part: &VarId| shadow::plain_value(state, shadow::location_of(dag, part)?);
        let values: Option<Vec<u64>> = parts.iter().map(value).collect();
        values.is_some_and(|values| {
            seen.insert(values);
            seen.len() <= MODES
        })
    })
}

/// Whether a variable is in the running function, or in memory.
fn can_be_replaced(inference: &Inference, states: &[(State, PathCondition)], var: VarId) -> bool {
    let machine = &inference.machine;
    match shadow::location_of(&machine.dag, var) {
        Some(Location::Memory(_)) => true,
        Some(Location::Register { depth, register, part: 0 }) => states.iter().all(|(state, _)| {
            let width = machine.function(state.frame.func).reg_width[register as usize];
            depth == state.callers.depth() && u32::from(width) == machine.dag.var_info(var).width
        }),
        Some(Location::Register { .. }) | None => false,
    }
}

/// Comparisons of what formulas speak of, with each other and with the constants in them.
fn candidates(dag: &mut Dag, terms: &[ExprId], constants: &[(u128, u32)]) -> Vec<Chain> {
    let mut found: Vec<Chain> = Vec::new();
    for &term in terms {
        let width = dag.width(term);
        let all = u128::MAX >> (128 - width);
        let mentioned: Vec<u128> = constants.iter().filter(|c| c.1 == width).map(|c| c.0).chain([0]).collect();
        let near =
            mentioned.iter().flat_map(|&value| [value.wrapping_sub(1) & all, value, value.wrapping_add(1) & all]);
        let mut bounds: Vec<u128> = near.collect();
        bounds.sort_unstable();
        bounds.dedup();
        // From the least number of all on, as signed ones are ordered.
        let negative = bounds.partition_point(|&bound| bound <= all >> 1);
        let signed = [&bounds[negative..], &bounds[..negative]].concat();
        let mut chain = |bounds: &mut dyn Iterator<Item = &u128>, compare: fn(&mut Dag, ExprId, ExprId) -> ExprId| {
            let comparison = |&bound| {
                let bound = dag.constant(bound, width);
                compare(dag, term, bound)
            };
            found.push(Chain(bounds.map(comparison).collect()));
        };
        chain(&mut bounds.iter(), |dag, term, bound| dag.ule(term, bound));
        chain(&mut bounds.iter().rev(), |dag, term, bound| dag.ule(bound, term));
        chain(&mut signed.iter(), |dag, term, bound| dag.sle(term, bound));
        chain(&mut signed.iter().rev(), |dag, term, bound| dag.sle(bound, term));
        for value in mentioned {
            chain(&mut [value].iter(), |dag, term, value| dag.ne(term, value));
        }
        for &other in terms {
            if other != term && dag.width(other) == width {
                found.extend([dag.ule(term, other), dag.sle(term, other)].map(|comparison| Chain(vec![comparison])));
            }
        }
    }
    for chain in &mut found {
        chain.0.retain(|&formula| dag.as_const(formula).is_none());
    }
    found.retain(|chain| !chain.0.is_empty());
    found
}

/// Registers and numbers in memory that formulas speak of, and the constants in them with their widths.
fn terms_and_constants(dag: &Dag, formulas: &[ExprId]) -> (Vec<ExprId>, Vec<(u128, u32)>) {
    let (mut terms, mut constants) = (Vec::new(), Vec::new());
    let mut seen = FxHashSet::default();
    // The first requirements mention what the program compares with; later ones what that became round after round.
    let mut pending: Vec<ExprId> = formulas.iter().rev().copied().collect();
    while let Some(e) = pending.pop() {
        if !seen.insert(e) {
            continue;
        }
        match dag.node(e) {
            Node::Var(_) => terms.push(e),
            Node::Concat { .. } if is_number(dag, e) => terms.push(e),
            Node::Const(value) => {
                constants.push((value, dag.width(e)));
            }
            node => pending.extend(node.operands()),
        }
    }
    terms.retain(|&term| dag.width(term) > 1);
    terms.sort_unstable();
    terms.truncate(MOST_TERMS);
    let mut twice = FxHashSet::default();
    constants.retain(|&constant| twice.insert(constant));
    constants.truncate(MOST_CONSTANTS);
    (terms, constants)
}

/// Whether a term is bytes of memory one after the other.
fn is_number(dag: &Dag, e: ExprId) -> bool {
    match dag.node(e) {
        Node::Concat { hi, lo } => is_number(dag, hi) && is_number(dag, lo),
        Node::Var(var) => matches!(shadow::location_of(dag, var), Some(Location::Memory(_))),
        _ => false,
    }
}

/// Whether a state satisfies a candidate.
fn holds(
    inference: &mut Inference,
    evaluator: &mut Evaluator,
    state: &mut State,
    path: &PathCondition,
    candidate: ExprId,
) -> bool {
    inference.economy.looked_up(1, 0);
    subsumption::is_covered(inference, evaluator, state, &condition(&[candidate]), path)
}

/// Points of one loop at which a plan is made, and at twice as many, and so on.
const MANY: usize = 32;
/// Values that something takes at most if the states are to be told apart by it.
const MODES: usize = 10;

/// A point for a state that nothing covers, made by the plan of its place.
pub(super) fn point_for(
    inference: &mut Inference,
    graph: &mut Graph,
    evaluator: &mut Evaluator,
    key: Key,
    mut state: State,
    path: PathCondition,
    below: Option<PointId>,
) -> PointId {
    match graph.plans.get(&key).cloned() {
        Some(Planned::General(mut plan)) => {
            let weaker = weaken(inference, evaluator, &mut plan, &mut state, &path);
            let is_in_use = !graph.points_at(&key).is_empty();
            let made = general(inference, &plan, &state, &path);
            let candidates = all(inference, &plan.formulas());
            let planned = if made.is_some() { Planned::General(plan) } else { Planned::Exact };
            graph.plans.insert(key.clone(), planned);
            graph.begins_anew |= made.is_none() || (weaker && is_in_use);
            match made {
                Some((state, path)) => {
                    graph.add_point(inference.machine, key, state, path, PointKind::General(candidates))
                }
                None => graph.add_point(inference.machine, key, state, path, PointKind::Exact { below }),
            }
        }
        None if is_time(graph.count_at(&key)) && inference.machine.loop_at(&state).is_some() => {
            if let Some(plan) = plan(inference, graph, evaluator, &key) {
                graph.plans.insert(key.clone(), Planned::General(plan));
                graph.begins_anew = true;
            }
            graph.add_point(inference.machine, key, state, path, PointKind::Exact { below })
        }
        Some(Planned::Exact) | None => graph.add_point(inference.machine, key, state, path, PointKind::Exact { below }),
    }
}

fn is_time(points: usize) -> bool {
    points >= MANY && points.is_power_of_two()
}

/// Makes or extends the plan of a place.
pub(super) fn make_plan(inference: &mut Inference, graph: &mut Graph, evaluator: &mut Evaluator, key: &Key) {
    let plan = plan(inference, graph, evaluator, key);
    let old = graph.plans.remove(key);
    let had_plan = old.is_some();
    let planned = match (old, plan) {
        (None, Some(plan)) => Planned::General(plan),
        (Some(Planned::General(old)), Some(mut plan)) => {
            plan.variables.extend(&old.variables);
            plan.variables.sort_unstable();
            plan.variables.dedup();
            // The same again would lead to the same.
            if plan.variables.len() > old.variables.len() { Planned::General(plan) } else { Planned::Exact }
        }
        (_, _) => Planned::Exact,
    };
    graph.begins_anew |= had_plan || matches!(planned, Planned::General(_));
    graph.plans.insert(key.clone(), planned);
}

/// All plans are given up.
pub(super) fn give_up_all(graph: &mut Graph) {
    graph.plans.values_mut().for_each(|planned| *planned = Planned::Exact);
    graph.begins_anew = true;
}

/// A general state has shown what the program need not do: its plan was too general.
pub(super) fn give_up(graph: &mut Graph, point: PointId) {
    if let Some(origin) = graph.points[point].general {
        let key = graph.points[origin].key.clone();
        graph.plans.insert(key, Planned::Exact);
        graph.begins_anew = true;
    }
}

/// Candidates as a condition.
fn condition(candidates: &[ExprId]) -> Condition {
    let conjuncts = candidates.iter().map(|&formula| Conjunct { formula, guards: None }).collect();
    Condition { conjuncts, ..Condition::default() }
}

/// All of them, with what is said twice said once.
fn all(inference: &mut Inference, candidates: &[ExprId]) -> Condition {
    let all = condition(candidates);
    all.clone().normalised(&mut inference.machine.dag).unwrap_or(all)
}

/// Drops the candidates that a state does not satisfy, or makes them weaker. True if there were any.
pub(super) fn weaken(
    inference: &mut Inference,
    evaluator: &mut Evaluator,
    plan: &mut Plan,
    state: &mut State,
    path: &PathCondition,
) -> bool {
    let mut weaker = false;
    for Chain(chain) in &mut plan.candidates {
        let first = chain.iter().position(|&candidate| holds(inference, evaluator, state, path, candidate));
        chain.drain(..first.unwrap_or(chain.len()));
        weaker |= first != Some(0);
    }
    plan.candidates.retain(|chain| !chain.0.is_empty());
    weaker
}

/// A state in which what the plan names is arbitrary, and its path. The state satisfies the candidates.
pub(super) fn general(
    inference: &mut Inference,
    plan: &Plan,
    state: &State,
    path: &PathCondition,
) -> Option<(State, PathCondition)> {
    let (mut state, mut path) = (state.clone(), path.clone());
    for &var in &plan.variables {
        let width = inference.machine.dag.var_info(var).width;
        let unknown = inference.machine.fresh_unknown(width);
        let machine = &mut *inference.machine;
        let location = shadow::location_of(&machine.dag, var)?;
        let value = shadow::value_in_state(&mut machine.dag, &mut state, location)?;
        let value = fit(&mut machine.dag, value, width);
        let value = machine.eval.value(&machine.dag, value, &state.model);
        let Node::Var(name) = machine.dag.node(unknown) else { return None };
        state.model.set(name, value as u64);
        if !shadow::set_value(&machine.dag, &mut state, location, unknown) {
            return None;
        }
    }
    for conjunct in all(inference, &plan.formulas()).conjuncts {
        let formula = subsumption::in_state(inference, &mut state, conjunct.formula)?;
        path.add(&inference.machine.dag, formula);
    }
    Some((state, path))
}
