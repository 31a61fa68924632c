//! Finite byte arrays as SMT-LIB arrays from 64-bit offsets to bytes.
//!
//! A listed array is declared and each of its bytes asserted; a write is a chain of `store`s. Bytes beyond the end are
//! never looked at and never written: such accesses are guarded unless the range of the offset rules them out.

use super::{Pending, Script, constant};
use crate::array_store::ArrayNode;
use crate::dag::Dag;
use crate::ids::{ArrayId, ExprId};

const SORT: &str = "(Array (_ BitVec 64) (_ BitVec 8))";

impl Script<'_> {
    pub(super) fn push_undefined_array_parts(&self, a: ArrayId, stack: &mut Vec<Pending>) {
        let undefined = |e: &ExprId| !self.exprs.contains(e);
        match self.dag.array_node(a) {
            ArrayNode::Base(bytes) => {
                stack.extend(bytes.iter().copied().filter(undefined).map(Pending::Expr));
            }
            ArrayNode::Write { array, offset, value } => {
                stack.extend([offset, value].into_iter().filter(undefined).map(Pending::Expr));
                if !self.arrays.contains(&array) {
                    stack.push(Pending::Array(array));
                }
            }
        }
    }

    pub(super) fn define_array(&mut self, a: ArrayId) {
        let dag = self.dag;
        match dag.array_node(a) {
            ArrayNode::Base(bytes) => {
                self.line(format_args!("(declare-const a{} {SORT})", a.0));
                for (index, &byte) in bytes.iter().enumerate() {
                    let (index, byte) = (constant(index as u128, 64), self.name(byte));
                    self.line(format_args!("(assert (= (select a{} {index}) {byte}))", a.0));
                }
            }
            ArrayNode::Write { array, offset, value } => {
                let (len, value_name) = (dag.array_len(a), self.name(value));
                let mut term = format!("a{}", array.0);
                for i in 0..dag.width(value) / 8 {
                    let Some((index, guard)) = self.place(offset, i, len) else { break };
                    let (hi, lo) = (8 * i + 7, 8 * i);
                    let stored = format!("(store {term} {index} ((_ extract {hi} {lo}) {value_name}))");
                    // Each step has its own name, so that the term before it is not written twice.
                    let step = format!("a{}_{i}", a.0);
                    let guarded = match guard {
                        Some(inside) => format!("(ite {inside} {stored} {term})"),
                        None => stored,
                    };
                    self.line(format_args!("(define-fun {step} () {SORT} {guarded})"));
                    term = step;
                }
                self.line(format_args!("(define-fun a{} () {SORT} {term})", a.0));
            }
        }
    }

    pub(super) fn read_term(&self, array: ArrayId, offset: ExprId, bytes: u32) -> String {
        let len = self.dag.array_len(array);
        let byte = |i| match self.place(offset, i, len) {
            None => constant(0, 8),
            Some((index, None)) => format!("(select a{} {index})", array.0),
            Some((index, Some(inside))) => format!("(ite {inside} (select a{} {index}) #x00)", array.0),
        };
        if bytes == 1 {
            return byte(0);
        }
        let parts: Vec<String> = (0..bytes).rev().map(byte).collect();
        // Left-associative nesting of two operands each: not every solver takes more.
        let mut parts = parts.into_iter();
        let first = parts.next().unwrap_or_default();
        parts.fold(first, |upper, lower| format!("(concat {upper} {lower})"))
    }

    /// The index of byte `i` of an access, with the condition for it to be inside the array unless that is certain;
    /// `None` if it never is.
    fn place(&self, offset: ExprId, i: u32, len: u64) -> Option<(String, Option<String>)> {
        // The offset must be below this, which also excludes that the index wraps around.
        let limit = len.checked_sub(i as u64).filter(|&limit| limit > 0)?;
        let range = self.dag.range(offset);
        if range.lo >= limit as u128 {
            return None;
        }
        let name = self.name(offset);
        let guard = (range.hi >= limit as u128).then(|| format!("(bvult {name} {})", constant(limit as u128, 64)));
        Some((index_term(self.dag, offset, &name, i), guard))
    }
}

fn index_term(dag: &Dag, offset: ExprId, name: &str, i: u32) -> String {
    match dag.as_const(offset) {
        Some(start) => constant(start + i as u128, 64),
        None if i == 0 => name.to_string(),
        None => format!("(bvadd {name} {})", constant(i as u128, 64)),
    }
}
