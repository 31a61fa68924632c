//! Conditionals.

use crate::dag::Dag;
use crate::ids::ExprId;
use crate::node::Node;

impl Dag {
    /// `t` where the 1-bit `c` is 1, `f` elsewhere.
    pub fn ite(&mut self, c: ExprId, t: ExprId, f: ExprId) -> ExprId {
        self.assert_same_width(t, f);
        assert_eq!(self.width(c), 1, "a condition is one bit wide");
        if t == f || self.is_true(c) {
            return t;
        }
        if self.is_false(c) {
            return f;
        }
        let width = self.width(t);
        self.intern(Node::Ite { c, t, f }, width)
    }
}
