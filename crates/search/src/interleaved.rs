//! Interleaved: several strategies share a run, each seeing all states, so that one's blind spot is another's next pick.
//!
//! The next turn is that of the strategy whose choices have cost least so far, so that one that walks into hard questions
//! does not use up the time of all. A strategy that has nothing to do leaves its turn to the next one, and one that
//! [goes first](Searcher::goes_first) keeps it, for nothing.

use std::time::Duration;

use tree::StateId;

use crate::searcher::{Searcher, Step};
use crate::world::World;

pub struct Interleaved {
    searchers: Vec<Box<dyn Searcher>>,
    /// What the choices of each have cost, with [`TURN`] for each of them.
    costs: Vec<f64>,
    /// Who had nothing to do in the turn at hand.
    idle: Vec<bool>,
    /// Whose choice is being carried out.
    last: usize,
    /// All work when it was made.
    worked: f64,
}

/// What a turn costs in itself: without it one that only opens states would have many.
const TURN: f64 = 200_000.0;

impl Interleaved {
    pub fn new(searchers: Vec<Box<dyn Searcher>>) -> Interleaved {
        let number = searchers.len();
        Interleaved { searchers, costs: vec![0.0; number], idle: vec![false; number], last: 0, worked: 0.0 }
    }

    /// Whose turn it is: who goes first, then who has cost least.
    fn next(&self) -> Option<usize> {
        let before = |&a: &usize, &b: &usize| {
            let first = |n: usize| self.searchers[n].goes_first();
            first(b).cmp(&first(a)).then(self.costs[a].total_cmp(&self.costs[b]))
        };
        (0..self.searchers.len()).filter(|&n| !self.idle[n]).min_by(before)
    }
}

impl Searcher for Interleaved {
    fn add(&mut self, state: StateId, parent: Option<StateId>) {
        for searcher in &mut self.searchers {
            searcher.add(state, parent);
        }
    }

    fn ran(&mut self, state: StateId) {
        for searcher in &mut self.searchers {
            searcher.ran(state);
        }
    }

    fn interrupt(&mut self, state: StateId) {
        for searcher in &mut self.searchers {
            searcher.interrupt(state);
        }
    }

    fn adopted(&mut self, state: StateId) {
        for searcher in &mut self.searchers {
            searcher.adopted(state);
        }
    }

    fn patience(&self, state: StateId) -> Option<Duration> {
        self.searchers[self.last].patience(state)
    }

    fn learns_costs(&self) -> bool {
        self.searchers[self.last].learns_costs()
    }

    fn put_back(&mut self, state: StateId) {
        self.searchers[self.last].put_back(state);
    }

    fn remove(&mut self, state: StateId) {
        for searcher in &mut self.searchers {
            searcher.remove(state);
        }
    }

    fn select(&mut self, world: &dyn World) -> Option<Step> {
        let work = world.work();
        if !self.searchers[self.last].goes_first() {
            self.costs[self.last] += TURN + work - self.worked;
        }
        self.worked = work;
        self.idle.fill(false);
        while let Some(next) = self.next() {
            self.last = next;
            if let Some(step) = self.searchers[next].step(world) {
                return Some(step);
            }
            self.idle[next] = true;
        }
        None
    }

    fn goes_first(&self) -> bool {
        self.searchers.iter().any(|searcher| searcher.goes_first())
    }

    fn take_notes(&mut self) -> Vec<String> {
        self.searchers.iter_mut().flat_map(|searcher| searcher.take_notes()).collect()
    }

    fn looks_for_novelty(&self) -> bool {
        self.searchers.iter().any(|searcher| searcher.looks_for_novelty())
    }

    fn chose_for_novelty(&self) -> bool {
        self.searchers[self.last].chose_for_novelty()
    }

    /// What one of them wants to solve late must not be solved before.
    fn solves_late(&self) -> bool {
        self.searchers.iter().any(|searcher| searcher.solves_late())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;

    /// Always the same step, as often as it is allowed to.
    struct Same(StateId, u32);

    impl Searcher for Same {
        fn add(&mut self, _state: StateId, _parent: Option<StateId>) {}

        fn remove(&mut self, _state: StateId) {}

        fn select(&mut self, _world: &dyn World) -> Option<Step> {
            self.1 = self.1.checked_sub(1)?;
            Some(Step::Run(self.0))
        }
    }

    /// How often each of two strategies had its turn, of which the first costs so much a turn.
    fn turns(cost: f64, most: [u32; 2]) -> [u32; 2] {
        let mut world = HandMade::new(&[]);
        let mut both = Interleaved::new(vec![Box::new(Same(StateId(0), most[0])), Box::new(Same(StateId(1), most[1]))]);
        let mut turns = [0; 2];
        for _ in 0..100 {
            let Some(Step::Run(StateId(state))) = both.select(&world) else { break };
            turns[state as usize] += 1;
            world.work += if state == 0 { cost } else { 0.0 };
        }
        turns
    }

    #[test]
    fn what_costs_the_same_has_as_many_turns() {
        assert_eq!(turns(0.0, [100, 100]), [50, 50]);
    }

    #[test]
    fn dear_choices_are_rarer() {
        let [dear, cheap] = turns(9.0 * TURN, [100, 100]);
        assert!((9..=11).contains(&dear) && cheap == 100 - dear, "{dear} {cheap}");
    }

    #[test]
    fn who_has_nothing_to_do_leaves_its_turn() {
        assert_eq!(turns(0.0, [3, 100]), [3, 97]);
        assert_eq!(turns(0.0, [3, 4]), [3, 4]);
    }
}
