//! An assignment that answered an earlier query often answers this one too: evaluating is cheaper than solving.
//!
//! The query's own model is tried first, on the guard alone when it is known to satisfy the path.

use super::Layer;
use crate::query::{Evaluators, ModelFit, Query, Verdict};
use expr::{Dag, Model};
use std::collections::VecDeque;
use std::rc::Rc;

/// How many assignments are kept. More find little more, and each costs an evaluation of the guard.
const REMEMBERED: usize = 8;

#[derive(Default)]
pub struct RecentModels {
    /// Newest first.
    models: VecDeque<Model>,
}

impl Layer for RecentModels {
    fn answer(&mut self, dag: &mut Dag, evaluators: &mut Evaluators, query: &Query) -> Option<Verdict> {
        if query.fit == ModelFit::SatisfiesPath && evaluators.own.holds(dag, query.guard, query.model) {
            return Some(Verdict::Sat(Rc::new([])));
        }
        // Guards fail most often, and come first among the constraints.
        let fits = |model: &Model| query.constraints(dag).iter().all(|&e| evaluators.trial.holds(dag, e, model));
        let index = self.models.iter().position(fits)?;
        let model = self.models.remove(index)?;
        let values = query.variables(dag).into_iter().map(|v| (v, model.get(v, dag.var_info(v).width))).collect();
        self.models.push_front(model);
        Some(Verdict::Sat(values))
    }

    fn learn(&mut self, _dag: &Dag, query: &Query, verdict: &Verdict) {
        if let Verdict::Sat(values) = verdict {
            let mut model = query.model.clone();
            for &(v, value) in values.iter() {
                model.set(v, value);
            }
            self.models.truncate(REMEMBERED - 1);
            self.models.push_front(model);
        }
    }
}
