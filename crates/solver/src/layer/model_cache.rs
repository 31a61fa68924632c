//! Model reuse, KLEE's counterexample cache: inputs that answered earlier questions, each with the constraints it is
//! known to satisfy or to violate (P16b, both-way caching: this is the cache from inputs to paths; from paths to inputs it
//! is the [exact cache](super::exact_cache)).
//!
//! An input that satisfies all constraints of a question answers it, whichever question it was made for: that covers the
//! answers to subsets and to supersets of these constraints alike. A constraint is evaluated once for each input, then
//! remembered. The question's own model is tried first, on the guard alone when it is known to satisfy the path.

use super::Layer;
use crate::query::{Evaluators, ModelFit, Query, Verdict};
use expr::{Dag, Evaluator, ExprId, Model};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::rc::Rc;

/// How many inputs are kept. More find little more, and each costs an evaluation of the guard.
const REMEMBERED: usize = 8;
/// Constraints remembered for one input before all are forgotten.
const MAX_CONSTRAINTS: usize = 1 << 14;

#[derive(Default)]
pub struct ModelCache {
    /// The last one that answered first.
    inputs: VecDeque<Input>,
}

struct Input {
    model: Model,
    /// Whether it satisfies a constraint, for those it was asked about.
    satisfies: FxHashMap<ExprId, bool>,
}

impl Input {
    fn satisfies(&mut self, dag: &Dag, evaluator: &mut Evaluator, constraint: ExprId) -> bool {
        if let Some(&known) = self.satisfies.get(&constraint) {
            return known;
        }
        if self.satisfies.len() >= MAX_CONSTRAINTS {
            self.satisfies.clear();
        }
        let holds = evaluator.holds(dag, constraint, &self.model);
        self.satisfies.insert(constraint, holds);
        holds
    }
}

impl Layer for ModelCache {
    fn answer(&mut self, dag: &mut Dag, evaluators: &mut Evaluators, query: &Query) -> Option<Verdict> {
        if query.fit == ModelFit::SatisfiesPath && evaluators.own.holds(dag, query.guard, query.model) {
            return Some(Verdict::Sat(Rc::new([])));
        }
        // Guards fail most often, and come first among the constraints; most questions need no list of the others.
        let trial = &mut evaluators.trial;
        let fits = |input: &mut Input| {
            input.satisfies(dag, trial, query.guard)
                && query.constraints(dag).iter().all(|&e| input.satisfies(dag, trial, e))
        };
        let index = self.inputs.iter_mut().position(fits)?;
        let input = self.inputs.remove(index)?;
        let value = |v| (v, input.model.get(v, dag.var_info(v).width));
        let values = query.variables(dag).into_iter().map(value).collect();
        self.inputs.push_front(input);
        Some(Verdict::Sat(values))
    }

    fn learn(&mut self, _: &Dag, query: &Query, verdict: &Verdict) {
        if let Verdict::Sat(values) = verdict {
            let mut model = query.model.clone();
            for &(v, value) in values.iter() {
                model.set(v, value);
            }
            self.inputs.truncate(REMEMBERED - 1);
            self.inputs.push_front(Input { model, satisfies: FxHashMap::from_iter([(query.guard, true)]) });
        }
    }
}
