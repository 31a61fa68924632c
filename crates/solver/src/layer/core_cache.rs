//! The cache of unsatisfiable cores (KLEE's counterexample cache, its other half): a contradiction found before is one in
//! every set of constraints that has all of it.
//!
//! Cores are found by any of their members: a path can be satisfied, so the guard takes part in every contradiction a
//! question can have. What is left to check is whether the path has the others, one look-up each.

use super::Layer;
use crate::query::{Evaluators, Query, Verdict};
use expr::{Dag, ExprId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Larger cores are too special to be met again.
const MAX_CORE: usize = 16;
/// Cores kept for each expression; the oldest goes.
const PER_MEMBER: usize = 12;
/// Expressions with cores before all are forgotten.
const CAPACITY: usize = 1 << 18;

#[derive(Default)]
pub struct CoreCache {
    /// Newest last.
    cores: FxHashMap<ExprId, Vec<Rc<[ExprId]>>>,
}

impl Layer for CoreCache {
    fn answer(&mut self, _: &mut Dag, _: &mut Evaluators, query: &Query) -> Option<Verdict> {
        let present = |&e: &ExprId| e == query.guard || query.path.contains(e);
        let core = self.cores.get(&query.guard)?.iter().rev().find(|core| core.iter().all(present))?;
        Some(Verdict::Unsat(core.clone()))
    }

    fn learn(&mut self, _: &Dag, _: &Query, verdict: &Verdict) {
        let Verdict::Unsat(core) = verdict else { return };
        if core.len() > MAX_CORE {
            return;
        }
        if self.cores.len() >= CAPACITY {
            self.cores.clear();
        }
        for &member in core.iter() {
            let cores = self.cores.entry(member).or_default();
            // The same core may be found again by a question that this layer could not answer through its guard.
            if cores.iter().any(|known| known == core) {
                continue;
            }
            if cores.len() >= PER_MEMBER {
                cores.remove(0);
            }
            cores.push(core.clone());
        }
    }
}
