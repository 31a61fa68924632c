//! Heuristics of symbolic executors (P18, Table 1: KLEE's RCN, RSS, RPS and DFS; SGS), which advance one of many open states.
//!
//! A step takes an open state to its next branch. There each side is checked with a query over the whole path to it,
//! and becomes an open state. Nothing is ever run at random. Which open state is taken is the heuristic.

use rustc_hash::FxHashMap;

use crate::lab::markov_chain::{MarkovChain, TransitionId};
use crate::lab::prefix_tree::{PrefixId, PrefixTree, ROOT};
use crate::lab::simulation::Simulation;
use crate::lab::state_set::StateSet;
use crate::rng::Rng;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Heuristic {
    /// The state forked off last, with the sides of a branch in random order.
    DepthFirst,
    /// Any, all equally likely.
    RandomState,
    /// A walk from the root of the tree that takes each child with open states equally likely.
    RandomPath,
    /// At random, weighted with the inverse squares of the distance to an uncovered state and of the transitions
    /// since the path last covered something.
    CoverNew,
    /// The state whose last branches, so many of them, have been seen least often; of several, any.
    LeastTravelled { branches: usize },
}

#[derive(Clone, Copy)]
struct OpenState {
    prefix: PrefixId,
    /// Transitions since the path covered something new.
    since_new: usize,
}

struct Executor<'a, 'c> {
    simulation: &'a mut Simulation<'c>,
    heuristic: Heuristic,
    tree: PrefixTree,
    open: Vec<OpenState>,
    /// How often each sequence of last branches has been seen.
    travelled: FxHashMap<Vec<TransitionId>, u32>,
    /// Open states at or below each prefix, and its children.
    open_below: Vec<(u32, Vec<PrefixId>)>,
}

/// Covers the chain; false if it gave up.
pub fn symbolic_execution(simulation: &mut Simulation, heuristic: Heuristic, rng: &mut Rng) -> bool {
    simulation.pay_random_run();
    let mut executor = Executor {
        simulation,
        heuristic,
        tree: PrefixTree::new(),
        open: Vec::new(),
        travelled: FxHashMap::default(),
        open_below: vec![(0, Vec::new())],
    };
    executor.add(OpenState { prefix: ROOT, since_new: 0 });
    while !executor.simulation.is_complete() {
        if executor.simulation.has_given_up() || executor.open.is_empty() {
            return false;
        }
        let position = executor.select(rng);
        executor.step(position, rng);
    }
    true
}

impl Executor<'_, '_> {
    fn add(&mut self, state: OpenState) {
        self.open.push(state);
        self.count_open(state.prefix, 1);
        if let Heuristic::LeastTravelled { branches } = self.heuristic {
            *self.travelled.entry(self.tree.last_branches(state.prefix, branches)).or_default() += 1;
        }
    }

    fn count_open(&mut self, prefix: PrefixId, change: i32) {
        if self.heuristic != Heuristic::RandomPath {
            return;
        }
        let mut at = prefix;
        loop {
            let count = &mut self.open_below[at].0;
            *count = count.wrapping_add_signed(change);
            if at == ROOT {
                return;
            }
            at = self.tree.get(at).parent;
        }
    }

    /// Runs an open state to its next branch or to the end.
    fn step(&mut self, position: usize, rng: &mut Rng) {
        // The order of the others matters to depth-first search only, which takes the last one.
        let OpenState { prefix, mut since_new } = self.open.swap_remove(position);
        self.count_open(prefix, -1);
        let chain = self.simulation.chain;
        let mut at = self.tree.get(prefix).state;
        loop {
            since_new = if self.simulation.cover(at) { 0 } else { since_new + 1 };
            match chain.out(at) {
                [only] => at = only.target,
                _ => break,
            }
        }
        let mut sides: Vec<TransitionId> = chain.numbered_out(at).map(|(id, _)| id).collect();
        if self.heuristic == Heuristic::DepthFirst && rng.below(2) == 0 {
            sides.reverse();
        }
        for side in sides {
            let child = self.tree.extend(chain, prefix, side);
            self.open_below.push((0, Vec::new()));
            if !self.tree.is_within_bound(chain, child) {
                continue;
            }
            self.open_below[prefix].1.push(child);
            self.simulation.pay_path(self.tree.get(child).cost);
            self.add(OpenState { prefix: child, since_new });
        }
    }

    /// The position of the open state to run next; there is one.
    fn select(&self, rng: &mut Rng) -> usize {
        match self.heuristic {
            Heuristic::DepthFirst => self.open.len() - 1,
            Heuristic::RandomState => rng.below(self.open.len()),
            Heuristic::RandomPath => self.walk(rng),
            Heuristic::CoverNew => {
                let distance = distances(self.simulation.chain, self.simulation.covered);
                let weight = |open: &OpenState| {
                    let to_uncovered = distance[self.tree.get(open.prefix).state].max(1) as f64;
                    let since_new = open.since_new.max(1) as f64;
                    1.0 / (to_uncovered * to_uncovered) + 1.0 / (since_new * since_new)
                };
                weighted(&self.open, weight, rng)
            }
            Heuristic::LeastTravelled { branches } => {
                let times = |open: &OpenState| {
                    self.travelled.get(&self.tree.last_branches(open.prefix, branches)).copied().unwrap_or(0)
                };
                let times: Vec<u32> = self.open.iter().map(times).collect();
                let least = times.iter().min().copied().unwrap_or(0);
                let candidates: Vec<usize> = (0..times.len()).filter(|&i| times[i] == least).collect();
                candidates[rng.below(candidates.len())]
            }
        }
    }

    fn walk(&self, rng: &mut Rng) -> usize {
        let mut at = ROOT;
        loop {
            let open: Vec<PrefixId> =
                self.open_below[at].1.iter().copied().filter(|&child| self.open_below[child].0 > 0).collect();
            match open.get(rng.below(open.len())) {
                Some(&child) => at = child,
                None => return self.open.iter().position(|open| open.prefix == at).unwrap_or(0),
            }
        }
    }
}

fn weighted(open: &[OpenState], weight: impl Fn(&OpenState) -> f64, rng: &mut Rng) -> usize {
    let weights: Vec<f64> = open.iter().map(weight).collect();
    let mut left = rng.unit() * weights.iter().sum::<f64>();
    let drawn = weights.iter().position(|weight| {
        left -= weight;
        left < 0.0
    });
    drawn.unwrap_or(open.len() - 1)
}

/// Transitions from each state to the nearest uncovered one; beyond the number of states if there is none.
fn distances(chain: &MarkovChain, covered: StateSet) -> Vec<usize> {
    let far = 10 * chain.len();
    let mut distance: Vec<usize> =
        (0..chain.len()).map(|state| if covered.contains(state) { far } else { 0 }).collect();
    for _ in 0..chain.len() {
        for state in 0..chain.len() {
            for transition in chain.out(state) {
                distance[state] = distance[state].min(distance[transition.target] + 1);
            }
        }
    }
    distance
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::markov_chain::chain_of;

    #[test]
    fn both_sides_of_a_branch_are_paid_for() {
        let chain = chain_of(&[&[(1, 0.5, 10), (2, 0.5, 20)], &[], &[]]);
        for heuristic in [Heuristic::DepthFirst, Heuristic::RandomState, Heuristic::RandomPath, Heuristic::CoverNew] {
            let mut simulation = Simulation::new(&chain);
            assert!(symbolic_execution(&mut simulation, heuristic, &mut Rng::new(1)));
            assert_eq!(simulation.cost, 31.0, "{heuristic:?}");
        }
    }

    #[test]
    fn distances_count_transitions() {
        let chain = chain_of(&[&[(1, 1.0, 1)], &[(2, 0.5, 1), (0, 0.5, 1)], &[]]);
        let covered = StateSet::EMPTY.with(0).with(1);
        assert_eq!(distances(&chain, covered), [2, 1, 0]);
        assert!(distances(&chain, covered.with(2))[0] > 3);
    }
}
