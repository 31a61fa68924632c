//! Single values as people write them: characters in quotes, floats as the shortest decimal that reads back, addresses in
//! hexadecimal.
//!
//! The long double of x86 has more digits than any decimal people would read, so it is a hexadecimal float unless it is a
//! whole number.

use program::ir::Reading;

/// A number that some bytes stand for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// Wide enough for every signed and unsigned 64-bit value.
    Integer(i128),
    Float(f64),
}

/// The value in at most 16 bytes, the least significant first.
pub fn value(bytes: &[u8], reading: Reading) -> String {
    if reading == Reading::Float {
        return float(bytes);
    }
    bits_value(bits(bytes), 8 * bytes.len() as u32, reading)
}

/// The value in the lowest `width` bits, which are no float.
pub fn bits_value(bits: u128, width: u32, reading: Reading) -> String {
    let number = integer(bits, width, reading);
    match reading {
        Reading::Character { .. } => match character(number) {
            Some(character) => format!("'{character}' ({number})"),
            None => number.to_string(),
        },
        Reading::Boolean if number == 0 => "false".to_owned(),
        Reading::Boolean if number == 1 => "true".to_owned(),
        Reading::Address if number == 0 => "NULL".to_owned(),
        Reading::Address => format!("{number:#x}"),
        Reading::Signed | Reading::Unsigned | Reading::Boolean | Reading::Float => number.to_string(),
    }
}

/// The number for scripts, if the bytes are one they can use.
pub fn number(bytes: &[u8], reading: Reading) -> Option<Number> {
    match (reading, bytes) {
        (Reading::Float, &[a, b, c, d]) => Some(Number::Float(f64::from(f32::from_le_bytes([a, b, c, d])))),
        (Reading::Float, &[a, b, c, d, e, f, g, h]) => {
            Some(Number::Float(f64::from_le_bytes([a, b, c, d, e, f, g, h])))
        }
        (Reading::Float, _) => None,
        (_, bytes) if bytes.len() <= 8 => Some(Number::Integer(integer(bits(bytes), 8 * bytes.len() as u32, reading))),
        _ => None,
    }
}

/// A character of a literal: as it is, or as C escapes it. Nothing for what is not text.
pub fn character(number: i128) -> Option<String> {
    let byte = u8::try_from(number).ok()?;
    match byte {
        0 => Some("\\0".to_owned()),
        b'"' => Some("\"".to_owned()),
        byte if is_text(byte) => Some(std::ascii::escape_default(byte).to_string()),
        _ => None,
    }
}

/// Bytes that texts are made of.
pub fn is_text(byte: u8) -> bool {
    byte.is_ascii_graphic() || matches!(byte, b' ' | b'\n' | b'\t' | b'\r')
}

fn bits(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte))
}

fn integer(bits: u128, width: u32, reading: Reading) -> i128 {
    let unused = 128 - width.clamp(1, 128);
    match reading {
        Reading::Signed | Reading::Character { signed: true } => (bits << unused) as i128 >> unused,
        Reading::Unsigned
        | Reading::Character { signed: false }
        | Reading::Boolean
        | Reading::Address
        | Reading::Float => (bits << unused >> unused) as i128,
    }
}

fn float(bytes: &[u8]) -> String {
    match *bytes {
        [a, b, c, d] => {
            let value = f32::from_le_bytes([a, b, c, d]);
            named(f64::from(value), value.to_bits() != f32::NAN.to_bits(), bytes)
                .unwrap_or_else(|| format!("{value:?}"))
        }
        [a, b, c, d, e, f, g, h] => {
            let value = f64::from_le_bytes([a, b, c, d, e, f, g, h]);
            named(value, value.to_bits() != f64::NAN.to_bits(), bytes).unwrap_or_else(|| format!("{value:?}"))
        }
        _ if bytes.len() >= 10 => long_double(bytes),
        _ => super::hexadecimal(bytes),
    }
}

/// Values that have a name. Which NaN it is matters to some: `odd` ones show their bits.
fn named(value: f64, odd: bool, bytes: &[u8]) -> Option<String> {
    match value {
        v if v.is_nan() && odd => Some(format!("nan (0x{:x})", bits(bytes))),
        v if v.is_nan() => Some("nan".to_owned()),
        v if v.is_infinite() => Some(if v > 0.0 { "inf" } else { "-inf" }.to_owned()),
        _ => None,
    }
}

/// Ten bytes: a fraction of 64 bits with its leading 1, an exponent, a sign.
fn long_double(bytes: &[u8]) -> String {
    let (fraction, top) = (bits(&bytes[..8]) as u64, bits(&bytes[8..10]) as u32);
    let (sign, exponent) = (if top >> 15 == 1 { "-" } else { "" }, (top & 0x7fff) as i32);
    match (exponent, fraction) {
        (0x7fff, f) if f << 1 == 0 => format!("{sign}inf"),
        (0x7fff, _) => "nan".to_owned(),
        (0, 0) => format!("{sign}0.0"),
        _ => {
            let power = exponent.max(1) - 16383;
            // A whole number that fits is easier to read.
            if (0..64).contains(&power) && fraction.trailing_zeros() >= 63 - power as u32 {
                return format!("{sign}{}.0", fraction >> (63 - power as u32));
            }
            let digits = format!("{:016x}", fraction << 1);
            let digits = digits.trim_end_matches('0');
            let point = if digits.is_empty() { "" } else { "." };
            format!("{sign}0x{}{point}{digits}p{power:+}", fraction >> 63)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_show_as_such_and_as_numbers() {
        let (signed, unsigned) = (Reading::Character { signed: true }, Reading::Character { signed: false });
        assert_eq!(value(b"a", signed), "'a' (97)");
        assert_eq!(value(b"\n", unsigned), "'\\n' (10)");
        assert_eq!(value(b"'", signed), "'\\'' (39)");
        assert_eq!(value(&[0], signed), "'\\0' (0)");
        assert_eq!((value(&[200], signed), value(&[200], unsigned)), ("-56".into(), "200".into()));
    }

    #[test]
    fn floats_read_back_and_have_their_names() {
        assert_eq!(value(&0.1f32.to_le_bytes(), Reading::Float), "0.1");
        assert_eq!(value(&1e-300f64.to_le_bytes(), Reading::Float), "1e-300");
        assert_eq!(value(&f64::NAN.to_le_bytes(), Reading::Float), "nan");
        assert_eq!(value(&0x7fc00001u32.to_le_bytes(), Reading::Float), "nan (0x7fc00001)");
        assert_eq!(value(&f32::NEG_INFINITY.to_le_bytes(), Reading::Float), "-inf");
    }

    #[test]
    fn long_doubles_are_exact() {
        let shown = |fraction: u64, top: u16| {
            let mut bytes = fraction.to_le_bytes().to_vec();
            bytes.extend(top.to_le_bytes());
            bytes.resize(16, 0);
            value(&bytes, Reading::Float)
        };
        assert_eq!(shown(1 << 63, 16383), "1.0");
        assert_eq!(shown(5 << 61, 0x8000 | 16385), "-5.0");
        assert_eq!(shown(3 << 62, 16382), "0x1.8p-1");
        assert_eq!(shown(0xcccc_cccc_cccc_cccd, 16379), "0x1.999999999999999ap-4");
        assert_eq!((shown(0, 0), shown(1 << 63, 0x7fff)), ("0.0".into(), "inf".into()));
    }

    #[test]
    fn addresses_and_truth_values() {
        assert_eq!(
            (value(&[0; 8], Reading::Address), value(&[16; 2], Reading::Address)),
            ("NULL".into(), "0x1010".into())
        );
        assert_eq!((value(&[1], Reading::Boolean), value(&[7], Reading::Boolean)), ("true".into(), "7".into()));
        assert_eq!(bits_value(0b1101, 3, Reading::Signed), "-3");
    }
}
