//! SEPARATE (P21 section 5.1, Fig. 7): which formulas over program variables have to do with each other on a path.
//!
//! Two formulas are linked if they share a variable, or if values of their variables depend on the same input. The
//! register that holds `x < n` and the bytes of `x` are different variables, but what is required of one may hold only
//! thanks to the other.

use expr::{Dag, ExprId, VarId};
use machine::shadow;
use machine::state::State;
use rustc_hash::{FxHashMap, FxHashSet};

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
        let mut linked: FxHashSet<VarId> = FxHashSet::default();
        for var in dag.vars(a).to_vec() {
            linked.insert(var);
            linked.extend(self.inputs_behind(dag, var));
        }
        dag.vars(b)
            .to_vec()
            .into_iter()
            .any(|var| linked.contains(&var) || self.inputs_behind(dag, var).iter().any(|input| linked.contains(input)))
    }

    fn inputs_behind(&mut self, dag: &mut Dag, var: VarId) -> &[VarId] {
        let state = &mut self.state;
        if shadow::location_of(dag, var).is_some_and(|at| shadow::is_plain(state, at)) {
            return &[];
        }
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
