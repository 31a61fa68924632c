//! The greedy algorithm of P18 (algorithms 1 and 2): whatever is expected to cover most per cost, estimated from the
//! runs so far.
//!
//! Costs are known, probabilities are not. Candidates are the paths whose only uncovered state is the last one; among
//! those that end in the same state the cheapest is enough. Transitions of a solved prefix are not counted for the
//! estimate: that a solver found them says nothing about how likely they are. (The paper counts whole test cases.)

use crate::lab::chain_rewards::ChainRewards;
use crate::lab::estimate::Estimate;
use crate::lab::markov_chain::ENTRY;
use crate::lab::simulation::{MAX_RANDOM_RUNS, Simulation};
use crate::lab::state_set::StateSet;
use crate::rng::Rng;

/// A path whose only uncovered state is its last.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Candidate {
    last: usize,
    cost: f64,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum NextRun {
    Random,
    Symbolic(Candidate),
}

/// Covers the chain; false if it gave up.
pub fn greedy(simulation: &mut Simulation, rng: &mut Rng) -> bool {
    let chain = simulation.chain;
    let mut estimate = Estimate::new(chain);
    let mut rewards = ChainRewards::new(chain);
    let mut candidates = Vec::new();
    let mut candidates_for = StateSet::EMPTY;
    let mut random_runs = 0;
    while !simulation.is_complete() {
        if candidates_for != simulation.covered {
            candidates_for = simulation.covered;
            candidates = frontier(simulation);
        }
        rewards.update(chain, simulation.covered, &estimate);
        match local_optimum(simulation, &rewards, &candidates) {
            NextRun::Random => {
                if random_runs == MAX_RANDOM_RUNS {
                    return false;
                }
                random_runs += 1;
                simulation.pay_random_run();
                simulation.run(ENTRY, rng, |id| estimate.count(id));
            }
            NextRun::Symbolic(path) => {
                simulation.pay_path(path.cost);
                simulation.run(path.last, rng, |id| estimate.count(id));
            }
        }
    }
    true
}

/// The cheapest path to each uncovered state that passes covered ones only.
fn frontier(simulation: &Simulation) -> Vec<Candidate> {
    let (chain, covered) = (simulation.chain, simulation.covered);
    let costs = chain.path_costs(covered);
    let mut best = vec![f64::INFINITY; chain.len()];
    for state in covered.iter() {
        for transition in chain.out(state).iter().filter(|t| !covered.contains(t.target)) {
            let cost = costs[state] + f64::from(transition.cost);
            best[transition.target] = best[transition.target].min(cost);
        }
    }
    let found = best.into_iter().enumerate().filter(|(_, cost)| cost.is_finite());
    found.map(|(last, cost)| Candidate { last, cost }).collect()
}

/// Algorithm 2. Before anything is covered there are no candidates: it starts with a random run.
fn local_optimum(simulation: &Simulation, rewards: &ChainRewards, candidates: &[Candidate]) -> NextRun {
    let reward = |state| rewards.at(simulation.chain, simulation.covered, state);
    let (mut best, mut choice) = (reward(ENTRY), NextRun::Random);
    for &candidate in candidates {
        let per_cost = reward(candidate.last) / candidate.cost;
        if per_cost > best {
            (best, choice) = (per_cost, NextRun::Symbolic(candidate));
        }
    }
    choice
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::markov_chain::chain_of;

    #[test]
    fn what_runs_do_not_find_is_solved() {
        let chain = chain_of(&[&[(1, 0.0, 30), (2, 1.0, 500)], &[(2, 1.0, 1)], &[]]);
        let mut simulation = Simulation::new(&chain);
        assert!(greedy(&mut simulation, &mut Rng::new(1)));
        // A random run is worth 1/(n+2) after n of them, the path 1/30.
        assert_eq!(simulation.cost, 29.0 + 30.0);
    }

    #[test]
    fn what_is_hard_to_solve_is_drawn() {
        let chain = chain_of(&[&[(1, 0.2, 1000), (2, 0.8, 1000)], &[(2, 1.0, 1)], &[]]);
        let mut simulation = Simulation::new(&chain);
        assert!(greedy(&mut simulation, &mut Rng::new(1)));
        assert!(simulation.cost < 100.0, "{}", simulation.cost);
    }
}
