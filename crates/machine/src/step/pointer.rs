//! Arithmetic on pointers and subscripts, and their checks.

use program::ir::Operand;
use program::layout;

use crate::checks::BugKind;
use crate::choice::CutReason;
use crate::machine::{Machine, Stop};
use crate::memory::Pointee;
use crate::state::State;
use crate::value::{Value, signed};

impl Machine<'_> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn pointer_add(
        &mut self,
        st: &mut State,
        base: Value,
        index: Value,
        index_width: u16,
        scale: u64,
        offset: u64,
        inbounds: bool,
    ) -> Result<Value, Stop> {
        let dag = &mut self.dag;
        let base_expr = base.expr(dag, 64);
        let index = index.expr(dag, index_width);
        let index = if index_width < 64 { dag.sext(index, 64) } else { dag.extract(index, 0, 64) };
        let scale = dag.constant(scale as u128, 64);
        let offset = dag.constant(offset as u128, 64);
        let scaled = dag.mul(index, scale);
        let moved = dag.add(scaled, offset);
        let address = dag.add(base_expr, moved);
        let value = Value::of(dag, address);
        if inbounds && self.watch_pointers {
            self.check_pointer_arithmetic(st, base, value)?;
        }
        // An address names its object: what comes from another one must not pass for its own.
        if let (Value::Bits(from), Value::Bits(to)) = (base, value)
            && layout::is_far(from, to)
            && st.memory.are_different_objects(from, to)
        {
            let what = "pointer arithmetic that leads from one object into another";
            return Err(Stop::Cut(CutReason::Unsupported, what.to_string()));
        }
        Ok(value)
    }

    pub(super) fn check_index(
        &mut self,
        st: &mut State,
        index: Operand,
        width: u16,
        limit: u64,
        past_end_ok: bool,
    ) -> Result<(), Stop> {
        let index = self.operand(st, index);
        let bound = limit + past_end_ok as u64;
        if let Value::Bits(bits) = index {
            let signed = signed(bits, width);
            if signed >= 0 && (signed as u64) < bound {
                return Ok(());
            }
            return self.report(st, BugKind::IndexOutOfRange, &format!("{signed} of {limit}"));
        }
        let e = index.expr(&mut self.dag, width);
        let wide = self.dag.sext(e, 64.max(width as u32));
        let bound = self.dag.constant(bound as u128, 64.max(width as u32));
        let ok = self.dag.ult(wide, bound);
        self.check(st, BugKind::IndexOutOfRange, ok, |_| format!("array of {limit} elements"))?;
        Ok(())
    }

    /// `inbounds` arithmetic must stay inside the object or one past its end.
    fn check_pointer_arithmetic(&mut self, st: &mut State, base: Value, to: Value) -> Result<(), Stop> {
        let known = match base {
            Value::Bits(address) => Some(address),
            Value::Expr(e) => self.constant_part(st, e),
        };
        // A pointer to nothing known is reported when it is used.
        let Some(Pointee::Live(_, object)) = known.map(|address| st.memory.at(address)) else { return Ok(()) };
        let (start, size) = (object.address, object.capacity);
        let symbolic_size = object.symbolic_size;
        let to = to.expr(&mut self.dag, 64);
        let start = self.dag.constant(start as u128, 64);
        let offset = self.dag.sub(to, start);
        let size_expr = symbolic_size.unwrap_or_else(|| self.dag.constant(size as u128, 64));
        let ok = self.dag.ule(offset, size_expr);
        self.check(st, BugKind::PointerOverflow, ok, |_| format!("object of {size} bytes"))?;
        Ok(())
    }
}
