//! What a strategy may look at: the tree, the program, and a few facts about each open state.
//!
//! Read-only, and nothing here is computed unless a strategy asks for it: depth-first search costs nothing but its own
//! list. The engine implements it for a run; the tests of the strategies make worlds by hand.

use std::time::{Duration, Instant};

use tree::{StateId, Tree};

use crate::graph::{BlockNo, Graph};
use crate::greedy::cost_model::{CostModel, Operations};
use crate::history::History;

pub trait World {
    /// When the choice at hand began. A clock takes as long to read as some choices do to make.
    fn now(&self) -> Instant;

    /// How long all choices before the one at hand have taken.
    fn deciding(&self) -> Duration;

    /// All that was done so far, in units of about a nanosecond, the same on every machine.
    fn work(&self) -> f64;

    fn tree(&self) -> &Tree;

    /// Blocks, branches and calls of the whole program.
    fn graph(&self) -> &Graph;

    /// How many blocks have been covered: changes exactly when coverage does.
    fn covered(&self) -> u64;

    /// How often a block was entered, by any path.
    fn visits(&self, block: BlockNo) -> u64;

    /// How often each way out of a branching block was taken, in the order of its successors. Empty for a block that
    /// does not branch on data.
    fn taken(&self, block: BlockNo) -> &[u32];

    /// The block a state runs or is about to enter, then the calling blocks, innermost first.
    fn stack(&self, state: StateId) -> Vec<BlockNo>;

    /// Instructions on the path of a state.
    fn instructions(&self, state: StateId) -> u64;

    /// Instructions since the path last covered something; `None` if it never did.
    fn since_new(&self, state: StateId) -> Option<u64>;

    /// Forks since something about the path was new, where the strategy [looks for that](crate::searcher::Searcher).
    fn since_novelty(&self, state: StateId) -> u32;

    /// Time the solver has spent on the path.
    fn query_time(&self, state: StateId) -> Duration;

    /// The decisions on symbolic data the path has taken.
    fn history(&self, state: StateId) -> History;

    /// How many constraints the last decision of a state depends on.
    fn constraints(&self, state: StateId) -> u32;

    /// What would have to be solved before a state can run; `None` when its path is known to be feasible.
    fn unsolved(&self, state: StateId) -> Option<Operations>;

    /// What solving costs in this run.
    fn cost_model(&self) -> &CostModel;

    /// The mean time of a random execution, once there was one.
    fn random_cost(&self) -> Option<Duration>;

    /// How many random executions there were.
    fn random_runs(&self) -> u64;

    /// How many there were when one did something that none had done before: took a branch for the first time, or more or less often.
    fn random_runs_at_news(&self) -> u64;

    /// Instructions of all random executions.
    fn random_instructions(&self) -> u64;

    /// Whether some random execution has asked for an input.
    fn draws_inputs(&self) -> bool;

    /// Whether some random execution may have done more than compute.
    fn random_has_effects(&self) -> bool;

    /// Whether some inputs belong to no open path and to none that was followed to its end.
    fn left_something_out(&self) -> bool;

    /// The first block of the program.
    fn start(&self) -> Option<BlockNo>;

    fn is_covered(&self, block: BlockNo) -> bool {
        self.visits(block) > 0
    }

    /// Whether entering a block is what the run is for. Changes only when coverage does.
    fn wants(&self, block: BlockNo) -> bool {
        self.graph().node(block).own_code && !self.is_covered(block)
    }

    /// The block a state runs or is about to enter.
    fn block(&self, state: StateId) -> Option<BlockNo> {
        self.stack(state).first().copied()
    }
}
