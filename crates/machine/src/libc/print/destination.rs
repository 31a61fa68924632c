//! Where output goes: what is behind a `FILE *`.

use super::MAX_VALUES;
use crate::machine::{Machine, Stop};
use crate::start::STREAM_DESCRIPTOR;
use crate::state::State;
use crate::step::{Access, Place};
use crate::value::Value;

/// Where output goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Destination {
    Stdout,
    /// Seen by nobody.
    Stderr,
    /// The C model keeps it.
    File,
}

/// What is behind a `FILE *`.
pub(super) fn destination(m: &mut Machine, st: &mut State, stream: Value) -> Result<Destination, Stop> {
    const DESCRIPTOR_END: u64 = STREAM_DESCRIPTOR + 4;
    let place = m.access(st, stream, Value::Bits(DESCRIPTOR_END), Access::Read)?;
    let at = m.enumerate(st, place.offset, 64, MAX_VALUES, "the address of a stream")? as u64;
    let place = Place { slot: place.slot, offset: Value::Bits(at + STREAM_DESCRIPTOR) };
    let e = m.read_place(st, place, 4)?;
    Ok(match m.enumerate(st, Value::of(&m.dag, e), 32, MAX_VALUES, "a descriptor")? {
        1 => Destination::Stdout,
        2 => Destination::Stderr,
        _ => Destination::File,
    })
}
