//! Value ranges, an abstract interpretation: what is known about a node whatever the variables are, an unsigned interval
//! and known bits.
//!
//! Computed once, when the node is made, from the facts of its operands (one level, no fixpoint), and stored beside the
//! node. Facts always hold for every assignment; they may be weaker than the truth. Floats and array reads are unknown.

use crate::concrete::wide;
use crate::dag::Dag;
use crate::ids::ExprId;
use crate::math::{Gives, RANGE_ERROR};
use crate::node::{BinaryOp, FloatNode, Node, UnaryOp};

/// All values between `lo` and `hi`, both included, unsigned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    pub lo: u128,
    pub hi: u128,
}

impl Range {
    pub fn contains(self, value: u128) -> bool {
        (self.lo..=self.hi).contains(&value)
    }
}

/// Interval and bits of one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    pub lo: u128,
    pub hi: u128,
    /// Bits that are always 0, inside the width.
    pub zeros: u128,
    /// Bits that are always 1.
    pub ones: u128,
}

impl Facts {
    /// What both say; `None` when they contradict each other.
    pub fn meet(self, other: Facts, width: u32) -> Option<Facts> {
        let both = Facts { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi), ..self };
        let both = both.with_bits(other.zeros, other.ones);
        let consistent = |facts: Facts| facts.lo <= facts.hi && facts.zeros & facts.ones == 0;
        // Agreeing leading bits are only read off an interval that is one.
        consistent(both).then(|| both.reconciled(width)).filter(|&facts| consistent(facts))
    }

    fn unknown(width: u32) -> Facts {
        Facts { lo: 0, hi: wide::mask(width), zeros: 0, ones: 0 }
    }

    pub fn exactly(value: u128, width: u32) -> Facts {
        Facts { lo: value, hi: value, zeros: wide::not(value, width), ones: value }
    }

    pub fn between(lo: u128, hi: u128) -> Facts {
        Facts { lo, hi, zeros: 0, ones: 0 }
    }

    fn with_bits(self, zeros: u128, ones: u128) -> Facts {
        Facts { zeros: self.zeros | zeros, ones: self.ones | ones, ..self }
    }

    /// Lets the interval and the bits sharpen each other.
    fn reconciled(self, width: u32) -> Facts {
        let lo = self.lo.max(self.ones);
        let hi = self.hi.min(wide::not(self.zeros, width));
        // Leading bits on which both ends agree are the same for everything in between.
        let differing = 128 - (lo ^ hi).leading_zeros();
        let agreed = if differing >= 128 { 0 } else { wide::mask(width) & (u128::MAX << differing) };
        Facts { lo, hi, zeros: self.zeros | (!lo & agreed), ones: self.ones | (lo & agreed) }
    }

    fn is_non_negative(self, width: u32) -> bool {
        self.zeros >> (width - 1) & 1 == 1
    }

    /// Low bits that are certainly 0.
    fn trailing_zeros(self) -> u32 {
        self.zeros.trailing_ones()
    }
}

/// Facts of every node, in the order of ids. Almost all nodes are at most 64 bits wide, so those are kept small.
#[derive(Default)]
pub(crate) struct FactStore {
    narrow: Vec<NarrowFacts>,
    wide: Vec<Facts>,
}

#[derive(Clone, Copy)]
struct NarrowFacts {
    /// For a node wider than 64 bits: its index in `FactStore::wide`.
    lo: u64,
    hi: u64,
    zeros: u64,
    ones: u64,
}

impl FactStore {
    pub fn push(&mut self, facts: Facts, width: u32) {
        let entry = if width <= 64 {
            NarrowFacts { lo: facts.lo as u64, hi: facts.hi as u64, zeros: facts.zeros as u64, ones: facts.ones as u64 }
        } else {
            self.wide.push(facts);
            NarrowFacts { lo: self.wide.len() as u64 - 1, hi: 0, zeros: 0, ones: 0 }
        };
        self.narrow.push(entry);
    }

    #[inline]
    fn get(&self, e: ExprId, width: u32) -> Facts {
        let entry = self.narrow[e.index()];
        if width <= 64 {
            Facts { lo: entry.lo as u128, hi: entry.hi as u128, zeros: entry.zeros as u128, ones: entry.ones as u128 }
        } else {
            self.wide[entry.lo as usize]
        }
    }
}

impl Dag {
    /// An interval that holds every value of the expression.
    #[inline]
    pub fn range(&self, e: ExprId) -> Range {
        let facts = self.facts(e);
        Range { lo: facts.lo, hi: facts.hi }
    }

    /// Masks of the bits that are always 0 and of those that are always 1.
    #[inline]
    pub fn known_bits(&self, e: ExprId) -> (u128, u128) {
        let facts = self.facts(e);
        (facts.zeros, facts.ones)
    }

    #[inline]
    pub(crate) fn facts(&self, e: ExprId) -> Facts {
        self.facts.get(e, self.width(e))
    }

    /// The facts of a node that is about to be added.
    pub(crate) fn facts_of(&self, node: Node, width: u32) -> Facts {
        self.facts_from(node, width, |e| self.facts(e))
    }

    /// The facts of a node whose operands have the given facts.
    pub(crate) fn facts_from(&self, node: Node, width: u32, of: impl Fn(ExprId) -> Facts) -> Facts {
        let facts = match node {
            Node::Const(value) => return Facts::exactly(value, width),
            Node::Unary { op: UnaryOp::Not, a } => not(of(a), width),
            Node::Unary { op: UnaryOp::Neg, a } => neg(of(a), width),
            Node::Binary { op, a, b } => binary(op, of(a), of(b), width),
            Node::ZExt { a } => of(a).with_bits(wide::mask(width) & !wide::mask(self.width(a)), 0),
            Node::SExt { a } => sext(of(a), self.width(a), width),
            Node::Extract { a, lo } => extract(of(a), lo, width),
            Node::Concat { hi, lo } => concat(of(hi), of(lo), self.width(lo)),
            Node::Ite { t, f, .. } => hull(of(t), of(f)),
            Node::Float(FloatNode::Call { gives: Gives::Error, .. }) => Facts::between(0, RANGE_ERROR),
            Node::Var(_) | Node::Read { .. } | Node::Float(_) => return Facts::unknown(width),
        };
        facts.reconciled(width)
    }
}

fn not(a: Facts, width: u32) -> Facts {
    Facts { lo: wide::not(a.hi, width), hi: wide::not(a.lo, width), zeros: a.ones, ones: a.zeros }
}

fn neg(a: Facts, width: u32) -> Facts {
    let facts = match a.lo {
        0 => Facts::unknown(width),
        _ => Facts::between(wide::neg(a.hi, width), wide::neg(a.lo, width)),
    };
    facts.with_bits(low_ones(a.trailing_zeros(), width), 0)
}

/// The `count` low bits, but at most `width`.
fn low_ones(count: u32, width: u32) -> u128 {
    match count.min(width) {
        0 => 0,
        count => wide::mask(count),
    }
}

fn binary(op: BinaryOp, a: Facts, b: Facts, width: u32) -> Facts {
    let mask = wide::mask(width);
    match op {
        BinaryOp::And => Facts::between(0, a.hi.min(b.hi)).with_bits(a.zeros | b.zeros, a.ones & b.ones),
        BinaryOp::Or => Facts::between(a.lo.max(b.lo), mask).with_bits(a.zeros & b.zeros, a.ones | b.ones),
        BinaryOp::Xor => {
            Facts::unknown(width).with_bits(a.zeros & b.zeros | a.ones & b.ones, a.zeros & b.ones | a.ones & b.zeros)
        }
        BinaryOp::Add => add(a, b, width),
        BinaryOp::Sub => sub(a, b, width),
        BinaryOp::Mul => mul(a, b, width),
        BinaryOp::UDiv => udiv(a, b, width),
        BinaryOp::URem => urem(a, b),
        BinaryOp::SDiv if a.is_non_negative(width) && b.is_non_negative(width) && b.lo > 0 => udiv(a, b, width),
        BinaryOp::SRem if a.is_non_negative(width) && b.is_non_negative(width) => urem(a, b),
        BinaryOp::SDiv | BinaryOp::SRem => Facts::unknown(width),
        BinaryOp::Shl => shl(a, b, width),
        BinaryOp::LShr => lshr(a, b, width),
        BinaryOp::AShr if a.is_non_negative(width) => lshr(a, b, width),
        BinaryOp::AShr => ashr_negative_or_unknown(a, b, width),
        BinaryOp::Eq | BinaryOp::Ult | BinaryOp::Slt => Facts::unknown(1),
    }
}

/// Known bits of `a + b + carry`, where the carry is a constant.
fn sum_bits(a: (u128, u128), b: (u128, u128), carry: u128, width: u32) -> (u128, u128) {
    let ((a_zeros, a_ones), (b_zeros, b_ones)) = (a, b);
    let largest = (!a_zeros).wrapping_add(!b_zeros).wrapping_add(carry);
    let smallest = a_ones.wrapping_add(b_ones).wrapping_add(carry);
    let no_carry = !(largest ^ a_zeros ^ b_zeros);
    let sure_carry = smallest ^ a_ones ^ b_ones;
    let known = (a_zeros | a_ones) & (b_zeros | b_ones) & (no_carry | sure_carry) & wide::mask(width);
    (!largest & known, smallest & known)
}

fn add(a: Facts, b: Facts, width: u32) -> Facts {
    let mask = wide::mask(width);
    let total = |x: u128, y: u128| x.checked_add(y).filter(|&sum| sum <= mask);
    let (zeros, ones) = sum_bits((a.zeros, a.ones), (b.zeros, b.ones), 0, width);
    let interval = match (total(a.lo, b.lo), total(a.hi, b.hi)) {
        (Some(lo), Some(hi)) => Facts::between(lo, hi),
        // Every sum wraps around exactly once.
        (None, None) => Facts::between(wide::add(a.lo, b.lo, width), wide::add(a.hi, b.hi, width)),
        _ => Facts::unknown(width),
    };
    interval.with_bits(zeros, ones)
}

fn sub(a: Facts, b: Facts, width: u32) -> Facts {
    // a - b is a + !b + 1.
    let (zeros, ones) = sum_bits((a.zeros, a.ones), (b.ones, b.zeros), 1, width);
    let interval = if a.lo >= b.hi {
        Facts::between(a.lo - b.hi, a.hi - b.lo)
    } else if a.hi < b.lo {
        Facts::between(wide::sub(a.lo, b.hi, width), wide::sub(a.hi, b.lo, width))
    } else {
        Facts::unknown(width)
    };
    interval.with_bits(zeros, ones)
}

fn mul(a: Facts, b: Facts, width: u32) -> Facts {
    let interval = match a.hi.checked_mul(b.hi).filter(|&product| product <= wide::mask(width)) {
        Some(hi) => Facts::between(a.lo * b.lo, hi),
        None => Facts::unknown(width),
    };
    interval.with_bits(low_ones(a.trailing_zeros() + b.trailing_zeros(), width), 0)
}

fn udiv(a: Facts, b: Facts, width: u32) -> Facts {
    let lo = a.lo.checked_div(b.hi).unwrap_or(wide::mask(width));
    let hi = a.hi.checked_div(b.lo).unwrap_or(wide::mask(width));
    Facts::between(lo, hi)
}

fn urem(a: Facts, b: Facts) -> Facts {
    if a.hi < b.lo {
        return a;
    }
    // A zero divisor leaves the dividend as it is.
    let hi = if b.lo > 0 { a.hi.min(b.hi - 1) } else { a.hi };
    Facts::between(0, hi)
}

/// The distance of a shift, when it is known and smaller than the width.
fn distance(b: Facts, width: u32) -> Option<u32> {
    (b.lo == b.hi && b.lo < width as u128).then_some(b.lo as u32)
}

fn shl(a: Facts, b: Facts, width: u32) -> Facts {
    let Some(by) = distance(b, width) else {
        return Facts::unknown(width).with_bits(low_ones(a.trailing_zeros(), width), 0);
    };
    let mask = wide::mask(width);
    let interval = if a.hi <= mask >> by { Facts::between(a.lo << by, a.hi << by) } else { Facts::unknown(width) };
    interval.with_bits((a.zeros << by | low_ones(by, width)) & mask, (a.ones << by) & mask)
}

fn lshr(a: Facts, b: Facts, width: u32) -> Facts {
    let Some(by) = distance(b, width) else {
        let lo = if b.hi < width as u128 { a.lo >> b.hi } else { 0 };
        let hi = if b.lo < width as u128 { a.hi >> b.lo } else { 0 };
        return Facts::between(lo, hi);
    };
    let shifted_in = wide::not(wide::mask(width) >> by, width);
    Facts::between(a.lo >> by, a.hi >> by).with_bits(a.zeros >> by | shifted_in, a.ones >> by)
}

fn ashr_negative_or_unknown(a: Facts, b: Facts, width: u32) -> Facts {
    let Some(by) = distance(b, width) else {
        return Facts::unknown(width);
    };
    let shift = |bits: u128| wide::ashr(bits, by as u128, width);
    // A known sign bit is copied into the bits shifted in; an unknown one leaves them unknown.
    Facts::unknown(width).with_bits(shift(a.zeros), shift(a.ones))
}

fn sext(a: Facts, from: u32, to: u32) -> Facts {
    if a.is_non_negative(from) {
        return a.with_bits(wide::mask(to) & !wide::mask(from), 0);
    }
    let interval = if wide::is_negative(a.lo, from) {
        Facts::between(wide::sext(a.lo, from, to), wide::sext(a.hi, from, to))
    } else {
        Facts::unknown(to)
    };
    interval.with_bits(wide::sext(a.zeros, from, to), wide::sext(a.ones, from, to))
}

fn extract(a: Facts, lo: u32, width: u32) -> Facts {
    let (first, last) = (a.lo >> lo, a.hi >> lo);
    let mask = wide::mask(width);
    let interval =
        if first & !mask == last & !mask { Facts::between(first & mask, last & mask) } else { Facts::unknown(width) };
    interval.with_bits(a.zeros >> lo & mask, a.ones >> lo & mask)
}

fn concat(hi: Facts, lo: Facts, lo_width: u32) -> Facts {
    Facts {
        lo: hi.lo << lo_width | lo.lo,
        hi: hi.hi << lo_width | lo.hi,
        zeros: hi.zeros << lo_width | lo.zeros,
        ones: hi.ones << lo_width | lo.ones,
    }
}

fn hull(t: Facts, f: Facts) -> Facts {
    Facts { lo: t.lo.min(f.lo), hi: t.hi.max(f.hi), zeros: t.zeros & f.zeros, ones: t.ones & f.ones }
}
