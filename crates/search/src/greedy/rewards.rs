//! The expected reward of being at a block: how many uncovered blocks an execution from there is expected to enter
//! (P18 section 4.2), for whole programs.
//!
//! Functions are solved one by one, callees first, each by its equations (`reward_equations`). The own reward of a block is 1
//! if it is uncovered, and that of the functions it calls. Recursive calls use the last solution.
//!
//! A function is solved again only if that can change anything: one of its branches was taken or one of its blocks
//! covered since, or the reward of a function it calls has changed. Functions below which everything is covered have no
//! reward for the rest of the run and are dropped. What happens behind a return is added for each state along its stack.

use program::ir::FuncId;

use crate::graph::BlockNo;
use crate::greedy::call_order::{FunctionOrder, callees_first};
use crate::greedy::estimator::Estimator;
use crate::greedy::reward_equations::RewardEquations;
use crate::world::World;

/// Share of a reward below which a change is none: rewards of recursive functions come closer and closer.
const NEGLIGIBLE: f64 = 1e-9;

pub struct Rewards {
    estimator: Estimator,
    /// Coverage the list of functions was made for.
    covered: Option<u64>,
    /// Uncovered blocks of the program.
    most: f64,
    /// Functions that may still bring reward, callees first.
    functions: Vec<PromisingFunction>,
    /// Expected reward from the start of each block to the return of its function.
    at: Vec<f64>,
    /// The same without the block itself and what it calls.
    behind: Vec<f64>,
    /// Counts solutions.
    clock: u64,
    /// When the reward of calling each function last changed.
    changed: Vec<u64>,
}

/// A function with uncovered blocks, or one that leads to some.
struct PromisingFunction {
    order: FunctionOrder,
    last: Option<LastSolution>,
}

/// What a solution was made from, and when.
#[derive(Clone, Copy)]
struct LastSolution {
    clock: u64,
    /// How often its branches had been taken in all.
    taken: u64,
    wanted: usize,
    /// The greatest reward in it. No reward exceeds the number of uncovered blocks.
    peak: f64,
}

impl Rewards {
    pub fn new(estimator: Estimator) -> Rewards {
        Rewards {
            estimator,
            covered: None,
            most: 0.0,
            functions: Vec::new(),
            at: Vec::new(),
            behind: Vec::new(),
            clock: 0,
            changed: Vec::new(),
        }
    }

    /// Brings the solution up to date with what is covered and counted now.
    pub fn update(&mut self, world: &dyn World) {
        if self.covered != Some(world.covered()) {
            self.note_coverage(world);
        }
        let mut functions = std::mem::take(&mut self.functions);
        for PromisingFunction { order, last } in &mut functions {
            let taken = order.blocks.iter().flat_map(|&block| world.taken(block)).map(|&n| u64::from(n)).sum();
            let is_current = |last: LastSolution| {
                last.taken == taken
                    && last.peak <= self.most
                    && order.callees.iter().all(|callee| self.changed[callee.index()] <= last.clock)
            };
            if !last.is_some_and(is_current) {
                let wanted = last.map_or_else(|| wanted(world, order.function), |last| last.wanted);
                // Before the solution: what a function brings that calls itself changes with it.
                let clock = self.clock;
                let peak = self.solve(world, order);
                *last = Some(LastSolution { clock, taken, wanted, peak });
            }
        }
        self.functions = functions;
    }

    /// Lists the functions that may bring reward, and marks those in which a block was covered.
    fn note_coverage(&mut self, world: &dyn World) {
        let graph = world.graph();
        let promising = promising(world);
        if self.covered.is_none() {
            self.at = vec![0.0; graph.len()];
            self.behind = vec![0.0; graph.len()];
            self.changed = vec![0; promising.len()];
            let ordered = callees_first(graph).into_iter().filter(|function| promising[function.index()]);
            let unsolved = |function| PromisingFunction { order: FunctionOrder::new(graph, function), last: None };
            self.functions = ordered.map(unsolved).collect();
        }
        self.covered = Some(world.covered());
        self.most = graph.blocks().filter(|&b| world.wants(b)).count() as f64;
        self.clock += 1;
        for dropped in self.functions.extract_if(.., |f| !promising[f.order.function.index()]) {
            self.changed[dropped.order.function.index()] = self.clock;
            dropped.order.blocks.iter().for_each(|block| {
                self.at[block.index()] = 0.0;
                self.behind[block.index()] = 0.0;
            });
        }
        for PromisingFunction { order, last } in &mut self.functions {
            *last = last.filter(|last| last.wanted == wanted(world, order.function));
        }
    }

    /// Solves one function; its greatest reward.
    fn solve(&mut self, world: &dyn World, order: &FunctionOrder) -> f64 {
        let graph = world.graph();
        let reward_of_call = |rewards: &Rewards| graph.entry(order.function).map_or(0.0, |entry| rewards.at(entry));
        let before = reward_of_call(self);
        let probabilities = |block| self.probabilities(world, block);
        let own = |block| self.own(world, block);
        let solution = RewardEquations { graph, order, probabilities, own, most: self.most }.solve();
        for (at, block) in order.blocks.iter().enumerate() {
            self.at[block.index()] = solution.at[at];
            self.behind[block.index()] = solution.behind[at];
        }
        self.clock += 1;
        let now = reward_of_call(self);
        if (now - before).abs() > NEGLIGIBLE * now.max(before) {
            self.changed[order.function.index()] = self.clock;
        }
        solution.at.into_iter().fold(0.0, f64::max)
    }

    /// How likely a block goes to each of its successors.
    fn probabilities(&self, world: &dyn World, block: BlockNo) -> Vec<f64> {
        let successors = world.graph().node(block).successors.len();
        match world.taken(block) {
            taken if taken.len() == successors => self.estimator.probabilities(taken),
            _ => vec![1.0 / successors.max(1) as f64; successors],
        }
    }

    /// The reward of a block by itself and of what it calls.
    fn own(&self, world: &dyn World, block: BlockNo) -> f64 {
        let graph = world.graph();
        let of_call =
            |&(callee, share): &(FuncId, f64)| share * graph.entry(callee).map_or(0.0, |b| self.at[b.index()]);
        let called: f64 = graph.node(block).calls.iter().map(of_call).sum();
        f64::from(u8::from(world.wants(block))) + called.min(self.most)
    }

    /// Whether nothing is uncovered.
    pub fn are_exhausted(&self) -> bool {
        self.covered.is_some() && self.most == 0.0
    }

    /// From the start of a block to the return of its function.
    pub fn at(&self, block: BlockNo) -> f64 {
        self.at.get(block.index()).copied().unwrap_or(0.0)
    }

    /// Of an execution at the start of the first block, with these callers.
    pub fn of_stack(&self, stack: &[BlockNo]) -> f64 {
        let Some((&here, callers)) = stack.split_first() else { return 0.0 };
        self.at(here) + callers.iter().map(|caller| self.behind[caller.index()]).sum::<f64>()
    }
}

/// Uncovered blocks of a function.
fn wanted(world: &dyn World, function: FuncId) -> usize {
    world.graph().function(function).filter(|&block| world.wants(block)).count()
}

/// Which functions have an uncovered block, or call one that may lead to one.
fn promising(world: &dyn World) -> Vec<bool> {
    let graph = world.graph();
    let mut promising = vec![false; graph.functions().count()];
    let has_reward = |function: &FuncId| graph.function(*function).any(|block| world.wants(block));
    let mut open: Vec<FuncId> = graph.functions().filter(has_reward).collect();
    while let Some(function) = open.pop() {
        if !std::mem::replace(&mut promising[function.index()], true) {
            open.extend(graph.call_sites(function).iter().map(|&site| graph.node(site).function));
        }
    }
    promising
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;

    fn rewards(world: &HandMade) -> Rewards {
        let mut rewards = Rewards::new(Estimator::Laplace);
        rewards.update(world);
        rewards
    }

    fn assert_close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.001, "{found} {expected}");
    }

    /// The running example of P18 (figures 1 and 3), blocks numbered from 0; the lab's tests have the same numbers.
    #[test]
    fn the_example_of_the_paper() {
        let mut world = HandMade::new(&[&[
            (&[1, 2], &[]),
            (&[2], &[]),
            (&[3, 4], &[]),
            (&[], &[]),
            (&[7, 5], &[]),
            (&[7, 6], &[]),
            (&[7], &[]),
            (&[], &[]),
        ]]);
        assert_close(rewards(&world).at(BlockNo(0)), 4.375);
        world.cover(&[0, 2, 4, 7]);
        for (block, edge) in [(0, 1), (2, 1), (4, 0)] {
            world.take(block, edge, 8);
        }
        let rewards = rewards(&world);
        assert_close(rewards.at(BlockNo(0)), 0.335);
        assert_close(rewards.at(BlockNo(1)), 1.235);
        assert_close(rewards.at(BlockNo(5)), 1.5);
    }

    #[test]
    fn loops_are_solved_exactly() {
        // Block 1 is a loop head: the body 2 (then 3 or back to 1), the exit 4. Only 3 is uncovered.
        let mut world = HandMade::new(&[&[(&[1], &[]), (&[2, 4], &[]), (&[1, 3], &[]), (&[1], &[]), (&[], &[])]]);
        world.cover(&[0, 1, 2, 4]);
        world.take(1, 0, 8);
        world.take(2, 0, 8);
        // x1 = 0.9 x2, x2 = 0.9 x1 + 0.1 (1 + x1): the most there is to cover is one block.
        let x1: f64 = 0.9 * 0.1 / (1.0 - 0.9);
        let rewards = rewards(&world);
        assert_close(rewards.at(BlockNo(1)), x1);
        assert_close(rewards.at(BlockNo(0)), x1);
        assert_close(rewards.at(BlockNo(3)), 1.0);
    }

    #[test]
    fn loops_entered_past_their_head_are_solved_too() {
        // Blocks 1 and 2 jump to each other, 0 to both; 2 also to 3, the only uncovered one, where each way ends.
        let mut world = HandMade::new(&[&[(&[2, 1], &[]), (&[2], &[]), (&[1, 3], &[]), (&[], &[])]]);
        world.cover(&[0, 1, 2]);
        let rewards = rewards(&world);
        (0..4).for_each(|block| assert_close(rewards.at(BlockNo(block)), 1.0));
    }

    #[test]
    fn calls_bring_their_reward_and_returns_that_of_the_caller() {
        // Block 0 calls function 1 (blocks 3 to 5: a branch to 4 or 5) and goes on to 1 or 2.
        let mut world =
            HandMade::new(&[&[(&[1, 2], &[1]), (&[], &[]), (&[], &[])], &[(&[4, 5], &[]), (&[], &[]), (&[], &[])]]);
        world.cover(&[0, 1, 3, 4]);
        let rewards = rewards(&world);
        assert_close(rewards.at(BlockNo(0)), 0.5 + 0.5);
        assert_close(rewards.of_stack(&[BlockNo(5), BlockNo(0)]), 1.0 + 0.5);
        assert_close(rewards.of_stack(&[BlockNo(4), BlockNo(0)]), 0.5);
    }

    #[test]
    fn what_is_covered_brings_nothing_and_is_forgotten() {
        let mut world = HandMade::new(&[&[(&[1, 2], &[1]), (&[], &[]), (&[], &[])], &[(&[4], &[]), (&[3], &[])]]);
        world.cover(&[0, 1, 3, 4]);
        let mut rewards = rewards(&world);
        assert_eq!(rewards.functions.len(), 1, "the second function is covered");
        world.cover(&[2]);
        rewards.update(&world);
        assert!(rewards.functions.is_empty());
        assert_eq!(rewards.at(BlockNo(0)), 0.0);
    }

    #[test]
    fn going_on_from_the_last_solution_gives_what_solving_anew_gives() {
        // Function 0 calls 1 and 2, function 1 calls 2, function 2 (blocks 6 to 9) loops.
        let mut world = HandMade::new(&[
            &[(&[1, 2], &[1]), (&[], &[2]), (&[], &[])],
            &[(&[4, 5], &[2]), (&[], &[]), (&[], &[])],
            &[(&[7], &[]), (&[8, 9], &[]), (&[7], &[]), (&[], &[])],
        ]);
        world.cover(&[0]);
        let mut kept = rewards(&world);
        let mut check = |world: &HandMade| {
            kept.update(world);
            let anew = rewards(world);
            (0..10).for_each(|block| assert_close(kept.at(BlockNo(block)), anew.at(BlockNo(block))));
        };
        world.take(7, 0, 3);
        check(&world);
        world.cover(&[8]);
        check(&world);
        world.take(3, 1, 5);
        check(&world);
        world.cover(&[1, 6, 7, 9]);
        check(&world);
        world.take(0, 1, 2);
        check(&world);
    }

    #[test]
    fn what_nothing_has_changed_is_not_solved_again() {
        let mut world =
            HandMade::new(&[&[(&[1, 2], &[]), (&[], &[]), (&[], &[])], &[(&[4, 5], &[]), (&[], &[]), (&[], &[])]]);
        world.cover(&[0, 3]);
        let mut rewards = rewards(&world);
        let solutions = rewards.clock;
        rewards.update(&world);
        assert_eq!(rewards.clock, solutions);
        world.take(3, 0, 1);
        rewards.update(&world);
        assert_eq!(rewards.clock, solutions + 1, "only the second function has changed");
    }

    #[test]
    fn recursion_and_endless_loops_end() {
        let mut world = HandMade::new(&[&[(&[1, 2], &[0]), (&[1], &[]), (&[], &[])]]);
        world.cover(&[0]);
        let mut rewards = rewards(&world);
        (0..50).for_each(|_| rewards.update(&world));
        assert!(rewards.at(BlockNo(0)) <= 2.0, "{}", rewards.at(BlockNo(0)));
    }
}
