//! SEPARATE (P21 section 5.1, Fig. 7): which formulas over program variables have to do with each other on a path.
//!
//! Two formulas are linked if they share a variable, or if values of their variables depend on the same input. The
//! register that holds `x < n` and the bytes of `x` are different variables, but what is required of one may hold only
//! thanks to the other.

use expr::{Dag, ExprId, VarId};
use machine::checks::BugId;
use machine::shadow::{self, Demanded, PlainValues};
use machine::state::State;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::condition::Conjunct;

/// Nodes a conjunct may be made of before its guard is dropped.
const MAX_NODES: usize = 400;

/// The links between the variables of one state.
pub(crate) struct Links {
    state: State,
    /// The inputs behind a program variable.
    inputs: FxHashMap<VarId, Vec<VarId>>,
}

impl Links {
    pub fn new(state: &State) -> Links {
        Links { state: state.clone(), inputs: FxHashMap::default() }
    }

    /// Whether two formulas have to do with each other. The first one should be the one with fewer variables.
    pub fn link(&mut self, dag: &mut Dag, a: ExprId, b: ExprId) -> bool {
        let mut linked: FxHashSet<VarId> = dag.vars(a).iter().copied().collect();
        for var in self.not_plain(dag, a) {
            linked.extend(self.inputs_behind(dag, var));
        }
        dag.vars(b).iter().any(|var| linked.contains(var))
            || self
                .not_plain(dag, b)
                .into_iter()
                .any(|var| self.inputs_behind(dag, var).iter().any(|input| linked.contains(input)))
    }

    /// The variables of a formula behind which there may be inputs.
    fn not_plain(&self, dag: &Dag, formula: ExprId) -> Vec<VarId> {
        let mut plain = PlainValues::of(&self.state);
        let mut is_plain = |var| shadow::location_of(dag, var).is_some_and(|at| plain.get(at).is_some());
        dag.vars(formula).iter().copied().filter(|&var| !is_plain(var)).collect()
    }

    fn inputs_behind(&mut self, dag: &mut Dag, var: VarId) -> &[VarId] {
        let state = &mut self.state;
        self.inputs.entry(var).or_insert_with(|| {
            let value = shadow::location_of(dag, var).and_then(|at| shadow::value_in_state(dag, state, at));
            value.map_or_else(Vec::new, |value| dag.vars(value).to_vec())
        })
    }

    /// `formula` where the guards linked with it hold. Dropping a guard makes the condition stronger, never wrong.
    pub fn guarded(&mut self, dag: &mut Dag, guards: &[ExprId], formula: ExprId) -> ExprId {
        let linked: Vec<ExprId> = guards.iter().copied().filter(|&guard| self.link(dag, guard, formula)).collect();
        if linked.is_empty() {
            return formula;
        }
        let all = dag.all(&linked);
        let implication = dag.implies(all, formula);
        if is_small(dag, implication) { implication } else { formula }
    }
}

impl Links {
    /// The requirement of a formula where the guards linked with it hold, and of the pins that it and these guards rely on.
    /// Pins of guards have no guard: they say what the guard is about.
    pub fn conjuncts(
        &mut self,
        dag: &mut Dag,
        guards: &[Demanded],
        formula: Demanded,
        protects: Option<BugId>,
    ) -> Vec<Conjunct> {
        let plain: Vec<ExprId> = guards.iter().map(|guard| guard.formula).collect();
        let implication = self.guarded(dag, &plain, formula.formula);
        let mut required = vec![implication];
        let certain: Vec<ExprId> =
            guards.iter().filter(|guard| guard.pins.is_empty()).map(|guard| guard.formula).collect();
        required.extend(formula.pins.iter().map(|&pin| self.guarded(dag, &certain, pin)));
        if implication != formula.formula {
            required.extend(guards.iter().flat_map(|guard| guard.pins.iter().copied()));
        }
        required.into_iter().map(|formula| Conjunct { formula, guards: protects }).collect()
    }
}

fn is_small(dag: &Dag, e: ExprId) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{Lab, N, NUMBER, X, straight};
    use machine::value::Value;
    use program::layout;

    #[test]
    fn formulas_that_share_a_variable_are_linked() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start_with(3);
        let (small, smaller, other) = (lab.below(lab.x, 9), lab.below(lab.x, 5), lab.below(lab.n, 5));
        let both = lab.and(smaller, other);
        let mut links = Links::new(&state);
        let dag = &mut lab.machine.dag;
        assert!(links.link(dag, small, smaller));
        assert!(links.link(dag, small, both) && links.link(dag, other, both));
        assert!(!links.link(dag, small, other), "plain numbers depend on nothing");
    }

    #[test]
    fn formulas_on_values_of_one_input_are_linked() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let mut state = lab.start(3);
        let x = lab.value(&state, X);
        let (small, other, byte) = (lab.below(lab.x, 9), lab.below(lab.n, 5), lab.byte(NUMBER));
        let bytes = lab.below(byte, 5);
        let dag = &mut lab.machine.dag;
        let mut links = Links::new(&state);
        assert!(!links.link(dag, small, other) && !links.link(dag, small, bytes), "n and the bytes are plain");

        let one = dag.constant(1, 32);
        state.frame.regs[N.index()] = Value::Expr(dag.add(x, one));
        let mut links = Links::new(&state);
        assert!(links.link(dag, small, other) && links.link(dag, other, small), "x + 1 is in a register");
        assert!(!links.link(dag, small, bytes));

        let slot = layout::slot_of(NUMBER).unwrap();
        state.memory.object_mut(slot).write_expr(dag, 0, 4, x);
        let mut links = Links::new(&state);
        assert!(links.link(dag, small, bytes), "x is in memory");
    }

    #[test]
    fn values_of_different_inputs_are_not_linked() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let mut state = lab.start(3);
        let (small, other) = (lab.below(lab.x, 9), lab.below(lab.n, 5));
        let dag = &mut lab.machine.dag;
        state.frame.regs[N.index()] = Value::Expr(dag.variable("another", 0, 0, 32));
        assert!(!Links::new(&state).link(dag, small, other));
    }

    #[test]
    fn an_input_is_linked_with_the_registers_that_hold_it() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start(3);
        let input = lab.value(&state, X);
        let (of_input, of_register) = (lab.below(input, 9), lab.below(lab.x, 5));
        assert!(Links::new(&state).link(&mut lab.machine.dag, of_input, of_register));
    }

    #[test]
    fn linked_guards_stay_and_others_go() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start_with(3);
        let (guard, formula, other) = (lab.below(lab.x, 9), lab.below(lab.x, 5), lab.below(lab.n, 5));
        let implication = lab.implies(guard, formula);
        let mut links = Links::new(&state);
        let dag = &mut lab.machine.dag;
        assert_eq!(links.guarded(dag, &[], formula), formula);
        assert_eq!(links.guarded(dag, &[other], formula), formula);
        assert_eq!(links.guarded(dag, &[other, guard], formula), implication);
    }

    /// Whatever becomes of the guards, nothing that is required under them is lost.
    #[test]
    fn what_is_made_of_guards_and_formula_implies_the_formula_under_them() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start_with(3);
        let mut formulas = Vec::new();
        for e in [lab.x, lab.n, lab.number] {
            for bound in [3, 8] {
                let small = lab.below(e, bound);
                formulas.extend([small, lab.not(small)]);
            }
        }
        let mut links = Links::new(&state);
        for &first in &formulas {
            for &second in &formulas {
                for &formula in &formulas {
                    let guarded = links.guarded(&mut lab.machine.dag, &[first, second], formula);
                    let both = lab.and(first, second);
                    let needed = lab.implies(both, formula);
                    let kept = lab.implies(guarded, needed);
                    assert!(lab.is_valid(kept));
                }
            }
        }
    }

    #[test]
    fn a_guard_that_is_too_large_goes() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start_with(3);
        let formula = lab.below(lab.x, 5);
        let mut sum = lab.x;
        for _ in 0..MAX_NODES {
            let product = lab.machine.dag.mul(sum, lab.n);
            sum = lab.machine.dag.xor(product, lab.x);
        }
        let guard = lab.below(sum, 5);
        assert!(Links::new(&state).link(&mut lab.machine.dag, guard, formula));
        assert_eq!(Links::new(&state).guarded(&mut lab.machine.dag, &[guard], formula), formula);
    }
}
