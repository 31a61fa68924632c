//! Random executions in turn with other strategies, for as long as others explore: what a lucky text finds in a
//! thousand executions may be many decisions deep. Where the others had to leave something out and are done, it goes on for as
//! long as that brings something. Alone it proves nothing.
//!
//! As [warm-up](crate::sampling::warm_up), it does not repeat a program without inputs, nor foreign code that may do more than
//! compute.

use tree::StateId;

use crate::searcher::{Searcher, Step};
use crate::world::World;

/// Executions in a turn, fewer where they are long: so many instructions.
const RUNS: u64 = 16;
const INSTRUCTIONS: u64 = 1_000_000;
/// Turns without a new block after which there is no hope left.
const PATIENCE: u32 = 100_000;
/// Work without a new block, as a share of all of it, after which nobody goes on alone; and how much that is at least.
const LAST_SHARE: f64 = 0.5;
const LAST_WORK: f64 = 1e8;
/// What a turn costs besides: an execution of a few instructions takes longer than these.
const TURN: f64 = 500_000.0;

#[derive(Debug, Default)]
pub struct RandomTurns {
    covered: u64,
    in_vain: u32,
    /// All work, turns included, when the last new block was seen.
    grew_at: f64,
    /// How many turns there were.
    turns: u32,
}

impl RandomTurns {
    fn work(&self, world: &dyn World) -> f64 {
        world.work() + TURN * f64::from(self.turns)
    }

    /// Whether there may be something that others will never show.
    fn goes_on_alone(&self, world: &dyn World) -> bool {
        let work = self.work(world);
        world.left_something_out() && work - self.grew_at <= (LAST_SHARE * work).max(LAST_WORK)
    }
}

impl Searcher for RandomTurns {
    fn add(&mut self, _state: StateId, _parent: Option<StateId>) {}

    fn remove(&mut self, _state: StateId) {}

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        if world.random_runs() > 0 && (!world.draws_inputs() || world.random_has_effects()) {
            return None;
        }
        if world.covered() > self.covered {
            *self = RandomTurns { covered: world.covered(), in_vain: 0, grew_at: self.work(world), turns: self.turns };
        }
        // When others have explored everything, inputs drawn at random show nothing more.
        if world.tree().root().is_none() && !self.goes_on_alone(world) {
            return None;
        }
        self.in_vain += 1;
        self.turns = self.turns.saturating_add(1);
        let length = world.random_instructions() / world.random_runs().max(1);
        (self.in_vain <= PATIENCE).then_some(Step::Random((INSTRUCTIONS / length.max(1)).clamp(1, RUNS)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;

    #[test]
    fn it_goes_on_where_inputs_are_drawn_and_others_have_something_to_do() {
        let mut world = HandMade::new(&[&[(&[], &[])]]);
        let mut searcher = RandomTurns::default();
        assert_eq!(searcher.select(&world), Some(Step::Random(RUNS)), "nobody knows yet");
        world.random_runs = 1;
        assert_eq!(searcher.select(&world), None, "it has no inputs");
        world.draws_inputs = true;
        assert_eq!(searcher.select(&world), Some(Step::Random(RUNS)));
        world.random_instructions = INSTRUCTIONS / 4;
        assert_eq!(searcher.select(&world), Some(Step::Random(4)), "long ones are fewer");
        world.random_has_effects = true;
        assert_eq!(searcher.select(&world), None);
        world.random_has_effects = false;
        world.tree.close(StateId(0));
        assert_eq!(searcher.select(&world), None, "all is explored");
    }

    #[test]
    fn where_something_was_left_out_it_goes_on_as_long_as_that_pays() {
        let mut world = HandMade::new(&[&[(&[1], &[]), (&[], &[])]]);
        let mut searcher = RandomTurns::default();
        (world.random_runs, world.draws_inputs, world.left_something_out) = (1, true, true);
        world.cover(&[0]);
        world.tree.close(StateId(0));
        assert_eq!(searcher.select(&world), Some(Step::Random(RUNS)));
        world.work = 10.0 * LAST_WORK;
        assert_eq!(searcher.select(&world), None, "all of this was in vain");
        world.cover(&[1]);
        assert_eq!(searcher.select(&world), Some(Step::Random(RUNS)), "there is something new");
        world.work = 15.0 * LAST_WORK;
        assert_eq!(searcher.select(&world), Some(Step::Random(RUNS)));
        world.work = 21.0 * LAST_WORK;
        assert_eq!(searcher.select(&world), None, "and then nothing for half of the work");
        world.left_something_out = false;
        world.work = 20.0 * LAST_WORK;
        assert_eq!(searcher.select(&world), None);
    }
}
