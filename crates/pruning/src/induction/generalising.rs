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
//! enters is not covered, but [noted](super::graph::Graph::unseen); that it runs into no bug becomes a requirement.

use expr::{BinaryOp, Dag, ExprId, Model, Node, Substitution, VarId};
use machine::joins::LoopKind;
use machine::shadow::{self, Location};
use machine::state::State;
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Answer, PathCondition};

use super::graph::{Graph, PointId, PointKind};
use super::relations::Hull;
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
    /// Linear relations that all states satisfy.
    hulls: Vec<Hull>,
    /// All that was ever a candidate.
    tried: FxHashSet<ExprId>,
}

/// Formulas over program variables, each of which implies the next. What holds is all from the first one on.
#[derive(Clone, Debug)]
struct Chain(Vec<ExprId>);

impl Plan {
    fn formulas(&self) -> Vec<ExprId> {
        let relations = self.hulls.iter().flat_map(Hull::relations);
        let mut formulas: Vec<ExprId> =
            self.candidates.iter().filter_map(|chain| chain.0.first()).chain(relations).copied().collect();
        formulas.sort_unstable();
        formulas.dedup();
        formulas
    }

    /// Bounds that have moved go as far as they can: the next one would hardly do.
    fn widen(&mut self, before: &[ExprId]) {
        for Chain(chain) in &mut self.candidates {
            if chain.first().is_some_and(|first| !before.contains(first)) {
                chain.drain(..chain.len() - 1);
            }
        }
    }

    /// Takes over from a plan that was too weak what it has kept, and what is new here. False if nothing is.
    fn extends(&mut self, old: Plan) -> bool {
        let variables = std::mem::take(&mut self.variables);
        self.variables = [&variables[..], &old.variables].concat();
        self.variables.sort_unstable();
        self.variables.dedup();
        // What was dropped would be dropped again.
        self.candidates.iter_mut().for_each(|chain| chain.0.retain(|formula| !old.tried.contains(formula)));
        self.candidates.retain(|chain| !chain.0.is_empty());
        self.hulls.retain(|hull| old.hulls.iter().all(|other| !other.is_about_the_same(hull)));
        let is_new =
            self.variables.len() > old.variables.len() || !self.candidates.is_empty() || !self.hulls.is_empty();
        self.candidates.extend(old.candidates);
        self.hulls.extend(old.hulls);
        self.tried.extend(old.tried);
        is_new
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
/// Formulas that are candidates as they are, how large they may be, and comparisons on each side of which relations are sought.
const MOST_AS_THEY_ARE: usize = 4;
const LARGEST_AS_IT_IS: usize = 10;
const MOST_SIDES: usize = 3;
/// Constraints of a path that are candidates.
const MOST_INHERITED: usize = 12;
/// How often bounds may move step by step in one round.
const PATIENCE: u32 = 2;

/// A plan for the points of a key; `None` where nothing that can be replaced changes.
pub(super) fn plan(inference: &mut Inference, graph: &Graph, key: &Key) -> Option<Plan> {
    let points = graph.points_at(key);
    let mut formulas: Vec<ExprId> = points.iter().flat_map(|&at| graph.points[at].required.iter().copied()).collect();
    formulas.sort_unstable();
    formulas.dedup();
    formulas.truncate(MOST_FORMULAS);
    let mut shallow: Vec<ExprId> =
        points.iter().map(|&at| &graph.points[at]).flat_map(|at| &at.required[..at.shallow]).copied().collect();
    shallow.sort_unstable();
    shallow.dedup();
    let mut states = states_at(graph, &points);
    let dag = &mut inference.machine.dag;
    let mut mentioned: Vec<VarId> = formulas.iter().flat_map(|&formula| dag.vars(formula).to_vec()).collect();
    mentioned.sort_unstable();
    mentioned.dedup();
    mentioned.retain(|&var| shadow::location_of(dag, var).is_some());
    let mut variables: Vec<VarId> = mentioned.into_iter().filter(|&var| differs(dag, &mut states, var)).collect();
    let terms = mentioned_in(dag, &formulas).terms;
    let inherited =
        states.first_mut().map(|(state, path)| inherited(inference, &terms, state, path)).unwrap_or_default();
    let dag = &mut inference.machine.dag;
    let all: Vec<ExprId> = inherited.iter().chain(&shallow).copied().collect();
    let Mentioned { constants, wider, sides, .. } = mentioned_in(dag, &all);
    if points.len() >= MANY {
        // What takes few values is a mode, and states of different modes have little in common.
        variables.retain(|&var| !is_mode(dag, graph, &points, &terms, var));
    }
    if variables.is_empty() || !variables.iter().all(|&var| can_be_replaced(inference, &states, var)) {
        return None;
    }
    let dag = &mut inference.machine.dag;
    let mut candidates = candidates(dag, &terms, &constants);
    candidates.extend(as_they_are(dag, &shallow));
    candidates.extend(inherited.into_iter().map(|formula| Chain(vec![formula])));
    let tried = candidates.iter().flat_map(|chain| chain.0.iter().copied()).collect();
    let hulls = hulls(dag, &terms, &wider, &sides);
    let mut plan = Plan { variables, candidates, hulls, tried };
    for (state, path) in &mut states {
        weaken(inference, &mut plan, state, path);
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

/// What the path of a state says of inputs that are what terms are in it: bounds that were assumed before the loop, and that it rests on.
fn inherited(inference: &mut Inference, terms: &[ExprId], state: &mut State, path: &PathCondition) -> Vec<ExprId> {
    let mut substitution = Substitution::with_capacity(terms.len());
    let mut known: Vec<VarId> = Vec::new();
    for &term in terms {
        let value = subsumption::in_state(inference, state, term);
        let dag = &inference.machine.dag;
        let Some(Node::Var(input)) = value.map(|value| dag.node(value)) else { continue };
        if !known.contains(&input) {
            known.push(input);
            substitution.replace_var(dag, input, term);
        }
    }
    let dag = &mut inference.machine.dag;
    let about: Vec<ExprId> = path
        .iter()
        .filter(|&constraint| {
            dag.vars(constraint).iter().all(|input| known.contains(input)) && is_small(dag, constraint)
        })
        .take(MOST_INHERITED)
        .collect();
    about.into_iter().map(|constraint| substitution.apply(dag, constraint)).collect()
}

/// Requirements that are small: a state that has come here satisfies its own, and others may.
fn as_they_are(dag: &Dag, formulas: &[ExprId]) -> Vec<Chain> {
    let small = formulas.iter().filter(|&&formula| is_small(dag, formula));
    small.take(MOST_AS_THEY_ARE).map(|&formula| Chain(vec![formula])).collect()
}

fn is_small(dag: &Dag, formula: ExprId) -> bool {
    let (mut seen, mut open) = (FxHashSet::default(), vec![formula]);
    while let Some(e) = open.pop() {
        if seen.insert(e) {
            open.extend(dag.node(e).operands());
        }
        if seen.len() > LARGEST_AS_IT_IS {
            return false;
        }
    }
    true
}

/// Where relations are sought: among the terms of each width, narrower ones as formulas extend them, in all states and on each
/// side of comparisons with constants.
fn hulls(dag: &mut Dag, terms: &[ExprId], wider: &[(u32, bool)], sides: &[ExprId]) -> Vec<Hull> {
    let mut hulls = Vec::new();
    let mut widths: Vec<u32> = terms.iter().map(|&term| dag.width(term)).collect();
    widths.sort_unstable();
    widths.dedup();
    for width in widths {
        let mut group: Vec<ExprId> = Vec::new();
        for &term in terms {
            let own = dag.width(term);
            if own == width {
                group.push(term);
            } else if let Some(&(_, signed)) = wider.iter().find(|(to, _)| *to == width).filter(|_| own < width) {
                group.push(if signed { dag.sext(term, width) } else { dag.zext(term, width) });
            }
        }
        hulls.extend(Hull::new(dag, group.clone(), None));
        for &side in sides {
            if dag.vars(side).iter().any(|var| group.iter().any(|&term| dag.vars(term).contains(var))) {
                let other = dag.not(side);
                hulls.extend(Hull::new(dag, group.clone(), Some(side)));
                hulls.extend(Hull::new(dag, group.clone(), Some(other)));
            }
        }
    }
    hulls
}

/// What formulas speak of.
struct Mentioned {
    /// Registers and numbers in memory.
    terms: Vec<ExprId>,
    /// With their widths.
    constants: Vec<(u128, u32)>,
    /// Widths to which something is extended, and whether with its sign.
    wider: Vec<(u32, bool)>,
    /// Comparisons with constants.
    sides: Vec<ExprId>,
}

fn mentioned_in(dag: &Dag, formulas: &[ExprId]) -> Mentioned {
    let (mut terms, mut constants, mut wider, mut sides) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
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
            node => {
                match node {
                    Node::SExt { .. } => wider.push((dag.width(e), true)),
                    Node::ZExt { a } if dag.width(a) > 1 => wider.push((dag.width(e), false)),
                    Node::Binary { op: BinaryOp::Ult | BinaryOp::Slt, a, b } => {
                        let plain = |e| matches!(dag.node(e), Node::Var(_)) || is_number(dag, e);
                        let with_constant = |one, other| dag.as_const(one).is_some() && plain(other);
                        sides.extend((with_constant(a, b) || with_constant(b, a)).then_some(e));
                    }
                    _ => {}
                }
                pending.extend(node.operands());
            }
        }
    }
    terms.retain(|&term| dag.width(term) > 1);
    terms.sort_unstable();
    terms.truncate(MOST_TERMS);
    let mut twice = FxHashSet::default();
    constants.retain(|&constant| twice.insert(constant));
    constants.truncate(MOST_CONSTANTS);
    sides.truncate(MOST_SIDES);
    Mentioned { terms, constants, wider, sides }
}

/// Whether a term is bytes of memory one after the other.
fn is_number(dag: &Dag, e: ExprId) -> bool {
    match dag.node(e) {
        Node::Concat { hi, lo } => is_number(dag, hi) && is_number(dag, lo),
        Node::Var(var) => matches!(shadow::location_of(dag, var), Some(Location::Memory(_))),
        _ => false,
    }
}

/// Points of one loop at which a plan is made, and at twice as many, and so on.
const MANY: usize = 32;
/// The same of a loop that ends: most of these count.
const SOME: usize = 4;
/// Values that something takes at most if the states are to be told apart by it.
const MODES: usize = 10;

/// A point for a state that nothing covers, made by the plan of its place.
pub(super) fn point_for(
    inference: &mut Inference,
    graph: &mut Graph,
    key: Key,
    mut state: State,
    path: PathCondition,
    below: Option<PointId>,
) -> PointId {
    match graph.plans.get(&key).cloned() {
        Some(Planned::General(mut plan)) => {
            let weaker = match below.and_then(|below| graph.points[below].general) {
                Some(round) if graph.points[round].key == key => {
                    weaken_by_round(inference, graph, round, &mut plan, &mut state, &path)
                }
                Some(_) | None => weaken(inference, &mut plan, &mut state, &path),
            };
            let is_in_use = !graph.points_at(&key).is_empty();
            if let Some(point) = graph.general_at(&key).filter(|_| !weaker) {
                // The candidates hold, and what is required beside them need not: below a general state that is required in turn;
                // a state that the program can be in is looked at.
                return match below.is_some_and(|below| graph.points[below].is_general()) {
                    true => point,
                    false => graph.add_point(inference.machine, key, state, path, PointKind::Exact { below }),
                };
            }
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
        None if inference.machine.loop_at(&state).is_some_and(|kind| is_time(kind, graph.count_at(&key))) => {
            if let Some(plan) = plan(inference, graph, &key) {
                graph.plans.insert(key.clone(), Planned::General(plan));
                graph.begins_anew = true;
            }
            graph.add_point(inference.machine, key, state, path, PointKind::Exact { below })
        }
        Some(Planned::Exact) | None => graph.add_point(inference.machine, key, state, path, PointKind::Exact { below }),
    }
}

fn is_time(kind: LoopKind, points: usize) -> bool {
    let many = match kind {
        LoopKind::MayEnd => SOME,
        LoopKind::Endless => MANY,
    };
    points >= many && points.is_power_of_two()
}

/// Makes or extends the plan of a place.
pub(super) fn make_plan(inference: &mut Inference, graph: &mut Graph, key: &Key) {
    let plan = plan(inference, graph, key);
    let old = graph.plans.remove(key);
    let had_plan = old.is_some();
    let planned = match (old, plan) {
        (None, Some(plan)) => Planned::General(plan),
        (Some(Planned::General(old)), Some(mut plan)) => {
            // The same again would lead to the same.
            if plan.extends(old) { Planned::General(plan) } else { Planned::Exact }
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
///
/// All are asked about at once: a model shows which of them do not hold, and is followed by another one until there is none.
pub(super) fn weaken(inference: &mut Inference, plan: &mut Plan, state: &mut State, path: &PathCondition) -> bool {
    let mut here = Here { state, formulas: FxHashMap::default() };
    let mut weaker = here.drop_violated(inference, plan, None);
    loop {
        let mut formulas: Vec<ExprId> = plan.formulas().iter().filter_map(|&e| here.formula(inference, e)).collect();
        formulas.retain(|&formula| !path.contains(formula));
        inference.economy.looked_up(1, 0);
        match refuted(inference, here.state, path, &formulas) {
            Answer::Unsat(_) => return weaker,
            Answer::Sat(model) if here.drop_violated(inference, plan, Some(&model)) => weaker = true,
            Answer::Sat(_) | Answer::Unknown(_) => break,
        }
    }
    // What is too hard together may be easy alone.
    let mut holds = |formula: ExprId| {
        inference.economy.looked_up(1, 0);
        here.formula(inference, formula)
            .is_some_and(|formula| refuted(inference, here.state, path, &[formula]).is_unsat())
    };
    for Chain(chain) in &mut plan.candidates {
        let first = chain.iter().position(|&candidate| holds(candidate));
        chain.drain(..first.unwrap_or(chain.len()));
        weaker |= first != Some(0);
    }
    plan.candidates.retain(|chain| !chain.0.is_empty());
    let doubtful: Vec<usize> = (0..plan.hulls.len())
        .filter(|&at| !plan.hulls[at].relations().iter().all(|&relation| holds(relation)))
        .collect();
    for &at in &doubtful {
        plan.hulls[at].see(&mut inference.machine.dag, None);
    }
    weaker || !doubtful.is_empty()
}

/// The same where a general state has come round: what is dropped need not hold at the beginning of the round either, which may make
/// it lose more. So it goes on until the round keeps what is left, without being explored anew each time.
fn weaken_by_round(
    inference: &mut Inference,
    graph: &Graph,
    round: PointId,
    plan: &mut Plan,
    state: &mut State,
    path: &PathCondition,
) -> bool {
    let mut start = graph.pieces[graph.points[round].first].edge.start.clone();
    let mut here = |inference: &mut Inference, formulas: &[ExprId]| -> Vec<ExprId> {
        formulas.iter().filter_map(|&formula| subsumption::in_state(inference, &mut start, formula)).collect()
    };
    let supposed = here(inference, &plan.formulas());
    let apart: Vec<ExprId> = path.iter().filter(|constraint| !supposed.contains(constraint)).collect();
    let mut path = path.clone();
    for rounds in 1.. {
        let before = plan.formulas();
        if !weaken(inference, plan, state, &path) {
            return rounds > 1;
        }
        if rounds >= PATIENCE {
            plan.widen(&before);
        }
        path = PathCondition::default();
        for constraint in apart.iter().copied().chain(here(inference, &plan.formulas())) {
            path.add(&inference.machine.dag, constraint);
        }
    }
    true
}

/// Whether a state on a path can violate one of some formulas over inputs.
fn refuted(inference: &mut Inference, state: &State, path: &PathCondition, formulas: &[ExprId]) -> Answer {
    let dag = &mut inference.machine.dag;
    let all = dag.all(formulas);
    let refuted = dag.not(all);
    inference.solver.check(dag, path, refuted, &state.model)
}

/// Formulas over program variables in one state.
struct Here<'a> {
    state: &'a mut State,
    formulas: FxHashMap<ExprId, Option<ExprId>>,
}

impl Here<'_> {
    fn formula(&mut self, inference: &mut Inference, formula: ExprId) -> Option<ExprId> {
        let state = &mut *self.state;
        *self.formulas.entry(formula).or_insert_with(|| subsumption::in_state(inference, state, formula))
    }

    /// What it is under a model, or under the state's own; `None` where the state has no such thing.
    fn value(&mut self, inference: &mut Inference, formula: ExprId, model: Option<&Model>) -> Option<u64> {
        let formula = self.formula(inference, formula)?;
        let machine = &mut *inference.machine;
        Some(machine.eval.value(&machine.dag, formula, model.unwrap_or(&self.state.model)) as u64)
    }

    /// Drops the candidates that do not hold under a model, or makes them weaker. True if there were any.
    fn drop_violated(&mut self, inference: &mut Inference, plan: &mut Plan, model: Option<&Model>) -> bool {
        let mut weaker = false;
        for Chain(chain) in &mut plan.candidates {
            let first = chain.iter().position(|&candidate| self.value(inference, candidate, model) == Some(1));
            chain.drain(..first.unwrap_or(chain.len()));
            weaker |= first != Some(0);
        }
        plan.candidates.retain(|chain| !chain.0.is_empty());
        for hull in &mut plan.hulls {
            if !hull.relations().iter().all(|&relation| self.value(inference, relation, model) == Some(1)) {
                let values = hull.terms().iter().map(|&term| self.value(inference, term, model)).collect();
                hull.see(&mut inference.machine.dag, values);
                weaker = true;
            }
        }
        weaker
    }
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
    // Each by itself: they are dropped one by one.
    for formula in plan.formulas() {
        let formula = subsumption::in_state(inference, &mut state, formula)?;
        path.add(&inference.machine.dag, formula);
    }
    Some((state, path))
}
