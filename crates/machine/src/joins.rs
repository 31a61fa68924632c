//! Where the paths that part in a block meet again: its natural merge (the immediate postdominator), and the head of
//! the loop it is in. There a state is worth comparing with what is known (pruning.md section 6).
//!
//! Blocks that only lead to `abort` and its like do not count: otherwise an assertion would keep paths from meeting. But
//! where a function never returns (a `main` that ends in `exit`), they are all the ends there are.

use program::cfg::Cfg;
use program::dominators::Dominators;
use program::ir::{BlockId, Function, Program, Term};
use program::loops::Loops;

/// No such block.
const NONE: BlockId = BlockId(u32::MAX);

/// Where a state is to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JoinTarget {
    /// Callers of the function in which it parted: deeper calls are passed through, a return to less is a join.
    pub depth: u32,
    pub merge: BlockId,
    pub loop_head: BlockId,
}

impl JoinTarget {
    #[inline(always)]
    pub fn is_at(&self, block: BlockId) -> bool {
        block == self.merge || block == self.loop_head
    }
}

/// The meeting points of every block of a program.
#[derive(Debug, Default)]
pub struct Joins {
    functions: Vec<Vec<(BlockId, BlockId)>>,
}

impl Joins {
    pub fn new(program: &Program) -> Joins {
        Joins { functions: program.functions.iter().map(of_function).collect() }
    }

    pub fn target(&self, function: usize, block: BlockId, depth: u32) -> Option<JoinTarget> {
        let &(merge, loop_head) = self.functions.get(function)?.get(block.index())?;
        Some(JoinTarget { depth, merge, loop_head })
    }
}

fn of_function(function: &Function) -> Vec<(BlockId, BlockId)> {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let after = Dominators::new(&reversed(function, &cfg));
    (0..function.blocks.len() as u32)
        .map(|number| {
            // In the reversed graph the end comes first and every block has moved up by one.
            let merge = match after.immediate(BlockId(number + 1)) {
                Some(BlockId(next)) if next > 0 => BlockId(next - 1),
                _ => NONE,
            };
            let head = loops.innermost(BlockId(number)).map_or(NONE, |id| loops.get(id).header);
            (merge, head)
        })
        .collect()
}

fn reversed(function: &Function, cfg: &Cfg) -> Cfg {
    let moved = |block: &BlockId| BlockId(block.0 + 1);
    let ending = |is_end: fn(&Term) -> bool| -> Vec<BlockId> {
        let blocks = function.blocks.iter().zip(1..);
        blocks.filter(|(block, _)| is_end(&block.term)).map(|(_, number)| BlockId(number)).collect()
    };
    let mut ends = ending(|term| matches!(term, Term::Return(_)));
    if ends.is_empty() {
        ends = ending(|term| term.edges().is_empty());
    }
    let mut successors = vec![ends];
    for number in 0..function.blocks.len() as u32 {
        successors.push(cfg.predecessors(BlockId(number)).iter().map(moved).collect());
    }
    Cfg::from_successors(successors)
}
