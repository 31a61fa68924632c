//! The greedy algorithm of P18 (section 4, algorithms 1 and 2): a random execution or the symbolic execution of a path,
//! whatever is expected to cover most for its cost.
//!
//! - The chain is the graph of the program's blocks; probabilities come from the counts of all executions so far
//!   ([`estimator`](crate::greedy::estimator)), rewards from [`rewards`](crate::greedy::rewards).
//! - The paths are the alternatives that some execution met and nobody has solved
//!   ([`candidate_paths`](crate::greedy::candidate_paths)). Costs are seconds: predicted by the cost model of the run for a
//!   path, measured for a random execution. Which of the two comes next is decided in
//!   [`random_or_path`](crate::greedy::random_or_path).
//! - A path that turns out infeasible is closed and never considered again. Solving gets little time at first: a path
//!   that takes longer than expected waits again, with what it has cost added to what it is expected to, until it has
//!   had all the time a query may take. Paths do not diverge here: the constraints are exact.
//! - Where paths take so little time that weighing them up would take [more than its share](crate::greedy::deliberation), those
//!   that were forked off last are taken as they come, then others that lead where the best one does, in turns with random
//!   executions.
//! - When nothing uncovered can be reached any more, what is left is explored, depth first.
//! - When no path is left, random executions go on for a while, if inputs were left out that they may hit upon.
//!
//! Rewards are computed again when coverage has grown, and otherwise from time to time, as often as keeps the time for it
//! small; so two runs with the same seed need not do the same.

use std::time::{Duration, Instant};

use tree::StateId;

use crate::concolic::concolic_run::ConcolicRun;
use crate::graph::BlockNo;
use crate::greedy::candidate_paths::Candidates;
use crate::greedy::deliberation::Deliberation;
use crate::greedy::estimator::Estimator;
use crate::greedy::notes::Notes;
use crate::greedy::outlook::Outlook;
use crate::greedy::random_or_path::RandomOrPath;
use crate::searcher::{Searcher, Step};
use crate::world::World;

/// Share of the time that may go into computing rewards and ranks, and as long as coverage grows.
const SHARE: u32 = 100;
const SHARE_WHEN_GROWING: u32 = 50;
/// What takes no longer than this is always done when coverage has grown.
const CHEAP: Duration = Duration::from_micros(200);
/// Time for the first try to solve a path, and how many times what it has cost so far for each further one.
const FIRST_TRY: Duration = Duration::from_millis(250);
const NEXT_TRY: f64 = 4.0;

pub struct Greedy {
    run: ConcolicRun,
    attempt: Option<PathAttempt>,
    outlook: Outlook,
    candidates: Candidates,
    /// Paths that need no solving: the first of all, and those that random executions have taken.
    free: Vec<StateId>,
    random_or_path: RandomOrPath,
    covered: u64,
    last_weighing: Option<LastWeighing>,
    deliberation: Deliberation,
    notes: Notes,
}

/// The execution at hand.
struct PathAttempt {
    state: StateId,
    block: Option<BlockNo>,
    started: Instant,
    is_over: bool,
}

/// When everything was last weighed up, how long that took, and for which coverage.
struct LastWeighing {
    then: Instant,
    took: Duration,
    covered: u64,
}

impl Greedy {
    pub fn new(estimator: Estimator) -> Greedy {
        Greedy {
            run: ConcolicRun::default(),
            attempt: None,
            outlook: Outlook::new(estimator),
            candidates: Candidates::default(),
            free: Vec::new(),
            random_or_path: RandomOrPath::default(),
            covered: 0,
            last_weighing: None,
            deliberation: Deliberation::default(),
            notes: Notes::default(),
        }
    }

    /// Takes account of what the last step has done.
    fn settle(&mut self, world: &dyn World) {
        let grown = world.covered() > self.covered;
        self.covered = world.covered();
        if let Some(runs) = self.random_or_path.end_series(world) {
            self.notes.random_runs(runs);
        }
        if grown {
            self.random_or_path.forgive();
            self.candidates.forgive();
        }
        let Some(PathAttempt { state, block, started, is_over }) = self.attempt.take() else { return };
        let took = (world.now() - started).as_secs_f64();
        if !is_over {
            self.candidates.spend(state, took);
        }
        if !grown {
            self.random_or_path.note_solving_in_vain(took);
            block.into_iter().for_each(|block| self.candidates.note_in_vain(block));
        }
    }

    /// Weighs everything up anew, unless that was done too recently.
    fn weigh_up(&mut self, world: &dyn World) {
        let is_due = |&LastWeighing { then, took, covered }: &LastWeighing| match self.covered > covered {
            true => took <= CHEAP || world.now() - then > took * SHARE_WHEN_GROWING,
            false => world.now() - then > took * SHARE,
        };
        if self.last_weighing.as_ref().is_none_or(is_due) {
            let started = Instant::now();
            self.outlook.update(world);
            self.random_or_path.update_score(world, &self.outlook);
            self.candidates.update(world, &self.outlook);
            let now = Instant::now();
            self.last_weighing = Some(LastWeighing { then: now, took: now - started, covered: self.covered });
        }
        for state in self.run.drain_changed() {
            self.candidates.put(world, &self.outlook, state);
        }
    }

    /// There is no time to weigh anything up.
    fn take_what_comes(&mut self, world: &dyn World) -> Option<Step> {
        if self.random_or_path.is_turn_of_random(world) {
            return Some(self.random_or_path.draw(world));
        }
        let forked_off = self.run.pop_changed(world);
        let state = forked_off.or_else(|| self.candidates.next_of_best_destination(world))?;
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
        self.attempt = Some(PathAttempt { state, block, started: world.now(), is_over: false });
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
        self.weigh_up(world);
        let best = self.candidates.best(world);
        if self.random_or_path.prefers_random(world, best.map(|(_, score)| score)) {
            return Some(self.random_or_path.draw(world));
        }
        let (state, score) = best?;
        self.notes.path(state, score, self.random_or_path.score());
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
    use crate::greedy::random_or_path::{LAST_RUNS, SERIES};
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
