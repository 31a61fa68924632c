//! `math.h`: exact where the expressions can say it, terms that the system's own functions evaluate otherwise, with the errors they leave
//! behind.
//!
//! Rounding is to nearest; another mode is a cut where it is set. A symbolic argument of `lgamma`, which also writes a variable, is
//! fixed to its value under the model; the other values are a cut.

use expr::{ExprId, FloatBin, FloatFormat, Gives, MathFunction, Rounding};

use super::{CallSite, Entry, Handler, Returned, When};
use crate::machine::{Machine, Stop};
use crate::state::State;
use crate::step::Access;
use crate::value::Value;

/// Also gives the sign of the gamma function, in the variable `signgam` where the program has it.
fn lgamma(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    unsafe extern "C" {
        fn lgamma_r(x: f64, sign: *mut i32) -> f64;
    }
    let x = f64::from_bits(m.concretise(st, site.arg(0), 64, "lgamma")? as u64);
    let mut sign = 0;
    // SAFETY: the address is that of this thread's own number.
    let errno = unsafe { &mut *::libc::__errno_location() };
    *errno = 0;
    // SAFETY: the function takes any value and writes the one number it is given.
    let result = unsafe { lgamma_r(x, &mut sign) };
    let number = std::mem::take(errno);
    if number != 0 {
        let number = m.dag.constant(number as u128, 32);
        m.set_errno(st, number)?;
    }
    if let Some(variable) = m.program.globals.iter().find(|global| global.name == "signgam" && !global.external) {
        let place = m.access(st, Value::Bits(variable.address), Value::Bits(4), Access::Write)?;
        let sign = m.dag.constant(sign as u32 as u128, 32);
        m.write_place(st, place, 4, sign)?;
    }
    Ok(Returned::Value(Value::Bits(result.to_bits())))
}

/// Writes an error where the condition holds.
fn error_where(m: &mut Machine, st: &mut State, condition: ExprId, error: ExprId) -> Result<(), Stop> {
    if m.dag.is_false(condition) {
        return Ok(());
    }
    let place = m.access(st, Value::Bits(m.errno), Value::Bits(4), Access::Write)?;
    let old = m.read_place(st, place, 4)?;
    let error = m.dag.ite(condition, error, old);
    m.write_place(st, place, 4, error)
}

fn domain_error(m: &mut Machine, st: &mut State, condition: ExprId) -> Result<(), Stop> {
    let domain = m.dag.constant(::libc::EDOM as u128, 32);
    error_where(m, st, condition, domain)
}

/// One operation; its error is that of an infinite dividend and of a divisor of zero.
fn modulus(m: &mut Machine, st: &mut State, site: &CallSite, format: FloatFormat) -> Result<Returned, Stop> {
    let [x, y] = [0, 1].map(|i| site.arg(i).expr(&mut m.dag, format.width() as u16));
    let rest = m.dag.fbin(FloatBin::Rem, format, x, y);
    let (none, endless) = (m.dag.constant(0, format.width()), m.dag.constant(format.infinity(), format.width()));
    let magnitude = m.dag.fabs(format, x);
    let (infinite, zero) = (m.dag.feq(format, magnitude, endless), m.dag.feq(format, y, none));
    let [nan_x, nan_y] = [x, y].map(|operand| m.dag.fis_nan(format, operand));
    let (nan, undefined) = (m.dag.or(nan_x, nan_y), m.dag.or(infinite, zero));
    let number = m.dag.not(nan);
    let error = m.dag.and(number, undefined);
    domain_error(m, st, error)?;
    Ok(Returned::Value(Value::of(&m.dag, rest)))
}

fn fmod(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    modulus(m, st, site, FloatFormat::Double)
}

fn fmodf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    modulus(m, st, site, FloatFormat::Single)
}

fn fmodl(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    modulus(m, st, site, FloatFormat::X87)
}

/// The error of a square root, which is one operation: that of a negative number.
fn square_root(m: &mut Machine, st: &mut State, site: &CallSite, format: FloatFormat) -> Result<Returned, Stop> {
    let a = site.arg(0).expr(&mut m.dag, format.width() as u16);
    let root = m.dag.fsqrt(format, a);
    let zero = m.dag.constant(0, format.width());
    let negative = m.dag.flt(format, a, zero);
    domain_error(m, st, negative)?;
    Ok(Returned::Value(Value::of(&m.dag, root)))
}

fn sqrt(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    square_root(m, st, site, FloatFormat::Double)
}

fn sqrtf(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    square_root(m, st, site, FloatFormat::Single)
}

/// A call that stays a term where an argument is symbolic.
fn term(
    m: &mut Machine,
    st: &mut State,
    site: &CallSite,
    function: MathFunction,
    format: FloatFormat,
) -> Result<Returned, Stop> {
    let arguments = [0, function.arity() - 1].map(|i| site.arg(i));
    let concrete = arguments.map(|argument| argument.as_concrete(&m.dag));
    let (value, error) = match concrete {
        [Some(x), Some(y)] => {
            let (value, error) = function.call(format, x, y);
            (Value::Bits(value as u64), m.dag.constant(error as u128, 32))
        }
        [_, None] | [None, _] => {
            let arguments = arguments.map(|argument| argument.expr(&mut m.dag, format.width() as u16));
            let value = m.dag.fcall(function, Gives::Value, format, arguments);
            (Value::of(&m.dag, value), m.dag.fcall(function, Gives::Error, format, arguments))
        }
    };
    let none = m.dag.constant(0, 32);
    let failed = m.dag.ne(error, none);
    error_where(m, st, failed, error)?;
    Ok(Returned::Value(value))
}

macro_rules! call {
    ($name:literal, $function:ident, $format:ident) => {{
        fn handle(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
            term(m, st, site, MathFunction::$function, FloatFormat::$format)
        }
        ($name, When::Undefined, handle as Handler)
    }};
}

/// Functions that are one operation of the expression language.
macro_rules! exact {
    ($name:literal, $format:ident, |$dag:ident, $fmt:ident, $a:ident| $body:expr) => {{
        fn handle(m: &mut Machine, _: &mut State, site: &CallSite) -> Result<Returned, Stop> {
            let $fmt = FloatFormat::$format;
            let $a = site.arg(0).expr(&mut m.dag, $fmt.width() as u16);
            let $dag = &mut m.dag;
            let e = $body;
            Ok(Returned::Value(Value::of(&m.dag, e)))
        }
        ($name, When::Undefined, handle as Handler)
    }};
}

pub(super) const TABLE: &[Entry] = &[
    ("sqrt", When::Undefined, sqrt),
    ("sqrtf", When::Undefined, sqrtf),
    ("fmod", When::Undefined, fmod),
    ("fmodf", When::Undefined, fmodf),
    ("fmodl", When::Undefined, fmodl),
    exact!("fabs", Double, |dag, f, a| dag.fabs(f, a)),
    exact!("fabsf", Single, |dag, f, a| dag.fabs(f, a)),
    exact!("floor", Double, |dag, f, a| dag.fround(f, Rounding::Down, a)),
    exact!("floorf", Single, |dag, f, a| dag.fround(f, Rounding::Down, a)),
    exact!("ceil", Double, |dag, f, a| dag.fround(f, Rounding::Up, a)),
    exact!("ceilf", Single, |dag, f, a| dag.fround(f, Rounding::Up, a)),
    exact!("trunc", Double, |dag, f, a| dag.fround(f, Rounding::TowardZero, a)),
    exact!("truncf", Single, |dag, f, a| dag.fround(f, Rounding::TowardZero, a)),
    exact!("round", Double, |dag, f, a| dag.fround(f, Rounding::TiesAway, a)),
    exact!("roundf", Single, |dag, f, a| dag.fround(f, Rounding::TiesAway, a)),
    exact!("rint", Double, |dag, f, a| dag.fround(f, Rounding::TiesEven, a)),
    exact!("rintf", Single, |dag, f, a| dag.fround(f, Rounding::TiesEven, a)),
    exact!("nearbyint", Double, |dag, f, a| dag.fround(f, Rounding::TiesEven, a)),
    exact!("nearbyintf", Single, |dag, f, a| dag.fround(f, Rounding::TiesEven, a)),
    ("lgamma", When::Undefined, lgamma),
    call!("sin", Sin, Double),
    call!("sinf", Sin, Single),
    call!("cos", Cos, Double),
    call!("cosf", Cos, Single),
    call!("tan", Tan, Double),
    call!("tanf", Tan, Single),
    call!("asin", Asin, Double),
    call!("asinf", Asin, Single),
    call!("acos", Acos, Double),
    call!("acosf", Acos, Single),
    call!("atan", Atan, Double),
    call!("atanf", Atan, Single),
    call!("sinh", Sinh, Double),
    call!("sinhf", Sinh, Single),
    call!("cosh", Cosh, Double),
    call!("coshf", Cosh, Single),
    call!("tanh", Tanh, Double),
    call!("tanhf", Tanh, Single),
    call!("asinh", Asinh, Double),
    call!("asinhf", Asinh, Single),
    call!("acosh", Acosh, Double),
    call!("acoshf", Acosh, Single),
    call!("atanh", Atanh, Double),
    call!("atanhf", Atanh, Single),
    call!("exp", Exp, Double),
    call!("expf", Exp, Single),
    call!("exp2", Exp2, Double),
    call!("exp2f", Exp2, Single),
    call!("expm1", Expm1, Double),
    call!("expm1f", Expm1, Single),
    call!("log", Log, Double),
    call!("logf", Log, Single),
    call!("log2", Log2, Double),
    call!("log2f", Log2, Single),
    call!("log10", Log10, Double),
    call!("log10f", Log10, Single),
    call!("log1p", Log1p, Double),
    call!("log1pf", Log1p, Single),
    call!("cbrt", Cbrt, Double),
    call!("cbrtf", Cbrt, Single),
    call!("erf", Erf, Double),
    call!("erff", Erf, Single),
    call!("erfc", Erfc, Double),
    call!("erfcf", Erfc, Single),
    call!("tgamma", Tgamma, Double),
    call!("tgammaf", Tgamma, Single),
    call!("atan2", Atan2, Double),
    call!("atan2f", Atan2, Single),
    call!("pow", Pow, Double),
    call!("powf", Pow, Single),
    call!("hypot", Hypot, Double),
    call!("hypotf", Hypot, Single),
    call!("remainder", Remainder, Double),
    call!("remainderf", Remainder, Single),
    call!("fdim", Fdim, Double),
    call!("fdimf", Fdim, Single),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_function_of_the_library_is_called_by_its_names() {
        for &function in MathFunction::ALL {
            for format in MathFunction::FORMATS {
                let name = function.name(format);
                assert_eq!(TABLE.iter().filter(|(found, ..)| *found == name).count(), 1, "{name}");
            }
        }
    }
}
