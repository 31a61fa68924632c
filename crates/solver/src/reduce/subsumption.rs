//! Subsumption among conditions (P16b, "subsumed path conditions"): those that another one makes redundant are left out.
//!
//! Of several bounds on one expression the tightest stay; a bound that was excluded anyway goes; `a < b` makes
//! `a != b` and `!(b < a)` redundant. What depends on the guard always stays: it is what the question is about.

use super::{Part, Problem, Reduction};
use crate::bounds::{Bound, Order, Shape};
use crate::query::Query;
use expr::{BinaryOp, Dag, ExprId, Node};
use rustc_hash::{FxHashMap, FxHashSet};

pub struct Subsumption;

impl Reduction for Subsumption {
    fn reduce(&mut self, dag: &mut Dag, query: &Query, problem: &mut Problem) {
        let implied = implied_by_strict_order(dag, &problem.parts);
        let bounds: Vec<Option<Bound>> = problem.parts.iter().map(|part| Bound::of(dag, part.condition)).collect();
        let mut tightest: FxHashMap<(ExprId, Order), Tightest> = FxHashMap::default();
        for (index, bound) in bounds.iter().enumerate() {
            if let &Some(Bound { of, shape: Shape::Within(order, lo, hi) }) = bound {
                tightest.entry((of, order)).or_insert(Tightest::new(index, lo, hi)).tighten(index, lo, hi);
            }
        }
        let redundant = |index: usize, part: &Part| {
            if part.because.contains(query.guard) {
                return false;
            }
            if implied.contains(&part.condition) {
                return true;
            }
            let Some(Bound { of, shape }) = bounds[index] else { return false };
            match shape {
                Shape::Within(order, ..) => tightest.get(&(of, order)).is_some_and(|t| !t.consists_of(index)),
                Shape::Not(value) => [Order::Unsigned, Order::Signed].into_iter().any(|order| {
                    let place = order.place(value, dag.width(of));
                    tightest.get(&(of, order)).is_some_and(|t| place < t.lo || place > t.hi)
                }),
            }
        };
        let mut index = 0;
        problem.parts.retain(|part| {
            index += 1;
            !redundant(index - 1, part)
        });
    }
}

/// The intersection of the bounds on one expression, and which two parts give its ends.
struct Tightest {
    lo: u128,
    lo_from: usize,
    hi: u128,
    hi_from: usize,
}

impl Tightest {
    fn new(from: usize, lo: u128, hi: u128) -> Tightest {
        Tightest { lo, lo_from: from, hi, hi_from: from }
    }

    fn tighten(&mut self, from: usize, lo: u128, hi: u128) {
        if lo > self.lo {
            (self.lo, self.lo_from) = (lo, from);
        }
        if hi < self.hi {
            (self.hi, self.hi_from) = (hi, from);
        }
    }

    fn consists_of(&self, index: usize) -> bool {
        self.lo_from == index || self.hi_from == index
    }
}

/// What the strict comparisons among the parts make redundant.
fn implied_by_strict_order(dag: &mut Dag, parts: &[Part]) -> FxHashSet<ExprId> {
    let mut implied = FxHashSet::default();
    for part in parts {
        if let Node::Binary { op: op @ (BinaryOp::Ult | BinaryOp::Slt), a, b } = dag.node(part.condition)
            && dag.as_const(a).is_none()
            && dag.as_const(b).is_none()
        {
            implied.insert(dag.ne(a, b));
            let greater = dag.binary(op, b, a);
            implied.insert(dag.not(greater));
        }
    }
    implied
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explanation::Explanation;
    use crate::path_condition::PathCondition;
    use crate::query::ModelFit;
    use expr::{DefaultValue, Model};

    fn left(dag: &mut Dag, guard: ExprId, others: &[ExprId]) -> Vec<ExprId> {
        let part = |&condition: &ExprId| Part { condition, because: Explanation::of(condition) };
        let parts = [guard].iter().chain(others).map(part).collect();
        let mut problem = Problem { parts, values: Vec::new() };
        let (path, model) = (PathCondition::new(), Model::new(DefaultValue::Zero));
        Subsumption.reduce(dag, &Query::new(&path, guard, &model, ModelFit::Unrelated), &mut problem);
        problem.conditions()
    }

    #[test]
    fn only_the_tightest_bounds_stay() {
        let mut dag = Dag::new();
        let [x, y] = [0, 1].map(|i| dag.variable("x", i, 0, 32));
        let product = dag.mul(x, y);
        let constants: Vec<ExprId> = (0..50).map(|k| dag.constant(k, 32)).collect();
        let guard = dag.eq(x, constants[9]);
        let [low, lower] = [10, 5].map(|k: usize| dag.ugt(product, constants[k]));
        let [high, higher] = [20, 30].map(|k: usize| dag.ult(product, constants[k]));
        let [outside, inside] = [40, 15].map(|k: usize| dag.ne(product, constants[k]));
        let kept = left(&mut dag, guard, &[lower, high, outside, low, inside, higher]);
        assert_eq!(kept, [guard, high, low, inside]);
        // Even a loose bound stays if it is what is asked.
        assert_eq!(left(&mut dag, lower, &[low]), [lower, low]);
    }

    #[test]
    fn strict_order_makes_weaker_relations_redundant() {
        let mut dag = Dag::new();
        let [x, y, z] = [0, 1, 2].map(|i| dag.variable("x", i, 0, 32));
        let guard = dag.eq(x, z);
        let (less, differ, not_greater) = (dag.slt(x, y), dag.ne(x, y), dag.sle(x, y));
        let unsigned = dag.ule(x, y);
        assert_eq!(left(&mut dag, guard, &[differ, not_greater, less, unsigned]), [guard, less, unsigned]);
        assert_eq!(left(&mut dag, guard, &[differ, not_greater]), [guard, differ, not_greater]);
    }
}
