//! The greedy algorithm of P18 (section 4, algorithms 1 and 2): a random execution or the symbolic execution of a path,
//! whatever is expected to cover most for its cost.
//!
//! - The chain is the graph of the program's blocks; probabilities come from the counts of all executions so far
//!   ([`transitions`](crate::transitions)), rewards from [`rewards`](crate::rewards).
//! - A candidate is an alternative that some execution met and nobody has solved. If its block is uncovered, it is a
//!   path in the sense of the paper: the last block is the only uncovered one. Otherwise it is the beginning of such
//!   paths: it is worth its expected reward for its cost, or one block for the cost of solving each branch on the
//!   shortest way to an uncovered block, whatever is more. (The paper lists such paths in the control flow graph, up to a
//!   bound on loops.)
//! - Costs are seconds: predicted by the cost model of the run for a path, measured for a random execution.
//! - A path that turns out infeasible is closed and never considered again. Solving gets little time at first: a path
//!   that takes longer than expected waits again, with what it has cost added to what it is expected to, until it has
//!   had all the time a query may take. Paths do not diverge here: the constraints are exact.
//! - When nothing uncovered can be reached any more, what is left is explored, the cheapest first.
//! - When no path is left, random executions go on for a while, if inputs were left out that they may hit upon.
//!
//! Rewards are computed again when coverage has grown, and otherwise from time to time, as often as keeps the time for it
//! small; so two runs with the same seed need not do the same.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use pruning::tree::StateId;
use rustc_hash::FxHashMap;

use crate::concolic_run::ConcolicRun;
use crate::distances::{Distances, Metric, UNREACHABLE};
use crate::graph::BlockNo;
use crate::ranked::Ranked;
use crate::rewards::Rewards;
use crate::searcher::{Searcher, Step};
use crate::solving_cost::Operations;
use crate::transitions::Estimator;
use crate::world::World;

/// Share of the time that may go into computing rewards and ranks, and as long as coverage grows.
const SHARE: u32 = 40;
const SHARE_WHEN_GROWING: u32 = 25;
/// What takes no longer than this is always done when coverage has grown.
const CHEAP: Duration = Duration::from_millis(1);
/// Random executions in a row without new coverage after which solving what is left comes first.
const PATIENCE: u64 = 20_000;
/// Seconds they may take, for programs whose executions are long or never end.
const LONGEST_PATIENCE: f64 = 5.0;
/// How many times as patient it is when there is nothing to solve.
const LAST_RESORT: u64 = 4;
/// Time for the first try to solve a path, and how many times what it has cost so far for each further one.
const FIRST_TRY: Duration = Duration::from_millis(250);
const NEXT_TRY: f64 = 4.0;
/// Seconds a random execution is taken to cost before there was one.
const FIRST_RANDOM_COST: f64 = 1e-5;
/// Seconds it takes to run a state that needs no solving.
const RUN_COST: f64 = 1e-4;

pub struct Greedy {
    run: ConcolicRun,
    /// The execution at hand, and when it was started.
    running: Option<(StateId, Instant)>,
    rewards: Rewards,
    distances: Distances,
    candidates: FxHashMap<StateId, Candidate>,
    /// By what they bring for their cost, the best first.
    ranks: Ranked<Reverse<Score>>,
    changed: Vec<StateId>,
    /// Paths that need no solving: the first of all, and those that random executions have taken.
    free: Vec<StateId>,
    /// Reward of a random execution for its cost.
    random_score: f64,
    covered: u64,
    runs_in_vain: u64,
    /// When rewards were last computed, and how long that took.
    decided: Option<(Instant, Duration)>,
    notes: Notes,
}

struct Candidate {
    stack: Vec<BlockNo>,
    unsolved: Option<Operations>,
    /// Seconds it has run without coming to an end.
    spent: f64,
}

/// A path as the algorithm sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed {
    pub state: StateId,
    /// Expected new blocks.
    pub reward: f64,
    /// Branches to the nearest uncovered block, if any can be reached.
    pub branches: Option<u32>,
    /// Seconds.
    pub cost: f64,
    /// New blocks for each second; below 0 where none can be reached.
    pub score: f64,
}

/// Everything the algorithm chooses from at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighing {
    pub random_reward: f64,
    pub random_cost: f64,
    pub random_score: f64,
    /// The best first.
    pub paths: Vec<Weighed>,
}

/// Weighs up what can be done next with these open states, without doing it.
pub fn weigh(world: &dyn World, states: &[StateId], estimator: Estimator) -> Weighing {
    let mut greedy = Greedy::new(estimator);
    greedy.changed = states.to_vec();
    greedy.decide(world);
    let weighed = |state: StateId| {
        let candidate = greedy.candidates.get(&state)?;
        let branches = greedy.distances.of_stack(world.graph(), &candidate.stack);
        Some(Weighed {
            state,
            reward: greedy.rewards.of_stack(&candidate.stack),
            branches: Some(branches).filter(|&branches| branches != UNREACHABLE),
            cost: Greedy::cost(world, candidate),
            score: greedy.score(world, candidate).0,
        })
    };
    let random_reward = greedy.reward_of_start(world);
    Weighing {
        random_reward,
        random_cost: greedy.random_cost(world),
        random_score: greedy.random_score,
        paths: greedy.ranks.states().into_iter().filter_map(weighed).collect(),
    }
}

/// An order for numbers that are never NaN.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Score(f64);

impl Eq for Score {}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

/// What was decided, in words; random executions in a row are one line.
#[derive(Default)]
struct Notes {
    lines: Vec<String>,
    random_runs: u64,
}

impl Notes {
    fn path(&mut self, state: StateId, score: f64, random_score: f64) {
        self.flush();
        let StateId(number) = state;
        self.lines.push(format!("path {number}: {score:.3} blocks/s, random testing {random_score:.3}"));
    }

    fn flush(&mut self) {
        if self.random_runs > 0 {
            self.lines.push(format!("random testing: {} executions", self.random_runs));
            self.random_runs = 0;
        }
    }
}

impl Greedy {
    pub fn new(estimator: Estimator) -> Greedy {
        Greedy {
            run: ConcolicRun::default(),
            running: None,
            rewards: Rewards::new(estimator),
            distances: Distances::new(Metric::Branches),
            candidates: FxHashMap::default(),
            ranks: Ranked::default(),
            changed: Vec::new(),
            free: Vec::new(),
            random_score: 0.0,
            covered: 0,
            runs_in_vain: 0,
            decided: None,
            notes: Notes::default(),
        }
    }

    /// Seconds it is expected to take to get a candidate to its end. An execution that was interrupted is taken to last
    /// as long again.
    fn cost(world: &dyn World, candidate: &Candidate) -> f64 {
        let solving = candidate.unsolved.as_ref().map_or(0.0, |operations| world.cost_model().predict(operations));
        RUN_COST + candidate.spent + solving
    }

    /// Expected new blocks for each second; below 0, and the lower the more it costs, where nothing new can be reached.
    fn score(&self, world: &dyn World, candidate: &Candidate) -> Score {
        let cost = Greedy::cost(world, candidate);
        let expected = self.rewards.of_stack(&candidate.stack) / cost;
        let directed = match self.distances.of_stack(world.graph(), &candidate.stack) {
            UNREACHABLE => 0.0,
            branches => 1.0 / (cost * f64::from(branches.saturating_add(1))),
        };
        let best = expected.max(directed);
        Score(if best > 0.0 { best } else { -cost })
    }

    /// Computes rewards and ranks anew, unless that was done too recently.
    fn decide(&mut self, world: &dyn World) {
        let grown = world.covered() > self.covered;
        if grown {
            self.runs_in_vain = 0;
        }
        let due = self.decided.is_none_or(|(then, took)| match grown {
            true => took <= CHEAP || then.elapsed() > took * SHARE_WHEN_GROWING,
            false => then.elapsed() > took * SHARE,
        });
        if !due {
            return self.rank_changed(world);
        }
        let started = Instant::now();
        self.covered = world.covered();
        self.rewards.update(world);
        self.distances.refresh(world);
        self.random_score = self.reward_of_start(world) / self.random_cost(world);
        self.rank_changed(world);
        for state in self.ranks.states() {
            self.rank(world, state);
        }
        self.decided = Some((Instant::now(), started.elapsed()));
    }

    /// Seconds for a random execution.
    fn random_cost(&self, world: &dyn World) -> f64 {
        world.random_cost().map_or(FIRST_RANDOM_COST, |cost| cost.as_secs_f64())
    }

    fn is_out_of_patience(&self, world: &dyn World) -> bool {
        let runs = if self.candidates.is_empty() { self.runs_in_vain / LAST_RESORT } else { self.runs_in_vain };
        runs >= PATIENCE || runs as f64 * self.random_cost(world) > LONGEST_PATIENCE
    }

    fn reward_of_start(&self, world: &dyn World) -> f64 {
        world.start().map_or(0.0, |block| self.rewards.at(block))
    }

    fn rank_changed(&mut self, world: &dyn World) {
        for state in std::mem::take(&mut self.changed) {
            if world.tree().leaf(state).is_some() {
                let spent = self.candidates.get(&state).map_or(0.0, |known| known.spent);
                let candidate = Candidate { stack: world.stack(state), unsolved: world.unsolved(state), spent };
                self.candidates.insert(state, candidate);
                self.rank(world, state);
            }
        }
    }

    fn rank(&mut self, world: &dyn World, state: StateId) {
        if let Some(candidate) = self.candidates.get(&state) {
            let score = self.score(world, candidate);
            self.ranks.set(state, Reverse(score));
        }
    }

    fn start(&mut self, state: StateId) -> Option<Step> {
        self.run.start(state);
        self.running = Some((state, Instant::now()));
        Some(Step::Run(state))
    }

    /// The execution at hand is over, or was interrupted.
    fn settle(&mut self) {
        if let Some((state, started)) = self.running.take()
            && let Some(candidate) = self.candidates.get_mut(&state)
        {
            candidate.spent += started.elapsed().as_secs_f64();
        }
    }
}

impl Searcher for Greedy {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        self.run.forked(parent);
        self.changed.push(state);
        if parent.is_none() {
            self.free.push(state);
        }
    }

    fn ran(&mut self, state: StateId) {
        self.changed.push(state);
    }

    fn adopted(&mut self, state: StateId) {
        self.changed.push(state);
        self.free.push(state);
    }

    fn patience(&self, state: StateId) -> Option<Duration> {
        let spent = self.candidates.get(&state).map_or(0.0, |candidate| candidate.spent);
        Some(FIRST_TRY.max(Duration::from_secs_f64(NEXT_TRY * spent)))
    }

    fn put_back(&mut self, state: StateId) {
        self.run.ended(state);
        self.changed.push(state);
    }

    fn remove(&mut self, state: StateId) {
        self.run.ended(state);
        self.candidates.remove(&state);
        self.ranks.remove(state);
        self.free.retain(|&free| free != state);
    }

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        if let Some(running) = self.run.current() {
            return Some(Step::Run(running));
        }
        self.settle();
        if world.tree().root().is_none() && !world.left_something_out() {
            return None;
        }
        self.decide(world);
        if let Some(state) = self.free.pop() {
            return self.start(state);
        }
        let best = self.ranks.first();
        let score = best.map_or(0.0, |(_, Reverse(Score(score)))| score);
        if self.random_score > score.max(0.0) && !self.is_out_of_patience(world) {
            self.runs_in_vain += 1;
            self.notes.random_runs += 1;
            return Some(Step::Random);
        }
        let (state, _) = best?;
        self.notes.path(state, score, self.random_score);
        self.start(state)
    }

    fn solves_late(&self) -> bool {
        true
    }

    fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes.lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use crate::solving_cost::Operation;
    use pruning::tree::Edge;

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
        assert_eq!(searcher.select(&world), Some(Step::Run(StateId(0))), "the first execution needs no solving");
        world.tree.fork(StateId(0), &[Edge { outcome: 0, state: StateId(0) }, Edge { outcome: 1, state: StateId(1) }]);
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
        assert_eq!(searcher.select(&world), Some(Step::Random));
        assert!(searcher.take_notes().is_empty(), "random executions are noted when they are over");
    }

    #[test]
    fn what_is_unlikely_and_easy_to_solve_is_solved() {
        let (world, mut searcher) = world(1_000_000, operations(Operation::Linear, 2));
        assert_eq!(searcher.select(&world), Some(Step::Run(StateId(1))));
        assert_eq!(searcher.take_notes().len(), 1);
    }

    #[test]
    fn when_all_is_covered_the_rest_is_explored_and_nothing_drawn() {
        let (mut world, mut searcher) = world(8, operations(Operation::FloatDivide, 50));
        world.cover(&[1]);
        assert_eq!(searcher.select(&world), Some(Step::Run(StateId(1))));
        world.tree.close(StateId(1));
        searcher.remove(StateId(1));
        assert_eq!(searcher.select(&world), None);
    }

    #[test]
    fn what_was_left_out_may_be_hit_upon() {
        let (mut world, mut searcher) = world(8, operations(Operation::Linear, 2));
        world.tree.close(StateId(1));
        searcher.remove(StateId(1));
        assert_eq!(searcher.select(&world), None, "everything was explored");
        world.left_something_out = true;
        let runs = std::iter::from_fn(|| searcher.select(&world)).take_while(|&step| step == Step::Random).count();
        assert_eq!(runs as u64, LAST_RESORT * PATIENCE);
    }

    #[test]
    fn weighing_shows_what_would_be_chosen() {
        let (world, mut searcher) = world(1_000_000, operations(Operation::Linear, 2));
        let weighing = weigh(&world, &[StateId(1)], Estimator::Laplace);
        assert_eq!(searcher.select(&world), Some(Step::Run(StateId(1))));
        assert_eq!((weighing.paths[0].state, weighing.paths[0].branches), (StateId(1), Some(0)));
        assert!(weighing.paths[0].score > weighing.random_score);
        assert!((weighing.random_reward - 1.0 / 1_000_002.0).abs() < 1e-9);
    }

    #[test]
    fn what_a_random_execution_has_solved_runs_at_once() {
        let (mut world, mut searcher) = world(8, operations(Operation::FloatDivide, 50));
        assert_eq!(searcher.select(&world), Some(Step::Random));
        world.facts(StateId(1)).unsolved = None;
        searcher.adopted(StateId(1));
        assert_eq!(searcher.select(&world), Some(Step::Run(StateId(1))));
    }
}
