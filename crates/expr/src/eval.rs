//! The value of an expression under a model.
//!
//! Values are remembered in a vector with one entry for each node, valid while the model's id stays the same; a new
//! model makes all of them stale at once. No recursion: chains may be as long as memory allows.
//!
//! Instead of a model, values of variables can be given one by one, without a map between: what was evaluated stays valid
//! then, because only values that nobody has asked for are added.

use crate::array_store::ArrayNode;
use crate::concrete::{self, wide};
use crate::dag::Dag;
use crate::ids::{ArrayId, ExprId};
use crate::model::{DefaultValue, Model};
use crate::node::{Node, Operands, UnaryOp};

/// The number of no model.
const NO_MODEL: u64 = 0;

/// Evaluates expressions of one DAG. Use one evaluator for each DAG.
#[derive(Default)]
pub struct Evaluator {
    values: Vec<u128>,
    /// `values[i]` is valid if `stamps[i]` is the current stamp.
    stamps: Vec<u32>,
    stamp: u32,
    model: u64,
    /// Nodes whose operands are being evaluated.
    stack: Vec<ExprId>,
    evaluated: u64,
}

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// The value, zero-extended.
    pub fn value(&mut self, dag: &Dag, e: ExprId, model: &Model) -> u128 {
        if let Some(value) = dag.as_const(e) {
            return value;
        }
        self.prepare(dag, model);
        self.evaluate(dag, e, model)
    }

    /// Forgets all values. Those of variables are given from now on, until something is evaluated under a model.
    pub fn start_given(&mut self) {
        self.start(NO_MODEL);
    }

    /// Gives a variable its value, cut to its width. What it is part of must not have been evaluated.
    #[inline]
    pub fn give(&mut self, dag: &Dag, variable: ExprId, value: u64) {
        debug_assert!(self.model == NO_MODEL && matches!(dag.node(variable), Node::Var(_)));
        self.reserve(dag);
        self.values[variable.index()] = concrete::truncate(value, dag.width(variable)).into();
        self.stamps[variable.index()] = self.stamp;
    }

    /// The value a variable was given.
    #[inline]
    pub fn given(&self, variable: ExprId) -> Option<u64> {
        debug_assert_eq!(self.model, NO_MODEL);
        (self.stamps.get(variable.index()) == Some(&self.stamp)).then(|| self.values[variable.index()] as u64)
    }

    /// Whether a 1-bit expression, all of whose variables were given values, is true.
    pub fn given_holds(&mut self, dag: &Dag, e: ExprId) -> bool {
        debug_assert!(self.model == NO_MODEL && dag.width(e) == 1);
        debug_assert!(dag.vars(e).iter().all(|&v| self.given(dag.var_expr(v)).is_some()));
        if let Some(value) = dag.as_const(e) {
            return value == 1;
        }
        self.reserve(dag);
        self.evaluate(dag, e, &Model::new(DefaultValue::Zero)) == 1
    }

    fn evaluate(&mut self, dag: &Dag, e: ExprId, model: &Model) -> u128 {
        if let Some(value) = self.known(e) {
            return value;
        }
        self.stack.clear();
        self.stack.push(e);
        while let Some(&top) = self.stack.last() {
            if self.known(top).is_some() {
                self.stack.pop();
                continue;
            }
            let waiting = self.stack.len();
            if let Some(value) = self.compute(dag, top, model) {
                debug_assert_eq!(waiting, self.stack.len());
                debug_assert_eq!(value, wide::truncate(value, dag.width(top)));
                self.values[top.index()] = value;
                self.stamps[top.index()] = self.stamp;
                self.evaluated += 1;
                self.stack.pop();
            }
        }
        self.values[e.index()]
    }

    /// Nodes evaluated so far: work that is the same on every machine and run.
    pub fn evaluated(&self) -> u64 {
        self.evaluated
    }

    /// Whether a 1-bit expression is true.
    pub fn holds(&mut self, dag: &Dag, e: ExprId, model: &Model) -> bool {
        debug_assert_eq!(dag.width(e), 1);
        self.value(dag, e, model) == 1
    }

    fn prepare(&mut self, dag: &Dag, model: &Model) {
        if self.model != model.id() {
            self.start(model.id());
        }
        self.reserve(dag);
    }

    /// Makes all values stale.
    fn start(&mut self, model: u64) {
        self.model = model;
        self.stamp = match self.stamp.checked_add(1) {
            Some(next) => next,
            None => {
                self.stamps.fill(0);
                1
            }
        };
    }

    /// Makes room for all nodes there are.
    #[inline]
    fn reserve(&mut self, dag: &Dag) {
        if self.values.len() < dag.len() {
            self.values.resize(dag.len(), 0);
            self.stamps.resize(dag.len(), 0);
        }
    }

    #[inline]
    fn known(&self, e: ExprId) -> Option<u128> {
        (self.stamps[e.index()] == self.stamp).then(|| self.values[e.index()])
    }

    /// The value if it is known; otherwise it is put on the stack to be computed.
    #[inline]
    fn want(&mut self, dag: &Dag, e: ExprId) -> Option<u128> {
        let value = self.known(e).or_else(|| dag.as_const(e));
        if value.is_none() {
            self.stack.push(e);
        }
        value
    }

    /// Both values; what is missing is put on the stack.
    #[inline]
    fn want_both(&mut self, dag: &Dag, a: ExprId, b: ExprId) -> Option<(u128, u128)> {
        let (a, b) = (self.want(dag, a), self.want(dag, b));
        Some((a?, b?))
    }

    /// All values, in order; what is missing is put on the stack.
    fn want_all(&mut self, dag: &Dag, operands: Operands) -> Option<[u128; 3]> {
        let mut values = [Some(0); 3];
        for (value, operand) in values.iter_mut().zip(operands) {
            *value = self.want(dag, operand);
        }
        let [x, y, z] = values;
        Some([x?, y?, z?])
    }

    /// The node's value, or `None` after putting at least one missing operand on the stack.
    fn compute(&mut self, dag: &Dag, e: ExprId, model: &Model) -> Option<u128> {
        let width = dag.width(e);
        Some(match dag.node(e) {
            Node::Const(value) => value,
            Node::Var(v) => model.get(v, width) as u128,
            Node::Unary { op: UnaryOp::Not, a } => wide::not(self.want(dag, a)?, width),
            Node::Unary { op: UnaryOp::Neg, a } => wide::neg(self.want(dag, a)?, width),
            Node::Binary { op, a, b } => {
                let (x, y) = self.want_both(dag, a, b)?;
                let width = dag.width(a);
                if width <= 64 {
                    concrete::binary(op, x as u64, y as u64, width) as u128
                } else {
                    wide::binary(op, x, y, width)
                }
            }
            Node::ZExt { a } => self.want(dag, a)?,
            Node::SExt { a } => wide::sext(self.want(dag, a)?, dag.width(a), width),
            Node::Extract { a, lo } => wide::extract(self.want(dag, a)?, lo, width),
            Node::Concat { hi, lo } => {
                let (x, y) = self.want_both(dag, hi, lo)?;
                x << dag.width(lo) | y
            }
            // Only the arm that is taken is evaluated.
            Node::Ite { c, t, f } => {
                let arm = if self.want(dag, c)? == 1 { t } else { f };
                self.want(dag, arm)?
            }
            Node::Read { array, offset, bytes } => {
                let offset = self.want(dag, offset)?;
                self.read(dag, array, offset as u64, bytes)?
            }
            Node::Float(float) => {
                let values = self.want_all(dag, float.operands())?;
                float.value(dag, width, values)
            }
        })
    }

    /// Reads bytes from an array, newest write first; only what the read needs is evaluated.
    fn read(&mut self, dag: &Dag, mut array: ArrayId, offset: u64, bytes: u32) -> Option<u128> {
        let mut result = 0u128;
        // Bytes beyond the end are 0, whatever was written there.
        let inside = dag.array_len(array).saturating_sub(offset).min(bytes as u64);
        // One bit for each byte that no write so far has covered.
        let mut open = (1u32 << inside) - 1;
        while open != 0 {
            match dag.array_node(array) {
                ArrayNode::Write { array: below, offset: at, value } => {
                    let Some(at) = self.want(dag, at) else {
                        self.want_write_offsets(dag, below);
                        return None;
                    };
                    let covered = open & overlap(offset, bytes, at as u64, dag.width(value) / 8);
                    if covered != 0 {
                        let value = self.want(dag, value)?;
                        for i in set_bits(covered) {
                            let source = offset.wrapping_add(i as u64).wrapping_sub(at as u64) as u32;
                            result |= wide::extract(value, 8 * source, 8) << (8 * i);
                        }
                        open &= !covered;
                    }
                    array = below;
                }
                ArrayNode::Base(contents) => {
                    let mut missing = false;
                    for i in set_bits(open) {
                        let byte = offset.checked_add(i as u64).and_then(|index| contents.get(index as usize));
                        if let Some(&byte) = byte {
                            match self.want(dag, byte) {
                                Some(value) => result |= value << (8 * i),
                                None => missing = true,
                            }
                        }
                    }
                    return if missing { None } else { Some(result) };
                }
            }
        }
        Some(result)
    }

    /// Asks for the offsets of all writes at once, so that a long chain is not walked again for each of them.
    fn want_write_offsets(&mut self, dag: &Dag, mut array: ArrayId) {
        while let ArrayNode::Write { array: below, offset, .. } = dag.array_node(array) {
            self.want(dag, offset);
            array = below;
        }
    }
}

/// Which of the `bytes` bytes from `offset` on (as bits) lie in the `len` bytes from `at` on. Offsets do not wrap
/// around: a byte past 2^64 is outside of every array.
fn overlap(offset: u64, bytes: u32, at: u64, len: u32) -> u32 {
    let mut covered = 0;
    for i in 0..bytes {
        if let Some(index) = offset.checked_add(i as u64)
            && index >= at
            && index - at < len as u64
        {
            covered |= 1 << i;
        }
    }
    covered
}

fn set_bits(bits: u32) -> impl Iterator<Item = u32> {
    (0..32).filter(move |i| bits >> i & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_given_count_until_others_are() {
        let mut dag = Dag::new();
        let mut evaluator = Evaluator::new();
        let (x, y) = (dag.variable("x", 0, 0, 8), dag.variable("y", 0, 0, 8));
        evaluator.start_given();
        evaluator.give(&dag, x, 0x1fe);
        assert_eq!((evaluator.given(x), evaluator.given(y)), (Some(0xfe), None), "cut to its width");
        // Made after the values were given.
        let (one, sum) = (dag.constant(1, 8), dag.add(x, y));
        let (above, wraps) = (dag.ult(one, x), dag.ult(sum, x));
        assert!(evaluator.given_holds(&dag, above));
        evaluator.give(&dag, y, 3);
        assert!(evaluator.given_holds(&dag, wraps) && evaluator.given_holds(&dag, above));

        let mut model = Model::new(DefaultValue::Zero);
        model.set(dag.vars(x)[0], 7);
        assert_eq!(evaluator.value(&dag, sum, &model), 7, "a model's values are its own");
        evaluator.start_given();
        assert_eq!(evaluator.given(x), None, "forgotten");
        evaluator.give(&dag, x, 0);
        assert!(!evaluator.given_holds(&dag, above));
    }
}
