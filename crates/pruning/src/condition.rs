//! The interpolant (Ψ of P13, P16 and P21): what is learnt at a program point, a condition over its registers and memory
//! under which nothing new can be found below it.
//!
//! A condition speaks of *program variables* (see [`machine::shadow`]), never of the inputs of the path it was learnt
//! on. Making a condition stronger is always sound, so simplifications here may strengthen and never weaken.

use std::rc::Rc;

use expr::{Dag, ExprId};
use machine::checks::BugId;
use machine::shadow::ObjectFact;

use crate::{interval, units};

/// One requirement. `guards`: the obligation it protects; once that bug is found, the requirement may go (P16). `None`
/// protects the way itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Conjunct {
    pub formula: ExprId,
    pub guards: Option<BugId>,
}

#[derive(Clone, Debug, Default)]
pub struct Condition {
    pub conjuncts: Vec<Conjunct>,
    /// Objects that must be there, as they were.
    pub objects: Vec<ObjectFact>,
    /// Where the next heap object must come to lie, if one is made below.
    pub next_heap: Option<u64>,
    /// Estimated work of exploring what is below, which a state that satisfies this need not do.
    pub work: f64,
}

/// The most conjuncts a condition may have, and the most nodes one may be made of, before it is given up.
const MAX_CONJUNCTS: usize = 64;
/// How often what is new is used to simplify the rest.
const MAX_ROUNDS: usize = 4;

impl Condition {
    /// Holds everywhere: nothing can be found below a program's end.
    pub fn nothing_below() -> Rc<Condition> {
        Rc::default()
    }

    /// Drops what is trivial or follows from the rest, merges intervals of one term. `None`: too large to be worth keeping, or
    /// no state can satisfy it.
    pub fn normalised(mut self, dag: &mut Dag) -> Option<Condition> {
        let mut conjuncts = flattened(dag, &self.conjuncts);
        for _ in 0..MAX_ROUNDS {
            let mut simpler = units::with_values(dag, conjuncts.clone());
            simpler = units::without_alternatives(dag, simpler);
            simpler = flattened(dag, &simpler);
            let done = simpler == conjuncts;
            conjuncts = simpler;
            if done {
                break;
            }
        }
        self.conjuncts = interval::merged(dag, &conjuncts);
        if self.conjuncts.len() > MAX_CONJUNCTS || self.conjuncts.iter().any(|c| dag.is_false(c.formula)) {
            return None;
        }
        self.objects.sort_unstable();
        self.objects.dedup();
        Some(self)
    }
}

/// Conjunctions as their parts, each once.
fn flattened(dag: &Dag, conjuncts: &[Conjunct]) -> Vec<Conjunct> {
    use expr::{BinaryOp, Node};
    let mut flat = Vec::new();
    let mut open: Vec<Conjunct> = conjuncts.to_vec();
    while let Some(conjunct) = open.pop() {
        match dag.node(conjunct.formula) {
            Node::Binary { op: BinaryOp::And, a, b } => {
                open.extend([a, b].map(|formula| Conjunct { formula, ..conjunct }));
            }
            _ if dag.is_true(conjunct.formula) => {}
            _ => flat.push(conjunct),
        }
    }
    flat.sort_unstable();
    flat.dedup();
    flat
}
