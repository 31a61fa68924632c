//! Random chains as P18, section 3.3, describes them.
//!
//! Every state but the exit has one transition, and with probability 0.5 a second (a branch). One transition into each
//! state comes from a state made before it, so no state is unreachable; the others lead anywhere, so there are loops.
//! A branch is given a random probability; with probability 0.8 (chains below 10 states) or 0.2 (larger ones) one
//! of its sides gets 1e-4 instead. Costs of transitions are whole numbers from 1 to 1000.
//!
//! The paper does not say how runs are kept finite. Here a chain is drawn again when some state cannot reach the exit
//! or when a run takes more than [`MEAN_LENGTH`] steps per state on average: a loop that is left once in ten thousand
//! rounds says nothing about strategies, because a run costs 1 however long it is.

use crate::lab::linear_system::LinearSystem;
use crate::lab::markov_chain::{ENTRY, MarkovChain, Transition};
use crate::rng::Rng;

const BRANCH_DENSITY: f64 = 0.5;
const LOW_PROBABILITY: f64 = 1e-4;
const MAX_COST: usize = 1000;
const MEAN_LENGTH: f64 = 4.0;

/// A random chain of `states` states, at least two.
pub fn random_chain(states: usize, rng: &mut Rng) -> MarkovChain {
    loop {
        let targets = random_graph(states, rng);
        if !every_state_reaches_an_exit(&targets) {
            continue;
        }
        let low = if states < 10 { 0.8 } else { 0.2 };
        let transitions: Vec<_> = targets.iter().map(|targets| with_numbers(targets, low, rng)).collect();
        let chain = MarkovChain::new(&transitions);
        if mean_length(&chain) <= MEAN_LENGTH * states as f64 {
            return chain;
        }
    }
}

/// The targets of each state's transitions. The last state is the exit.
fn random_graph(states: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    let exit = states - 1;
    let fan_out: Vec<usize> = (0..exit).map(|_| 1 + usize::from(rng.unit() < BRANCH_DENSITY)).collect();
    let mut targets = vec![Vec::new(); states];
    for state in 1..states {
        // There is room for one: the states before have at least one transition each, and one less has been used.
        let room: Vec<usize> = (0..state).filter(|&s| targets[s].len() < fan_out[s]).collect();
        targets[room[rng.below(room.len())]].push(state);
    }
    for state in 0..exit {
        while targets[state].len() < fan_out[state] {
            let others: Vec<usize> = (0..states).filter(|t| *t != state && !targets[state].contains(t)).collect();
            match others.get(rng.below(others.len())) {
                Some(&target) => targets[state].push(target),
                // Two states have no room for a branch.
                None => break,
            }
        }
    }
    targets
}

fn every_state_reaches_an_exit(targets: &[Vec<usize>]) -> bool {
    let mut reaches: Vec<bool> = targets.iter().map(Vec::is_empty).collect();
    for _ in targets {
        for state in 0..targets.len() {
            reaches[state] |= targets[state].iter().any(|&target| reaches[target]);
        }
    }
    reaches.iter().all(|&reaches| reaches)
}

fn with_numbers(targets: &[usize], low: f64, rng: &mut Rng) -> Vec<Transition> {
    let mut weights: Vec<f64> = targets.iter().map(|_| 1.0 - rng.unit()).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= sum);
    if let [first, second] = &mut weights[..]
        && rng.unit() < low
    {
        let (rare, frequent) = if rng.unit() < 0.5 { (first, second) } else { (second, first) };
        (*rare, *frequent) = (LOW_PROBABILITY, 1.0 - LOW_PROBABILITY);
    }
    let transition = |(&target, probability)| Transition { target, probability, cost: 1 + rng.below(MAX_COST) as u32 };
    targets.iter().zip(weights).map(transition).collect()
}

/// Transitions a random run takes on average.
fn mean_length(chain: &MarkovChain) -> f64 {
    let mut system = LinearSystem::new(chain.len());
    for state in 0..chain.len() {
        for transition in chain.out(state) {
            system.add_term(state, transition.target, transition.probability);
            system.add_constant(state, 0, transition.probability);
        }
    }
    system.solve();
    system.solution(ENTRY, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::markov_chain::chain_of;

    #[test]
    fn chains_are_as_described() {
        let mut rng = Rng::new(1);
        let (mut branches, mut rare, mut states) = (0, 0, 0);
        for _ in 0..200 {
            let chain = random_chain(15, &mut rng);
            assert_eq!(chain.len(), 15);
            assert!(chain.path_costs(chain.all_states()).iter().all(|cost| cost.is_finite()), "all are reachable");
            for state in 0..chain.len() {
                let out = chain.out(state);
                states += usize::from(!out.is_empty());
                branches += usize::from(out.len() == 2);
                rare += usize::from(out.iter().any(|t| t.probability == LOW_PROBABILITY));
                assert!(out.is_empty() || (out.iter().map(|t| t.probability).sum::<f64>() - 1.0).abs() < 1e-12);
                assert!(out.iter().all(|t| (1..=1000).contains(&t.cost)));
            }
        }
        let share = branches as f64 / states as f64;
        assert!((0.4..0.6).contains(&share), "{share}");
        assert!((0.12..0.28).contains(&(rare as f64 / branches as f64)), "{rare} of {branches}");
    }

    #[test]
    fn the_smallest_chains_exist() {
        assert_eq!(random_chain(2, &mut Rng::new(1)).out(0).len(), 1);
    }

    #[test]
    fn loops_make_runs_longer() {
        // State 1 goes back with probability 0.9, so it is left after ten visits.
        let chain = chain_of(&[&[(1, 1.0, 1)], &[(0, 0.9, 1), (2, 0.1, 1)], &[]]);
        assert!((mean_length(&chain) - 20.0).abs() < 1e-9);
    }
}
