//! Which formulas over program variables have to do with each other on a path (P21's SEPARATE).
//!
//! Two formulas are linked if they share a variable, or if values of their variables depend on the same input. The
//! register that holds `x < n` and the bytes of `x` are different variables, but what is required of one may hold only
//! thanks to the other.

use expr::{Dag, ExprId, VarId};
use machine::shadow;
use machine::state::State;
use rustc_hash::{FxHashMap, FxHashSet};

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
}
