//! Pinning: what only makes sense as a number (sizes, lengths, and addresses as far as they were concrete on the path) is fixed
//! to its value on the path by one more condition. An address that was symbolic stays so, in an object small enough to list.

use expr::{ExprId, Substitution};

use crate::machine::{Machine, Stop};
use crate::memory::Pointee;
use crate::mode::Mode;
use crate::state::State;
use crate::value::Value;

/// Objects larger than this are not listed byte by byte for the sake of a symbolic offset, unless they are constant.
const MAX_LISTED: u64 = 256;

impl Machine<'_> {
    /// Fixes an expression to what it was on the path.
    pub(crate) fn pin_in_shadow(&mut self, st: &mut State, e: ExprId, width: u16) -> Result<Value, Stop> {
        let bits = self.concretise(st, Value::Expr(e), width, "pinned")?;
        Ok(Value::concrete(&mut self.dag, bits, width))
    }

    /// Fixes what was concrete on the path in an address, and all of it where the object at hand is too large to be listed.
    pub(crate) fn pin_address_in_shadow(&mut self, st: &mut State, whole: ExprId) -> Result<Value, Stop> {
        let at = self.evaluate(st, whole) as u64;
        let may_list = match st.memory.at(at) {
            Pointee::Live(_, object) => object.read_only || object.capacity <= MAX_LISTED,
            Pointee::Dead(_) | Pointee::Nothing => false,
        };
        if !may_list || !self.is_symbolic_on_path(whole) {
            return self.pin_in_shadow(st, whole, 64);
        }
        let mut substitution = Substitution::new();
        let mut open = vec![whole];
        while let Some(e) = open.pop() {
            if self.dag.as_const(e).is_some() {
                continue;
            }
            if self.is_symbolic_on_path(e) {
                open.extend(self.dag.node(e).operands());
            } else {
                let width = self.dag.width(e) as u16;
                let bits = self.concretise(st, Value::Expr(e), width, "pinned")?;
                let constant = self.dag.constant(bits, width as u32);
                substitution.replace(e, constant);
            }
        }
        let rest = substitution.apply(&mut self.dag, whole);
        Ok(Value::of(&self.dag, rest))
    }

    /// Whether a value depended on inputs on the path that a shadow repeats.
    fn is_symbolic_on_path(&self, e: ExprId) -> bool {
        match &self.mode {
            Mode::Shadow(shadow) => shadow.is_symbolic_on_path(&self.dag, e),
            Mode::Path | Mode::Drawn(_) => false,
        }
    }
}
