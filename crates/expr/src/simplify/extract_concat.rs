//! Taking values apart, putting them together, and extending them.

use crate::concrete::wide;
use crate::dag::{Dag, MAX_WIDTH};
use crate::ids::ExprId;
use crate::node::Node;

impl Dag {
    /// `hi` above `lo`.
    pub fn concat(&mut self, hi: ExprId, lo: ExprId) -> ExprId {
        let lo_width = self.width(lo);
        let width = self.width(hi) + lo_width;
        assert!(width <= MAX_WIDTH, "no bit-vector has {width} bits");
        if let (Some(x), Some(y)) = (self.as_const(hi), self.as_const(lo)) {
            return self.constant(x << lo_width | y, width);
        }
        self.intern(Node::Concat { hi, lo }, width)
    }

    /// Bits `lo .. lo + width`.
    pub fn extract(&mut self, e: ExprId, lo: u32, width: u32) -> ExprId {
        let whole = self.width(e);
        assert!(width >= 1 && lo + width <= whole, "bits {lo}+{width} of a value of {whole}");
        if width == whole {
            return e;
        }
        if let Some(value) = self.as_const(e) {
            return self.constant(value >> lo, width);
        }
        self.intern(Node::Extract { a: e, lo }, width)
    }

    /// Zero extension to `to` bits.
    pub fn zext(&mut self, e: ExprId, to: u32) -> ExprId {
        let width = self.width(e);
        assert!((width..=MAX_WIDTH).contains(&to), "extension from {width} to {to} bits");
        if to == width {
            return e;
        }
        if let Some(value) = self.as_const(e) {
            return self.constant(value, to);
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
        if let Some(value) = self.as_const(e) {
            return self.constant(wide::sext(value, width, to), to);
        }
        self.intern(Node::SExt { a: e }, to)
    }
}
