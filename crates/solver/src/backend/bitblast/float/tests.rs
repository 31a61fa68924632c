//! Every circuit against the evaluator, which computes single and double precision on the processor.
//!
//! A circuit is simulated, 64 assignments at once, so nothing has to be solved: all numbers of the small formats where an
//! operation takes one, and samples of boundary values and random ones otherwise. `SECATEUR_FLOAT_SAMPLES` sets how
//! many; with 2^32 that is every pair of halves.

use super::*;
use crate::backend::bitblast::encode::Encoder;
use crate::backend::bitblast::gates::Gate;
use expr::{Dag, DefaultValue, Evaluator, ExprId, FloatBin, FloatCmp, Model, Rounding, VarId};
use rustc_apfloat::ieee::{Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

/// Assignments that are simulated at once.
const LANES: usize = 64;

fn samples() -> u64 {
    std::env::var("SECATEUR_FLOAT_SAMPLES").ok().and_then(|n| n.parse().ok()).unwrap_or(6_000)
}

/// Values of all gates, one bit for each lane.
fn simulate(circuit: &Circuit, input: impl Fn(VarId, u8) -> u64) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::with_capacity(circuit.len());
    for number in 0..circuit.len() {
        let of = |bit: Bit| values[bit.gate()] ^ 0u64.wrapping_sub(bit.is_complemented() as u64);
        let value = match circuit.gate(number) {
            Gate::True => u64::MAX,
            Gate::Input { var, bit } => input(var, bit),
            Gate::Free { of, .. } => unreachable!("{of:?} has no circuit"),
            Gate::And(a, b) => of(a) & of(b),
            Gate::Xor(a, b) => of(a) ^ of(b),
            Gate::Mux { condition, then, otherwise } => of(condition) & of(then) | !of(condition) & of(otherwise),
            Gate::Majority(a, b, c) => of(a) & of(b) | of(c) & (of(a) | of(b)),
        };
        values.push(value);
    }
    values
}

/// The word in one lane.
fn lane(values: &[u64], word: &[Bit], lane: usize) -> u128 {
    word.iter().enumerate().fold(0, |sum, (i, bit)| {
        let value = (values[bit.gate()] >> lane & 1) as u128 ^ bit.is_complemented() as u128;
        sum | value << i
    })
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    fn bits(&mut self, width: u32) -> u128 {
        ((self.next() as u128) << 64 | self.next() as u128) & u128::MAX >> (128 - width)
    }

    /// A pattern of a format: boundary values, few digits, exponents close to those of `other`, or anything.
    fn pattern(&mut self, format: FloatFormat, other: u128) -> u128 {
        let width = format.width();
        let stored = width - 1 - format.exponent_bits();
        let fraction = u128::MAX >> (128 - stored);
        let sign = (self.next() as u128 & 1) << (width - 1);
        let leading = if format == FloatFormat::X87 { 1u128 << 63 } else { 0 };
        let any = self.bits(width);
        let near = (self.next() % 5) as u128;
        let magnitude = match self.next() % 8 {
            0 => [0, 1, 2, fraction, fraction + 1, fraction + 2, format.infinity(), format.infinity() - 1]
                [self.next() as usize % 8],
            1 => format.infinity() | any & fraction,
            // The exponent of the other operand, or close to it.
            2 | 3 => {
                ((other & !sign) & !fraction).wrapping_add(near << stored).wrapping_sub(2 << stored) | any & fraction
            }
            4 => other.wrapping_add(near).wrapping_sub(2),
            // Around one, with few digits.
            5 => {
                let bias = ((1u128 << (format.exponent_bits() - 1)) - 1) << stored;
                let digits = (any >> (width - 5) & 31) << (stored.saturating_sub(5 + leading.count_ones()));
                (bias + (near << stored)) | digits
            }
            // Denormal.
            6 => any & fraction >> (self.next() % stored as u64),
            _ => any,
        };
        let normal = magnitude >> stored & (u128::MAX >> (128 - format.exponent_bits())) != 0;
        // Malformed patterns of the x87 are there too, but rarely.
        let leading = if normal && !self.next().is_multiple_of(16) { leading } else { 0 };
        (magnitude | leading | sign) & u128::MAX >> (128 - width)
    }
}

/// A variable of any width; those of the DAG have at most 64 bits.
fn variable(dag: &mut Dag, name: &str, width: u32) -> ExprId {
    let low = dag.variable(name, 0, 0, width.min(64));
    if width <= 64 {
        return low;
    }
    let high = dag.variable(name, 0, 8, width - 64);
    dag.concat(high, low)
}

fn value_of(dag: &Dag, var: VarId, operands: &[(String, u128)]) -> u64 {
    let info = dag.var_info(var);
    let value = operands.iter().find(|(name, _)| **name == *info.name).map_or(0, |(_, value)| *value);
    ((value >> (8 * info.offset)) & u128::MAX >> (128 - info.width)) as u64
}

/// Which patterns an operand has.
#[derive(Clone, Copy)]
enum Operand {
    Float(FloatFormat),
    Integer(u32),
}

impl Operand {
    fn width(self) -> u32 {
        match self {
            Operand::Float(format) => format.width(),
            Operand::Integer(width) => width,
        }
    }

    fn draw(self, random: &mut Random, other: u128) -> u128 {
        match self {
            Operand::Float(format) => random.pattern(format, other),
            Operand::Integer(width) => {
                let any = random.bits(width);
                let small = random.next() % width as u64;
                if random.next().is_multiple_of(2) { any } else { any >> small }
            }
        }
    }
}

/// The circuit of an expression gives what the evaluator gives: for all values of the operands, if there are at most as
/// many as samples wanted, else for samples.
fn agrees(name: &str, operands: &[Operand], build: impl Fn(&mut Dag, &[ExprId]) -> ExprId) {
    let mut dag = Dag::new();
    let names: Vec<String> = (0..operands.len()).map(|i| format!("x{i}")).collect();
    let variables: Vec<ExprId> =
        names.iter().zip(operands).map(|(name, operand)| variable(&mut dag, name, operand.width())).collect();
    let e = build(&mut dag, &variables);
    let mut encoder = Encoder::new();
    let word = encoder.encoded(&dag, e).expect("an operation that is encoded").to_vec();
    let mut evaluator = Evaluator::new();
    let mut random = Random(0x5eed);

    let all: u32 = operands.iter().map(|operand| operand.width()).sum();
    let exhaustive = all <= 16 || (all <= 32 && samples() >= 1 << all);
    let count = if exhaustive { 1 << all } else { samples() };
    for start in (0..count).step_by(LANES) {
        let lanes: Vec<Vec<(String, u128)>> = (0..LANES as u64)
            .map(|lane| {
                let mut index = start + lane;
                let mut other = 0;
                let draw = |(name, operand): (&String, &Operand)| {
                    let value = if exhaustive {
                        let value = index as u128 & u128::MAX >> (128 - operand.width());
                        index >>= operand.width();
                        value
                    } else {
                        operand.draw(&mut random, other)
                    };
                    other = value;
                    (name.clone(), value)
                };
                names.iter().zip(operands).map(draw).collect()
            })
            .collect();
        let values = simulate(&encoder.circuit, |var, bit| {
            lanes.iter().rev().fold(0, |word, lane| word << 1 | (value_of(&dag, var, lane) >> bit & 1))
        });
        for (i, operands) in lanes.iter().enumerate() {
            let mut model = Model::new(DefaultValue::Zero);
            dag.vars(e).iter().for_each(|&var| model.set(var, value_of(&dag, var, operands)));
            let (ours, expected) = (lane(&values, &word, i), evaluator.value(&dag, e, &model));
            assert_eq!(ours, expected, "{name} of {operands:x?}: {ours:x} instead of {expected:x}");
        }
    }
}

fn floats(format: FloatFormat, count: usize) -> Vec<Operand> {
    vec![Operand::Float(format); count]
}

#[test]
fn arithmetic_agrees_with_the_evaluator() {
    for format in FloatFormat::ALL {
        for op in FloatBin::ALL.into_iter().filter(|&op| op != FloatBin::Rem) {
            agrees(&format!("{op:?} {format:?}"), &floats(format, 2), |dag, x| dag.fbin(op, format, x[0], x[1]));
        }
    }
}

#[test]
fn remainders_agree_with_the_evaluator() {
    for format in [FloatFormat::Half, FloatFormat::BFloat, FloatFormat::Single, FloatFormat::Double] {
        agrees(&format!("fmod {format:?}"), &floats(format, 2), |dag, x| dag.fbin(FloatBin::Rem, format, x[0], x[1]));
    }
    // An infinite divisor that was computed has any exponent.
    let half = FloatFormat::Half;
    agrees("fmod by a quotient", &floats(half, 3), |dag, x| {
        let quotient = dag.fbin(FloatBin::Div, half, x[1], x[2]);
        dag.fbin(FloatBin::Rem, half, x[0], quotient)
    });
}

#[test]
fn fused_multiplication_agrees_with_the_evaluator() {
    for format in FloatFormat::ALL {
        agrees(&format!("fma {format:?}"), &floats(format, 3), |dag, x| dag.fma(format, x[0], x[1], x[2]));
    }
}

#[test]
fn roots_and_integral_values_agree_with_the_evaluator() {
    for format in FloatFormat::ALL {
        agrees(&format!("sqrt {format:?}"), &floats(format, 1), |dag, x| dag.fsqrt(format, x[0]));
        for mode in Rounding::ALL {
            agrees(&format!("{mode:?} {format:?}"), &floats(format, 1), |dag, x| dag.fround(format, mode, x[0]));
        }
    }
}

#[test]
fn comparisons_agree_with_the_evaluator() {
    for format in FloatFormat::ALL {
        let one = |dag: &mut Dag| {
            let one = dag.constant(1, 8);
            dag.f_from_int(one, false, format)
        };
        agrees(&format!("NaN {format:?}"), &floats(format, 1), |dag, x| dag.fis_nan(format, x[0]));
        for op in FloatCmp::ALL {
            agrees(&format!("{op:?} {format:?}"), &floats(format, 2), |dag, x| dag.fcompare(op, format, x[0], x[1]));
            // By the parts of a computed number.
            agrees(&format!("{op:?} {format:?} product"), &floats(format, 2), |dag, x| {
                let one = one(dag);
                let same = dag.fbin(FloatBin::Mul, format, x[0], one);
                dag.fcompare(op, format, same, x[1])
            });
        }
    }
}

#[test]
fn conversions_between_formats_agree_with_the_evaluator() {
    for from in FloatFormat::ALL {
        for to in FloatFormat::ALL {
            agrees(&format!("{from:?} to {to:?}"), &floats(from, 1), |dag, x| dag.fconvert(from, to, x[0]));
        }
    }
}

#[test]
fn conversions_from_and_to_integers_agree_with_the_evaluator() {
    for format in FloatFormat::ALL {
        for signed in [false, true] {
            for width in [1, 2, 7, 8, 16, 31, 32, 53, 64, 65, 128] {
                agrees(&format!("{format:?} to {width} {signed}"), &floats(format, 1), |dag, x| {
                    dag.f_to_int(format, x[0], width, signed)
                });
                agrees(&format!("{width} {signed} to {format:?}"), &[Operand::Integer(width)], |dag, x| {
                    dag.f_from_int(x[0], signed, format)
                });
            }
        }
    }
}

/// Numbers stay in parts from one operation to the next, through choices and signs: rounded and special values too.
#[test]
fn terms_of_several_operations_agree_with_the_evaluator() {
    for format in [FloatFormat::Half, FloatFormat::Single, FloatFormat::Double, FloatFormat::X87] {
        agrees(&format!("polynomial {format:?}"), &floats(format, 3), |dag, x| {
            let square = dag.fbin(FloatBin::Mul, format, x[0], x[0]);
            let scaled = dag.fbin(FloatBin::Div, format, square, x[1]);
            let less = dag.flt(format, scaled, x[2]);
            let negated = dag.fneg(format, scaled);
            let chosen = dag.ite(less, negated, x[1]);
            let magnitude = dag.fabs(format, chosen);
            let root = dag.fsqrt(format, magnitude);
            let difference = dag.fbin(FloatBin::Sub, format, chosen, root);
            dag.fbin(FloatBin::Add, format, difference, x[2])
        });
        agrees(&format!("through others {format:?}"), &floats(format, 2), |dag, x| {
            let quotient = dag.fbin(FloatBin::Div, format, x[0], x[1]);
            let half = dag.fconvert(format, FloatFormat::Half, quotient);
            let wide = dag.fconvert(FloatFormat::Half, FloatFormat::Double, half);
            let integral = dag.fround(FloatFormat::Double, Rounding::Down, wide);
            let integer = dag.f_to_int(FloatFormat::Double, integral, 32, true);
            let back = dag.f_from_int(integer, true, format);
            dag.fbin(FloatBin::Sub, format, back, quotient)
        });
    }
}

/// Constant operands, whose circuits fold.
#[test]
fn constants_agree_with_the_evaluator() {
    let format = FloatFormat::Single;
    for value in [0.0f32, -0.0, 1.0, -2.0, 0.1, 3e38, 1e-40, f32::INFINITY, f32::NAN, 0.5, 10.0] {
        for op in FloatBin::ALL {
            agrees(&format!("{op:?} {value}"), &floats(format, 1), |dag, x| {
                let constant = dag.constant(value.to_bits() as u128, 32);
                let left = dag.fbin(op, format, x[0], constant);
                let right = dag.fbin(op, format, constant, x[0]);
                dag.concat(left, right)
            });
        }
    }
}

fn apfloat_mode(mode: Rounding) -> Round {
    match mode {
        Rounding::TiesEven => Round::NearestTiesToEven,
        Rounding::TiesAway => Round::NearestTiesToAway,
        Rounding::Up => Round::TowardPositive,
        Rounding::Down => Round::TowardNegative,
        Rounding::TowardZero => Round::TowardZero,
    }
}

/// The circuit of an operation on halves in some rounding mode gives what apfloat gives, or both give a NaN.
fn agrees_in_mode(
    name: &str,
    arity: usize,
    to: FloatFormat,
    build: impl Fn(&mut Circuit, &[Unpacked]) -> Unpacked,
    expected: impl Fn(&[Half]) -> u128,
) {
    let format = FloatFormat::Half;
    let mut circuit = Circuit::new();
    let operands: Vec<Unpacked> = (0..arity)
        .map(|i| {
            let bits: Word = (0..16).map(|bit| circuit.input(VarId(i as u32), bit)).collect();
            circuit.unpack(format, &bits)
        })
        .collect();
    let result = build(&mut circuit, &operands);
    let word = circuit.pack(to, &result);
    let mut random = Random(7);
    for _ in (0..samples()).step_by(LANES) {
        let lanes: Vec<Vec<u128>> = (0..LANES)
            .map(|_| {
                let mut other = 0;
                (0..arity)
                    .map(|_| {
                        other = random.pattern(format, other);
                        other
                    })
                    .collect()
            })
            .collect();
        let values = simulate(&circuit, |var, bit| {
            lanes.iter().rev().fold(0, |word, lane| word << 1 | (lane[var.0 as usize] >> bit & 1) as u64)
        });
        for (i, operands) in lanes.iter().enumerate() {
            let numbers: Vec<Half> = operands.iter().map(|&bits| Half::from_bits(bits)).collect();
            let expected = expected(&numbers);
            let nan = lane(&values, &[result.nan], i) == 1;
            assert_eq!(nan, expr::float::is_nan(to, expected), "{name} of {operands:x?}");
            let ours = lane(&values, &word, i);
            assert!(nan || ours == expected, "{name} of {operands:x?}: {ours:x} instead of {expected:x}");
        }
    }
}

#[test]
fn every_rounding_mode_agrees_with_apfloat() {
    let half = FloatFormat::Half;
    for mode in Rounding::ALL {
        let round = apfloat_mode(mode);
        agrees_in_mode(
            &format!("add {mode:?}"),
            2,
            half,
            |circuit, x| circuit.add_floats(half, mode, &x[0], &x[1]),
            |x| x[0].add_r(x[1], round).value.to_bits(),
        );
        agrees_in_mode(
            &format!("multiply {mode:?}"),
            2,
            half,
            |circuit, x| circuit.multiply_floats(half, mode, &x[0], &x[1]),
            |x| x[0].mul_r(x[1], round).value.to_bits(),
        );
        agrees_in_mode(
            &format!("divide {mode:?}"),
            2,
            half,
            |circuit, x| circuit.divide_floats(half, mode, &x[0], &x[1]),
            |x| x[0].div_r(x[1], round).value.to_bits(),
        );
        agrees_in_mode(
            &format!("fma {mode:?}"),
            3,
            half,
            |circuit, x| circuit.fused_multiply_add(half, mode, [&x[0], &x[1], &x[2]]),
            |x| x[0].mul_add_r(x[1], x[2], round).value.to_bits(),
        );
        agrees_in_mode(
            &format!("narrow {mode:?}"),
            2,
            half,
            |circuit, x| {
                let wide: Vec<Unpacked> =
                    x.iter().map(|x| circuit.convert_float(half, FloatFormat::Single, Rounding::TiesEven, x)).collect();
                let product = circuit.multiply_floats(FloatFormat::Single, Rounding::TiesEven, &wide[0], &wide[1]);
                circuit.convert_float(FloatFormat::Single, half, mode, &product)
            },
            |x| {
                let wide = |x: Half| -> Single { x.convert(&mut false).value };
                let product = (wide(x[0]) * wide(x[1])).value;
                let narrow: Half = product.convert_r(round, &mut false).value;
                narrow.to_bits()
            },
        );
    }
}
