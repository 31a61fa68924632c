//! A program as a Markov chain (P18, definition 3.3): control locations, branch probabilities, costs of solving.
//!
//! State 0 is the entry. A state without transitions is an exit, and every state reaches one, so runs end.

use crate::lab::state_set::StateSet;
use crate::rng::Rng;

/// The entry of every chain.
pub const ENTRY: usize = 0;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Transition {
    pub target: usize,
    /// How likely a random run takes it.
    pub probability: f64,
    /// What it adds to the cost of solving a path.
    pub cost: u32,
}

/// Number of a transition within its chain.
pub type TransitionId = usize;

#[derive(Clone, PartialEq, Debug)]
pub struct MarkovChain {
    transitions: Vec<Transition>,
    /// Where the transitions of each state start, and one end.
    first: Vec<usize>,
    forced: Vec<StateSet>,
    decision: Vec<usize>,
}

impl MarkovChain {
    /// The chain with these transitions of each state. From every state an exit must be reachable.
    pub fn new(transitions_of: &[Vec<Transition>]) -> MarkovChain {
        let transitions: Vec<Transition> = transitions_of.iter().flatten().copied().collect();
        let mut first = vec![0];
        for of_state in transitions_of {
            first.push(first.last().unwrap_or(&0) + of_state.len());
        }
        let mut chain = MarkovChain { transitions, first, forced: Vec::new(), decision: Vec::new() };
        for state in 0..chain.len() {
            let (mut passed, mut at) = (StateSet::EMPTY.with(state), state);
            while let [only] = chain.out(at) {
                at = only.target;
                passed = passed.with(at);
            }
            chain.forced.push(passed);
            chain.decision.push(at);
        }
        chain
    }

    pub fn len(&self) -> usize {
        self.first.len() - 1
    }

    pub fn all_states(&self) -> StateSet {
        StateSet::all(self.len())
    }

    pub fn out(&self, state: usize) -> &[Transition] {
        &self.transitions[self.first[state]..self.first[state + 1]]
    }

    /// The transitions of a state with their numbers.
    pub fn numbered_out(&self, state: usize) -> impl Iterator<Item = (TransitionId, Transition)> {
        (self.first[state]..self.first[state + 1]).map(|id| (id, self.transitions[id]))
    }

    pub fn transition(&self, id: TransitionId) -> Transition {
        self.transitions[id]
    }

    pub fn transition_count(&self) -> usize {
        self.transitions.len()
    }

    pub fn is_branch(&self, state: usize) -> bool {
        self.out(state).len() > 1
    }

    /// The states every run through `state` visits from there up to its next branch or exit, both included.
    pub fn forced(&self, state: usize) -> StateSet {
        self.forced[state]
    }

    /// The first branch or exit at or after `state`.
    pub fn decision(&self, state: usize) -> usize {
        self.decision[state]
    }

    /// The transition a random run takes; `None` at an exit.
    pub fn draw(&self, state: usize, rng: &mut Rng) -> Option<TransitionId> {
        let (first, end) = (self.first[state], self.first[state + 1]);
        let last = end.checked_sub(1).filter(|&last| last >= first)?;
        if first == last {
            return Some(first);
        }
        let mut left = rng.unit();
        for id in first..last {
            left -= self.transitions[id].probability;
            if left < 0.0 {
                return Some(id);
            }
        }
        Some(last)
    }

    /// The least cost of a path from the entry to each state that stays within `allowed`; infinite where there is
    /// none, 0 at the entry.
    pub fn path_costs(&self, allowed: StateSet) -> Vec<f64> {
        let mut cost = vec![f64::INFINITY; self.len()];
        cost[ENTRY] = 0.0;
        let mut improved = true;
        while improved {
            improved = false;
            for state in allowed.iter() {
                for transition in self.out(state).iter().filter(|t| allowed.contains(t.target)) {
                    let through = cost[state] + f64::from(transition.cost);
                    if through < cost[transition.target] {
                        cost[transition.target] = through;
                        improved = true;
                    }
                }
            }
        }
        cost
    }
}

/// A chain from `(target, probability, cost)` of each state's transitions.
#[cfg(test)]
pub(crate) fn chain_of(states: &[&[(usize, f64, u32)]]) -> MarkovChain {
    let transition = |&(target, probability, cost): &(usize, f64, u32)| Transition { target, probability, cost };
    MarkovChain::new(&states.iter().map(|out| out.iter().map(transition).collect()).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forced_states_end_at_the_next_branch() {
        let chain = chain_of(&[&[(1, 1.0, 5)], &[(2, 0.5, 1), (3, 0.5, 1)], &[(3, 1.0, 1)], &[]]);
        assert_eq!(chain.forced(0).iter().collect::<Vec<_>>(), [0, 1]);
        assert_eq!((chain.decision(0), chain.decision(2)), (1, 3));
        assert_eq!(chain.path_costs(chain.all_states()), [0.0, 5.0, 6.0, 6.0]);
    }

    #[test]
    fn draws_follow_the_probabilities() {
        let chain = chain_of(&[&[(1, 0.25, 1), (2, 0.75, 1)], &[], &[]]);
        let mut rng = Rng::new(2);
        let first = (0..4000).filter(|_| chain.draw(0, &mut rng) == Some(0)).count();
        assert!((900..1100).contains(&first), "{first}");
        assert_eq!(chain.draw(1, &mut rng), None);
    }
}
