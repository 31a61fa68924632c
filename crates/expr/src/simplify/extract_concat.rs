//! Taking values apart, putting them together, and extending them.
//!
//! Memory holds bytes, so most values a program loads are concatenations of extracts of what it stored. The rules here
//! make such a concatenation the stored value again, whatever form the extracts have taken in between.

use super::Rule;
use crate::concrete::wide;
use crate::dag::{Dag, MAX_WIDTH};
use crate::ids::ExprId;
use crate::node::{BinaryOp, Node};

/// How many levels of arithmetic [`Dag::narrows`] looks through.
const NARROWING_LEVELS: u32 = 3;

impl Dag {
    /// Bits `lo .. lo + width`.
    pub fn extract(&mut self, e: ExprId, lo: u32, width: u32) -> ExprId {
        let whole = self.width(e);
        assert!(width >= 1 && lo + width <= whole, "bits {lo}+{width} of a value of {whole}");
        if width == whole {
            return e;
        }
        let (zeros, ones) = self.known_bits(e);
        if wide::extract(zeros | ones, lo, width) == wide::mask(width) {
            self.used(Rule::ExtractKnownBits);
            return self.constant(ones >> lo, width);
        }
        match self.extract_simplified(e, lo, width) {
            Some(simpler) => simpler,
            None => self.intern(Node::Extract { a: e, lo }, width),
        }
    }

    fn extract_simplified(&mut self, e: ExprId, lo: u32, width: u32) -> Option<ExprId> {
        match self.node(e) {
            Node::Extract { a, lo: inner } => {
                self.used(Rule::ExtractOfExtract);
                Some(self.extract(a, inner + lo, width))
            }
            Node::Concat { hi, lo: low } => {
                self.used(Rule::ExtractOfConcat);
                Some(self.extract_of_concat(hi, low, lo, width))
            }
            Node::ZExt { a } => {
                self.used(Rule::ExtractOfExtension);
                // Bits above `a` are known zeros, so `lo` is inside it.
                let inside = width.min(self.width(a) - lo);
                let low = self.extract(a, lo, inside);
                Some(self.zext(low, width))
            }
            Node::SExt { a } => {
                self.used(Rule::ExtractOfExtension);
                let first = lo.min(self.width(a) - 1);
                let inside = width.min(self.width(a) - first);
                let low = self.extract(a, first, inside);
                Some(self.sext(low, width))
            }
            Node::Ite { c, t, f } => self.nested(|dag| dag.extract_of_ite((c, t, f), lo, width)),
            Node::Binary { op: BinaryOp::Shl, a, b } => {
                let distance = self.as_const(b)? as u32;
                self.nested(|dag| Some(dag.extract_of_shl(a, distance, lo, width)))
            }
            Node::Binary { op: op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b } => {
                let neutral = if op == BinaryOp::And { wide::mask(width) } else { 0 };
                match self.as_const(b) {
                    Some(constant) if wide::extract(constant, lo, width) == neutral => self.nested(|dag| {
                        dag.used(Rule::ExtractOfMask);
                        Some(dag.extract(a, lo, width))
                    }),
                    _ => self.narrowed(e, lo, width),
                }
            }
            Node::Binary { op: BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, .. } => self.narrowed(e, lo, width),
            _ => None,
        }
    }

    fn extract_of_shl(&mut self, a: ExprId, distance: u32, lo: u32, width: u32) -> ExprId {
        self.used(Rule::ExtractOfShift);
        if lo >= distance {
            return self.extract(a, lo - distance, width);
        }
        // Some bits are above the zeros shifted in, otherwise all would be known.
        let zeros = distance - lo;
        let upper = self.extract(a, 0, width - zeros);
        let zeros = self.zero(zeros);
        self.concat(upper, zeros)
    }

    fn extract_of_concat(&mut self, hi: ExprId, low: ExprId, lo: u32, width: u32) -> ExprId {
        let low_width = self.width(low);
        if lo >= low_width {
            return self.extract(hi, lo - low_width, width);
        }
        if lo + width <= low_width {
            return self.extract(low, lo, width);
        }
        let upper = self.extract(hi, 0, lo + width - low_width);
        let lower = self.extract(low, lo, low_width - lo);
        self.concat(upper, lower)
    }

    /// Inside chains of conditionals between constants. Other conditionals stay as they are: they would be duplicated.
    fn extract_of_ite(&mut self, (c, t, f): (ExprId, ExprId, ExprId), lo: u32, width: u32) -> Option<ExprId> {
        let is_leaf = |arm| self.as_const(arm).is_some();
        let is_chain = |arm| matches!(self.node(arm), Node::Ite { .. });
        if !(is_leaf(t) && (is_leaf(f) || is_chain(f)) || is_chain(t) && is_leaf(f)) {
            return None;
        }
        self.used(Rule::ExtractOfIte);
        let t = self.extract(t, lo, width);
        let f = self.extract(f, lo, width);
        Some(self.ite(c, t, f))
    }

    /// The low bits of a sum, difference, product or bitwise combination depend only on the low bits of the operands.
    /// Used where that takes extensions away: C computes in `int` what is stored in a `char`.
    fn narrowed(&mut self, e: ExprId, lo: u32, width: u32) -> Option<ExprId> {
        if lo != 0 || !self.narrows(e, width, NARROWING_LEVELS) {
            return None;
        }
        let Node::Binary { op, a, b } = self.node(e) else { return None };
        self.used(Rule::NarrowArithmetic);
        let (a, b) = (self.extract(a, 0, width), self.extract(b, 0, width));
        Some(self.binary(op, a, b))
    }

    /// Whether all leaves of some levels of arithmetic are constants or extended from at most `width` bits.
    fn narrows(&self, e: ExprId, width: u32, levels: u32) -> bool {
        match self.node(e) {
            Node::Const(_) => true,
            Node::ZExt { a } | Node::SExt { a } => self.width(a) <= width,
            Node::Binary { op, a, b } => {
                use BinaryOp::*;
                matches!(op, Add | Sub | Mul | And | Or | Xor)
                    && levels > 0
                    && self.narrows(a, width, levels - 1)
                    && self.narrows(b, width, levels - 1)
            }
            _ => false,
        }
    }

    /// `hi` above `lo`.
    pub fn concat(&mut self, hi: ExprId, lo: ExprId) -> ExprId {
        let lo_width = self.width(lo);
        let width = self.width(hi) + lo_width;
        assert!(width <= MAX_WIDTH, "no bit-vector has {width} bits");
        if let Node::Concat { hi: first, lo: second } = self.node(hi) {
            self.used(Rule::ConcatNestsRight);
            let rest = self.concat(second, lo);
            return self.concat(first, rest);
        }
        if let Some(whole) = self.joined(hi, lo) {
            return whole;
        }
        if let Node::Concat { hi: upper, lo: lower } = self.node(lo)
            && let Some(joined) = self.joined(hi, upper)
        {
            return self.concat(joined, lower);
        }
        self.intern(Node::Concat { hi, lo }, width)
    }

    /// Two adjacent pieces as one value, if they are one.
    fn joined(&mut self, hi: ExprId, lo: ExprId) -> Option<ExprId> {
        let (hi_width, lo_width) = (self.width(hi), self.width(lo));
        let width = hi_width + lo_width;
        match (self.as_const(hi), self.as_const(lo)) {
            (Some(x), Some(y)) => {
                self.used(Rule::FoldConstants);
                return Some(self.constant(x << lo_width | y, width));
            }
            (Some(0), None) => {
                self.used(Rule::ConcatOfZero);
                return Some(self.zext(lo, width));
            }
            (Some(x), None) => return self.moved_into_const_ite(lo, width, |value| x << lo_width | value),
            (None, Some(y)) => {
                if let Node::Extract { a, lo: 0 } = self.node(hi)
                    && y == 0
                    && self.width(a) == width
                {
                    self.used(Rule::ConcatToShift);
                    let distance = self.constant(lo_width as u128, width);
                    return Some(self.shl(a, distance));
                }
                if let Some(moved) = self.moved_into_const_ite(hi, width, |value| value << lo_width | y) {
                    return Some(moved);
                }
            }
            (None, None) => {}
        }
        if let Some(inner) = self.as_zext(hi) {
            self.used(Rule::ConcatOfExtension);
            let joined = self.concat(inner, lo);
            return Some(self.zext(joined, width));
        }
        // Not for a single bit: copies of it are more often a mask than a sign.
        if let Some(inner) = self.as_sext(hi).filter(|&inner| self.width(inner) > 1) {
            self.used(Rule::ConcatOfExtension);
            let joined = self.concat(inner, lo);
            return Some(self.sext(joined, width));
        }
        self.reassembled(hi, lo).or_else(|| self.sign_extended(hi, lo)).or_else(|| self.joined_ites(hi, lo))
    }

    /// If one piece is an extract, its source tells what the other piece should be.
    fn reassembled(&mut self, hi: ExprId, lo: ExprId) -> Option<ExprId> {
        let (hi_width, lo_width) = (self.width(hi), self.width(lo));
        if let Node::Extract { a, lo: start } = self.node(hi)
            && start >= lo_width
            && self.extract(a, start - lo_width, lo_width) == lo
        {
            self.used(Rule::Reassemble);
            return Some(self.extract(a, start - lo_width, hi_width + lo_width));
        }
        if let Node::Extract { a, lo: start } = self.node(lo) {
            let end = start + lo_width;
            if end + hi_width <= self.width(a) && self.extract(a, end, hi_width) == hi {
                self.used(Rule::Reassemble);
                return Some(self.extract(a, start, hi_width + lo_width));
            }
        }
        None
    }

    /// Copies of a value's sign bit above it extend it.
    fn sign_extended(&mut self, hi: ExprId, lo: ExprId) -> Option<ExprId> {
        let (hi_width, lo_width) = (self.width(hi), self.width(lo));
        let sign = match self.node(hi) {
            Node::SExt { a } if self.width(a) == 1 => a,
            _ if hi_width == 1 => hi,
            _ => return None,
        };
        if self.extract(lo, lo_width - 1, 1) != sign {
            return None;
        }
        self.used(Rule::ReassembleSign);
        Some(self.sext(lo, hi_width + lo_width))
    }

    /// Pieces of a conditional between constants.
    fn joined_ites(&mut self, hi: ExprId, lo: ExprId) -> Option<ExprId> {
        let (c, hi_t, hi_f) = self.as_const_ite(hi)?;
        let (d, lo_t, lo_f) = self.as_const_ite(lo)?;
        if c != d {
            return None;
        }
        self.used(Rule::ReassembleIte);
        let lo_width = self.width(lo);
        let width = self.width(hi) + lo_width;
        let t = self.constant(hi_t << lo_width | lo_t, width);
        let f = self.constant(hi_f << lo_width | lo_f, width);
        Some(self.ite(c, t, f))
    }

    /// The value whose bytes these are, the lowest first (at most 16).
    pub fn concat_bytes(&mut self, bytes: &[ExprId]) -> ExprId {
        assert!(bytes.iter().all(|&byte| self.width(byte) == 8), "a byte has 8 bits");
        // By far the most frequent case: the bytes of one stored value, without building anything in between.
        if let Some(whole) = self.stored_value(bytes) {
            return whole;
        }
        let (&first, rest) = bytes.split_first().expect("a value has at least one byte");
        rest.iter().fold(first, |low, &byte| self.concat(byte, low))
    }

    fn stored_value(&mut self, bytes: &[ExprId]) -> Option<ExprId> {
        let Node::Extract { a, lo: start } = self.node(*bytes.first()?) else { return None };
        for (position, &byte) in bytes.iter().enumerate() {
            match self.node(byte) {
                Node::Extract { a: source, lo } if source == a && lo == start + 8 * position as u32 => {}
                _ => return None,
            }
        }
        self.used(Rule::Reassemble);
        Some(self.extract(a, start, 8 * bytes.len() as u32))
    }

    /// Zero extension to `to` bits.
    pub fn zext(&mut self, e: ExprId, to: u32) -> ExprId {
        let width = self.width(e);
        assert!((width..=MAX_WIDTH).contains(&to), "extension from {width} to {to} bits");
        if to == width {
            return e;
        }
        match self.node(e) {
            Node::Const(value) => {
                self.used(Rule::FoldConstants);
                return self.constant(value, to);
            }
            Node::ZExt { a } => {
                self.used(Rule::ExtensionOfExtension);
                return self.zext(a, to);
            }
            Node::Ite { .. } => {
                if let Some(moved) = self.moved_into_const_ite(e, to, |value| value) {
                    return moved;
                }
            }
            _ => {}
        }
        self.intern(Node::ZExt { a: e }, to)
    }

    /// Sign extension to `to` bits.
    pub fn sext(&mut self, e: ExprId, to: u32) -> ExprId {
        let width = self.width(e);
        assert!((width..=MAX_WIDTH).contains(&to), "extension from {width} to {to} bits");
        if to == width {
            return e;
        }
        if self.is_non_negative(e) {
            self.used(Rule::SignIsKnown);
            return self.zext(e, to);
        }
        match self.node(e) {
            Node::Const(value) => {
                self.used(Rule::FoldConstants);
                return self.constant(wide::sext(value, width, to), to);
            }
            Node::SExt { a } => {
                self.used(Rule::ExtensionOfExtension);
                return self.sext(a, to);
            }
            Node::Ite { .. } => {
                if let Some(moved) = self.moved_into_const_ite(e, to, |value| wide::sext(value, width, to)) {
                    return moved;
                }
            }
            _ => {}
        }
        self.intern(Node::SExt { a: e }, to)
    }
}
