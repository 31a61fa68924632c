//! Guessing a model by down-propagation of the wanted value, as in propagation-based local search (Niemetz, Preiner and
//! Biere 2017), one step of it: works the guard's wish back to the variables and tries what comes out, before a decision
//! procedure is started.
//!
//! To make `4 * x + 1 == y` true, `x` can become `(y - 1) / 4`, or `y` can become `4 * x + 1`: going down from the guard,
//! each operator with one side fixed at its value under the model says what the other side must be. Most branches of
//! programs are decided that way in a microsecond or two, where a SAT solver takes a hundred.
//!
//! [Floats](floats) are worked back like that too, up to rounding.
//!
//! A guess is only believed when guard and slice evaluate to true under it, so the rules here need not be complete, or
//! even right.

mod floats;

use super::Layer;
use crate::query::{Evaluators, ModelFit, Query, Verdict};
use expr::concrete::wide;
use expr::{ArrayNode, BinaryOp, Dag, Evaluator, ExprId, Model, Node, UnaryOp, VarId};

/// Different ways tried where there is a choice.
const ATTEMPTS: u32 = 12;
/// Operators passed on the way down, over all branches of a guess.
const MAX_STEPS: u32 = 200;

pub struct DownPropagation;

impl Layer for DownPropagation {
    fn answer(&mut self, dag: &mut Dag, evaluators: &mut Evaluators, query: &Query) -> Option<Verdict> {
        if query.fit != ModelFit::SatisfiesPath {
            return None;
        }
        let dag = &*dag;
        let mut tried: Vec<Vec<(VarId, u64)>> = Vec::new();
        for attempt in 0..ATTEMPTS {
            let Some(changes) = changes_for(dag, &mut evaluators.own, query.model, query.guard, attempt) else {
                continue;
            };
            if tried.contains(&changes) {
                continue;
            }
            let mut model = query.model.clone();
            changes.iter().for_each(|&(v, value)| model.set(v, value));
            let trial = &mut evaluators.trial;
            if trial.holds(dag, query.guard, &model)
                && query.constraints(dag).iter().all(|&e| trial.holds(dag, e, &model))
            {
                return Some(Verdict::Sat(changes.into()));
            }
            tried.push(changes);
        }
        None
    }
}

/// Changes of a model after which a condition may hold; `None` if no rule says how. Attempts differ where there is a choice.
pub fn changes_for(
    dag: &Dag,
    evaluator: &mut Evaluator,
    model: &Model,
    condition: ExprId,
    attempt: u32,
) -> Option<Vec<(VarId, u64)>> {
    let mut wish = Wish { dag, model, evaluator, attempt, steps: 0, changes: Vec::new() };
    wish.make(condition, 1)?;
    Some(wish.changes)
}

/// One guess in the making.
struct Wish<'a> {
    dag: &'a Dag,
    model: &'a Model,
    evaluator: &'a mut Evaluator,
    /// Which of the possible ways to go; its bits decide one choice after the other.
    attempt: u32,
    steps: u32,
    changes: Vec<(VarId, u64)>,
}

impl Wish<'_> {
    fn value(&mut self, e: ExprId) -> u128 {
        self.evaluator.value(self.dag, e, self.model)
    }

    /// Takes one of `count` ways, a different one in different attempts.
    fn choose(&mut self, count: u32) -> u32 {
        let choice = self.attempt % count;
        self.attempt /= count;
        choice
    }

    /// Changes variables so that the expression may get the value; `None` if no rule says how.
    fn make(&mut self, e: ExprId, value: u128) -> Option<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        let dag = self.dag;
        let width = dag.width(e);
        match dag.node(e) {
            Node::Const(constant) => (constant == value).then_some(()),
            Node::Var(v) => {
                self.changes.push((v, value as u64));
                Some(())
            }
            Node::Unary { op: UnaryOp::Not, a } => self.make(a, wide::not(value, width)),
            Node::Unary { op: UnaryOp::Neg, a } => self.make(a, wide::neg(value, width)),
            Node::Binary { op, a, b } => self.make_binary(op, a, b, value),
            Node::ZExt { a } => {
                (value <= wide::mask(dag.width(a))).then_some(())?;
                self.make(a, value)
            }
            Node::SExt { a } => {
                let narrow = wide::truncate(value, dag.width(a));
                (wide::sext(narrow, dag.width(a), width) == value).then_some(())?;
                self.make(a, narrow)
            }
            Node::Extract { a, lo } => {
                let field = wide::mask(width) << lo;
                let whole = self.value(a) & !field | value << lo;
                self.make(a, whole)
            }
            Node::Concat { hi, lo } => {
                self.make(lo, wide::truncate(value, dag.width(lo)))?;
                self.make(hi, value >> dag.width(lo))
            }
            Node::Ite { c, t, f } => {
                let arm = if self.value(c) == 1 { t } else { f };
                self.make(arm, value)
            }
            Node::Read { array, offset, bytes } => {
                let ArrayNode::Base(contents) = dag.array_node(array) else { return None };
                let start = usize::try_from(self.value(offset)).ok()?;
                let place = contents.get(start..start.checked_add(bytes as usize)?)?;
                for (i, &byte) in place.iter().enumerate() {
                    self.make(byte, wide::extract(value, 8 * i as u32, 8))?;
                }
                Some(())
            }
            Node::Float(float) => self.make_float(float, width, value),
        }
    }

    fn make_binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId, value: u128) -> Option<()> {
        let width = self.dag.width(a);
        let mask = wide::mask(width);
        // Truth values first: both sides may have to change.
        match (op, width, value) {
            (BinaryOp::And, 1, 1) | (BinaryOp::Or, 1, 0) => {
                self.make(a, value)?;
                return self.make(b, value);
            }
            (BinaryOp::And, 1, _) | (BinaryOp::Or, 1, _) => {
                let side = if self.choose(2) == 0 { a } else { b };
                return self.make(side, value);
            }
            _ => {}
        }
        let change_left = self.dag.as_const(a).is_none() && (self.dag.as_const(b).is_some() || self.choose(2) == 0);
        let (moving, fixed) = if change_left { (a, b) } else { (b, a) };
        let other = self.value(fixed);
        let now = self.value(moving);
        let wanted = match op {
            BinaryOp::Eq if value == 1 => other,
            BinaryOp::Eq => match self.choose(3) {
                0 => other ^ 1,
                1 => wide::add(other, 1, width),
                _ => wide::not(other, width),
            },
            BinaryOp::Ult => {
                // The side that moves has to come below (or stay at) the other, or above it.
                let below = change_left == (value == 1);
                let strict = value == 1;
                self.beside(other, below, strict, 0, mask, width)?
            }
            BinaryOp::Slt => {
                let below = change_left == (value == 1);
                let strict = value == 1;
                let lowest = 1u128 << (width - 1);
                self.beside(other, below, strict, lowest, lowest - 1, width)?
            }
            BinaryOp::And => {
                (value & !other == 0).then_some(())?;
                now & !other & mask | value
            }
            BinaryOp::Or => {
                (other & !value == 0).then_some(())?;
                now & other | value & !other
            }
            BinaryOp::Xor => value ^ other,
            BinaryOp::Add => wide::sub(value, other, width),
            BinaryOp::Sub if change_left => wide::add(value, other, width),
            BinaryOp::Sub => wide::sub(other, value, width),
            BinaryOp::Mul => quotient(value, other, width)?,
            BinaryOp::UDiv if change_left => {
                let product = wide::mul(value, other, width);
                (wide::udiv(product, other, width) == value).then_some(product)?
            }
            BinaryOp::URem if change_left => {
                // Keep the quotient if that does not overflow.
                let moved = wide::add(wide::sub(now, wide::urem(now, other, width), width), value, width);
                if wide::urem(moved, other, width) == value { moved } else { value }
            }
            BinaryOp::SDiv if change_left => {
                let product = wide::mul(value, other, width);
                (wide::sdiv(product, other, width) == value).then_some(product)?
            }
            BinaryOp::SRem if change_left => value,
            BinaryOp::Shl if change_left => {
                let shifted = wide::lshr(value, other, width);
                (wide::shl(shifted, other, width) == value).then_some(shifted)?
            }
            BinaryOp::LShr if change_left => {
                let shifted = wide::shl(value, other, width);
                (wide::lshr(shifted, other, width) == value).then_some(shifted)?
            }
            BinaryOp::AShr if change_left => {
                let shifted = wide::shl(value, other, width);
                (wide::ashr(shifted, other, width) == value).then_some(shifted)?
            }
            BinaryOp::UDiv
            | BinaryOp::URem
            | BinaryOp::SDiv
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr => return None,
        };
        self.make(moving, wanted)
    }

    /// A number below or above `other`: next to it, or at the end of the number line from `lowest` to `highest`.
    fn beside(
        &mut self,
        other: u128,
        below: bool,
        strict: bool,
        lowest: u128,
        highest: u128,
        width: u32,
    ) -> Option<u128> {
        let end = if below { lowest } else { highest };
        if strict && other == end {
            return None;
        }
        let step = strict as u128;
        Some(match self.choose(3) {
            0 if below => wide::sub(other, step, width),
            0 => wide::add(other, step, width),
            1 => end,
            // Zero is what many other conditions are happy with.
            _ => 0,
        })
    }
}

/// Some `x` with `x * factor == product` modulo the width: the exact quotient, or by the inverse of an odd factor.
fn quotient(product: u128, factor: u128, width: u32) -> Option<u128> {
    if factor == 0 {
        return (product == 0).then_some(0);
    }
    if product.is_multiple_of(factor) {
        return Some(product / factor);
    }
    if factor.is_multiple_of(2) {
        return None;
    }
    // Newton's iteration doubles the number of right bits; an odd number is its own inverse in the lowest three.
    let mut inverse = factor;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2u128.wrapping_sub(factor.wrapping_mul(inverse)));
    }
    Some(wide::truncate(product.wrapping_mul(inverse), width))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path_condition::PathCondition;
    use expr::{DefaultValue, FloatBin, FloatFormat, Gives, MathFunction};

    fn guessed(dag: &mut Dag, guard: ExprId) -> bool {
        let (path, model) = (PathCondition::new(), Model::new(DefaultValue::Zero));
        let query = Query::new(&path, guard, &model, ModelFit::SatisfiesPath);
        matches!(DownPropagation.answer(dag, &mut Evaluators::default(), &query), Some(Verdict::Sat(_)))
    }

    #[test]
    fn usual_branch_conditions_are_guessed() {
        let mut dag = Dag::new();
        let bytes: Vec<ExprId> = (0..4).map(|i| dag.variable("byte", 0, i, 8)).collect();
        let low = dag.concat(bytes[1], bytes[0]);
        let high = dag.concat(bytes[3], bytes[2]);
        let word = dag.concat(high, low);
        let y = dag.variable("y", 0, 0, 32);
        let [five, seven, big] = [5, 7, 0x1234_5678].map(|n| dag.constant(n, 32));
        let product = dag.mul(word, seven);
        let sum = dag.add(product, five);
        let character = dag.constant(b'x' as u128, 32);
        let letter = dag.sext(bytes[0], 32);
        let masked = dag.and(word, seven);
        let guards = [
            dag.eq(sum, big),
            dag.eq(sum, y),
            dag.eq(letter, character),
            dag.slt(big, sum),
            dag.ult(big, word),
            dag.ne(masked, y),
            dag.eq(masked, five),
        ];
        for guard in guards {
            assert!(guessed(&mut dag, guard), "{guard:?}");
        }
        let both = dag.all(&[guards[0], guards[5]]);
        assert!(guessed(&mut dag, both));
    }

    /// Each operation on floats alone, and some of them on top of each other.
    #[test]
    fn floats_are_worked_back_to_variables() {
        let mut dag = Dag::new();
        let format = FloatFormat::Double;
        let x = dag.variable("x", 0, 0, 64);
        let number = |dag: &mut Dag, value: f64| dag.constant(value.to_bits() as u128, 64);
        let [three, five] = [3.0, 5.25].map(|value| number(&mut dag, value));
        let mut terms: Vec<ExprId> = Vec::new();
        for op in [FloatBin::Add, FloatBin::Sub, FloatBin::Mul, FloatBin::Div] {
            terms.extend([dag.fbin(op, format, x, three), dag.fbin(op, format, three, x)]);
        }
        terms.push(dag.fsqrt(format, x));
        terms.push(dag.fma(format, three, three, x));
        for function in [MathFunction::Log, MathFunction::Exp, MathFunction::Sinh, MathFunction::Cbrt] {
            terms.push(dag.fcall(function, Gives::Value, format, [x, x]));
        }
        terms.push(dag.fcall(MathFunction::Pow, Gives::Value, format, [x, three]));
        terms.push(dag.fcall(MathFunction::Pow, Gives::Value, format, [three, x]));
        let chain = terms[..3].iter().fold(x, |inner, _| {
            let sum = dag.fbin(FloatBin::Add, format, inner, three);
            dag.fcall(MathFunction::Log1p, Gives::Value, format, [sum, sum])
        });
        for (position, &term) in terms.iter().enumerate() {
            let guards = [dag.flt(format, five, term), dag.fle(format, five, term)];
            for guard in guards {
                assert!(guessed(&mut dag, guard), "term {position}");
            }
            let no_number = dag.fis_nan(format, term);
            let number = dag.not(no_number);
            assert!(guessed(&mut dag, number), "term {position}");
        }
        let deep = dag.flt(format, five, chain);
        assert!(guessed(&mut dag, deep));
        let integer = dag.f_to_int(format, x, 32, true);
        let seven = dag.constant(7, 32);
        let is_seven = dag.eq(integer, seven);
        assert!(guessed(&mut dag, is_seven));
    }

    #[test]
    fn contradictions_are_never_guessed() {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 32);
        let square = dag.mul(x, x);
        let three = dag.constant(3, 32);
        let guard = dag.eq(square, three);
        assert!(!guessed(&mut dag, guard), "no square is 3 modulo 2^32");
    }

    #[test]
    fn quotients_multiply_back() {
        for width in [8, 32, 128] {
            for factor in [1u128, 3, 5, 0x55, 0xff] {
                for product in [0u128, 1, 7, 200, 254] {
                    let x = quotient(product, factor, width).expect("odd factors have an inverse");
                    assert_eq!(wide::mul(x, factor, width), product, "{product} / {factor} at {width}");
                }
            }
        }
        assert_eq!(quotient(7, 2, 8), None);
        assert_eq!(quotient(6, 4, 8), None);
    }
}
