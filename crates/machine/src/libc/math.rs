//! `math.h`: exact where the expressions can say it, the system's own functions on concrete values otherwise.
//!
//! A symbolic argument of a function that is neither is fixed to its value under the model; the other values are a cut.

use expr::{ExprId, FloatBin, FloatFormat, Rounding};

use super::{CallSite, Entry, Handler, Returned, When};
use crate::machine::{Machine, Stop};
use crate::state::State;
use crate::step::Access;
use crate::value::Value;

mod system {
    macro_rules! functions {
        ($($name:ident($($arg:ident),*);)*) => {
            // SAFETY: the system's mathematical library has functions of these names and types, and they take any value.
            unsafe extern "C" { $(pub safe fn $name($($arg: f64),*) -> f64;)* }
        };
    }
    functions! {
        sin(x); cos(x); tan(x); asin(x); acos(x); atan(x); sinh(x); cosh(x); tanh(x); asinh(x); acosh(x); atanh(x);
        exp(x); exp2(x); expm1(x); log(x); log2(x); log10(x); log1p(x); cbrt(x); erf(x); erfc(x); tgamma(x);
        atan2(x, y); pow(x, y); hypot(x, y); remainder(x, y); fdim(x, y);
    }
    macro_rules! single {
        ($($name:ident($($arg:ident),*);)*) => {
            // SAFETY: as above.
            unsafe extern "C" { $(pub safe fn $name($($arg: f32),*) -> f32;)* }
        };
    }
    single! {
        sinf(x); cosf(x); tanf(x); asinf(x); acosf(x); atanf(x); expf(x); logf(x); log2f(x); log10f(x); cbrtf(x);
        sinhf(x); coshf(x); tanhf(x); exp2f(x); atan2f(x, y); powf(x, y); hypotf(x, y);
    }
}

fn double_argument(m: &mut Machine, st: &mut State, site: &CallSite, i: usize) -> Result<f64, Stop> {
    let name = &m.function(site.target).name;
    let bits = m.concretise(st, site.arg(i), 64, name)?;
    Ok(f64::from_bits(bits as u64))
}

fn single_argument(m: &mut Machine, st: &mut State, site: &CallSite, i: usize) -> Result<f32, Stop> {
    let name = &m.function(site.target).name;
    let bits = m.concretise(st, site.arg(i), 32, name)?;
    Ok(f32::from_bits(bits as u32))
}

/// Calls the system; the error it reports, if any, is the program's.
fn with_errno<T>(m: &mut Machine, st: &mut State, call: impl FnOnce() -> T) -> Result<T, Stop> {
    // SAFETY: the address is that of this thread's own number.
    let errno = unsafe { &mut *::libc::__errno_location() };
    *errno = 0;
    let result = call();
    let number = std::mem::take(errno);
    if number != 0 {
        let number = m.dag.constant(number as u128, 32);
        m.set_errno(st, number)?;
    }
    Ok(result)
}

/// Also gives the sign of the gamma function, in the variable `signgam` where the program has it.
fn lgamma(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
    unsafe extern "C" {
        fn lgamma_r(x: f64, sign: *mut i32) -> f64;
    }
    let x = double_argument(m, st, site, 0)?;
    let mut sign = 0;
    // SAFETY: the function takes any value and writes the one number it is given.
    let result = with_errno(m, st, || unsafe { lgamma_r(x, &mut sign) })?;
    if let Some(variable) = m.program.globals.iter().find(|global| global.name == "signgam" && !global.external) {
        let place = m.access(st, Value::Bits(variable.address), Value::Bits(4), Access::Write)?;
        let sign = m.dag.constant(sign as u32 as u128, 32);
        m.write_place(st, place, 4, sign)?;
    }
    Ok(Returned::Value(Value::Bits(result.to_bits())))
}

/// Writes an error where the condition holds.
fn domain_error(m: &mut Machine, st: &mut State, condition: ExprId) -> Result<(), Stop> {
    if m.dag.is_false(condition) {
        return Ok(());
    }
    let place = m.access(st, Value::Bits(m.errno), Value::Bits(4), Access::Write)?;
    let (domain, old) = (m.dag.constant(::libc::EDOM as u128, 32), m.read_place(st, place, 4)?);
    let error = m.dag.ite(condition, domain, old);
    m.write_place(st, place, 4, error)
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

macro_rules! one {
    ($name:ident, $argument:ident) => {{
        fn handle(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
            let x = $argument(m, st, site, 0)?;
            let result = with_errno(m, st, || system::$name(x).to_bits() as u64)?;
            Ok(Returned::Value(Value::Bits(result)))
        }
        (stringify!($name), When::Undefined, handle as Handler)
    }};
}

macro_rules! two {
    ($name:ident, $argument:ident) => {{
        fn handle(m: &mut Machine, st: &mut State, site: &CallSite) -> Result<Returned, Stop> {
            let (x, y) = ($argument(m, st, site, 0)?, $argument(m, st, site, 1)?);
            let result = with_errno(m, st, || system::$name(x, y).to_bits() as u64)?;
            Ok(Returned::Value(Value::Bits(result)))
        }
        (stringify!($name), When::Undefined, handle as Handler)
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
    one!(sin, double_argument),
    one!(cos, double_argument),
    one!(tan, double_argument),
    one!(asin, double_argument),
    one!(acos, double_argument),
    one!(atan, double_argument),
    one!(sinh, double_argument),
    one!(cosh, double_argument),
    one!(tanh, double_argument),
    one!(asinh, double_argument),
    one!(acosh, double_argument),
    one!(atanh, double_argument),
    one!(exp, double_argument),
    one!(exp2, double_argument),
    one!(expm1, double_argument),
    one!(log, double_argument),
    one!(log2, double_argument),
    one!(log10, double_argument),
    one!(log1p, double_argument),
    one!(cbrt, double_argument),
    one!(erf, double_argument),
    one!(erfc, double_argument),
    one!(tgamma, double_argument),
    ("lgamma", When::Undefined, lgamma),
    two!(atan2, double_argument),
    two!(pow, double_argument),
    two!(hypot, double_argument),
    two!(remainder, double_argument),
    two!(fdim, double_argument),
    one!(sinf, single_argument),
    one!(cosf, single_argument),
    one!(tanf, single_argument),
    one!(asinf, single_argument),
    one!(acosf, single_argument),
    one!(atanf, single_argument),
    one!(expf, single_argument),
    one!(logf, single_argument),
    one!(log2f, single_argument),
    one!(log10f, single_argument),
    one!(cbrtf, single_argument),
    one!(sinhf, single_argument),
    one!(coshf, single_argument),
    one!(tanhf, single_argument),
    one!(exp2f, single_argument),
    two!(atan2f, single_argument),
    two!(powf, single_argument),
    two!(hypotf, single_argument),
];
