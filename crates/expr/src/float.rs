//! IEEE operations on bit patterns, for the six formats LLVM knows on this machine.
//!
//! The evaluator, the constant folder and the machine's fast path all use these. Single and double run natively
//! (`native`), the others on `rustc_apfloat` (`soft`). Everything rounds to nearest, ties to even, unless a rounding
//! is named.
//!
//! NaNs follow x86 SSE in every format: the first NaN operand comes out, made quiet; an operation that has no result
//! gives the default NaN, whose sign bit is set, and so do patterns that the x87 rejects. SMT-LIB has only one NaN: whoever translates to it must write the choice
//! of the bits out, or live with a solver that chooses others.

mod native;
mod soft;
mod square_root;

use crate::concrete::wide;
use rustc_apfloat::ieee;

/// A floating-point format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum FloatFormat {
    /// IEEE binary16.
    Half,
    /// The upper half of a binary32.
    BFloat,
    /// IEEE binary32, C's `float`.
    Single,
    /// IEEE binary64, C's `double`.
    Double,
    /// The 80-bit format of the x87, C's `long double`; its leading significand bit is stored.
    X87,
    /// IEEE binary128.
    Quad,
}

/// Arithmetic on two operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum FloatBin {
    Add,
    Sub,
    Mul,
    Div,
    /// C's `fmod`: exact, with the sign of the dividend. Not the remainder of IEEE and SMT-LIB.
    Rem,
}

/// Comparisons that are false when an operand is a NaN.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum FloatCmp {
    Eq,
    Lt,
    Le,
}

/// How to round to an integral value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Rounding {
    TiesEven,
    TiesAway,
    Up,
    Down,
    TowardZero,
}

impl FloatFormat {
    pub const ALL: [FloatFormat; 6] = {
        use FloatFormat::*;
        [Half, BFloat, Single, Double, X87, Quad]
    };

    /// Width of the pattern in bits.
    pub fn width(self) -> u32 {
        match self {
            FloatFormat::Half | FloatFormat::BFloat => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::X87 => 80,
            FloatFormat::Quad => 128,
        }
    }

    /// Width of the exponent field.
    pub fn exponent_bits(self) -> u32 {
        match self {
            FloatFormat::Half => 5,
            FloatFormat::BFloat | FloatFormat::Single => 8,
            FloatFormat::Double => 11,
            FloatFormat::X87 | FloatFormat::Quad => 15,
        }
    }

    /// Significant bits, the leading one included (SMT-LIB's second parameter).
    pub fn precision(self) -> u32 {
        match self {
            FloatFormat::X87 => 64,
            _ => self.width() - self.exponent_bits(),
        }
    }

    /// Bits stored below the exponent.
    fn significand_bits(self) -> u32 {
        self.width() - 1 - self.exponent_bits()
    }

    /// The bit that tells quiet NaNs from signalling ones.
    fn quiet_bit(self) -> u128 {
        1 << (self.precision() - 2)
    }

    /// The NaN an operation without a result gives.
    pub fn default_nan(self) -> u128 {
        let exponent = wide::mask(self.exponent_bits() + 1) << self.significand_bits();
        exponent | self.quiet_bit() | self.stored_leading_bit()
    }

    /// The bit that must be set in every x87 number that is not denormal; 0 for the other formats.
    fn stored_leading_bit(self) -> u128 {
        match self {
            FloatFormat::X87 => 1 << 63,
            _ => 0,
        }
    }

    /// The pattern of positive infinity.
    pub fn infinity(self) -> u128 {
        wide::mask(self.exponent_bits()) << self.significand_bits() | self.stored_leading_bit()
    }

    /// The bits that are set in every quiet NaN beside its exponent.
    pub fn quiet_bits(self) -> u128 {
        self.quiet_bit() | self.stored_leading_bit()
    }

    /// The NaN made quiet. What the x87 format does not call a number without calling it a NaN becomes the default one.
    fn quiet(self, nan: u128) -> u128 {
        match nan & self.infinity() == self.infinity() {
            true => nan | self.quiet_bits(),
            false => self.default_nan(),
        }
    }
}

impl FloatBin {
    pub const ALL: [FloatBin; 5] = [FloatBin::Add, FloatBin::Sub, FloatBin::Mul, FloatBin::Div, FloatBin::Rem];
}

impl FloatCmp {
    pub const ALL: [FloatCmp; 3] = [FloatCmp::Eq, FloatCmp::Lt, FloatCmp::Le];
}

impl Rounding {
    pub const ALL: [Rounding; 5] =
        [Rounding::TiesEven, Rounding::TiesAway, Rounding::Up, Rounding::Down, Rounding::TowardZero];
}

/// Calls `$function::<F>(arguments)` with the apfloat type of a format that is not native.
macro_rules! soft {
    ($format:expr, $function:ident($($argument:expr),*)) => {
        match $format {
            FloatFormat::Half => soft::$function::<ieee::Half>($($argument),*),
            FloatFormat::BFloat => soft::$function::<ieee::BFloat>($($argument),*),
            FloatFormat::Single => soft::$function::<ieee::Single>($($argument),*),
            FloatFormat::Double => soft::$function::<ieee::Double>($($argument),*),
            FloatFormat::X87 => soft::$function::<ieee::X87DoubleExtended>($($argument),*),
            FloatFormat::Quad => soft::$function::<ieee::Quad>($($argument),*),
        }
    };
}

/// Whether the pattern is a NaN. In the x87 format that includes the encodings no operation produces.
#[inline]
pub fn is_nan(format: FloatFormat, a: u128) -> bool {
    if format == FloatFormat::X87 {
        let (exponent, significand) = (a >> 64 & 0x7fff, a as u64);
        let leading = significand >> 63 == 1;
        return (exponent == 0x7fff && significand != 1 << 63) || (exponent != 0 && !leading);
    }
    a & wide::mask(format.width() - 1) > format.infinity()
}

/// The NaN that comes out when one of the operands is one.
#[inline]
fn propagated<const N: usize>(format: FloatFormat, operands: [u128; N]) -> Option<u128> {
    operands.into_iter().find(|&a| is_nan(format, a)).map(|nan| format.quiet(nan))
}

/// `result`, or the default NaN in place of any other.
#[inline]
fn settled(format: FloatFormat, result: u128) -> u128 {
    if is_nan(format, result) { format.default_nan() } else { result }
}

#[inline]
pub fn binary(op: FloatBin, format: FloatFormat, a: u128, b: u128) -> u128 {
    if let Some(nan) = propagated(format, [a, b]) {
        return nan;
    }
    let result = match format {
        FloatFormat::Single => native::single::binary(op, a, b),
        FloatFormat::Double => native::double::binary(op, a, b),
        _ => soft!(format, binary(op, a, b)),
    };
    settled(format, result)
}

#[inline]
pub fn compare(op: FloatCmp, format: FloatFormat, a: u128, b: u128) -> bool {
    match format {
        FloatFormat::Single => native::single::compare(op, a, b),
        FloatFormat::Double => native::double::compare(op, a, b),
        _ => soft!(format, compare(op, a, b)),
    }
}

/// The square root; the default NaN below zero.
pub fn sqrt(format: FloatFormat, a: u128) -> u128 {
    if let Some(nan) = propagated(format, [a]) {
        return nan;
    }
    let result = match format {
        FloatFormat::Single => native::single::sqrt(a),
        FloatFormat::Double => native::double::sqrt(a),
        _ => soft!(format, sqrt(a)),
    };
    settled(format, result)
}

/// `a * b + c`, rounded once.
pub fn fma(format: FloatFormat, a: u128, b: u128, c: u128) -> u128 {
    if let Some(nan) = propagated(format, [a, b, c]) {
        return nan;
    }
    let result = match format {
        FloatFormat::Single => native::single::fma(a, b, c),
        FloatFormat::Double => native::double::fma(a, b, c),
        _ => soft!(format, fma(a, b, c)),
    };
    settled(format, result)
}

/// Rounded to an integral value of the same format; the sign of zero is kept.
pub fn round(format: FloatFormat, mode: Rounding, a: u128) -> u128 {
    if let Some(nan) = propagated(format, [a]) {
        return nan;
    }
    match format {
        FloatFormat::Single => native::single::round(mode, a),
        FloatFormat::Double => native::double::round(mode, a),
        _ => soft!(format, round(mode, a)),
    }
}

/// Converted to another format. A NaN stays one, made quiet: its sign and the upper bits of its payload are kept.
pub fn convert(from: FloatFormat, to: FloatFormat, a: u128) -> u128 {
    if from == to {
        return a;
    }
    if is_nan(from, a) {
        return converted_nan(from, to, a);
    }
    match (from, to) {
        (FloatFormat::Single, FloatFormat::Double) => native::single_to_double(a),
        (FloatFormat::Double, FloatFormat::Single) => native::double_to_single(a),
        _ => soft!(from, convert_to(to, a)),
    }
}

fn converted_nan(from: FloatFormat, to: FloatFormat, nan: u128) -> u128 {
    let sign = nan >> (from.width() - 1);
    let payload = nan & wide::mask(from.precision() - 1);
    let payload = match to.precision().checked_sub(from.precision()) {
        Some(more) => payload << more,
        None => payload >> (from.precision() - to.precision()),
    };
    sign << (to.width() - 1) | to.infinity() | to.quiet_bits() | payload
}

/// Rounded toward zero to an integer of `width` bits. A NaN or a value out of range gives x86's "integer indefinite",
/// only the top bit set; C leaves that case undefined and solvers leave it open.
pub fn to_int(format: FloatFormat, a: u128, width: u32, signed: bool) -> u128 {
    let value = match format {
        FloatFormat::Single => native::double_to_int(f32::from_bits(a as u32) as f64, width, signed),
        FloatFormat::Double => native::double_to_int(f64::from_bits(a as u64), width, signed),
        _ => soft!(format, to_int(a, width, signed)),
    };
    value.unwrap_or(1 << (width - 1))
}

/// The integer `a` of `width` bits as a float.
pub fn from_int(a: u128, width: u32, signed: bool, format: FloatFormat) -> u128 {
    match (format, signed) {
        (FloatFormat::Single, true) => (wide::signed(a, width) as f32).to_bits() as u128,
        (FloatFormat::Single, false) => (a as f32).to_bits() as u128,
        (FloatFormat::Double, true) => (wide::signed(a, width) as f64).to_bits() as u128,
        (FloatFormat::Double, false) => (a as f64).to_bits() as u128,
        (_, true) => soft!(format, from_signed(wide::signed(a, width))),
        (_, false) => soft!(format, from_unsigned(a)),
    }
}

#[cfg(test)]
mod tests;
