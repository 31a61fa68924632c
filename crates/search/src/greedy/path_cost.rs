//! What a path costs, in seconds: what was spent on it so far, and what the cost model of the run predicts (P18 section 4.1).

use rustc_hash::FxHashMap;
use tree::StateId;

use crate::greedy::cost_model::Operations;
use crate::world::World;

/// Seconds it takes to run a state that needs no solving.
const RUN_COST: f64 = 1e-4;

/// Seconds spent on paths that wait again.
#[derive(Default)]
pub struct Spent {
    seconds: FxHashMap<StateId, f64>,
}

impl Spent {
    pub fn on(&self, state: StateId) -> f64 {
        self.seconds.get(&state).copied().unwrap_or(0.0)
    }

    pub fn add(&mut self, state: StateId, seconds: f64) {
        *self.seconds.entry(state).or_default() += seconds;
    }

    pub fn forget(&mut self, state: StateId) {
        self.seconds.remove(&state);
    }

    pub fn was_tried(&self, state: StateId) -> bool {
        self.on(state) > 0.0
    }

    /// Seconds a path is expected to take to its end. An execution that was interrupted is taken to last as long again.
    pub fn expected_cost(&self, world: &dyn World, state: StateId, unsolved: Option<&Operations>) -> f64 {
        RUN_COST + self.on(state) + unsolved.map_or(0.0, |operations| world.cost_model().predict(operations))
    }
}
