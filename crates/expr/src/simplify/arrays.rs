//! Reads and writes of finite byte arrays.

use crate::array_store::ArrayNode;
use crate::dag::Dag;
use crate::ids::{ArrayId, ExprId};
use crate::node::Node;

impl Dag {
    /// The array of the given 8-bit expressions.
    pub fn array(&mut self, bytes: &[ExprId]) -> ArrayId {
        assert!(bytes.iter().all(|&byte| self.width(byte) == 8), "arrays hold bytes");
        self.intern_array(ArrayNode::Base(bytes))
    }

    /// `a` with the bytes of `value` at `offset`, the lowest first. Bytes beyond the end are dropped.
    pub fn write(&mut self, a: ArrayId, offset: ExprId, value: ExprId) -> ArrayId {
        assert_eq!(self.width(offset), 64, "an offset is 64 bits wide");
        assert_eq!(self.width(value) % 8, 0, "only whole bytes can be written");
        self.intern_array(ArrayNode::Write { array: a, offset, value })
    }

    /// `bytes` bytes (at most 16) from `offset` on, the first one lowest. Bytes beyond the end are 0.
    pub fn read(&mut self, a: ArrayId, offset: ExprId, bytes: u32) -> ExprId {
        assert_eq!(self.width(offset), 64, "an offset is 64 bits wide");
        assert!((1..=16).contains(&bytes), "cannot read {bytes} bytes at once");
        self.intern(Node::Read { array: a, offset, bytes }, 8 * bytes)
    }
}
