//! The strategies of P18's Table 1, by name, with the numbers printed there.

use crate::lab::markov_chain::MarkovChain;
use crate::lab::simulated_concolic::{context_guided, dart, generational};
use crate::lab::simulated_greedy::greedy;
use crate::lab::simulated_random_testing::{EscapeProbabilities, random_testing};
use crate::lab::simulated_symbolic::{Heuristic, symbolic_execution};
use crate::lab::simulation::Simulation;
use crate::rng::Rng;
use vocabulary::vocabulary;

vocabulary! {
    /// A strategy that is compared with the optimal one.
    pub enum Strategy: "strategy of the lab" {
        /// Random testing only.
        RandomTesting = "RT",
        /// KLEE's random-cover-new.
        RandomCoverNew = "RCN",
        /// KLEE's random state.
        RandomState = "RSS",
        /// KLEE's random path.
        RandomPath = "RPS",
        /// KLEE's depth-first search.
        DepthFirst = "DFS",
        /// DART: bounded depth-first search over turned branches.
        Dart = "DART",
        /// SAGE's generational search.
        Generational = "GS",
        /// Context-guided search.
        ContextGuided = "CGS",
        /// Subpath-guided search, subpaths a fifth of the number of states long.
        SubpathGuided = "SGS",
        /// The greedy approximation of the optimal strategy.
        Greedy = "G",
    }
}

/// The sizes of the chains in the paper.
pub const PAPER_SIZES: [usize; 4] = [5, 10, 15, 20];

impl Strategy {
    /// The cost over the optimal one that the paper reports for chains of this size.
    pub fn in_paper(self, states: usize) -> Option<f64> {
        let row = match self {
            Strategy::RandomTesting => [138.9, 11.3, 44.2, 114.7],
            Strategy::RandomCoverNew => [1.7, 14.4, 15.1, 12.7],
            Strategy::RandomState => [12.8, 50.7, 64.0, 68.1],
            Strategy::RandomPath => [12.8, 50.6, 63.9, 68.5],
            Strategy::DepthFirst => [7.1, 27.4, 21.8, 18.6],
            Strategy::Dart => [1.8, 13.0, 12.8, 13.0],
            Strategy::Generational => [1.9, 13.5, 13.9, 13.3],
            Strategy::ContextGuided => [1.8, 12.6, 13.6, 13.8],
            Strategy::SubpathGuided => [11.2, 32.4, 29.4, 25.5],
            Strategy::Greedy => [2.1, 4.8, 3.1, 4.8],
        };
        PAPER_SIZES.iter().position(|&size| size == states).map(|column| row[column])
    }
}

/// The mean cost of a strategy on one chain.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    pub mean: f64,
    /// The share of repeats that gave up before everything was covered: the mean is too low then.
    pub gave_up: f64,
}

/// Lets a strategy cover the chain again and again.
pub fn mean_cost(strategy: Strategy, chain: &MarkovChain, repeats: u32, rng: &mut Rng) -> Cost {
    let mut escapes = EscapeProbabilities::default();
    let (mut total, mut gave_up) = (0.0, 0u32);
    for _ in 0..repeats {
        let mut simulation = Simulation::new(chain);
        let completed = match strategy {
            Strategy::RandomTesting => random_testing(&mut simulation, &mut escapes, rng),
            Strategy::RandomCoverNew => symbolic_execution(&mut simulation, Heuristic::CoverNew, rng),
            Strategy::RandomState => symbolic_execution(&mut simulation, Heuristic::RandomState, rng),
            Strategy::RandomPath => symbolic_execution(&mut simulation, Heuristic::RandomPath, rng),
            Strategy::DepthFirst => symbolic_execution(&mut simulation, Heuristic::DepthFirst, rng),
            Strategy::Dart => dart(&mut simulation, rng),
            Strategy::Generational => generational(&mut simulation, rng),
            Strategy::ContextGuided => context_guided(&mut simulation, rng),
            Strategy::SubpathGuided => {
                let heuristic = Heuristic::LeastTravelled { branches: (chain.len() / 5).max(1) };
                symbolic_execution(&mut simulation, heuristic, rng)
            }
            Strategy::Greedy => greedy(&mut simulation, rng),
        };
        total += simulation.cost;
        gave_up += u32::from(!completed);
    }
    let repeats = f64::from(repeats.max(1));
    Cost { mean: total / repeats, gave_up: f64::from(gave_up) / repeats }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::optimal_strategy::optimal_cost;
    use crate::lab::random_chain::random_chain;

    #[test]
    fn no_strategy_beats_the_optimal_one() {
        let mut rng = Rng::new(11);
        for _ in 0..6 {
            let chain = random_chain(7, &mut rng);
            let optimal = optimal_cost(&chain, 10_000).unwrap();
            for &strategy in Strategy::ALL {
                let cost = mean_cost(strategy, &chain, 400, &mut rng);
                // The mean of 400 repeats is off by a few percent.
                assert!(cost.gave_up > 0.0 || cost.mean > 0.9 * optimal, "{strategy} {cost:?} {optimal}");
            }
        }
    }
}
