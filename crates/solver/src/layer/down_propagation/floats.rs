//! Down-propagation through operations on floats: to make `log(x) + 1 > 3`, `x` can become `exp(2)` or a bit more.
//!
//! Inverses are rounded, so what comes out is next to right; where that matters, attempts differ by a few steps.

use super::Wish;
use expr::math::known::stepped;
use expr::{ExprId, FloatBin, FloatCmp, FloatFormat, FloatNode, Gives, float};

/// How far beside an inverse some attempts go, in numbers of the format.
const NUDGE: i64 = 4;

impl Wish<'_> {
    /// Changes variables so that the operation may get the value; `None` if no rule says how.
    pub(super) fn make_float(&mut self, node: FloatNode, width: u32, value: u128) -> Option<()> {
        match node {
            FloatNode::Compare { op, format, a, b } => self.make_comparison(op, format, [a, b], value == 1),
            FloatNode::IsNan { format, a } => {
                let one = float::from_int(1, 8, false, format);
                self.make(a, if value == 1 { format.default_nan() } else { one })
            }
            FloatNode::Binary { op, format, a, b } => {
                let (first, moving, other) = self.sides(a, b);
                let inverse = |op: FloatBin, x: u128, y: u128| float::binary(op, format, x, y);
                let wanted = match (op, first) {
                    (FloatBin::Add, _) => inverse(FloatBin::Sub, value, other),
                    (FloatBin::Sub, true) => inverse(FloatBin::Add, value, other),
                    (FloatBin::Sub, false) => inverse(FloatBin::Sub, other, value),
                    (FloatBin::Mul, _) => inverse(FloatBin::Div, value, other),
                    (FloatBin::Div, true) => inverse(FloatBin::Mul, value, other),
                    (FloatBin::Div, false) => inverse(FloatBin::Div, other, value),
                    (FloatBin::Rem, true) => value,
                    (FloatBin::Rem, false) => return None,
                };
                self.make(moving, wanted)
            }
            FloatNode::Sqrt { format, a } => self.make(a, float::binary(FloatBin::Mul, format, value, value)),
            FloatNode::Fma { format, a, b, c } => {
                let [x, y] = [a, b].map(|factor| self.value(factor));
                let product = float::binary(FloatBin::Mul, format, x, y);
                self.make(c, float::binary(FloatBin::Sub, format, value, product))
            }
            FloatNode::Round { a, .. } => self.make(a, value),
            FloatNode::Convert { from, to, a } => self.make(a, float::convert(to, from, value)),
            FloatNode::ToInt { format, signed, a } => self.make(a, float::from_int(value, width, signed, format)),
            FloatNode::FromInt { format, signed, a } => {
                let width = self.dag.width(a);
                self.make(a, float::to_int(format, value, width, signed))
            }
            FloatNode::Call { function, gives: Gives::Value, format, a, b } => {
                let (first, moving, other) = if function.arity() == 1 { (true, a, 0) } else { self.sides(a, b) };
                let double = |value: u128| f64::from_bits(float::convert(format, FloatFormat::Double, value) as u64);
                let inverse = function.inverse(first, double(value), double(other))?;
                let inverse = float::convert(FloatFormat::Double, format, inverse.to_bits() as u128);
                let steps = [0, NUDGE, -NUDGE][self.choose(3) as usize];
                self.make(moving, if steps == 0 { inverse } else { stepped(format, inverse, steps) })
            }
            FloatNode::Call { gives: Gives::Error, .. } => None,
        }
    }

    /// Which of two operands is to change, whether that is the first, and the value of the other.
    fn sides(&mut self, a: ExprId, b: ExprId) -> (bool, ExprId, u128) {
        let first = self.dag.as_const(a).is_none() && (self.dag.as_const(b).is_some() || self.choose(2) == 0);
        let (moving, fixed) = if first { (a, b) } else { (b, a) };
        (first, moving, self.value(fixed))
    }

    fn make_comparison(&mut self, op: FloatCmp, format: FloatFormat, [a, b]: [ExprId; 2], holds: bool) -> Option<()> {
        let (first, moving, other) = self.sides(a, b);
        let wanted = match (op, holds) {
            (FloatCmp::Eq, true) => other,
            (FloatCmp::Eq, false) => match self.choose(2) {
                0 => stepped(format, other, 1),
                _ => float::from_int(1, 8, false, format),
            },
            (FloatCmp::Lt | FloatCmp::Le, _) => {
                let strict = (op == FloatCmp::Lt) == holds;
                let direction = if first == holds { -1 } else { 1 };
                match self.choose(4) {
                    0 => stepped(format, other, direction * strict as i64),
                    // A good deal further: past what rounding on the way takes back.
                    1 => {
                        let one = float::from_int(direction as u128, 128, true, format);
                        float::binary(FloatBin::Add, format, other, one)
                    }
                    2 => 0,
                    _ if direction < 0 => 1 << (format.width() - 1) | (format.infinity() - 1),
                    _ => format.infinity() - 1,
                }
            }
        };
        self.make(moving, wanted)
    }
}
