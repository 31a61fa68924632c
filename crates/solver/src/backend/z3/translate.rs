//! From our expressions to Z3's: one arm per kind of node.
//!
//! A 1-bit expression becomes a Z3 Boolean and turns into a bit-vector only where it is used as one, because Z3 reasons
//! much better about formulas than about vectors of width 1. Arrays are expanded to choices between bytes.

use super::ffi::{self, Ast};
use crate::backend::array_expansion::{self, ByteAlgebra, OffsetBit};
use crate::backend::traversal::{Translation, translate};
use expr::{ArrayId, ArrayNode, BinaryOp, Dag, ExprId, Node, UnaryOp, VarId};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::ffi::{CStr, c_int, c_uint};
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
    raw: ffi::Context,
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

/// Lets a watchdog stop Z3 from another thread.
#[derive(Clone, Copy)]
pub struct InterruptHandle(ffi::Context);

// SAFETY: `Z3_interrupt` is the one function that may be called while another thread uses the context, and the watchdog
// ends before the context does.
unsafe impl Send for InterruptHandle {}

impl InterruptHandle {
    pub fn interrupt(self) {
        // SAFETY: see the `Send` implementation.
        unsafe { ffi::Z3_interrupt(self.0) }
    }
}

impl Context {
    pub fn new() -> Context {
        // SAFETY: plain construction; without a handler, errors are only recorded.
        let raw = unsafe {
            let config = ffi::Z3_mk_config();
            let raw = ffi::Z3_mk_context(config);
            ffi::Z3_del_config(config);
            ffi::Z3_set_error_handler(raw, None);
            raw
        };
        Context {
            raw,
            translated: FxHashMap::default(),
            arrays: FxHashMap::default(),
            goal_names: RefCell::default(),
            deadline: None,
        }
    }

    pub fn raw(&self) -> ffi::Context {
        self.raw
    }

    pub fn interrupt_handle(&self) -> InterruptHandle {
        InterruptHandle(self.raw)
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
            // SAFETY: the context is alive.
            names.push(unsafe {
                let symbol = ffi::Z3_mk_int_symbol(self.raw, number);
                ffi::Z3_mk_const(self.raw, symbol, ffi::Z3_mk_bool_sort(self.raw))
            });
        }
        names[position]
    }

    pub fn implies(&self, a: Ast, b: Ast) -> Ast {
        // SAFETY: operands are Booleans of this context.
        unsafe { self.or(ffi::Z3_mk_not(self.raw, a), b) }
    }

    /// Turns Z3's recorded error, if any, into ours.
    pub fn error(&self) -> Result<(), TranslateError> {
        // SAFETY: the message belongs to the context and is copied at once.
        let message = unsafe {
            match ffi::Z3_get_error_code(self.raw) {
                0 => return Ok(()),
                code => CStr::from_ptr(ffi::Z3_get_error_msg(self.raw, code)).to_string_lossy().into_owned(),
            }
        };
        Err(TranslateError::Z3(message))
    }

    /// The translation of an expression: a Boolean when it is 1 bit wide.
    pub fn ast(&self, e: ExprId) -> Ast {
        self.translated[&e].ast
    }

    /// The translation as a bit-vector.
    pub fn vector(&self, dag: &Dag, e: ExprId) -> Ast {
        let ast = self.ast(e);
        if dag.width(e) == 1 { self.ite(ast, self.numeral(1, 1), self.numeral(0, 1)) } else { ast }
    }

    /// A vector of width 1 as the Boolean it stands for.
    fn boolean(&self, vector: Ast) -> Ast {
        // SAFETY: both are vectors of this context.
        unsafe { ffi::Z3_mk_eq(self.raw, vector, self.numeral(1, 1)) }
    }

    pub fn numeral(&self, value: u128, width: u32) -> Ast {
        // SAFETY: the context is alive; widths are at least 1.
        unsafe {
            let part = |value: u64, width| {
                ffi::Z3_mk_unsigned_int64(self.raw, value, ffi::Z3_mk_bv_sort(self.raw, width as c_uint))
            };
            if width <= 64 {
                part(value as u64, width)
            } else {
                ffi::Z3_mk_concat(self.raw, part((value >> 64) as u64, width - 64), part(value as u64, 64))
            }
        }
    }

    pub fn ite(&self, c: Ast, t: Ast, f: Ast) -> Ast {
        // SAFETY: operands of this context, `c` a Boolean, the others of one sort.
        unsafe { ffi::Z3_mk_ite(self.raw, c, t, f) }
    }

    pub fn and(&self, a: Ast, b: Ast) -> Ast {
        // SAFETY: operands are Booleans of this context.
        unsafe { ffi::Z3_mk_and(self.raw, 2, [a, b].as_ptr()) }
    }

    pub fn or(&self, a: Ast, b: Ast) -> Ast {
        // SAFETY: operands are Booleans of this context.
        unsafe { ffi::Z3_mk_or(self.raw, 2, [a, b].as_ptr()) }
    }

    /// Bits `lo .. lo + width`.
    pub fn extract(&self, a: Ast, lo: u32, width: u32) -> Ast {
        // SAFETY: `a` is a vector of this context with at least that many bits.
        unsafe { ffi::Z3_mk_extract(self.raw, lo + width - 1, lo, a) }
    }

    fn binary(&self, dag: &Dag, op: BinaryOp, a: ExprId, b: ExprId) -> Ast {
        let c = self.raw;
        let booleans = dag.width(a) == 1;
        let (x, y) = (self.ast(a), self.ast(b));
        let constructor = match op {
            BinaryOp::And if booleans => return self.and(x, y),
            BinaryOp::Or if booleans => return self.or(x, y),
            // SAFETY (all calls here): operands of this context and of equal sort.
            BinaryOp::Xor if booleans => return unsafe { ffi::Z3_mk_xor(c, x, y) },
            BinaryOp::Eq => return unsafe { ffi::Z3_mk_eq(c, x, y) },
            BinaryOp::Ult => return unsafe { ffi::Z3_mk_bvult(c, self.vector(dag, a), self.vector(dag, b)) },
            BinaryOp::Slt => return unsafe { ffi::Z3_mk_bvslt(c, self.vector(dag, a), self.vector(dag, b)) },
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
        let vector = unsafe { constructor(c, self.vector(dag, a), self.vector(dag, b)) };
        if booleans { self.boolean(vector) } else { vector }
    }

    /// The translation of a node whose operands are translated.
    fn node(&mut self, dag: &Dag, e: ExprId) -> Ast {
        let c = self.raw;
        let width = dag.width(e);
        // SAFETY (all calls here): operands are alive and have the sorts their widths say.
        let vector = match dag.node(e) {
            Node::Const(value) if width == 1 => {
                return unsafe { if value == 1 { ffi::Z3_mk_true(c) } else { ffi::Z3_mk_false(c) } };
            }
            Node::Const(value) => self.numeral(value, width),
            Node::Var(v) => unsafe {
                // Even numbers: the odd ones name goals.
                let symbol = ffi::Z3_mk_int_symbol(c, 2 * v.0 as c_int);
                ffi::Z3_mk_const(c, symbol, ffi::Z3_mk_bv_sort(c, width as c_uint))
            },
            Node::Unary { op: UnaryOp::Not, a } if width == 1 => return unsafe { ffi::Z3_mk_not(c, self.ast(a)) },
            Node::Unary { op: UnaryOp::Not, a } => unsafe { ffi::Z3_mk_bvnot(c, self.ast(a)) },
            Node::Unary { op: UnaryOp::Neg, a } => unsafe { ffi::Z3_mk_bvneg(c, self.vector(dag, a)) },
            Node::Binary { op, a, b } => return self.binary(dag, op, a, b),
            Node::ZExt { a } => unsafe { ffi::Z3_mk_zero_ext(c, width - dag.width(a), self.vector(dag, a)) },
            Node::SExt { a } => unsafe { ffi::Z3_mk_sign_ext(c, width - dag.width(a), self.vector(dag, a)) },
            Node::Extract { a, lo } => self.extract(self.vector(dag, a), lo, width),
            Node::Concat { hi, lo } => unsafe { ffi::Z3_mk_concat(c, self.vector(dag, hi), self.vector(dag, lo)) },
            Node::Ite { c, t, f } => return self.ite(self.ast(c), self.ast(t), self.ast(f)),
            Node::Read { array, offset, bytes } => {
                let contents = self.arrays[&array].bytes.clone();
                let bytes = array_expansion::read(self, dag, &contents, offset, bytes as usize);
                bytes
                    .into_iter()
                    .reduce(|low, high| unsafe { ffi::Z3_mk_concat(c, high, low) })
                    .unwrap_or_else(|| self.numeral(0, width))
            }
            Node::FloatBinary { op, format, a, b } => self.float_binary(op, format, self.ast(a), self.ast(b)),
            Node::FloatCompare { op, format, a, b } => {
                return self.float_compare(op, format, self.ast(a), self.ast(b));
            }
            Node::FloatIsNan { format, a } => return self.is_nan(format, self.ast(a)),
            Node::FloatSqrt { format, a } => self.float_sqrt(format, self.ast(a)),
            Node::FloatFma { format, a, b, c } => self.float_fma(format, self.ast(a), self.ast(b), self.ast(c)),
            Node::FloatRound { format, mode, a } => self.float_round(format, mode, self.ast(a)),
            Node::FloatConvert { from, to, a } => self.float_convert(from, to, self.ast(a)),
            Node::FloatToInt { format, signed, a } => self.float_to_int(format, signed, width, self.ast(a)),
            Node::FloatFromInt { format, signed, a } => self.float_from_int(format, signed, self.vector(dag, a)),
        };
        if width == 1 { self.boolean(vector) } else { vector }
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: nothing made from the context outlives it.
        unsafe { ffi::Z3_del_context(self.raw) }
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
            Node::FloatBinary { .. }
            | Node::FloatCompare { .. }
            | Node::FloatIsNan { .. }
            | Node::FloatSqrt { .. }
            | Node::FloatFma { .. }
            | Node::FloatRound { .. }
            | Node::FloatConvert { .. }
            | Node::FloatToInt { .. }
            | Node::FloatFromInt { .. } => true,
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
                let parts: Vec<Ast> = (0..dag.width(value) / 8).map(|i| self.extract(whole, 8 * i, 8)).collect();
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
        self.numeral(0, 8)
    }

    fn choose(&mut self, &condition: &Ast, &then: &Ast, &otherwise: &Ast) -> Ast {
        if then == otherwise { then } else { self.ite(condition, then, otherwise) }
    }

    fn offset_bit(&mut self, dag: &Dag, offset: ExprId, index: u32) -> OffsetBit<Ast> {
        let (zeros, ones) = dag.known_bits(offset);
        if zeros >> index & 1 == 1 {
            OffsetBit::Known(false)
        } else if ones >> index & 1 == 1 {
            OffsetBit::Known(true)
        } else {
            OffsetBit::Unknown(self.boolean(self.extract(self.ast(offset), index, 1)))
        }
    }

    fn offset_is(&mut self, dag: &Dag, offset: ExprId, value: u64) -> Option<Ast> {
        let (zeros, ones) = dag.known_bits(offset);
        if value as u128 & zeros != 0 || ones & !(value as u128) != 0 {
            return None;
        }
        // SAFETY: both are vectors of this context and of the offset's width.
        Some(unsafe { ffi::Z3_mk_eq(self.raw, self.ast(offset), self.numeral(value as u128, dag.width(offset))) })
    }

    fn offset_below(&mut self, dag: &Dag, offset: ExprId, bound: u64) -> Ast {
        // SAFETY: both are vectors of this context and of the offset's width.
        unsafe { ffi::Z3_mk_bvult(self.raw, self.ast(offset), self.numeral(bound as u128, dag.width(offset))) }
    }
}
