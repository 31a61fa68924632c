//! Fast unsatisfiability check (CUTE 3.3, first optimisation; P16b OPT1): a syntactic contradiction.
//!
//! The guard or its negation was assumed before, word for word. Does not see that other constraints imply it.

use super::Layer;
use crate::query::{Evaluators, ModelFit, Query, Verdict};
use expr::Dag;
use std::rc::Rc;

pub struct FastUnsat;

impl Layer for FastUnsat {
    fn answer(&mut self, dag: &mut Dag, _: &mut Evaluators, query: &Query) -> Option<Verdict> {
        let negation = dag.not(query.guard);
        if query.path.contains(negation) {
            return Some(Verdict::Unsat(Rc::new([query.guard, negation])));
        }
        let satisfied = query.path.contains(query.guard) && query.fit == ModelFit::SatisfiesPath;
        satisfied.then(|| Verdict::Sat(Rc::new([])))
    }
}
