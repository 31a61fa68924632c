//! What every search strategy can do.

use std::time::Duration;

use tree::StateId;

use crate::world::World;

/// What to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Run this open state to its next fork.
    Run(StateId),
    /// Execute the program up to so many times on inputs drawn at random, until something new is covered.
    Random(u64),
}

/// Chooses what to do next. It is told of each state once when it opens and once when it closes.
pub trait Searcher {
    /// `state` is open from now on; `parent` is the state it was forked from, which may go on itself.
    fn add(&mut self, state: StateId, parent: Option<StateId>);

    /// `state` has run, and is still open. Not only what was selected runs: subtrees are also finished out of turn.
    fn ran(&mut self, _state: StateId) {}

    /// `state` has run for so long since it was selected that it may never end. Others may have their turn.
    fn interrupt(&mut self, _state: StateId) {}

    /// `state` was waiting to be solved, and a random execution has turned out to follow its path.
    fn adopted(&mut self, state: StateId) {
        self.ran(state);
    }

    /// How long solving `state` may take this time, where that is less than any query may.
    fn patience(&self, _state: StateId) -> Option<Duration> {
        None
    }

    /// Whether it matters what solving the selected state turns out to cost.
    fn learns_costs(&self) -> bool {
        true
    }

    /// `state` was not solved in that time, and waits again.
    fn put_back(&mut self, _state: StateId) {}

    /// `state` is no longer open.
    fn remove(&mut self, state: StateId);

    /// The state that was selected and has to go on: there is nothing to decide.
    fn going_on(&mut self) -> Option<StateId> {
        None
    }

    /// What to do if no state is [going on](Searcher::going_on); `None` when no state is open, or when there is nothing left
    /// that this strategy would do.
    fn select(&mut self, world: &dyn World) -> Option<Step>;

    /// The next step.
    fn step(&mut self, world: &dyn World) -> Option<Step> {
        self.going_on().map(Step::Run).or_else(|| self.select(world))
    }

    /// Whether alternatives of a fork that take a decision procedure to solve are to be solved when they are selected, as
    /// concolic testers do, instead of when they are met. Their number then says little about how many are feasible.
    fn solves_late(&self) -> bool {
        false
    }

    /// Whether it asks what is [new](World::since_novelty) about a path.
    fn looks_for_novelty(&self) -> bool {
        false
    }

    /// Whether that was asked for the state it selected last.
    fn chose_for_novelty(&self) -> bool {
        self.looks_for_novelty()
    }

    /// Whether others have to wait until this strategy has nothing left to do.
    fn goes_first(&self) -> bool {
        false
    }

    /// How much its choices may cost beside those of the others, which is 1 for most.
    fn weight(&self) -> f64 {
        1.0
    }

    /// What was decided since the last time, and why, for the log of the run.
    fn take_notes(&mut self) -> Vec<String> {
        Vec::new()
    }
}
