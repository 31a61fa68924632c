//! Values as text: what a C program that is handed the bytes of an input would print, and back.
//!
//! Integers are decimal with the sign of their type, floats the shortest decimal that reads back to the same bits. The
//! one thing that is lost is which NaN a NaN was.

/// How the bytes of a scalar are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    Signed,
    Unsigned,
    Float,
    Double,
}

impl Reading {
    /// A C type or one of SV-COMP's abbreviations; what is not known is signed, like most of C.
    fn of(type_name: &str, size: usize) -> Reading {
        match (type_name, size) {
            ("float", 4) => Reading::Float,
            ("double", 8) => Reading::Double,
            _ if is_unsigned(type_name) => Reading::Unsigned,
            _ => Reading::Signed,
        }
    }
}

/// C's unsigned types and the short names SV-COMP gives them.
pub fn is_unsigned(type_name: &str) -> bool {
    type_name.starts_with('u')
        || type_name.contains('*')
        || matches!(type_name, "bool" | "_Bool" | "size_t" | "pointer" | "pchar")
}

/// The text of a scalar of at most 16 bytes; wider ones are no scalars of C.
pub fn to_text(type_name: &str, bytes: &[u8]) -> Option<String> {
    let bits = bits(bytes)?;
    Some(match Reading::of(type_name, bytes.len()) {
        Reading::Float => {
            float_text(f64::from(f32::from_bits(bits as u32)), format!("{:?}", f32::from_bits(bits as u32)))
        }
        Reading::Double => float_text(f64::from_bits(bits as u64), format!("{:?}", f64::from_bits(bits as u64))),
        Reading::Unsigned => bits.to_string(),
        Reading::Signed => signed(bits, bytes.len()).to_string(),
    })
}

/// The bytes behind a text: decimal or `0x` hexadecimal, a character in quotes, a float; suffixes such as `UL` are
/// allowed. `None` if it is no value of that type. Integers too large for the size lose their upper bits, as in C.
pub fn to_bytes(type_name: &str, size: usize, text: &str) -> Option<Vec<u8>> {
    let text = text.trim();
    match Reading::of(type_name, size) {
        Reading::Float => Some(parse_float::<f32>(text)?.to_le_bytes().to_vec()),
        Reading::Double => Some(parse_float::<f64>(text)?.to_le_bytes().to_vec()),
        Reading::Signed | Reading::Unsigned => {
            let bits = parse_integer(text)?;
            let mut bytes = bits.to_le_bytes().to_vec();
            bytes.resize(size, if (bits as i128) < 0 { 0xff } else { 0 });
            Some(bytes)
        }
    }
}

fn bits(bytes: &[u8]) -> Option<u128> {
    (bytes.len() <= 16).then(|| bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u128::from(byte)))
}

fn signed(bits: u128, size: usize) -> i128 {
    let unused = 128 - 8 * size.max(1) as u32;
    (bits << unused) as i128 >> unused
}

/// C's `scanf` reads `inf` and `nan`, not Rust's spellings.
fn float_text(value: f64, finite: String) -> String {
    match value {
        v if v.is_nan() => "nan".to_owned(),
        v if v.is_infinite() => if v > 0.0 { "inf" } else { "-inf" }.to_owned(),
        _ => finite,
    }
}

fn parse_float<F: std::str::FromStr>(text: &str) -> Option<F> {
    text.trim_end_matches(['f', 'F', 'l', 'L']).parse().ok().or_else(|| text.parse().ok())
}

fn parse_integer(text: &str) -> Option<u128> {
    if let Some(quoted) = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\'')) {
        let mut characters = quoted.chars();
        let only = characters.next().filter(|_| characters.next().is_none())?;
        return Some(u128::from(u32::from(only)));
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    let magnitude = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => u128::from_str_radix(hexadecimal, 16),
        None => digits.parse(),
    };
    // `parse` would take a second sign.
    let magnitude = magnitude.ok().filter(|_| digits.starts_with(|c: char| c.is_ascii_digit()))?;
    Some(if negative { magnitude.wrapping_neg() } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn values_read_as_c_prints_them() {
        for (type_name, bytes, text) in [
            ("int", &[0xff; 4][..], "-1"),
            ("unsigned int", &[0xff; 4], "4294967295"),
            ("char", &[0x80], "-128"),
            ("_Bool", &[1], "1"),
            ("void *", &[0xff; 8], "18446744073709551615"),
            ("__int128", &[0xff; 16], "-1"),
            ("unsigned __int128", &[0xff; 16], "340282366920938463463374607431768211455"),
            ("float", &0.1f32.to_le_bytes(), "0.1"),
            ("double", &5e-324f64.to_le_bytes(), "5e-324"),
            ("double", &f64::NEG_INFINITY.to_le_bytes(), "-inf"),
        ] {
            assert_eq!(to_text(type_name, bytes).unwrap(), text);
            assert_eq!(to_bytes(type_name, bytes.len(), text).unwrap(), bytes);
        }
        assert_eq!(to_text("double", &f64::NAN.to_le_bytes()).unwrap(), "nan");
        assert_eq!(to_text("char", &[0; 17]), None);
    }

    #[test]
    fn other_tools_write_other_literals() {
        assert_eq!(to_bytes("int", 4, " 0xFFu "), Some(vec![255, 0, 0, 0]));
        assert_eq!(to_bytes("char", 1, "'a'"), Some(vec![97]));
        assert_eq!(to_bytes("double", 8, "5"), Some(5f64.to_le_bytes().to_vec()));
        assert_eq!(to_bytes("float", 4, "1.5f"), Some(1.5f32.to_le_bytes().to_vec()));
        assert_eq!(to_bytes("long", 8, "-2L"), Some((-2i64).to_le_bytes().to_vec()));
        for wrong in ["", "-", "--1", "+-1", "0x", "one", "1 2", "''", "'ab'"] {
            assert_eq!(to_bytes("int", 4, wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn every_value_survives_its_text(
            bytes in prop::collection::vec(any::<u8>(), 1..=16),
            type_name in prop::sample::select(vec!["int", "unsigned long", "float", "double", "char *"]),
        ) {
            let text = to_text(type_name, &bytes).unwrap();
            prop_assert!(text == "nan" || to_bytes(type_name, bytes.len(), &text) == Some(bytes));
        }

        #[test]
        fn noise_does_not_harm(text in ".*", size in 0usize..40) {
            let bytes = to_bytes("int", size, &text);
            prop_assert!(bytes.is_none_or(|bytes| bytes.len() == size));
        }
    }
}
