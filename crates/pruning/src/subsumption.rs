//! Whether a state satisfies an entry of the table, cheapest test first (P13 definition 3, P21 Fig. 5).
//!
//! First the entry is evaluated under the state's model, which refutes most of what does not hold, and shows the rest where
//! the entry is about concrete values only. Then the state's values are put into it, and most conjuncts fold to a constant.
//! Only what is left is asked of the solver, if it [may be](Evidence). `unknown` is not subsumed.

use std::rc::Rc;

use expr::{Dag, Evaluator, ExprId, Model, Substitution, VarId};
use machine::shadow;
use machine::state::State;
use rustc_hash::FxHashMap;
use solver::PathCondition;

use crate::condition::Condition;
use crate::inference::Inference;
use crate::table::{Key, Table};
use crate::weakest_pre::fit;

/// What may be used to show that a state satisfies an entry.
#[derive(Clone, Copy)]
pub(crate) enum Evidence<'a> {
    /// Decision procedures, on the path of a state.
    Solver(&'a PathCondition),
    /// Only what path and guard say word for word.
    Words { path: &'a PathCondition, guard: ExprId },
}

/// A state at a join, as entries see it.
struct Arrival {
    /// What program variables are in the state; `None`: there is no such thing.
    values: FxHashMap<VarId, Option<ExprId>>,
    /// The state's model, and what it makes of these values.
    model: Model,
}

impl Arrival {
    fn new(state: &State) -> Arrival {
        Arrival { values: FxHashMap::default(), model: state.model.clone() }
    }

    fn value(&mut self, machine: &mut machine::Machine, state: &mut State, variable: VarId) -> Option<ExprId> {
        let model = &mut self.model;
        *self.values.entry(variable).or_insert_with(|| {
            let dag = &mut machine.dag;
            let location = shadow::location_of(dag, variable)?;
            let value = shadow::value_in_state(dag, state, location)?;
            let value = fit(dag, value, dag.var_info(variable).width);
            model.set(variable, machine.eval.value(dag, value, &state.model) as u64);
            Some(value)
        })
    }
}

/// What came of looking for an entry.
pub(crate) struct Found {
    pub entry: Option<Rc<Condition>>,
    /// Entries that were tried.
    pub trials: u64,
}

/// The entry of the table that covers a state at a join, if one does.
pub(crate) fn entry_for(
    inference: &mut Inference,
    table: &Table,
    evaluator: &mut Evaluator,
    state: &mut State,
    key: &Key,
    evidence: Evidence,
) -> Found {
    let mut arrival = Arrival::new(state);
    let machine = &mut *inference.machine;
    let entries = table.candidates(key, |variable| {
        arrival.value(machine, state, variable)?;
        Some(arrival.model.get(variable, machine.dag.var_info(variable).width))
    });
    let satisfied = |entry: &Rc<Condition>| satisfies(inference, evaluator, state, &mut arrival, entry, evidence);
    let found = entries.iter().position(satisfied);
    let trials = found.map_or(entries.len(), |index| index + 1) as u64;
    Found { entry: found.and_then(|index| entries.into_iter().nth(index)), trials }
}

fn satisfies(
    inference: &mut Inference,
    evaluator: &mut Evaluator,
    state: &mut State,
    arrival: &mut Arrival,
    entry: &Condition,
    evidence: Evidence,
) -> bool {
    if entry.next_heap.is_some_and(|at| at != state.memory.next_heap()) {
        return false;
    }
    let Some(first) = inference.machine.first_memory() else { return false };
    if !entry.objects.iter().all(|fact| fact.holds(state, first)) {
        return false;
    }
    let variables = variables_of(&inference.machine.dag, entry);
    arrival.values.reserve(variables.len());
    let mut unknown = 0;
    for &variable in &variables {
        let Some(value) = arrival.value(inference.machine, state, variable) else { return false };
        unknown += usize::from(inference.machine.dag.as_const(value).is_none());
    }
    let dag = &mut inference.machine.dag;
    if !entry.conjuncts.iter().all(|conjunct| evaluator.holds(dag, conjunct.formula, &arrival.model)) {
        return false;
    }
    if unknown == 0 {
        return true;
    }
    let mut substitution = Substitution::with_capacity(variables.len());
    for variable in variables {
        let value = arrival.values.get(&variable).copied().flatten();
        value.into_iter().for_each(|value| substitution.replace_var(dag, variable, value));
    }
    let mut undecided: Vec<ExprId> =
        entry.conjuncts.iter().map(|conjunct| substitution.apply(dag, conjunct.formula)).collect();
    undecided.retain(|&formula| !dag.is_true(formula));
    inference.economy.substituted(substitution.steps());
    undecided.into_iter().all(|formula| is_shown(inference, state, formula, evidence))
}

/// The variables a condition speaks of, in order.
fn variables_of(dag: &Dag, condition: &Condition) -> Vec<VarId> {
    let mut variables: Vec<VarId> = Vec::new();
    for conjunct in &condition.conjuncts {
        variables.extend(dag.vars(conjunct.formula));
    }
    // Those of each conjunct are in order.
    variables.sort();
    variables.dedup();
    variables
}

/// Whether a formula over inputs holds on the state's path.
fn is_shown(inference: &mut Inference, state: &State, formula: ExprId, evidence: Evidence) -> bool {
    match evidence {
        Evidence::Words { path, guard } => formula == guard || path.iter().any(|condition| condition == formula),
        Evidence::Solver(path) => {
            let dag = &mut inference.machine.dag;
            let refuted = dag.not(formula);
            inference.solver.check(dag, path, refuted, &state.model).is_unsat() && {
                let path: Vec<ExprId> = path.iter().collect();
                inference.is_proved_again(state, &path, formula, "self-check of a subsumption")
            }
        }
    }
}
