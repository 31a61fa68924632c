//! Non-uniform random search (KLEE's `nurs:` family; P18's RCN is one of it): any open state, with a probability
//! proportional to a weight.
//!
//! A weight is computed when a state opens and after it has run; those that depend on coverage for all states when
//! coverage has grown.

use rustc_hash::FxHashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;
use tree::StateId;

use crate::distances::{Distances, Metric, UNREACHABLE};
use crate::rng::Rng;
use crate::searcher::{Searcher, Step};
use crate::states::weighted::Weighted;
use crate::world::World;

/// What makes a state likely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// Close to uncovered code, or having covered something lately (KLEE's random-cover-new).
    CoverNew,
    /// Close to uncovered code.
    MinDistance,
    /// Deep in the tree.
    Depth,
    /// In a block that was seldom entered.
    InstructionCount,
    /// Under a call stack in which little was executed.
    CallPathCount,
    /// With a path that was easy to solve.
    QueryCost,
    /// Close to the root: 2^-depth.
    RandomPath,
}

/// The distance of a state from which nothing uncovered can be reached.
const FAR: f64 = 10_000.0;
/// Instructions after covering something during which a state is preferred in full.
const FRESH: u64 = 1_000;
/// A path solved in less time than this is as easy as any other.
const EASY: Duration = Duration::from_millis(100);

pub struct Nurs {
    weight: Weight,
    states: Weighted,
    changed: Vec<StateId>,
    distances: Distances,
    /// Instructions executed under each call stack, by the hash of the stack.
    executed: FxHashMap<u64, u64>,
    /// Instructions of each state that are in `executed`.
    counted: FxHashMap<StateId, u64>,
    rng: Rng,
}

impl Nurs {
    pub fn new(weight: Weight, seed: u64) -> Nurs {
        Nurs {
            weight,
            states: Weighted::default(),
            changed: Vec::new(),
            distances: Distances::new(Metric::Instructions),
            executed: FxHashMap::default(),
            counted: FxHashMap::default(),
            rng: Rng::new(seed),
        }
    }

    fn weight_of(&mut self, world: &dyn World, state: StateId) -> f64 {
        match self.weight {
            Weight::CoverNew => {
                let lately =
                    world.since_new(state).map_or(0.0, |since| 1.0 / since.saturating_sub(FRESH).max(1) as f64);
                lately * lately + self.closeness(world, state)
            }
            Weight::MinDistance => self.closeness(world, state),
            // The first state of all has depth 0 and is to be drawn as well.
            Weight::Depth => f64::from(world.tree().depth(state).unwrap_or(0).max(1)),
            Weight::InstructionCount => {
                let visits = world.block(state).map_or(0, |block| world.visits(block));
                (1.0 / visits.max(1) as f64).powi(2)
            }
            Weight::CallPathCount => (1.0 / self.call_path_count(world, state).max(1) as f64).powi(2),
            Weight::QueryCost => match world.query_time(state) {
                time if time < EASY => 1.0 / EASY.as_secs_f64(),
                time => 1.0 / time.as_secs_f64(),
            },
            Weight::RandomPath => 0.5f64.powi(world.tree().depth(state).unwrap_or(0).min(1000) as i32),
        }
    }

    fn closeness(&self, world: &dyn World, state: StateId) -> f64 {
        let distance = match self.distances.of_state(world, state) {
            UNREACHABLE => FAR,
            distance => f64::from(distance).clamp(1.0, FAR),
        };
        (1.0 / distance).powi(2)
    }

    fn call_path_count(&mut self, world: &dyn World, state: StateId) -> u64 {
        let mut hasher = DefaultHasher::new();
        world.stack(state).iter().for_each(|&block| world.graph().node(block).function.hash(&mut hasher));
        let executed = self.executed.entry(hasher.finish()).or_default();
        let now = world.instructions(state);
        // What a new state has behind it is its parent's.
        *executed += now - self.counted.insert(state, now).unwrap_or(now);
        *executed
    }
}

impl Searcher for Nurs {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        self.changed.push(state);
        self.changed.extend(parent);
    }

    fn ran(&mut self, state: StateId) {
        self.changed.push(state);
    }

    fn remove(&mut self, state: StateId) {
        self.states.remove(state);
        self.counted.remove(&state);
    }

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        let mut changed = std::mem::take(&mut self.changed);
        let by_coverage = matches!(self.weight, Weight::CoverNew | Weight::MinDistance);
        if by_coverage && self.distances.refresh(world) {
            changed.extend(self.states.states());
        }
        for state in changed {
            // A state that was closed before anyone looked is not in the tree any more.
            if world.tree().leaf(state).is_some() {
                let weight = self.weight_of(world, state);
                self.states.set(state, weight);
            }
        }
        self.states.draw(&mut self.rng).map(Step::Run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use tree::Child;

    /// Blocks 0 to 3 in a row, the last one uncovered; two states in one tree, at blocks 0 and 2.
    fn world() -> HandMade {
        let mut world = HandMade::new(&[&[(&[1], &[]), (&[2], &[]), (&[3], &[]), (&[], &[])]]);
        world.cover(&[0, 0, 0, 0, 1, 2, 2]);
        world
            .tree
            .fork(StateId(0), &[Child { outcome: 0, state: StateId(0) }, Child { outcome: 1, state: StateId(1) }]);
        world.put(StateId(0), &[0]);
        world.put(StateId(1), &[2]);
        world
    }

    /// How often state 1 is drawn in 1000 selections.
    fn draws(weight: Weight, world: &HandMade) -> usize {
        let mut searcher = Nurs::new(weight, 3);
        searcher.add(StateId(0), None);
        searcher.add(StateId(1), Some(StateId(0)));
        (0..1000).filter(|_| searcher.select(world) == Some(Step::Run(StateId(1)))).count()
    }

    #[test]
    fn uncovered_code_attracts() {
        // Distances 3 and 1: weights 1/9 and 1.
        let hits = draws(Weight::MinDistance, &world());
        assert!((870..930).contains(&hits), "{hits}");
    }

    #[test]
    fn covering_something_attracts_too() {
        let mut world = world();
        world.facts(StateId(0)).since_new = Some(10);
        // 1 + 1/9 against 1.
        let hits = draws(Weight::CoverNew, &world);
        assert!((420..520).contains(&hits), "{hits}");
    }

    #[test]
    fn seldom_entered_blocks_attract() {
        // Four visits against two: weights 1/16 and 1/4.
        let hits = draws(Weight::InstructionCount, &world());
        assert!((760..840).contains(&hits), "{hits}");
    }

    #[test]
    fn hard_paths_are_avoided() {
        let mut world = world();
        world.facts(StateId(0)).query_time = Duration::from_secs(1);
        let hits = draws(Weight::QueryCost, &world);
        assert!((870..940).contains(&hits), "{hits}");
    }

    #[test]
    fn call_stacks_in_which_little_was_executed_attract() {
        let mut world = HandMade::new(&[&[(&[], &[])], &[(&[], &[])]]);
        world
            .tree
            .fork(StateId(0), &[Child { outcome: 0, state: StateId(0) }, Child { outcome: 1, state: StateId(1) }]);
        world.put(StateId(0), &[0]);
        world.put(StateId(1), &[1, 0]);
        let mut searcher = Nurs::new(Weight::CallPathCount, 3);
        searcher.add(StateId(0), None);
        searcher.add(StateId(1), None);
        searcher.select(&world);
        for (state, instructions) in [(StateId(0), 300), (StateId(1), 100)] {
            world.facts(state).instructions = instructions;
            searcher.ran(state);
        }
        let hits = (0..1000).filter(|_| searcher.select(&world) == Some(Step::Run(StateId(1)))).count();
        assert!((870..930).contains(&hits), "{hits}");
    }

    #[test]
    fn new_coverage_changes_all_weights() {
        let mut world = world();
        let mut searcher = Nurs::new(Weight::MinDistance, 3);
        searcher.add(StateId(0), None);
        searcher.add(StateId(1), None);
        searcher.select(&world);
        world.cover(&[3]);
        let hits = (0..1000).filter(|_| searcher.select(&world) == Some(Step::Run(StateId(1)))).count();
        assert!((430..570).contains(&hits), "nothing is left to come close to: {hits}");
    }
}
