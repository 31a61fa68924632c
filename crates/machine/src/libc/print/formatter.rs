//! Makes the text of a format: takes the arguments, decides what a symbolic one prints as, converts.

use std::ops::Range;

use expr::ExprId;
use program::ir::{ArgType, ParamKind};

use super::MAX_VALUES;
use super::digits::{Text, known, symbolic_integer};
use super::format::Conversion;
use super::number::{Number, pad, system_format};
use crate::checks::BugKind;
use crate::inputs::InputKind;
use crate::libc::CallSite;
use crate::machine::{Machine, Stop};
use crate::state::State;
use crate::step::{Access, VaCursor};
use crate::value::{Value, mask, signed};

/// Where the values of the conversions come from.
pub(super) enum Arguments {
    /// The call's own, from this one on.
    Direct(usize),
    /// A `va_list`, and how far it was read once it was looked at.
    List(Value, Option<VaCursor>),
}

/// What happens to a symbolic value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Symbolic {
    /// Shown as the model has it: nothing depends on the text but its length, which can be any.
    Show,
    /// The same, but what was not symbolic on the path must be as it was.
    Ask,
    /// Kept symbolic: a string and a character as they are, an integer digit by digit. Pointers and floating-point numbers
    /// are fixed to what the model has.
    Keep,
}

pub(super) struct Formatter<'a, 'b> {
    pub site: &'a CallSite<'b>,
    pub arguments: Arguments,
    pub symbolic: Symbolic,
    pub saw_symbolic: bool,
    /// Where the strings were that were printed, their ends included.
    pub strings: Vec<Range<u64>>,
}

impl<'a, 'b> Formatter<'a, 'b> {
    pub(super) fn new(site: &'a CallSite<'b>, arguments: Arguments, symbolic: Symbolic) -> Formatter<'a, 'b> {
        Formatter { site, arguments, symbolic, saw_symbolic: false, strings: Vec::new() }
    }

    /// The next argument.
    pub(super) fn take(&mut self, m: &mut Machine, st: &mut State, ty: ArgType) -> Result<Value, Stop> {
        match &mut self.arguments {
            Arguments::Direct(next) => {
                let Some(passed) = self.site.call.arg_types.get(*next) else {
                    return Err(m.bug(st, BugKind::ArgumentMismatch, "the format asks for more"));
                };
                if (passed.kind == ParamKind::Float) != (ty.kind == ParamKind::Float) {
                    return Err(m.bug(st, BugKind::ArgumentMismatch, "the format asks for another kind"));
                }
                let fits = passed.width == ty.width;
                // A larger number has the bytes that are asked for: `%d` for a `size_t` is in half of all programs.
                let is_part = passed.width > ty.width && passed.kind == ParamKind::Integer;
                // Who does not want to know sees the bytes that are there. What lies behind them matters where the text is read again.
                let may_go_on = passed.width > ty.width || self.symbolic == Symbolic::Show;
                if !fits && !is_part && (m.watches(st, BugKind::ArgumentMismatch) || !may_go_on) {
                    let (asked, passed) = (ty.width.div_ceil(8), passed.width.div_ceil(8));
                    let what = format!("the format asks for one of {asked} bytes, {passed} were passed");
                    return Err(m.bug(st, BugKind::ArgumentMismatch, &what));
                }
                let value = self.site.arg(*next);
                *next += 1;
                Ok(if fits { value } else { m.fit(value, ty.width) })
            }
            Arguments::List(list, next) => {
                let mut cursor = match *next {
                    Some(cursor) => cursor,
                    None => m.va_cursor(st, *list)?,
                };
                let value = m.va_read(st, &mut cursor, ty)?;
                *next = Some(cursor);
                Ok(value)
            }
        }
    }

    /// What was read of a `va_list` is used up, for the caller too: it is one structure that both have. To be done last.
    pub(super) fn use_up(&self, m: &mut Machine, st: &mut State) -> Result<(), Stop> {
        match &self.arguments {
            Arguments::List(_, Some(cursor)) => m.va_advance(st, cursor),
            Arguments::List(_, None) | Arguments::Direct(_) => Ok(()),
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
            Symbolic::Keep => m.concretise(st, value, width, "a formatted value"),
            Symbolic::Show | Symbolic::Ask => Ok(m.evaluate(st, e)),
        }
    }

    /// The next argument as an integer of so many bits: a number, or an expression where it is to be kept symbolic.
    fn integer(&mut self, m: &mut Machine, st: &mut State, bits: u16) -> Result<Value, Stop> {
        let width = bits.max(32);
        let value = self.take(m, st, ArgType { width, kind: ParamKind::Integer })?;
        self.kept(m, st, value, width, bits)
    }

    /// The low bits of a value, symbolic where it is kept so. What a shadow must find as it was is fixed.
    fn kept(&mut self, m: &mut Machine, st: &mut State, value: Value, width: u16, bits: u16) -> Result<Value, Stop> {
        let e = value.expr(&mut m.dag, width);
        if self.symbolic == Symbolic::Keep && value.as_concrete(&m.dag).is_none() && !m.was_concrete(e) {
            m.check_initialised(st, value, "in output")?;
            self.saw_symbolic = true;
            let low = m.dag.extract(e, 0, bits.into());
            return Ok(Value::of(&m.dag, low));
        }
        Ok(Value::Bits(self.concrete(m, st, value, width)? as u64 & mask(bits)))
    }

    fn pointer(&mut self, m: &mut Machine, st: &mut State) -> Result<u64, Stop> {
        let value = self.take(m, st, ArgType { width: 64, kind: ParamKind::Integer })?;
        // Text that the program reads again would tell it where the object lies.
        let value = match self.symbolic {
            Symbolic::Keep | Symbolic::Ask => m.pointer_as_number(st, value, 64)?,
            Symbolic::Show => value,
        };
        Ok(self.concrete(m, st, value, 64)? as u64)
    }

    fn floating(&mut self, m: &mut Machine, st: &mut State, long: bool) -> Result<Number, Stop> {
        let width = if long { 80 } else { 64 };
        let value = self.take(m, st, ArgType { width, kind: ParamKind::Float })?;
        let bits = self.concrete(m, st, value, width)?;
        Ok(if long { Number::LongDouble(bits) } else { Number::Double(f64::from_bits(bits as u64)) })
    }

    /// The text of a whole format.
    pub(super) fn run(&mut self, m: &mut Machine, st: &mut State, format: &[u8]) -> Result<Text, Stop> {
        let mut out = Text::new();
        let mut at = 0;
        while at < format.len() {
            if format[at] != b'%' {
                out.extend(known([format[at]]));
                at += 1;
                continue;
            }
            let conversion = self.parse(m, st, format, &mut at)?;
            self.convert(m, st, &conversion, &mut out)?;
        }
        Ok(out)
    }

    fn convert(&mut self, m: &mut Machine, st: &mut State, c: &Conversion, out: &mut Text) -> Result<(), Stop> {
        match c.letter {
            b'%' => out.extend(known([b'%'])),
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                let is_signed = matches!(c.letter, b'd' | b'i');
                out.extend(match self.integer(m, st, c.bits)? {
                    Value::Bits(bits) => {
                        let value = if is_signed { signed(bits, c.bits) as u64 } else { bits };
                        known(system_format(c, Number::Integer(value)))
                    }
                    Value::Expr(e) => symbolic_integer(m, st, c, e)?,
                });
            }
            b'p' => {
                let value = self.pointer(m, st)?;
                out.extend(known(system_format(c, Number::Pointer(value))));
            }
            b'c' => {
                let value = self.integer(m, st, 32)?;
                let e = value.expr(&mut m.dag, 32);
                let byte = if c.wide { self.narrow(m, st, e)? } else { m.dag.extract(e, 0, 8) };
                pad(out, &[Value::of(&m.dag, byte)], c.width.unwrap_or(0), c.flags.contains('-'));
            }
            b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
                let value = self.floating(m, st, c.long_double)?;
                out.extend(known(system_format(c, value)));
            }
            b's' => {
                let pointer = self.take(m, st, ArgType { width: 64, kind: ParamKind::Pointer })?;
                let bytes = self.string(m, st, pointer, c.precision, c.wide)?;
                pad(out, &bytes, c.width.unwrap_or(0), c.flags.contains('-'));
            }
            b'n' => {
                let pointer = self.take(m, st, ArgType { width: 64, kind: ParamKind::Pointer })?;
                let bytes = c.bits as u64 / 8;
                let place = m.access(st, pointer, Value::Bits(bytes), Access::Write)?;
                let count = match self.saw_symbolic && self.symbolic != Symbolic::Keep {
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

    /// The byte of a wide character. The C locale has one for those of ASCII; what glibc does with others depends on the locale.
    fn narrow(&mut self, m: &mut Machine, st: &mut State, character: ExprId) -> Result<ExprId, Stop> {
        let limit = m.dag.constant(128, 32);
        let is_ascii = m.dag.ult(character, limit);
        match m.split(st, is_ascii)? {
            true => Ok(m.dag.extract(character, 0, 8)),
            false => Err(m.unsupported_call(self.site, "a wide character that is not ASCII")),
        }
    }

    /// The bytes of a `%s` argument, or of the wide characters of a `%ls` one, each read with the usual checks.
    pub(super) fn string(
        &mut self,
        m: &mut Machine,
        st: &mut State,
        pointer: Value,
        precision: Option<i64>,
        wide: bool,
    ) -> Result<Text, Stop> {
        let size = if wide { 4 } else { 1 };
        let mut address = m.enumerate(st, pointer, 64, MAX_VALUES, "a string's address")? as u64;
        if address == 0 {
            return Ok(known(*b"(null)"));
        }
        let start = address;
        let mut bytes = Text::new();
        while precision.is_none_or(|limit| limit < 0 || (bytes.len() as i64) < limit) {
            let place = m.access(st, Value::Bits(address), Value::Bits(size), Access::Read)?;
            let mut e = m.read_place(st, place, size)?;
            // Whether the string ends here decides what is read next, so both ways are followed.
            let zero = m.dag.constant(0, 8 * size as u32);
            let ends = m.dag.eq(e, zero);
            if m.split(st, ends)? {
                break;
            }
            if wide {
                e = self.narrow(m, st, e)?;
            }
            bytes.push(self.kept(m, st, Value::of(&m.dag, e), 8, 8)?);
            address += size;
        }
        self.strings.push(start..address + size);
        Ok(bytes)
    }
}

/// What is known of the length of text that depends on symbolic values: nothing.
pub(super) fn any_length(m: &mut Machine, st: &mut State, width: u16) -> ExprId {
    m.scalar_of_kind(st, "length of formatted text", width, None, InputKind::External)
}
