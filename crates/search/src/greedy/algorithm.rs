//! The greedy algorithm of P18 (section 4, algorithms 1 and 2): a random execution or the symbolic execution of a path,
//! whatever is expected to cover most for its cost.
//!
//! - The chain is the graph of the program's blocks; probabilities come from the counts of all executions so far
//!   ([`transitions`](crate::greedy::estimator)), rewards from [`rewards`](crate::greedy::rewards).
//! - The paths are the alternatives that some execution met and nobody has solved ([`candidates`](crate::greedy::candidate_paths)).
//!   Costs are seconds: predicted by the cost model of the run for a path, measured for a random execution.
//! - A path that turns out infeasible is closed and never considered again. Solving gets little time at first: a path
//!   that takes longer than expected waits again, with what it has cost added to what it is expected to, until it has
//!   had all the time a query may take. Paths do not diverge here: the constraints are exact.
//! - Estimates may be wrong. When neither random executions nor solving has brought anything for a while, both get the
//!   same time, whatever is expected of them.
//! - Random executions are chosen in series: the more have brought nothing, the less one more says about the next. So
//!   choosing takes little time even where an execution takes no longer than a choice.
//! - Where paths take so little time that weighing them up would take [more than its share](crate::greedy::deliberation), those
//!   that were forked off last are taken as they come, then others that lead to the best place, in turns with random
//!   executions.
//! - When nothing uncovered can be reached any more, what is left is explored, depth first.
//! - When no path is left, random executions go on for a while, if inputs were left out that they may hit upon.
//!
//! Rewards are computed again when coverage has grown, and otherwise from time to time, as often as keeps the time for it
//! small; so two runs with the same seed need not do the same.

use std::fmt;
use std::time::{Duration, Instant};

use tree::StateId;

use crate::concolic::concolic_run::ConcolicRun;
use crate::graph::BlockNo;
use crate::greedy::candidate_paths::Candidates;
use crate::greedy::deliberation::Deliberation;
use crate::greedy::estimator::Estimator;
use crate::greedy::outlook::Outlook;
use crate::searcher::{Searcher, Step};
use crate::world::World;

/// Share of the time that may go into computing rewards and ranks, and as long as coverage grows.
const SHARE: u32 = 100;
const SHARE_WHEN_GROWING: u32 = 50;
/// What takes no longer than this is always done when coverage has grown.
const CHEAP: Duration = Duration::from_micros(200);
/// Seconds in vain by which random executions or solving may be ahead of the other.
const LEAD: f64 = 0.5;
/// A series of random executions is as long as this part of those that brought nothing before it, and this many seconds at
/// most.
const SERIES: u64 = 16;
const SERIES_SECONDS: f64 = 0.01;
/// Random executions without new coverage after which it is over, if there is nothing to solve.
const LAST_RUNS: u64 = 80_000;
/// Seconds they may take, for programs whose executions are long or never end.
const LAST_SECONDS: f64 = 20.0;
/// Time for the first try to solve a path, and how many times what it has cost so far for each further one.
const FIRST_TRY: Duration = Duration::from_millis(250);
const NEXT_TRY: f64 = 4.0;
/// Seconds a random execution is taken to cost before there was one.
const FIRST_RANDOM_COST: f64 = 1e-5;

pub struct Greedy {
    run: ConcolicRun,
    attempt: Option<Attempt>,
    /// Random executions there had been before the series at hand.
    series: Option<u64>,
    outlook: Outlook,
    candidates: Candidates,
    /// Paths that need no solving: the first of all, and those that random executions have taken.
    free: Vec<StateId>,
    /// Reward of a random execution for its cost.
    random_score: f64,
    covered: u64,
    in_vain: InVain,
    decided: Option<Decided>,
    deliberation: Deliberation,
    notes: Notes,
}

/// The execution at hand.
struct Attempt {
    state: StateId,
    block: Option<BlockNo>,
    started: Instant,
    is_over: bool,
}

/// What was done since coverage last grew.
#[derive(Default)]
struct InVain {
    random_runs: u64,
    /// Seconds of solving and of running what was solved.
    solving: f64,
}

/// When rewards were last computed, how long that took, and for which coverage.
struct Decided {
    then: Instant,
    took: Duration,
    covered: u64,
}

/// What was decided. Random executions in a row are one note, and so are paths that nothing is expected of or known about.
#[derive(Default)]
struct Notes(Vec<Note>);

enum Note {
    RandomRuns(u64),
    /// A path, and the scores that were compared.
    Path(StateId, f64, f64),
    ExpectedNothing(u64),
    Unweighed(u64),
}

impl Notes {
    fn random_runs(&mut self, more: u64) {
        match self.0.last_mut() {
            Some(Note::RandomRuns(runs)) => *runs += more,
            _ => self.0.push(Note::RandomRuns(more)),
        }
    }

    fn path(&mut self, state: StateId, score: f64, random_score: f64) {
        match self.0.last_mut() {
            Some(Note::ExpectedNothing(paths)) if score <= 0.0 => *paths += 1,
            _ if score <= 0.0 => self.0.push(Note::ExpectedNothing(1)),
            _ => self.0.push(Note::Path(state, score, random_score)),
        }
    }

    fn unweighed(&mut self) {
        match self.0.last_mut() {
            Some(Note::Unweighed(paths)) => *paths += 1,
            _ => self.0.push(Note::Unweighed(1)),
        }
    }

    /// What nothing will be added to.
    fn take_complete(&mut self) -> Vec<String> {
        let complete = match self.0.last() {
            Some(Note::RandomRuns(_) | Note::ExpectedNothing(_) | Note::Unweighed(_)) => self.0.len() - 1,
            _ => self.0.len(),
        };
        self.0.drain(..complete).map(|note| note.to_string()).collect()
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::RandomRuns(runs) => write!(f, "random testing: {runs} executions"),
            Note::Path(StateId(number), score, random_score) => {
                write!(f, "path {number}: {score:.3} blocks/s, random testing {random_score:.3}")
            }
            Note::Unweighed(paths) => write!(f, "paths as they came: {paths}"),
            Note::ExpectedNothing(paths) => write!(f, "paths without anything new in reach: {paths}"),
        }
    }
}

/// Seconds for a random execution.
pub(crate) fn random_cost(world: &dyn World) -> f64 {
    world.random_cost().map_or(FIRST_RANDOM_COST, |cost| cost.as_secs_f64())
}

impl Greedy {
    pub fn new(estimator: Estimator) -> Greedy {
        Greedy {
            run: ConcolicRun::default(),
            attempt: None,
            series: None,
            outlook: Outlook::new(estimator),
            candidates: Candidates::default(),
            free: Vec::new(),
            random_score: 0.0,
            covered: 0,
            in_vain: InVain::default(),
            decided: None,
            deliberation: Deliberation::default(),
            notes: Notes::default(),
        }
    }

    /// Takes account of what the last step has done.
    fn settle(&mut self, world: &dyn World) {
        let grown = world.covered() > self.covered;
        self.covered = world.covered();
        if let Some(before) = self.series.take() {
            let runs = world.random_runs() - before;
            self.in_vain.random_runs += runs;
            self.notes.random_runs(runs);
        }
        if grown {
            self.in_vain = InVain::default();
            self.candidates.forgive();
        }
        let Some(Attempt { state, block, started, is_over }) = self.attempt.take() else { return };
        let took = (world.now() - started).as_secs_f64();
        if !is_over {
            self.candidates.spend(state, took);
        }
        if !grown {
            self.in_vain.solving += took;
            block.into_iter().for_each(|block| self.candidates.note_in_vain(block));
        }
    }

    /// Weighs everything up anew, unless that was done too recently.
    fn decide(&mut self, world: &dyn World) {
        let is_due = |&Decided { then, took, covered }: &Decided| match self.covered > covered {
            true => took <= CHEAP || world.now() - then > took * SHARE_WHEN_GROWING,
            false => world.now() - then > took * SHARE,
        };
        if self.decided.as_ref().is_none_or(is_due) {
            let started = Instant::now();
            self.outlook.update(world);
            self.random_score = self.outlook.reward_of_random_execution(world) / random_cost(world);
            self.candidates.update(world, &self.outlook);
            let now = Instant::now();
            self.decided = Some(Decided { then: now, took: now - started, covered: self.covered });
        }
        for state in self.run.drain_changed() {
            self.candidates.put(world, &self.outlook, state);
        }
    }

    /// Whether a random execution may bring anything: not if all are the same.
    fn may_draw(&self, world: &dyn World) -> bool {
        self.random_score > 0.0 && (world.random_runs() == 0 || world.draws_inputs())
    }

    /// Whether a random execution comes before the path with the best score.
    fn prefers_random(&self, world: &dyn World, best: Option<f64>) -> bool {
        if !self.may_draw(world) {
            return false;
        }
        let in_vain = self.drawn_in_vain(world);
        match best {
            None => self.in_vain.random_runs < LAST_RUNS && in_vain < LAST_SECONDS,
            Some(best) if self.random_score > best => in_vain <= self.in_vain.solving + LEAD,
            Some(_) => self.in_vain.solving > in_vain + LEAD,
        }
    }

    /// Seconds of random executions since coverage last grew.
    fn drawn_in_vain(&self, world: &dyn World) -> f64 {
        self.in_vain.random_runs as f64 * random_cost(world)
    }

    /// Random executions, as many as to do before deciding again.
    fn draw(&mut self, world: &dyn World) -> Option<Step> {
        self.series = Some(world.random_runs());
        let in_time = SERIES_SECONDS / random_cost(world);
        Some(Step::Random((self.in_vain.random_runs / SERIES).min(in_time as u64).max(1)))
    }

    /// There is no time to weigh anything up.
    fn take_what_comes(&mut self, world: &dyn World) -> Option<Step> {
        if self.may_draw(world) && self.drawn_in_vain(world) < self.in_vain.solving {
            return self.draw(world);
        }
        let forked_off = self.run.pop_changed(world);
        let state = forked_off.or_else(|| self.candidates.next_of_best_place(world))?;
        self.notes.unweighed();
        self.start(world, state)
    }

    /// Nothing new can be reached: there is nothing to weigh up.
    fn explore_rest(&mut self, world: &dyn World) -> Option<Step> {
        self.run.drain_changed().for_each(|state| self.candidates.put_in_rest(state));
        let state = self.candidates.first_of_rest(world)?;
        self.notes.path(state, 0.0, 0.0);
        self.start(world, state)
    }

    fn start(&mut self, world: &dyn World, state: StateId) -> Option<Step> {
        self.run.start(state);
        let block = self.candidates.start(state);
        self.attempt = Some(Attempt { state, block, started: world.now(), is_over: false });
        Some(Step::Run(state))
    }
}

impl Searcher for Greedy {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        self.run.note_change(state);
        if parent.is_none() {
            self.free.push(state);
        }
    }

    fn ran(&mut self, state: StateId) {
        self.run.note_change(state);
    }

    fn interrupt(&mut self, state: StateId) {
        self.run.end(state);
    }

    fn adopted(&mut self, state: StateId) {
        self.run.note_change(state);
        self.free.push(state);
    }

    fn patience(&self, state: StateId) -> Option<Duration> {
        Some(FIRST_TRY.max(Duration::from_secs_f64(NEXT_TRY * self.candidates.spent(state))))
    }

    fn learns_costs(&self) -> bool {
        self.attempt.as_ref().is_some_and(|attempt| attempt.block.is_some())
    }

    fn put_back(&mut self, state: StateId) {
        self.run.end(state);
        self.run.note_change(state);
    }

    fn remove(&mut self, state: StateId) {
        self.run.end(state);
        if let Some(attempt) = self.attempt.as_mut().filter(|attempt| attempt.state == state) {
            attempt.is_over = true;
        }
        self.candidates.remove(state);
        self.free.retain(|&free| free != state);
    }

    fn going_on(&mut self) -> Option<StateId> {
        self.run.current()
    }

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        self.settle(world);
        if let Some(state) = self.free.pop() {
            return self.start(world, state);
        }
        if self.outlook.is_exhausted() {
            return self.explore_rest(world);
        }
        if world.tree().root().is_none() && !world.left_something_out() {
            return None;
        }
        if !self.deliberation.has_time(world)
            && let Some(step) = self.take_what_comes(world)
        {
            return Some(step);
        }
        self.decide(world);
        let best = self.candidates.best(world);
        if self.prefers_random(world, best.map(|(_, score)| score)) {
            return self.draw(world);
        }
        let (state, score) = best?;
        self.notes.path(state, score, self.random_score);
        self.start(world, state)
    }

    fn solves_late(&self) -> bool {
        true
    }

    fn take_notes(&mut self) -> Vec<String> {
        self.notes.take_complete()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::greedy::cost_model::{Operation, Operations};
    use crate::hand_made::HandMade;
    use tree::Child;

    fn operations(operation: Operation, count: u32) -> Option<Operations> {
        let mut operations = Operations::default();
        (0..count).for_each(|_| operations.add(operation));
        Some(operations)
    }

    /// Block 0 goes to 1 or 2, both uncovered; state 1 waits before block 1. The first execution, state 0, is over.
    fn world(taken: u32, unsolved: Option<Operations>) -> (HandMade, Greedy) {
        let mut world = HandMade::new(&[&[(&[1, 2], &[]), (&[], &[]), (&[], &[])]]);
        world.cover(&[0, 2]);
        world.take(0, 1, taken);
        world.put(StateId(0), &[0]);
        let mut searcher = Greedy::new(Estimator::Laplace);
        searcher.add(StateId(0), None);
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(0))), "the first execution needs no solving");
        world
            .tree
            .fork(StateId(0), &[Child { outcome: 0, state: StateId(0) }, Child { outcome: 1, state: StateId(1) }]);
        world.put(StateId(1), &[1]);
        world.facts(StateId(1)).unsolved = unsolved;
        searcher.add(StateId(1), Some(StateId(0)));
        world.tree.close(StateId(0));
        searcher.remove(StateId(0));
        (world, searcher)
    }

    #[test]
    fn what_is_likely_and_hard_to_solve_is_drawn() {
        let (world, mut searcher) = world(8, operations(Operation::FloatDivide, 50));
        assert_eq!(searcher.step(&world), Some(Step::Random(1)));
        assert!(searcher.take_notes().is_empty(), "random executions are noted when they are over");
    }

    #[test]
    fn what_is_unlikely_and_easy_to_solve_is_solved() {
        let (world, mut searcher) = world(1_000_000, operations(Operation::Linear, 2));
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(1))));
        assert_eq!(searcher.take_notes().len(), 1);
    }

    #[test]
    fn when_all_is_covered_the_rest_is_explored_and_nothing_drawn() {
        let (mut world, mut searcher) = world(8, operations(Operation::FloatDivide, 50));
        world.cover(&[1]);
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(1))));
        world.tree.close(StateId(1));
        searcher.remove(StateId(1));
        assert_eq!(searcher.step(&world), None);
    }

    #[test]
    fn what_was_left_out_may_be_hit_upon() {
        let (mut world, mut searcher) = world(8, operations(Operation::Linear, 2));
        world.tree.close(StateId(1));
        searcher.remove(StateId(1));
        assert_eq!(searcher.step(&world), None, "everything was explored");
        world.left_something_out = true;
        world.draws_inputs = true;
        while let Some(Step::Random(runs)) = searcher.step(&world) {
            world.random_runs += runs;
        }
        assert!((LAST_RUNS..LAST_RUNS + LAST_RUNS / SERIES).contains(&world.random_runs));
        world.random_runs += 1;
        world.cover(&[1]);
        assert_eq!(searcher.step(&world), None, "all is covered");
    }

    #[test]
    fn without_time_to_weigh_up_the_youngest_comes_next() {
        let (mut world, mut searcher) = world(1_000_000, operations(Operation::Linear, 2));
        world.draws_inputs = true;
        world
            .tree
            .fork(StateId(1), &[Child { outcome: 0, state: StateId(1) }, Child { outcome: 1, state: StateId(2) }]);
        world.put(StateId(2), &[1]);
        world.facts(StateId(2)).unsolved = operations(Operation::FloatDivide, 50);
        searcher.add(StateId(2), Some(StateId(1)));
        world.deciding = Duration::from_secs(1);
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(2))));
        searcher.put_back(StateId(2));
        world.deciding = Duration::ZERO;
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(1))), "the easy one");
        world.tree.close(StateId(1));
        searcher.remove(StateId(1));
        world.deciding = Duration::from_secs(1);
        // What was tried has taken some time, so it is random executions' turn.
        let mut step = searcher.step(&world);
        while let Some(Step::Random(runs)) = step {
            world.random_runs += runs;
            step = searcher.step(&world);
        }
        assert_eq!(step, Some(Step::Run(StateId(2))), "it was weighed up before");
    }

    #[test]
    fn without_inputs_one_random_execution_is_enough() {
        let (mut world, mut searcher) = world(8, operations(Operation::FloatDivide, 50));
        assert_eq!(searcher.step(&world), Some(Step::Random(1)));
        world.random_runs = 1;
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(1))));
    }

    #[test]
    fn what_a_random_execution_has_solved_runs_at_once() {
        let (mut world, mut searcher) = world(8, operations(Operation::FloatDivide, 50));
        assert_eq!(searcher.step(&world), Some(Step::Random(1)));
        world.facts(StateId(1)).unsolved = None;
        searcher.adopted(StateId(1));
        assert_eq!(searcher.step(&world), Some(Step::Run(StateId(1))));
    }
}
