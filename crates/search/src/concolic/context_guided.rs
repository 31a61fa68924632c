//! Context-guided search (Seo and Kim, FSE 2014; P18: CGS): an alternative is worth trying if it takes its branch after
//! a sequence of decisions that was not seen before it.
//!
//! The context of a state is its last k decisions. Open states are looked at from the root down; those whose context
//! has been chosen before are put aside, and when only such states are left, k grows by one and all are looked at again.
//! The paper leaves decisions out of a context that dominators show to be irrelevant; here all count.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;
use tree::StateId;

use crate::concolic::run_to_end::{Choose, RunToEnd};
use crate::ranked::Ranked;
use crate::world::World;

pub type ContextGuided = RunToEnd<NewContexts>;

/// Contexts are not made longer than this; beyond it any state will do.
const MAX_CONTEXT: usize = 12;

/// The open states, apart those whose context was chosen before.
pub struct NewContexts {
    /// By depth.
    candidates: Ranked<u32>,
    /// Seen with a context of the present length, and some that are closed by now.
    aside: VecDeque<StateId>,
    length: usize,
    chosen: FxHashSet<u64>,
}

impl Default for NewContexts {
    fn default() -> NewContexts {
        NewContexts { candidates: Ranked::default(), aside: VecDeque::new(), length: 1, chosen: FxHashSet::default() }
    }
}

impl NewContexts {
    /// A number for the context of a state.
    fn context(&self, world: &dyn World, state: StateId) -> u64 {
        world.history(state).fingerprint(self.length)
    }

    fn look_at(&mut self, world: &dyn World, state: StateId) {
        let Some(depth) = world.tree().depth(state) else { return };
        match self.chosen.contains(&self.context(world, state)) {
            true => self.aside.push_back(state),
            false => self.candidates.set(state, depth),
        }
    }

    /// The first candidate whose context is still new.
    fn first_candidate(&mut self, world: &dyn World) -> Option<StateId> {
        while let Some((state, _)) = self.candidates.first() {
            if self.chosen.insert(self.context(world, state)) {
                return Some(state);
            }
            self.candidates.remove(state);
            self.aside.push_back(state);
        }
        None
    }

    fn first(&mut self, world: &dyn World) -> Option<StateId> {
        loop {
            if let Some(state) = self.first_candidate(world) {
                return Some(state);
            }
            if self.length == MAX_CONTEXT {
                return std::iter::from_fn(|| self.aside.pop_front()).find(|&state| world.tree().leaf(state).is_some());
            }
            if self.aside.is_empty() {
                return None;
            }
            self.length += 1;
            std::mem::take(&mut self.aside).into_iter().for_each(|state| self.look_at(world, state));
        }
    }
}

impl Choose for NewContexts {
    fn closed(&mut self, state: StateId) {
        self.candidates.remove(state);
    }

    fn choose(&mut self, world: &dyn World, changed: Vec<StateId>) -> Option<StateId> {
        for state in changed {
            self.candidates.remove(state);
            self.look_at(world, state);
        }
        self.first(world)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use crate::searcher::{Searcher, Step};
    use tree::Child;

    #[test]
    fn new_contexts_first_and_longer_ones_later() {
        let mut world = HandMade::new(&[]);
        let edges = [0, 1, 2, 3].map(|n| Child { outcome: n, state: StateId(u64::from(n)) });
        world.tree.fork(StateId(0), &edges);
        world.decide(StateId(0), &[(1, 0), (5, 1)]);
        world.decide(StateId(1), &[(2, 0), (5, 1)]);
        world.decide(StateId(2), &[(2, 0), (5, 1)]);
        world.decide(StateId(3), &[(1, 0), (6, 1)]);
        let mut searcher = ContextGuided::default();
        (0..4).for_each(|state| searcher.add(StateId(state), None));
        // 1 and 2 take branch 5 as 0 did; with two decisions 1 is new, and 2 is the same again.
        for expected in [0, 3, 1, 2] {
            assert_eq!(searcher.step(&world), Some(Step::Run(StateId(expected))));
            world.tree.close(StateId(expected));
            searcher.remove(StateId(expected));
        }
        assert_eq!(searcher.step(&world), None);
    }
}
