//! The normal forms that symbolic execution of C relies on, one family a test.

use expr::{BinaryOp, Dag, ExprId, FloatFormat, FloatNode, Node};

struct Fixture {
    dag: Dag,
    x: ExprId,
    y: ExprId,
    byte: ExprId,
    other_byte: ExprId,
    condition: ExprId,
}

fn fixture() -> Fixture {
    let mut dag = Dag::new();
    let x = dag.variable("x", 0, 0, 32);
    let y = dag.variable("y", 0, 0, 32);
    let byte = dag.variable("byte", 0, 0, 8);
    let other_byte = dag.variable("byte", 0, 1, 8);
    let condition = dag.slt(x, y);
    Fixture { dag, x, y, byte, other_byte, condition }
}

impl Fixture {
    fn k(&mut self, value: u128) -> ExprId {
        self.dag.constant(value, 32)
    }

    fn bytes_of(&mut self, e: ExprId) -> Vec<ExprId> {
        (0..self.dag.width(e) / 8).map(|i| self.dag.extract(e, 8 * i, 8)).collect()
    }

    /// Stores a value byte by byte and loads it again, in both orders of putting it together.
    fn assert_survives_memory(&mut self, e: ExprId) {
        let bytes = self.bytes_of(e);
        assert_eq!(self.dag.concat_bytes(&bytes), e, "{:?}", self.dag.node(e));
        let up = bytes[1..].iter().fold(bytes[0], |low, &byte| self.dag.concat(byte, low));
        assert_eq!(up, e, "{:?}", self.dag.node(e));
        let (&top, rest) = bytes.split_last().expect("at least one byte");
        let down = rest.iter().rev().fold(top, |high, &byte| self.dag.concat(high, byte));
        assert_eq!(down, e, "{:?}", self.dag.node(e));
    }
}

#[test]
fn stored_values_are_loaded_as_they_were() {
    let mut f = fixture();
    let sum = f.dag.add(f.x, f.y);
    let zero_extended = f.dag.zext(f.byte, 32);
    let sign_extended = f.dag.sext(f.byte, 32);
    let flag = f.dag.zext(f.condition, 32);
    let mask = f.dag.sext(f.condition, 32);
    let (one, minus_one, seven) = (f.k(1), f.k(0xffff_ffff), f.k(0x0107));
    let choice = f.dag.ite(f.condition, one, minus_one);
    let other_choice = f.dag.ite(f.condition, seven, minus_one);
    let eight = f.k(8);
    let shifted = f.dag.shl(f.x, eight);
    let shifted_right = f.dag.lshr(f.x, eight);
    let arithmetic = f.dag.ashr(f.x, eight);
    let (wide, wide_byte) = (f.dag.sext(f.byte, 32), f.dag.sext(f.other_byte, 32));
    let char_sum = f.dag.add(wide, wide_byte);
    let selected = f.dag.ite(f.condition, f.x, f.y);
    let inverted = f.dag.not(f.x);
    let values = [
        f.x,
        sum,
        zero_extended,
        sign_extended,
        flag,
        mask,
        choice,
        other_choice,
        shifted,
        shifted_right,
        arithmetic,
        char_sum,
        selected,
        inverted,
    ];
    for value in values {
        f.assert_survives_memory(value);
    }
}

#[test]
fn truth_values_stored_as_integers_are_truth_values_again() {
    let mut f = fixture();
    let flag = f.dag.zext(f.condition, 32);
    let (zero, one) = (f.k(0), f.k(1));
    let is_zero = f.dag.eq(flag, zero);
    assert_eq!(is_zero, f.dag.not(f.condition));
    assert_eq!(f.dag.ne(flag, zero), f.condition);
    assert_eq!(f.dag.eq(flag, one), f.condition);
    let two = f.k(2);
    let is_two = f.dag.eq(flag, two);
    assert!(f.dag.is_false(is_two));
    let inverted = f.dag.xor(flag, one);
    assert_eq!(f.dag.ne(inverted, zero), is_zero);
    let as_int = f.dag.ite(f.condition, one, zero);
    assert_eq!(as_int, flag);
    let low = f.dag.extract(flag, 0, 1);
    assert_eq!(low, f.condition);
}

#[test]
fn opposite_branches_are_negations_of_each_other() {
    let mut f = fixture();
    let five = f.k(5);
    let pairs = [
        (f.dag.ult(f.x, f.y), f.dag.uge(f.x, f.y)),
        (f.dag.slt(f.x, f.y), f.dag.sge(f.x, f.y)),
        (f.dag.ule(f.x, five), f.dag.ugt(f.x, five)),
        (f.dag.sle(f.x, five), f.dag.sgt(f.x, five)),
        (f.dag.eq(f.x, five), f.dag.ne(f.x, five)),
    ];
    for (yes, no) in pairs {
        assert_eq!(f.dag.not(yes), no);
        let both = f.dag.and(yes, no);
        assert!(f.dag.is_false(both));
        let either = f.dag.or(yes, no);
        assert!(f.dag.is_true(either));
    }
}

#[test]
fn bytes_put_together_by_a_program_are_a_concatenation() {
    let mut f = fixture();
    let (low, high) = (f.dag.zext(f.byte, 32), f.dag.zext(f.other_byte, 32));
    let eight = f.k(8);
    let shifted = f.dag.shl(high, eight);
    let both = f.dag.concat(f.other_byte, f.byte);
    let expected = f.dag.zext(both, 32);
    assert_eq!(f.dag.or(shifted, low), expected);
    assert_eq!(f.dag.add(low, shifted), expected);
    let again = f.dag.lshr(expected, eight);
    assert_eq!(again, high);
    let mask = f.k(0xff);
    assert_eq!(f.dag.and(expected, mask), low);
}

#[test]
fn characters_are_computed_in_their_own_width() {
    let mut f = fixture();
    let wide = f.dag.sext(f.byte, 32);
    let one = f.k(1);
    let sum = f.dag.add(wide, one);
    let narrow_one = f.dag.constant(1, 8);
    let narrow = f.dag.add(f.byte, narrow_one);
    assert_eq!(f.dag.extract(sum, 0, 8), narrow);
    let letter = f.k(b'a' as u128);
    let narrow_letter = f.dag.constant(b'a' as u128, 8);
    let compared = f.dag.eq(wide, letter);
    assert_eq!(compared, f.dag.eq(f.byte, narrow_letter));
    assert_eq!(f.dag.slt(wide, letter), f.dag.slt(f.byte, narrow_letter));
    let out_of_range = f.k(200);
    let never = f.dag.eq(wide, out_of_range);
    assert!(f.dag.is_false(never));
    let always = f.dag.slt(wide, out_of_range);
    assert!(f.dag.is_true(always));
}

#[test]
fn address_arithmetic_is_a_sum_with_one_constant() {
    let mut f = fixture();
    let base = f.dag.constant(0x1000, 64);
    let four = f.dag.constant(4, 64);
    let one = f.dag.constant(1, 64);
    let index = f.dag.sext(f.x, 64);
    let next = f.dag.add(index, one);
    // &base[i + 1] - &base[i]
    let (scaled, scaled_next) = (f.dag.mul(index, four), f.dag.mul(next, four));
    let (here, there) = (f.dag.add(base, scaled), f.dag.add(base, scaled_next));
    assert_eq!(f.dag.sub(there, here), four);
    assert_eq!(f.dag.sub(here, base), scaled);
    let Node::Binary { op: BinaryOp::Add, b, .. } = f.dag.node(there) else { panic!("a sum") };
    assert_eq!(f.dag.as_const(b), Some(0x1004));
}

#[test]
fn equalities_move_towards_the_variables() {
    let mut f = fixture();
    let (three, five, eleven) = (f.k(3), f.k(5), f.k(11));
    let product = f.dag.mul(f.x, three);
    let sum = f.dag.add(product, five);
    let two = f.k(2);
    let expected = f.dag.eq(f.x, two);
    assert_eq!(f.dag.eq(sum, eleven), expected);
    let one = f.dag.constant(1, 8);
    let above = f.dag.add(f.other_byte, one);
    let joined = f.dag.concat(above, f.byte);
    let value = f.dag.constant(0x4341, 16);
    let whole = f.dag.eq(joined, value);
    let (a, b) = (f.dag.constant(0x41, 8), f.dag.constant(0x42, 8));
    let (low, high) = (f.dag.eq(f.byte, a), f.dag.eq(f.other_byte, b));
    assert_eq!(whole, f.dag.and(low, high));
}

#[test]
fn words_are_compared_as_a_whole() {
    let mut f = fixture();
    let word = f.dag.concat(f.other_byte, f.byte);
    let value = f.dag.constant(0x4241, 16);
    let whole = f.dag.eq(word, value);
    assert!(matches!(f.dag.node(whole), Node::Binary { op: BinaryOp::Eq, a, b } if [a, b].contains(&word)));
    let (one, other) = (f.dag.concat(f.x, f.byte), f.dag.concat(f.y, f.other_byte));
    let equal = f.dag.eq(one, other);
    assert!(
        matches!(f.dag.node(equal), Node::Binary { op: BinaryOp::Eq, .. }),
        "two words are compared like two numbers"
    );
    let swapped = f.dag.concat(f.byte, f.other_byte);
    let symmetric = f.dag.eq(word, swapped);
    assert_eq!(symmetric, f.dag.eq(f.byte, f.other_byte), "parts in common make it simpler");
}

#[test]
fn arrays_answer_what_they_can() {
    let mut f = fixture();
    let zero = f.dag.constant(0, 8);
    let array = f.dag.array(&[zero; 64]);
    let four = f.dag.constant(4, 64);
    let index = f.dag.zext(f.byte, 64);
    assert_eq!(f.dag.read(array, index, 4), f.k(0));
    let written = f.dag.write(array, index, f.x);
    assert_eq!(f.dag.read(written, index, 4), f.x);
    let next = f.dag.add(index, four);
    assert_eq!(f.dag.read(written, next, 4), f.k(0));
    let second = f.dag.extract(f.x, 8, 8);
    let one = f.dag.constant(1, 64);
    let after = f.dag.add(index, one);
    assert_eq!(f.dag.read(written, after, 1), second);
    let constant = f.dag.write(array, four, f.x);
    assert_eq!(f.dag.read(constant, four, 4), f.x);
    assert_eq!(f.dag.write(written, index, f.y), f.dag.write(array, index, f.y));
}

#[test]
fn floats_compared_with_double_literals_are_compared_as_floats() {
    let mut f = fixture();
    let widened = f.dag.fconvert(FloatFormat::Single, FloatFormat::Double, f.x);
    let half = f.dag.constant(0.5f64.to_bits() as u128, 64);
    let narrow_half = f.dag.constant(0.5f32.to_bits() as u128, 32);
    assert_eq!(f.dag.flt(FloatFormat::Double, widened, half), f.dag.flt(FloatFormat::Single, f.x, narrow_half));
    let tenth = f.dag.constant(0.1f64.to_bits() as u128, 64);
    let not_exact = f.dag.flt(FloatFormat::Double, widened, tenth);
    assert!(matches!(f.dag.node(not_exact), Node::Float(FloatNode::Compare { format: FloatFormat::Double, .. })));
    let same = f.dag.feq(FloatFormat::Single, f.x, f.x);
    let nan = f.dag.fis_nan(FloatFormat::Single, f.x);
    assert_eq!(same, f.dag.not(nan));
}
