//! Constructors of expressions and the rules they simplify with, one family a file.
//!
//! Every rule has a name, is counted, and keeps the value: `tests/simplification.rs` compares what the constructors
//! build with an independent evaluator, and checks that each rule is used. Normal forms a reader can rely on:
//!
//! - the constant of a commutative operation is on the right, other operands in order of id;
//! - `a - c` is `a + (-c)`; a left shift by a constant is a multiplication by a power of two only if it was built so:
//!   multiplication by a power of two becomes the shift;
//! - only `Eq`, `Ult` and `Slt` exist, the other comparisons are negations of them with swapped operands;
//! - exclusive-or of two truth values is the negation of their equality;
//! - bytes taken from a value and put together again are that value.
//!
//! Rules that rebuild something below them count how deep they are nested and stop at a limit, so a long chain of
//! conditionals costs neither stack nor time.

mod arithmetic;
mod arrays;
mod bitwise;
mod compare;
mod division;
mod extract_concat;
mod floats;
mod ite;
mod rule;
mod shift;

pub use rule::Rule;
pub(crate) use rule::RuleCounts;

use crate::concrete::wide;
use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::{BinaryOp, Node};

/// How deep rewrites that rebuild operands may nest.
const MAX_DEPTH: u32 = 24;

impl Dag {
    /// How often each rule was used.
    pub fn rule_counts(&self) -> impl Iterator<Item = (Rule, u64)> + '_ {
        Rule::ALL.iter().map(|&rule| (rule, self.rules.get(rule)))
    }

    #[inline(always)]
    fn used(&mut self, rule: Rule) {
        self.rules.add(rule);
    }

    /// Runs a rewrite that builds new operands, unless too many are already in progress.
    #[inline]
    fn nested(&mut self, rewrite: impl FnOnce(&mut Dag) -> Option<ExprId>) -> Option<ExprId> {
        if self.depth >= MAX_DEPTH {
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

    fn assert_same_width(&self, a: ExprId, b: ExprId) {
        assert_eq!(self.width(a), self.width(b), "operands of different widths");
    }
}
