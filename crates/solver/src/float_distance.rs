//! How far values are from satisfying a condition: in units in the last place for comparisons of floats, in numbers for those
//! of integers, on a logarithmic scale, put together as the connectives of the condition say.
//!
//! Zero exactly where the condition holds.

use expr::{BinaryOp, Dag, Evaluator, ExprId, FloatCmp, FloatNode, Model, Node, UnaryOp, float};

/// Connectives looked through.
const MAX_DEPTH: u32 = 30;
/// For what has no notion of nearness: as far as numbers of 64 bits can be.
const FAR: f64 = 64.0;

/// Measures distances under a model.
pub struct Distance<'a> {
    pub dag: &'a Dag,
    pub evaluator: &'a mut Evaluator,
    pub model: &'a Model,
}

impl Distance<'_> {
    /// From the condition having this truth value.
    pub fn to(&mut self, condition: ExprId, wanted: bool) -> f64 {
        self.below(condition, wanted, 0)
    }

    fn below(&mut self, e: ExprId, wanted: bool, depth: u32) -> f64 {
        if self.evaluator.holds(self.dag, e, self.model) == wanted {
            return 0.0;
        }
        if depth == MAX_DEPTH {
            return FAR;
        }
        match self.dag.node(e) {
            Node::Unary { op: UnaryOp::Not, a } => self.below(a, !wanted, depth + 1),
            Node::Binary { op: op @ (BinaryOp::And | BinaryOp::Or), a, b } => {
                let both = (op == BinaryOp::And) == wanted;
                let (a, b) = (self.below(a, wanted, depth + 1), self.below(b, wanted, depth + 1));
                if both { a + b } else { a.min(b) }
            }
            Node::Binary { op: op @ (BinaryOp::Eq | BinaryOp::Ult | BinaryOp::Slt), a, b } => {
                let width = self.dag.width(a);
                let sign = if op == BinaryOp::Slt { 1u128 << (width - 1) } else { 0 };
                let [x, y] = [a, b].map(|side| self.evaluator.value(self.dag, side, self.model) ^ sign);
                // Not holding, they are this far from equal, or from passing each other.
                steps(x.abs_diff(y))
            }
            Node::Float(FloatNode::Compare { op, format, a, b }) => {
                let [x, y] = [a, b].map(|side| self.evaluator.value(self.dag, side, self.model));
                if float::is_nan(format, x) || float::is_nan(format, y) {
                    return FAR;
                }
                let [x, y] = [x, y].map(|value| place(value, format.width()));
                let strict = (op == FloatCmp::Lt) == wanted;
                steps(x.abs_diff(y) + strict as u128)
            }
            _ => FAR,
        }
    }
}

/// More than nothing, even for none.
fn steps(count: u128) -> f64 {
    (count as f64 + 1.0).log2().max(0.5)
}

/// The place of a pattern among all floats in their order; both zeros have one.
fn place(pattern: u128, width: u32) -> u128 {
    let sign = 1u128 << (width - 1);
    let magnitude = pattern & (sign - 1);
    if pattern & sign == 0 { sign + magnitude } else { sign - magnitude }
}

/// The place of a pattern of at most 64 bits among all patterns in the order of floats, and back.
pub fn ordered(pattern: u64, width: u32) -> u64 {
    let sign = 1u64 << (width - 1);
    let all = expr::concrete::mask(width);
    if pattern & sign == 0 { pattern | sign } else { !pattern & all }
}

pub fn unordered(place: u64, width: u32) -> u64 {
    let sign = 1u64 << (width - 1);
    let all = expr::concrete::mask(width);
    if place & sign != 0 { place & !sign } else { !place & all }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::{DefaultValue, FloatFormat};

    #[test]
    fn places_are_in_the_order_of_floats() {
        let numbers = [f32::NEG_INFINITY, -1e10, -1.0, -1e-40, 0.0, 1e-40, 0.5, 1.0, f32::INFINITY];
        for pair in numbers.windows(2) {
            let [a, b] = [pair[0], pair[1]].map(|number| number.to_bits());
            assert!(ordered(a as u64, 32) < ordered(b as u64, 32), "{pair:?}");
            assert!(place(a as u128, 32) < place(b as u128, 32), "{pair:?}");
            assert_eq!(unordered(ordered(a as u64, 32), 32), a as u64);
        }
        assert_eq!(place((-0.0f32).to_bits() as u128, 32), place(0, 32));
    }

    /// Zero where the condition holds, and only there; and less, the closer.
    #[test]
    fn distances_vanish_where_conditions_hold() {
        let format = FloatFormat::Half;
        let mut dag = Dag::new();
        let (x, y) = (dag.variable("x", 0, 0, 16), dag.variable("y", 0, 0, 16));
        let comparisons = FloatCmp::ALL.map(|op| dag.fcompare(op, format, x, y));
        let integers = [dag.ult(x, y), dag.slt(x, y), dag.eq(x, y)];
        let both = dag.and(comparisons[1], integers[0]);
        let either = dag.or(comparisons[0], integers[1]);
        let nan = dag.fis_nan(format, x);
        let mut evaluator = Evaluator::new();
        let samples = [0u64, 1, 0x8000, 0x8001, 0x3c00, 0x3c01, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0xffff];
        for &a in &samples {
            for &b in &samples {
                let mut model = Model::new(DefaultValue::Zero);
                model.set(dag.vars(x)[0], a);
                model.set(dag.vars(y)[0], b);
                for &e in comparisons.iter().chain(&integers).chain(&[both, either, nan]) {
                    let holds = evaluator.holds(&dag, e, &model);
                    let mut distance = Distance { dag: &dag, evaluator: &mut evaluator, model: &model };
                    assert_eq!(distance.to(e, true) == 0.0, holds, "{e:?} of {a:x} {b:x}");
                    assert_eq!(distance.to(e, false) == 0.0, !holds, "{e:?} of {a:x} {b:x}");
                }
            }
        }
        let mut far = |value: u64| {
            let mut model = Model::new(DefaultValue::Zero);
            model.set(dag.vars(x)[0], value);
            model.set(dag.vars(y)[0], 0x3c00);
            Distance { dag: &dag, evaluator: &mut evaluator, model: &model }.to(comparisons[1], true)
        };
        assert!(far(0x3c00) < far(0x3c05) && far(0x3c05) < far(0x4c00));
    }
}
