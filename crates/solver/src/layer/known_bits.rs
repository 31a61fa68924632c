//! Known bits and value range: a guard of which they say that it cannot hold, or cannot fail, whatever the variables are.
//!
//! Uses what the DAG knows about the guard alone; what the path says about ranges is not looked at.

use super::Layer;
use crate::query::{Evaluators, ModelFit, Query, Verdict};
use expr::Dag;
use std::rc::Rc;

pub struct KnownBits;

impl Layer for KnownBits {
    fn answer(&mut self, dag: &mut Dag, _: &mut Evaluators, query: &Query) -> Option<Verdict> {
        let range = dag.range(query.guard);
        if range.hi == 0 {
            return Some(Verdict::Unsat(Rc::new([query.guard])));
        }
        let satisfied = range.lo == 1 && query.fit == ModelFit::SatisfiesPath;
        satisfied.then(|| Verdict::Sat(Rc::new([])))
    }
}
