//! `stdio.h` output: the `printf` family, `puts`, `putchar`, `fwrite`, into the path's captured output or into memory.
//!
//! What goes to the terminal is only shown, so symbolic values print as the model has them, without a constraint; where a
//! string ends decides what is read, so that is followed for every value. What goes into memory decides later branches, so there a symbolic value is fixed first (and the others are a cut).
//! Numbers are formatted by the system's `snprintf`, one conversion at a time.

use std::ffi::CString;

use expr::{ExprId, FloatFormat, float};
use program::ir::{ArgType, ParamKind};

use super::{CallSite, Entry, Returned, When};
use crate::checks::BugKind;
use crate::inputs::InputKind;
use crate::machine::{Machine, Stop};
use crate::start::STREAM_DESCRIPTOR;
use crate::state::State;
use crate::step::Access;
use crate::value::{Value, mask, signed};

pub(super) const TABLE: &[Entry] = &[
    ("printf", When::Undefined, printf),
    ("__printf_chk", When::Undefined, printf_chk),
    ("vprintf", When::Undefined, vprintf),
    ("fprintf", When::Model, fprintf),
    ("dprintf", When::Undefined, dprintf),
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
    ("fflush", When::Undefined, succeed),
    ("perror", When::Undefined, succeed),
    ("setbuf", When::Undefined, succeed),
    ("setvbuf", When::Undefined, succeed),
    ("setlinebuf", When::Undefined, succeed),
];

/// Addresses and sizes that one call is followed to.
const MAX_VALUES: usize = 64;

/// Where the values of the conversions come from.
enum Arguments {
    /// The call's own, from this one on.
    Direct(usize),
    /// A `va_list`, and where its next argument lies once it was looked at.
    List(Value, Option<u64>),
}

/// What happens to a symbolic value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Symbolic {
    /// Shown as the model has it: nothing depends on the text but its length, which can be any.
    Show,
    /// The same, but what was not symbolic on the path must be as it was.
    Ask,
    /// Fixed to that.
    Fix,
}

struct Formatter<'a, 'b> {
    site: &'a CallSite<'b>,
    arguments: Arguments,
    symbolic: Symbolic,
    saw_symbolic: bool,
}

/// One conversion such as `%-8.3lf`.
struct Conversion {
    flags: String,
    width: Option<i64>,
    precision: Option<i64>,
    /// Bits of an integer argument.
    bits: u16,
    long_double: bool,
    letter: u8,
}

impl Formatter<'_, '_> {
    fn take(&mut self, m: &mut Machine, st: &mut State, ty: ArgType) -> Result<Value, Stop> {
        match &mut self.arguments {
            Arguments::Direct(next) => {
                let value = self.site.arg(*next);
                *next += 1;
                Ok(value)
            }
            Arguments::List(list, next) => {
                let mut area = match *next {
                    Some(area) => area,
                    None => m.va_area(st, *list)?,
                };
                let value = m.va_read(st, &mut area, ty)?;
                *next = Some(area);
                Ok(value)
            }
        }
    }

    fn concrete(&mut self, m: &mut Machine, st: &mut State, value: Value, width: u16) -> Result<u128, Stop> {
        if let Some(bits) = value.as_concrete(&m.dag) {
            return Ok(bits);
        }
        m.check_initialised(st, value, "in output")?;
        let e = value.expr(&mut m.dag, width);
        if self.symbolic == Symbolic::Ask && m.was_concrete(e) {
            return m.concretise(st, value, width, "a formatted value");
        }
        self.saw_symbolic = true;
        match self.symbolic {
            Symbolic::Fix => m.concretise(st, value, width, "a formatted value"),
            Symbolic::Show | Symbolic::Ask => Ok(m.evaluate(st, e)),
        }
    }

    fn integer(&mut self, m: &mut Machine, st: &mut State, bits: u16) -> Result<u64, Stop> {
        let ty = ArgType { width: bits.max(32), kind: ParamKind::Integer };
        let value = self.take(m, st, ty)?;
        Ok(self.concrete(m, st, value, bits.max(32))? as u64 & mask(bits))
    }

    fn double(&mut self, m: &mut Machine, st: &mut State, long: bool) -> Result<f64, Stop> {
        let width = if long { 80 } else { 64 };
        let value = self.take(m, st, ArgType { width, kind: ParamKind::Float })?;
        let bits = self.concrete(m, st, value, width)?;
        let bits = if long { float::convert(FloatFormat::X87, FloatFormat::Double, bits) } else { bits };
        Ok(f64::from_bits(bits as u64))
    }

    fn run(&mut self, m: &mut Machine, st: &mut State, format: &[u8]) -> Result<Vec<u8>, Stop> {
        let mut out = Vec::new();
        let mut at = 0;
        while at < format.len() {
            if format[at] != b'%' {
                out.push(format[at]);
                at += 1;
                continue;
            }
            let conversion = self.parse(m, st, format, &mut at)?;
            self.convert(m, st, &conversion, &mut out)?;
        }
        Ok(out)
    }

    fn parse(&mut self, m: &mut Machine, st: &mut State, format: &[u8], at: &mut usize) -> Result<Conversion, Stop> {
        *at += 1;
        let peek = |at: usize| format.get(at).copied().unwrap_or(0);
        let mut c =
            Conversion { flags: String::new(), width: None, precision: None, bits: 32, long_double: false, letter: 0 };
        while b"-+ #0'".contains(&peek(*at)) && peek(*at) != 0 {
            c.flags.push(peek(*at) as char);
            *at += 1;
        }
        c.width = self.number(m, st, format, at)?;
        if peek(*at) == b'.' {
            *at += 1;
            c.precision = Some(self.number(m, st, format, at)?.unwrap_or(0));
        }
        loop {
            match peek(*at) {
                b'h' => c.bits = if c.bits == 16 { 8 } else { 16 },
                b'l' | b'j' | b'z' | b't' | b'q' => c.bits = 64,
                b'L' => c.long_double = true,
                _ => break,
            }
            *at += 1;
        }
        c.letter = peek(*at);
        *at += 1;
        Ok(c)
    }

    fn number(&mut self, m: &mut Machine, st: &mut State, format: &[u8], at: &mut usize) -> Result<Option<i64>, Stop> {
        if format.get(*at) == Some(&b'*') {
            *at += 1;
            // How much of a string is read may depend on it: each value is followed.
            let value = self.take(m, st, ArgType { width: 32, kind: ParamKind::Integer })?;
            let bits = m.enumerate(st, value, 32, MAX_VALUES, "a width or precision")?;
            return Ok(Some(signed(bits as u64, 32)));
        }
        let start = *at;
        let mut value = 0i64;
        while let Some(digit) = format.get(*at).filter(|c| c.is_ascii_digit()) {
            value = (value * 10 + (digit - b'0') as i64).min(1 << 20);
            *at += 1;
        }
        Ok((*at > start).then_some(value))
    }

    fn convert(&mut self, m: &mut Machine, st: &mut State, c: &Conversion, out: &mut Vec<u8>) -> Result<(), Stop> {
        match c.letter {
            b'%' => out.push(b'%'),
            b'd' | b'i' => {
                let value = signed(self.integer(m, st, c.bits)?, c.bits);
                out.extend(system_format(c, "ll", value as u64, None));
            }
            b'u' | b'x' | b'X' | b'o' => {
                let value = self.integer(m, st, c.bits)?;
                out.extend(system_format(c, "ll", value, None));
            }
            b'p' => {
                let value = self.integer(m, st, 64)?;
                out.extend(system_format(c, "", value, None));
            }
            b'c' => {
                let value = self.integer(m, st, 32)?;
                let width = c.width.unwrap_or(0);
                pad(out, &[value as u8], width, c.flags.contains('-'));
            }
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                let value = self.double(m, st, c.long_double)?;
                out.extend(system_format(c, "", 0, Some(value)));
            }
            b's' => {
                let pointer = self.take(m, st, ArgType { width: 64, kind: ParamKind::Pointer })?;
                let bytes = self.string(m, st, pointer, c.precision)?;
                pad(out, &bytes, c.width.unwrap_or(0), c.flags.contains('-'));
            }
            b'n' => {
                let pointer = self.take(m, st, ArgType { width: 64, kind: ParamKind::Pointer })?;
                let bytes = c.bits as u64 / 8;
                let place = m.access(st, pointer, Value::Bits(bytes), Access::Write)?;
                let count = match self.saw_symbolic && self.symbolic != Symbolic::Fix {
                    true => any_length(m, st, c.bits),
                    false => m.dag.constant(out.len() as u128, c.bits as u32),
                };
                m.write_place(st, place, bytes, count)?;
            }
            letter => {
                let what = format!("conversion '%{}'", letter.escape_ascii());
                return Err(m.unsupported_call(self.site, &what));
            }
        }
        Ok(())
    }

    /// The bytes of a `%s` argument, each read with the usual checks.
    fn string(
        &mut self,
        m: &mut Machine,
        st: &mut State,
        pointer: Value,
        precision: Option<i64>,
    ) -> Result<Vec<u8>, Stop> {
        let mut address = m.enumerate(st, pointer, 64, MAX_VALUES, "a string's address")? as u64;
        if address == 0 {
            return Ok(b"(null)".to_vec());
        }
        let mut bytes = Vec::new();
        while precision.is_none_or(|limit| limit < 0 || (bytes.len() as i64) < limit) {
            let place = m.access(st, Value::Bits(address), Value::Bits(1), Access::Read)?;
            let e = m.read_place(st, place, 1)?;
            // Whether the string ends here decides what is read next, so both ways are followed.
            let zero = m.dag.constant(0, 8);
            let ends = m.dag.eq(e, zero);
            if m.split(st, ends)? {
                break;
            }
            bytes.push(self.concrete(m, st, Value::of(&m.dag, e), 8)? as u8);
            address += 1;
        }
        Ok(bytes)
    }
}

fn pad(out: &mut Vec<u8>, text: &[u8], width: i64, left: bool) {
    let left = left || width < 0;
    let fill = (width.unsigned_abs() as usize).saturating_sub(text.len());
    if !left {
        out.extend(std::iter::repeat_n(b' ', fill));
    }
    out.extend_from_slice(text);
    if left {
        out.extend(std::iter::repeat_n(b' ', fill));
    }
}

/// One number through the system's `snprintf`.
fn system_format(c: &Conversion, length: &str, integer: u64, double: Option<f64>) -> Vec<u8> {
    let mut text = format!("%{}", c.flags);
    if let Some(width) = c.width {
        text.push_str(&width.to_string());
    }
    if let Some(precision) = c.precision.filter(|p| *p >= 0) {
        text.push_str(&format!(".{precision}"));
    }
    text.push_str(length);
    text.push(c.letter as char);
    let Ok(format) = CString::new(text) else { return Vec::new() };
    let print = |buffer: *mut libc::c_char, room: usize| match double {
        // SAFETY: the format has exactly one conversion, of the argument's type, and `room` is the buffer's size.
        Some(value) => unsafe { libc::snprintf(buffer, room, format.as_ptr(), value) },
        None => unsafe { libc::snprintf(buffer, room, format.as_ptr(), integer) },
    };
    let needed = print(std::ptr::null_mut(), 0);
    let mut buffer = vec![0u8; needed.max(0) as usize + 1];
    print(buffer.as_mut_ptr().cast(), buffer.len());
    buffer.pop();
    buffer
}

/// The format string itself. A symbolic one is a bug of its own, and cannot be followed.
fn format_string(m: &mut Machine, st: &mut State, site: &CallSite, index: usize) -> Result<Vec<u8>, Stop> {
    let mut address = m.enumerate(st, site.arg(index), 64, MAX_VALUES, "a format string's address")? as u64;
    let mut bytes = Vec::new();
    loop {
        let place = m.access(st, Value::Bits(address), Value::Bits(1), Access::Read)?;
        let e = m.read_place(st, place, 1)?;
        if m.dag.as_const(e).is_none() {
            m.report(st, BugKind::FormatString, "")?;
        }
        match m.concretise(st, Value::of(&m.dag, e), 8, "a format string")? as u8 {
            0 => return Ok(bytes),
            byte => bytes.push(byte),
        }
        address += 1;
    }
}

/// What is known of the length of text that depends on symbolic values: nothing.
fn any_length(m: &mut Machine, st: &mut State, width: u16) -> ExprId {
    m.scalar_of_kind(st, "length of formatted text", width, None, InputKind::External)
}

/// Formats and shows; the result is the number of bytes, any number where it depends on symbolic values.
fn show(
    m: &mut Machine,
    st: &mut State,
    site: &CallSite,
    format: usize,
    arguments: Arguments,
    to_stdout: bool,
) -> Result<Returned, Stop> {
    let format = format_string(m, st, site, format)?;
    let mut formatter = Formatter { site, arguments, symbolic: Symbolic::Show, saw_symbolic: false };
    let text = formatter.run(m, st, &format)?;
    if to_stdout {
        st.output.push(&text);
    }
    if formatter.saw_symbolic {
        return Ok(Returned::Value(Value::Expr(any_length(m, st, 32))));
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
    let mut formatter = Formatter { site, arguments, symbolic: Symbolic::Fix, saw_symbolic: false };
    let mut text = formatter.run(m, st, &format)?;
    let length = text.len() as u64;
    if let Some(room) = room {
        let room = m.enumerate(st, room, 64, MAX_VALUES, "the size of a buffer")? as u64;
        if room == 0 {
            return Ok(Returned::Value(Value::Bits(length)));
        }
        text.truncate((room - 1).min(length) as usize);
    }
    text.push(0);
    let place = m.access(st, site.arg(0), Value::Bits(text.len() as u64), Access::Write)?;
    let at = m.enumerate(st, place.offset, 64, MAX_VALUES, "the address of a buffer")? as u64;
    let object = st.memory.object_mut(place.slot);
    for (i, byte) in text.into_iter().enumerate() {
        object.set_byte(at + i as u64, crate::memory::Byte::Concrete(byte));
    }
    Ok(Returned::Value(Value::Bits(length)))
}

/// Where output goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Destination {
    Stdout,
    /// Seen by nobody.
    Stderr,
    /// The C model keeps it.
    File,
}

/// What is behind a `FILE *`.
fn destination(m: &mut Machine, st: &mut State, stream: Value) -> Result<Destination, Stop> {
    const DESCRIPTOR_END: u64 = STREAM_DESCRIPTOR + 4;
    let place = m.access(st, stream, Value::Bits(DESCRIPTOR_END), Access::Read)?;
    let at = m.enumerate(st, place.offset, 64, MAX_VALUES, "the address of a stream")? as u64;
    let place = crate::step::Place { slot: place.slot, offset: Value::Bits(at + STREAM_DESCRIPTOR) };
    let e = m.read_place(st, place, 4)?;
    Ok(match m.enumerate(st, Value::of(&m.dag, e), 32, MAX_VALUES, "a descriptor")? {
        1 => Destination::Stdout,
        2 => Destination::Stderr,
        _ => Destination::File,
    })
}

fn printf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    show(m, st, site, 0, Arguments::Direct(1), true)
}

fn printf_chk(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    show(m, st, site, 1, Arguments::Direct(2), true)
}

fn vprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    show(m, st, site, 0, Arguments::List(site.arg(1), None), true)
}

fn fprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    match destination(m, st, site.arg(0))? {
        Destination::File => Ok(Returned::UseBody),
        to => show(m, st, site, 1, Arguments::Direct(2), to == Destination::Stdout),
    }
}

fn dprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    show(m, st, site, 1, Arguments::Direct(2), site.arg(0) == Value::Bits(1))
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

/// Formats into fresh memory whose address goes to the first argument.
fn into_fresh_memory(m: &mut Machine, st: &mut State, site: &CallSite, text: &[u8]) -> Result<Returned, Stop> {
    let place = m.access(st, site.arg(0), Value::Bits(8), Access::Write)?;
    let address = m.heap_bytes(st, text)?;
    let pointer = m.dag.constant(address as u128, 64);
    m.write_place(st, place, 8, pointer)?;
    Ok(Returned::Value(Value::Bits(text.len() as u64)))
}

fn formatted(
    m: &mut Machine,
    st: &mut State,
    site: &CallSite,
    arguments: Arguments,
    symbolic: Symbolic,
) -> Result<(Vec<u8>, bool), Stop> {
    let format = format_string(m, st, site, 1)?;
    let mut formatter = Formatter { site, arguments, symbolic, saw_symbolic: false };
    let text = formatter.run(m, st, &format)?;
    Ok((text, formatter.saw_symbolic))
}

fn asprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let (text, _) = formatted(m, st, site, Arguments::Direct(2), Symbolic::Fix)?;
    into_fresh_memory(m, st, site, &text)
}

fn vasprintf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let (text, _) = formatted(m, st, site, Arguments::List(site.arg(2), None), Symbolic::Fix)?;
    into_fresh_memory(m, st, site, &text)
}

/// For text that goes to a file: nothing is fixed, so text that depends on symbolic values is not known (-1).
fn format_if_known(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let (text, saw_symbolic) = formatted(m, st, site, Arguments::List(site.arg(2), None), Symbolic::Ask)?;
    if saw_symbolic {
        return Ok(Returned::Value(Value::Bits(u32::MAX as u64)));
    }
    into_fresh_memory(m, st, site, &text)
}

/// Shows a string as the model has it, checking each read.
fn show_string(
    m: &mut Machine,
    st: &mut State,
    site: &CallSite,
    to_stdout: bool,
    newline: bool,
) -> Result<Returned, Stop> {
    let mut formatter =
        Formatter { site, arguments: Arguments::Direct(0), symbolic: Symbolic::Show, saw_symbolic: false };
    let pointer = Value::Bits(m.enumerate(st, site.arg(0), 64, MAX_VALUES, "a string's address")? as u64);
    if pointer == Value::ZERO {
        return Err(m.bug(st, BugKind::NullDereference, ""));
    }
    let mut text = formatter.string(m, st, pointer, None)?;
    if newline {
        text.push(b'\n');
    }
    if to_stdout {
        st.output.push(&text);
    }
    Ok(Returned::Value(Value::Bits(1)))
}

fn puts(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    show_string(m, st, site, true, true)
}

fn fputs(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    match destination(m, st, site.arg(1))? {
        Destination::File => Ok(Returned::UseBody),
        to => show_string(m, st, site, to == Destination::Stdout, false),
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
    let byte = m.evaluate(st, low) as u8;
    if to_stdout {
        st.output.push(&[byte]);
    }
    let result = m.dag.zext(low, 32);
    Ok(Returned::Value(Value::of(&m.dag, result)))
}

fn putchar(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    show_character(m, st, site.arg(0), site.width(0), true)
}

/// What `putc` becomes where the header has it inline: `(stream, character)`.
fn overflow(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    match destination(m, st, site.arg(0))? {
        Destination::File => Ok(Returned::UseBody),
        to => show_character(m, st, site.arg(1), site.width(1), to == Destination::Stdout),
    }
}

fn fputc(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    match destination(m, st, site.arg(1))? {
        Destination::File => Ok(Returned::UseBody),
        to => show_character(m, st, site.arg(0), site.width(0), to == Destination::Stdout),
    }
}

fn fwrite(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    let to = destination(m, st, site.arg(3))?;
    if to == Destination::File {
        return Ok(Returned::UseBody);
    }
    let (a, b) = (site.arg(1).expr(&mut m.dag, 64), site.arg(2).expr(&mut m.dag, 64));
    let total = m.dag.mul(a, b);
    let total = Value::of(&m.dag, total);
    if total != Value::ZERO {
        let place = m.access(st, site.arg(0), total, Access::Read)?;
        if to == Destination::Stdout
            && let (Value::Bits(at), Value::Bits(len)) = (place.offset, total)
        {
            let mut text = Vec::with_capacity(len as usize);
            for i in 0..len {
                let place = crate::step::Place { slot: place.slot, offset: Value::Bits(at + i) };
                let e = m.read_place(st, place, 1)?;
                text.push(m.evaluate(st, e) as u8);
            }
            st.output.push(&text);
        }
    }
    Ok(Returned::Value(site.arg(2)))
}

fn succeed(_: &mut Machine, _: &mut State, _: &CallSite) -> Result<Returned, Stop> {
    Ok(Returned::Value(Value::ZERO))
}
