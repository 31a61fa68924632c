//! Candidate paths (P18 section 4.2): those that wait to be solved, by what they are expected to bring for their cost.
//!
//! - A path that leads to an uncovered block is one in the sense of P18: its last block is the only uncovered one. Any
//!   other is the beginning of such paths. (The paper lists those in the control flow graph, up to a bound on loops.)
//! - They are weighed up by [where they lead](crate::greedy::destinations).
//! - Paths that lead to nothing new have no value and are not weighed up; they are [the rest](crate::greedy::rest).

use tree::StateId;

use crate::graph::BlockNo;
use crate::greedy::destinations::Destinations;
use crate::greedy::outlook::{Outlook, Prospect};
use crate::greedy::path_cost::Spent;
use crate::greedy::rest::Rest;
use crate::world::World;

#[derive(Default)]
pub struct Candidates {
    destinations: Destinations,
    rest: Rest,
    spent: Spent,
}

/// A path as it is weighed up against others.
#[derive(Clone, PartialEq, Debug)]
pub struct Weighed {
    pub state: StateId,
    pub prospect: Prospect,
    /// Seconds.
    pub cost: f64,
    /// New blocks for each second.
    pub score: f64,
}

impl Candidates {
    /// A state waits, or has changed while it did, unless it is closed by now.
    pub fn put(&mut self, world: &dyn World, outlook: &Outlook, state: StateId) {
        if outlook.is_exhausted() {
            return self.put_in_rest(state);
        }
        if world.tree().leaf(state).is_some() && !self.destinations.put(world, outlook, &self.spent, state) {
            self.put_in_rest(state);
        }
    }

    /// As [`Candidates::put`], for a state from which nothing new can be reached.
    pub fn put_in_rest(&mut self, state: StateId) {
        self.rest.push(state, self.spent.was_tried(state));
    }

    /// A state is no longer open.
    pub fn remove(&mut self, state: StateId) {
        self.spent.forget(state);
    }

    /// Seconds spent on a path.
    pub fn spent(&self, state: StateId) -> f64 {
        self.spent.on(state)
    }

    /// A path has had its time and waits again. It gets its new rank when it is put here.
    pub fn spend(&mut self, state: StateId, seconds: f64) {
        self.spent.add(state, seconds);
    }

    /// An attempt at a block has brought nothing.
    pub fn note_in_vain(&mut self, block: BlockNo) {
        self.destinations.note_in_vain(block);
    }

    /// Something new was covered: what did not help to do so may help with the next.
    pub fn forgive(&mut self) {
        self.destinations.forgive();
    }

    /// Weighs everything up anew.
    pub fn update(&mut self, world: &dyn World, outlook: &Outlook) {
        for path in self.destinations.update(world, outlook, &self.spent) {
            self.rest.push(path.state, path.was_tried());
        }
    }

    /// Gives what has changed its rank.
    pub fn rank_changed(&mut self, world: &dyn World) {
        self.destinations.rank_changed(world, &self.spent);
    }

    /// The path with the highest score, and its score: 0 where nothing new can be reached.
    pub fn best(&mut self, world: &dyn World) -> Option<(StateId, f64)> {
        let best = self.destinations.best(world, &self.spent);
        best.or_else(|| self.first_of_rest(world).map(|state| (state, 0.0)))
    }

    /// The next path to the destination that was best when they last got their ranks.
    pub fn next_of_best_destination(&mut self, world: &dyn World) -> Option<StateId> {
        self.destinations.next_of_best(world, &self.spent)
    }

    /// The path to take if nothing new can be reached by any.
    pub fn first_of_rest(&mut self, world: &dyn World) -> Option<StateId> {
        self.rest.first(|state, was_tried| waits_in_rest(world, &self.spent, state, was_tried))
    }

    /// A path is run now. If it is what [`Candidates::best`] gave, it does not wait any more, unless it is put here again.
    /// The block it leads to, if something new can be reached from there.
    pub fn start(&mut self, state: StateId) -> Option<BlockNo> {
        self.rest.start(state);
        self.destinations.start(state)
    }

    /// All of them, the best first.
    pub fn weighed(&self, world: &dyn World) -> Vec<Weighed> {
        let weighed = |prospect: Prospect, value: f64, state: StateId| {
            let cost = self.spent.expected_cost(world, state, world.unsolved(state).as_ref());
            Weighed { state, prospect, cost, score: value / cost }
        };
        let with_hope = self.destinations.in_order().flat_map(|(destination, chance)| {
            let prospect = destination.prospect;
            let paths = destination.waiting(world, &self.spent).into_iter();
            paths.map(move |path| weighed(prospect, prospect.value() * chance, path.state))
        });
        let rest = self.rest.iter().filter(|&(state, was_tried)| waits_in_rest(world, &self.spent, state, was_tried));
        with_hope.chain(rest.map(|(state, _)| weighed(Prospect::default(), 0.0, state))).collect()
    }
}

/// Whether a state of the rest still waits as it did when it was put there.
fn waits_in_rest(world: &dyn World, spent: &Spent, state: StateId, was_tried: bool) -> bool {
    world.tree().leaf(state).is_some() && spent.was_tried(state) == was_tried
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::greedy::cost_model::{Operation, Operations};
    use crate::greedy::estimator::Estimator;
    use crate::hand_made::HandMade;
    use tree::Child;

    fn products(count: u32) -> Option<Operations> {
        let mut operations = Operations::default();
        (0..count).for_each(|_| operations.add(Operation::Multiply));
        Some(operations)
    }

    /// Block 0 goes to 1, 2 or 3, all uncovered but 3. States 1 and 2 wait before block 1, state 3 before block 2, and
    /// states 4 and 5, the cheapest of all, before block 3.
    fn world() -> (HandMade, Outlook, Candidates) {
        let leaf: (&[u32], &[u32]) = (&[], &[]);
        let mut world = HandMade::new(&[&[(&[1, 2, 3], &[]), leaf, leaf, leaf]]);
        world.cover(&[0, 3]);
        let mut outlook = Outlook::new(Estimator::Laplace);
        outlook.update(&world);
        let mut candidates = Candidates::default();
        world.tree.fork(StateId(0), &[1, 2, 3, 4, 5].map(|n| Child { outcome: n, state: StateId(u64::from(n)) }));
        for (state, block, cost) in [(1, 1, 5), (2, 1, 3), (3, 2, 4), (4, 3, 1), (5, 3, 1)] {
            world.put(StateId(state), &[block]);
            world.facts(StateId(state)).unsolved = products(cost);
            world.facts(StateId(state)).constraints = cost;
            candidates.put(&world, &outlook, StateId(state));
        }
        (world, outlook, candidates)
    }

    fn order(world: &HandMade, mut candidates: Candidates) -> Vec<u64> {
        let mut order = Vec::new();
        candidates.rank_changed(world);
        while let Some((state, score)) = candidates.best(world) {
            let listed = candidates.weighed(world);
            assert_eq!((listed[0].state, listed[0].score), (state, score));
            candidates.start(state);
            candidates.remove(state);
            candidates.rank_changed(world);
            order.push(state.0);
        }
        order
    }

    #[test]
    fn the_cheapest_first_and_what_leads_nowhere_new_last() {
        let (world, _, candidates) = world();
        assert_eq!(order(&world, candidates), [2, 3, 1, 5, 4]);
    }

    #[test]
    fn after_an_attempt_in_vain_other_blocks_come_first_until_something_is_covered() {
        let (world, outlook, mut candidates) = world();
        candidates.note_in_vain(BlockNo(1));
        candidates.rank_changed(&world);
        assert_eq!(candidates.best(&world).map(|(state, _)| state), Some(StateId(3)));
        candidates.forgive();
        candidates.update(&world, &outlook);
        assert_eq!(order(&world, candidates), [2, 3, 1, 5, 4]);
    }

    #[test]
    fn what_was_spent_makes_a_path_dearer_and_stays_spent() {
        let (world, outlook, mut candidates) = world();
        for state in [2, 4].map(StateId) {
            candidates.start(state);
            candidates.spend(state, 1.0);
            candidates.put(&world, &outlook, state);
        }
        assert_eq!(candidates.spent(StateId(2)), 1.0);
        assert_eq!(order(&world, candidates), [3, 1, 2, 5, 4]);
    }

    #[test]
    fn covered_blocks_are_worth_nothing_once_places_are_weighed_up_anew() {
        let (mut world, mut outlook, mut candidates) = world();
        world.cover(&[1]);
        outlook.update(&world);
        candidates.update(&world, &outlook);
        assert_eq!(order(&world, candidates), [3, 2, 1, 5, 4]);
    }
}
