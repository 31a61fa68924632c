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

    /// A formula and what it is linked with.
    pub fn of(&mut self, dag: &mut Dag, e: ExprId) -> FxHashSet<VarId> {
        let mut linked = FxHashSet::default();
        for var in dag.vars(e).to_vec() {
            linked.insert(var);
            linked.extend(self.inputs_behind(dag, var));
        }
        linked
    }

    pub fn link(&mut self, dag: &mut Dag, a: ExprId, b: &FxHashSet<VarId>) -> bool {
        dag.vars(a)
            .to_vec()
            .into_iter()
            .any(|var| b.contains(&var) || self.inputs_behind(dag, var).iter().any(|input| b.contains(input)))
    }

    fn inputs_behind(&mut self, dag: &mut Dag, var: VarId) -> &[VarId] {
        let state = &mut self.state;
        self.inputs.entry(var).or_insert_with(|| {
            let value = shadow::location_of(dag, var).and_then(|at| shadow::value_in_state(dag, state, at));
            value.map_or_else(Vec::new, |value| dag.vars(value).to_vec())
        })
    }
}
