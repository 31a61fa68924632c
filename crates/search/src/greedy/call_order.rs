//! The order in which rewards are computed: functions after those they call, and the blocks of a function against the order of
//! control flow.

use program::cfg::Cfg;
use program::ir::FuncId;

use crate::graph::{BlockNo, Graph};

/// The blocks of one function, and what it calls.
pub struct FunctionOrder {
    pub function: FuncId,
    /// Its blocks in reverse postorder.
    pub blocks: Vec<BlockNo>,
    cfg: Cfg,
    /// Each once.
    pub callees: Vec<FuncId>,
}

impl FunctionOrder {
    pub fn new(graph: &Graph, function: FuncId) -> FunctionOrder {
        let local = |block: &BlockNo| graph.place(*block).1;
        let successors_of = |block: BlockNo| graph.node(block).successors.iter().map(local).collect();
        let cfg = Cfg::from_successors(graph.function(function).map(successors_of).collect());
        let blocks = cfg.reverse_postorder().iter().map(|&block| graph.number(function, block)).collect();
        let mut callees: Vec<FuncId> = calls(graph, function).collect();
        callees.sort_unstable();
        callees.dedup();
        FunctionOrder { function, blocks, cfg, callees }
    }

    /// The position of a block of this function in the order; `None` if control never comes there.
    pub fn position(&self, graph: &Graph, block: BlockNo) -> Option<usize> {
        self.cfg.position(graph.place(block).1).map(|position| position as usize)
    }
}

/// Every function after those it calls, except along recursive calls.
pub fn callees_first(graph: &Graph) -> Vec<FuncId> {
    let mut order = Vec::new();
    let mut met = vec![false; graph.functions().count()];
    for root in graph.functions() {
        let mut stack = vec![(root, None::<std::vec::IntoIter<FuncId>>)];
        while let Some((function, left)) = stack.last_mut() {
            let function = *function;
            if left.is_none() {
                if std::mem::replace(&mut met[function.index()], true) {
                    stack.pop();
                    continue;
                }
                *left = Some(calls(graph, function).collect::<Vec<_>>().into_iter());
            }
            match left.as_mut().and_then(Iterator::next) {
                Some(callee) => stack.push((callee, None)),
                None => {
                    order.push(function);
                    stack.pop();
                }
            }
        }
    }
    order
}

/// The functions a function calls, in the order of its blocks.
fn calls(graph: &Graph, function: FuncId) -> impl Iterator<Item = FuncId> {
    graph.function(function).flat_map(|block| graph.node(block).calls.iter().map(|&(callee, _)| callee))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::HandMade;
    use crate::world::World;

    #[test]
    fn callees_come_first_and_recursion_ends() {
        // Function 0 calls 1 and 2, function 1 calls 2, function 2 calls 1.
        let world = HandMade::new(&[&[(&[], &[1, 2])], &[(&[], &[2])], &[(&[], &[1])]]);
        assert_eq!(callees_first(world.graph()), [2, 1, 0].map(FuncId));
    }

    #[test]
    fn blocks_that_control_never_reaches_have_no_position() {
        let world = HandMade::new(&[&[(&[2], &[]), (&[2], &[]), (&[], &[])]]);
        let order = FunctionOrder::new(world.graph(), FuncId(0));
        assert_eq!([0, 1, 2].map(|block| order.position(world.graph(), BlockNo(block))), [Some(0), None, Some(1)]);
    }
}
