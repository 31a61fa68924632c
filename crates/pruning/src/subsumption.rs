//! Whether a state satisfies an entry of the table, cheapest test first (P13 definition 3, P21 Fig. 5).
//!
//! First the entry is evaluated under the state's model, which refutes most of what does not hold, and shows the rest where
//! the entry is about concrete values only. Then the state's values are put into it, and most conjuncts fold to a constant.
//! Only what is left is asked of the solver, if it [may be](Evidence). `unknown` is not subsumed.

use std::rc::Rc;

use expr::{Dag, Evaluator, ExprId, Substitution, VarId};
use machine::Machine;
use machine::shadow::{self, PlainValues};
use machine::state::State;
use rustc_hash::FxHashMap;
use solver::PathCondition;

use crate::condition::{Condition, Conjunct};
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
struct Arrival<'e> {
    /// What program variables are under the state's model, as far as they were looked at. Entries speak of nothing else.
    values: &'e mut Evaluator,
    /// Those that depend on inputs, as terms.
    terms: FxHashMap<VarId, ExprId>,
}

impl<'e> Arrival<'e> {
    fn new(values: &'e mut Evaluator) -> Arrival<'e> {
        values.start_given();
        Arrival { values, terms: FxHashMap::default() }
    }

    /// Looks a program variable up: its value under the state's model. `None`: there is no such thing.
    fn look_up(&mut self, machine: &mut Machine, state: &mut State, variable: VarId) -> Option<u64> {
        let at = machine.dag.var_expr(variable);
        if let Some(bits) = self.values.given(at) {
            return Some(bits);
        }
        let location = shadow::location_of(&machine.dag, variable)?;
        let bits = match shadow::plain_value(state, location) {
            Some(bits) => bits,
            None => {
                let value = value_in_state(&mut machine.dag, state, variable)?;
                if machine.dag.as_const(value).is_none() {
                    self.terms.insert(variable, value);
                }
                machine.eval.value(&machine.dag, value, &state.model) as u64
            }
        };
        self.values.give(&machine.dag, at, bits);
        self.values.given(at)
    }

    /// Looks up what a formula speaks of; whether it is all there.
    fn look_up_all(&mut self, machine: &mut Machine, state: &mut State, formula: ExprId) -> bool {
        let dag = &machine.dag;
        let mut plain = PlainValues::of(state);
        let mut others = Vec::new();
        for &variable in dag.vars(formula) {
            let at = dag.var_expr(variable);
            if self.values.given(at).is_some() {
                continue;
            }
            let Some(location) = shadow::location_of(dag, variable) else { return false };
            match plain.get(location) {
                Some(bits) => self.values.give(dag, at, bits),
                None => others.push(variable),
            }
        }
        others.into_iter().all(|variable| self.look_up(machine, state, variable).is_some())
    }

    /// Whether a formula speaks of what depends on inputs.
    fn depends_on_inputs(&self, dag: &Dag, formula: ExprId) -> bool {
        !self.terms.is_empty() && dag.vars(formula).iter().any(|variable| self.terms.contains_key(variable))
    }

    /// Replaces the variables of formulas by what they are.
    fn substitution(&self, dag: &mut Dag, formulas: &[ExprId]) -> Substitution {
        let mut variables: Vec<VarId> = formulas.iter().flat_map(|&formula| dag.vars(formula)).copied().collect();
        variables.sort_unstable();
        variables.dedup();
        let mut substitution = Substitution::with_capacity(variables.len());
        for variable in variables {
            let value = match self.terms.get(&variable) {
                Some(&term) => term,
                None => {
                    let at = dag.var_expr(variable);
                    let bits = self.values.given(at).expect("all were looked up");
                    dag.constant(bits.into(), dag.width(at))
                }
            };
            substitution.replace_var(dag, variable, value);
        }
        substitution
    }
}

/// What a program variable is in a state, as a term. `None`: there is no such thing.
fn value_in_state(dag: &mut Dag, state: &mut State, variable: VarId) -> Option<ExprId> {
    let location = shadow::location_of(dag, variable)?;
    let value = shadow::value_in_state(dag, state, location)?;
    Some(fit(dag, value, dag.var_info(variable).width))
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
    let mut arrival = Arrival::new(evaluator);
    let machine = &mut *inference.machine;
    let entries = table.candidates(key, |variable| arrival.look_up(machine, state, variable));
    let satisfied = |entry: &Rc<Condition>| satisfies(inference, state, &mut arrival, entry, evidence);
    let found = entries.iter().position(satisfied);
    let trials = found.map_or(entries.len(), |index| index + 1) as u64;
    Found { entry: found.and_then(|index| entries.into_iter().nth(index)), trials }
}

/// The first of some conditions that a state on a path satisfies, by its name. `candidates` may ask what the state's model gives a
/// variable, as [`Table::candidates`] does.
pub(crate) fn first_covering<T>(
    inference: &mut Inference,
    evaluator: &mut Evaluator,
    state: &mut State,
    path: &PathCondition,
    candidates: impl FnOnce(&mut dyn FnMut(VarId) -> Option<u64>) -> Vec<(T, Rc<Condition>)>,
) -> Option<T> {
    let mut arrival = Arrival::new(evaluator);
    let machine = &mut *inference.machine;
    let candidates = candidates(&mut |variable| arrival.look_up(machine, state, variable));
    let mut covers = |entry: &Rc<Condition>| satisfies(inference, state, &mut arrival, entry, Evidence::Solver(path));
    candidates.into_iter().find(|(_, entry)| covers(entry)).map(|(name, _)| name)
}

/// A formula over program variables with their values in a state; `None` where it has no such thing.
pub(crate) fn in_state(inference: &mut Inference, state: &mut State, formula: ExprId) -> Option<ExprId> {
    let dag = &mut inference.machine.dag;
    let variables = dag.vars(formula).to_vec();
    let mut substitution = Substitution::with_capacity(variables.len());
    for variable in variables {
        let value = value_in_state(dag, state, variable)?;
        substitution.replace_var(dag, variable, value);
    }
    Some(substitution.apply(dag, formula))
}

/// Whether a state on a path satisfies one entry.
pub(crate) fn is_covered(
    inference: &mut Inference,
    evaluator: &mut Evaluator,
    state: &mut State,
    entry: &Condition,
    path: &PathCondition,
) -> bool {
    satisfies(inference, state, &mut Arrival::new(evaluator), entry, Evidence::Solver(path))
}

fn satisfies(
    inference: &mut Inference,
    state: &mut State,
    arrival: &mut Arrival,
    entry: &Condition,
    evidence: Evidence,
) -> bool {
    if entry.next_heap.is_some_and(|at| at != state.memory.next_heap()) {
        return false;
    }
    let first = inference.machine.first_memory();
    if !entry.objects.iter().all(|fact| fact.holds(state, first)) {
        return false;
    }
    let machine = &mut *inference.machine;
    let mut open = Vec::new();
    for &Conjunct { formula, .. } in &entry.conjuncts {
        if !arrival.look_up_all(machine, state, formula) || !arrival.values.given_holds(&machine.dag, formula) {
            return false;
        }
        if arrival.depends_on_inputs(&machine.dag, formula) {
            open.push(formula);
        }
    }
    if open.is_empty() {
        return true;
    }
    let dag = &mut machine.dag;
    let mut substitution = arrival.substitution(dag, &open);
    let mut undecided: Vec<ExprId> = open.into_iter().map(|formula| substitution.apply(dag, formula)).collect();
    undecided.retain(|&formula| !dag.is_true(formula));
    inference.economy.substituted(substitution.steps());
    undecided.into_iter().all(|formula| is_shown(inference, state, formula, evidence))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{Lab, N, NUMBER, X, condition, straight};
    use machine::memory::{Fill, Object, ObjectKind};
    use machine::shadow::ObjectFact;
    use machine::value::Value;

    fn is_satisfied(lab: &mut Lab, state: &State, entry: &Condition, evidence: Evidence) -> bool {
        let mut state = state.clone();
        let mut evaluator = Evaluator::new();
        satisfies(&mut lab.inference(), &mut state, &mut Arrival::new(&mut evaluator), entry, evidence)
    }

    /// Whether a state on this path satisfies an entry.
    fn is_subsumed(lab: &mut Lab, state: &State, path: &[ExprId], entry: &Condition) -> bool {
        let path = lab.path(path);
        is_satisfied(lab, state, entry, Evidence::Solver(&path))
    }

    #[test]
    fn concrete_values_are_compared_without_the_solver() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        lab.solver_gives_up();
        let small = condition(&[lab.below(lab.x, 10)]);
        let (five, ten) = (lab.start_with(5), lab.start_with(10));
        assert!(is_subsumed(&mut lab, &five, &[], &small));
        assert!(!is_subsumed(&mut lab, &ten, &[], &small));
    }

    #[test]
    fn what_folds_to_true_needs_no_solver() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        lab.solver_gives_up();
        let mut state = lab.start(5);
        state.frame.regs[N.index()] = state.frame.regs[X.index()];
        let equal = condition(&[lab.machine.dag.eq(lab.x, lab.n)]);
        assert!(is_subsumed(&mut lab, &state, &[], &equal), "both hold the same input");
    }

    #[test]
    fn what_is_left_is_asked_of_the_solver() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start(5);
        let input = lab.value(&state, X);
        let small = condition(&[lab.below(lab.x, 10)]);
        let (narrow, wide) = (lab.below(input, 7), lab.below(input, 11));
        assert!(is_subsumed(&mut lab, &state, &[narrow], &small));
        assert!(!is_subsumed(&mut lab, &state, &[wide], &small), "the path allows 10");
        assert!(!is_subsumed(&mut lab, &state, &[], &small), "that the model satisfies it is not enough");
        lab.solver_gives_up();
        assert!(!is_subsumed(&mut lab, &state, &[narrow], &small), "unknown is not subsumed");
    }

    #[test]
    fn every_conjunct_must_hold() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start(5);
        let input = lab.value(&state, X);
        let path = lab.below(input, 7);
        let (holds, fails) = (lab.below(lab.x, 10), lab.below(lab.x, 6));
        assert!(!is_subsumed(&mut lab, &state, &[path], &condition(&[holds, fails])));
        assert!(!is_subsumed(&mut lab, &state, &[path], &condition(&[fails, holds])));
    }

    #[test]
    fn only_what_is_said_word_for_word_counts_as_words() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start(5);
        let input = lab.value(&state, X);
        let small = condition(&[lab.below(lab.x, 10)]);
        let (word, stronger, always) = (lab.below(input, 10), lab.below(input, 9), lab.truth());
        let mut by_words = |conditions: &[ExprId], guard: ExprId| {
            let path = lab.path(conditions);
            is_satisfied(&mut lab, &state, &small, Evidence::Words { path: &path, guard })
        };
        assert!(by_words(&[word], always), "the path says it");
        assert!(by_words(&[], word), "the guard says it");
        assert!(!by_words(&[], always), "the model satisfies it, and that is all");
        assert!(!by_words(&[stronger], stronger), "to see that this implies it is a solver's business");
    }

    #[test]
    fn the_next_heap_object_must_come_to_lie_at_the_same_place() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start_with(5);
        let at = state.memory.next_heap();
        let entry = |next_heap| Condition { next_heap, ..Condition::default() };
        assert!(is_subsumed(&mut lab, &state, &[], &entry(None)));
        assert!(is_subsumed(&mut lab, &state, &[], &entry(Some(at))));
        assert!(!is_subsumed(&mut lab, &state, &[], &entry(Some(at + 1))));
    }

    #[test]
    fn objects_must_be_as_they_were() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start_with(5);
        let fact =
            |capacity| ObjectFact::Live { address: NUMBER, capacity, kind: ObjectKind::Global, read_only: false };
        let entry = |objects| Condition { objects, ..Condition::default() };
        assert!(is_subsumed(&mut lab, &state, &[], &entry(vec![fact(8)])));
        assert!(!is_subsumed(&mut lab, &state, &[], &entry(vec![fact(8), fact(16)])));
        let mut larger = state.clone();
        larger.memory.insert(Object::new(NUMBER, 16, ObjectKind::Global, Fill::Bytes(&[])));
        assert!(!is_subsumed(&mut lab, &larger, &[], &entry(vec![fact(8)])));
    }

    #[test]
    fn a_state_without_the_variable_is_not_subsumed() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start_with(5);
        let nowhere = lab.byte(0x10);
        let zero = lab.is(nowhere, 0);
        assert!(!is_subsumed(&mut lab, &state, &[], &condition(&[zero])));
    }

    #[test]
    fn there_are_no_tables_before_paths_part() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start_with(5);
        // Another machine, which has no first memory.
        let mut other = Lab::new(&program);
        let table = Condition { objects: vec![ObjectFact::Table { address: NUMBER }], ..Condition::default() };
        assert!(!is_subsumed(&mut other, &state, &[], &table));
        assert!(is_subsumed(&mut lab, &state, &[], &table));
        assert!(is_subsumed(&mut other, &state, &[], &Condition::default()), "it relies on nothing");
    }

    #[test]
    fn the_first_entry_that_covers_the_state_is_found() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let mut state = lab.start_with(5);
        let key = Key::of(&state).unwrap();
        let mut table = Table::default();
        for bound in [10, 3, 4] {
            let entry = condition(&[lab.below(lab.x, bound)]);
            table.insert(&lab.machine.dag, key.clone(), entry);
        }
        let path = lab.path(&[]);
        let look = |lab: &mut Lab, state: &mut State| {
            let mut evaluator = Evaluator::new();
            let evidence = Evidence::Solver(&path);
            entry_for(&mut lab.inference(), &table, &mut evaluator, state, &key, evidence)
        };
        let found = look(&mut lab, &mut state);
        let covers = lab.below(lab.x, 10);
        assert_eq!(found.entry.unwrap().conjuncts, condition(&[covers]).conjuncts);
        assert_eq!(found.trials, 3, "the newest are tried first");
        state.frame.regs[X.index()] = Value::Bits(50);
        let found = look(&mut lab, &mut state);
        assert!(found.entry.is_none() && found.trials == 3);
    }

    #[test]
    fn entries_that_fix_values_are_found_by_those_of_the_model() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let mut state = lab.start(5);
        let input = lab.value(&state, X);
        let key = Key::of(&state).unwrap();
        let mut table = Table::default();
        for value in [4, 5] {
            let entry = condition(&[lab.is(lab.x, value)]);
            table.insert(&lab.machine.dag, key.clone(), entry);
        }
        for (condition, subsumed) in [(lab.is(input, 5), true), (lab.below(input, 6), false)] {
            let path = lab.path(&[condition]);
            let mut evaluator = Evaluator::new();
            let evidence = Evidence::Solver(&path);
            let found = entry_for(&mut lab.inference(), &table, &mut evaluator, &mut state, &key, evidence);
            assert_eq!((found.entry.is_some(), found.trials), (subsumed, 1));
        }
    }
}
