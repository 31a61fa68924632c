//! Generational search (SAGE; P18: GS): an execution is run to its end, then every alternative on its way is a candidate
//! of the next generation. Candidates of executions that covered more new blocks come first, then older generations, then
//! branches closer to the start.
//!
//! SAGE solves a whole generation at once and scores each new input by running it. Here an alternative is solved when
//! its turn comes, and has the score of the execution it was found on.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use tree::StateId;

use crate::concolic::best_first::{BestFirst, Rank};
use crate::concolic::run_to_end::RunToEnd;
use crate::world::World;

pub type Generational = RunToEnd<BestFirst<Generations>>;

/// The generation of each open state, and what was covered when the execution at hand began.
#[derive(Default)]
pub struct Generations {
    of: FxHashMap<StateId, u32>,
    covered_before: u64,
}

impl Rank for Generations {
    /// Most new blocks first, then the oldest generation.
    type Key = (Reverse<u64>, u32);

    fn opened(&mut self, state: StateId, parent: Option<StateId>) {
        let generation = parent.and_then(|parent| self.of.get(&parent)).map_or(0, |&parent| parent + 1);
        self.of.insert(state, generation);
    }

    fn closed(&mut self, state: StateId) {
        self.of.remove(&state);
    }

    fn key(&self, world: &dyn World, state: StateId) -> Option<(Reverse<u64>, u32)> {
        let &generation = self.of.get(&state)?;
        Some((Reverse(world.covered() - self.covered_before), generation))
    }

    fn chosen(&mut self, world: &dyn World, _state: StateId) {
        self.covered_before = world.covered();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use crate::searcher::{Searcher, Step};
    use tree::Child;

    #[test]
    fn children_of_the_run_that_covered_most_come_first() {
        let block: (&[u32], &[u32]) = (&[], &[]);
        let mut world = HandMade::new(&[&[block; 8]]);
        let mut searcher = Generational::default();
        let mut run = |searcher: &mut Generational, expected: u64, children: &[u64], covers: &[u32]| {
            assert_eq!(searcher.step(&world), Some(Step::Run(StateId(expected))));
            for &child in children {
                let edges = [expected, child].map(|state| Child { outcome: state as u32, state: StateId(state) });
                world.tree.fork(StateId(expected), &edges);
                searcher.add(StateId(child), Some(StateId(expected)));
            }
            world.cover(covers);
            world.tree.close(StateId(expected));
            searcher.remove(StateId(expected));
        };
        searcher.add(StateId(0), None);
        run(&mut searcher, 0, &[1, 2], &[0]);
        run(&mut searcher, 1, &[3], &[]);
        run(&mut searcher, 2, &[4, 5], &[1, 2, 3]);
        // The run of 2 covered three blocks, that of 1 none.
        run(&mut searcher, 4, &[6], &[4]);
        run(&mut searcher, 5, &[], &[]);
        run(&mut searcher, 6, &[], &[]);
        run(&mut searcher, 3, &[], &[]);
    }
}
