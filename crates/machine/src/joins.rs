//! Where the paths that part in a block meet again: its natural merge (the immediate postdominator), and the head of
//! the loop it is in. There a state is worth comparing with what is known (docs/architecture.md, "Pruning").
//!
//! The arms of an inner branch meet before those of the branches around it, and paths that parted by plain numbers long
//! ago meet there too. So behind one meeting point a state goes on to the next: the first block it cannot avoid that others
//! can reach without having been here.
//!
//! Blocks that only lead to `abort` and its like do not count: otherwise an assertion would keep paths from meeting. But
//! where a function never returns (a `main` that ends in `exit`), they are all the ends there are.

use std::cell::OnceCell;

use program::cfg::Cfg;
use program::dominators::Dominators;
use program::ir::{BlockId, Function, Program, Term};
use program::loops::Loops;

use crate::state::{Frame, State};

/// No such block.
const NONE: BlockId = BlockId(u32::MAX);

/// Where a state is to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JoinTarget {
    /// Callers of the function in which it parted: deeper calls are passed through, a return to less is a join.
    pub depth: u32,
    pub merge: BlockId,
    pub loop_head: BlockId,
    /// Instructions before which it is not to stop: it may be at one of the two already.
    pub not_before: u64,
}

impl JoinTarget {
    /// Whether a state that has executed so many instructions is to stop at the start of a block.
    #[inline(always)]
    pub(crate) fn is_at(&self, block: BlockId, instructions: u64) -> bool {
        (block == self.merge || block == self.loop_head) && instructions >= self.not_before
    }
}

/// The meeting points of every block of a program. Paths part in few of its functions: each waits until it is asked for.
#[derive(Debug, Default)]
pub struct Joins<'p> {
    functions: Vec<(&'p Function, OnceCell<Vec<Meeting>>)>,
}

/// The meeting points of one block.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    /// Of paths that part here.
    merge: BlockId,
    loop_head: BlockId,
    /// Of paths that have met here, with others.
    next_merge: BlockId,
    next_head: BlockId,
    /// Others may return from the function without having been here.
    returns_meet: bool,
    /// The function may return from here.
    returns: bool,
}

/// The loop whose head a state is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopKind {
    /// Execution may leave it and return from its function.
    MayEnd,
    /// It does not leave its function any more.
    Endless,
}

impl<'p> Joins<'p> {
    pub(crate) fn new(program: &'p Program) -> Joins<'p> {
        Joins { functions: program.functions.iter().map(|function| (function, OnceCell::new())).collect() }
    }

    /// Where a state that parts from others is to stop.
    pub(crate) fn after_fork(&self, st: &State) -> Option<JoinTarget> {
        let Meeting { merge, loop_head, .. } = *self.meeting(&st.frame)?;
        Some(JoinTarget { depth: st.callers.depth(), merge, loop_head, not_before: 0 })
    }

    /// Where a state that has met others is to stop next.
    pub(crate) fn after_join(&self, st: &State) -> Option<JoinTarget> {
        let mut depth = st.callers.depth();
        for frame in std::iter::once(&st.frame).chain(st.callers.frames()) {
            let &Meeting { next_merge: merge, next_head: loop_head, returns_meet, .. } = self.meeting(frame)?;
            if merge != NONE || loop_head != NONE || (returns_meet && depth > 0) {
                return Some(JoinTarget { depth, merge, loop_head, not_before: 0 });
            }
            depth = depth.checked_sub(1)?;
        }
        None
    }

    /// Where a state that has met others is to stop next, if it is to look at each round of the innermost loop it is in, be it
    /// one of its callers'.
    pub(crate) fn next_round(&self, st: &State) -> Option<JoinTarget> {
        let next = self.after_join(st);
        let mut depth = st.callers.depth();
        for frame in std::iter::once(&st.frame).chain(st.callers.frames()) {
            let before = next.filter(|next| next.depth == depth);
            match (self.meeting(frame)?.loop_head, before) {
                (NONE, Some(_)) => break,
                (NONE, None) => depth = depth.checked_sub(1)?,
                (loop_head, before) => {
                    let merge = before.map_or(NONE, |next| next.merge);
                    return Some(JoinTarget { depth, merge, loop_head, not_before: st.instructions + 1 });
                }
            }
        }
        next
    }

    /// The loop that a state is at the start of.
    pub(crate) fn loop_at(&self, st: &State) -> Option<LoopKind> {
        let meeting = self.meeting(&st.frame)?;
        let is_head = st.frame.inst == 0 && meeting.loop_head == st.frame.block;
        is_head.then_some(if meeting.returns { LoopKind::MayEnd } else { LoopKind::Endless })
    }

    fn meeting(&self, frame: &Frame) -> Option<&Meeting> {
        let (function, meetings) = self.functions.get(frame.func.index())?;
        meetings.get_or_init(|| of_function(function)).get(frame.block.index())
    }
}

fn of_function(function: &Function) -> Vec<Meeting> {
    let cfg = Cfg::new(function);
    let dominators = Dominators::new(&cfg);
    let loops = Loops::new(&cfg);
    let after = Dominators::new(&reversed(function, &cfg));
    // In the reversed graph the end comes first and every block has moved up by one.
    let behind = |block: BlockId| match after.immediate(BlockId(block.0 + 1)) {
        Some(BlockId(next)) if next > 0 => BlockId(next - 1),
        _ => NONE,
    };
    let only_jumps = |block: BlockId| {
        let block = &function.blocks[block.index()];
        block.insts.is_empty() && matches!(block.term, Term::Jump(_))
    };
    let merge_of = |block: BlockId| {
        let mut merge = behind(block);
        // Where nothing happens more paths meet at the next block: the ends of a long `else if` are all one.
        while merge != NONE && only_jumps(merge) && behind(merge) != NONE {
            merge = behind(merge);
        }
        merge
    };
    let head_of = |block: BlockId| loops.innermost(block).map_or(NONE, |id| loops.get(id).header);
    // Whether every way round the loop of a header leads through a block of it.
    let is_on_every_round = |block: BlockId, header: BlockId| {
        let around = loops.innermost(header).map(|id| loops.get(id)).filter(|around| around.header == header);
        around.is_some_and(|around| around.latches.iter().all(|&latch| dominators.dominates(block, latch)))
    };
    let returns = function.returning();
    let may_return = cfg.leading_to(&returns);
    // Ends first: what is passed behind a block is passed by those it is behind of, so most steps are taken once.
    let mut next_merges = vec![None; function.blocks.len()];
    for &block in cfg.reverse_postorder().iter().rev() {
        let mut next = merge_of(block);
        while next != NONE {
            next = match next_merges[next.index()] {
                Some(further) if dominators.dominates(block, next) => further,
                _ if dominators.dominates(block, next) || is_on_every_round(block, next) => merge_of(next),
                _ => break,
            };
        }
        next_merges[block.index()] = Some(next);
    }
    let meeting = |block: BlockId| {
        let loop_head = head_of(block);
        let passes_head = loop_head == NONE || loop_head == block || is_on_every_round(block, loop_head);
        Meeting {
            merge: merge_of(block),
            loop_head,
            next_merge: next_merges[block.index()].unwrap_or(NONE),
            next_head: if passes_head { NONE } else { loop_head },
            returns: may_return[block.index()],
            returns_meet: returns.iter().any(|&at| !dominators.dominates(block, at)),
        }
    };
    (0..function.blocks.len() as u32).map(BlockId).map(meeting).collect()
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
