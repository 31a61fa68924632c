//! Subpath-guided search (Li, Su, Wang, Li, OOPSLA 2013): the state whose last n decisions were explored least often.
//!
//! A subpath is counted each time a state that ends in it is run. Ties go to the state that waits longest.

use pruning::tree::StateId;
use rustc_hash::FxHashMap;

use crate::history::Decision;
use crate::ranked::Ranked;
use crate::searcher::{Searcher, Step};
use crate::world::World;

pub struct SubpathGuided {
    length: usize,
    /// By how often the subpath had been run when it was last looked up (never more often than by now), then by the turn
    /// in which the state ran last.
    states: Ranked<(u64, u64)>,
    turn: u64,
    changed: Vec<StateId>,
    runs: FxHashMap<Vec<Decision>, u64>,
}

impl SubpathGuided {
    pub fn new(length: usize) -> SubpathGuided {
        SubpathGuided { length, states: Ranked::default(), turn: 0, changed: Vec::new(), runs: FxHashMap::default() }
    }

    fn subpath(&self, world: &dyn World, state: StateId) -> Vec<Decision> {
        world.history(state).latest_first().take(self.length).collect()
    }

    fn runs_of(&self, world: &dyn World, state: StateId) -> u64 {
        self.runs.get(&self.subpath(world, state)).copied().unwrap_or(0)
    }
}

impl Searcher for SubpathGuided {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        self.changed.push(state);
        self.changed.extend(parent);
    }

    fn ran(&mut self, state: StateId) {
        self.changed.push(state);
    }

    fn remove(&mut self, state: StateId) {
        self.states.remove(state);
    }

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        self.turn += 1;
        for state in std::mem::take(&mut self.changed) {
            if world.tree().leaf(state).is_some() {
                self.states.set(state, (self.runs_of(world, state), self.turn));
            }
        }
        loop {
            let (state, (known, turn)) = self.states.first()?;
            let runs = self.runs_of(world, state);
            if runs > known {
                self.states.set(state, (runs, turn));
                continue;
            }
            let subpath = self.subpath(world, state);
            *self.runs.entry(subpath).or_default() += 1;
            return Some(Step::Run(state));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use pruning::tree::Edge;

    #[test]
    fn what_was_run_least_comes_next() {
        let mut world = HandMade::new(&[]);
        let edges = [0, 1, 2].map(|n| Edge { outcome: n, state: StateId(u64::from(n)) });
        world.tree.fork(StateId(0), &edges);
        // 0 and 1 share their last two decisions.
        world.decide(StateId(0), &[(1, 0), (2, 1), (3, 0)]);
        world.decide(StateId(1), &[(1, 1), (2, 1), (3, 0)]);
        world.decide(StateId(2), &[(4, 0)]);
        let mut searcher = SubpathGuided::new(2);
        (0..3).for_each(|state| searcher.add(StateId(state), None));
        let mut turns = [0; 3];
        for _ in 0..40 {
            let Some(Step::Run(StateId(state))) = searcher.select(&world) else { panic!("states are open") };
            turns[state as usize] += 1;
            searcher.ran(StateId(state));
        }
        assert_eq!(turns[2], 20, "one subpath each: {turns:?}");
        assert!(turns[0] > 5 && turns[1] > 5, "{turns:?}");
    }
}
