//! `--self-check` for learning: conditions and subsumptions are proved again by another decision procedure, without
//! layers and caches.
//!
//! Of a pull-back it is shown that the condition at the start of an edge, and what decides its way, imply what the edge
//! itself requires and the condition at its end on each way on. Of a subsumption it is shown that the path condition
//! implies the entry. What is refuted is told to the run, which makes a
//! cut of it, so that no verdict rests on it; what cannot be decided is not used.
//!
//! The substitution that carries conditions over an edge comes from the machine and is trusted here.

use std::time::Duration;

use expr::{Dag, ExprId};
use machine::Machine;
use machine::state::State;
use rustc_hash::FxHashSet;
use solver::{Answer, BackendChoice, LayerSet, Solver, SolverConfig};

/// How long one procedure may try a proof before the other one does, and how long when neither has found it.
const TRIES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(1)];

pub(crate) struct Recheck {
    /// In the order of trying. Of two the one that does not answer the run's own questions comes first.
    solvers: Vec<Solver>,
    proved: FxHashSet<Vec<ExprId>>,
    /// What was refuted and nobody has been told of.
    refuted: Vec<String>,
    counts: Rechecks,
}

/// How much was proved again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rechecks {
    pub tried: u64,
    /// What neither procedure could decide in its time.
    pub undecided: u64,
}

impl Recheck {
    /// `own`: what answers the run's own questions.
    pub fn new(own: &BackendChoice) -> Recheck {
        let backends = match own {
            BackendChoice::Auto | BackendChoice::Bitblast => [BackendChoice::Z3, BackendChoice::Bitblast],
            BackendChoice::Z3 | BackendChoice::Smtlib(_) => [BackendChoice::Bitblast, BackendChoice::Z3],
        };
        let tries = TRIES.iter().flat_map(|&time_limit| backends.clone().map(|backend| (backend, time_limit)));
        let solvers = tries
            .map(|(backend, time_limit)| {
                let layers = LayerSet::none();
                Solver::new(SolverConfig { backend, layers, time_limit, ..SolverConfig::default() })
            })
            .collect();
        Recheck { solvers, proved: FxHashSet::default(), refuted: Vec::new(), counts: Rechecks::default() }
    }

    /// Whether the premises imply the conclusion, which learning has concluded at this state.
    pub fn is_implied(
        &mut self,
        machine: &mut Machine,
        state: &State,
        premises: &[ExprId],
        conclusion: ExprId,
        what: &str,
    ) -> bool {
        let dag = &mut machine.dag;
        if dag.is_true(conclusion) {
            return true;
        }
        let mut question = premises.to_vec();
        question.push(dag.not(conclusion));
        let proved = self.is_impossible(dag, question);
        self.counts.tried += 1;
        self.counts.undecided += u64::from(proved.is_none());
        if proved == Some(false) {
            self.refuted.push(machine.place(state, what));
        }
        proved == Some(true)
    }

    pub fn counts(&self) -> Rechecks {
        self.counts
    }

    pub fn take_refuted(&mut self) -> Vec<String> {
        std::mem::take(&mut self.refuted)
    }

    /// Whether a conjunction is impossible; `None` where neither procedure knows.
    fn is_impossible(&mut self, dag: &mut Dag, mut conjuncts: Vec<ExprId>) -> Option<bool> {
        conjuncts.sort_unstable();
        conjuncts.dedup();
        if self.proved.contains(&conjuncts) {
            return Some(true);
        }
        for solver in &mut self.solvers {
            match solver.check_set(dag, &conjuncts) {
                Answer::Unsat(_) => {
                    self.proved.insert(conjuncts);
                    return Some(true);
                }
                Answer::Sat(_) => return Some(false),
                Answer::Unknown(_) => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{Lab, straight};

    #[test]
    fn what_does_not_follow_is_refuted_and_told_once() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start(0);
        let (small, smaller, always) = (lab.below(lab.x, 10), lab.below(lab.x, 5), lab.truth());
        for own in [BackendChoice::Auto, BackendChoice::Z3] {
            let mut recheck = Recheck::new(&own);
            let mut is_implied =
                |premise, conclusion| recheck.is_implied(&mut lab.machine, &state, &[premise], conclusion, "a test");
            assert!(is_implied(small, always) && is_implied(smaller, small) && is_implied(smaller, small));
            assert!(!is_implied(small, smaller));
            let refuted = recheck.take_refuted();
            assert!(refuted.len() == 1 && refuted[0].starts_with("a test, "), "{refuted:?}");
            assert!(recheck.take_refuted().is_empty());
            assert_eq!(recheck.counts(), Rechecks { tried: 3, undecided: 0 });
        }
    }
}
