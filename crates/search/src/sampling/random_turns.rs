//! Random executions in turn with other strategies, for as long as others explore: what a lucky text finds in a
//! thousand executions may be many decisions deep. Alone it proves nothing.
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

#[derive(Debug, Default)]
pub struct RandomTurns {
    covered: u64,
    in_vain: u32,
}

impl Searcher for RandomTurns {
    fn add(&mut self, _state: StateId, _parent: Option<StateId>) {}

    fn remove(&mut self, _state: StateId) {}

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        // When others have explored everything, inputs drawn at random show nothing more.
        world.tree().root()?;
        if world.random_runs() > 0 && (!world.draws_inputs() || world.random_has_effects()) {
            return None;
        }
        if world.covered() > self.covered {
            *self = RandomTurns { covered: world.covered(), in_vain: 0 };
        }
        self.in_vain += 1;
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
}
