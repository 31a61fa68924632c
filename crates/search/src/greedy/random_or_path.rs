//! Whether a random execution comes before the best path (P18, algorithm 2), and how many of them before deciding again.
//!
//! - Estimates may be wrong. When neither random executions nor solving has brought anything for a while, both get the
//!   same time, whatever is expected of them.
//! - Random executions are chosen in series: the more have brought nothing, the less one more says about the next. So
//!   choosing takes little time even where an execution takes no longer than a choice.
//! - When no path is left, they go on for a while.

use crate::greedy::outlook::Outlook;
use crate::searcher::Step;
use crate::world::World;

/// Seconds in vain by which random executions or solving may be ahead of the other.
const LEAD: f64 = 0.5;
/// A series of random executions is as long as this part of those that brought nothing before it, and this many seconds at
/// most.
pub const SERIES: u64 = 16;
const SERIES_SECONDS: f64 = 0.01;
/// Random executions without new coverage after which it is over, if there is nothing to solve.
pub const LAST_RUNS: u64 = 80_000;
/// Seconds they may take, for programs whose executions are long or never end.
const LAST_SECONDS: f64 = 20.0;
/// Seconds a random execution is taken to cost before there was one.
const FIRST_RANDOM_COST: f64 = 1e-5;

#[derive(Default)]
pub struct RandomOrPath {
    /// Reward of a random execution for its cost.
    score: f64,
    /// Random executions there had been before the series at hand.
    series: Option<u64>,
    /// Random executions since coverage last grew.
    runs_in_vain: u64,
    /// Seconds of solving and of running what was solved, since coverage last grew.
    solving_in_vain: f64,
}

/// Seconds for a random execution.
pub fn random_cost(world: &dyn World) -> f64 {
    world.random_cost().map_or(FIRST_RANDOM_COST, |cost| cost.as_secs_f64())
}

impl RandomOrPath {
    /// Reward of a random execution for its cost, when it was last computed.
    pub fn score(&self) -> f64 {
        self.score
    }

    pub fn update_score(&mut self, world: &dyn World, outlook: &Outlook) {
        self.score = outlook.reward_of_random_execution(world) / random_cost(world);
    }

    /// Ends the series at hand; its length.
    pub fn end_series(&mut self, world: &dyn World) -> Option<u64> {
        let runs = world.random_runs() - self.series.take()?;
        self.runs_in_vain += runs;
        Some(runs)
    }

    /// Something new was covered.
    pub fn forgive(&mut self) {
        (self.runs_in_vain, self.solving_in_vain) = (0, 0.0);
    }

    /// A path has taken so many seconds and brought nothing.
    pub fn note_solving_in_vain(&mut self, seconds: f64) {
        self.solving_in_vain += seconds;
    }

    /// Whether a random execution may bring anything: not if all are the same.
    fn may_draw(&self, world: &dyn World) -> bool {
        self.score > 0.0 && (world.random_runs() == 0 || world.draws_inputs())
    }

    /// Whether a random execution comes before the path with the best score.
    pub fn prefers_random(&self, world: &dyn World, best: Option<f64>) -> bool {
        if !self.may_draw(world) {
            return false;
        }
        let in_vain = self.drawn_in_vain(world);
        match best {
            None => self.runs_in_vain < LAST_RUNS && in_vain < LAST_SECONDS,
            Some(best) if self.score > best => in_vain <= self.solving_in_vain + LEAD,
            Some(_) => self.solving_in_vain > in_vain + LEAD,
        }
    }

    /// Whether it is random executions' turn where nothing is weighed up.
    pub fn is_turn_of_random(&self, world: &dyn World) -> bool {
        self.may_draw(world) && self.drawn_in_vain(world) < self.solving_in_vain
    }

    /// Seconds of random executions since coverage last grew.
    fn drawn_in_vain(&self, world: &dyn World) -> f64 {
        self.runs_in_vain as f64 * random_cost(world)
    }

    /// Random executions, as many as to do before deciding again.
    pub fn draw(&mut self, world: &dyn World) -> Step {
        self.series = Some(world.random_runs());
        let in_time = SERIES_SECONDS / random_cost(world);
        Step::Random((self.runs_in_vain / SERIES).min(in_time as u64).max(1))
    }
}
