//! The bytes of an input as people write them.
//!
//! What an input is tells how: a stream or an environment variable is text with escapes, a value is written by its type,
//! an object by the type that debug information has for it (`typed`). Without a type the reading is a guess: 1, 2, 4 and 8
//! bytes are a signed little-endian number (with the text beside it when that is what it looks like), longer printable
//! objects are text, multiples of 4 are 32-bit numbers.

mod scalar;
mod typed;

use std::borrow::Cow;

use engine::results::Input;
use program::ir::{Reading, SourceType};

use crate::test_case::is_unsigned;
use crate::test_case::role::{Role, until_nul};

pub use scalar::Number;

/// Numbers shown of an object before it is cut short.
const SHOWN_NUMBERS: usize = 16;
/// Bytes shown of a text or of hexadecimal before it is cut short.
const SHOWN_BYTES: usize = 64;
/// Bytes shown of a stream: most inputs of this kind are the whole test.
const SHOWN_OF_STREAM: usize = 256;

/// A whole input: `x = 42`. Names come from the program, so what a terminal might act on is escaped.
pub fn input(input: &Input) -> String {
    format!("{} = {}", shown_name(&input.name).escape_debug(), value(input))
}

/// What people know an input by: a structure or wide number in registers has a name of the compiler's for each of them.
fn shown_name(name: &str) -> Cow<'_, str> {
    match name.split_once(".coerce") {
        Some((parameter, "")) => Cow::Borrowed(parameter),
        Some((parameter, part)) => match part.parse::<u32>() {
            Ok(part) => Cow::Owned(format!("{parameter} (part {})", part.saturating_add(1))),
            Err(_) => Cow::Borrowed(name),
        },
        None => Cow::Borrowed(name),
    }
}

/// Bytes of a long double without its padding.
const LONG_DOUBLE: usize = 10;

fn is_long_double(ty: &SourceType) -> bool {
    matches!(ty, SourceType::Scalar { reading: Reading::Float, bytes: 16, .. })
}

/// All inputs of a test on one line. Arguments are left to the command line, which has them all, where one is shown.
pub fn inputs(all: &[Input], has_command_line: bool) -> String {
    let shown = all.iter().filter(|input| !has_command_line || Role::of(&input.name) != Role::Argument);
    shown.map(input).collect::<Vec<_>>().join(", ")
}

/// The value alone.
pub fn value(input: &Input) -> String {
    let bytes = &input.bytes;
    match (Role::of(&input.name), &input.source_type) {
        (Role::Stdin | Role::File(_) | Role::Socket, _) => stream(bytes),
        (Role::Variable(_) | Role::Argument, _) => quoted(until_nul(bytes), SHOWN_OF_STREAM),
        (Role::Value, _) if input.name.starts_with(EXISTS) => {
            // As the model of files reads it.
            let exists = bytes.first().is_some_and(|byte| byte & 1 == 1);
            if exists { "yes" } else { "no" }.to_owned()
        }
        (Role::Value, _) if is_failure(&input.name) => error_number(bytes),
        (Role::Value, Some(ty)) if ty.bytes() <= bytes.len() as u64 => typed::value(bytes, ty),
        // A long double has padding in memory, and none in a register.
        (Role::Value, Some(ty)) if is_long_double(ty) && bytes.len() == LONG_DOUBLE => {
            scalar::value(bytes, Reading::Float)
        }
        (Role::Value, _) => match input.type_name.as_deref() {
            Some(name) if bytes.len() <= 16 => scalar::value(bytes, reading_of(name)),
            _ => guessed(bytes),
        },
    }
}

/// What asks whether a file of unknown contents is there.
const EXISTS: &str = "exists:";

/// Whether an input says that an operation of the system fails: `open fails`, and `open fails_2` for a later one.
fn is_failure(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = name.rsplit_once('_').filter(|(_, number)| is_number(number)).map_or(name, |(plain, _)| plain);
    plain.ends_with(" fails")
}

/// A value of `errno`, with its name where it is one that operations fail with.
fn error_number(bytes: &[u8]) -> String {
    let shown = scalar::value(bytes, Reading::Signed);
    match shown.parse().ok().and_then(machine::failures::error_name) {
        Some(name) => format!("{shown} ({name})"),
        None => shown,
    }
}

/// The parts of an input that is a structure or an array of them, by the way to each; of other inputs none.
pub fn parts(input: &Input) -> Vec<(String, String)> {
    match (Role::of(&input.name), &input.source_type) {
        (Role::Value, Some(ty)) if ty.bytes() <= input.bytes.len() as u64 => typed::parts(&input.bytes, ty),
        _ => Vec::new(),
    }
}

/// The number in an input, read as its type tells, or as a signed integer.
pub fn number(input: &Input) -> Option<Number> {
    let reading = match (input.source_type.as_deref(), input.type_name.as_deref()) {
        (Some(SourceType::Scalar { reading, .. }), _) => *reading,
        (Some(_), _) => return None,
        (None, Some(name)) => reading_of(name),
        (None, None) => Reading::Signed,
    };
    let is_scalar = Role::of(&input.name) == Role::Value && matches!(input.bytes.len(), 1 | 2 | 4 | 8);
    scalar::number(&input.bytes, reading).filter(|_| is_scalar)
}

/// How values of a C type, or of one of SV-COMP's abbreviations, are read.
fn reading_of(name: &str) -> Reading {
    match name {
        "char" | "signed char" => Reading::Character { signed: true },
        "unsigned char" => Reading::Character { signed: false },
        "_Bool" | "bool" => Reading::Boolean,
        "float" | "double" | "long double" => Reading::Float,
        _ if name.contains('*') => Reading::Address,
        _ if is_unsigned(name) => Reading::Unsigned,
        _ => Reading::Signed,
    }
}

/// Text with escapes; bytes where hardly any of it is text.
fn stream(bytes: &[u8]) -> String {
    let text = bytes.iter().filter(|&&byte| scalar::is_text(byte) || byte == 0).count();
    if 2 * text >= bytes.len() { quoted(bytes, SHOWN_OF_STREAM) } else { hexadecimal(bytes) }
}

/// A C string literal, cut short where it is long. What would read on into the next character is octal.
fn quoted(bytes: &[u8], most: usize) -> String {
    let shown = &bytes[..bytes.len().min(most)];
    let mut text = String::new();
    for (at, &byte) in shown.iter().enumerate() {
        let digit_follows = shown.get(at + 1).is_some_and(u8::is_ascii_hexdigit);
        match byte {
            b'\'' => text.push('\''),
            0 if !digit_follows => text.push_str("\\0"),
            byte if !scalar::is_text(byte) && digit_follows => text.push_str(&format!("\\{byte:03o}")),
            byte => text.extend(std::ascii::escape_default(byte).map(char::from)),
        }
    }
    let cut = if shown.len() < bytes.len() { format!("... ({} bytes)", bytes.len()) } else { String::new() };
    format!("\"{text}\"{cut}")
}

fn guessed(bytes: &[u8]) -> String {
    match bytes.len() {
        0 => "(empty)".to_owned(),
        1 | 2 | 4 | 8 => {
            let number = scalar::value(bytes, Reading::Signed);
            // A NUL among the bytes makes text a coincidence: every small number has such bytes.
            match text(bytes).filter(|_| !bytes.contains(&0)) {
                Some(text) => format!("{number} ({text})"),
                None => number,
            }
        }
        size => match text(bytes) {
            Some(text) => text,
            None if size.is_multiple_of(4) && size / 4 <= SHOWN_NUMBERS => words(bytes),
            None => hexadecimal(bytes),
        },
    }
}

/// The bytes as a C string literal, if every one is printable up to the NULs at the end.
fn text(bytes: &[u8]) -> Option<String> {
    let end = bytes.iter().rposition(|&byte| byte != 0)? + 1;
    let (body, zeros) = bytes.split_at(end);
    if !body.iter().all(|&byte| scalar::is_text(byte)) {
        return None;
    }
    Some(match zeros.len() {
        0 | 1 if bytes.len() == 1 => format!("'{}'", scalar::character(i128::from(bytes[0]))?),
        0 | 1 => quoted(body, SHOWN_BYTES),
        many => format!("{} + {many} NULs", quoted(body, SHOWN_BYTES)),
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

    fn named(name: &str, bytes: &[u8], type_name: Option<&str>) -> String {
        let type_name = type_name.map(str::to_owned);
        value(&Input { name: name.into(), bytes: bytes.to_vec(), type_name, source_type: None })
    }

    fn shown(bytes: &[u8], type_name: Option<&str>) -> String {
        named("x", bytes, type_name)
    }

    #[test]
    fn small_objects_are_numbers() {
        assert_eq!(shown(&[42, 0, 0, 0], None), "42");
        assert_eq!(shown(b"abcd", None), "1684234849 (\"abcd\")");
        assert_eq!(shown(&[0, 0, 0, 0], None), "0");
        assert_eq!(shown(&[0xff; 4], None), "-1");
        assert_eq!(shown(b"a", None), "97 ('a')");
        assert_eq!(shown(&[0xff; 4], Some("uint")), "4294967295");
        assert_eq!(shown(&[0xff; 8], Some("unsigned long")), "18446744073709551615");
        assert_eq!(shown(&[0xff; 16], Some("__int128")), "-1");
        assert_eq!(shown(&i64::MIN.to_le_bytes(), None), i64::MIN.to_string());
    }

    #[test]
    fn values_are_written_by_their_type() {
        assert_eq!(shown(&1.5f32.to_le_bytes(), Some("float")), "1.5");
        assert_eq!(shown(&(-0.0f64).to_le_bytes(), Some("double")), "-0.0");
        assert_eq!(shown(b"q", Some("char")), "'q' (113)");
        assert_eq!(shown(&[1], Some("_Bool")), "true");
        assert_eq!(shown(&[0; 8], Some("char *")), "NULL");
    }

    #[test]
    fn names_and_padding_of_the_compiler_are_not_shown() {
        let named = |name: &str, bytes: &[u8]| Input { name: name.into(), bytes: bytes.into(), ..Input::default() };
        assert_eq!(input(&named("p.coerce", &[1, 0, 0, 0])), "p = 1");
        assert_eq!(input(&named("x.coerce1", &[2, 0, 0, 0])), "x (part 2) = 2");
        let ty = SourceType::Scalar { name: "long double".into(), reading: Reading::Float, bytes: 16 };
        let bytes = [0, 0, 0, 0, 0, 0, 0, 0xa0, 1, 0x40];
        let source_type = std::sync::Arc::new(ty).covering(10);
        assert_eq!(input(&Input { source_type, ..named("x", &bytes) }), "x = 5.0");
    }

    #[test]
    fn larger_objects_are_text_numbers_or_bytes() {
        assert_eq!(shown(b"say \"hi\"\n\0", None), r#""say \"hi\"\n""#);
        assert_eq!(shown(b"it's\0\0\0\0\0", None), "\"it's\" + 5 NULs");
        assert_eq!(shown(&[1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0, 0, 0, 0], None), "{1, -2, 0}");
        assert_eq!(shown(&[1, 2, 3], None), "0x010203 (3 bytes)");
        assert_eq!(shown(&[0; 5], None), "0x0000000000 (5 bytes)");
        assert_eq!(shown(&[], None), "(empty)");
        assert_eq!(input(&Input { name: "\x1b[2J".into(), bytes: vec![0], ..Input::default() }), "\\u{1b}[2J = 0");
        assert!(shown(&[200; 1000], None).len() < 200);
        assert!(shown(&[b'a'; 1000], None).len() < 200);
    }

    #[test]
    fn streams_are_text_whatever_their_size() {
        assert_eq!(named("stdin", b"P\x01Ax", None), "\"P\\001Ax\"");
        assert_eq!(named("file:a", b"12", None), "\"12\"");
        assert_eq!(named("stdin", b"", None), "\"\"");
        assert_eq!(named("A-data", &[0x80, 0x81, 0xff, b'a'], None), "0x8081ff61 (4 bytes)");
        assert_eq!(named("env:MODE", b"dbg\0\0\0", None), "\"dbg\"");
        assert_eq!(named("stdin", b"a\0b\0z", None), "\"a\\000b\\0z\"");
    }

    #[test]
    fn arguments_are_left_to_the_command_line() {
        let input = |name: &str| Input { name: name.into(), bytes: vec![1, 0, 0, 0], ..Input::default() };
        assert_eq!(inputs(&[input("arg00"), input("x")], true), "x = 1");
        assert_eq!(inputs(&[input("arg00"), input("x")], false), "arg00 = \"\\x01\", x = 1", "there is none");
    }

    #[test]
    fn failures_have_the_names_of_their_errors() {
        let error = |name, number: i32| named(name, &number.to_le_bytes(), Some("int"));
        assert_eq!(error("open fails", 13), "13 (EACCES)");
        assert_eq!(error("allocation fails_2", 12), "12 (ENOMEM)");
        assert_eq!(error("socket fails", 111), "111");
        assert_eq!(error("fails", 13), "13", "an input of the program's own");
    }

    #[test]
    fn whether_a_file_exists_is_yes_or_no() {
        assert_eq!((named("exists:a", &[0xfd], None), named("exists:a", &[2], None)), ("yes".into(), "no".into()));
    }
}
