//! The paths that wait to be solved, by what they are expected to bring for their cost.
//!
//! - A path that leads to an uncovered block is one in the sense of P18: its last block is the only uncovered one. Any
//!   other is the beginning of such paths. (The paper lists those in the control flow graph, up to a bound on loops.)
//! - Paths to the same place, that is block and call stack, have the same [outlook](crate::greedy::outlook). So it is looked at
//!   once for each place. Of the paths that lead there, the one on which least time was spent comes first, then the one
//!   whose constraints are fewest; only this one is weighed up against those of other places.
//! - Solving a path need not bring anything: it may be infeasible, too hard, or go the wrong way. The chance that it does
//!   is estimated as that of branches is: one more success than there were, for all attempts at the block.
//! - Costs are seconds: what the cost model of the run predicts, and what the path has cost so far.
//! - Paths that lead to nothing new have no value and are not weighed up; they are [the rest](crate::greedy::rest).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use tree::StateId;

use crate::graph::BlockNo;
use crate::greedy::cost_model::Operations;
use crate::greedy::outlook::{Outlook, Prospect};
use crate::greedy::rest::Rest;
use crate::ranked::Ranked;
use crate::world::World;

/// Seconds it takes to run a state that needs no solving.
const RUN_COST: f64 = 1e-4;

#[derive(Default)]
pub struct Candidates {
    places: Vec<Place>,
    numbers: FxHashMap<Rc<[BlockNo]>, PlaceNo>,
    blocks: FxHashMap<BlockNo, Block>,
    /// Blocks with places to go to, the best first.
    ranks: Ranked<Reverse<Number>, BlockNo>,
    /// Places, and blocks, whose rank is not what it should be.
    changed: Vec<PlaceNo>,
    changed_blocks: Vec<BlockNo>,
    rest: Rest,
    /// Seconds spent on paths that wait again.
    spent: FxHashMap<StateId, f64>,
}

/// What an attempt in vain says about a block it says about all its places, and there may be many: so their order stays,
/// and only the block's changes.
#[derive(Default)]
struct Block {
    /// Places that paths lead to and from which something new can be reached, the best first.
    places: Ranked<Reverse<Number>, PlaceNo>,
    /// Attempts that brought nothing.
    in_vain: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct PlaceNo(u32);

struct Place {
    block: BlockNo,
    stack: Rc<[BlockNo]>,
    prospect: Prospect,
    /// The paths that lead here, the first one on top, and some that no longer wait.
    paths: BinaryHeap<Reverse<Path>>,
    /// The first of them and what has to be solved for it, once that was looked at.
    first: Option<(StateId, Option<Operations>)>,
}

/// A path that waits, or did.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Path {
    /// Seconds spent on it when it was put here.
    spent: Number,
    constraints: u32,
    state: StateId,
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

/// A number that is never NaN, so that it has an order.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Number(f64);

impl Eq for Number {}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Number) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Number) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl Candidates {
    /// A state waits, or has changed while it did, unless it is closed by now.
    pub fn put(&mut self, world: &dyn World, outlook: &Outlook, state: StateId) {
        if outlook.is_exhausted() {
            return self.put_in_rest(state);
        }
        if world.tree().leaf(state).is_none() {
            return;
        }
        let stack = world.stack(state);
        let known = self.numbers.get(stack.as_slice()).copied();
        let place = known.or_else(|| self.add_place(world, outlook, stack.into()));
        let Some(number) = place.filter(|place| self.places[place.index()].prospect.value() > 0.0) else {
            return self.put_in_rest(state);
        };
        let spent = self.spent(state);
        let path = Path { spent: Number(spent), constraints: world.constraints(state), state };
        let place = &mut self.places[number.index()];
        place.paths.push(Reverse(path));
        if place.paths.peek() == Some(&Reverse(path)) {
            self.changed.push(number);
        }
    }

    /// As [`Candidates::put`], for a state from which nothing new can be reached.
    pub fn put_in_rest(&mut self, state: StateId) {
        self.rest.push(state, self.spent(state) > 0.0);
    }

    fn add_place(&mut self, world: &dyn World, outlook: &Outlook, stack: Rc<[BlockNo]>) -> Option<PlaceNo> {
        let &block = stack.first()?;
        let number = PlaceNo(self.places.len() as u32);
        self.numbers.insert(stack.clone(), number);
        let prospect = outlook.from(world, &stack);
        self.places.push(Place { block, stack, prospect, paths: BinaryHeap::new(), first: None });
        Some(number)
    }

    /// A state is no longer open.
    pub fn remove(&mut self, state: StateId) {
        self.spent.remove(&state);
    }

    pub fn spent(&self, state: StateId) -> f64 {
        spent(&self.spent, state)
    }

    /// A path has had its time and waits again. It gets its new rank when it is put here.
    pub fn spend(&mut self, state: StateId, seconds: f64) {
        *self.spent.entry(state).or_default() += seconds;
    }

    /// An attempt at a block has brought nothing.
    pub fn note_in_vain(&mut self, block: BlockNo) {
        self.blocks.entry(block).or_default().in_vain += 1;
        self.changed_blocks.push(block);
    }

    /// Something new was covered: what did not help to do so may help with the next.
    pub fn forgive(&mut self) {
        for (&number, block) in self.blocks.iter_mut().filter(|(_, block)| block.in_vain > 0) {
            block.in_vain = 0;
            self.changed_blocks.push(number);
        }
    }

    /// Weighs every place up anew.
    pub fn update(&mut self, world: &dyn World, outlook: &Outlook) {
        self.changed.extend(self.blocks.values().flat_map(|block| block.places.iter().map(|(place, _)| place)));
        for &number in &self.changed {
            let place = &mut self.places[number.index()];
            place.prospect = outlook.from(world, &place.stack);
            // It stays like this: what is uncovered only becomes less.
            if place.prospect.value() <= 0.0 {
                for Reverse(path) in std::mem::take(&mut place.paths).into_sorted_vec() {
                    self.rest.push(path.state, path.spent.0 > 0.0);
                }
            }
        }
        self.rank_changed(world);
    }

    /// Gives what has changed its rank.
    pub fn rank_changed(&mut self, world: &dyn World) {
        for number in each_once(&mut self.changed) {
            let first = self.first_path(world, number);
            let place = &mut self.places[number.index()];
            if place.first.map(|(state, _)| state) != first {
                place.first = first.map(|state| (state, world.unsolved(state)));
            }
            let block = place.block;
            let score = self.score(world, number);
            let places = &mut self.blocks.entry(block).or_default().places;
            match score {
                Some(score) => places.set(number, Reverse(Number(score))),
                None => places.remove(number),
            }
            self.changed_blocks.push(block);
        }
        for number in each_once(&mut self.changed_blocks) {
            let Some(block) = self.blocks.get(&number) else { continue };
            match block.places.first() {
                Some((_, Reverse(Number(score)))) => self.ranks.set(number, Reverse(Number(score * block.chance()))),
                None => self.ranks.remove(number),
            }
        }
    }

    /// The first path to a place that still waits as it did when it was put there.
    fn first_path(&mut self, world: &dyn World, number: PlaceNo) -> Option<StateId> {
        loop {
            let &Reverse(path) = self.places[number.index()].paths.peek()?;
            if path.waits(world, &self.spent) {
                return Some(path.state);
            }
            self.places[number.index()].paths.pop();
        }
    }

    /// What the first path to a place would bring for its cost if no attempt at its block had been in vain.
    fn score(&self, world: &dyn World, number: PlaceNo) -> Option<f64> {
        let place = &self.places[number.index()];
        let (state, unsolved) = place.first.as_ref()?;
        Some(place.prospect.value() / cost(world, self.spent(*state), unsolved.as_ref()))
    }

    /// The path with the highest score, and its score: 0 where nothing new can be reached.
    pub fn best(&mut self, world: &dyn World) -> Option<(StateId, f64)> {
        self.rank_changed(world);
        while let Some((block, Reverse(Number(score)))) = self.ranks.first() {
            let (number, _) = self.blocks[&block].places.first()?;
            let (state, _) = self.places[number.index()].first?;
            if self.first_path(world, number) == Some(state) {
                return Some((state, score));
            }
            self.changed.push(number);
            self.rank_changed(world);
        }
        self.first_of_rest(world).map(|state| (state, 0.0))
    }

    /// The next path to the place that was best when places last got their ranks.
    pub fn next_of_best_place(&mut self, world: &dyn World) -> Option<StateId> {
        let (block, _) = self.ranks.first()?;
        let (number, _) = self.blocks[&block].places.first()?;
        self.first_path(world, number)
    }

    /// The path to take if nothing new can be reached by any.
    pub fn first_of_rest(&mut self, world: &dyn World) -> Option<StateId> {
        self.rest.first(|state, was_tried| waits(world, &self.spent, state, was_tried))
    }

    /// A path is run now. If it is what [`Candidates::best`] gave, it does not wait any more, unless it is put here again.
    /// The block it leads to, if something new can be reached from there.
    pub fn start(&mut self, state: StateId) -> Option<BlockNo> {
        self.rest.start(state);
        let (block, _) = self.ranks.first()?;
        let (number, _) = self.blocks[&block].places.first()?;
        let place = &mut self.places[number.index()];
        if place.paths.peek().is_none_or(|Reverse(path)| path.state != state) {
            return None;
        }
        place.paths.pop();
        place.first = None;
        if self.changed.last() != Some(&number) {
            self.changed.push(number);
        }
        Some(block)
    }

    /// All of them, the best first.
    pub fn weighed(&self, world: &dyn World) -> Vec<Weighed> {
        let weighed = |prospect: Prospect, value: f64, state: StateId| {
            let cost = cost(world, self.spent(state), world.unsolved(state).as_ref());
            Weighed { state, prospect, cost, score: value / cost }
        };
        let places = self.ranks.iter().flat_map(|(number, _)| {
            let block = &self.blocks[&number];
            block.places.iter().map(move |(place, score)| (Reverse(Number(score.0.0 * block.chance())), block, place))
        });
        let mut places: Vec<_> = places.collect();
        places.sort_by_key(|&(score, _, _)| score);
        let with_hope = places.into_iter().flat_map(|(_, block, number)| {
            let place = &self.places[number.index()];
            let value = place.prospect.value() * block.chance();
            let mut paths: Vec<Path> =
                place.paths.iter().map(|&Reverse(path)| path).filter(|&path| path.waits(world, &self.spent)).collect();
            paths.sort_unstable();
            paths.into_iter().map(move |path| weighed(place.prospect, value, path.state))
        });
        let rest = self.rest.iter().filter(|&(state, was_tried)| waits(world, &self.spent, state, was_tried));
        with_hope.chain(rest.map(|(state, _)| weighed(Prospect::default(), 0.0, state))).collect()
    }
}

impl Path {
    /// Whether it still waits as it did when it was put here.
    fn waits(self, world: &dyn World, times: &FxHashMap<StateId, f64>) -> bool {
        world.tree().leaf(self.state).is_some() && spent(times, self.state) == self.spent.0
    }
}

/// Whether a state of the rest still waits as it did when it was put there.
fn waits(world: &dyn World, times: &FxHashMap<StateId, f64>, state: StateId, was_tried: bool) -> bool {
    world.tree().leaf(state).is_some() && (spent(times, state) > 0.0) == was_tried
}

fn spent(times: &FxHashMap<StateId, f64>, state: StateId) -> f64 {
    times.get(&state).copied().unwrap_or(0.0)
}

impl Block {
    /// That solving a path that leads here brings what is expected.
    fn chance(&self) -> f64 {
        1.0 / (1.0 + f64::from(self.in_vain))
    }
}

/// Empties a list of what has changed.
fn each_once<T: Ord>(changed: &mut Vec<T>) -> Vec<T> {
    let mut changed = std::mem::take(changed);
    changed.sort_unstable();
    changed.dedup();
    changed
}

/// Seconds a path is expected to take to its end. An execution that was interrupted is taken to last as long again.
fn cost(world: &dyn World, spent: f64, unsolved: Option<&Operations>) -> f64 {
    RUN_COST + spent + unsolved.map_or(0.0, |operations| world.cost_model().predict(operations))
}

impl PlaceNo {
    fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::greedy::cost_model::Operation;
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
