//! CBMC's and ESBMC's questions about pointers: which object one names, where in it, how large it is, whether it may be read
//! or written. None of them uses the pointer, so none can be a bug. Beside them the question that `program::arguments` puts in: whether a
//! variable argument is as large as what is taken.

use program::layout;

use super::{CallSite, Entry, Returned, When};
use crate::machine::{Machine, Stop};
use crate::memory::{ObjectKind, Pointee};
use crate::state::State;
use crate::step::{Access, Part};
use crate::value::Value;

pub(super) const TABLE: &[Entry] = &[
    ("__CPROVER_r_ok", When::Undefined, readable),
    ("__CPROVER_w_ok", When::Undefined, writable),
    ("__CPROVER_rw_ok", When::Undefined, writable),
    ("__ESBMC_r_ok", When::Undefined, readable),
    ("__ESBMC_w_ok", When::Undefined, writable),
    ("__ESBMC_rw_ok", When::Undefined, writable),
    ("__CPROVER_OBJECT_SIZE", When::Undefined, size),
    ("__CPROVER_buffer_size", When::Undefined, size),
    ("__ESBMC_get_object_size", When::Undefined, size),
    ("__CPROVER_POINTER_OFFSET", When::Undefined, offset),
    ("__ESBMC_POINTER_OFFSET", When::Undefined, offset),
    ("__CPROVER_POINTER_OBJECT", When::Undefined, number),
    ("__ESBMC_POINTER_OBJECT", When::Undefined, number),
    ("__CPROVER_same_object", When::Undefined, same),
    ("__ESBMC_same_object", When::Undefined, same),
    ("__CPROVER_DYNAMIC_OBJECT", When::Undefined, is_dynamic),
    ("__CPROVER_is_dynamic_object", When::Undefined, is_dynamic),
    ("__CPROVER_LIVE_OBJECT", When::Undefined, is_live),
    ("__CPROVER_live_object", When::Undefined, is_live),
    ("__CPROVER_WRITEABLE_OBJECT", When::Undefined, is_writable),
    ("__CPROVER_writeable_object", When::Undefined, is_writable),
    ("__CPROVER_is_invalid_pointer", When::Undefined, is_invalid),
    (program::TAKEN, When::Undefined, taken),
];

/// The numbers of what is no object: null, and any other address.
const NULL: u64 = 0;
const INVALID: u64 = 1;

fn truth(bit: bool) -> Result<Returned, Stop> {
    Ok(Returned::Value(Value::Bits(bit as u64)))
}

/// Whether so many bytes may be accessed.
fn accessible(m: &mut Machine, st: &mut State, site: &CallSite, access: Access) -> Result<Returned, Stop> {
    let address = m.named_like(st, site.arg(0))?;
    let Pointee::Live(_, object) = st.memory.at(address) else { return truth(false) };
    if access == Access::Write && object.read_only {
        return truth(false);
    }
    let (start, capacity, symbolic_size) = (object.address, object.capacity, object.symbolic_size);
    let dag = &mut m.dag;
    let pointer = site.arg(0).expr(dag, 64);
    let len = site.arg(1).expr(dag, site.width(1));
    let len = if site.width(1) < 64 { dag.zext(len, 64) } else { len };
    let start = dag.constant(start as u128, 64);
    let offset = dag.sub(pointer, start);
    let size = symbolic_size.unwrap_or_else(|| dag.constant(capacity as u128, 64));
    let (fits, room) = (dag.ule(len, size), dag.sub(size, len));
    let inside = dag.ule(offset, room);
    let ok = dag.and(fits, inside);
    Ok(Returned::Value(Value::of(&m.dag, ok)))
}

fn readable(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    accessible(m, st, site, Access::Read)
}

fn writable(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    accessible(m, st, site, Access::Write)
}

fn taken(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let address = m.named_like(st, site.arg(0))?;
    if let Value::Bits(bytes) = site.arg(1) {
        m.check_argument(st, address, bytes, Part::Mismatch)?;
    }
    Ok(Returned::Nothing)
}

fn size(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let address = m.named_like(st, site.arg(0))?;
    Ok(Returned::Value(match st.memory.at(address) {
        Pointee::Live(_, object) => object.symbolic_size.map_or(Value::Bits(object.capacity), Value::Expr),
        Pointee::Dead(_) | Pointee::Nothing => Value::ZERO,
    }))
}

/// From the start of the object, or of the address space where there is none.
fn offset(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let address = m.named_like(st, site.arg(0))?;
    let start = match st.memory.at(address) {
        Pointee::Live(_, object) => object.address,
        Pointee::Dead(dead) => dead.address,
        Pointee::Nothing => 0,
    };
    let (pointer, start) = (site.arg(0).expr(&mut m.dag, 64), m.dag.constant(start as u128, 64));
    let offset = m.dag.sub(pointer, start);
    Ok(Returned::Value(Value::of(&m.dag, offset)))
}

fn object_number(m: &mut Machine, st: &mut State, pointer: Value) -> Result<u64, Stop> {
    let address = m.named_like(st, pointer)?;
    let start = match st.memory.at(address) {
        Pointee::Live(slot, _) => return Ok(slot + INVALID + 1),
        Pointee::Dead(dead) => dead.address,
        Pointee::Nothing if address < layout::SLOT_SIZE => return Ok(NULL),
        Pointee::Nothing => return Ok(INVALID),
    };
    Ok(layout::slot_of(start).map_or(INVALID, |slot| slot + INVALID + 1))
}

fn number(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    Ok(Returned::Value(Value::Bits(object_number(m, st, site.arg(0))?)))
}

fn same(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let first = object_number(m, st, site.arg(0))?;
    let second = object_number(m, st, site.arg(1))?;
    truth(first == second)
}

fn is_dynamic(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let address = m.named_like(st, site.arg(0))?;
    truth(match st.memory.at(address) {
        Pointee::Live(_, object) => object.kind == ObjectKind::Heap,
        Pointee::Dead(dead) => dead.kind == ObjectKind::Heap,
        Pointee::Nothing => false,
    })
}

fn is_live(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let address = m.named_like(st, site.arg(0))?;
    truth(matches!(st.memory.at(address), Pointee::Live(..)))
}

fn is_writable(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let address = m.named_like(st, site.arg(0))?;
    truth(matches!(st.memory.at(address), Pointee::Live(_, object) if !object.read_only))
}

/// Neither null nor in any object there is or was.
fn is_invalid(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    truth(object_number(m, st, site.arg(0))? == INVALID)
}
