//! What there is to gain from a place in the program: the reward an execution from there is expected to bring (P18
//! section 4.2), and how many branches lead to the nearest uncovered block.

use crate::distances::{Distances, Metric, UNREACHABLE};
use crate::graph::BlockNo;
use crate::greedy::estimator::Estimator;
use crate::greedy::rewards::Rewards;
use crate::world::World;

pub struct Outlook {
    rewards: Rewards,
    distances: Distances,
}

/// What there is to gain from one place.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Prospect {
    /// New blocks expected of an execution that goes on by chance.
    pub reward: f64,
    /// Branches to the nearest uncovered block, if any can be reached.
    pub branches: Option<u32>,
}

impl Prospect {
    /// New blocks for the cost of one path: by chance, or one block for solving each branch on the way, whatever is more.
    pub fn value(self) -> f64 {
        let directed = self.branches.map_or(0.0, |branches| 1.0 / (1.0 + f64::from(branches)));
        self.reward.max(directed)
    }
}

impl Outlook {
    pub fn new(estimator: Estimator) -> Outlook {
        Outlook { rewards: Rewards::new(estimator), distances: Distances::new(Metric::Branches) }
    }

    pub fn update(&mut self, world: &dyn World) {
        self.rewards.update(world);
        self.distances.refresh(world);
    }

    /// From the start of the first block, with these callers. After [`Outlook::update`].
    pub fn from(&self, world: &dyn World, stack: &[BlockNo]) -> Prospect {
        let branches = self.distances.of_stack(world.graph(), stack);
        Prospect {
            reward: self.rewards.of_stack(stack),
            branches: Some(branches).filter(|&branches| branches != UNREACHABLE),
        }
    }

    /// Whether everything is covered.
    pub fn is_exhausted(&self) -> bool {
        self.rewards.are_exhausted()
    }

    /// New blocks expected of a random execution.
    pub fn reward_of_random_execution(&self, world: &dyn World) -> f64 {
        world.start().map_or(0.0, |block| self.rewards.at(block))
    }
}
