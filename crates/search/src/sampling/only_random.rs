//! Random testing and nothing else (P18: RT): the program is executed on inputs drawn at random, again and again, and
//! nothing is solved.
//!
//! It ends when many runs in a row have covered nothing new. What it proves is nothing: the first state stays open, and
//! a run that ends like this has explored less than everything.

use tree::StateId;

use crate::searcher::{Searcher, Step};
use crate::world::World;

/// Runs without a new block after which there is no hope left.
const PATIENCE: u32 = 100_000;

#[derive(Debug, Default)]
pub struct OnlyRandom {
    covered: u64,
    runs_in_vain: u32,
}

impl Searcher for OnlyRandom {
    fn add(&mut self, _state: StateId, _parent: Option<StateId>) {}

    fn remove(&mut self, _state: StateId) {}

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        // When others have explored everything, inputs drawn at random show nothing more.
        world.tree().root()?;
        if world.covered() > self.covered {
            *self = OnlyRandom { covered: world.covered(), runs_in_vain: 0 };
        }
        self.runs_in_vain += 1;
        (self.runs_in_vain <= PATIENCE).then_some(Step::Random(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;

    #[test]
    fn new_coverage_renews_patience() {
        let mut world = HandMade::new(&[&[(&[1], &[]), (&[], &[])]]);
        world.cover(&[0]);
        let mut searcher = OnlyRandom::default();
        (0..PATIENCE).for_each(|_| assert_eq!(searcher.select(&world), Some(Step::Random(1))));
        assert_eq!(searcher.select(&world), None);
        world.cover(&[1]);
        assert_eq!(searcher.select(&world), Some(Step::Random(1)));
        world.tree.close(StateId(0));
        assert_eq!(searcher.select(&world), None, "all is explored");
    }
}
