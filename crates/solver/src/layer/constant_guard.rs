//! A guard that is `true` or `false` needs no thought.

use super::Layer;
use crate::query::{Evaluators, ModelFit, Query, Verdict};
use expr::Dag;
use std::rc::Rc;

pub struct ConstantGuard;

impl Layer for ConstantGuard {
    fn answer(&mut self, dag: &mut Dag, _: &mut Evaluators, query: &Query) -> Option<Verdict> {
        if dag.is_false(query.guard) {
            return Some(Verdict::Unsat(Rc::new([query.guard])));
        }
        let satisfied = dag.is_true(query.guard) && query.fit == ModelFit::SatisfiesPath;
        satisfied.then(|| Verdict::Sat(Rc::new([])))
    }
}
