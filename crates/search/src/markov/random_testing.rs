//! Random testing only (RT). Runs that cover nothing new are not simulated one by one: how many of them come before
//! the next one that does follows a geometric distribution, and that one is drawn on the condition that it does.

use rustc_hash::FxHashMap;

use crate::markov::chain::{Chain, ENTRY};
use crate::markov::linear::System;
use crate::markov::state_set::StateSet;
use crate::markov::testing::{MAX_RANDOM_RUNS, Testing};
use crate::rng::Rng;

/// The probability, for each state, that a run there leaves the set of covered states; kept across repeats.
#[derive(Default)]
pub struct EscapeProbabilities {
    known: FxHashMap<StateSet, Vec<f64>>,
}

/// Covers the chain by random runs; false if it gave up.
pub fn random_testing(testing: &mut Testing, escapes: &mut EscapeProbabilities, rng: &mut Rng) -> bool {
    testing.pay_random_run();
    testing.run(ENTRY, rng, |_| {});
    while !testing.is_complete() {
        let escape = escapes.of(testing.chain, testing.covered);
        let wasted = geometric(escape[ENTRY], rng);
        if testing.cost + wasted + 1.0 > MAX_RANDOM_RUNS as f64 {
            testing.cost = MAX_RANDOM_RUNS as f64;
            return false;
        }
        testing.cost += wasted;
        testing.pay_random_run();
        let outside = leave(testing.chain, testing.covered, escape, rng);
        testing.run(outside, rng, |_| {});
    }
    true
}

/// How many runs fail before the first success of this probability.
fn geometric(success: f64, rng: &mut Rng) -> f64 {
    if success >= 1.0 {
        return 0.0;
    }
    ((1.0 - rng.unit()).ln() / (-success).ln_1p()).floor()
}

/// The first uncovered state of a run that leaves the covered ones.
fn leave(chain: &Chain, covered: StateSet, escape: &[f64], rng: &mut Rng) -> usize {
    let mut at = ENTRY;
    while covered.contains(at) {
        let weight = |target: usize| if covered.contains(target) { escape[target] } else { 1.0 };
        let total: f64 = chain.out(at).iter().map(|t| t.probability * weight(t.target)).sum();
        let mut left = rng.unit() * total;
        let mut next = at;
        for transition in chain.out(at).iter().filter(|t| weight(t.target) > 0.0) {
            next = transition.target;
            left -= transition.probability * weight(next);
            if left < 0.0 {
                break;
            }
        }
        at = next;
    }
    at
}

impl EscapeProbabilities {
    fn of(&mut self, chain: &Chain, covered: StateSet) -> &[f64] {
        self.known.entry(covered).or_insert_with(|| {
            let mut system = System::new(chain.len());
            for state in covered.iter() {
                for transition in chain.out(state) {
                    if covered.contains(transition.target) {
                        system.add_term(state, transition.target, transition.probability);
                    } else {
                        system.add_constant(state, 0, transition.probability);
                    }
                }
            }
            system.solve();
            (0..chain.len()).map(|state| system.solution(state, 0)).collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markov::chain::chain_of;
    use crate::markov::random_chain::random_chain;

    fn mean_cost(chain: &Chain, mut one: impl FnMut(&mut Testing, &mut Rng)) -> f64 {
        let mut rng = Rng::new(8);
        let mut total = 0.0;
        for _ in 0..20_000 {
            let mut testing = Testing::new(chain);
            one(&mut testing, &mut rng);
            total += testing.cost;
        }
        total / 20_000.0
    }

    #[test]
    fn skipping_runs_changes_nothing_on_average() {
        let mut rng = Rng::new(3);
        let chain = random_chain(10, &mut rng);
        let chain = Chain::new(
            &(0..chain.len())
                .map(|state| {
                    let fair = 1.0 / chain.out(state).len() as f64;
                    let out = chain.out(state).iter();
                    out.map(|t| crate::markov::chain::Transition { probability: fair, ..*t }).collect()
                })
                .collect::<Vec<_>>(),
        );
        let mut escapes = EscapeProbabilities::default();
        let skipping = mean_cost(&chain, |testing, rng| assert!(random_testing(testing, &mut escapes, rng)));
        let plain = mean_cost(&chain, |testing, rng| {
            while !testing.is_complete() {
                testing.pay_random_run();
                testing.run(ENTRY, rng, |_| {});
            }
        });
        assert!((skipping / plain - 1.0).abs() < 0.03, "{skipping} {plain}");
    }

    #[test]
    fn hopeless_chains_are_given_up() {
        let chain = chain_of(&[&[(1, 1e-12, 1), (2, 1.0 - 1e-12, 1)], &[(2, 1.0, 1)], &[]]);
        let mut testing = Testing::new(&chain);
        assert!(!random_testing(&mut testing, &mut EscapeProbabilities::default(), &mut Rng::new(1)));
        assert_eq!(testing.cost, 1e6);
    }
}
