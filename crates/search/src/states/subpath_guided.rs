//! Subpath-guided search (Li, Su, Wang, Li, OOPSLA 2013; P18: SGS): the state whose last n decisions were
//! explored least often.
//!
//! A subpath is counted each time a state that ends in it is run. Ties go to the state that waits longest.

use rustc_hash::FxHashMap;
use tree::StateId;

use crate::ranked::Ranked;
use crate::searcher::{Searcher, Step};
use crate::world::World;

pub struct SubpathGuided {
    length: usize,
    subpaths: FxHashMap<u64, Subpath>,
    /// Subpaths that states end in, by how often they were run, then by the turn of their first state.
    order: Ranked<(u64, u64), u64>,
    /// The subpath each state ended in when it was last looked at.
    ends_in: FxHashMap<StateId, u64>,
    turn: u64,
    changed: Vec<StateId>,
}

#[derive(Default)]
struct Subpath {
    runs: u64,
    /// Those that end in it, by the turn in which they ran last.
    states: Ranked<u64>,
}

impl SubpathGuided {
    pub fn new(length: usize) -> SubpathGuided {
        SubpathGuided {
            length,
            subpaths: FxHashMap::default(),
            order: Ranked::default(),
            ends_in: FxHashMap::default(),
            turn: 0,
            changed: Vec::new(),
        }
    }

    fn put(&mut self, world: &dyn World, state: StateId) {
        let number = world.history(state).fingerprint(self.length);
        self.take_away(state);
        self.ends_in.insert(state, number);
        self.subpaths.entry(number).or_default().states.set(state, self.turn);
        self.rank(number);
    }

    fn take_away(&mut self, state: StateId) {
        if let Some(number) = self.ends_in.remove(&state)
            && let Some(subpath) = self.subpaths.get_mut(&number)
        {
            subpath.states.remove(state);
            self.rank(number);
        }
    }

    /// Gives a subpath the rank it has by now.
    fn rank(&mut self, number: u64) {
        let Some(subpath) = self.subpaths.get_mut(&number) else { return };
        match subpath.states.first() {
            Some((_, turn)) => self.order.set(number, (subpath.runs, turn)),
            None => self.order.remove(number),
        }
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
        self.take_away(state);
    }

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        self.turn += 1;
        for state in std::mem::take(&mut self.changed) {
            if world.tree().leaf(state).is_some() {
                self.put(world, state);
            }
        }
        let (number, _) = self.order.first()?;
        let subpath = self.subpaths.get_mut(&number)?;
        let (state, _) = subpath.states.first()?;
        subpath.runs += 1;
        self.rank(number);
        Some(Step::Run(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use tree::Child;

    #[test]
    fn what_was_run_least_comes_next() {
        let mut world = HandMade::new(&[]);
        let edges = [0, 1, 2].map(|n| Child { outcome: n, state: StateId(u64::from(n)) });
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
