//! Where output goes: what is behind a `FILE *`.

use super::MAX_VALUES;
use crate::libc::CallSite;
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

/// What is behind a `FILE *`: its descriptor, and whether that leads elsewhere by now (`runtime/libc/stream.h`).
pub(super) fn destination(m: &mut Machine, st: &mut State, stream: Value) -> Result<Destination, Stop> {
    const FIELDS: u64 = 8;
    let place = m.access(st, stream, Value::Bits(STREAM_DESCRIPTOR + FIELDS), Access::Read)?;
    let at = m.enumerate(st, place.offset, 64, MAX_VALUES, "the address of a stream")? as u64;
    let place = Place { slot: place.slot, offset: Value::Bits(at + STREAM_DESCRIPTOR) };
    let e = m.read_place(st, place, FIELDS)?;
    // As one number: anything but the bare descriptor is a stream that leads elsewhere.
    Ok(match m.enumerate(st, Value::of(&m.dag, e), 64, MAX_VALUES, "a descriptor")? {
        1 => Destination::Stdout,
        2 => Destination::Stderr,
        _ => Destination::File,
    })
}

/// For output that names no stream: standard output must still lead to where it led at the start.
pub(super) fn standard_output(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<(), Stop> {
    // Without the variable the program has no way to redirect it.
    let Some(variable) = m.program.globals.iter().find(|global| global.name == "stdout" && !global.external) else {
        return Ok(());
    };
    let place = m.access(st, Value::Bits(variable.address), Value::Bits(8), Access::Read)?;
    let stream = m.read_place(st, place, 8)?;
    let stream = Value::of(&m.dag, stream);
    match destination(m, st, stream)? {
        Destination::Stdout => Ok(()),
        Destination::Stderr | Destination::File => {
            Err(m.unsupported_call(site, "standard output was closed or leads elsewhere"))
        }
    }
}
