//! `setjmp` and `longjmp`.
//!
//! `setjmp` notes its place on the path and writes the note's number into the buffer; `longjmp` drops the frames above
//! that place and makes the call return again. Registers keep the values they have then.

use std::rc::Rc;

use super::{CallSite, Entry, Returned, When};
use crate::checks::BugKind;
use crate::machine::{Machine, Stop};
use crate::state::{JumpPoint, State};
use crate::step::Access;
use crate::value::Value;

pub(super) const TABLE: &[Entry] = &[
    ("setjmp", When::Undefined, setjmp),
    ("_setjmp", When::Undefined, setjmp),
    ("sigsetjmp", When::Undefined, setjmp),
    ("__sigsetjmp", When::Undefined, setjmp),
    ("longjmp", When::Undefined, longjmp),
    ("_longjmp", When::Undefined, longjmp),
    ("siglongjmp", When::Undefined, longjmp),
    ("__longjmp_chk", When::Undefined, longjmp),
];

/// Marks a buffer that `setjmp` has filled.
const MAGIC: u64 = 0x6a6d_7062;

fn setjmp(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let place = m.access(st, site.arg(0), Value::Bits(8), Access::Write)?;
    let index = st.jump_points.len() as u64;
    let point = JumpPoint {
        func: st.frame.func,
        block: st.frame.block,
        inst: st.frame.inst,
        depth: st.callers.depth(),
        stack_base: st.frame.stack_base,
    };
    Rc::make_mut(&mut st.jump_points).push(point);
    let e = m.dag.constant((MAGIC << 32 | index) as u128, 64);
    m.write_place(st, place, 8, e)?;
    Ok(Returned::Value(Value::ZERO))
}

fn longjmp(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let place = m.access(st, site.arg(0), Value::Bits(8), Access::Read)?;
    let e = m.read_place(st, place, 8)?;
    let number = m.concretise(st, Value::of(&m.dag, e), 64, "a jump buffer")? as u64;
    let point = (number >> 32 == MAGIC).then(|| st.jump_points.get((number & 0xffff_ffff) as usize)).flatten();
    let active = point.copied().filter(|point| is_active(st, point));
    let Some(point) = active else {
        return Err(m.bug(st, BugKind::InvalidPointer, "longjmp to a place that is not active"));
    };
    // A value of 0 becomes 1; both sides are one expression, so nothing forks.
    let value = site.arg(1).expr(&mut m.dag, 32);
    let (zero, one) = (m.dag.constant(0, 32), m.dag.constant(1, 32));
    let is_zero = m.dag.eq(value, zero);
    let value = m.dag.ite(is_zero, one, value);
    while st.callers.depth() > point.depth {
        m.leave(st);
    }
    st.frame.block = point.block;
    st.frame.inst = point.inst;
    let block = &m.function(point.func).blocks[point.block.index()];
    if let program::ir::Inst::Call(call) = &block.insts[point.inst as usize]
        && let Some(result) = call.results.first()
    {
        st.frame.regs[result.index()] = Value::of(&m.dag, value);
    }
    st.frame.inst += 1;
    Ok(Returned::Entered)
}

/// Whether the activation that called `setjmp` has not returned.
fn is_active(st: &State, point: &JumpPoint) -> bool {
    let depth = st.callers.depth();
    if depth < point.depth {
        return false;
    }
    let frame = if depth == point.depth {
        Some(&st.frame)
    } else {
        st.callers.frames().nth((depth - point.depth - 1) as usize)
    };
    frame.is_some_and(|f| f.func == point.func && f.stack_base == point.stack_base)
}
