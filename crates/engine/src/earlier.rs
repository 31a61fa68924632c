//! What was done before the process that goes on began: it counts in every sum, and decides nothing.

use crate::results::{LayerWork, Learning, LearntCondition, Queries, SelfCheck};
use crate::snapshot::Snapshot;

/// Conditions in the summary.
const SHOWN: usize = 20;

/// Sums of a run that goes on after it was stopped; all zero in any other.
#[derive(Default)]
pub(crate) struct Earlier {
    queries: Queries,
    learning: Learning,
    self_check: SelfCheck,
}

impl Earlier {
    pub fn take_over(&mut self, snapshot: &Snapshot) {
        self.queries = snapshot.queries.clone();
        self.learning = snapshot.interpolation.clone();
        self.self_check = snapshot.self_check.clone();
    }

    pub fn asked(&self) -> u64 {
        self.queries.asked
    }

    pub fn extra_paths(&self) -> u64 {
        self.learning.extra_paths
    }

    pub fn with_queries(&self, now: Queries) -> Queries {
        let then = &self.queries;
        let calls = then.calls + now.calls;
        let constraints = then.mean_constraints * then.calls as f64 + now.mean_constraints * now.calls as f64;
        Queries {
            asked: then.asked + now.asked,
            solver: then.solver + now.solver,
            sat: then.sat + now.sat,
            unsat: then.unsat + now.unsat,
            unknown: then.unknown + now.unknown,
            calls,
            mean_constraints: if calls > 0 { constraints / calls as f64 } else { 0.0 },
            time: then.time + now.time,
            layers: with_layers(&then.layers, now.layers),
            not_written: now.not_written,
        }
    }

    pub fn with_learning(&self, now: Learning) -> Learning {
        let then = &self.learning;
        Learning {
            mode: now.mode,
            full: then.full + now.full,
            half: then.half + now.half,
            entries: then.entries + now.entries,
            checks: then.checks + now.checks,
            hits: then.hits + now.hits,
            unasked: then.unasked + now.unasked,
            confirmations: then.confirmations + now.confirmations,
            extra_paths: then.extra_paths.saturating_add(now.extra_paths),
            growth: now.growth,
            root_condition: now.root_condition,
            learnt: most_used(then.learnt.iter().cloned().chain(now.learnt)),
            attempts: then.attempts + now.attempts,
            loops: then.loops.iter().cloned().chain(now.loops).collect(),
            time: then.time + now.time,
        }
    }

    pub fn with_self_check(&self, now: SelfCheck) -> SelfCheck {
        let then = &self.self_check;
        SelfCheck {
            tried: then.tried + now.tried,
            undecided: then.undecided + now.undecided,
            failures: [then.failures.as_slice(), &now.failures].concat(),
        }
    }
}

fn with_layers(then: &[LayerWork], now: Vec<LayerWork>) -> Vec<LayerWork> {
    let mut layers = now;
    for before in then {
        match layers.iter_mut().find(|layer| layer.name == before.name) {
            Some(layer) => {
                layer.asked += before.asked;
                layer.answered += before.answered;
                layer.time += before.time;
            }
            None => layers.push(before.clone()),
        }
    }
    layers
}

fn most_used(all: impl Iterator<Item = LearntCondition>) -> Vec<LearntCondition> {
    let mut all: Vec<LearntCondition> = all.collect();
    all.sort_by_key(|learnt| std::cmp::Reverse(learnt.skipped));
    all.truncate(SHOWN);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_of_both() {
        let layer = |name: &str, asked| LayerWork { name: name.into(), asked, answered: 1, time: Default::default() };
        let queries = |calls, mean_constraints, layers| Queries {
            asked: 5,
            calls,
            mean_constraints,
            layers,
            ..Queries::default()
        };
        let earlier = Earlier { queries: queries(1, 4.0, vec![layer("a", 2), layer("gone", 1)]), ..Earlier::default() };
        let sum = earlier.with_queries(queries(3, 8.0, vec![layer("a", 1), layer("b", 9)]));
        assert_eq!((sum.asked, sum.calls, sum.mean_constraints), (10, 4, 7.0));
        let asked: Vec<(&str, u64)> = sum.layers.iter().map(|layer| (layer.name.as_str(), layer.asked)).collect();
        assert_eq!(asked, [("a", 3), ("b", 9), ("gone", 1)]);
        assert_eq!(Earlier::default().with_queries(queries(0, 0.0, vec![])).mean_constraints, 0.0);
    }
}
