//! Tries a few values for a single variable of the guard before the decision procedure is started.
//!
//! Branches compare an input with a constant more often than anything else, and then one of the constants in the guard,
//! or a neighbour of one, is the answer. Starting a SAT solver costs as much as some hundred such tries.

use super::Layer;
use crate::query::{ModelFit, Query, Verdict};
use expr::concrete::mask;
use expr::{Dag, Evaluator, ExprId, Node};
use std::rc::Rc;

/// Guards with more variables are left to the decision procedure.
const MAX_VARIABLES: usize = 4;
/// Nodes of the guard looked at for constants.
const MAX_NODES: usize = 32;
/// Values tried for each variable.
const MAX_VALUES: usize = 12;

#[derive(Default)]
pub struct Guess {
    evaluator: Evaluator,
}

impl Layer for Guess {
    fn answer(&mut self, dag: &mut Dag, query: &Query) -> Option<Verdict> {
        let dag = &*dag;
        let variables = dag.vars(query.guard);
        if query.fit != ModelFit::SatisfiesPath || variables.len() > MAX_VARIABLES {
            return None;
        }
        let values = candidate_values(dag, query.guard);
        for &v in variables {
            let width = dag.var_info(v).width;
            let mut tried = Vec::with_capacity(MAX_VALUES);
            for value in values.iter().map(|value| value & mask(width)) {
                if tried.len() == MAX_VALUES {
                    break;
                }
                if tried.contains(&value) {
                    continue;
                }
                tried.push(value);
                let mut model = query.model.clone();
                model.set(v, value);
                if self.evaluator.holds(dag, query.guard, &model)
                    && query.constraints(dag).iter().all(|&e| self.evaluator.holds(dag, e, &model))
                {
                    return Some(Verdict::Sat(Rc::new([(v, value)])));
                }
            }
        }
        None
    }
}

/// Constants of the expression and their neighbours, then the ends of the number line.
fn candidate_values(dag: &Dag, e: ExprId) -> Vec<u64> {
    let mut values = Vec::new();
    let mut seen = vec![e];
    let mut next = 0;
    while let Some(&e) = seen.get(next) {
        next += 1;
        if let Node::Const(value) = dag.node(e) {
            let value = value as u64;
            values.extend([value, value.wrapping_add(1), value.wrapping_sub(1), value.wrapping_neg()]);
        }
        for operand in dag.node(e).operands() {
            if seen.len() < MAX_NODES && !seen.contains(&operand) {
                seen.push(operand);
            }
        }
    }
    values.extend([0, 1, u64::MAX, u64::MAX >> 1, 1 << 31, 0x7fff_ffff]);
    values
}
