//! The [destinations](crate::greedy::destination) from which something new can be reached, in the order of what their first
//! paths are expected to bring for their cost.
//!
//! Solving a path need not bring anything: it may be infeasible, too hard, or go the wrong way. The chance that it does is
//! estimated as that of branches is: one more success than there were, for all attempts at the block. What an attempt in vain
//! says about a block it says about all destinations in it, and there may be many: so their order stays, and only the block's
//! changes.

use std::cmp::Reverse;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use tree::StateId;

use crate::graph::BlockNo;
use crate::greedy::destination::{Destination, WaitingPath};
use crate::greedy::ordered_number::OrderedNumber;
use crate::greedy::outlook::Outlook;
use crate::greedy::path_cost::Spent;
use crate::ranked::Ranked;
use crate::world::World;

#[derive(Default)]
pub struct Destinations {
    all: Vec<Destination>,
    numbers: FxHashMap<Rc<[BlockNo]>, DestinationNo>,
    blocks: FxHashMap<BlockNo, InBlock>,
    /// Blocks with destinations in them, the best first.
    ranks: Ranked<Reverse<OrderedNumber>, BlockNo>,
    /// Destinations, and blocks, whose rank is not what it should be.
    changed: Vec<DestinationNo>,
    changed_blocks: Vec<BlockNo>,
}

/// The destinations in one block.
#[derive(Default)]
struct InBlock {
    /// Those that paths lead to and from which something new can be reached, the best first.
    destinations: Ranked<Reverse<OrderedNumber>, DestinationNo>,
    /// Attempts that brought nothing.
    in_vain: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct DestinationNo(u32);

impl Destinations {
    /// A path waits; false, and nothing is done, if nothing new can be reached from where it leads.
    pub fn put(&mut self, world: &dyn World, outlook: &Outlook, spent: &Spent, state: StateId) -> bool {
        let stack = world.stack(state);
        let known = self.numbers.get(stack.as_slice()).copied();
        let found = known.or_else(|| self.add(world, outlook, stack.into()));
        let Some(number) = found.filter(|number| self.all[number.index()].prospect.value() > 0.0) else {
            return false;
        };
        if self.all[number.index()].put(WaitingPath::new(world, spent, state)) {
            self.changed.push(number);
        }
        true
    }

    fn add(&mut self, world: &dyn World, outlook: &Outlook, stack: Rc<[BlockNo]>) -> Option<DestinationNo> {
        let &block = stack.first()?;
        let number = DestinationNo(self.all.len() as u32);
        self.numbers.insert(stack.clone(), number);
        let prospect = outlook.from(world, &stack);
        self.all.push(Destination::new(block, stack, prospect));
        Some(number)
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

    /// Weighs every destination up anew; the paths from which nothing new can be reached any more.
    pub fn update(&mut self, world: &dyn World, outlook: &Outlook, spent: &Spent) -> Vec<WaitingPath> {
        let listed = self.blocks.values().flat_map(|block| block.destinations.iter().map(|(number, _)| number));
        self.changed.extend(listed);
        let mut hopeless = Vec::new();
        for number in &self.changed {
            hopeless.extend(self.all[number.index()].look_again(world, outlook));
        }
        self.rank_changed(world, spent);
        hopeless
    }

    /// Gives what has changed its rank.
    pub fn rank_changed(&mut self, world: &dyn World, spent: &Spent) {
        for number in each_once(&mut self.changed) {
            let destination = &mut self.all[number.index()];
            destination.look_at_first(world, spent);
            let in_block = &mut self.blocks.entry(destination.block).or_default().destinations;
            match destination.score(world, spent) {
                Some(score) => in_block.set(number, Reverse(OrderedNumber(score))),
                None => in_block.remove(number),
            }
            self.changed_blocks.push(destination.block);
        }
        for number in each_once(&mut self.changed_blocks) {
            let Some(block) = self.blocks.get(&number) else { continue };
            match block.destinations.first() {
                Some((_, score)) => self.ranks.set(number, block.with_chance(score)),
                None => self.ranks.remove(number),
            }
        }
    }

    /// The path with the highest score, and its score.
    pub fn best(&mut self, world: &dyn World, spent: &Spent) -> Option<(StateId, f64)> {
        self.rank_changed(world, spent);
        while let Some((block, Reverse(OrderedNumber(score)))) = self.ranks.first() {
            let (number, _) = self.blocks[&block].destinations.first()?;
            let destination = &mut self.all[number.index()];
            let state = destination.weighed_up()?;
            if destination.first_path(world, spent) == Some(state) {
                return Some((state, score));
            }
            self.changed.push(number);
            self.rank_changed(world, spent);
        }
        None
    }

    /// The next path to the destination that was best when they last got their ranks.
    pub fn next_of_best(&mut self, world: &dyn World, spent: &Spent) -> Option<StateId> {
        let (_, number) = self.first()?;
        self.all[number.index()].first_path(world, spent)
    }

    /// A path is run now. If it is what [`Destinations::best`] gave, it does not wait any more; the block it leads to.
    pub fn start(&mut self, state: StateId) -> Option<BlockNo> {
        let (block, number) = self.first()?;
        if !self.all[number.index()].start(state) {
            return None;
        }
        if self.changed.last() != Some(&number) {
            self.changed.push(number);
        }
        Some(block)
    }

    fn first(&self) -> Option<(BlockNo, DestinationNo)> {
        let (block, _) = self.ranks.first()?;
        let (number, _) = self.blocks[&block].destinations.first()?;
        Some((block, number))
    }

    /// All of them, the best first, each with the chance that an attempt brings what is expected.
    pub fn in_order(&self) -> impl Iterator<Item = (&Destination, f64)> {
        let listed = self.ranks.iter().flat_map(|(number, _)| {
            let block = &self.blocks[&number];
            block.destinations.iter().map(move |(number, score)| (block.with_chance(score), block, number))
        });
        let mut listed: Vec<_> = listed.collect();
        listed.sort_by_key(|&(score, _, _)| score);
        listed.into_iter().map(|(_, block, number)| (&self.all[number.index()], block.chance()))
    }
}

impl InBlock {
    /// That solving a path that leads here brings what is expected.
    fn chance(&self) -> f64 {
        1.0 / (1.0 + f64::from(self.in_vain))
    }

    fn with_chance(&self, Reverse(OrderedNumber(score)): Reverse<OrderedNumber>) -> Reverse<OrderedNumber> {
        Reverse(OrderedNumber(score * self.chance()))
    }
}

impl DestinationNo {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Empties a list of what has changed.
fn each_once<T: Ord>(changed: &mut Vec<T>) -> Vec<T> {
    let mut changed = std::mem::take(changed);
    changed.sort_unstable();
    changed.dedup();
    changed
}
