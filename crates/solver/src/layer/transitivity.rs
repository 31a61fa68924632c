//! Transitivity (P16b's subsumed path conditions, one step further): a guard that the path's [comparisons](Comparisons)
//! contradict, `c < a` where the path has `a <= b` and `b <= c`.
//!
//! Programs that sort or look for a maximum ask little else, and to the bit-blaster each such question is a circuit. Only
//! impossibility is found this way. Comparisons are collected once for each slice, from those of the slice before it.

use super::Layer;
use crate::comparisons::Comparisons;
use crate::query::{Evaluators, Query, Verdict};
use crate::slice_memo::SliceMemo;
use expr::{BinaryOp, Dag, ExprId, Node, UnaryOp};

/// Parts of a guard that are looked at.
const MAX_PARTS: usize = 32;

#[derive(Default)]
pub struct Transitivity {
    slices: SliceMemo<Comparisons>,
}

impl Layer for Transitivity {
    fn answer(&mut self, dag: &mut Dag, _: &mut Evaluators, query: &Query) -> Option<Verdict> {
        let parts = parts(dag, query.guard);
        let path = query.constraints(dag).get(1..)?;
        let comparisons = self.slices.get(query.slice_key(dag), path, |known, e| known.assume(dag, e));
        let mut core = parts.into_iter().find_map(|part| comparisons.refute(dag, part))?;
        core.push(query.guard);
        core.sort_unstable();
        core.dedup();
        Some(Verdict::Unsat(core.into()))
    }
}

/// What a guard is the conjunction of.
fn parts(dag: &mut Dag, guard: ExprId) -> Vec<ExprId> {
    let mut parts = Vec::new();
    let mut open = vec![guard];
    while let Some(e) = open.pop() {
        let both = match dag.node(e) {
            Node::Binary { op: BinaryOp::And, a, b } => Some([b, a]),
            Node::Unary { op: UnaryOp::Not, a } => match dag.node(a) {
                Node::Binary { op: BinaryOp::Or, a, b } => Some([dag.not(b), dag.not(a)]),
                _ => None,
            },
            _ => None,
        };
        match both {
            Some(both) if parts.len() + open.len() < MAX_PARTS => open.extend(both),
            _ => parts.push(e),
        }
    }
    parts
}
