//! What the C models of input functions (`runtime/libc`) are made of: fresh pieces of a stream, decisions of the
//! environment, files that exist before the program starts, and reading text whose end is symbolic.
//!
//! Streams themselves are C and live in the program's memory, so pruning sees them like any other data.

use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

use expr::ExprId;
use program::layout;

use super::{CallSite, Entry, Returned, When};
use crate::checks::BugKind;
use crate::choice::CutReason;
use crate::failures::Operation;
use crate::inputs::{InputKind, Text};
use crate::machine::{Machine, Stop};
use crate::memory::{Byte, Fill, Object, ObjectKind};
use crate::state::State;
use crate::step::{Access, Place};
use crate::value::Value;

pub(super) const TABLE: &[Entry] = &[
    ("__secateur_certainly", When::Undefined, certainly),
    ("__secateur_peek", When::Undefined, peek),
    ("__secateur_room", When::Undefined, room),
    ("__secateur_capacity", When::Undefined, capacity),
    ("__secateur_fresh_bytes", When::Undefined, fresh_bytes),
    ("__secateur_used", When::Undefined, used),
    ("__secateur_fresh_integer", When::Undefined, fresh_integer),
    ("__secateur_fresh_double", When::Undefined, fresh_double),
    ("__secateur_fresh_value", When::Undefined, fresh_value),
    ("__secateur_fresh_fact", When::Undefined, fresh_fact),
    ("__secateur_implied", When::Undefined, implied),
    ("__secateur_either", When::Undefined, either),
    ("__secateur_fails", When::Undefined, fails),
    ("__secateur_closed_stream", When::Undefined, closed_stream),
    ("__secateur_existing_file", When::Undefined, existing_file),
    ("__secateur_environment_string", When::Undefined, environment_string),
    ("__secateur_folder", When::Undefined, folder),
    ("__secateur_is_known", When::Undefined, is_known),
    ("__secateur_listing", When::Undefined, listing),
    ("__secateur_files_given", When::Undefined, files_given),
    ("__secateur_not_modelled", When::Undefined, not_modelled),
    // Of the macros for quantifiers, in the program's own code.
    ("secateur_beyond", When::Undefined, either),
    ("secateur_any_value", When::Undefined, implied),
    ("secateur_settled", When::Undefined, settled),
    ("secateur_not_settled", When::Undefined, not_modelled),
];

/// Sizes one read is followed to.
const MAX_VALUES: usize = 64;
/// Bytes of an environment variable's value, as `runtime/libc/engine.h` has it.
const ENVIRONMENT_LENGTH: u64 = 64;
/// Real files above this are not read.
const LARGEST_FILE: u64 = 16 << 20;

/// Whether a condition holds whatever the inputs are, as far as one sees without a solver.
fn certainly(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let condition = site.arg(0).expr(&mut m.dag, site.width(0));
    let bit = m.dag.extract(condition, 0, 1);
    let known = m.certainly(st, bit)?;
    Ok(Returned::Value(Value::Bits(known as u64)))
}

/// `(text, index)`: a byte of the object that `text` points into, 0 outside of it. No check is made.
fn peek(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let place = m.resolve(st, site.arg(0), Access::Read)?;
    let (at, index) = (place.offset.expr(&mut m.dag, 64), site.arg(1).expr(&mut m.dag, 64));
    let offset = m.dag.add(at, index);
    let offset = Value::of(&m.dag, offset);
    if let Value::Bits(offset) = offset
        && offset >= st.memory.object(place.slot).capacity
    {
        return Ok(Returned::Value(Value::ZERO));
    }
    let e = m.read_place(st, Place { slot: place.slot, offset }, 1)?;
    Ok(Returned::Value(Value::of(&m.dag, e)))
}

fn room(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let place = m.resolve(st, site.arg(0), Access::Read)?;
    let object = st.memory.object(place.slot);
    let size = match object.symbolic_size {
        Some(size) => Value::Expr(size),
        None => Value::Bits(object.capacity),
    };
    if let (Value::Bits(size), Value::Bits(offset)) = (size, place.offset) {
        // A pointer that has left its object has no room, on either side.
        return Ok(Returned::Value(Value::Bits(size.saturating_sub(offset))));
    }
    let (size, offset) = (size.expr(&mut m.dag, 64), place.offset.expr(&mut m.dag, 64));
    let inside = m.dag.ule(offset, size);
    let (left, zero) = (m.dag.sub(size, offset), m.dag.constant(0, 64));
    let room = m.dag.ite(inside, left, zero);
    Ok(Returned::Value(Value::of(&m.dag, room)))
}

fn capacity(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let place = m.resolve(st, site.arg(0), Access::Read)?;
    Ok(Returned::Value(Value::Bits(st.memory.object(place.slot).capacity)))
}

/// `(stream, to, n)`.
fn fresh_bytes(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let name = m.given_name(st, site.arg(0), "stream");
    let n = m.enumerate(st, site.arg(2), 64, MAX_VALUES, "the number of bytes to read")? as u64;
    if n == 0 {
        return Ok(Returned::Nothing);
    }
    let place = m.access(st, site.arg(1), Value::Bits(n), Access::Write)?;
    let offset = m.enumerate(st, place.offset, 64, MAX_VALUES, "where bytes are read to")? as u64;
    m.bytes_input(st, &name, place.slot, offset, n, InputKind::Stream(Text::Bytes(None)));
    Ok(Returned::Nothing)
}

fn used(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let n = site.arg(0).expr(&mut m.dag, 64);
    st.inputs.amend_last_piece(n);
    Ok(Returned::Nothing)
}

/// `(stream, conversion, bytes)`.
fn fresh_integer(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let name = m.given_name(st, site.arg(0), "stream");
    let conversion = m.concretise(st, site.arg(1), site.width(1), "a conversion")? as u8;
    let width = 8 * m.concretise(st, site.arg(2), site.width(2), "the size of a number")? as u16;
    let e = m.scalar_of_kind(st, &name, width, None, InputKind::Stream(Text::Number(conversion)));
    let whole = if matches!(conversion, b'd' | b'i') { m.dag.sext(e, 64) } else { m.dag.zext(e, 64) };
    Ok(Returned::Value(Value::Expr(whole)))
}

fn fresh_double(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let name = m.given_name(st, site.arg(0), "stream");
    let e = m.scalar_of_kind(st, &name, 64, None, InputKind::Stream(Text::Number(b'f')));
    Ok(Returned::Value(Value::Expr(e)))
}

/// `(name, bytes)`, as a value of 64 bits.
fn environment_value(m: &mut Machine, st: &mut State, site: &CallSite, kind: InputKind) -> Result<ExprId, Stop> {
    let name = m.given_name(st, site.arg(0), "environment");
    let width = 8 * m.concretise(st, site.arg(1), site.width(1), "the size of a value")? as u16;
    let e = m.scalar_of_kind(st, &name, width, None, kind);
    Ok(m.dag.zext(e, 64))
}

fn fresh_value(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    Ok(Returned::Value(Value::Expr(environment_value(m, st, site, InputKind::Scalar)?)))
}

fn fresh_fact(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    Ok(Returned::Value(Value::Expr(environment_value(m, st, site, InputKind::System)?)))
}

fn implied(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    Ok(Returned::Value(Value::Expr(environment_value(m, st, site, InputKind::External)?)))
}

fn either(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let name = m.given_name(st, site.arg(0), "decision");
    let e = m.scalar_of_kind(st, &name, 1, None, InputKind::External);
    Ok(Returned::Value(Value::Expr(e)))
}

/// `(operation)`: 0, or the error it fails with.
fn fails(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let name = m.given_name(st, site.arg(0), "");
    let Some(operation) = Operation::named(&name) else {
        return Err(m.unsupported_call(site, "an operation nobody knows"));
    };
    let error = m.failure(st, operation)?;
    m.enter_operation(st, operation, error.is_some());
    Ok(Returned::Value(error.map_or(Value::ZERO, Value::Expr)))
}

/// A path that was about nothing but a question ends with its answer.
fn settled(m: &mut Machine, st: &mut State, _: &CallSite) -> Result<Returned, Stop> {
    m.assume(st, Value::ZERO, 1)?;
    Ok(Returned::Nothing)
}

fn closed_stream(m: &mut Machine, st: &mut State, _: &CallSite) -> Result<Returned, Stop> {
    Err(m.bug(st, BugKind::UseAfterFree, "the stream is closed"))
}

/// `(name, size *)`: a symbolic file, standard input of a given size, or a real file.
fn existing_file(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let Some(name) = m.known_text(st, site.arg(0))? else {
        return Err(Stop::Cut(CutReason::Concretised, "the name of a file".to_string()));
    };
    let size_at = m.access(st, site.arg(1), Value::Bits(8), Access::Write)?;
    let name = String::from_utf8_lossy(&name).into_owned();
    let address = match (m.symbolic_file(&name), real_file(&name)) {
        (Some((input, size)), _) => {
            let address = st.memory.next_argument_address(size);
            st.memory.insert(Object::new(address, size, ObjectKind::Argument, Fill::Uninit));
            let slot = layout::slot_of(address).expect("an address just given out");
            m.bytes_input(st, &input, slot, 0, size, InputKind::Bytes);
            Some((address, size))
        }
        (None, Some(bytes)) => {
            let size = bytes.len() as u64;
            let address = st.memory.next_argument_address(size.max(1));
            st.memory.insert(Object::new(address, size.max(1), ObjectKind::Argument, Fill::Bytes(&bytes)));
            Some((address, size))
        }
        (None, None) => None,
    };
    let (address, size) = address.unwrap_or((0, 0));
    let size = m.dag.constant(size as u128, 64);
    m.write_place(st, size_at, 8, size)?;
    Ok(Returned::Value(Value::Bits(address)))
}

/// The contents of a plain file that is there and small enough.
fn real_file(name: &str) -> Option<Vec<u8>> {
    let path = Path::new(name);
    let about = fs::metadata(path).ok()?;
    // Devices never end, and nobody wants to see a pipe waited for.
    if !about.is_file() || about.len() > LARGEST_FILE {
        return None;
    }
    let mut bytes = Vec::new();
    fs::File::open(path).ok()?.take(LARGEST_FILE).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

impl<'p> Machine<'p> {
    /// The input behind a symbolic file, and its size: `A`, `B`, ... and standard input, where they were asked for.
    fn symbolic_file(&self, name: &str) -> Option<(String, u64)> {
        let environment = &self.settings.environment;
        if name == "stdin" {
            return environment.stdin.map(|size| ("stdin".to_string(), size));
        }
        let (count, size) = environment.files?;
        let &[letter @ b'A'..=b'Z'] = name.as_bytes() else { return None };
        ((letter - b'A') < count).then(|| (format!("{name}-data"), size))
    }

    /// The bytes of a string without its end, where none of them is symbolic.
    pub(super) fn known_text(&mut self, st: &mut State, text: Value) -> Result<Option<Vec<u8>>, Stop> {
        Ok(self.text(st, text)?.ok())
    }

    /// The bytes of a string without its end, or the first that is symbolic, and where. Each is read with the usual checks.
    fn text(&mut self, st: &mut State, text: Value) -> Result<Result<Vec<u8>, (u64, ExprId)>, Stop> {
        let mut address = self.enumerate(st, text, 64, MAX_VALUES, "a string's address")? as u64;
        let mut bytes = Vec::new();
        loop {
            match self.known_byte(st, address)? {
                Value::Bits(0) => return Ok(Ok(bytes)),
                Value::Bits(byte) => bytes.push(byte as u8),
                Value::Expr(byte) => return Ok(Err((address, byte))),
            }
            address += 1;
        }
    }

    /// A byte with the usual checks; a number where it was one on the path.
    fn known_byte(&mut self, st: &mut State, address: u64) -> Result<Value, Stop> {
        let place = self.access(st, Value::Bits(address), Value::Bits(1), Access::Read)?;
        let e = self.read_place(st, place, 1)?;
        let value = Value::of(&self.dag, e);
        if self.was_concrete(e) { self.pin(st, value, 8) } else { Ok(value) }
    }

    /// So many bytes, where none of them is symbolic.
    pub(super) fn known_range(&mut self, st: &mut State, from: Value, len: u64) -> Result<Option<Vec<u8>>, Stop> {
        let Value::Bits(start) = self.pin(st, from, 64)? else { return Ok(None) };
        let mut bytes = Vec::new();
        for i in 0..len {
            let Value::Bits(byte) = self.known_byte(st, start.wrapping_add(i))? else { return Ok(None) };
            bytes.push(byte as u8);
        }
        Ok(Some(bytes))
    }

    /// Bytes that the program gets to see and cannot change, in an object of their own.
    fn give_bytes(&mut self, st: &mut State, bytes: &[u8]) -> u64 {
        let size = bytes.len().max(1) as u64;
        let address = st.memory.next_argument_address(size);
        let mut object = Object::new(address, size, ObjectKind::Argument, Fill::Bytes(bytes));
        object.read_only = true;
        st.memory.insert(object);
        address
    }
}

/// The folder that the program runs in, as a string of its own.
fn folder(m: &mut Machine, st: &mut State, _: &CallSite) -> Result<Returned, Stop> {
    let mut bytes = std::env::current_dir().map_or_else(|_| b"/".to_vec(), |path| path.into_os_string().into_vec());
    bytes.push(0);
    Ok(Returned::Value(Value::Bits(m.give_bytes(st, &bytes))))
}

/// `(text)`: whether no byte of a string is symbolic. What is done otherwise is not a matter of the values on this path: other states
/// have to have the very text, as it was given to the program.
fn is_known(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let known = match m.text(st, site.arg(0))? {
        Ok(_) => true,
        Err((address, byte)) if m.is_as_at_parting(address, byte) => false,
        Err(_) => return Err(m.unsupported_call(site, "not a matter of values")),
    };
    Ok(Returned::Value(Value::Bits(known as u64)))
}

/// `(folder, size *)`: the names in a real folder, in order, each with a zero behind it; null for what is no folder.
fn listing(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let Some(name) = m.known_text(st, site.arg(0))? else {
        return Err(Stop::Cut(CutReason::Concretised, "the name of a folder".to_string()));
    };
    let size_at = m.access(st, site.arg(1), Value::Bits(8), Access::Write)?;
    let mut names: Vec<Vec<u8>> = match fs::read_dir(Path::new(OsStr::from_bytes(&name))) {
        Ok(entries) => entries.flatten().map(|entry| entry.file_name().into_vec()).collect(),
        Err(_) => return Ok(Returned::Value(Value::ZERO)),
    };
    names.sort_unstable();
    let bytes: Vec<u8> = names.into_iter().flat_map(|name| name.into_iter().chain([0])).collect();
    let size = m.dag.constant(bytes.len() as u128, 64);
    m.write_place(st, size_at, 8, size)?;
    Ok(Returned::Value(Value::Bits(m.give_bytes(st, &bytes))))
}

/// How many symbolic files there are: `A`, `B`, ...
fn files_given(m: &mut Machine, _: &mut State, _: &CallSite) -> Result<Returned, Stop> {
    let count = m.settings.environment.files.map_or(0, |(count, _)| count);
    Ok(Returned::Value(Value::Bits(count.into())))
}

fn environment_string(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let name = m.given_name(st, site.arg(0), "variable");
    let address = st.memory.next_argument_address(ENVIRONMENT_LENGTH + 1);
    st.memory.insert(Object::new(address, ENVIRONMENT_LENGTH + 1, ObjectKind::Argument, Fill::Bytes(&[])));
    let slot = layout::slot_of(address).expect("an address just given out");
    m.bytes_input(st, &format!("env:{name}"), slot, 0, ENVIRONMENT_LENGTH, InputKind::Bytes);
    st.memory.object_mut(slot).set_byte(ENVIRONMENT_LENGTH, Byte::Concrete(0));
    Ok(Returned::Value(Value::Bits(address)))
}

fn not_modelled(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let what = m.given_name(st, site.arg(0), "something");
    Err(Stop::Cut(CutReason::Unsupported, what))
}
