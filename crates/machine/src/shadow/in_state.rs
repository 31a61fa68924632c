//! The values program variables have in a state: the substitution behind a subsumption check.

use expr::{Dag, ExprId};

use super::Location;
use crate::inputs::FreshBytes;
use crate::memory::{Byte, Pointee};
use crate::state::{Frame, State};
use crate::value::Value;

/// Bits of a register as an expression.
pub(super) fn part_of(dag: &mut Dag, frame: &Frame, register: u32, part: u32) -> Option<ExprId> {
    let value = *frame.regs.get(register as usize)?;
    // Plain bits do not know their width: 64 is enough, the caller extracts.
    let e = match value {
        Value::Bits(bits) => dag.constant(bits as u128, 64),
        Value::Expr(e) => e,
    };
    let width = dag.width(e);
    match part {
        0 => Some(dag.extract(e, 0, width.min(64))),
        _ if width > 64 => Some(dag.extract(e, 64, width - 64)),
        _ => Some(dag.constant(0, 64)),
    }
}

/// Whether a program variable is plain bits in a state. Some that are may not be recognised.
pub fn is_plain(st: &State, location: Location) -> bool {
    match location {
        Location::Register { depth, register, .. } => {
            depth == st.callers.depth() && matches!(st.frame.regs.get(register as usize), Some(Value::Bits(_)))
        }
        Location::Memory(address) => match st.memory.at(address) {
            Pointee::Live(_, object) => {
                let offset = address.wrapping_sub(object.address);
                offset < object.capacity && matches!(object.byte(offset), Byte::Concrete(_))
            }
            Pointee::Dead(_) | Pointee::Nothing => false,
        },
    }
}

/// The value a program variable has in a state. `None`: no such thing.
pub fn value_in_state(dag: &mut Dag, st: &mut State, location: Location) -> Option<ExprId> {
    match location {
        Location::Register { depth, register, part } => {
            let here = st.callers.depth();
            match here.checked_sub(depth)? {
                0 => part_of(dag, &st.frame, register, part),
                up => {
                    let frame = st.callers.frames().nth(up as usize - 1)?.clone();
                    part_of(dag, &frame, register, part)
                }
            }
        }
        Location::Memory(address) => {
            let Pointee::Live(slot, object) = st.memory.at(address) else { return None };
            let offset = address.wrapping_sub(object.address);
            // Here may be another object than where the variable was met.
            if offset >= object.capacity {
                return None;
            }
            if let Byte::Concrete(byte) = object.byte(offset) {
                return Some(dag.constant(byte as u128, 8));
            }
            let mut unbound = Vec::new();
            let mut fresh = FreshBytes { dag, count: &mut st.uninit_count, unbound: &mut unbound };
            let object = st.memory.object_mut(slot);
            object.settle(offset, 1, &mut fresh);
            Some(object.read_expr(dag, offset, 1))
        }
    }
}
