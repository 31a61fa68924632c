//! The query cache (P16b, both-way caching: from path constraints to inputs): the same guard on the same slice was
//! answered before.
//!
//! The key is computed from the path's groups, without listing constraints: a hit costs a fraction of a microsecond.

use super::Layer;
use crate::path_condition::SliceKey;
use crate::query::{Evaluators, Query, Verdict};
use expr::{Dag, ExprId, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Answers kept before all are forgotten. Forgetting is rare enough that a cleverer policy would not pay for its upkeep.
const CAPACITY: usize = 1 << 20;

#[derive(Default)]
pub struct ExactCache {
    answers: FxHashMap<(SliceKey, ExprId), Verdict>,
}

impl Layer for ExactCache {
    fn answer(&mut self, dag: &mut Dag, _: &mut Evaluators, query: &Query) -> Option<Verdict> {
        self.answers.get(&(query.slice_key(dag), query.guard)).cloned()
    }

    fn learn(&mut self, dag: &Dag, query: &Query, verdict: &Verdict) {
        if self.answers.len() >= CAPACITY {
            self.answers.clear();
        }
        let verdict = match verdict {
            Verdict::Sat(changes) => Verdict::Sat(complete(dag, query, changes)),
            Verdict::Unsat(_) | Verdict::Undecided(_) => verdict.clone(),
        };
        self.answers.insert((query.slice_key(dag), query.guard), verdict);
    }
}

/// Values for all variables of the slice: another path with this slice may come with another model.
fn complete(dag: &Dag, query: &Query, changes: &[(VarId, u64)]) -> Rc<[(VarId, u64)]> {
    let mut model = query.model.clone();
    changes.iter().for_each(|&(v, value)| model.set(v, value));
    query.variables(dag).into_iter().map(|v| (v, model.get(v, dag.var_info(v).width))).collect()
}
