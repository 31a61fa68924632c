//! Heuristics of concolic testers (P18, Table 1: DART, GS, CGS), which solve a prefix of an executed path with its last
//! branch turned, and run the program on the result: DART, SAGE's generational search and context-guided search.
//!
//! A run follows the solved prefix and then goes on at random. The branches of its path that nobody has taken the
//! other way are candidates, up to a bound on the length. Which candidate is solved is the heuristic. Each begins with
//! one random run.

use std::collections::{BTreeSet, BinaryHeap};

use rustc_hash::FxHashSet;

use crate::lab::markov_chain::TransitionId;
use crate::lab::prefix_tree::{PrefixId, PrefixTree, ROOT};
use crate::lab::simulation::Simulation;
use crate::rng::Rng;

/// Runs from the end of a prefix to an exit, and gives the candidates on the way, as prefixes, shallowest first.
fn run(simulation: &mut Simulation, tree: &mut PrefixTree, from: PrefixId, rng: &mut Rng) -> Vec<PrefixId> {
    let chain = simulation.chain;
    let mut taken = Vec::new();
    let start = tree.get(from).state;
    simulation.run(start, rng, |id| taken.push(id));
    let mut candidates = Vec::new();
    let (mut at, mut prefix) = (start, from);
    for id in taken {
        if chain.is_branch(at) {
            let others = chain.numbered_out(at).filter(|&(other, _)| other != id);
            for (other, _) in others {
                let candidate = tree.extend(chain, prefix, other);
                if tree.is_within_bound(chain, candidate) {
                    candidates.push(candidate);
                }
            }
            prefix = tree.extend(chain, prefix, id);
        }
        at = chain.transition(id).target;
    }
    candidates
}

fn random_run(simulation: &mut Simulation, tree: &mut PrefixTree, rng: &mut Rng) -> Vec<PrefixId> {
    simulation.pay_random_run();
    run(simulation, tree, ROOT, rng)
}

fn solve(simulation: &mut Simulation, tree: &mut PrefixTree, candidate: PrefixId, rng: &mut Rng) -> Vec<PrefixId> {
    simulation.pay_path(tree.get(candidate).cost);
    run(simulation, tree, candidate, rng)
}

/// DART: the deepest candidate of the latest run, then backwards. When all is tried it starts again with a random run.
pub fn dart(simulation: &mut Simulation, rng: &mut Rng) -> bool {
    while !simulation.is_complete() {
        let mut tree = PrefixTree::new();
        let mut stack = random_run(simulation, &mut tree, rng);
        while let Some(candidate) = stack.pop() {
            if simulation.is_complete() {
                return true;
            }
            if simulation.has_given_up() {
                return false;
            }
            stack.extend(solve(simulation, &mut tree, candidate, rng));
        }
    }
    true
}

/// Generational search: takes the run that covered most, and solves all its candidates.
pub fn generational(simulation: &mut Simulation, rng: &mut Rng) -> bool {
    let mut tree = PrefixTree::new();
    let mut born = 0;
    // Newly covered states, then age: the oldest first among equals.
    let mut runs = BinaryHeap::from([(0, std::cmp::Reverse(born), random_run(simulation, &mut tree, rng))]);
    while let Some((_, _, candidates)) = runs.pop() {
        for candidate in candidates {
            if simulation.is_complete() || simulation.has_given_up() {
                return simulation.is_complete();
            }
            let before = simulation.covered.len();
            let found = solve(simulation, &mut tree, candidate, rng);
            born += 1;
            runs.push((simulation.covered.len() - before, std::cmp::Reverse(born), found));
        }
    }
    simulation.is_complete()
}

/// Context-guided search: the candidate with the fewest branches whose context (itself and the k branches before it)
/// is new; when no context is new, k grows.
pub fn context_guided(simulation: &mut Simulation, rng: &mut Rng) -> bool {
    let mut tree = PrefixTree::new();
    // By number of branches; the number of the prefix tells those apart, the oldest first.
    let mut candidates: BTreeSet<(usize, PrefixId)> = BTreeSet::new();
    let mut seen: FxHashSet<Vec<TransitionId>> = FxHashSet::default();
    let mut context = 1;
    let mut found = random_run(simulation, &mut tree, rng);
    while !simulation.is_complete() {
        candidates.extend(found.drain(..).map(|id| (tree.get(id).branches, id)));
        if simulation.has_given_up() || candidates.is_empty() {
            return false;
        }
        let next = candidates.iter().find(|&&(_, id)| seen.insert(tree.last_branches(id, context + 1))).copied();
        match next {
            Some(next) => {
                candidates.remove(&next);
                found = solve(simulation, &mut tree, next.1, rng);
            }
            None => {
                context += 1;
                seen.clear();
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::markov_chain::{MarkovChain, chain_of};

    fn covered_by(chain: &MarkovChain, heuristic: fn(&mut Simulation, &mut Rng) -> bool) -> f64 {
        let mut simulation = Simulation::new(chain);
        assert!(heuristic(&mut simulation, &mut Rng::new(7)));
        assert!(simulation.is_complete());
        simulation.cost
    }

    #[test]
    fn one_branch_is_turned_once() {
        let chain = chain_of(&[&[(1, 0.0, 10), (2, 1.0, 20)], &[], &[]]);
        for heuristic in [dart, generational, context_guided] {
            assert_eq!(covered_by(&chain, heuristic), 11.0);
        }
    }

    /// Two branches, one after the other; the random run takes the left sides, the right ones have to be solved.
    #[test]
    fn depth_decides_the_order() {
        let states: &[&[(usize, f64, u32)]] =
            &[&[(1, 1.0, 1), (2, 0.0, 100)], &[(3, 1.0, 1), (4, 0.0, 10)], &[(5, 1.0, 1)], &[], &[], &[]];
        let chain = chain_of(states);
        for heuristic in [dart, generational, context_guided] {
            assert_eq!(covered_by(&chain, heuristic), 1.0 + 11.0 + 100.0);
        }
        // With state 4 covered by the way to state 2, only breadth-first orders need a single query.
        let mut joined = states.to_vec();
        joined[2] = &[(4, 1.0, 1)];
        joined[4] = &[(5, 1.0, 1)];
        let chain = chain_of(&joined);
        assert_eq!(covered_by(&chain, dart), 112.0);
        assert_eq!(covered_by(&chain, generational), 101.0);
        assert_eq!(covered_by(&chain, context_guided), 101.0);
    }
}
