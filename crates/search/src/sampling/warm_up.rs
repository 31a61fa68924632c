//! Warm-up: random executions before anything else, as long as they cover something new now and then. What they reach need
//! not be solved for, which is most of a program that computes with floats, say. Then others take over for good.
//!
//! It ends after a number of executions and instructions, which are the same each time; only where executions take long for
//! other reasons does the clock end it. Code that is not modelled and may do more than compute is not called again and again.

use std::time::{Duration, Instant};

use tree::StateId;

use crate::searcher::{Searcher, Step};
use crate::world::World;

/// Executions in vain after which it is over.
const RUNS: u64 = 1000;
/// Instructions in vain after which it is over: some eighty milliseconds of them.
const INSTRUCTIONS: u64 = 10_000_000;
/// Time after which it is over in any case.
const LONGEST: Duration = Duration::from_secs(2);

#[derive(Debug, Default)]
pub struct WarmUp {
    started: Option<Instant>,
    covered: u64,
    /// Executions since coverage last grew, and the instructions of all executions when it did.
    runs: u64,
    instructions: u64,
    is_over: bool,
}

impl WarmUp {
    fn goes_on(&mut self, world: &dyn World) -> bool {
        let Some(started) = self.started else {
            self.started = Some(world.now());
            // A run that goes on after it was stopped has had its warm-up.
            return world.random_runs() == 0;
        };
        if world.covered() > self.covered {
            (self.covered, self.runs, self.instructions) = (world.covered(), 0, world.random_instructions());
        }
        world.draws_inputs()
            && !world.random_has_effects()
            && self.runs < RUNS
            && world.random_instructions() - self.instructions < INSTRUCTIONS
            && world.now() - started < LONGEST
    }
}

impl Searcher for WarmUp {
    fn add(&mut self, _state: StateId, _parent: Option<StateId>) {}

    fn remove(&mut self, _state: StateId) {}

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        self.is_over = self.is_over || !self.goes_on(world);
        self.runs += 1;
        (!self.is_over).then_some(Step::Random(1))
    }

    fn goes_first(&self) -> bool {
        !self.is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;

    fn runs(searcher: &mut WarmUp, world: &HandMade) -> u64 {
        std::iter::from_fn(|| searcher.select(world)).count() as u64
    }

    #[test]
    fn it_ends_when_executions_bring_nothing_and_never_starts_again() {
        let mut world = HandMade::new(&[&[(&[1, 2], &[]), (&[], &[]), (&[], &[])]]);
        world.draws_inputs = true;
        world.cover(&[0]);
        let mut searcher = WarmUp::default();
        (0..RUNS).for_each(|_| assert_eq!(searcher.select(&world), Some(Step::Random(1))));
        world.cover(&[1]);
        assert_eq!(runs(&mut searcher, &world), RUNS);
        assert!(!searcher.goes_first());
        world.cover(&[2]);
        assert_eq!(searcher.select(&world), None);
    }

    #[test]
    fn one_execution_is_enough_for_a_program_without_inputs() {
        let world = HandMade::new(&[&[(&[], &[])]]);
        assert_eq!(runs(&mut WarmUp::default(), &world), 1);
    }

    #[test]
    fn what_has_effects_is_not_repeated() {
        let mut world = HandMade::new(&[&[(&[], &[])]]);
        (world.draws_inputs, world.random_has_effects) = (true, true);
        assert_eq!(runs(&mut WarmUp::default(), &world), 1);
    }

    #[test]
    fn long_executions_are_few() {
        let mut world = HandMade::new(&[&[(&[], &[])]]);
        (world.draws_inputs, world.random_instructions) = (true, INSTRUCTIONS);
        assert_eq!(runs(&mut WarmUp::default(), &world), 1);
    }
}
