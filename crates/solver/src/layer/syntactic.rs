//! The guard or its negation was assumed before, word for word (CUTE 3.3, first optimisation: fast unsatisfiability check).

use super::Layer;
use crate::query::{Evaluators, ModelFit, Query, Verdict};
use expr::Dag;
use std::rc::Rc;

pub struct Syntactic;

impl Layer for Syntactic {
    fn answer(&mut self, dag: &mut Dag, _: &mut Evaluators, query: &Query) -> Option<Verdict> {
        let negation = dag.not(query.guard);
        if query.path.contains(negation) {
            return Some(Verdict::Unsat(Rc::new([query.guard, negation])));
        }
        let satisfied = query.path.contains(query.guard) && query.fit == ModelFit::SatisfiesPath;
        satisfied.then(|| Verdict::Sat(Rc::new([])))
    }
}
