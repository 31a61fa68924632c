//! The least expected cost of covering a chain (P18, definition 3.5), exactly.
//!
//! The decision process has a state for each set of covered control locations. Coverage only grows, so the sets are
//! solved from the full one down. An action that covers nothing new leads back to the same set: with probability `1 -
//! e` of that and expected cost `b` after leaving, repeating it costs `(cost + b) / e`. No iteration is needed.
//!
//! There are infinitely many paths to execute symbolically, but two that cover the same and end in the same state
//! differ in cost only. So for each set `N` and each state `s` in it we keep
//! - `run(N, s)`: the expected cost to come when a run is at `s`, goes on at random, and `N` is covered with it;
//! - `path(N, s)`: the same when a path under construction is at `s` and may still be made longer at its cost.
//!
//! A run that enters a state with one transition takes it, so only sets closed under that occur.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::lab::linear_system::LinearSystem;
use crate::lab::markov_chain::{ENTRY, MarkovChain, Transition};
use crate::lab::state_set::StateSet;

/// What there is to know about one set of covered states.
struct CostToCome {
    run: Vec<f64>,
    path: Vec<f64>,
}

/// The expected cost of the optimal strategy. `None` if the chain has more than `max_sets` sets of covered states.
pub fn optimal_cost(chain: &MarkovChain, max_sets: usize) -> Option<f64> {
    let first = chain.forced(ENTRY);
    let mut sets = reachable_sets(chain, first, max_sets)?;
    sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
    let mut solved: FxHashMap<StateSet, CostToCome> = FxHashMap::default();
    for set in sets {
        let result = solve(chain, set, &solved);
        solved.insert(set, result);
    }
    // Nothing is covered before the first action: it is a random run, or a path of one transition or more.
    let random = 1.0 + solved[&first].run[ENTRY];
    let symbolic = chain.out(ENTRY).iter().map(|transition| {
        let covered = first | chain.forced(transition.target);
        f64::from(transition.cost) + solved[&covered].path[transition.target]
    });
    Some(symbolic.fold(random, f64::min))
}

/// The sets of covered states that strategies can come to.
fn reachable_sets(chain: &MarkovChain, first: StateSet, max_sets: usize) -> Option<Vec<StateSet>> {
    let mut seen = FxHashSet::from_iter([first]);
    let mut pending = vec![first];
    let mut sets = Vec::new();
    while let Some(set) = pending.pop() {
        sets.push(set);
        for next in exits(chain, set).map(|(.., next)| next) {
            if seen.insert(next) {
                pending.push(next);
            }
        }
        if seen.len() > max_sets {
            return None;
        }
    }
    Some(sets)
}

/// The transitions out of a set: from where, which, and what is covered after it.
fn exits(chain: &MarkovChain, set: StateSet) -> impl Iterator<Item = (usize, Transition, StateSet)> {
    set.iter().flat_map(move |state| {
        let leaving = chain.out(state).iter().filter(move |transition| !set.contains(transition.target));
        leaving.map(move |&transition| (state, transition, set | chain.forced(transition.target)))
    })
}

fn solve(chain: &MarkovChain, set: StateSet, solved: &FxHashMap<StateSet, CostToCome>) -> CostToCome {
    let states = chain.len();
    if set == chain.all_states() {
        return CostToCome { run: vec![0.0; states], path: vec![0.0; states] };
    }
    let (escape, after) = random_run(chain, set, solved);

    // Actions that stay in the set up to the end of their path; the run may leave it.
    let cost = chain.path_costs(set);
    let mut best = (1.0 + after[ENTRY]) / escape[ENTRY];
    for state in set.iter().filter(|&state| state != ENTRY && escape[state] > 0.0) {
        best = best.min((cost[state] + after[state]) / escape[state]);
    }
    // Paths that leave the set.
    let mut path = vec![f64::INFINITY; states];
    for (state, transition, next) in exits(chain, set) {
        let rest = f64::from(transition.cost) + solved[&next].path[transition.target];
        path[state] = path[state].min(rest);
        best = best.min(cost[state] + rest);
    }

    let mut run = vec![f64::INFINITY; states];
    for state in set.iter() {
        run[state] = (1.0 - escape[state]) * best + after[state];
        path[state] = path[state].min(run[state]);
    }
    extend_paths_within(chain, set, &mut path);
    CostToCome { run, path }
}

/// For a run at each state of the set: the probability that it leaves the set, and the expected cost to come after
/// that, counted only where it does.
fn random_run(chain: &MarkovChain, set: StateSet, solved: &FxHashMap<StateSet, CostToCome>) -> (Vec<f64>, Vec<f64>) {
    const ESCAPE: usize = 0;
    const AFTER: usize = 1;
    let mut row_of = vec![usize::MAX; chain.len()];
    let branches: Vec<usize> = set.iter().filter(|&state| chain.is_branch(state)).collect();
    for (row, &state) in branches.iter().enumerate() {
        row_of[state] = row;
    }
    let mut system = LinearSystem::new(branches.len());
    for (row, &state) in branches.iter().enumerate() {
        for transition in chain.out(state) {
            let decision = chain.decision(transition.target);
            if !set.contains(transition.target) {
                let next = set | chain.forced(transition.target);
                system.add_constant(row, ESCAPE, transition.probability);
                system.add_constant(row, AFTER, transition.probability * solved[&next].run[transition.target]);
            } else if chain.is_branch(decision) {
                system.add_term(row, row_of[decision], transition.probability);
            }
        }
    }
    system.solve();
    let value = |state: usize, side| match row_of[chain.decision(state)] {
        usize::MAX => 0.0,
        row if set.contains(state) => system.solution(row, side),
        _ => 0.0,
    };
    let of_all = |side| (0..chain.len()).map(|state| value(state, side)).collect();
    (of_all(ESCAPE), of_all(AFTER))
}

/// Lets paths go on within the set where that is worth its cost.
fn extend_paths_within(chain: &MarkovChain, set: StateSet, path: &mut [f64]) {
    let mut improved = true;
    while improved {
        improved = false;
        for state in set.iter() {
            for transition in chain.out(state).iter().filter(|t| set.contains(t.target)) {
                let through = f64::from(transition.cost) + path[transition.target];
                if through < path[state] {
                    path[state] = through;
                    improved = true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::markov_chain::chain_of;
    use crate::lab::random_chain::random_chain;
    use crate::rng::Rng;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-6 * a.abs().max(b.abs())
    }

    #[test]
    fn a_straight_line_takes_one_run() {
        assert_eq!(optimal_cost(&chain_of(&[&[(1, 1.0, 9)], &[]]), 10), Some(1.0));
    }

    /// P18's figure 2: a run covers one side, and then both ways to the other cost two on average.
    #[test]
    fn the_example_of_the_paper() {
        let chain = chain_of(&[&[(1, 0.5, 2), (2, 0.5, 2)], &[(3, 1.0, 1)], &[(3, 1.0, 1)], &[]]);
        assert!(close(optimal_cost(&chain, 100).unwrap(), 3.0));
        assert_eq!(optimal_cost(&chain, 2), None);
    }

    #[test]
    fn rare_sides_are_solved_and_likely_ones_drawn() {
        let chain = chain_of(&[&[(1, 1e-4, 30), (2, 0.9999, 500)], &[(2, 1.0, 1)], &[]]);
        assert!(close(optimal_cost(&chain, 100).unwrap(), 30.0), "the path covers all three states");
        let chain = chain_of(&[&[(1, 1e-4, 30), (2, 0.9999, 500)], &[], &[]]);
        let lucky = 1e-4 * (1.0 / 0.9999);
        assert!(close(optimal_cost(&chain, 100).unwrap(), 1.0 + 0.9999 * 30.0 + lucky));
    }

    /// Value iteration on the decision process as the paper defines it, with all paths up to a length.
    fn by_value_iteration(chain: &MarkovChain, max_length: usize) -> f64 {
        let mut actions: Vec<(f64, StateSet, usize)> = vec![(1.0, StateSet::EMPTY.with(ENTRY), ENTRY)];
        let mut paths = vec![(0.0, StateSet::EMPTY.with(ENTRY), ENTRY)];
        for _ in 0..max_length {
            let longer = |&(cost, covered, last): &(f64, StateSet, usize)| {
                let out = chain.out(last).to_vec();
                out.into_iter().map(move |t| (cost + f64::from(t.cost), covered.with(t.target), t.target))
            };
            paths = paths.iter().flat_map(longer).collect();
            actions.extend(&paths);
        }
        let sets = 1usize << chain.len();
        let all = sets - 1;
        let index = |set: StateSet| set.iter().map(|state| 1 << state).sum::<usize>();
        let set_of =
            |index: usize| (0..chain.len()).filter(|s| index >> s & 1 != 0).fold(StateSet::EMPTY, StateSet::with);
        let mut value = vec![0.0; sets];
        for _ in 0..400 {
            // Expected value at the end of a run that has covered a set and is at a state.
            let mut run = vec![vec![0.0; chain.len()]; sets];
            for _ in 0..60 {
                for covered in 0..sets {
                    for state in 0..chain.len() {
                        run[covered][state] = match chain.out(state) {
                            [] => value[covered],
                            out => out.iter().map(|t| t.probability * run[covered | 1 << t.target][t.target]).sum(),
                        };
                    }
                }
            }
            let before = value.clone();
            for covered in 0..all {
                let outcome =
                    |&(cost, path, last): &(f64, StateSet, usize)| cost + run[index(set_of(covered) | path)][last];
                value[covered] = actions.iter().map(outcome).fold(f64::INFINITY, f64::min);
            }
            if value.iter().zip(&before).all(|(a, b)| (a - b).abs() < 1e-8) {
                break;
            }
        }
        value[0]
    }

    /// Costs from 1 to 7, so that random runs and paths compete.
    fn with_small_costs(chain: &MarkovChain) -> MarkovChain {
        let cheap = |t: &Transition| Transition { cost: t.cost % 7 + 1, ..*t };
        MarkovChain::new(&(0..chain.len()).map(|s| chain.out(s).iter().map(cheap).collect()).collect::<Vec<_>>())
    }

    #[test]
    fn small_chains_agree_with_value_iteration() {
        // Chains whose probabilities are not extreme, so that value iteration ends.
        let mut rng = Rng::new(4);
        let mut compared = 0;
        while compared < 4 {
            let chain = with_small_costs(&random_chain(4, &mut rng));
            let moderate = |state: usize| chain.out(state).iter().all(|t| t.probability > 0.2);
            if (0..chain.len()).all(moderate) {
                let (exact, iterated) = (optimal_cost(&chain, 1000).unwrap(), by_value_iteration(&chain, 5));
                assert!(close(exact, iterated), "{exact} {iterated} {chain:?}");
                compared += 1;
            }
        }
    }
}
