//! From our expressions to Z3's: one arm per kind of node.
//!
//! A 1-bit expression becomes a Z3 Boolean and turns into a bit-vector only where it is used as one, because Z3 reasons
//! much better about formulas than about vectors of width 1. Arrays are expanded to choices between bytes.

use super::ffi::{self, Ast};
use super::terms::Terms;
use crate::backend::array_expansion::{self, ByteAlgebra, OffsetBit};
use crate::backend::traversal::{Translation, translate};
use expr::{ArrayId, ArrayNode, BinaryOp, Dag, ExprId, Node, UnaryOp, VarId};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::ffi::c_int;
use std::rc::Rc;
use std::time::Instant;

/// Why an expression could not be translated.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TranslateError {
    TimeLimit,
    /// Z3's own message.
    Z3(String),
}

/// A Z3 context with the translation of every expression met so far.
pub struct Context {
    terms: Terms,
    translated: FxHashMap<ExprId, Translated>,
    arrays: FxHashMap<ArrayId, Expanded>,
    goal_names: RefCell<Vec<Ast>>,
    deadline: Option<Instant>,
}

#[derive(Clone, Copy)]
struct Translated {
    ast: Ast,
    /// Whether a float operation is in it.
    floats: bool,
}

#[derive(Clone)]
struct Expanded {
    bytes: Rc<[Ast]>,
    floats: bool,
}

impl Context {
    pub fn new() -> Context {
        Context {
            terms: Terms::new(),
            translated: FxHashMap::default(),
            arrays: FxHashMap::default(),
            goal_names: RefCell::default(),
            deadline: None,
        }
    }

    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Number of expressions translated so far.
    pub fn translated(&self) -> usize {
        self.translated.len()
    }

    /// The constraint as a Z3 Boolean.
    pub fn constraint(&mut self, dag: &Dag, e: ExprId, deadline: Instant) -> Result<Ast, TranslateError> {
        self.deadline = Some(deadline);
        translate(self, dag, e)?;
        Ok(self.ast(e))
    }

    pub fn has_floats(&self, e: ExprId) -> bool {
        self.translated[&e].floats
    }

    /// The bit-vector of a variable, if it occurred.
    pub fn translated_variable(&self, dag: &Dag, v: VarId) -> Option<Ast> {
        let e = dag.var_expr(v);
        self.translated.contains_key(&e).then(|| self.vector(dag, e))
    }

    /// A Boolean constant for the goal at a position, the same one in every query.
    pub fn name_of_goal(&self, position: usize) -> Ast {
        let mut names = self.goal_names.borrow_mut();
        while names.len() <= position {
            let number = 2 * names.len() as c_int + 1;
            names.push(self.terms.named(number, self.terms.make0(ffi::Z3_mk_bool_sort)));
        }
        names[position]
    }

    /// Turns Z3's recorded error, if any, into ours.
    pub fn error(&self) -> Result<(), TranslateError> {
        self.terms.error().map_err(TranslateError::Z3)
    }

    /// The translation of an expression: a Boolean when it is 1 bit wide.
    pub fn ast(&self, e: ExprId) -> Ast {
        self.translated[&e].ast
    }

    /// The translation as a bit-vector.
    pub fn vector(&self, dag: &Dag, e: ExprId) -> Ast {
        let ast = self.ast(e);
        if dag.width(e) != 1 {
            return ast;
        }
        self.terms.ite(ast, self.terms.numeral(1, 1), self.terms.numeral(0, 1))
    }

    fn binary(&self, dag: &Dag, op: BinaryOp, a: ExprId, b: ExprId) -> Ast {
        let terms = &self.terms;
        let booleans = dag.width(a) == 1;
        let constructor = match op {
            BinaryOp::And if booleans => return terms.and(self.ast(a), self.ast(b)),
            BinaryOp::Or if booleans => return terms.or(self.ast(a), self.ast(b)),
            BinaryOp::Xor if booleans => return terms.make2(ffi::Z3_mk_xor, self.ast(a), self.ast(b)),
            BinaryOp::Eq => return terms.eq(self.ast(a), self.ast(b)),
            BinaryOp::Ult => return terms.make2(ffi::Z3_mk_bvult, self.vector(dag, a), self.vector(dag, b)),
            BinaryOp::Slt => return terms.make2(ffi::Z3_mk_bvslt, self.vector(dag, a), self.vector(dag, b)),
            BinaryOp::And => ffi::Z3_mk_bvand,
            BinaryOp::Or => ffi::Z3_mk_bvor,
            BinaryOp::Xor => ffi::Z3_mk_bvxor,
            BinaryOp::Add => ffi::Z3_mk_bvadd,
            BinaryOp::Sub => ffi::Z3_mk_bvsub,
            BinaryOp::Mul => ffi::Z3_mk_bvmul,
            BinaryOp::UDiv => ffi::Z3_mk_bvudiv,
            BinaryOp::SDiv => ffi::Z3_mk_bvsdiv,
            BinaryOp::URem => ffi::Z3_mk_bvurem,
            BinaryOp::SRem => ffi::Z3_mk_bvsrem,
            BinaryOp::Shl => ffi::Z3_mk_bvshl,
            BinaryOp::LShr => ffi::Z3_mk_bvlshr,
            BinaryOp::AShr => ffi::Z3_mk_bvashr,
        };
        let vector = terms.make2(constructor, self.vector(dag, a), self.vector(dag, b));
        if booleans { terms.boolean(vector) } else { vector }
    }

    /// The translation of a node whose operands are translated.
    fn node(&mut self, dag: &Dag, e: ExprId) -> Ast {
        let width = dag.width(e);
        let vector = match dag.node(e) {
            Node::Const(value) if width == 1 => return self.terms.truth(value == 1),
            Node::Const(value) => self.terms.numeral(value, width),
            // Even numbers: the odd ones name goals.
            Node::Var(v) => self.terms.named(2 * v.0 as c_int, self.terms.make1(ffi::Z3_mk_bv_sort, width)),
            Node::Unary { op: UnaryOp::Not, a } if width == 1 => return self.terms.not(self.ast(a)),
            Node::Unary { op: UnaryOp::Not, a } => self.terms.make1(ffi::Z3_mk_bvnot, self.ast(a)),
            Node::Unary { op: UnaryOp::Neg, a } => self.terms.make1(ffi::Z3_mk_bvneg, self.vector(dag, a)),
            Node::Binary { op, a, b } => return self.binary(dag, op, a, b),
            Node::ZExt { a } => self.terms.make2(ffi::Z3_mk_zero_ext, width - dag.width(a), self.vector(dag, a)),
            Node::SExt { a } => self.terms.make2(ffi::Z3_mk_sign_ext, width - dag.width(a), self.vector(dag, a)),
            Node::Extract { a, lo } => self.terms.extract(self.vector(dag, a), lo, width),
            Node::Concat { hi, lo } => self.terms.concat(self.vector(dag, hi), self.vector(dag, lo)),
            Node::Ite { c, t, f } => return self.terms.ite(self.ast(c), self.ast(t), self.ast(f)),
            Node::Read { array, offset, bytes } => {
                let contents = self.arrays[&array].bytes.clone();
                let bytes = array_expansion::read(self, dag, &contents, offset, bytes as usize);
                let whole = bytes.into_iter().reduce(|low, high| self.terms.concat(high, low));
                whole.unwrap_or_else(|| self.terms.numeral(0, width))
            }
            Node::Float(float) => {
                let mut operands = [std::ptr::null_mut(); 3];
                for (slot, operand) in operands.iter_mut().zip(float.operands()) {
                    *slot = self.vector(dag, operand);
                }
                let ast = self.terms.float_node(float, width, operands);
                if float.is_predicate() {
                    return ast;
                }
                ast
            }
        };
        if width == 1 { self.terms.boolean(vector) } else { vector }
    }
}

impl Translation for Context {
    type Error = TranslateError;

    fn is_translated(&self, e: ExprId) -> bool {
        self.translated.contains_key(&e)
    }

    fn is_expanded(&self, array: ArrayId) -> bool {
        self.arrays.contains_key(&array)
    }

    fn translate_node(&mut self, dag: &Dag, e: ExprId) -> Result<(), TranslateError> {
        if self.translated.len().is_multiple_of(1024) && self.deadline.is_some_and(|deadline| Instant::now() > deadline)
        {
            return Err(TranslateError::TimeLimit);
        }
        let ast = self.node(dag, e);
        self.error()?;
        let node = dag.node(e);
        let own = match node {
            Node::Float(_) => true,
            Node::Read { array, .. } => self.arrays[&array].floats,
            Node::Const(_)
            | Node::Var(_)
            | Node::Unary { .. }
            | Node::Binary { .. }
            | Node::ZExt { .. }
            | Node::SExt { .. }
            | Node::Extract { .. }
            | Node::Concat { .. }
            | Node::Ite { .. } => false,
        };
        let floats = own || node.operands().any(|operand| self.has_floats(operand));
        self.translated.insert(e, Translated { ast, floats });
        Ok(())
    }

    fn expand_array(&mut self, dag: &Dag, array: ArrayId) -> Result<(), TranslateError> {
        let expanded = match dag.array_node(array) {
            ArrayNode::Base(bytes) => Expanded {
                bytes: bytes.iter().map(|&byte| self.ast(byte)).collect(),
                floats: bytes.iter().any(|&byte| self.has_floats(byte)),
            },
            ArrayNode::Write { array, offset, value } => {
                let before = self.arrays[&array].clone();
                let whole = self.ast(value);
                let parts: Vec<Ast> = (0..dag.width(value) / 8).map(|i| self.terms.extract(whole, 8 * i, 8)).collect();
                let bytes = array_expansion::write(self, dag, &before.bytes, offset, &parts).into();
                Expanded { bytes, floats: before.floats || self.has_floats(offset) || self.has_floats(value) }
            }
        };
        self.error()?;
        self.arrays.insert(array, expanded);
        Ok(())
    }
}

impl ByteAlgebra for Context {
    type Bit = Ast;
    type Byte = Ast;

    fn zero(&mut self) -> Ast {
        self.terms.numeral(0, 8)
    }

    fn choose(&mut self, &condition: &Ast, &then: &Ast, &otherwise: &Ast) -> Ast {
        if then == otherwise { then } else { self.terms.ite(condition, then, otherwise) }
    }

    fn offset_bit(&mut self, dag: &Dag, offset: ExprId, index: u32) -> OffsetBit<Ast> {
        let (zeros, ones) = dag.known_bits(offset);
        if zeros >> index & 1 == 1 {
            OffsetBit::Known(false)
        } else if ones >> index & 1 == 1 {
            OffsetBit::Known(true)
        } else {
            OffsetBit::Unknown(self.terms.boolean(self.terms.extract(self.ast(offset), index, 1)))
        }
    }

    fn offset_is(&mut self, dag: &Dag, offset: ExprId, value: u64) -> Option<Ast> {
        let (zeros, ones) = dag.known_bits(offset);
        if value as u128 & zeros != 0 || ones & !(value as u128) != 0 {
            return None;
        }
        Some(self.terms.eq(self.ast(offset), self.terms.numeral(value as u128, dag.width(offset))))
    }

    fn offset_below(&mut self, dag: &Dag, offset: ExprId, bound: u64) -> Ast {
        let bound = self.terms.numeral(bound as u128, dag.width(offset));
        self.terms.make2(ffi::Z3_mk_bvult, self.ast(offset), bound)
    }
}
