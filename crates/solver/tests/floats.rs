//! Float constraints: found by concrete search, or decided exactly as the evaluator computes, by the bit-blaster and by Z3.

use expr::{Dag, FloatBin, FloatFormat, Rounding};
use solver::backend::z3::Z3;
use solver::backend::{Backend, BackendAnswer};
use solver::{Answer, Solver, SolverConfig, UnknownReason};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(120);

/// Patterns of every kind of number a format has, some NaNs included, quiet and signalling.
fn patterns(format: FloatFormat) -> Vec<u128> {
    let mut dag = Dag::new();
    let mut integer = |value: i64| {
        let constant = dag.constant(value as u128, 64);
        let float = dag.f_from_int(constant, true, format);
        dag.as_const(float).expect("constants fold")
    };
    let sign = 1u128 << (format.width() - 1);
    let quiet = 1u128 << (format.precision() - 2);
    let ordinary = [integer(0), integer(1), integer(-7), integer(3), integer(100)];
    let special = [sign, 1, sign | 5, format.infinity(), sign | format.infinity(), format.default_nan()];
    let nans = [format.infinity() | quiet | 2, sign | format.infinity() | 3];
    ordinary.into_iter().chain(special).chain(nans).collect()
}

/// For every operation and choice of operands: Z3 says that the result is what the evaluator computes and nothing else.
fn agrees(format: FloatFormat, build: impl Fn(&mut Dag, &[expr::ExprId]) -> expr::ExprId, arity: usize) {
    let samples = patterns(format);
    let mut dag = Dag::new();
    let mut z3 = Z3::new();
    for (i, &first) in samples.iter().enumerate() {
        let width = format.width();
        let mut constraints = Vec::new();
        let mut operands = Vec::new();
        let mut constants = Vec::new();
        for k in 0..arity {
            // Variables have at most 64 bits.
            let low = dag.variable("low", k as u32, 0, width.min(64));
            let operand = if width > 64 {
                let high = dag.variable("high", k as u32, 0, width - 64);
                dag.concat(high, low)
            } else {
                low
            };
            let value = if k == 0 { first } else { samples[(i * 5 + k * 3) % samples.len()] };
            let constant = dag.constant(value, width);
            constraints.push(dag.eq(operand, constant));
            operands.push(operand);
            constants.push(constant);
        }
        let symbolic = build(&mut dag, &operands);
        let expected = build(&mut dag, &constants);
        let (same, different) = (dag.eq(symbolic, expected), dag.ne(symbolic, expected));
        let with = |e| constraints.iter().copied().chain([e]).collect::<Vec<_>>();
        let values: Vec<_> = constants.iter().map(|&c| dag.as_const(c).unwrap_or(0)).collect();
        let answer = z3.check(&dag, &with(same), LIMIT);
        assert!(matches!(answer, BackendAnswer::Sat(_)), "{format:?} of {values:x?}: {answer:?}");
        let answer = z3.check(&dag, &with(different), LIMIT);
        assert!(matches!(answer, BackendAnswer::Unsat(_)), "{format:?} of {values:x?}: {answer:?}");
    }
}

#[test]
fn arithmetic_agrees_with_the_evaluator() {
    for op in FloatBin::ALL {
        agrees(FloatFormat::Half, |dag, x| dag.fbin(op, FloatFormat::Half, x[0], x[1]), 2);
    }
    for op in [FloatBin::Add, FloatBin::Mul] {
        agrees(FloatFormat::X87, |dag, x| dag.fbin(op, FloatFormat::X87, x[0], x[1]), 2);
        agrees(FloatFormat::Double, |dag, x| dag.fbin(op, FloatFormat::Double, x[0], x[1]), 2);
    }
    agrees(FloatFormat::Half, |dag, x| dag.fma(FloatFormat::Half, x[0], x[1], x[2]), 3);
    agrees(FloatFormat::Half, |dag, x| dag.fsqrt(FloatFormat::Half, x[0]), 1);
}

#[test]
fn comparisons_agree_with_the_evaluator() {
    for format in FloatFormat::ALL {
        agrees(format, |dag, x| dag.feq(format, x[0], x[1]), 2);
        agrees(format, |dag, x| dag.flt(format, x[0], x[1]), 2);
        agrees(format, |dag, x| dag.fle(format, x[0], x[1]), 2);
        agrees(format, |dag, x| dag.fis_nan(format, x[0]), 1);
    }
}

#[test]
fn roundings_and_conversions_agree_with_the_evaluator() {
    for mode in Rounding::ALL {
        agrees(FloatFormat::Single, |dag, x| dag.fround(FloatFormat::Single, mode, x[0]), 1);
    }
    for from in [FloatFormat::Half, FloatFormat::Single, FloatFormat::X87] {
        for to in FloatFormat::ALL {
            agrees(from, |dag, x| dag.fconvert(from, to, x[0]), 1);
        }
    }
    for (width, signed) in [(8, true), (8, false), (32, true), (64, false), (32, false)] {
        for format in [FloatFormat::Half, FloatFormat::Single, FloatFormat::Double] {
            agrees(format, |dag, x| dag.f_to_int(format, x[0], width, signed), 1);
        }
    }
    agrees(FloatFormat::Single, |dag, x| dag.f_from_int(x[0], true, FloatFormat::Single), 1);
    agrees(FloatFormat::Double, |dag, x| dag.f_from_int(x[0], false, FloatFormat::Single), 1);
}

#[test]
fn a_concrete_search_is_enough_for_loose_conditions_and_z3_decides_the_rest() {
    let mut solver = Solver::new(SolverConfig::default());
    let mut dag = Dag::new();
    let [x, y] = [0, 1].map(|i| dag.variable("x", i, 0, 64));
    let constant = |dag: &mut Dag, value: f64| dag.constant(value.to_bits() as u128, 64);
    let (half, two) = (constant(&mut dag, 0.5), constant(&mut dag, 2.0));
    let double = FloatFormat::Double;
    let sum = dag.fbin(FloatBin::Add, double, x, y);
    let loose = [dag.flt(double, two, sum), dag.flt(double, x, half)];
    assert!(solver.check_set(&mut dag, &loose).is_sat());
    // None of the usual suspects solves x + 0.5 = 2.25.
    let shifted = dag.fbin(FloatBin::Add, double, x, half);
    let wanted = constant(&mut dag, 2.25);
    let exact = dag.feq(double, shifted, wanted);
    match solver.check_set(&mut dag, &[exact]) {
        Answer::Sat(model) => assert_eq!(f64::from_bits(model.get(dag.vars(x)[0], 64)) + 0.5, 2.25),
        other => panic!("{other:?}"),
    }
    let contradiction = [dag.flt(double, x, half), dag.flt(double, two, x)];
    assert!(solver.check_set(&mut dag, &contradiction).is_unsat());
}

/// Z3 says neither yes nor no in a moment, and comes back all the same.
#[test]
fn hard_questions_end_at_their_limit() {
    let double = FloatFormat::Double;
    let mut dag = Dag::new();
    let [x, y, z] = [0, 1, 2].map(|i| dag.variable("x", i, 0, 64));
    let remainder = dag.fbin(FloatBin::Rem, double, x, y);
    let product = dag.fbin(FloatBin::Mul, double, remainder, z);
    let quotient = dag.fbin(FloatBin::Div, double, product, x);
    let root = dag.fsqrt(double, quotient);
    let mut sum = dag.fma(double, root, y, z);
    for _ in 0..20 {
        let product = dag.fbin(FloatBin::Mul, double, sum, x);
        sum = dag.fbin(FloatBin::Add, double, product, y);
    }
    for hard in [dag.feq(double, remainder, z), dag.feq(double, sum, product)] {
        let not_zero = dag.constant(1.5f64.to_bits() as u128, 64);
        let constraints = [hard, dag.flt(double, not_zero, z), dag.flt(double, z, x), dag.flt(double, x, y)];
        let answer = Z3::new().check(&dag, &constraints, Duration::from_millis(300));
        assert_eq!(answer, BackendAnswer::Unknown(UnknownReason::TimeLimit));
    }
}
