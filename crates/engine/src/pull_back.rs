//! The condition at the start of an edge, from the conditions at its end (P21 section 4, the backward rules).
//!
//! The machine runs the edge again as a shadow (see [`machine::shadow`]); what the end's registers and bytes are over
//! those of the start is then a substitution, and the conditions below are pulled back by applying it. The choices on
//! the way give the requirements that execution takes this way: an outcome nobody explored must be impossible, a false
//! assumption and a bug that is found already may happen.

use std::rc::Rc;

use expr::{ExprId, Substitution, VarId};
use machine::Stop;
use machine::checks::Severity;
use machine::choice::{Choice, Outcome};
use machine::shadow::{self, ShadowEnd};
use pruning::condition::{Condition, Conjunct};
use rustc_hash::FxHashSet;

use crate::config::CoverageLevel;
use crate::core_form;
use crate::learning::{Edge, EndKind, position};
use crate::links::Links;
use crate::session::Session;

/// One way on from a point: the outcome it takes, and what must hold if it is taken.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    /// Holds exactly where execution takes this way.
    taken: ExprId,
    /// Where execution ends without anything new.
    harmless: Vec<ExprId>,
    pub condition: Rc<Condition>,
}

/// A way on from the end of an edge, over the variables of its start.
struct Below {
    taken: ExprId,
    harmless: Vec<ExprId>,
    conjuncts: Vec<Conjunct>,
}

/// Nodes a conjunct may be made of before its guard is dropped.
const MAX_NODES: usize = 400;
/// Instructions of an edge beyond which it is not worth going through again.
const MAX_EDGE: u64 = 10_000_000;

/// What is gathered along an edge.
struct Gathered {
    links: Links,
    conjuncts: Vec<Conjunct>,
    /// Assumptions made on the way: what follows need hold only under them.
    assumed: Vec<ExprId>,
    /// Guards of the outcomes taken by the first instruction, where the edge starts inside it.
    taken: Vec<ExprId>,
    harmless: Vec<ExprId>,
}

impl Gathered {
    fn new(edge: &Edge) -> Gathered {
        Gathered {
            links: Links::new(&edge.start),
            conjuncts: Vec::new(),
            assumed: Vec::new(),
            taken: Vec::new(),
            harmless: Vec::new(),
        }
    }
}

/// The ways an edge stands for, or `None` where nothing can be said.
pub(crate) fn ways(session: &mut Session, edge: &Edge) -> Option<Vec<Way>> {
    let end = edge.end.as_ref()?;
    if matches!(end.kind, EndKind::Impossible) {
        return Some(Vec::new());
    }
    let length = end.instructions - edge.start.instructions;
    if length == 0 && edge.starts_at_outcome() && matches!(end.kind, EndKind::Continues) {
        // A second question of the same instruction: the edges below start at the same place.
        return Some(edge.ways_below().to_vec());
    }
    if length > MAX_EDGE {
        return None;
    }
    let mut state = session.machine.begin_shadow(&edge.start, &end.model);
    let mut gathered = Gathered::new(edge);
    let followed = follow(session, edge, &mut state, &mut gathered);
    let position = position(&state);
    let shadow = session.machine.end_shadow(state);
    followed?;
    let below = match &end.kind {
        EndKind::Continues => edge.ways_below().to_vec(),
        EndKind::Leaf | EndKind::Impossible => Vec::new(),
        EndKind::Subsumed(entry) => {
            let taken = session.machine.dag.truth(true);
            vec![Way { taken, harmless: Vec::new(), condition: entry.clone() }]
        }
    };
    let same_end = position == end.position && shadow.state.memory.next_heap() == end.next_heap;
    if !matches!(end.kind, EndKind::Leaf) && !same_end {
        return None;
    }
    assemble(session, edge, &shadow, gathered, &below)
}

/// Runs the shadow to the end of the edge.
fn follow(
    session: &mut Session,
    edge: &Edge,
    state: &mut machine::state::State,
    gathered: &mut Gathered,
) -> Option<()> {
    let end = edge.end.as_ref()?;
    let first = edge.start.instructions;
    let leaf = matches!(end.kind, EndKind::Leaf);
    loop {
        if state.instructions >= end.instructions && !leaf {
            return (state.instructions == end.instructions && state.decisions.is_empty()).then_some(());
        }
        // One instruction where the edge starts inside it or ends with it, all of the rest otherwise.
        let budget = if state.instructions == first { 1 } else { (end.instructions - state.instructions).max(1) };
        match session.machine.run(state, budget) {
            Stop::Budget => {
                if state.instructions > end.instructions {
                    return None;
                }
            }
            Stop::Choice(choice) => {
                let inside_first = edge.starts_at_outcome() && state.instructions == first;
                let decided = if inside_first { edge.start.decisions.get(state.decisions.len()) } else { None };
                let taken = outcome_taken(session, state, &choice, decided)?;
                match take(session, state, &choice, taken, gathered, inside_first)? {
                    Took::GoesOn => {}
                    Took::Ended => return leaf.then_some(()),
                }
            }
            Stop::Exit(_) => return leaf.then_some(()),
            Stop::Cut(..) | Stop::Join => return None,
        }
    }
}

enum Took {
    GoesOn,
    Ended,
}

/// The outcome of a choice that the path took: by its decision at the fork the edge starts from, by the model from there on.
fn outcome_taken(
    session: &mut Session,
    state: &machine::state::State,
    choice: &Choice,
    decided: Option<&u64>,
) -> Option<usize> {
    let machine = &mut session.machine;
    choice.alternatives.iter().position(|alternative| match (decided, &alternative.outcome) {
        (Some(decided), Outcome::Continue(decision) | Outcome::Bug(_, decision)) => decided == decision,
        (Some(_), Outcome::Discard | Outcome::Cut(..)) => false,
        (None, _) => machine.eval.holds(&machine.dag, alternative.guard, &state.model),
    })
}

/// Takes an outcome and notes what that relies on.
fn take(
    session: &mut Session,
    state: &mut machine::state::State,
    choice: &Choice,
    taken: usize,
    gathered: &mut Gathered,
    inside_first: bool,
) -> Option<Took> {
    let protects = protects_errors(session);
    // Bugs after which the program goes on split nothing.
    if let Some((report, decision, guard)) = choice.alternatives.iter().find_map(|a| match &a.outcome {
        Outcome::Bug(report, decision) if report.kind.severity() == Severity::GoesOn => {
            Some((report, *decision, a.guard))
        }
        _ => None,
    }) {
        if !session.recording.knows(report) && protects {
            let formula = session.machine.dag.not(guard);
            push(session, gathered, formula, Some((report.kind, report.function, report.loc)));
        }
        state.decisions.push(decision);
        return Some(Took::GoesOn);
    }
    // Outcomes beside the one taken that may happen, and those that would be a bug nobody has found yet.
    let mut harmless = Vec::new();
    let mut open_bugs = Vec::new();
    let mut assumption = false;
    for (index, alternative) in choice.alternatives.iter().enumerate() {
        match &alternative.outcome {
            Outcome::Discard => {
                assumption = true;
                harmless.extend((index != taken).then_some(alternative.guard));
            }
            Outcome::Bug(report, _) if session.recording.knows(report) || !protects => {
                assumption = true;
                harmless.extend((index != taken).then_some(alternative.guard));
            }
            // Only a bug that was reported ends an edge.
            Outcome::Bug(..) if index == taken => return None,
            Outcome::Bug(report, _) => {
                open_bugs.push((alternative.guard, (report.kind, report.function, report.loc)));
            }
            Outcome::Continue(_) | Outcome::Cut(..) => {}
        }
    }
    let guard = choice.alternatives[taken].guard;
    if inside_first {
        // What the other outcomes do is told by the edges beside this one; a bug nobody has found is in none of them.
        for harmless in harmless {
            let under = under(session, &gathered.taken, harmless);
            gathered.harmless.push(under);
        }
        gathered.taken.push(guard);
    } else {
        let mut possible = vec![guard];
        possible.extend(harmless);
        possible.extend(open_bugs.iter().map(|(guard, _)| *guard));
        let formula = session.machine.dag.any(&possible);
        push(session, gathered, formula, None);
        for (guard, obligation) in open_bugs {
            let formula = session.machine.dag.not(guard);
            push(session, gathered, formula, Some(obligation));
        }
    }
    match &choice.alternatives[taken].outcome {
        Outcome::Continue(decision) => {
            if assumption && !inside_first {
                gathered.assumed.push(guard);
            }
            state.decisions.push(*decision);
            Some(Took::GoesOn)
        }
        Outcome::Bug(..) | Outcome::Discard => Some(Took::Ended),
        Outcome::Cut(..) => None,
    }
}

/// Whether a condition has to keep out bugs nobody has found.
fn protects_errors(session: &Session) -> bool {
    session.config.coverage != CoverageLevel::Branch
}

fn under(session: &mut Session, prefix: &[ExprId], formula: ExprId) -> ExprId {
    let mut all = prefix.to_vec();
    all.push(formula);
    session.machine.dag.all(&all)
}

/// Adds a requirement, under the assumptions made so far that have to do with it.
fn push(
    session: &mut Session,
    gathered: &mut Gathered,
    formula: ExprId,
    guards: Option<pruning::condition::Obligation>,
) {
    if session.machine.dag.is_true(formula) {
        return;
    }
    let formula = guarded(session, &mut gathered.links, &gathered.assumed, formula);
    gathered.conjuncts.push(Conjunct { formula, guards });
}

/// `formula` where the guards linked with it hold. Dropping a guard makes the condition stronger, never wrong.
fn guarded(session: &mut Session, links: &mut Links, guards: &[ExprId], formula: ExprId) -> ExprId {
    if guards.is_empty() {
        return formula;
    }
    let dag = &mut session.machine.dag;
    let connected: Vec<ExprId> = guards.iter().copied().filter(|&guard| links.link(dag, guard, formula)).collect();
    if connected.is_empty() {
        return formula;
    }
    let all = dag.all(&connected);
    let implication = dag.implies(all, formula);
    if is_small(dag, implication) { implication } else { formula }
}

fn is_small(dag: &expr::Dag, e: ExprId) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = vec![e];
    while let Some(e) = open.pop() {
        if seen.insert(e) {
            if seen.len() > MAX_NODES {
                return false;
            }
            open.extend(dag.node(e).operands());
        }
    }
    true
}

/// Pulls the ways below back over the edge and joins them with what the edge itself requires.
fn assemble(
    session: &mut Session,
    edge: &Edge,
    shadow: &ShadowEnd,
    mut gathered: Gathered,
    below: &[Way],
) -> Option<Vec<Way>> {
    let mut substitution = substitution(session, shadow, below)?;
    let mut conjuncts = gathered.conjuncts.clone();
    let mut objects = shadow.objects.clone();
    let start_heap = edge.start.memory.next_heap();
    let mut uses_heap = shadow.state.memory.next_heap() != start_heap;

    let dag = &mut session.machine.dag;
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
    if let Some(learner) = &mut session.learner {
        // Once here, and about once more for making the condition simple.
        learner.economy.substituted(2 * substitution.steps());
    }
    let some_way: Vec<ExprId> =
        below.iter().flat_map(|way| std::iter::once(way.taken).chain(way.harmless.iter().copied())).collect();
    if !some_way.is_empty() {
        let formula = session.machine.dag.any(&some_way);
        let formula = guarded(session, &mut gathered.links, &gathered.assumed, formula);
        conjuncts.push(Conjunct { formula, guards: None });
    }
    for (index, way) in below.iter().enumerate() {
        for &conjunct in &way.conjuncts {
            let everywhere = below.iter().enumerate().all(|(i, b)| i == index || b.conjuncts.contains(&conjunct));
            let mut guards = gathered.assumed.clone();
            if !everywhere {
                guards.push(way.taken);
            }
            let formula = guarded(session, &mut gathered.links, &guards, conjunct.formula);
            conjuncts.push(Conjunct { formula, guards: conjunct.guards });
        }
    }
    for condition in below_conditions(edge) {
        objects.extend(condition.objects.iter().filter(|fact| !shadow.made(fact)).copied());
        uses_heap |= condition.next_heap.is_some();
    }
    let required = conjuncts.clone();
    let mut conjuncts = without_inputs(session, edge, conjuncts)?;
    if let Some(path) = &edge.path {
        conjuncts = core_form::cores(session, edge, path, conjuncts)?;
    }
    let next_heap = uses_heap.then_some(start_heap);
    let work = edge.work() + below_conditions(edge).map(|condition| condition.work).sum::<f64>();
    let condition = Condition { conjuncts, objects, next_heap, work }.normalised(&mut session.machine.dag)?;

    if session.recheck.is_some() && !is_proved_again(session, edge, &condition, &gathered, &required, &below) {
        return None;
    }
    let dag = &mut session.machine.dag;
    let taken = dag.all(&gathered.taken);
    Some(vec![Way { taken, harmless: gathered.harmless, condition: Rc::new(condition) }])
}

/// Whether the condition, and the way taken, imply what the edge requires and each condition at its end.
fn is_proved_again(
    session: &mut Session,
    edge: &Edge,
    condition: &Condition,
    gathered: &Gathered,
    required: &[Conjunct],
    below: &[Below],
) -> bool {
    let what = "self-check of a condition";
    let all = |session: &mut Session, conjuncts: &[Conjunct]| {
        let formulas: Vec<ExprId> = conjuncts.iter().map(|conjunct| conjunct.formula).collect();
        session.machine.dag.all(&formulas)
    };
    let mut premises: Vec<ExprId> = condition.conjuncts.iter().map(|conjunct| conjunct.formula).collect();
    let required = all(session, required);
    if !session.is_implied(&edge.start, &premises, required, what) {
        return false;
    }
    premises.extend(&gathered.assumed);
    below.iter().all(|way| {
        let mut premises = premises.clone();
        premises.push(way.taken);
        let conclusion = all(session, &way.conjuncts);
        session.is_implied(&edge.start, &premises, conclusion, what)
    })
}

/// The conditions that hold at the end of an edge.
fn below_conditions(edge: &Edge) -> impl Iterator<Item = &Rc<Condition>> {
    let subsumed_by = edge.end.as_ref().and_then(|end| match &end.kind {
        EndKind::Subsumed(entry) => Some(entry),
        EndKind::Continues | EndKind::Leaf | EndKind::Impossible => None,
    });
    edge.ways_below().iter().map(|way| &way.condition).chain(subsumed_by)
}

/// What each variable of the conditions below is over the start of the edge.
fn substitution(session: &mut Session, shadow: &ShadowEnd, below: &[Way]) -> Option<Substitution> {
    let mut variables: Vec<VarId> = Vec::new();
    for way in below {
        let formulas = way.condition.conjuncts.iter().map(|conjunct| &conjunct.formula);
        for &e in std::iter::once(&way.taken).chain(&way.harmless).chain(formulas) {
            variables.extend(session.machine.dag.vars(e));
        }
    }
    // Those of each formula are in order.
    variables.sort();
    variables.dedup();
    let mut substitution = Substitution::new();
    for var in variables {
        let dag = &mut session.machine.dag;
        let Some(location) = shadow::location_of(dag, var) else { continue };
        if shadow.is_unchanged(location) {
            continue;
        }
        let width = dag.var_info(var).width;
        let value = match shadow.value(dag, location) {
            Some(value) => fit(dag, value, width),
            // It exists at the end only: whatever it holds then is nobody's choice.
            None => session.machine.fresh_unknown(width),
        };
        let dag = &mut session.machine.dag;
        if dag.var_expr(var) != value {
            substitution.replace_var(dag, var, value);
        }
    }
    Some(substitution)
}

/// Registers held as plain bits come 64 bits wide.
pub(crate) fn fit(dag: &mut expr::Dag, e: ExprId, width: u32) -> ExprId {
    let have = dag.width(e);
    if have > width { dag.extract(e, 0, width) } else { dag.zext(e, width) }
}

/// Requirements must hold for every input made on the edge, so inputs have to go: by a proof that they do not matter,
/// or by fixing the program variables beside them to their values on the path.
fn without_inputs(session: &mut Session, edge: &Edge, conjuncts: Vec<Conjunct>) -> Option<Vec<Conjunct>> {
    let mut kept = Vec::new();
    for conjunct in conjuncts {
        let dag = &session.machine.dag;
        let variables = dag.vars(conjunct.formula).to_vec();
        let (program, inputs): (Vec<VarId>, Vec<VarId>) =
            variables.into_iter().partition(|&v| shadow::location_of(dag, v).is_some());
        if inputs.is_empty() {
            kept.push(conjunct);
            continue;
        }
        let mut substitution = Substitution::new();
        let mut start = edge.start.clone();
        let mut fixed = Vec::new();
        for var in program {
            let dag = &mut session.machine.dag;
            let location = shadow::location_of(dag, var)?;
            let width = dag.var_info(var).width;
            let value = shadow::value_in_state(dag, &mut start, location)?;
            let value = fit(dag, value, width);
            // A value that depends on inputs itself cannot be fixed.
            dag.as_const(value)?;
            substitution.replace_var(dag, var, value);
            let variable = dag.var_expr(var);
            let formula = dag.eq(variable, value);
            fixed.push(Conjunct { formula, guards: conjunct.guards });
        }
        let formula = substitution.apply(&mut session.machine.dag, conjunct.formula);
        let refuted = session.machine.dag.not(formula);
        if !session.solver.check_set(&mut session.machine.dag, &[refuted]).is_unsat() {
            return None;
        }
        kept.extend(fixed);
    }
    Some(kept)
}
