//! Transition probabilities estimated from the runs so far (P18, definition 4.1: Laplace).

use crate::lab::markov_chain::{MarkovChain, TransitionId};

/// How often each transition was taken, and what that says about its probability.
#[derive(Debug)]
pub struct Estimate {
    taken: Vec<u32>,
}

impl Estimate {
    pub fn new(chain: &MarkovChain) -> Estimate {
        Estimate { taken: vec![0; chain.transition_count()] }
    }

    pub fn count(&mut self, id: TransitionId) {
        self.taken[id] += 1;
    }

    /// The estimated probability of each transition of a state, with its target: one more than it was taken, over as
    /// much for all of them.
    pub fn probabilities(&self, chain: &MarkovChain, state: usize) -> impl Iterator<Item = (usize, f64)> {
        let seen: u32 = chain.numbered_out(state).map(|(id, _)| self.taken[id] + 1).sum();
        let scale = 1.0 / f64::from(seen);
        chain.numbered_out(state).map(move |(id, t)| (t.target, f64::from(self.taken[id] + 1) * scale))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::markov_chain::chain_of;

    #[test]
    fn the_unseen_is_not_impossible() {
        let chain = chain_of(&[&[(1, 0.5, 1), (2, 0.5, 1)], &[], &[]]);
        let mut estimate = Estimate::new(&chain);
        assert_eq!(estimate.probabilities(&chain, 0).collect::<Vec<_>>(), [(1, 0.5), (2, 0.5)]);
        (0..8).for_each(|_| estimate.count(1));
        assert_eq!(estimate.probabilities(&chain, 0).collect::<Vec<_>>(), [(1, 0.1), (2, 0.9)]);
    }
}
