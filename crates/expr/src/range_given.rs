//! Value ranges under assumptions: the range of an expression when more is known about some of its parts, such as what a
//! path has assumed.
//!
//! The same interval and known-bits rules as for what holds always ([`range`](crate::range)), run again over the
//! expression with the assumed ranges put in. Bounded: past a number of nodes only what holds always is used.
//! Contradictory assumptions are not noticed here; whatever is said then is true, as everything is.

use crate::concrete::wide;
use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::{BinaryOp, Node};
use crate::range::{Facts, Range};
use rustc_hash::FxHashMap;

/// Computes ranges under assumptions; remembers them, so use one for each set of assumptions.
pub struct RangesGiven<F> {
    /// What is assumed of an expression.
    assumed: F,
    facts: FxHashMap<ExprId, Facts>,
    /// Nodes that may still be visited.
    budget: usize,
}

impl<F: FnMut(ExprId) -> Option<Range>> RangesGiven<F> {
    /// `assumed` gives the range assumed for an expression, and is asked once for each one met.
    pub fn new(assumed: F, budget: usize) -> RangesGiven<F> {
        RangesGiven { assumed, facts: FxHashMap::default(), budget }
    }

    /// An interval that holds every value the expression has where the assumptions do.
    pub fn range(&mut self, dag: &Dag, e: ExprId) -> Range {
        let mut stack = vec![e];
        while let Some(&top) = stack.last() {
            if self.facts.contains_key(&top) || dag.as_const(top).is_some() {
                stack.pop();
                continue;
            }
            let node = dag.node(top);
            let waiting = stack.len();
            let missing = |operand: &ExprId| dag.as_const(*operand).is_none() && !self.facts.contains_key(operand);
            stack.extend(node.operands().filter(missing).take(self.budget));
            self.budget = self.budget.saturating_sub(stack.len() - waiting);
            if stack.len() == waiting {
                let facts = self.compute(dag, top, node);
                self.facts.insert(top, facts);
                stack.pop();
            }
        }
        let facts = self.known(dag, e);
        Range { lo: facts.lo, hi: facts.hi }
    }

    fn known(&self, dag: &Dag, e: ExprId) -> Facts {
        self.facts.get(&e).copied().unwrap_or_else(|| dag.facts(e))
    }

    fn compute(&mut self, dag: &Dag, e: ExprId, node: Node) -> Facts {
        let width = dag.width(e);
        let always = dag.facts(e);
        let derived = match node {
            Node::Binary { op, a, b } if op.is_comparison() => {
                compared(op, self.known(dag, a), self.known(dag, b), dag.width(a))
            }
            // The condition may be decided now.
            Node::Ite { c, t, f } => match self.known(dag, c) {
                Facts { lo: 1, .. } => self.known(dag, t),
                Facts { hi: 0, .. } => self.known(dag, f),
                _ => dag.facts_from(node, width, |operand| self.known(dag, operand)),
            },
            _ => dag.facts_from(node, width, |operand| self.known(dag, operand)),
        };
        let facts = always.meet(derived, width).unwrap_or(always);
        match (self.assumed)(e) {
            Some(Range { lo, hi }) => facts.meet(Facts::between(lo, hi), width).unwrap_or(facts),
            None => facts,
        }
    }
}

/// The truth value of a comparison, as far as the facts of its operands tell.
fn compared(op: BinaryOp, a: Facts, b: Facts, width: u32) -> Facts {
    // Signed order is unsigned order with the sign bit flipped, where neither side crosses from one sign to the other.
    let sign = 1u128 << (width - 1);
    let crosses = |facts: Facts| wide::is_negative(facts.lo, width) != wide::is_negative(facts.hi, width);
    let less = |a: Facts, b: Facts| match (a.hi < b.lo, a.lo >= b.hi) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    let truth = match op {
        BinaryOp::Eq if a.hi < b.lo || b.hi < a.lo || a.zeros & b.ones != 0 || a.ones & b.zeros != 0 => Some(false),
        BinaryOp::Eq if a.lo == a.hi && b.lo == b.hi => Some(a.lo == b.lo),
        BinaryOp::Ult => less(a, b),
        BinaryOp::Slt if !crosses(a) && !crosses(b) => {
            let flipped = |facts: Facts| Facts { lo: facts.lo ^ sign, hi: facts.hi ^ sign, ..facts };
            less(flipped(a), flipped(b))
        }
        _ => None,
    };
    match truth {
        Some(truth) => Facts::exactly(truth as u128, 1),
        None => Facts::between(0, 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DefaultValue, Evaluator, Model};
    use proptest::prelude::*;

    /// An expression over two bytes, from a list of choices.
    fn expression(dag: &mut Dag, choices: &[(u8, u8)]) -> ExprId {
        let mut terms = vec![dag.variable("x", 0, 0, 8), dag.variable("y", 0, 0, 8)];
        for &(op, pick) in choices {
            let a = terms[pick as usize % terms.len()];
            let b = terms[(pick / 16) as usize % terms.len()];
            let constant = dag.constant(pick as u128, 8);
            let all = BinaryOp::ALL;
            let term = match op as usize {
                op if op < all.len() => {
                    let result = dag.binary(all[op], a, b);
                    dag.zext(result, 8)
                }
                16 => dag.add(a, constant),
                17 => dag.and(a, constant),
                18 => dag.not(a),
                19 => {
                    let less = dag.slt(a, constant);
                    dag.ite(less, a, b)
                }
                _ => {
                    let low = dag.extract(a, 0, 4);
                    dag.sext(low, 8)
                }
            };
            terms.push(term);
        }
        terms[terms.len() - 1]
    }

    proptest! {
        #[test]
        fn every_value_within_the_assumptions_is_in_the_range(
            choices in prop::collection::vec((0u8..21, any::<u8>()), 1..8),
            (x1, x2, y1, y2) in any::<(u8, u8, u8, u8)>(),
            budget in 0usize..20,
        ) {
            let mut dag = Dag::new();
            let e = expression(&mut dag, &choices);
            let (x, y) = (dag.variable("x", 0, 0, 8), dag.variable("y", 0, 0, 8));
            let (xs, ys) = (x1.min(x2)..=x1.max(x2), y1.min(y2)..=y1.max(y2));
            let assumed = |asked: ExprId| {
                let range = if asked == x { &xs } else if asked == y { &ys } else { return None };
                Some(Range { lo: *range.start() as u128, hi: *range.end() as u128 })
            };
            let found = RangesGiven::new(assumed, budget).range(&dag, e);
            let mut evaluator = Evaluator::new();
            for (a, b) in xs.clone().step_by(7).chain([*xs.end()]).zip(ys.clone().step_by(5).chain([*ys.end()])) {
                let mut model = Model::new(DefaultValue::Zero);
                model.set(dag.vars(x)[0], a as u64);
                model.set(dag.vars(y)[0], b as u64);
                let value = evaluator.value(&dag, e, &model);
                prop_assert!(found.contains(value), "{value} is not in {found:?} for {a} and {b}");
            }
        }
    }
}
