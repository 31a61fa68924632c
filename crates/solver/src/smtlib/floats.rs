//! The theory of floating-point numbers, as far as our expressions have it: the formats of LLVM without the x87's, and
//! arithmetic that rounds to nearest, ties to even. Anything else is left to Z3.
//!
//! A number is held as one of its patterns, so equality of numbers is not that of patterns: all NaNs are one. Where the
//! theory leaves a result open (integers out of range, the sign of the smaller of two zeros) it is what the evaluator gives.

use super::operators::Call;
use super::terms::Term;
use super::{ReadError, unsupported};
use expr::float::{FloatBin, FloatCmp, FloatFormat, Rounding};
use expr::{Dag, ExprId};

/// The format with so many bits of exponent and precision.
pub fn format(exponent: u32, precision: u32) -> Result<FloatFormat, ReadError> {
    let fits = |format: &FloatFormat| (format.exponent_bits(), format.precision()) == (exponent, precision);
    let all = FloatFormat::ALL.into_iter().filter(|&format| format != FloatFormat::X87);
    all.into_iter().find(fits).map_or_else(|| unsupported("this floating-point format"), Ok)
}

/// The names that sorts of numbers have beside `(_ FloatingPoint e s)`.
pub fn named_format(name: &str) -> Option<FloatFormat> {
    Some(match name {
        "Float16" => FloatFormat::Half,
        "Float32" => FloatFormat::Single,
        "Float64" => FloatFormat::Double,
        "Float128" => FloatFormat::Quad,
        _ => return None,
    })
}

pub fn rounding(name: &str) -> Option<Rounding> {
    Some(match name {
        "RNE" | "roundNearestTiesToEven" => Rounding::TiesEven,
        "RNA" | "roundNearestTiesToAway" => Rounding::TiesAway,
        "RTP" | "roundTowardPositive" => Rounding::Up,
        "RTN" | "roundTowardNegative" => Rounding::Down,
        "RTZ" | "roundTowardZero" => Rounding::TowardZero,
        _ => return None,
    })
}

/// A rounding mode as scripts write it.
pub fn written(mode: Rounding) -> &'static str {
    match mode {
        Rounding::TiesEven => "RNE",
        Rounding::TiesAway => "RNA",
        Rounding::Up => "RTP",
        Rounding::Down => "RTN",
        Rounding::TowardZero => "RTZ",
    }
}

/// `(_ +oo 8 24)` and the like.
pub fn special(dag: &mut Dag, name: &str, format: FloatFormat) -> Option<Term> {
    let sign = 1 << (format.width() - 1);
    let pattern = match name {
        "+zero" => 0,
        "-zero" => sign,
        "+oo" => format.infinity(),
        "-oo" => format.infinity() | sign,
        "NaN" => format.default_nan(),
        _ => return None,
    };
    Some(Term::Float(dag.constant(pattern, format.width()), format))
}

/// Equality of numbers: that of patterns, and all NaNs are one.
pub fn equal(dag: &mut Dag, format: FloatFormat, a: ExprId, b: ExprId) -> ExprId {
    let nans = [a, b].map(|e| dag.fis_nan(format, e));
    let both = dag.and(nans[0], nans[1]);
    let same = dag.eq(a, b);
    dag.or(both, same)
}

/// Applies a function of the theory; `None` if it is not one.
pub(super) fn apply(dag: &mut Dag, call: &Call<'_>) -> Result<Option<Term>, ReadError> {
    let wrong = || call.wrong("has operands of other sorts");
    Ok(Some(match (call.name, call.operands) {
        ("fp", [Term::Bits(sign), Term::Bits(exponent), Term::Bits(fraction)]) => {
            let format = format(dag.width(*exponent), dag.width(*fraction) + 1)?;
            if dag.width(*sign) != 1 {
                return wrong();
            }
            let head = dag.concat(*sign, *exponent);
            Term::Float(dag.concat(head, *fraction), format)
        }
        ("to_fp", [Term::Bits(pattern)]) => {
            let format = format(call.index(0)?, call.index(1)?)?;
            if dag.width(*pattern) != format.width() {
                return wrong();
            }
            Term::Float(*pattern, format)
        }
        ("to_fp", [Term::Rounding(mode), Term::Float(a, from)]) => {
            let to = format(call.index(0)?, call.index(1)?)?;
            nearest(*mode)?;
            Term::Float(dag.fconvert(*from, to, *a), to)
        }
        ("to_fp" | "to_fp_unsigned", [Term::Rounding(mode), Term::Bits(a)]) => {
            let to = format(call.index(0)?, call.index(1)?)?;
            nearest(*mode)?;
            Term::Float(dag.f_from_int(*a, call.name == "to_fp", to), to)
        }
        ("fp.to_sbv" | "fp.to_ubv", [Term::Rounding(mode), Term::Float(a, format)]) => {
            let width = call.index(0)?;
            if !(1..=super::terms::MAX_WIDTH).contains(&width) {
                return unsupported("vectors of this width");
            }
            let integral = dag.fround(*format, *mode, *a);
            Term::Bits(dag.f_to_int(*format, integral, width, call.name == "fp.to_sbv"))
        }
        (name, [Term::Rounding(mode), Term::Float(a, format)]) => match name {
            "fp.sqrt" => {
                nearest(*mode)?;
                Term::Float(dag.fsqrt(*format, *a), *format)
            }
            "fp.roundToIntegral" => Term::Float(dag.fround(*format, *mode, *a), *format),
            _ => return Ok(None),
        },
        (name, [Term::Rounding(mode), Term::Float(a, format), Term::Float(b, other)]) => {
            let op = match name {
                "fp.add" => FloatBin::Add,
                "fp.sub" => FloatBin::Sub,
                "fp.mul" => FloatBin::Mul,
                "fp.div" => FloatBin::Div,
                _ => return Ok(None),
            };
            if format != other {
                return wrong();
            }
            nearest(*mode)?;
            Term::Float(dag.fbin(op, *format, *a, *b), *format)
        }
        ("fp.fma", [Term::Rounding(mode), Term::Float(a, format), Term::Float(b, second), Term::Float(c, third)]) => {
            if format != second || format != third {
                return wrong();
            }
            nearest(*mode)?;
            Term::Float(dag.fma(*format, *a, *b, *c), *format)
        }
        (name, [Term::Float(a, format)]) => match unary(dag, name, *format, *a) {
            Some(result) => result,
            None => return Ok(None),
        },
        ("fp.min" | "fp.max", [Term::Float(a, format), Term::Float(b, other)]) if format == other => {
            let (low, high) = if call.name == "fp.min" { (a, b) } else { (b, a) };
            let less = dag.flt(*format, *low, *high);
            let missing = dag.fis_nan(*format, *b);
            let first = dag.or(less, missing);
            Term::Float(dag.ite(first, *a, *b), *format)
        }
        ("fp.leq" | "fp.lt" | "fp.geq" | "fp.gt" | "fp.eq", operands) => Term::Bool(chain(dag, call, operands)?),
        _ => return Ok(None),
    }))
}

fn unary(dag: &mut Dag, name: &str, format: FloatFormat, a: ExprId) -> Option<Term> {
    let width = format.width();
    let sign = |dag: &mut Dag| dag.extract(a, width - 1, 1);
    let bound = |dag: &mut Dag, value: u128| dag.constant(value, width);
    let smallest = 1u128 << (format.precision() - 1);
    Some(match name {
        "fp.abs" => Term::Float(dag.fabs(format, a), format),
        "fp.neg" => Term::Float(dag.fneg(format, a), format),
        "fp.isNaN" => Term::Bool(dag.fis_nan(format, a)),
        "fp.isNegative" | "fp.isPositive" => {
            let nan = dag.fis_nan(format, a);
            let number = dag.not(nan);
            let negative = sign(dag);
            let wanted = if name == "fp.isNegative" { negative } else { dag.not(negative) };
            Term::Bool(dag.and(number, wanted))
        }
        "fp.isZero" | "fp.isInfinite" | "fp.isSubnormal" | "fp.isNormal" => {
            let magnitude = dag.fabs(format, a);
            let (zero, infinity, normal) = (bound(dag, 0), bound(dag, format.infinity()), bound(dag, smallest));
            Term::Bool(match name {
                "fp.isZero" => dag.eq(magnitude, zero),
                "fp.isInfinite" => dag.eq(magnitude, infinity),
                "fp.isSubnormal" => {
                    let (some, below) = (dag.ne(magnitude, zero), dag.ult(magnitude, normal));
                    dag.and(some, below)
                }
                _ => {
                    let (above, finite) = (dag.uge(magnitude, normal), dag.ult(magnitude, infinity));
                    dag.and(above, finite)
                }
            })
        }
        _ => return None,
    })
}

/// A comparison of neighbours.
fn chain(dag: &mut Dag, call: &Call<'_>, operands: &[Term]) -> Result<ExprId, ReadError> {
    let mut all = dag.truth(true);
    if operands.len() < 2 {
        return call.wrong("needs two operands");
    }
    for pair in operands.windows(2) {
        let [Term::Float(a, format), Term::Float(b, other)] = pair else {
            return call.wrong("compares numbers");
        };
        if format != other {
            return call.wrong("compares numbers of one format");
        }
        let holds = match call.name {
            "fp.leq" => dag.fcompare(FloatCmp::Le, *format, *a, *b),
            "fp.lt" => dag.fcompare(FloatCmp::Lt, *format, *a, *b),
            "fp.geq" => dag.fcompare(FloatCmp::Le, *format, *b, *a),
            "fp.gt" => dag.fcompare(FloatCmp::Lt, *format, *b, *a),
            _ => dag.fcompare(FloatCmp::Eq, *format, *a, *b),
        };
        all = dag.and(all, holds);
    }
    Ok(all)
}

fn nearest(mode: Rounding) -> Result<(), ReadError> {
    match mode {
        Rounding::TiesEven => Ok(()),
        _ => unsupported("arithmetic in this rounding mode"),
    }
}
