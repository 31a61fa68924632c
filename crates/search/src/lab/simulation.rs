//! One simulated testing session: what is covered, what it has cost, and when to give up.

use crate::lab::markov_chain::{MarkovChain, TransitionId};
use crate::lab::state_set::StateSet;
use crate::rng::Rng;

/// Random runs after which random testing gives up (P18, section 3.3).
pub const MAX_RANDOM_RUNS: u64 = 1_000_000;

/// Symbolic steps after which the other strategies give up: one may lose itself in the loops of a chain. A step costs
/// some hundreds, so this is a multiple of what random testing may spend.
pub const MAX_SYMBOLIC_STEPS: u64 = 10_000;

#[derive(Debug)]
pub struct Simulation<'a> {
    pub chain: &'a MarkovChain,
    pub covered: StateSet,
    pub cost: f64,
    symbolic_steps: u64,
}

impl<'a> Simulation<'a> {
    pub fn new(chain: &'a MarkovChain) -> Simulation<'a> {
        Simulation { chain, covered: StateSet::EMPTY, cost: 0.0, symbolic_steps: 0 }
    }

    pub fn is_complete(&self) -> bool {
        self.covered == self.chain.all_states()
    }

    pub fn has_given_up(&self) -> bool {
        self.symbolic_steps >= MAX_SYMBOLIC_STEPS
    }

    /// Covers a state; true if it is new.
    pub fn cover(&mut self, state: usize) -> bool {
        let before = self.covered;
        self.covered = before.with(state);
        self.covered != before
    }

    pub fn pay_random_run(&mut self) {
        self.cost += 1.0;
    }

    pub fn pay_path(&mut self, cost: f64) {
        self.cost += cost;
        self.symbolic_steps += 1;
    }

    /// Runs at random from `state` (which is covered too) to an exit and reports each transition taken.
    pub fn run(&mut self, state: usize, rng: &mut Rng, mut taken: impl FnMut(TransitionId)) {
        self.cover(state);
        let mut at = state;
        while let Some(id) = self.chain.draw(at, rng) {
            taken(id);
            at = self.chain.transition(id).target;
            self.cover(at);
        }
    }
}
