//! Constructors of expressions and the rules they simplify with, one family a file.
//!
//! Every rule has a name, is counted, and keeps the value: `tests/simplification/` compares what the constructors
//! build with an independent evaluator, and checks that each rule is used. Normal forms a reader can rely on:
//!
//! - the constant of a commutative operation is on the right, other operands in order of id;
//! - sums have their constant outermost, and `a - c` is `a + (-c)`;
//! - multiplication by a power of two is a left shift; right shifts by constants and masks of low bits are extensions of
//!   an extract;
//! - only `Eq`, `Ult` and `Slt` exist; the other comparisons are negations of them with swapped operands, and a constant
//!   is on the right of all three;
//! - exclusive-or of two truth values is the negation of their equality; a conditional between truth values with a
//!   constant arm is a conjunction or disjunction;
//! - `Concat` nests to the right, and pieces taken from a value and put together again are that value.
//!
//! Rules that go on in an operand of an operand count how deep they are nested and stop at a limit, so a long chain of
//! operations costs neither stack nor time. Beyond the limit an expression keeps its value but not its normal form.

mod arithmetic;
mod arrays;
mod bitwise;
mod compare;
mod division;
mod equality;
mod extract_concat;
mod floats;
mod ite;
mod narrow;
mod rule;
mod shift;

pub use rule::Rule;
pub(crate) use rule::RuleCounts;

use crate::concrete::wide;
use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::{BinaryOp, Node, UnaryOp};

/// How deep rewrites that rebuild operands may nest.
const MAX_DEPTH: u32 = 24;

/// The same for rewrites that go on in more than one operand, whose cost grows exponentially with the depth.
const MAX_BRANCHING_DEPTH: u32 = 4;

impl Dag {
    /// How often each rule was used.
    pub fn rule_counts(&self) -> impl Iterator<Item = (Rule, u64)> + '_ {
        Rule::ALL.iter().map(|&rule| (rule, self.rules.get(rule)))
    }

    #[inline(always)]
    fn used(&mut self, rule: Rule) {
        self.rules.add(rule);
    }

    /// Runs a rewrite that goes on in an operand, unless too many are already in progress.
    #[inline]
    fn nested(&mut self, rewrite: impl FnOnce(&mut Dag) -> Option<ExprId>) -> Option<ExprId> {
        self.nested_up_to(MAX_DEPTH, rewrite)
    }

    #[inline]
    fn nested_up_to(&mut self, limit: u32, rewrite: impl FnOnce(&mut Dag) -> Option<ExprId>) -> Option<ExprId> {
        if self.depth >= limit {
            return None;
        }
        self.depth += 1;
        let result = rewrite(self);
        self.depth -= 1;
        result
    }

    /// Operands of a commutative operation in their normal order: a constant last, otherwise by id.
    #[inline]
    fn ordered(&self, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
        match (self.as_const(a).is_some(), self.as_const(b).is_some()) {
            (true, false) => (b, a),
            (false, true) => (a, b),
            _ => (a.min(b), a.max(b)),
        }
    }

    /// The value, when both operands are constants.
    #[inline]
    fn folded(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> Option<ExprId> {
        let (x, y) = (self.as_const(a)?, self.as_const(b)?);
        let width = self.width(a);
        self.used(Rule::FoldConstants);
        Some(self.constant(wide::binary(op, x, y, width), if op.is_comparison() { 1 } else { width }))
    }

    fn binary_node(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let width = if op.is_comparison() { 1 } else { self.width(a) };
        self.intern(Node::Binary { op, a, b }, width)
    }

    #[inline(always)]
    fn assert_same_width(&self, a: ExprId, b: ExprId) {
        assert_eq!(self.width(a), self.width(b), "operands of different widths");
    }

    fn zero(&mut self, width: u32) -> ExprId {
        self.constant(0, width)
    }

    fn all_ones(&mut self, width: u32) -> ExprId {
        self.constant(u128::MAX, width)
    }
}

/// What an expression looks like, one level deep.
impl Dag {
    #[inline]
    fn as_binary(&self, op: BinaryOp, e: ExprId) -> Option<(ExprId, ExprId)> {
        match self.node(e) {
            Node::Binary { op: found, a, b } if found == op => Some((a, b)),
            _ => None,
        }
    }

    /// A binary operation whose right operand is a constant.
    #[inline]
    fn as_binary_const(&self, op: BinaryOp, e: ExprId) -> Option<(ExprId, u128)> {
        let (a, b) = self.as_binary(op, e)?;
        Some((a, self.as_const(b)?))
    }

    #[inline]
    fn as_not(&self, e: ExprId) -> Option<ExprId> {
        match self.node(e) {
            Node::Unary { op: UnaryOp::Not, a } => Some(a),
            _ => None,
        }
    }

    #[inline]
    fn as_zext(&self, e: ExprId) -> Option<ExprId> {
        match self.node(e) {
            Node::ZExt { a } => Some(a),
            _ => None,
        }
    }

    #[inline]
    fn as_sext(&self, e: ExprId) -> Option<ExprId> {
        match self.node(e) {
            Node::SExt { a } => Some(a),
            _ => None,
        }
    }

    /// A conditional between two constants.
    #[inline]
    fn as_const_ite(&self, e: ExprId) -> Option<(ExprId, u128, u128)> {
        match self.node(e) {
            Node::Ite { c, t, f } => Some((c, self.as_const(t)?, self.as_const(f)?)),
            _ => None,
        }
    }

    /// Moves an operation into a conditional between two constants, where it can be computed.
    #[inline]
    fn moved_into_const_ite(&mut self, e: ExprId, width: u32, operation: impl Fn(u128) -> u128) -> Option<ExprId> {
        let (c, t, f) = self.as_const_ite(e)?;
        self.used(Rule::IntoConstIte);
        let t = self.constant(operation(t), width);
        let f = self.constant(operation(f), width);
        Some(self.ite(c, t, f))
    }
}
