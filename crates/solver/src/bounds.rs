//! Bounds: comparisons with constants, read as intervals of the expression compared.
//!
//! Signed intervals are kept with the sign bit flipped: signed order is then the order of plain numbers.

use expr::concrete::wide;
use expr::{BinaryOp, Dag, ExprId, Node, UnaryOp};

/// Which order an interval is an interval of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    Unsigned,
    Signed,
}

impl Order {
    /// The place of a number in this order, and the number at a place.
    pub fn place(self, value: u128, width: u32) -> u128 {
        match self {
            Order::Unsigned => value,
            Order::Signed => value ^ 1 << (width - 1),
        }
    }
}

/// What a comparison with a constant says about the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Its place in the order is between these, both included.
    Within(Order, u128, u128),
    Not(u128),
}

/// What a 1-bit expression says about some other expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    pub of: ExprId,
    pub shape: Shape,
}

impl Bound {
    /// What `condition` says by being true, if it is a comparison with a constant.
    pub fn of(dag: &Dag, condition: ExprId) -> Option<Bound> {
        let (comparison, holds) = match dag.node(condition) {
            Node::Unary { op: UnaryOp::Not, a } => (a, false),
            _ => (condition, true),
        };
        let Node::Binary { op, a, b } = dag.node(comparison) else { return None };
        let order = match op {
            BinaryOp::Eq | BinaryOp::Ult => Order::Unsigned,
            BinaryOp::Slt => Order::Signed,
            _ => return None,
        };
        let width = dag.width(a);
        let last = wide::mask(width);
        let within = |of, lo, hi| Bound { of, shape: Shape::Within(order, lo, hi) };
        match (op, dag.as_const(a), dag.as_const(b)) {
            (BinaryOp::Eq, Some(value), _) => Some(equality(b, value, holds)),
            (BinaryOp::Eq, _, Some(value)) => Some(equality(a, value, holds)),
            (BinaryOp::Eq, None, None) => None,
            (_, None, Some(value)) => {
                let place = order.place(value, width);
                if holds { Some(within(a, 0, place.checked_sub(1)?)) } else { Some(within(a, place, last)) }
            }
            (_, Some(value), None) => {
                let place = order.place(value, width);
                if !holds { Some(within(b, 0, place)) } else { (place < last).then(|| within(b, place + 1, last)) }
            }
            _ => None,
        }
    }
}

fn equality(of: ExprId, value: u128, holds: bool) -> Bound {
    let shape = if holds { Shape::Within(Order::Unsigned, value, value) } else { Shape::Not(value) };
    Bound { of, shape }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::{DefaultValue, Evaluator, Model};

    fn admits(shape: Shape, value: u128) -> bool {
        match shape {
            Shape::Within(order, lo, hi) => (lo..=hi).contains(&order.place(value, 8)),
            Shape::Not(other) => value != other,
        }
    }

    #[test]
    fn bounds_say_what_comparisons_mean() {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 8);
        let mut found = 0;
        for value in [0u128, 1, 5, 127, 128, 200, 254, 255] {
            let k = dag.constant(value, 8);
            let comparisons = [
                dag.eq(x, k),
                dag.ne(x, k),
                dag.ult(x, k),
                dag.ult(k, x),
                dag.ule(x, k),
                dag.uge(x, k),
                dag.slt(x, k),
                dag.slt(k, x),
                dag.sle(x, k),
                dag.sge(x, k),
            ];
            for condition in comparisons.into_iter().filter(|&e| dag.as_const(e).is_none()) {
                let Some(bound) = Bound::of(&dag, condition) else { continue };
                found += 1;
                assert_eq!(bound.of, x);
                for n in 0..256u64 {
                    let mut model = Model::new(DefaultValue::Zero);
                    model.set(dag.vars(x)[0], n);
                    let holds = Evaluator::new().holds(&dag, condition, &model);
                    assert_eq!(holds, admits(bound.shape, n as u128), "{condition:?} for {n}: {bound:?}");
                }
            }
        }
        assert!(found > 40, "only {found} comparisons were read");
    }
}
