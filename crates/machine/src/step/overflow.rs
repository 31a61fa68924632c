//! When an addition, subtraction or multiplication leaves its width: one exact condition for the overflow intrinsics
//! and for the overflow checks.

use expr::{Dag, ExprId};
use program::ir::BinOp;

use crate::value::{mask, signed};

/// The same of numbers of at most 64 bits.
#[inline(always)]
pub(super) fn wrapped_bits(op: BinOp, is_signed: bool, width: u16, a: u64, b: u64) -> (u64, bool) {
    let number = |bits: u64| if is_signed { signed(bits, width) as i128 } else { bits as i128 };
    let (x, y) = (number(a), number(b));
    let exact = match op {
        BinOp::Sub => x - y,
        // Both are below 2^64, so only the product of two unsigned numbers can leave 127 bits, and it wraps to less than 0.
        BinOp::Mul => x.wrapping_mul(y),
        _ => x + y,
    };
    let value = exact as u64 & mask(width);
    (value, number(value) != exact)
}

/// The wrapped result and the bit that says it is not the true one. `op` is `Add`, `Sub` or `Mul`.
pub(super) fn wrapped(dag: &mut Dag, op: BinOp, signed: bool, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
    let width = dag.width(a);
    match op {
        BinOp::Sub => {
            let result = dag.sub(a, b);
            let overflow = if signed {
                let differ = dag.xor(a, b);
                let moved = dag.xor(a, result);
                let both = dag.and(differ, moved);
                dag.extract(both, width - 1, 1)
            } else {
                dag.ult(a, b)
            };
            (result, overflow)
        }
        BinOp::Mul => multiplied(dag, signed, a, b),
        _ => {
            let result = dag.add(a, b);
            let overflow = if signed {
                let from_a = dag.xor(a, result);
                let from_b = dag.xor(b, result);
                let both = dag.and(from_a, from_b);
                dag.extract(both, width - 1, 1)
            } else {
                dag.ult(result, a)
            };
            (result, overflow)
        }
    }
}

fn multiplied(dag: &mut Dag, signed: bool, a: ExprId, b: ExprId) -> (ExprId, ExprId) {
    let width = dag.width(a);
    let result = dag.mul(a, b);
    if width <= 64 {
        let (a, b, narrow) = if signed {
            (dag.sext(a, 2 * width), dag.sext(b, 2 * width), dag.sext(result, 2 * width))
        } else {
            (dag.zext(a, 2 * width), dag.zext(b, 2 * width), dag.zext(result, 2 * width))
        };
        let product = dag.mul(a, b);
        return (result, dag.ne(product, narrow));
    }
    // Too wide to double: divide back.
    let zero = dag.constant(0, width);
    let nonzero = dag.ne(b, zero);
    let back = if signed { dag.sdiv(result, b) } else { dag.udiv(result, b) };
    let mut wrong = dag.ne(back, a);
    if signed {
        // minimum * -1 divides back to itself
        let minimum = dag.constant(1 << (width - 1), width);
        let minus_one = dag.constant(u128::MAX, width);
        let (is_min, is_minus) = (dag.eq(a, minimum), dag.eq(b, minus_one));
        let special = dag.and(is_min, is_minus);
        wrong = dag.or(wrong, special);
    }
    (result, dag.and(nonzero, wrong))
}
