//! Random testing and nothing else (P18, Table 1: RT). Runs that cover nothing new are not simulated one by one: how many
//! of them come before the next one that does follows a geometric distribution, and that one is drawn on the condition
//! that it does.

use rustc_hash::FxHashMap;

use crate::lab::linear_system::LinearSystem;
use crate::lab::markov_chain::{ENTRY, MarkovChain};
use crate::lab::simulation::{MAX_RANDOM_RUNS, Simulation};
use crate::lab::state_set::StateSet;
use crate::rng::Rng;

/// The probability, for each state, that a run there leaves the set of covered states; kept across repeats.
#[derive(Default)]
pub struct EscapeProbabilities {
    known: FxHashMap<StateSet, Vec<f64>>,
}

/// Covers the chain by random runs; false if it gave up.
pub fn random_testing(simulation: &mut Simulation, escapes: &mut EscapeProbabilities, rng: &mut Rng) -> bool {
    simulation.pay_random_run();
    simulation.run(ENTRY, rng, |_| {});
    while !simulation.is_complete() {
        let escape = escapes.of(simulation.chain, simulation.covered);
        let wasted = geometric(escape[ENTRY], rng);
        if simulation.cost + wasted + 1.0 > MAX_RANDOM_RUNS as f64 {
            simulation.cost = MAX_RANDOM_RUNS as f64;
            return false;
        }
        simulation.cost += wasted;
        simulation.pay_random_run();
        let outside = leave(simulation.chain, simulation.covered, escape, rng);
        simulation.run(outside, rng, |_| {});
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
fn leave(chain: &MarkovChain, covered: StateSet, escape: &[f64], rng: &mut Rng) -> usize {
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
    fn of(&mut self, chain: &MarkovChain, covered: StateSet) -> &[f64] {
        self.known.entry(covered).or_insert_with(|| {
            let mut system = LinearSystem::new(chain.len());
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
    use crate::lab::markov_chain::chain_of;
    use crate::lab::random_chain::random_chain;

    fn mean_cost(chain: &MarkovChain, mut one: impl FnMut(&mut Simulation, &mut Rng)) -> f64 {
        let mut rng = Rng::new(8);
        let mut total = 0.0;
        for _ in 0..20_000 {
            let mut simulation = Simulation::new(chain);
            one(&mut simulation, &mut rng);
            total += simulation.cost;
        }
        total / 20_000.0
    }

    #[test]
    fn skipping_runs_changes_nothing_on_average() {
        let mut rng = Rng::new(3);
        let chain = random_chain(10, &mut rng);
        let chain = MarkovChain::new(
            &(0..chain.len())
                .map(|state| {
                    let fair = 1.0 / chain.out(state).len() as f64;
                    let out = chain.out(state).iter();
                    out.map(|t| crate::lab::markov_chain::Transition { probability: fair, ..*t }).collect()
                })
                .collect::<Vec<_>>(),
        );
        let mut escapes = EscapeProbabilities::default();
        let skipping = mean_cost(&chain, |simulation, rng| assert!(random_testing(simulation, &mut escapes, rng)));
        let plain = mean_cost(&chain, |simulation, rng| {
            while !simulation.is_complete() {
                simulation.pay_random_run();
                simulation.run(ENTRY, rng, |_| {});
            }
        });
        assert!((skipping / plain - 1.0).abs() < 0.03, "{skipping} {plain}");
    }

    #[test]
    fn hopeless_chains_are_given_up() {
        let chain = chain_of(&[&[(1, 1e-12, 1), (2, 1.0 - 1e-12, 1)], &[(2, 1.0, 1)], &[]]);
        let mut simulation = Simulation::new(&chain);
        assert!(!random_testing(&mut simulation, &mut EscapeProbabilities::default(), &mut Rng::new(1)));
        assert_eq!(simulation.cost, 1e6);
    }
}
