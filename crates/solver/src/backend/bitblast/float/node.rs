//! Float operations of expressions: what they compute with, and which pattern comes out.
//!
//! Numbers stay in parts from one operation to the next; through a choice, a change of sign and an absolute value too.
//! Calls of `math.h` have no circuit: their bits are free, and [whoever asks](crate::math_calls) says what is known of them.
//! NaNs follow the evaluator: the first NaN operand, made quiet, and the default NaN where an operation has no result.

use super::{Layout, TooManySteps, Unpacked, Word};
use crate::backend::bitblast::encode::{EncodeError, Encoder};
use crate::backend::bitblast::gates::{Bit, Circuit};
use expr::{BinaryOp, Dag, ExprId, FloatBin, FloatCmp, FloatFormat, FloatNode, Node, Rounding};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The parts of numbers met so far.
#[derive(Default)]
pub struct FloatParts {
    parts: FxHashMap<(ExprId, FloatFormat), Parts>,
}

#[derive(Clone)]
struct Parts {
    float: Rc<Unpacked>,
    origin: Origin,
}

/// Where the parts come from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// From the bits, which are there anyway.
    Pattern,
    /// They were computed, and the bits are made of them.
    Computed,
}

impl From<TooManySteps> for EncodeError {
    fn from(_: TooManySteps) -> EncodeError {
        EncodeError::TooLarge
    }
}

impl Encoder {
    /// The bits of a float operation whose operands are encoded.
    pub fn float_node(&mut self, dag: &Dag, e: ExprId, node: FloatNode) -> Result<Word, EncodeError> {
        const NEAREST: Rounding = Rounding::TiesEven;
        let (format, operands, result): (FloatFormat, &[ExprId], Unpacked) = match node {
            FloatNode::Compare { op, format, a, b } => return Ok(vec![self.float_comparison(dag, op, format, a, b)]),
            FloatNode::IsNan { format, a } => return Ok(vec![self.parts(dag, format, a).float.nan]),
            FloatNode::Call { .. } => return Ok((0..dag.width(e)).map(|i| self.circuit.free(e, i as u8)).collect()),
            FloatNode::ToInt { format, signed, a } => {
                let a = self.parts(dag, format, a).float;
                return Ok(self.circuit.float_to_integer(&a, dag.width(e) as usize, signed));
            }
            FloatNode::FromInt { format, signed, a } => {
                let a = self.owned(dag, a);
                let result = self.circuit.float_from_integer(format, NEAREST, signed, &a);
                return Ok(self.float_result(e, format, result, |_, _, number| number));
            }
            FloatNode::Convert { from, to, a } => {
                let (bits, float) = (self.owned(dag, a), self.parts(dag, from, a).float);
                let result = self.circuit.convert_float(from, to, NEAREST, &float);
                return Ok(self.float_result(e, to, result, |circuit, nan, number| {
                    circuit.select(nan, &converted_nan(from, to, &bits), &number)
                }));
            }
            FloatNode::Binary { op, format, a, b } => {
                let [x, y] = [a, b].map(|operand| self.parts(dag, format, operand).float);
                let circuit = &mut self.circuit;
                let result = match op {
                    FloatBin::Add => circuit.add_floats(format, NEAREST, &x, &y),
                    FloatBin::Sub => circuit.add_floats(format, NEAREST, &x, &y.negated()),
                    FloatBin::Mul => circuit.multiply_floats(format, NEAREST, &x, &y),
                    FloatBin::Div => circuit.divide_floats(format, NEAREST, &x, &y),
                    FloatBin::Rem => circuit.float_remainder(format, &x, &y)?,
                };
                (format, &[a, b], result)
            }
            FloatNode::Sqrt { format, a } => {
                let x = self.parts(dag, format, a).float;
                (format, &[a], self.circuit.square_root(format, NEAREST, &x))
            }
            FloatNode::Fma { format, a, b, c } => {
                let [x, y, z] = [a, b, c].map(|operand| self.parts(dag, format, operand).float);
                (format, &[a, b, c], self.circuit.fused_multiply_add(format, NEAREST, [&x, &y, &z]))
            }
            FloatNode::Round { format, mode, a } => {
                let x = self.parts(dag, format, a).float;
                (format, &[a], self.circuit.round_to_integral(format, mode, &x))
            }
        };
        let operands: Vec<(Bit, Word)> = operands
            .iter()
            .map(|&operand| (self.parts(dag, format, operand).float.nan, self.owned(dag, operand)))
            .collect();
        Ok(self.float_result(e, format, result, |circuit, nan, number| {
            let default = Circuit::pattern(format.default_nan(), format.width());
            let settled = circuit.select(nan, &default, &number);
            operands.iter().rev().fold(settled, |otherwise, (nan, bits)| {
                let quiet = circuit.quiet_nan(format, bits);
                circuit.select(*nan, &quiet, &otherwise)
            })
        }))
    }

    /// Keeps the parts of a result, and makes its pattern; `settle` puts in the NaNs.
    fn float_result(
        &mut self,
        e: ExprId,
        format: FloatFormat,
        result: Unpacked,
        settle: impl FnOnce(&mut Circuit, Bit, Word) -> Word,
    ) -> Word {
        let number = self.circuit.pack(format, &result);
        let pattern = settle(&mut self.circuit, result.nan, number);
        let parts = Parts { float: Rc::new(result), origin: Origin::Computed };
        self.floats.parts.insert((e, format), parts);
        pattern
    }

    /// The parts of an encoded expression.
    fn parts(&mut self, dag: &Dag, format: FloatFormat, e: ExprId) -> Parts {
        if let Some(parts) = self.floats.parts.get(&(e, format)) {
            return parts.clone();
        }
        let bits = self.owned(dag, e);
        let parts = Parts { float: Rc::new(self.circuit.unpack(format, &bits)), origin: Origin::Pattern };
        self.floats.parts.insert((e, format), parts.clone());
        parts
    }

    /// Patterns are compared as they are, if both are there; the x87 format has two patterns for some numbers.
    fn float_comparison(&mut self, dag: &Dag, op: FloatCmp, format: FloatFormat, a: ExprId, b: ExprId) -> Bit {
        let [x, y] = [a, b].map(|operand| self.parts(dag, format, operand));
        let computed = x.origin == Origin::Computed || y.origin == Origin::Computed;
        if computed || format == FloatFormat::X87 {
            return self.circuit.compare_floats(op, &x.float, &y.float);
        }
        let (left, right) = (self.owned(dag, a), self.owned(dag, b));
        self.circuit.compare_patterns(op, [&left, &right], [x.float.nan, y.float.nan])
    }

    /// Hands on the parts of a computed number through what moves it without computing. `e` is encoded.
    pub fn follow_float(&mut self, dag: &Dag, e: ExprId) {
        if self.floats.parts.is_empty() {
            return;
        }
        match dag.node(e) {
            Node::Ite { c, t, f } => {
                for format in formats(dag.width(e)) {
                    if self.is_computed(format, t) || self.is_computed(format, f) {
                        let condition = self.owned(dag, c)[0];
                        let [then, otherwise] = [t, f].map(|arm| self.parts(dag, format, arm).float);
                        let float = self.circuit.select_float(condition, &then, &otherwise);
                        self.insert_computed(format, e, float);
                    }
                }
            }
            Node::Binary { op: op @ (BinaryOp::Xor | BinaryOp::And), a, b } => {
                let Some(mask) = dag.as_const(b) else { return };
                let sign = 1u128 << (dag.width(e) - 1);
                for format in formats(dag.width(e)).filter(|&format| self.is_computed(format, a)).collect::<Vec<_>>() {
                    let float = self.parts(dag, format, a).float;
                    match op {
                        BinaryOp::Xor if mask == sign => self.insert_computed(format, e, float.negated()),
                        BinaryOp::And if mask == sign - 1 => self.insert_computed(format, e, float.magnitude()),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn is_computed(&self, format: FloatFormat, e: ExprId) -> bool {
        self.floats.parts.get(&(e, format)).is_some_and(|parts| parts.origin == Origin::Computed)
    }

    fn insert_computed(&mut self, format: FloatFormat, e: ExprId, float: Unpacked) {
        self.floats.parts.insert((e, format), Parts { float: Rc::new(float), origin: Origin::Computed });
    }
}

impl Circuit {
    /// The pattern of a NaN made quiet; one that only the x87 calls none becomes the default NaN.
    fn quiet_nan(&mut self, format: FloatFormat, bits: &[Bit]) -> Word {
        let quiet = with_ones(bits, format.quiet_bits());
        if format != FloatFormat::X87 {
            return quiet;
        }
        let proper = self.every(&bits[format.digits() - 1..bits.len() - 1]);
        self.select(proper, &quiet, &Circuit::pattern(format.default_nan(), format.width()))
    }
}

fn formats(width: u32) -> impl Iterator<Item = FloatFormat> {
    FloatFormat::ALL.into_iter().filter(move |format| format.width() == width)
}

/// The pattern with the bits of a mask set.
fn with_ones(bits: &[Bit], mask: u128) -> Word {
    bits.iter().enumerate().map(|(i, &bit)| if mask >> i & 1 == 1 { Bit::TRUE } else { bit }).collect()
}

/// A NaN in another format: the sign and the upper bits of the payload are kept.
fn converted_nan(from: FloatFormat, to: FloatFormat, bits: &[Bit]) -> Word {
    let payload = &bits[..from.digits() - 1];
    let mut nan: Word = match to.digits().checked_sub(from.digits()) {
        Some(more) => super::padded(payload, more),
        None => payload[from.digits() - to.digits()..].to_vec(),
    };
    nan.resize(to.width() as usize - 1, Bit::FALSE);
    nan.extend(bits.last());
    with_ones(&nan, to.infinity() | to.quiet_bits())
}
