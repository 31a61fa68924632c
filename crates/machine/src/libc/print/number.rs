//! Numbers as text, made by the system's `snprintf` one conversion at a time, and padding.

use std::ffi::CString;

use super::digits::Text;
use super::format::Conversion;
use crate::value::Value;

const SPACE: Value = Value::Bits(b' ' as u64);

/// Text in a field of at least this width; a negative one is filled on the right.
pub(super) fn pad(out: &mut Text, text: &[Value], width: i64, left: bool) {
    let left = left || width < 0;
    let fill = (width.unsigned_abs() as usize).saturating_sub(text.len());
    if !left {
        out.extend(std::iter::repeat_n(SPACE, fill));
    }
    out.extend_from_slice(text);
    if left {
        out.extend(std::iter::repeat_n(SPACE, fill));
    }
}

/// A number, as the kind of argument `snprintf` takes.
#[derive(Clone, Copy)]
pub(super) enum Number {
    /// For any of the conversions of integers.
    Integer(u64),
    /// For `%p`.
    Pointer(u64),
    /// For any of the conversions of floating-point numbers.
    Double(f64),
    /// For the same with `L`: the 80 bits of x87.
    LongDouble(u128),
}

/// One number through the system's `snprintf`.
pub(super) fn system_format(c: &Conversion, number: Number) -> Vec<u8> {
    let mut text = format!("%{}", c.flags);
    if let Some(width) = c.width {
        text.push_str(&width.to_string());
    }
    if let Some(precision) = c.precision.filter(|p| *p >= 0) {
        text.push_str(&format!(".{precision}"));
    }
    text.push_str(match number {
        Number::Integer(_) => "ll",
        Number::LongDouble(_) => "L",
        Number::Pointer(_) | Number::Double(_) => "",
    });
    text.push(c.letter as char);
    let Ok(format) = CString::new(text) else { return Vec::new() };
    let print = |buffer: *mut libc::c_char, room: usize| match number {
        // SAFETY: the format ends in a NUL and has exactly one conversion, of a `long long`; `room` is the buffer's size, 0
        // where there is none.
        Number::Integer(bits) => unsafe { libc::snprintf(buffer, room, format.as_ptr(), bits) },
        // SAFETY: as above, with one conversion of a pointer, which is printed and not followed.
        Number::Pointer(bits) => unsafe {
            libc::snprintf(buffer, room, format.as_ptr(), std::ptr::without_provenance::<libc::c_void>(bits as usize))
        },
        // SAFETY: as above, with one conversion of a `double`.
        Number::Double(value) => unsafe { libc::snprintf(buffer, room, format.as_ptr(), value) },
        Number::LongDouble(bits) => print_long_double(buffer, room, &format, bits),
    };
    let needed = print(std::ptr::null_mut(), 0);
    let mut buffer = vec![0u8; needed.max(0) as usize + 1];
    print(buffer.as_mut_ptr().cast(), buffer.len());
    buffer.pop();
    buffer
}

/// Where the arguments of a variadic call lie, in the ABI of x86-64. A `long double` is never in a register.
#[repr(C)]
struct VaList {
    gp_offset: u32,
    fp_offset: u32,
    overflow_arg_area: *const libc::c_void,
    reg_save_area: *const libc::c_void,
}

/// Sixteen bytes, aligned as the ABI has arguments of this size.
#[repr(C, align(16))]
struct Argument([u8; 16]);

unsafe extern "C" {
    fn vsnprintf(
        buffer: *mut libc::c_char,
        room: libc::size_t,
        format: *const libc::c_char,
        arguments: *mut VaList,
    ) -> libc::c_int;
}

/// Rust has no `long double` to hand over, so it is laid where `vsnprintf` looks for one.
fn print_long_double(buffer: *mut libc::c_char, room: usize, format: &CString, bits: u128) -> libc::c_int {
    let argument = Argument(bits.to_le_bytes());
    let mut arguments = VaList {
        gp_offset: 48,
        fp_offset: 176,
        overflow_arg_area: std::ptr::from_ref(&argument).cast(),
        reg_save_area: std::ptr::null(),
    };
    // SAFETY: the format ends in a NUL and has exactly one conversion, of a `long double`, which is where the list says; `room` is the
    // buffer's size.
    unsafe { vsnprintf(buffer, room, format.as_ptr(), &mut arguments) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::libc::print::digits::known;

    fn conversion(flags: &str, width: Option<i64>, precision: Option<i64>, letter: u8) -> Conversion {
        Conversion { flags: flags.to_string(), width, precision, bits: 32, long_double: false, wide: false, letter }
    }

    #[test]
    fn numbers_are_written_as_c_writes_them() {
        let text = |c, number| String::from_utf8(system_format(&c, number)).unwrap();
        assert_eq!(text(conversion("", None, None, b'd'), Number::Integer(-7i64 as u64)), "-7");
        assert_eq!(text(conversion("0", Some(5), None, b'u'), Number::Integer(42)), "00042");
        assert_eq!(text(conversion("#", None, None, b'x'), Number::Integer(255)), "0xff");
        assert_eq!(text(conversion("", Some(-4), None, b'o'), Number::Integer(8)), "10  ", "a negative width");
        assert_eq!(text(conversion("", None, None, b'p'), Number::Pointer(0x1000)), "0x1000");
        assert_eq!(text(conversion("", Some(7), Some(2), b'f'), Number::Double(1.005)), "   1.00");
        assert_eq!(text(conversion("", None, Some(-1), b'g'), Number::Double(0.5)), "0.5", "no precision");
        let tenth = Number::LongDouble(0x3ffb_cccc_cccc_cccc_cccd);
        assert_eq!(
            text(conversion("", None, Some(22), b'f'), tenth),
            "0.1000000000000000000014",
            "more digits than a double has"
        );
        assert_eq!(
            text(conversion("", Some(9), None, b'A'), Number::LongDouble(0x3fff_c000_0000_0000_0000)),
            "   0XCP-3"
        );
    }

    #[test]
    fn text_is_filled_on_one_side() {
        let padded = |width, left| {
            let mut out = known(*b">");
            pad(&mut out, &known(*b"ab"), width, left);
            let byte = |value: Value| if let Value::Bits(bits) = value { bits as u8 as char } else { '?' };
            out.into_iter().map(byte).collect::<String>()
        };
        assert_eq!(
            (padded(4, false), padded(4, true), padded(-4, false)),
            (">  ab".into(), ">ab  ".into(), ">ab  ".into())
        );
        assert_eq!(padded(1, false), ">ab");
    }
}
