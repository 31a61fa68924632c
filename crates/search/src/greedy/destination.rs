//! A place that paths lead to, that is block and call stack, and the paths that wait to go there.
//!
//! All of them have the same [outlook](crate::greedy::outlook). So it is looked at once for each place, and only the first path
//! is weighed up against those of other places: the one on which least time was spent, then the one whose constraints are
//! fewest.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use tree::StateId;

use crate::graph::BlockNo;
use crate::greedy::cost_model::Operations;
use crate::greedy::ordered_number::OrderedNumber;
use crate::greedy::outlook::{Outlook, Prospect};
use crate::greedy::path_cost::Spent;
use crate::world::World;

pub struct Destination {
    pub block: BlockNo,
    stack: Rc<[BlockNo]>,
    pub prospect: Prospect,
    /// The paths that lead here, the first one on top, and some that no longer wait.
    paths: BinaryHeap<Reverse<WaitingPath>>,
    /// The first of them and what has to be solved for it, once that was looked at.
    first: Option<(StateId, Option<Operations>)>,
}

/// A path that waits, or did.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct WaitingPath {
    /// Seconds spent on it when it was put here.
    spent: OrderedNumber,
    constraints: u32,
    pub state: StateId,
}

impl WaitingPath {
    pub fn new(world: &dyn World, spent: &Spent, state: StateId) -> WaitingPath {
        WaitingPath { spent: OrderedNumber(spent.on(state)), constraints: world.constraints(state), state }
    }

    pub fn was_tried(self) -> bool {
        self.spent.0 > 0.0
    }

    /// Whether it still waits as it did when it was put here.
    fn waits(self, world: &dyn World, spent: &Spent) -> bool {
        world.tree().leaf(self.state).is_some() && spent.on(self.state) == self.spent.0
    }
}

impl Destination {
    pub fn new(block: BlockNo, stack: Rc<[BlockNo]>, prospect: Prospect) -> Destination {
        Destination { block, stack, prospect, paths: BinaryHeap::new(), first: None }
    }

    /// A path waits to go here; true if it is the first.
    pub fn put(&mut self, path: WaitingPath) -> bool {
        self.paths.push(Reverse(path));
        self.paths.peek() == Some(&Reverse(path))
    }

    /// Looks at the outlook again. If nothing new can be reached from here any more, the paths that led here: it stays like
    /// this, because what is uncovered only becomes less.
    pub fn look_again(&mut self, world: &dyn World, outlook: &Outlook) -> Vec<WaitingPath> {
        self.prospect = outlook.from(world, &self.stack);
        if self.prospect.value() > 0.0 {
            return Vec::new();
        }
        std::mem::take(&mut self.paths).into_sorted_vec().into_iter().map(|Reverse(path)| path).collect()
    }

    /// The first path that still waits as it did when it was put here.
    pub fn first_path(&mut self, world: &dyn World, spent: &Spent) -> Option<StateId> {
        loop {
            let &Reverse(path) = self.paths.peek()?;
            if path.waits(world, spent) {
                return Some(path.state);
            }
            self.paths.pop();
        }
    }

    /// Looks at what has to be solved for the first path, unless that was done.
    pub fn look_at_first(&mut self, world: &dyn World, spent: &Spent) {
        let first = self.first_path(world, spent);
        if self.weighed_up() != first {
            self.first = first.map(|state| (state, world.unsolved(state)));
        }
    }

    /// The path that was weighed up.
    pub fn weighed_up(&self) -> Option<StateId> {
        self.first.map(|(state, _)| state)
    }

    /// What the first path would bring for its cost if no attempt at the block had been in vain.
    pub fn score(&self, world: &dyn World, spent: &Spent) -> Option<f64> {
        let (state, unsolved) = self.first.as_ref()?;
        Some(self.prospect.value() / spent.expected_cost(world, *state, unsolved.as_ref()))
    }

    /// A path is run now; true if it was the first one here, which does not wait any more.
    pub fn start(&mut self, state: StateId) -> bool {
        if self.paths.peek().is_none_or(|Reverse(path)| path.state != state) {
            return false;
        }
        self.paths.pop();
        self.first = None;
        true
    }

    /// All that wait, the first one first.
    pub fn waiting(&self, world: &dyn World, spent: &Spent) -> Vec<WaitingPath> {
        let mut paths: Vec<WaitingPath> =
            self.paths.iter().map(|&Reverse(path)| path).filter(|&path| path.waits(world, spent)).collect();
        paths.sort_unstable();
        paths
    }
}
