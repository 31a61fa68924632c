//! Output without a format: strings, characters and bytes as they are.

use super::MAX_VALUES;
use super::destination::{Destination, destination, standard_output};
use super::digits::{known, shown};
use super::formatter::{Arguments, Formatter, Symbolic};
use crate::checks::BugKind;
use crate::libc::{CallSite, Returned};
use crate::machine::{Machine, Stop};
use crate::state::State;
use crate::step::{Access, Place};
use crate::value::Value;

/// Shows a string as the model has it, checking each read.
fn show_string(
    m: &mut Machine,
    st: &mut State,
    site: &CallSite,
    to_stdout: bool,
    newline: bool,
) -> Result<Returned, Stop> {
    let mut formatter = Formatter::new(site, Arguments::Direct(0), Symbolic::Show);
    let pointer = Value::Bits(m.enumerate(st, site.arg(0), 64, MAX_VALUES, "a string's address")? as u64);
    if pointer == Value::ZERO {
        return Err(m.bug(st, BugKind::NullDereference, ""));
    }
    let mut text = formatter.string(m, st, pointer, None, false)?;
    if newline {
        text.extend(known(*b"\n"));
    }
    if to_stdout {
        st.output.push(&shown(m, st, &text));
    }
    Ok(Returned::Value(Value::Bits(1)))
}

pub(super) fn puts(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    standard_output(m, st, site)?;
    show_string(m, st, site, true, true)
}

pub(super) fn fputs(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    match destination(m, st, site.arg(1))? {
        Destination::File => Ok(Returned::UseBody),
        to => show_string(m, st, site, to == Destination::Stdout, false),
    }
}

/// Shown by nobody, but it has to be a string.
pub(super) fn perror(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    match site.arg(0) {
        Value::ZERO => Ok(Returned::Nothing),
        _ => show_string(m, st, site, false, false).map(|_| Returned::Nothing),
    }
}

fn show_character(
    m: &mut Machine,
    st: &mut State,
    character: Value,
    width: u16,
    to_stdout: bool,
) -> Result<Returned, Stop> {
    let e = character.expr(&mut m.dag, width);
    let low = m.dag.extract(e, 0, 8);
    m.check_initialised(st, Value::of(&m.dag, low), "in output")?;
    let byte = m.evaluate(st, low) as u8;
    if to_stdout {
        st.output.push(&[byte]);
    }
    let result = m.dag.zext(low, 32);
    Ok(Returned::Value(Value::of(&m.dag, result)))
}

/// A character that goes into a file, which the model writes.
fn in_file(m: &mut Machine, st: &mut State, character: Value) -> Result<Returned, Stop> {
    m.check_initialised(st, character, "in output")?;
    Ok(Returned::UseBody)
}

pub(super) fn putchar(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    standard_output(m, st, site)?;
    show_character(m, st, site.arg(0), site.width(0), true)
}

/// What `putc` becomes where the header has it inline: `(stream, character)`.
pub(super) fn overflow(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    match destination(m, st, site.arg(0))? {
        Destination::File => in_file(m, st, site.arg(1)),
        to => show_character(m, st, site.arg(1), site.width(1), to == Destination::Stdout),
    }
}

pub(super) fn fputc(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    match destination(m, st, site.arg(1))? {
        Destination::File => in_file(m, st, site.arg(0)),
        to => show_character(m, st, site.arg(0), site.width(0), to == Destination::Stdout),
    }
}

pub(super) fn fwrite(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let to = destination(m, st, site.arg(3))?;
    let is_looked_at = to == Destination::Stdout || m.watches(st, BugKind::UninitialisedUse);
    let (a, b) = (site.arg(1).expr(&mut m.dag, 64), site.arg(2).expr(&mut m.dag, 64));
    let total = m.dag.mul(a, b);
    let total = Value::of(&m.dag, total);
    if total != Value::ZERO {
        let place = m.access(st, site.arg(0), total, Access::Read)?;
        if let (true, Value::Bits(at), Value::Bits(len)) = (is_looked_at, place.offset, total) {
            let mut text = Vec::with_capacity(len as usize);
            for i in 0..len {
                let place = Place { slot: place.slot, offset: Value::Bits(at + i) };
                let e = m.read_place(st, place, 1)?;
                m.check_initialised(st, Value::of(&m.dag, e), "in output")?;
                text.push(m.evaluate(st, e) as u8);
            }
            if to == Destination::Stdout {
                st.output.push(&text);
            }
        }
    }
    match to {
        Destination::File => Ok(Returned::UseBody),
        Destination::Stdout | Destination::Stderr => Ok(Returned::Value(site.arg(2))),
    }
}
