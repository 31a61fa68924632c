//! DART (Godefroid, Klarlund, Sen, PLDI 2005): depth first up to a bound. States deeper than the bound wait until all
//! others are done; then the bound doubles.
//!
//! Like [`dfs`](crate::states::dfs) it completes subtrees one after the other, but a loop that forks for ever does not keep it.

use tree::StateId;

use crate::searcher::{Searcher, Step};
use crate::states::by_age::ByAge;
use crate::world::World;

/// The first bound, in forks. Most small programs end within it.
const FIRST_BOUND: u32 = 64;

#[derive(Debug)]
pub struct Dart {
    bound: u32,
    within: ByAge,
    /// Deeper than the bound, in the order they were met.
    beyond: Vec<StateId>,
}

impl Default for Dart {
    fn default() -> Dart {
        Dart { bound: FIRST_BOUND, within: ByAge::default(), beyond: Vec::new() }
    }
}

impl Searcher for Dart {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        self.within.add(state, parent);
    }

    fn remove(&mut self, state: StateId) {
        self.within.remove(state);
        // Only states that run are closed while a run goes on, and those are within the bound.
        self.beyond.retain(|&waiting| waiting != state);
    }

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        loop {
            while let Some(state) = self.within.youngest() {
                if world.tree().depth(state).is_none_or(|depth| depth <= self.bound) {
                    return Some(Step::Run(state));
                }
                self.within.remove(state);
                self.beyond.push(state);
            }
            if self.beyond.is_empty() {
                return None;
            }
            self.bound = self.bound.saturating_mul(2);
            for state in self.beyond.drain(..).rev() {
                self.within.add(state, None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use tree::{Child, Tree};

    /// State 0 forks for ever; what it forks off is tried once the bound is reached, the latest first.
    #[test]
    fn an_endless_loop_is_left_at_the_bound() {
        let mut world = HandMade::only_a_tree(Tree::new(StateId(0)));
        let mut searcher = Dart::default();
        searcher.add(StateId(0), None);
        for next in 1..=u64::from(FIRST_BOUND) + 1 {
            assert_eq!(searcher.select(&world), Some(Step::Run(StateId(0))));
            world.tree.fork(
                StateId(0),
                &[Child { outcome: 0, state: StateId(0) }, Child { outcome: 1, state: StateId(next) }],
            );
            searcher.add(StateId(next), Some(StateId(0)));
        }
        for expected in (1..=u64::from(FIRST_BOUND)).rev() {
            assert_eq!(searcher.select(&world), Some(Step::Run(StateId(expected))));
            searcher.remove(StateId(expected));
            world.tree.close(StateId(expected));
        }
        assert_eq!(searcher.select(&world), Some(Step::Run(StateId(0))), "the bound has doubled");
    }
}
