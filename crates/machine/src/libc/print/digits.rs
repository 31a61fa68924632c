//! Symbolic integers as text: a fork for the sign and for the number of digits, then each digit is an expression.
//!
//! Widths, precisions and flags are those of the C standard; how long the text is is known once the digits are counted.

use expr::ExprId;

use super::format::Conversion;
use crate::machine::{Machine, Stop};
use crate::state::State;
use crate::value::Value;

/// Text, a value of eight bits for each byte.
pub(super) type Text = Vec<Value>;

pub(super) fn known(bytes: impl IntoIterator<Item = u8>) -> Text {
    bytes.into_iter().map(|byte| Value::Bits(byte.into())).collect()
}

/// The bytes that text has under the state's model.
pub(super) fn shown(m: &mut Machine, st: &State, text: &[Value]) -> Vec<u8> {
    let mut byte = |&value: &Value| match value {
        Value::Bits(bits) => bits as u8,
        Value::Expr(e) => m.evaluate(st, e) as u8,
    };
    text.iter().map(&mut byte).collect()
}

/// The integer of `c.bits` bits as the conversion writes it.
pub(super) fn symbolic_integer(m: &mut Machine, st: &mut State, c: &Conversion, integer: ExprId) -> Result<Text, Stop> {
    let bits = u32::from(c.bits);
    let zero = m.dag.constant(0, bits);
    let is_signed = matches!(c.letter, b'd' | b'i');
    let is_negative = is_signed && {
        let negative = m.dag.slt(integer, zero);
        m.split(st, negative)?
    };
    let magnitude = if is_negative { m.dag.neg(integer) } else { integer };
    let is_zero = m.dag.eq(magnitude, zero);
    // Only here does it matter by itself.
    let is_zero = (c.precision == Some(0) || c.flags.contains('#')) && m.split(st, is_zero)?;
    let base = match c.letter {
        b'x' | b'X' => 16,
        b'o' => 8,
        _ => 10,
    };
    let mut digits = match is_zero && c.precision == Some(0) {
        true => Text::new(),
        false => digits(m, st, magnitude, bits, base, c.letter == b'X')?,
    };
    let least = c.precision.filter(|&precision| precision >= 0).unwrap_or(1) as usize;
    let leading = least.saturating_sub(digits.len());
    digits.splice(0..0, known(std::iter::repeat_n(b'0', leading)));
    let prefix: &[u8] = match c.letter {
        b'd' | b'i' if is_negative => b"-",
        b'd' | b'i' if c.flags.contains('+') => b"+",
        b'd' | b'i' if c.flags.contains(' ') => b" ",
        b'x' if c.flags.contains('#') && !is_zero => b"0x",
        b'X' if c.flags.contains('#') && !is_zero => b"0X",
        b'o' if c.flags.contains('#') && leading == 0 && (!is_zero || digits.is_empty()) => b"0",
        _ => b"",
    };
    Ok(in_field(c, prefix, digits))
}

/// The digits, none of them superfluous.
fn digits(
    m: &mut Machine,
    st: &mut State,
    magnitude: ExprId,
    bits: u32,
    base: u128,
    upper_case: bool,
) -> Result<Text, Stop> {
    let (mut count, mut beyond) = (1, base);
    while beyond >> bits == 0 {
        let limit = m.dag.constant(beyond, bits);
        let fits = m.dag.ult(magnitude, limit);
        if m.split(st, fits)? {
            break;
        }
        (count, beyond) = (count + 1, beyond * base);
    }
    let mut text = Text::with_capacity(count);
    let radix = m.dag.constant(base, bits);
    let mut power = beyond / base;
    for _ in 0..count {
        let scale = m.dag.constant(power, bits);
        let above = m.dag.udiv(magnitude, scale);
        let digit = m.dag.urem(above, radix);
        let digit = m.dag.extract(digit, 0, 8);
        let (zero, ten) = (m.dag.constant(b'0'.into(), 8), m.dag.constant(10, 8));
        let decimal = m.dag.add(digit, zero);
        let letter = m.dag.constant(u128::from(if upper_case { b'A' } else { b'a' } - 10), 8);
        let letter = m.dag.add(digit, letter);
        let is_decimal = m.dag.ult(digit, ten);
        let byte = m.dag.ite(is_decimal, decimal, letter);
        text.push(Value::of(&m.dag, byte));
        power /= base;
    }
    Ok(text)
}

/// In a field of the conversion's width, filled with spaces, or with zeros behind the prefix.
fn in_field(c: &Conversion, prefix: &[u8], digits: Text) -> Text {
    let width = c.width.unwrap_or(0);
    let fill = (width.unsigned_abs() as usize).saturating_sub(prefix.len() + digits.len());
    let to_the_left = c.flags.contains('-') || width < 0;
    let with_zeros = c.flags.contains('0') && !to_the_left && c.precision.is_none_or(|precision| precision < 0);
    let space = |is_here: bool, byte: u8| known(std::iter::repeat_n(byte, if is_here { fill } else { 0 }));
    let parts = [
        space(!to_the_left && !with_zeros, b' '),
        known(prefix.iter().copied()),
        space(with_zeros, b'0'),
        digits,
        space(to_the_left, b' '),
    ];
    parts.concat()
}
