//! From where certain blocks may still be entered: what a run that only looks for them need not explore.
//!
//! Over-approximated, because a verdict rests on it. A block counts with all it calls and all that follows it; a caller
//! with its whole block, whether or not the callee returns. Functions that pointers may name may be called from
//! anywhere, the end of the program included.
//!
//! Does not know jumps out of functions (`longjmp`), nor what runs before and after the entry function: the caller does.

use program::ir::FuncId;

use crate::graph::{BlockNo, Graph};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reachability {
    /// Whether a goal may be entered from the start of each block, before its function returns.
    from: Vec<bool>,
    /// Whether one may be entered from everywhere.
    everywhere: bool,
}

impl Reachability {
    /// `anytime` are functions that may be called from code that does not name them.
    pub fn new(graph: &Graph, goals: impl Iterator<Item = BlockNo>, anytime: &[FuncId]) -> Reachability {
        let mut from = vec![false; graph.len()];
        let mut open: Vec<BlockNo> = goals.collect();
        while let Some(block) = open.pop() {
            if std::mem::replace(&mut from[block.index()], true) {
                continue;
            }
            open.extend(graph.predecessors(block));
            let function = graph.node(block).function;
            if graph.entry(function) == Some(block) {
                open.extend(graph.call_sites(function));
            }
        }
        let everywhere = anytime.iter().any(|&function| graph.entry(function).is_some_and(|b| from[b.index()]));
        Reachability { from, everywhere }
    }

    /// Whether a goal may be entered from a block with these callers; all in one list, in any order.
    pub fn from_stack(&self, mut stack: impl Iterator<Item = BlockNo>) -> bool {
        self.everywhere || stack.any(|block| self.from[block.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use crate::world::World;

    /// Function 0: block 0 calls function 1, then goes to 1 or 2. Function 1: blocks 3 to 5, a branch at 3.
    /// Function 2: block 6, which nobody calls by name.
    fn world() -> HandMade {
        let leaf: (&[u32], &[u32]) = (&[], &[]);
        HandMade::new(&[&[(&[1, 2], &[1]), leaf, leaf], &[(&[4, 5], &[]), leaf, leaf], &[leaf]])
    }

    fn reaches(goal: u32, stack: &[u32], anytime: &[u32]) -> bool {
        let anytime: Vec<FuncId> = anytime.iter().map(|&f| FuncId(f)).collect();
        let reachability = Reachability::new(world().graph(), [BlockNo(goal)].into_iter(), &anytime);
        reachability.from_stack(stack.iter().map(|&b| BlockNo(b)))
    }

    #[test]
    fn ways_lead_forward_into_calls_and_back_to_callers() {
        assert!(reaches(5, &[0], &[]), "into a call");
        assert!(reaches(2, &[4, 0], &[]), "behind a return");
        assert!(reaches(5, &[5, 0], &[]));
        assert!(!reaches(5, &[1], &[]) && !reaches(2, &[1], &[]));
        assert!(!reaches(4, &[5], &[]), "not called again");
        assert!(reaches(4, &[5, 0], &[]), "the rest of the calling block may call again");
    }

    #[test]
    fn what_pointers_may_name_is_reached_from_everywhere() {
        assert!(!reaches(6, &[0], &[]));
        assert!(reaches(6, &[1], &[2]));
        assert!(!reaches(5, &[1], &[2]), "but only what it leads to");
    }
}
