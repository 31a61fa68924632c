//! What every backend must do, run on each of them.
//!
//! A backend that needs a program that is not installed is tested when `SECATEUR_SMT_SOLVER` names one (a command line
//! that reads SMT-LIB 2 from its standard input).

use super::bitblast::Bitblast;
use super::smtlib::SmtlibProcess;
use super::z3::Z3;
use super::{Backend, BackendAnswer};
use crate::answer::UnknownReason;
use expr::{BinaryOp, Dag, DefaultValue, Evaluator, ExprId, Model, VarId};
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(60);

fn backends() -> Vec<Box<dyn Backend>> {
    let mut backends: Vec<Box<dyn Backend>> = vec![Box::new(Bitblast::new()), Box::new(Z3::new())];
    if let Ok(command) = std::env::var("SECATEUR_SMT_SOLVER") {
        backends.push(Box::new(SmtlibProcess::new(&command)));
    }
    backends
}

/// Evaluates the answer's model, or reports that the answer is another one.
fn assert_sat(backend: &mut dyn Backend, dag: &Dag, constraints: &[ExprId]) -> Vec<(VarId, u64)> {
    let values = match backend.check(dag, constraints, LIMIT) {
        BackendAnswer::Sat(values) => values,
        other => panic!("{} says {other:?}", backend.name()),
    };
    let mut model = Model::new(DefaultValue::Zero);
    values.iter().for_each(|&(v, value)| model.set(v, value));
    let mut evaluator = Evaluator::new();
    for &e in constraints {
        assert!(evaluator.holds(dag, e, &model), "{}: the model {values:?} fails {e:?}", backend.name());
    }
    values
}

/// The core's positions. The core alone must be contradictory too.
fn assert_unsat(backend: &mut dyn Backend, dag: &Dag, constraints: &[ExprId]) -> Vec<usize> {
    let core = match backend.check(dag, constraints, LIMIT) {
        BackendAnswer::Unsat(core) => core,
        other => panic!("{} says {other:?}", backend.name()),
    };
    let alone: Vec<ExprId> = core.iter().map(|&i| constraints[i]).collect();
    let again = backend.check(dag, &alone, LIMIT);
    assert!(matches!(again, BackendAnswer::Unsat(_)), "{}: the core {core:?} gives {again:?}", backend.name());
    core
}

#[test]
fn no_constraints_are_satisfiable_and_false_is_not() {
    for mut backend in backends() {
        let mut dag = Dag::new();
        assert_sat(&mut *backend, &dag, &[]);
        let (no, yes) = (dag.truth(false), dag.truth(true));
        assert_sat(&mut *backend, &dag, &[yes]);
        assert_eq!(assert_unsat(&mut *backend, &dag, &[yes, no]), [1]);
    }
}

#[test]
fn cores_leave_out_what_has_nothing_to_do_with_it() {
    for mut backend in backends() {
        let mut dag = Dag::new();
        let [x, y] = [0, 1].map(|i| dag.variable("x", i, 0, 32));
        let (five, six) = (dag.constant(5, 32), dag.constant(6, 32));
        let constraints = [dag.ult(y, six), dag.ult(x, five), dag.ugt(y, five), dag.ugt(x, six)];
        // y < 6 and y > 5 contradict each other, and so do x < 5 and x > 6.
        let core = assert_unsat(&mut *backend, &dag, &constraints);
        assert!(core == [0, 2] || core == [1, 3], "{}: {core:?}", backend.name());
        assert_eq!(assert_unsat(&mut *backend, &dag, &constraints[1..]), [0, 2]);
        assert_sat(&mut *backend, &dag, &constraints[..2]);
    }
}

/// Every operator at small widths, its result pinned to what the evaluator says for some operands: satisfiable, and
/// unsatisfiable with the result changed.
#[test]
fn operators_agree_with_the_evaluator() {
    for width in [1, 3, 8, 31, 64, 100] {
        // Wide divisions with known operands are easy but large: the narrow ones show as much.
        for op in BinaryOp::ALL.into_iter().filter(|&op| width <= 8 || !is_expensive(op)) {
            // A backend belongs to one DAG.
            backends().iter_mut().for_each(|backend| operator_agrees(&mut **backend, op, width));
        }
    }
}

fn operator_agrees(backend: &mut dyn Backend, op: BinaryOp, width: u32) {
    let mut dag = Dag::new();
    // Variables have at most 64 bits.
    let word = |dag: &mut Dag, name: &str| {
        let low = dag.variable(name, 0, 0, width.min(64));
        if width <= 64 {
            return low;
        }
        let high = dag.variable(name, 0, 8, width - 64);
        dag.concat(high, low)
    };
    let (x, y) = (word(&mut dag, "x"), word(&mut dag, "y"));
    let result = apply(&mut dag, op, x, y);
    let mask = u128::MAX >> (128 - width);
    let samples = [0, 1, 2, 5, mask, mask >> 1, (mask >> 1) + 1, 0xdead_beef_cafe & mask];
    for (a, b) in samples.iter().flat_map(|&a| [0, 3, mask].map(|b| (a, b & mask))) {
        let (a, b) = (dag.constant(a, width), dag.constant(b, width));
        let expected = apply(&mut dag, op, a, b);
        let inputs = [dag.eq(x, a), dag.eq(y, b)];
        let (same, different) = (dag.eq(result, expected), dag.ne(result, expected));
        let sat = [inputs[0], inputs[1], same];
        assert_sat(backend, &dag, &sat);
        assert_unsat(backend, &dag, &[inputs[0], inputs[1], different]);
    }
}

pub fn is_expensive(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Mul | BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem)
}

pub fn apply(dag: &mut Dag, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
    match op {
        BinaryOp::And => dag.and(a, b),
        BinaryOp::Or => dag.or(a, b),
        BinaryOp::Xor => dag.xor(a, b),
        BinaryOp::Add => dag.add(a, b),
        BinaryOp::Sub => dag.sub(a, b),
        BinaryOp::Mul => dag.mul(a, b),
        BinaryOp::UDiv => dag.udiv(a, b),
        BinaryOp::SDiv => dag.sdiv(a, b),
        BinaryOp::URem => dag.urem(a, b),
        BinaryOp::SRem => dag.srem(a, b),
        BinaryOp::Shl => dag.shl(a, b),
        BinaryOp::LShr => dag.lshr(a, b),
        BinaryOp::AShr => dag.ashr(a, b),
        BinaryOp::Eq => dag.eq(a, b),
        BinaryOp::Ult => dag.ult(a, b),
        BinaryOp::Slt => dag.slt(a, b),
    }
}

#[test]
fn numbers_are_factored() {
    for mut backend in backends() {
        let mut dag = Dag::new();
        let [x, y] = [0, 1].map(|i| dag.variable("x", i, 0, 16));
        let [wide_x, wide_y] = [x, y].map(|v| dag.zext(v, 32));
        let product = dag.mul(wide_x, wide_y);
        let (n, one) = (dag.constant(251 * 241, 32), dag.constant(1, 16));
        let constraints = [dag.eq(product, n), dag.ugt(x, one), dag.ugt(y, one)];
        let values = assert_sat(&mut *backend, &dag, &constraints);
        assert_eq!(values.iter().map(|&(_, value)| value).product::<u64>(), 251 * 241);
        let prime = dag.constant(65521, 32);
        let constraints = [dag.eq(product, prime), constraints[1], constraints[2]];
        assert_eq!(assert_unsat(&mut *backend, &dag, &constraints), [0, 1, 2]);
    }
}

#[test]
fn arrays_are_read_where_they_were_written() {
    for mut backend in backends() {
        let mut dag = Dag::new();
        let bytes: Vec<ExprId> = (0..10).map(|i| dag.constant(i * 3, 8)).collect();
        let base = dag.array(&bytes);
        let [i, j] = [0, 1].map(|n| dag.variable("i", n, 0, 64));
        let length = dag.constant(10, 64);
        let inside = [dag.ult(i, length), dag.ult(j, length)];
        let value = dag.variable("value", 0, 0, 8);
        let written = dag.write(base, i, value);
        let found = dag.read(written, j, 1);
        let wanted = dag.constant(200, 8);
        let hit = dag.eq(found, wanted);
        let values = assert_sat(&mut *backend, &dag, &[inside[0], inside[1], hit]);
        assert_eq!(values[0].1, values[1].1, "200 is only where it was written");
        let elsewhere = dag.ne(i, j);
        assert_unsat(&mut *backend, &dag, &[inside[0], inside[1], elsewhere, hit]);
        // Without the bounds: nothing is found beyond the end either.
        assert_eq!(assert_unsat(&mut *backend, &dag, &[elsewhere, hit]), [0, 1]);
        let beyond = dag.uge(j, length);
        let found_something = {
            let zero = dag.constant(0, 8);
            dag.ne(found, zero)
        };
        assert_eq!(assert_unsat(&mut *backend, &dag, &[beyond, found_something]), [0, 1]);
    }
}

#[test]
fn words_straddle_the_end_of_an_array() {
    for mut backend in backends() {
        let mut dag = Dag::new();
        let bytes: Vec<ExprId> = (0..6).map(|i| dag.variable("byte", i, 0, 8)).collect();
        let base = dag.array(&bytes);
        let i = dag.variable("i", 0, 0, 64);
        let word = dag.read(base, i, 4);
        let wanted = dag.constant(0x0000_1122, 32);
        let at_end = {
            let last = dag.constant(4, 64);
            dag.eq(i, last)
        };
        let found = dag.eq(word, wanted);
        assert_sat(&mut *backend, &dag, &[at_end, found]);
        let impossible = {
            let high = dag.constant(0x0101_0000, 32);
            dag.eq(word, high)
        };
        assert_eq!(assert_unsat(&mut *backend, &dag, &[at_end, impossible]), [0, 1]);
        // The two lowest bytes of a word written over the end stay.
        let value = dag.constant(0x8877_6655, 32);
        let written = dag.write(base, i, value);
        let two = dag.constant(2, 64);
        let overlapping = dag.read(written, two, 4);
        let wrong = {
            let kept = dag.extract(overlapping, 16, 16);
            let low = dag.constant(0x6655, 16);
            dag.ne(kept, low)
        };
        assert_eq!(assert_unsat(&mut *backend, &dag, &[at_end, wrong]), [0, 1]);
    }
}

/// Loops make expressions as deep as they are long: nothing may recurse over them.
#[test]
fn deep_expressions_need_no_deep_stack() {
    for mut backend in backends() {
        let mut dag = Dag::new();
        let [x, y] = [0, 1].map(|i| dag.variable("x", i, 0, 8));
        let mut deep = x;
        for i in 0..30_000u32 {
            let k = dag.constant(i as u128 % 251, 8);
            deep = if i.is_multiple_of(2) { dag.xor(deep, y) } else { dag.add(deep, k) };
        }
        let five = dag.constant(5, 8);
        let constraints = [dag.eq(deep, five), dag.ult(y, five)];
        match backend.check(&dag, &constraints, Duration::from_secs(3)) {
            BackendAnswer::Sat(_) => {}
            BackendAnswer::Unknown(reason) => assert_eq!(reason, UnknownReason::TimeLimit),
            BackendAnswer::Unsat(core) => panic!("{}: {core:?}", backend.name()),
        }
    }
}

/// Two 64-bit factors of the product of two large primes, neither close to a power of two: out of reach within the
/// limit, whatever the backend.
#[test]
fn the_time_limit_is_honoured() {
    for mut backend in backends() {
        let mut dag = Dag::new();
        let [x, y] = [0, 1].map(|i| dag.variable("x", i, 0, 64));
        let [wide_x, wide_y] = [x, y].map(|v| dag.zext(v, 128));
        let product = dag.mul(wide_x, wide_y);
        let n = dag.constant(8_742_514_861_359_412_303 * 8_253_290_000_810_904_913, 128);
        let one = dag.constant(1, 64);
        let constraints = [dag.eq(product, n), dag.ugt(x, one), dag.ugt(y, one)];
        let answer = backend.check(&dag, &constraints, Duration::from_millis(300));
        assert_eq!(answer, BackendAnswer::Unknown(UnknownReason::TimeLimit), "{}", backend.name());
        // And the backend is fit for the next question.
        assert_sat(&mut *backend, &dag, &constraints[1..]);
    }
}
