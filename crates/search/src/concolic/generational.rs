//! Generational search (SAGE): an execution is run to its end, then every alternative on its way is a candidate of the
//! next generation. Candidates of executions that covered more new blocks come first, then older generations, then
//! branches closer to the start.
//!
//! SAGE solves a whole generation at once and scores each new input by running it. Here an alternative is solved when
//! its turn comes, and has the score of the execution it was found on.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;
use tree::StateId;

use crate::concolic::concolic_run::ConcolicRun;
use crate::ranked::Ranked;
use crate::searcher::{Searcher, Step};
use crate::world::World;

/// Most new blocks first, then the oldest generation.
type Key = (Reverse<u64>, u32);

#[derive(Default)]
pub struct Generational {
    run: ConcolicRun,
    waiting: Ranked<Key>,
    generation: FxHashMap<StateId, u32>,
    covered_before: u64,
}

impl Searcher for Generational {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        let generation = parent.and_then(|parent| self.generation.get(&parent)).map_or(0, |&parent| parent + 1);
        self.generation.insert(state, generation);
        self.run.note_change(state);
    }

    fn ran(&mut self, state: StateId) {
        self.run.note_change(state);
    }

    fn interrupt(&mut self, state: StateId) {
        self.run.end(state);
    }

    fn remove(&mut self, state: StateId) {
        self.run.end(state);
        self.waiting.remove(state);
        self.generation.remove(&state);
    }

    fn going_on(&mut self) -> Option<StateId> {
        self.run.current()
    }

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        let score = Reverse(world.covered() - self.covered_before);
        for state in self.run.take_changed(world) {
            if let Some(&generation) = self.generation.get(&state) {
                self.waiting.set(state, (score, generation));
            }
        }
        let (state, _) = self.waiting.first()?;
        self.covered_before = world.covered();
        self.run.start(state);
        Some(Step::Run(state))
    }

    fn solves_late(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
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
