//! Reading a format: the string itself, and the conversions in it.

use program::ir::{ArgType, ParamKind};

use super::MAX_VALUES;
use super::formatter::Formatter;
use crate::checks::BugKind;
use crate::libc::CallSite;
use crate::machine::{Machine, Stop};
use crate::state::State;
use crate::step::Access;
use crate::value::{Value, signed};

/// One conversion such as `%-8.3lf`.
pub(super) struct Conversion {
    pub flags: String,
    pub width: Option<i64>,
    pub precision: Option<i64>,
    /// Bits of an integer argument.
    pub bits: u16,
    pub long_double: bool,
    /// Of a string or a character: wide ones are given.
    pub wide: bool,
    pub letter: u8,
}

/// The format string itself. A symbolic one is a bug of its own, and cannot be followed.
pub(super) fn format_string(m: &mut Machine, st: &mut State, site: &CallSite, index: usize) -> Result<Vec<u8>, Stop> {
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

impl Formatter<'_, '_> {
    /// Reads the conversion behind a `%`. Widths and precisions may be arguments.
    pub(super) fn parse(
        &mut self,
        m: &mut Machine,
        st: &mut State,
        format: &[u8],
        at: &mut usize,
    ) -> Result<Conversion, Stop> {
        *at += 1;
        let peek = |at: usize| format.get(at).copied().unwrap_or(0);
        let mut c = Conversion {
            flags: String::new(),
            width: None,
            precision: None,
            bits: 32,
            long_double: false,
            wide: false,
            letter: 0,
        };
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
        // `S` and `C` are older names of `ls` and `lc`.
        c.letter = match peek(*at) {
            b'S' => b's',
            b'C' => b'c',
            letter => letter,
        };
        c.wide = matches!(peek(*at), b'S' | b'C') || matches!(c.letter, b's' | b'c') && c.bits == 64;
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
}
