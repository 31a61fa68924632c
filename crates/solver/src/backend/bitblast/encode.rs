//! From expressions to circuits: one arm per kind of node. Those about floats are in [`float`](super::float).

use super::arithmetic::{Word, invert, sign};
use super::float::FloatParts;
use super::gates::{Bit, Circuit};
use super::selection::ShiftKind;
use crate::backend::array_expansion::{self, ByteAlgebra, OffsetBit};
use crate::backend::traversal::{Translation, translate};
use expr::{ArrayId, ArrayNode, BinaryOp, Dag, ExprId, Node, UnaryOp};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::time::Instant;

/// Eight bits, lowest first.
type Byte = [Bit; 8];

/// Gates beyond which a single query is given up: its clauses would not fit a reasonable amount of memory.
const MAX_GATES: usize = 15_000_000;

/// Why an expression could not be encoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EncodeError {
    TooLarge,
    TimeLimit,
    /// More gates than this question may have.
    Allowance,
}

/// The circuit of every expression met so far.
pub struct Encoder {
    pub circuit: Circuit,
    /// Bits of all encoded expressions, one after the other.
    bits: Vec<Bit>,
    /// For each expression one more than where its bits start; 0 when not encoded.
    places: Vec<u32>,
    arrays: FxHashMap<ArrayId, Rc<[Byte]>>,
    /// Quotient and remainder come from the same circuit, and programs tend to ask for both.
    divisions: FxHashMap<(ExprId, ExprId), (Word, Word)>,
    pub(super) floats: FloatParts,
    deadline: Option<Instant>,
    /// The size of the circuit at which the question at hand is given up.
    most_gates: usize,
    until_check: u32,
}

impl Encoder {
    pub fn new() -> Encoder {
        Encoder {
            circuit: Circuit::new(),
            bits: Vec::new(),
            places: Vec::new(),
            arrays: FxHashMap::default(),
            divisions: FxHashMap::default(),
            floats: FloatParts::default(),
            deadline: None,
            most_gates: usize::MAX,
            until_check: 0,
        }
    }

    /// The constraints to come may together make so many gates.
    pub fn allow(&mut self, gates: Option<u64>) {
        let gates = gates.and_then(|gates| usize::try_from(gates).ok());
        self.most_gates = gates.map_or(usize::MAX, |gates| self.circuit.len().saturating_add(gates));
    }

    /// The single bit of a constraint.
    pub fn constraint(&mut self, dag: &Dag, e: ExprId, deadline: Instant) -> Result<Bit, EncodeError> {
        self.deadline = Some(deadline);
        Ok(self.encoded(dag, e)?[0])
    }

    /// The bits of any expression.
    pub fn encoded(&mut self, dag: &Dag, e: ExprId) -> Result<&[Bit], EncodeError> {
        if self.places.len() < dag.len() {
            self.places.resize(dag.len(), 0);
        }
        translate(self, dag, e)?;
        Ok(self.word(dag, e))
    }

    fn word(&self, dag: &Dag, e: ExprId) -> &[Bit] {
        let start = self.places[e.index()] as usize - 1;
        &self.bits[start..start + dag.width(e) as usize]
    }

    pub(super) fn owned(&self, dag: &Dag, e: ExprId) -> Word {
        self.word(dag, e).to_vec()
    }

    fn record(&mut self, e: ExprId, word: &[Bit]) {
        self.places[e.index()] = self.bits.len() as u32 + 1;
        self.bits.extend_from_slice(word);
    }

    fn check_limits(&mut self) -> Result<(), EncodeError> {
        if self.circuit.len() > MAX_GATES {
            return Err(EncodeError::TooLarge);
        }
        if self.circuit.len() > self.most_gates {
            return Err(EncodeError::Allowance);
        }
        // Reading the clock costs more than encoding a small node.
        self.until_check = self.until_check.wrapping_add(1);
        if self.until_check.is_multiple_of(64) && self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Err(EncodeError::TimeLimit);
        }
        Ok(())
    }

    fn binary(&mut self, dag: &Dag, op: BinaryOp, a: ExprId, b: ExprId) -> Word {
        let (x, y) = (self.owned(dag, a), self.owned(dag, b));
        let circuit = &mut self.circuit;
        match op {
            BinaryOp::And => x.iter().zip(&y).map(|(&x, &y)| circuit.and(x, y)).collect(),
            BinaryOp::Or => x.iter().zip(&y).map(|(&x, &y)| circuit.or(x, y)).collect(),
            BinaryOp::Xor => x.iter().zip(&y).map(|(&x, &y)| circuit.xor(x, y)).collect(),
            BinaryOp::Add => circuit.add(&x, &y, Bit::FALSE),
            BinaryOp::Sub => circuit.sub(&x, &y),
            BinaryOp::Mul => circuit.mul(&x, &y),
            BinaryOp::UDiv => self.division(a, b, &x, &y).0.clone(),
            BinaryOp::URem => self.division(a, b, &x, &y).1.clone(),
            BinaryOp::SDiv => circuit.signed_quotient(&x, &y),
            BinaryOp::SRem => circuit.signed_remainder(&x, &y),
            BinaryOp::Shl => circuit.shift(ShiftKind::Left, &x, &y),
            BinaryOp::LShr => circuit.shift(ShiftKind::RightLogical, &x, &y),
            BinaryOp::AShr => circuit.shift(ShiftKind::RightArithmetic, &x, &y),
            BinaryOp::Eq => vec![circuit.equal_words(&x, &y)],
            BinaryOp::Ult => vec![circuit.unsigned_less(&x, &y)],
            BinaryOp::Slt => vec![circuit.signed_less(&x, &y)],
        }
    }

    fn division(&mut self, a: ExprId, b: ExprId, x: &[Bit], y: &[Bit]) -> &(Word, Word) {
        let circuit = &mut self.circuit;
        self.divisions.entry((a, b)).or_insert_with(|| circuit.divide(x, y))
    }

    fn expanded(&self, array: ArrayId) -> Rc<[Byte]> {
        self.arrays.get(&array).cloned().unwrap_or_else(|| Rc::from([]))
    }

    fn bytes_of(&self, dag: &Dag, e: ExprId) -> Vec<Byte> {
        self.word(dag, e).as_chunks().0.to_vec()
    }
}

impl Translation for Encoder {
    type Error = EncodeError;

    fn is_translated(&self, e: ExprId) -> bool {
        self.places[e.index()] != 0
    }

    fn is_expanded(&self, array: ArrayId) -> bool {
        self.arrays.contains_key(&array)
    }

    fn translate_node(&mut self, dag: &Dag, e: ExprId) -> Result<(), EncodeError> {
        self.check_limits()?;
        let width = dag.width(e) as usize;
        let word = match dag.node(e) {
            Node::Const(value) => (0..width).map(|i| Bit::constant(value >> i & 1 == 1)).collect(),
            Node::Var(v) => (0..width).map(|i| self.circuit.input(v, i as u8)).collect(),
            Node::Unary { op: UnaryOp::Not, a } => invert(self.word(dag, a)),
            Node::Unary { op: UnaryOp::Neg, a } => {
                let a = self.owned(dag, a);
                self.circuit.negate(&a)
            }
            Node::Binary { op, a, b } => self.binary(dag, op, a, b),
            Node::ZExt { a } => extended(self.word(dag, a), width, Bit::FALSE),
            Node::SExt { a } => extended(self.word(dag, a), width, sign(self.word(dag, a))),
            Node::Extract { a, lo } => self.word(dag, a)[lo as usize..lo as usize + width].to_vec(),
            Node::Concat { hi, lo } => {
                let mut word = self.owned(dag, lo);
                word.extend_from_slice(self.word(dag, hi));
                word
            }
            Node::Ite { c, t, f } => {
                let (c, t, f) = (self.word(dag, c)[0], self.owned(dag, t), self.owned(dag, f));
                self.circuit.select(c, &t, &f)
            }
            Node::Read { array, offset, bytes } => {
                let contents = self.expanded(array);
                array_expansion::read(self, dag, &contents, offset, bytes as usize).concat()
            }
            Node::Float(node) => self.float_node(dag, e, node)?,
        };
        self.record(e, &word);
        self.follow_float(dag, e);
        Ok(())
    }

    fn expand_array(&mut self, dag: &Dag, array: ArrayId) -> Result<(), EncodeError> {
        self.check_limits()?;
        let contents: Rc<[Byte]> = match dag.array_node(array) {
            ArrayNode::Base(bytes) => bytes.iter().flat_map(|&byte| self.bytes_of(dag, byte)).collect(),
            ArrayNode::Write { array, offset, value } => {
                let before = self.expanded(array);
                let value = self.bytes_of(dag, value);
                array_expansion::write(self, dag, &before, offset, &value).into()
            }
        };
        self.arrays.insert(array, contents);
        Ok(())
    }
}

fn extended(word: &[Bit], width: usize, fill: Bit) -> Word {
    let mut word = word.to_vec();
    word.resize(width, fill);
    word
}

impl ByteAlgebra for Encoder {
    type Bit = Bit;
    type Byte = Byte;

    fn zero(&mut self) -> Byte {
        [Bit::FALSE; 8]
    }

    fn choose(&mut self, &condition: &Bit, then: &Byte, otherwise: &Byte) -> Byte {
        std::array::from_fn(|i| self.circuit.mux(condition, then[i], otherwise[i]))
    }

    fn offset_bit(&mut self, dag: &Dag, offset: ExprId, index: u32) -> OffsetBit<Bit> {
        let bit = self.word(dag, offset).get(index as usize).copied().unwrap_or(Bit::FALSE);
        match bit.as_constant() {
            Some(value) => OffsetBit::Known(value),
            None => OffsetBit::Unknown(bit),
        }
    }

    fn offset_is(&mut self, dag: &Dag, offset: ExprId, value: u64) -> Option<Bit> {
        let word = self.owned(dag, offset);
        Some(self.circuit.equals_constant(&word, value)).filter(|&bit| bit != Bit::FALSE)
    }

    fn offset_below(&mut self, dag: &Dag, offset: ExprId, bound: u64) -> Bit {
        let word = self.owned(dag, offset);
        let bound: Word = (0..word.len()).map(|i| Bit::constant(i < 64 && bound >> i & 1 == 1)).collect();
        self.circuit.unsigned_less(&word, &bound)
    }
}
