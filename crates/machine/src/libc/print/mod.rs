//! `stdio.h` output, into the path's captured output or into memory.
//!
//! What goes to the terminal is only shown, so symbolic values print as the model has them, without a constraint; where a
//! string ends decides what is read, so that is followed for every value. What goes into memory decides later branches, so
//! there it is kept symbolic (`digits`); a pointer or a floating-point number is fixed first (and the others are a cut).
//!
//! This file has the functions with a format. A format is read by `format`, its conversions are made by `formatter` and, for
//! numbers, by the system (`number`); `plain` has the functions without a format, `destination` what is behind a stream.
//! What goes to files is kept by C models (`runtime/libc`), not here.

mod destination;
mod digits;
mod format;
mod formatter;
mod number;
mod plain;

use super::{CallSite, Entry, Returned, When};
use crate::checks::BugKind;
use crate::machine::{Machine, Stop};
use crate::memory::{Byte, Cell, Object, Pointee};
use crate::state::State;
use crate::step::{Access, Place};
use crate::value::Value;
use destination::{Destination, destination, standard_output};
use digits::{Text, shown};
use format::format_string;
use formatter::{Arguments, Formatter, Symbolic, any_length};
use plain::{fputc, fputs, fwrite, overflow, perror, putchar, puts};

pub(super) const TABLE: &[Entry] = &[
    ("printf", When::Undefined, printf),
    ("__printf_chk", When::Undefined, printf_chk),
    ("vprintf", When::Undefined, vprintf),
    ("fprintf", When::Model, fprintf),
    ("dprintf", When::Model, dprintf),
    ("vfprintf", When::Model, vfprintf),
    ("sprintf", When::Undefined, sprintf),
    ("vsprintf", When::Undefined, vsprintf),
    ("snprintf", When::Undefined, snprintf),
    ("vsnprintf", When::Undefined, vsnprintf),
    ("puts", When::Undefined, puts),
    ("fputs", When::Model, fputs),
    ("fputs_unlocked", When::Model, fputs),
    ("putchar", When::Undefined, putchar),
    ("putchar_unlocked", When::Undefined, putchar),
    ("fputc", When::Model, fputc),
    ("putc", When::Model, fputc),
    ("_IO_putc", When::Model, fputc),
    ("fwrite", When::Model, fwrite),
    ("fwrite_unlocked", When::Model, fwrite),
    ("fputc_unlocked", When::Model, fputc),
    ("putc_unlocked", When::Model, fputc),
    ("__overflow", When::Model, overflow),
    ("asprintf", When::Undefined, asprintf),
    ("vasprintf", When::Undefined, vasprintf),
    ("__secateur_format", When::Undefined, format_if_known),
    ("perror", When::Undefined, perror),
];

/// Addresses and sizes that one call is followed to.
const MAX_VALUES: usize = 64;

/// Formats and shows; the result is the number of bytes, any that is not negative where it depends on symbolic values.
fn show(
    m: &mut Machine,
    st: &mut State,
    site: &CallSite,
    format: usize,
    arguments: Arguments,
    to_stdout: bool,
) -> Result<Returned, Stop> {
    let format = format_string(m, st, site, format)?;
    let mut formatter = Formatter::new(site, arguments, Symbolic::Show);
    let text = formatter.run(m, st, &format)?;
    if to_stdout {
        st.output.push(&shown(m, st, &text));
    }
    formatter.use_up(m, st)?;
    if formatter.saw_symbolic {
        // The terminal takes what it is given: no call fails.
        let length = any_length(m, st, 31);
        return Ok(Returned::Value(Value::Expr(m.dag.zext(length, 32))));
    }
    Ok(Returned::Value(Value::Bits(text.len() as u64)))
}

/// Formats into memory, at most `room` bytes with the end.
fn into_memory(
    m: &mut Machine,
    st: &mut State,
    site: &CallSite,
    format: usize,
    arguments: Arguments,
    room: Option<Value>,
) -> Result<Returned, Stop> {
    let format = format_string(m, st, site, format)?;
    let mut formatter = Formatter::new(site, arguments, Symbolic::Keep);
    let mut text = formatter.run(m, st, &format)?;
    let length = text.len() as u64;
    if let Some(room) = room {
        let room = m.enumerate(st, room, 64, MAX_VALUES, "the size of a buffer")? as u64;
        if room == 0 {
            formatter.use_up(m, st)?;
            return Ok(Returned::Value(Value::Bits(length)));
        }
        text.truncate((room - 1).min(length) as usize);
    }
    text.push(Value::ZERO);
    let place = m.access(st, site.arg(0), Value::Bits(text.len() as u64), Access::Write)?;
    let at = m.enumerate(st, place.offset, 64, MAX_VALUES, "the address of a buffer")? as u64;
    let start = st.memory.object(place.slot).address + at;
    if formatter.strings.iter().any(|read| read.start < start + text.len() as u64 && start < read.end) {
        return Err(m.bug(st, BugKind::OverlappingCopy, "a string is printed into itself"));
    }
    put(st.memory.object_mut(place.slot), at, &text);
    formatter.use_up(m, st)?;
    Ok(Returned::Value(Value::Bits(length)))
}

/// Writes text into an object.
fn put(object: &mut Object, at: u64, text: &[Value]) {
    for (i, &byte) in text.iter().enumerate() {
        let byte = match byte {
            Value::Bits(bits) => Byte::Concrete(bits as u8),
            Value::Expr(id) => Byte::Special(Cell::Expr { id, byte: 0 }),
        };
        object.set_byte(at + i as u64, byte);
    }
}

fn printf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    standard_output(m, st, site)?;
    show(m, st, site, 0, Arguments::Direct(1), true)
}

fn printf_chk(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    standard_output(m, st, site)?;
    show(m, st, site, 1, Arguments::Direct(2), true)
}

fn vprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    standard_output(m, st, site)?;
    show(m, st, site, 0, Arguments::List(site.arg(1), None), true)
}

fn fprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    match destination(m, st, site.arg(0))? {
        Destination::File => Ok(Returned::UseBody),
        to => show(m, st, site, 1, Arguments::Direct(2), to == Destination::Stdout),
    }
}

fn dprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let descriptor = m.enumerate(st, site.arg(0), 32, MAX_VALUES, "a descriptor")?;
    if !matches!(descriptor, 1 | 2) {
        return Ok(Returned::UseBody);
    }
    show(m, st, site, 1, Arguments::Direct(2), descriptor == 1)
}

fn vfprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    match destination(m, st, site.arg(0))? {
        Destination::File => Ok(Returned::UseBody),
        to => show(m, st, site, 1, Arguments::List(site.arg(2), None), to == Destination::Stdout),
    }
}

fn sprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    into_memory(m, st, site, 1, Arguments::Direct(2), None)
}

fn vsprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    into_memory(m, st, site, 1, Arguments::List(site.arg(2), None), None)
}

fn snprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    into_memory(m, st, site, 2, Arguments::Direct(3), Some(site.arg(1)))
}

fn vsnprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    into_memory(m, st, site, 2, Arguments::List(site.arg(3), None), Some(site.arg(1)))
}

/// Formats into fresh memory of the program, whose address goes to the first argument; -1 where there is none.
fn into_fresh_memory(m: &mut Machine, st: &mut State, site: &CallSite, text: &[Value]) -> Result<Returned, Stop> {
    let place = m.access(st, site.arg(0), Value::Bits(8), Access::Write)?;
    let shown = shown(m, st, text);
    match m.heap_bytes_or_fail(st, &shown)? {
        Some(address) => give_text(m, st, place, text, address),
        None => Ok(Returned::Value(Value::Bits(u32::MAX as u64))),
    }
}

/// Fills the object at an address with text that fits, and hands it out.
fn give_text(m: &mut Machine, st: &mut State, place: Place, text: &[Value], address: u64) -> Result<Returned, Stop> {
    if let Pointee::Live(slot, _) = st.memory.at(address) {
        put(st.memory.object_mut(slot), 0, text);
    }
    let pointer = m.dag.constant(address as u128, 64);
    m.write_place(st, place, 8, pointer)?;
    Ok(Returned::Value(Value::Bits(text.len() as u64)))
}

/// The text, and what made it.
fn formatted<'a, 'b>(
    m: &mut Machine,
    st: &mut State,
    site: &'a CallSite<'b>,
    arguments: Arguments,
    symbolic: Symbolic,
) -> Result<(Text, Formatter<'a, 'b>), Stop> {
    let format = format_string(m, st, site, 1)?;
    let mut formatter = Formatter::new(site, arguments, symbolic);
    let text = formatter.run(m, st, &format)?;
    Ok((text, formatter))
}

fn asprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let (text, _) = formatted(m, st, site, Arguments::Direct(2), Symbolic::Keep)?;
    into_fresh_memory(m, st, site, &text)
}

fn vasprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let (text, formatter) = formatted(m, st, site, Arguments::List(site.arg(2), None), Symbolic::Keep)?;
    let returned = into_fresh_memory(m, st, site, &text)?;
    formatter.use_up(m, st)?;
    Ok(returned)
}

/// For text that goes to a file: nothing is fixed, so text that depends on symbolic values is not known (-1).
fn format_if_known(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let (text, formatter) = formatted(m, st, site, Arguments::List(site.arg(2), None), Symbolic::Ask)?;
    if formatter.saw_symbolic {
        formatter.use_up(m, st)?;
        return Ok(Returned::Value(Value::Bits(u32::MAX as u64)));
    }
    let place = m.access(st, site.arg(0), Value::Bits(8), Access::Write)?;
    let shown = shown(m, st, &text);
    let address = m.heap_bytes(st, &shown)?;
    formatter.use_up(m, st)?;
    give_text(m, st, place, &text, address)
}
