//! The paths that wait to be solved, by what they are expected to bring for their cost.
//!
//! - A path that leads to an uncovered block is one in the sense of P18: its last block is the only uncovered one. Any
//!   other is the beginning of such paths. (The paper lists those in the control flow graph, up to a bound on loops.)
//! - Paths to the same place, that is block and call stack, have the same [outlook](crate::outlook). So it is looked at
//!   once for each place. Of the paths that lead there, the one on which least time was spent comes first, then the one
//!   whose constraints are fewest; only this one is weighed up against those of other places.
//! - Solving a path need not bring anything: it may be infeasible, too hard, or go the wrong way. The chance that it does
//!   is estimated as that of branches is: one more success than there were, for all attempts at the block.
//! - Costs are seconds: what the cost model of the run predicts, and what the path has cost so far.
//! - Paths that lead to nothing new have no value and are not weighed up. There may be many of them, each run in no time, so
//!   they only queue up, those with few constraints first, and those on which time was spent last.

use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

use pruning::tree::StateId;
use rustc_hash::FxHashMap;

use crate::graph::BlockNo;
use crate::outlook::{Outlook, Prospect};
use crate::ranked::Ranked;
use crate::solving_cost::Operations;
use crate::world::World;

/// Seconds it takes to run a state that needs no solving.
const RUN_COST: f64 = 1e-4;
/// Queues of paths that lead to nothing new: one for each number of constraints, the last for more than that.
const QUEUES: usize = 64;

#[derive(Default)]
pub struct Candidates {
    paths: FxHashMap<StateId, Path>,
    places: Vec<Place>,
    numbers: FxHashMap<Rc<[BlockNo]>, PlaceNo>,
    places_at: FxHashMap<BlockNo, Vec<PlaceNo>>,
    /// Places that paths lead to and from which something new can be reached, the best first.
    ranks: Ranked<Reverse<Number>, PlaceNo>,
    /// Places whose rank is not what it should be.
    changed: Vec<PlaceNo>,
    /// Paths that lead to nothing new, or did and are closed by now.
    hopeless: Vec<VecDeque<StateId>>,
    /// Seconds spent on paths that wait again.
    spent: FxHashMap<StateId, f64>,
    /// Attempts at each block that brought nothing.
    in_vain: FxHashMap<BlockNo, u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct PlaceNo(u32);

struct Place {
    stack: Rc<[BlockNo]>,
    prospect: Prospect,
    /// The paths that lead here, in their order.
    paths: BTreeSet<PathKey>,
    /// The first of them and what has to be solved for it, once that was looked at.
    first: Option<(StateId, Option<Operations>)>,
}

/// Time spent, number of constraints, and the state.
type PathKey = (Number, u32, StateId);

struct Path {
    place: PlaceNo,
    constraints: u32,
    /// Seconds spent on it when it was put here.
    spent: f64,
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
    /// A state waits, or has changed while it did.
    pub fn put(&mut self, world: &dyn World, outlook: &Outlook, state: StateId) {
        self.take_out(state);
        let constraints = world.constraints(state);
        let spent = self.spent(state);
        if outlook.is_exhausted() {
            return self.queue(state, constraints, spent);
        }
        let stack = world.stack(state);
        let place = match self.numbers.get(stack.as_slice()) {
            Some(&known) => known,
            None => self.add_place(world, outlook, stack.into()),
        };
        if self.places[place.index()].prospect.value() <= 0.0 {
            return self.queue(state, constraints, spent);
        }
        let path = Path { place, spent, constraints };
        self.places[place.index()].paths.insert(path.key(state));
        self.changed.push(place);
        self.paths.insert(state, path);
    }

    fn queue(&mut self, state: StateId, constraints: u32, spent: f64) {
        self.hopeless.resize_with(QUEUES, VecDeque::new);
        let queue = if spent > 0.0 { QUEUES - 1 } else { (constraints as usize).min(QUEUES - 1) };
        self.hopeless[queue].push_back(state);
    }

    fn add_place(&mut self, world: &dyn World, outlook: &Outlook, stack: Rc<[BlockNo]>) -> PlaceNo {
        let number = PlaceNo(self.places.len() as u32);
        if let Some(&block) = stack.first() {
            self.places_at.entry(block).or_default().push(number);
        }
        self.numbers.insert(stack.clone(), number);
        let prospect = outlook.from(world, &stack);
        self.places.push(Place { stack, prospect, paths: BTreeSet::new(), first: None });
        number
    }

    /// A state is no longer open.
    pub fn remove(&mut self, state: StateId) {
        self.take_out(state);
        self.spent.remove(&state);
    }

    /// Takes a path out of its place. Those in queues are skipped when it is their turn.
    fn take_out(&mut self, state: StateId) {
        let Some(path) = self.paths.remove(&state) else { return };
        let place = &mut self.places[path.place.index()];
        place.paths.remove(&path.key(state));
        place.first = place.first.filter(|&(first, _)| first != state);
        self.changed.push(path.place);
    }

    pub fn spent(&self, state: StateId) -> f64 {
        self.spent.get(&state).copied().unwrap_or(0.0)
    }

    pub fn block(&self, state: StateId) -> Option<BlockNo> {
        self.places[self.paths.get(&state)?.place.index()].stack.first().copied()
    }

    /// A path has had its time and waits again. It gets its new rank when it is put here.
    pub fn spend(&mut self, state: StateId, seconds: f64) {
        *self.spent.entry(state).or_default() += seconds;
    }

    /// An attempt at a block has brought nothing.
    pub fn note_in_vain(&mut self, block: BlockNo) {
        *self.in_vain.entry(block).or_default() += 1;
        self.changed.extend(self.places_at.get(&block).into_iter().flatten());
    }

    /// Something new was covered: what did not help to do so may help with the next.
    pub fn forgive(&mut self) {
        self.in_vain.clear();
    }

    /// Weighs every place up anew.
    pub fn update(&mut self, world: &dyn World, outlook: &Outlook) {
        self.changed.extend(self.ranks.iter().map(|(place, _)| place));
        for number in self.changed.clone() {
            let place = &mut self.places[number.index()];
            place.prospect = outlook.from(world, &place.stack);
            // It stays like this: what is uncovered only becomes less.
            if place.prospect.value() <= 0.0 {
                for (Number(spent), constraints, state) in std::mem::take(&mut place.paths) {
                    self.paths.remove(&state);
                    self.queue(state, constraints, spent);
                }
            }
        }
        self.rank_changed(world);
    }

    /// Gives the places that have changed their ranks.
    pub fn rank_changed(&mut self, world: &dyn World) {
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        for number in changed {
            let place = &mut self.places[number.index()];
            let first = place.paths.first().map(|&(_, _, state)| state);
            if place.first.map(|(state, _)| state) != first {
                place.first = first.map(|state| (state, world.unsolved(state)));
            }
            match self.score(world, number) {
                Some(score) => self.ranks.set(number, Reverse(Number(score))),
                None => self.ranks.remove(number),
            }
        }
    }

    /// What the first path to a place is expected to bring for its cost.
    fn score(&self, world: &dyn World, number: PlaceNo) -> Option<f64> {
        let place = &self.places[number.index()];
        let (state, unsolved) = place.first.as_ref()?;
        Some(self.value(place) / cost(world, self.spent(*state), unsolved.as_ref()))
    }

    fn value(&self, place: &Place) -> f64 {
        let in_vain = place.stack.first().and_then(|block| self.in_vain.get(block)).copied().unwrap_or(0);
        place.prospect.value() / (1.0 + f64::from(in_vain))
    }

    /// The path with the highest score, and its score: 0 where nothing new can be reached.
    pub fn best(&mut self, world: &dyn World) -> Option<(StateId, f64)> {
        if let Some((place, Reverse(Number(score)))) = self.ranks.first() {
            let (state, _) = self.places[place.index()].first?;
            return Some((state, score));
        }
        for queue in &mut self.hopeless {
            while let Some(&state) = queue.front() {
                if world.tree().leaf(state).is_some() {
                    return Some((state, 0.0));
                }
                queue.pop_front();
            }
        }
        None
    }

    /// What [`Candidates::best`] gave is run now. It is put here again should it have to wait again.
    pub fn start(&mut self, state: StateId) {
        self.take_out(state);
        self.hopeless.iter_mut().filter(|queue| queue.front() == Some(&state)).for_each(|queue| {
            queue.pop_front();
        });
    }

    /// All of them, in the order in which they would be chosen if nothing changed.
    pub fn weighed(&self, world: &dyn World) -> Vec<Weighed> {
        let weighed = |prospect: Prospect, value: f64, state: StateId| {
            let cost = cost(world, self.spent(state), world.unsolved(state).as_ref());
            Weighed { state, prospect, cost, score: value / cost }
        };
        let with_hope = self.ranks.iter().flat_map(|(number, _)| {
            let place = &self.places[number.index()];
            place.paths.iter().map(move |&(_, _, state)| weighed(place.prospect, self.value(place), state))
        });
        let without = self.hopeless.iter().flatten().filter(|&&state| world.tree().leaf(state).is_some());
        with_hope.chain(without.map(|&state| weighed(Prospect::default(), 0.0, state))).collect()
    }
}

/// Seconds a path is expected to take to its end. An execution that was interrupted is taken to last as long again.
fn cost(world: &dyn World, spent: f64, unsolved: Option<&Operations>) -> f64 {
    RUN_COST + spent + unsolved.map_or(0.0, |operations| world.cost_model().predict(operations))
}

impl Path {
    fn key(&self, state: StateId) -> PathKey {
        (Number(self.spent), self.constraints, state)
    }
}

impl PlaceNo {
    fn index(self) -> usize {
        self.0 as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use crate::solving_cost::Operation;
    use crate::transitions::Estimator;
    use pruning::tree::Edge;

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
        world.tree.fork(StateId(0), &[1, 2, 3, 4, 5].map(|n| Edge { outcome: n, state: StateId(u64::from(n)) }));
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
        assert_eq!(order(&world, candidates), [2, 3, 1, 4, 5]);
    }

    #[test]
    fn after_an_attempt_in_vain_other_blocks_come_first_until_something_is_covered() {
        let (world, outlook, mut candidates) = world();
        candidates.note_in_vain(BlockNo(1));
        candidates.rank_changed(&world);
        assert_eq!(candidates.best(&world).map(|(state, _)| state), Some(StateId(3)));
        candidates.forgive();
        candidates.update(&world, &outlook);
        assert_eq!(order(&world, candidates), [2, 3, 1, 4, 5]);
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
        assert_eq!(order(&world, candidates), [3, 4, 5, 2, 1]);
    }
}
