//! How far it is from a block to the nearest uncovered one (KLEE's md2u, CREST's branch distance).
//!
//! Shortest ways over blocks and into calls, computed backwards from what is uncovered, and again when coverage has
//! grown. A way that leaves the function depends on who called it, so it is added up for each state along its stack.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use tree::StateId;

use crate::graph::{BlockNo, Graph};
use crate::world::World;

/// No way leads there.
pub const UNREACHABLE: u32 = u32::MAX;

/// What is counted along a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Metric {
    Instructions,
    /// Blocks that decide where control goes.
    Branches,
}

#[derive(Debug)]
pub struct Distances {
    metric: Metric,
    /// Coverage this was computed for.
    covered: Option<u64>,
    to_uncovered: Vec<u32>,
    /// The shortest way out of the function.
    to_return: Vec<u32>,
}

impl Distances {
    pub fn new(metric: Metric) -> Distances {
        Distances { metric, covered: None, to_uncovered: Vec::new(), to_return: Vec::new() }
    }

    /// Brings the distances up to date; true if they may have changed.
    pub fn refresh(&mut self, world: &dyn World) -> bool {
        if self.covered == Some(world.covered()) {
            return false;
        }
        let graph = world.graph();
        if self.covered.is_none() {
            self.to_return = self.shortest(graph, graph.blocks().filter(|&b| graph.node(b).returns), Calls::PassedBy);
        }
        self.covered = Some(world.covered());
        let wanted = graph.blocks().filter(|&b| world.wants(b));
        self.to_uncovered = self.shortest(graph, wanted, Calls::Entered);
        true
    }

    /// From where a state is, through returns to its callers if need be. After [`Distances::refresh`].
    pub fn of_state(&self, world: &dyn World, state: StateId) -> u32 {
        self.of_stack(world.graph(), &world.stack(state))
    }

    /// The same, from the start of the first block with these callers.
    pub fn of_stack(&self, graph: &Graph, stack: &[BlockNo]) -> u32 {
        let Some((&here, callers)) = stack.split_first() else { return UNREACHABLE };
        let mut best = self.to_uncovered[here.index()];
        let mut way_out = self.to_return[here.index()];
        for &caller in callers {
            if way_out == UNREACHABLE {
                break;
            }
            // The caller goes on behind its call.
            let behind = |distances: &[u32]| {
                let next = graph.node(caller).successors.iter().map(|next| distances[next.index()]).min();
                next.map_or(UNREACHABLE, |d| d.saturating_add(self.step(graph, caller)))
            };
            best = best.min(way_out.saturating_add(behind(&self.to_uncovered)));
            let returns_at_once = if graph.node(caller).returns { self.step(graph, caller) } else { UNREACHABLE };
            way_out = way_out.saturating_add(behind(&self.to_return).min(returns_at_once));
        }
        best
    }

    /// What leaving a block costs.
    fn step(&self, graph: &Graph, block: BlockNo) -> u32 {
        match self.metric {
            Metric::Instructions => graph.node(block).size,
            Metric::Branches => u32::from(graph.node(block).successors.len() > 1),
        }
    }

    fn shortest(&self, graph: &Graph, goals: impl Iterator<Item = BlockNo>, calls: Calls) -> Vec<u32> {
        let mut distance = vec![UNREACHABLE; graph.len()];
        let mut queue: BinaryHeap<Reverse<(u32, BlockNo)>> = BinaryHeap::new();
        for goal in goals {
            distance[goal.index()] = 0;
            queue.push(Reverse((0, goal)));
        }
        while let Some(Reverse((so_far, block))) = queue.pop() {
            if so_far > distance[block.index()] {
                continue;
            }
            let function = graph.node(block).function;
            let from_calls = match calls {
                Calls::Entered if graph.entry(function) == Some(block) => graph.call_sites(function),
                Calls::Entered | Calls::PassedBy => &[],
            };
            for &before in graph.predecessors(block).iter().chain(from_calls) {
                let through = so_far.saturating_add(self.step(graph, before));
                if through < distance[before.index()] {
                    distance[before.index()] = through;
                    queue.push(Reverse((through, before)));
                }
            }
        }
        distance
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Calls {
    /// A way may lead into a called function.
    Entered,
    PassedBy,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;

    /// Function 0: block 0 calls function 1, then 1 or 2. Function 1: blocks 3 to 5, a branch at 3.
    fn world() -> HandMade {
        let mut world =
            HandMade::new(&[&[(&[1, 2], &[1]), (&[], &[]), (&[], &[])], &[(&[4, 5], &[]), (&[], &[]), (&[], &[])]]);
        world.cover(&[0, 1, 3, 4]);
        world
    }

    #[test]
    fn ways_lead_into_calls_and_out_of_them() {
        let mut world = world();
        let mut distances = Distances::new(Metric::Branches);
        assert!(distances.refresh(&world));
        assert!(!distances.refresh(&world));
        world.put(StateId(0), &[0]);
        world.put(StateId(1), &[4, 0]);
        world.put(StateId(2), &[1]);
        // From the start one branch leads to block 2; behind the return from block 4, too.
        assert_eq!(distances.of_state(&world, StateId(0)), 1);
        assert_eq!(distances.of_state(&world, StateId(1)), 1);
        assert_eq!(distances.of_state(&world, StateId(2)), UNREACHABLE);
        world.cover(&[2]);
        assert!(distances.refresh(&world));
        assert_eq!(distances.of_state(&world, StateId(0)), 2, "into the call, and the branch there");
        assert_eq!(distances.of_state(&world, StateId(1)), UNREACHABLE, "the call is behind it");
    }
}
