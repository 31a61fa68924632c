//! Memory functions, and quick versions of string functions for concrete bytes.
//!
//! Where a byte is symbolic or out of bounds, the C model of the function runs and finds out.

use super::{CallSite, Entry, Returned, When};
use crate::checks::BugKind;
use crate::machine::{Machine, Stop};
use crate::state::State;
use crate::step::{Access, Overlap};
use crate::value::Value;

pub(super) const TABLE: &[Entry] = &[
    ("memcpy", When::Model, memcpy),
    ("__memcpy_chk", When::Undefined, memcpy),
    ("memmove", When::Model, memmove),
    ("__memmove_chk", When::Undefined, memmove),
    ("bcopy", When::Undefined, bcopy),
    ("memset", When::Model, memset),
    ("__memset_chk", When::Undefined, memset),
    ("bzero", When::Undefined, bzero),
    ("__secateur_apart", When::Undefined, apart),
    ("__secateur_overlapping_copy", When::Undefined, overlapping_copy),
    ("strlen", When::Model, strlen),
    ("strcmp", When::Model, strcmp),
    ("memcmp", When::Model, memcmp),
];

fn memcpy(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    m.copy_memory(st, site.arg(0), site.arg(1), site.arg(2), Overlap::SameOrNone)?;
    Ok(Returned::Value(site.arg(0)))
}

fn memmove(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    m.copy_memory(st, site.arg(0), site.arg(1), site.arg(2), Overlap::Allowed)?;
    Ok(Returned::Value(site.arg(0)))
}

fn bcopy(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    m.copy_memory(st, site.arg(1), site.arg(0), site.arg(2), Overlap::Allowed)?;
    Ok(Returned::Nothing)
}

fn memset(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let value = site.arg(1).expr(&mut m.dag, site.width(1));
    let byte = m.dag.extract(value, 0, 8);
    let byte = Value::of(&m.dag, byte);
    m.set_memory(st, site.arg(0), byte, site.arg(2))?;
    Ok(Returned::Value(site.arg(0)))
}

fn bzero(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    m.set_memory(st, site.arg(0), Value::ZERO, site.arg(1))?;
    Ok(Returned::Nothing)
}

/// `(to, from)`: bytes between two places of one object; the largest number for places in different ones.
fn apart(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let from = m.resolve(st, site.arg(1), Access::Read)?;
    let to = m.resolve(st, site.arg(0), Access::Write)?;
    if from.slot != to.slot {
        return Ok(Returned::Value(Value::Bits(u64::MAX)));
    }
    if let (Value::Bits(from), Value::Bits(to)) = (from.offset, to.offset) {
        return Ok(Returned::Value(Value::Bits((from as i64).abs_diff(to as i64))));
    }
    let (from, to) = (from.offset.expr(&mut m.dag, 64), to.offset.expr(&mut m.dag, 64));
    let ahead = m.dag.ult(from, to);
    let (forward, backward) = (m.dag.sub(to, from), m.dag.sub(from, to));
    let distance = m.dag.ite(ahead, forward, backward);
    Ok(Returned::Value(Value::of(&m.dag, distance)))
}

fn overlapping_copy(m: &mut Machine, st: &mut State, _: &CallSite) -> Result<Returned, Stop> {
    Err(m.bug(st, BugKind::OverlappingCopy, ""))
}

/// The bytes of a string that was concrete on the path, without its end; `None` where the model has to run.
fn concrete_string(m: &mut Machine, st: &mut State, address: Value) -> Result<Option<Vec<u8>>, Stop> {
    if m.mode.may_read_unnoted() {
        return Ok(concrete_bytes(st, address));
    }
    match address {
        Value::Expr(e) if !m.was_concrete(e) => Ok(None),
        _ if m.keeps_step() => m.known_text(st, address),
        _ => Ok(None),
    }
}

fn concrete_bytes(st: &State, address: Value) -> Option<Vec<u8>> {
    let Value::Bits(start) = address else { return None };
    let mut bytes = Vec::new();
    loop {
        match st.memory.read_bits(start.wrapping_add(bytes.len() as u64), 1)? {
            0 => return Some(bytes),
            byte => bytes.push(byte as u8),
        }
    }
}

fn strlen(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    Ok(match concrete_string(m, st, site.arg(0))? {
        Some(bytes) => Returned::Value(Value::Bits(bytes.len() as u64)),
        None => Returned::UseBody,
    })
}

fn strcmp(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let Some(a) = concrete_string(m, st, site.arg(0))? else { return Ok(Returned::UseBody) };
    Ok(match concrete_string(m, st, site.arg(1))? {
        Some(b) => Returned::Value(ordering(a.cmp(&b))),
        None => Returned::UseBody,
    })
}

fn memcmp(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    if m.mode.may_read_unnoted()
        && let (Value::Bits(a), Value::Bits(b), Value::Bits(len)) = (site.arg(0), site.arg(1), site.arg(2))
        && let (Some(a), Some(b)) = (m.concrete_range(st, a, len), m.concrete_range(st, b, len))
    {
        return Ok(Returned::Value(ordering(a.cmp(&b))));
    }
    if m.keeps_step()
        && [0, 1, 2].into_iter().all(|number| m.was_a_number(site.arg(number)))
        && let Value::Bits(len) = m.pin(st, site.arg(2), 64)?
        && let Some(a) = m.known_range(st, site.arg(0), len)?
        && let Some(b) = m.known_range(st, site.arg(1), len)?
    {
        return Ok(Returned::Value(ordering(a.cmp(&b))));
    }
    Ok(Returned::UseBody)
}

/// -1, 0 or 1, as the C models give it.
fn ordering(order: std::cmp::Ordering) -> Value {
    Value::Bits(order as i32 as u32 as u64)
}
