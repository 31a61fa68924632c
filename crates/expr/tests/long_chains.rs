//! Loops build long chains of operations and share operands over and over. Neither may cost stack or exponential time.
//!
//! Each test runs on a small stack: recursion along a chain would overflow it.

use expr::{Dag, DefaultValue, Evaluator, ExprId, Model, Substitution, smtlib};

const LENGTH: u32 = 50_000;
/// Levels of sharing: 2^64 paths lead through the graph.
const LEVELS: u32 = 64;

fn on_a_small_stack(test: fn()) {
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(test);
    thread.expect("a thread").join().expect("the test to pass");
}

/// Everything that walks over an expression.
fn walk(dag: &mut Dag, e: ExprId) {
    let width = dag.width(e);
    let mut evaluator = Evaluator::new();
    let value = evaluator.value(dag, e, &Model::new(DefaultValue::Random(1)));
    assert!(dag.range(e).contains(value));
    let mut substitution = Substitution::new();
    let x = dag.variable("x", 0, 0, 32);
    let seven = dag.constant(7, 32);
    substitution.replace(x, seven);
    substitution.apply(dag, e);
    let mut conditions = Vec::new();
    for constant in [0, 1, 0x55] {
        let constant = dag.constant(constant, width);
        conditions.push(dag.eq(e, constant));
        conditions.push(dag.ult(e, constant));
        conditions.push(dag.slt(e, constant));
    }
    if width > 8 {
        let low = dag.extract(e, 0, 8);
        let high = dag.extract(e, width - 8, 8);
        conditions.push(dag.eq(low, high));
    }
    let any = dag.any(&conditions);
    assert!(smtlib::script(dag, &[any]).ends_with("(check-sat)\n"));
}

type Link = fn(&mut Dag, ExprId, ExprId, ExprId) -> ExprId;

/// Operations on what came before, a constant and a variable.
const LINKS: [Link; 12] = [
    |dag, e, k, _| dag.xor(e, k),
    |dag, e, k, _| dag.mul(e, k),
    |dag, e, _, x| dag.add(e, x),
    |dag, e, _, x| dag.sub(x, e),
    |dag, e, k, _| dag.or(e, k),
    |dag, e, k, _| {
        let mask = dag.not(k);
        dag.and(e, mask)
    },
    |dag, e, _, _| dag.not(e),
    |dag, e, k, x| {
        let c = dag.ult(x, k);
        dag.ite(c, k, e)
    },
    |dag, e, _, _| {
        let low = dag.extract(e, 0, 16);
        dag.zext(low, 32)
    },
    |dag, e, k, _| {
        let one = dag.constant(1, 32);
        let shifted = dag.shl(e, one);
        dag.or(shifted, k)
    },
    |dag, e, k, _| dag.urem(e, k),
    |dag, e, _, x| {
        let c = dag.eq(e, x);
        dag.zext(c, 32)
    },
];

#[test]
fn long_chains_need_no_deep_stack() {
    on_a_small_stack(|| {
        for (first, second) in (0..LINKS.len()).map(|i| (i, (i * 5 + 1) % LINKS.len())) {
            let mut dag = Dag::new();
            let mut e = dag.variable("x", 0, 0, 32);
            for i in 0..LENGTH {
                let k = dag.constant(0x100 << (i % 16) | 1, 32);
                let x = dag.variable("x", 0, 4 * (i % 8), 32);
                let link = if i % 2 == 0 { first } else { second };
                e = LINKS[link](&mut dag, e, k, x);
            }
            walk(&mut dag, e);
        }
    });
}

#[test]
fn chains_of_writes_need_no_deep_stack() {
    on_a_small_stack(|| {
        let mut dag = Dag::new();
        let bytes: Vec<ExprId> = (0..16).map(|i| dag.variable("byte", 0, i, 8)).collect();
        let mut array = dag.array(&bytes);
        let mut last = bytes[0];
        for i in 0..2_000 {
            let input = dag.variable("x", 0, 4 * (i % 8), 32);
            let index = dag.extract(input, 0, 4);
            let offset = dag.zext(index, 64);
            array = dag.write(array, offset, last);
            let other = dag.variable("x", 0, 4 * (i % 7), 32);
            let index = dag.extract(other, 4, 4);
            let offset = dag.zext(index, 64);
            last = dag.read(array, offset, 1);
        }
        walk(&mut dag, last);
    });
}

#[test]
fn shared_operands_cost_no_exponential_time() {
    on_a_small_stack(|| {
        for link in LINKS {
            let mut dag = Dag::new();
            let mut e = dag.variable("x", 0, 0, 32);
            for i in 0..LEVELS {
                let k = dag.constant(3 + 2 * i as u128, 32);
                let other = link(&mut dag, e, k, e);
                let third = dag.mul(e, k);
                e = match i % 4 {
                    0 => dag.or(other, third),
                    1 => dag.add(other, third),
                    2 => dag.and(other, third),
                    _ => {
                        let c = dag.slt(other, third);
                        dag.ite(c, other, third)
                    }
                };
            }
            walk(&mut dag, e);
        }
    });
}

#[test]
fn unions_compared_with_zero_cost_no_exponential_time() {
    on_a_small_stack(|| {
        let mut dag = Dag::new();
        let mut e = dag.variable("x", 0, 0, 32);
        let three = dag.constant(3, 32);
        for _ in 0..LEVELS {
            let other = dag.mul(e, three);
            e = dag.or(e, other);
        }
        walk(&mut dag, e);
    });
}
