//! Everything the greedy algorithm chooses from at one moment, without choosing: what `secateur lab show` prints.

use tree::StateId;

use crate::greedy::candidate_paths::{Candidates, Weighed};
use crate::greedy::estimator::Estimator;
use crate::greedy::outlook::Outlook;
use crate::greedy::random_or_path::random_cost;
use crate::world::World;

#[derive(Clone, PartialEq, Debug)]
pub struct Weighing {
    /// Expected new blocks of a random execution.
    pub random_reward: f64,
    /// Seconds.
    pub random_cost: f64,
    pub random_score: f64,
    /// The best first.
    pub paths: Vec<Weighed>,
}

/// Weighs up what can be done next with these open states.
pub fn weigh(world: &dyn World, states: &[StateId], estimator: Estimator) -> Weighing {
    let mut outlook = Outlook::new(estimator);
    outlook.update(world);
    let mut candidates = Candidates::default();
    states.iter().for_each(|&state| candidates.put(world, &outlook, state));
    candidates.rank_changed(world);
    let random_reward = outlook.reward_of_random_execution(world);
    let random_cost = random_cost(world);
    Weighing { random_reward, random_cost, random_score: random_reward / random_cost, paths: candidates.weighed(world) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::greedy::cost_model::{Operation, Operations};
    use crate::hand_made::HandMade;
    use tree::Child;

    #[test]
    fn an_easy_path_to_an_unlikely_block_beats_random_executions() {
        let mut world = HandMade::new(&[&[(&[1, 2], &[]), (&[], &[]), (&[], &[])]]);
        world.cover(&[0, 2]);
        world.take(0, 1, 1_000_000);
        world.tree.fork(StateId(0), &[Child { outcome: 1, state: StateId(1) }]);
        world.put(StateId(1), &[1]);
        let mut operations = Operations::default();
        operations.add(Operation::Linear);
        world.facts(StateId(1)).unsolved = Some(operations);
        let weighing = weigh(&world, &[StateId(1)], Estimator::Laplace);
        assert_eq!((weighing.paths[0].state, weighing.paths[0].prospect.branches), (StateId(1), Some(0)));
        assert!(weighing.paths[0].score > weighing.random_score);
        assert!((weighing.random_reward - 1.0 / 1_000_002.0).abs() < 1e-9);
    }
}
