//! Products and quotients of extended operands, in as few bits as they need.
//!
//! C computes on `char` and `short` in 32 bits. Multipliers and dividers grow with the square of their width, so a
//! query on small operands is decided in a fraction of the time in the width they really have.

use super::Rule;
use crate::concrete::wide;
use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::{BinaryOp, Node};

impl Dag {
    /// The operation in the width its result can need, extended; `None` if that is no less than what it has.
    pub(super) fn in_fewer_bits(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        let width = self.width(a);
        let (for_a, for_b) = (self.signed_bits(a), self.signed_bits(b));
        let needed = match op {
            BinaryOp::Mul => for_a + for_b,
            // The smallest number by -1 needs one more; by zero the quotient is 1 or -1.
            BinaryOp::SDiv => for_a.max(for_b) + 1,
            BinaryOp::SRem => for_a.max(for_b),
            _ => return None,
        };
        if needed >= width {
            return None;
        }
        self.used(Rule::NarrowProductOrQuotient);
        let (x, y) = (self.extract(a, 0, needed), self.extract(b, 0, needed));
        let result = self.binary(op, x, y);
        Some(self.sext(result, width))
    }

    /// How many low bits, sign-extended, give the expression.
    fn signed_bits(&self, e: ExprId) -> u32 {
        let width = self.width(e);
        match self.node(e) {
            Node::SExt { a } => self.width(a),
            Node::ZExt { a } => (self.width(a) + 1).min(width),
            Node::Const(value) => {
                let value = wide::signed(value, width);
                // As many bits as differ from the sign, and the sign.
                let magnitude = if value < 0 { !value } else { value };
                (129 - magnitude.leading_zeros()).min(width)
            }
            _ => width,
        }
    }
}
