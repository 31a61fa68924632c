//! The bytes of an input as people write them: a number, a text, a few numbers, or hexadecimal.
//!
//! Without a type the reading is a guess: 1, 2, 4 and 8 bytes are a signed little-endian number (with the text beside
//! it when that is what it looks like), longer printable objects are text, multiples of 4 are 32-bit numbers.

use engine::results::Input;

use crate::test_case::is_unsigned;

/// Numbers shown of an object before it is cut short.
const SHOWN_NUMBERS: usize = 16;
/// Bytes shown of a text or of hexadecimal before it is cut short.
const SHOWN_BYTES: usize = 64;

/// A whole input: `x = 42`. Names come from the program, so what a terminal might act on is escaped.
pub fn input(input: &Input) -> String {
    format!("{} = {}", input.name.escape_debug(), value(input))
}

/// All inputs of a test on one line.
pub fn inputs(all: &[Input]) -> String {
    all.iter().map(input).collect::<Vec<_>>().join(", ")
}

/// The value alone.
pub fn value(input: &Input) -> String {
    let bytes = &input.bytes;
    match number(input) {
        Some(Number::Float(value)) => format!("{value:?}"),
        // A NUL among the bytes makes text a coincidence: every small number has such bytes.
        Some(Number::Integer(value)) => match text(bytes).filter(|_| !bytes.contains(&0)) {
            Some(text) => format!("{value} ({text})"),
            None => value.to_string(),
        },
        None if bytes.is_empty() => "(empty)".to_owned(),
        None => match text(bytes) {
            Some(text) => text,
            None if bytes.len().is_multiple_of(4) && bytes.len() / 4 <= SHOWN_NUMBERS => words(bytes),
            None => hexadecimal(bytes),
        },
    }
}

/// A number that an input's bytes stand for.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Number {
    /// Wide enough for every signed and unsigned 64-bit value.
    Integer(i128),
    Float(f64),
}

/// The number in an input of 1, 2, 4 or 8 bytes, read as its type tells, or as a signed integer.
pub fn number(input: &Input) -> Option<Number> {
    let bytes = &input.bytes;
    if !matches!(bytes.len(), 1 | 2 | 4 | 8) {
        return None;
    }
    let type_name = input.type_name.as_deref().unwrap_or("");
    match (type_name, bytes.as_slice()) {
        ("float", &[a, b, c, d]) => return Some(Number::Float(f64::from(f32::from_le_bytes([a, b, c, d])))),
        ("double", &[a, b, c, d, e, f, g, h]) => {
            return Some(Number::Float(f64::from_le_bytes([a, b, c, d, e, f, g, h])));
        }
        _ => {}
    }
    let unsigned = bytes.iter().rev().fold(0i128, |number, &byte| number << 8 | i128::from(byte));
    let range = 1i128 << (8 * bytes.len());
    let negative = unsigned >= range / 2 && !is_unsigned(type_name);
    Some(Number::Integer(if negative { unsigned - range } else { unsigned }))
}

/// The bytes as a C string literal, if every one is printable up to the NULs at the end.
pub fn text(bytes: &[u8]) -> Option<String> {
    let end = bytes.iter().rposition(|&byte| byte != 0)? + 1;
    let (body, zeros) = bytes.split_at(end);
    if !body.iter().all(|&byte| byte.is_ascii_graphic() || matches!(byte, b' ' | b'\n' | b'\t' | b'\r')) {
        return None;
    }
    let shown = &body[..end.min(SHOWN_BYTES)];
    let escaped: String = shown.iter().map(|&byte| std::ascii::escape_default(byte).to_string()).collect();
    let escaped = escaped.replace("\\'", "'");
    let cut = if shown.len() < end { "..." } else { "" };
    Some(match zeros.len() {
        _ if bytes.len() == 1 => format!("'{escaped}'"),
        0 | 1 => format!("\"{escaped}\"{cut}"),
        many => format!("\"{escaped}\"{cut} + {many} NULs"),
    })
}

/// All bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn hexadecimal(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(SHOWN_BYTES)];
    let cut = if shown.len() < bytes.len() { "..." } else { "" };
    format!("0x{}{cut} ({} bytes)", hex(shown), bytes.len())
}

fn words(bytes: &[u8]) -> String {
    let words = bytes.chunks_exact(4).map(|word| i32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    format!("{{{}}}", words.map(|word| word.to_string()).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(bytes: &[u8], type_name: Option<&str>) -> String {
        value(&Input { name: "x".into(), bytes: bytes.to_vec(), type_name: type_name.map(str::to_owned) })
    }

    #[test]
    fn small_objects_are_numbers() {
        assert_eq!(shown(&[42, 0, 0, 0], None), "42");
        assert_eq!(shown(b"abcd", None), "1684234849 (\"abcd\")");
        assert_eq!(shown(&[0, 0, 0, 0], None), "0");
        assert_eq!(shown(&[0xff; 4], None), "-1");
        assert_eq!(shown(&[0xff; 4], Some("uint")), "4294967295");
        assert_eq!(shown(&[0xff; 8], Some("unsigned long")), "18446744073709551615");
        assert_eq!(shown(&i64::MIN.to_le_bytes(), None), i64::MIN.to_string());
        assert_eq!(shown(&1.5f32.to_le_bytes(), Some("float")), "1.5");
        assert_eq!(shown(&(-0.0f64).to_le_bytes(), Some("double")), "-0.0");
        assert_eq!(shown(b"a", None), "97 ('a')");
    }

    #[test]
    fn larger_objects_are_text_numbers_or_bytes() {
        assert_eq!(shown(b"say \"hi\"\n\0", None), r#""say \"hi\"\n""#);
        assert_eq!(shown(b"it's\0\0\0\0\0", None), "\"it's\" + 5 NULs");
        assert_eq!(shown(&[1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0, 0, 0, 0], None), "{1, -2, 0}");
        assert_eq!(shown(&[1, 2, 3], None), "0x010203 (3 bytes)");
        assert_eq!(shown(&[0; 5], None), "0x0000000000 (5 bytes)");
        assert_eq!(shown(&[], None), "(empty)");
        assert_eq!(input(&Input { name: "\x1b[2J".into(), bytes: vec![0], type_name: None }), "\\u{1b}[2J = 0");
        assert!(shown(&[200; 1000], None).len() < 200);
        assert!(shown(&[b'a'; 1000], None).len() < 200);
    }
}
