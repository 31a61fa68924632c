//! Novelty (as in best-first width search, Lipovetzky and Geffner, AAAI 2017): the state whose path had something new the
//! fewest forks ago: a value in memory, a pair of values, a branch taken so many times. Ties go to the state that waits
//! longest.
//!
//! From each state that is new in some way, what lies around it is explored before what lies further away. A program with
//! a state of its own (an interpreter, a protocol, a game) is walked through in the steps of that state, whatever the text
//! between them looks like.

use tree::StateId;

use crate::ranked::Ranked;
use crate::searcher::{Searcher, Step};
use crate::world::World;

#[derive(Default)]
pub struct Novelty {
    states: Ranked<u32>,
    changed: Vec<StateId>,
}

impl Searcher for Novelty {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        self.changed.push(state);
        self.changed.extend(parent);
    }

    fn ran(&mut self, state: StateId) {
        self.changed.push(state);
    }

    fn remove(&mut self, state: StateId) {
        self.states.remove(state);
    }

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        for state in std::mem::take(&mut self.changed) {
            // A state that was closed before anyone looked is not in the tree any more.
            if world.tree().leaf(state).is_some() {
                self.states.set(state, world.since_novelty(state));
            }
        }
        self.states.first().map(|(state, _)| Step::Run(state))
    }

    fn looks_for_novelty(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use tree::Child;

    #[test]
    fn the_fewest_forks_since_something_was_new_come_first() {
        let mut world = HandMade::new(&[]);
        world.tree.fork(StateId(0), &[0, 1, 2].map(|n| Child { outcome: n, state: StateId(u64::from(n)) }));
        let mut searcher = Novelty::default();
        for (state, since) in [(0, 3), (1, 1), (2, 1)] {
            world.facts(StateId(state)).since_novelty = since;
            searcher.add(StateId(state), None);
        }
        assert_eq!(searcher.select(&world), Some(Step::Run(StateId(1))));
        world.facts(StateId(1)).since_novelty = 2;
        searcher.ran(StateId(1));
        assert_eq!(searcher.select(&world), Some(Step::Run(StateId(2))));
        world.facts(StateId(0)).since_novelty = 0;
        searcher.ran(StateId(0));
        assert_eq!(searcher.select(&world), Some(Step::Run(StateId(0))));
        searcher.remove(StateId(0));
        searcher.remove(StateId(2));
        assert_eq!(searcher.select(&world), Some(Step::Run(StateId(1))));
    }
}
