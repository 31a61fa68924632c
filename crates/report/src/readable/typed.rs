//! Objects by their source's types: structures by field, arrays of characters as text, long runs shortened as debuggers do.

use program::ir::{Field, Reading, SourceType};

use super::{SHOWN_BYTES, hexadecimal, quoted, scalar};

/// Elements shown of an array, a run of equal ones counted once.
const SHOWN_ELEMENTS: usize = 32;
/// Equal elements that are written once.
const RUN: usize = 8;
/// Parts of a structure that are listed.
const MOST_PARTS: usize = 64;

/// The bytes as a value of this type, which is not larger. A rest is shown if anything is in it.
pub fn value(bytes: &[u8], ty: &SourceType) -> String {
    match ty {
        SourceType::Scalar { reading, .. } => scalar::value(bytes, *reading),
        SourceType::Array { element, .. } => {
            let (own, rest) = bytes.split_at(bytes.len().min(usize::try_from(ty.bytes()).unwrap_or(usize::MAX)));
            let rest =
                if rest.iter().any(|&byte| byte != 0) { format!(" + {}", hexadecimal(rest)) } else { String::new() };
            format!("{}{rest}", array(own, element))
        }
        SourceType::Record { fields, .. } => {
            let fields: Vec<String> = fields.iter().filter_map(|field| of_field(bytes, field)).collect();
            format!("{{{}}}", fields.join(", "))
        }
        SourceType::Opaque { .. } => hexadecimal(bytes),
    }
}

/// The parts of a structure, or of an array of structures, each with the way to it: `.x`, `.parts[1].name`. Other types have none.
pub fn parts(bytes: &[u8], ty: &SourceType) -> Vec<(String, String)> {
    let mut all = Vec::new();
    collect_parts(String::new(), bytes, ty, &mut all);
    if all.len() > MOST_PARTS {
        all.truncate(MOST_PARTS);
        all.push(("...".to_owned(), String::new()));
    }
    all
}

/// Whether a type is shown part by part.
fn has_parts(ty: &SourceType) -> bool {
    match ty {
        SourceType::Record { .. } => true,
        SourceType::Array { element, .. } => has_parts(element),
        SourceType::Scalar { .. } | SourceType::Opaque { .. } => false,
    }
}

fn collect_parts(way: String, bytes: &[u8], ty: &SourceType, all: &mut Vec<(String, String)>) {
    match ty {
        SourceType::Record { fields, .. } => {
            for field in fields {
                let way = if field.name.is_empty() { way.clone() } else { format!("{way}.{}", field.name) };
                match own_bytes(bytes, field) {
                    Some(own) if field.bits.is_none() && has_parts(&field.ty) => {
                        collect_parts(way, own, &field.ty, all)
                    }
                    _ => all.extend(field_value(bytes, field).map(|value| (way, value))),
                }
            }
        }
        SourceType::Array { element, .. } if has_parts(element) => {
            let size = usize::try_from(element.bytes()).unwrap_or(0).max(1);
            // One beyond what is shown, so that it is seen that there is more.
            for (at, own) in bytes.chunks_exact(size).take(MOST_PARTS + 1).enumerate() {
                collect_parts(format!("{way}[{at}]"), own, element, all);
            }
        }
        SourceType::Array { .. } | SourceType::Scalar { .. } | SourceType::Opaque { .. } => {}
    }
}

fn of_field(bytes: &[u8], field: &Field) -> Option<String> {
    let shown = field_value(bytes, field)?;
    Some(if field.name.is_empty() { shown } else { format!(".{} = {shown}", field.name) })
}

/// The bytes of a field that is no bit-field.
fn own_bytes<'bytes>(bytes: &'bytes [u8], field: &Field) -> Option<&'bytes [u8]> {
    let first = usize::try_from(field.at / 8).ok()?;
    bytes.get(first..first.checked_add(usize::try_from(field.ty.bytes()).ok()?)?)
}

fn field_value(bytes: &[u8], field: &Field) -> Option<String> {
    Some(match (field.bits, field.ty.as_ref()) {
        // Bit-fields without a name are padding.
        (Some(_), _) if field.name.is_empty() => return None,
        (Some(width), SourceType::Scalar { reading, .. }) => {
            let first = usize::try_from(field.at / 8).ok()?;
            let last = usize::try_from((field.at + width).div_ceil(8)).ok()?;
            let word =
                bytes.get(first..last)?.iter().take(16).rev().fold(0u128, |word, &byte| word << 8 | u128::from(byte));
            scalar::bits_value(word >> (field.at % 8), u32::try_from(width).ok()?, *reading)
        }
        (_, ty) => value(own_bytes(bytes, field)?, ty),
    })
}

fn array(bytes: &[u8], element: &SourceType) -> String {
    let is_characters = matches!(element, SourceType::Scalar { reading: Reading::Character { .. }, bytes: 1, .. });
    if is_characters && let Some(text) = text(bytes) {
        return text;
    }
    let size = usize::try_from(element.bytes()).unwrap_or(0);
    if size == 0 {
        return hexadecimal(bytes);
    }
    let mut shown: Vec<String> = Vec::new();
    let mut elements = bytes.chunks_exact(size).peekable();
    while let Some(first) = elements.next() {
        if shown.len() >= SHOWN_ELEMENTS {
            shown.push("...".to_owned());
            break;
        }
        let mut times = 1;
        while elements.next_if(|next| *next == first).is_some() {
            times += 1;
        }
        let one = if is_characters { short_character(first[0], element) } else { value(first, element) };
        match times {
            RUN.. => shown.push(format!("{one} <repeats {times} times>")),
            _ => shown.extend(std::iter::repeat_n(one, times)),
        }
    }
    format!("{{{}}}", shown.join(", "))
}

/// The text in an array of characters, up to the NULs that fill it: C fills the rest of an array with them too.
fn text(bytes: &[u8]) -> Option<String> {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let body = &bytes[..end];
    body.iter().all(|&byte| scalar::is_text(byte)).then(|| quoted(body, SHOWN_BYTES))
}

/// One of many characters: without its number.
fn short_character(byte: u8, element: &SourceType) -> String {
    match scalar::character(i128::from(byte)) {
        Some(character) => format!("'{character}'"),
        None => value(&[byte], element),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn basic(name: &str, reading: Reading, bytes: u64) -> Arc<SourceType> {
        Arc::new(SourceType::Scalar { name: name.into(), reading, bytes })
    }

    fn array_of(element: Arc<SourceType>, count: u64) -> Arc<SourceType> {
        Arc::new(SourceType::Array { element, count })
    }

    fn char_type() -> Arc<SourceType> {
        basic("char", Reading::Character { signed: true }, 1)
    }

    #[test]
    fn structures_show_their_fields() {
        let int = basic("int", Reading::Signed, 4);
        let field = |name: &str, at, bits, ty: &Arc<SourceType>| Field { name: name.into(), at, bits, ty: ty.clone() };
        let record = SourceType::Record {
            bytes: 16,
            fields: vec![
                field("x", 0, None, &int),
                field("name", 32, None, &array_of(char_type(), 4)),
                field("low", 64, Some(3), &basic("unsigned", Reading::Unsigned, 4)),
                field("high", 67, Some(2), &int),
                field("", 69, Some(3), &int),
                field("", 96, None, &array_of(basic("short", Reading::Signed, 2), 2)),
            ],
        };
        let mut bytes = (-3i32).to_le_bytes().to_vec();
        bytes.extend(*b"ab\0\0");
        bytes.extend([0b0001_1101, 0, 0, 0, 1, 0, 2, 0]);
        assert_eq!(value(&bytes, &record), "{.x = -3, .name = \"ab\", .low = 5, .high = -1, {1, 2}}");

        let said = |ty: &SourceType, bytes: &[u8]| {
            parts(bytes, ty).into_iter().map(|(way, value)| format!("{way} {value}")).collect::<Vec<_>>()
        };
        let own = [".x -3", ".name \"ab\"", ".low 5", ".high -1", " {1, 2}"];
        assert_eq!(said(&record, &bytes), own);
        let pair = array_of(Arc::new(record), 2);
        let outer =
            SourceType::Record { bytes: 36, fields: vec![field("n", 0, None, &int), field("all", 32, None, &pair)] };
        let twice = [vec![9, 0, 0, 0], bytes.clone(), bytes.clone()].concat();
        assert_eq!(said(&outer, &twice)[..2], [".n 9", ".all[0].x -3"]);
        assert_eq!(said(&outer, &twice)[9..], [".all[1].high -1", ".all[1] {1, 2}"]);
        assert!(parts(b"abc", &array_of(char_type(), 3)).is_empty());
        let many = parts(&bytes.repeat(100), &array_of(pair, 50));
        assert_eq!((many.len(), many[MOST_PARTS].0.as_str()), (MOST_PARTS + 1, "..."));
    }

    #[test]
    fn arrays_of_characters_are_text_where_they_hold_text() {
        let shown = |bytes: &[u8]| value(bytes, &array_of(char_type(), bytes.len() as u64));
        assert_eq!(shown(b"hi\n\0\0"), "\"hi\\n\"");
        assert_eq!(shown(b"full"), "\"full\"");
        assert_eq!(shown(&[0; 5]), "\"\"");
        assert_eq!(shown(b"a\0b\xff"), "{'a', '\\0', 'b', -1}");
    }

    #[test]
    fn runs_are_counted_and_long_arrays_cut_short() {
        let int = basic("int", Reading::Signed, 4);
        let words = |numbers: &[i32]| numbers.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
        let mut numbers = vec![1, 2];
        numbers.resize(20, 0);
        assert_eq!(value(&words(&numbers), &array_of(int.clone(), 20)), "{1, 2, 0 <repeats 18 times>}");
        assert_eq!(value(&words(&[7, 7, 7]), &array_of(int.clone(), 3)), "{7, 7, 7}");
        let many: Vec<i32> = (0..100).collect();
        assert!(value(&words(&many), &array_of(int, 100)).ends_with(", 31, ...}"));
    }
}
