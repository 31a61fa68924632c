//! Divisions of sums that the ranges of their terms decide: of `1000 * a + 100 * b + 10 * c + d` with digits, `/ 100` is
//! `10 * a + b` and `% 100` is `10 * c + d`.
//!
//! Programs that read a date or an amount as one number take it apart like that, and a circuit for a division is the hardest there is.
//! A term is seen as a sum modulo 2^n of multiples of other terms. Where the ranges of these keep the sum, as a number, below
//! 2^n, it is that number; and where those parts that the divisor does not divide stay below it together, they are the remainder.
//!
//! Ranges are those that comparisons with constants give to variables, which become reasons, and those that hold always. No
//! comparison of a variable divides anything, so nothing is concluded about a condition from itself. Comparisons
//! that the same ranges decide are put in first: in the value of `atoi` there is one for each character, whether it is a digit.

use super::implied_ranges::Ranges;
use super::{Part, Problem, Reduction};
use crate::explanation::Explanation;
use crate::query::Query;
use expr::{BinaryOp, Dag, ExprId, Node, Range, RangesGiven, Substitution};
use rustc_hash::{FxHashMap, FxHashSet};

/// Terms of a sum, and divisions replaced one after the other in one part: they may lie within each other.
const MOST_TERMS: usize = 32;
const MOST_DIVISIONS: usize = 16;
/// Nodes of a part that are looked at, and of a sum.
const MOST_NODES: usize = 1024;
/// Nodes of a comparison.
const MOST_COMPARED: usize = 32;
/// Sums are of at most so many bits, so that numbers here do not overflow.
const WIDEST: u32 = 64;
const LARGEST: i128 = 1 << 80;

#[derive(Default)]
pub struct Divisions {
    /// Conditions in which nothing is divided.
    plain: FxHashSet<ExprId>,
}

impl Reduction for Divisions {
    fn reduce(&mut self, dag: &mut Dag, _query: &Query, problem: &mut Problem) {
        if problem.parts.iter().all(|part| self.is_plain(dag, part.condition)) {
            return;
        }
        let mut ranges = Ranges::default();
        for part in &problem.parts {
            ranges.assume(dag, part.condition, &part.because);
        }
        for part in &mut problem.parts {
            if !self.plain.contains(&part.condition) {
                simplify(dag, &ranges, part);
            }
        }
        problem.parts.retain(|part| !dag.is_true(part.condition));
    }
}

impl Divisions {
    fn is_plain(&mut self, dag: &Dag, condition: ExprId) -> bool {
        let is_plain = self.plain.contains(&condition) || divisions(dag, condition).is_empty();
        if is_plain {
            self.plain.insert(condition);
        }
        is_plain
    }
}

/// A division or remainder by a constant.
#[derive(Clone, Copy)]
struct Division {
    node: ExprId,
    sum: ExprId,
    divisor: i128,
    is_signed: bool,
    wants_remainder: bool,
}

/// What a condition is made of, as far as that is looked at.
fn nodes(dag: &Dag, condition: ExprId) -> Vec<ExprId> {
    let (mut found, mut waiting, mut seen) = (Vec::new(), vec![condition], FxHashSet::default());
    while let Some(next) = waiting.pop().filter(|_| found.len() < MOST_NODES) {
        if seen.insert(next) {
            found.push(next);
            waiting.extend(dag.node(next).operands());
        }
    }
    found
}

/// Those within a condition.
fn divisions(dag: &Dag, condition: ExprId) -> Vec<Division> {
    nodes(dag, condition).into_iter().filter_map(|e| division(dag, e, dag.node(e))).collect()
}

fn division(dag: &Dag, e: ExprId, node: Node) -> Option<Division> {
    let Node::Binary { op, a, b } = node else { return None };
    let (is_signed, wants_remainder) = match op {
        BinaryOp::UDiv => (false, false),
        BinaryOp::URem => (false, true),
        BinaryOp::SDiv => (true, false),
        BinaryOp::SRem => (true, true),
        _ => return None,
    };
    let width = dag.width(e);
    let divisor = i128::try_from(dag.as_const(b)?).ok()?;
    let is_positive = divisor > 0 && (!is_signed || divisor < 1 << (width - 1));
    (width <= WIDEST && is_positive).then_some(Division { node: e, sum: a, divisor, is_signed, wants_remainder })
}

/// Replaces what can be replaced, the innermost first as it comes.
fn simplify(dag: &mut Dag, ranges: &Ranges, part: &mut Part) {
    put_in_decided(dag, ranges, part);
    let mut in_vain: FxHashSet<ExprId> = FxHashSet::default();
    for _ in 0..MOST_DIVISIONS {
        let mut replaced = None;
        for division in divisions(dag, part.condition) {
            if in_vain.contains(&division.node) {
                continue;
            }
            let mut reasons = Reasons { because: part.because.clone(), nodes: MOST_NODES };
            match result(dag, ranges, division, &mut reasons) {
                Some(result) => {
                    replaced = Some((division.node, result, reasons.because));
                    break;
                }
                None => _ = in_vain.insert(division.node),
            }
        }
        let Some((node, result, because)) = replaced else { return };
        let mut substitution = Substitution::new();
        substitution.replace(node, result);
        *part = Part { condition: substitution.apply(dag, part.condition), because };
    }
}

/// A sum of multiples of terms and a constant: congruent to an expression modulo 2^width, or the very number.
#[derive(Clone, Default)]
struct Sum {
    /// No term comes twice.
    multiples: FxHashMap<ExprId, i128>,
    constant: i128,
}

/// A multiple of a term that counts from its least value.
struct Multiple {
    factor: i128,
    term: ExprId,
    least: i128,
    /// The largest of what it counts.
    most: i128,
}

/// What a conclusion rests on, and how many nodes may still be looked at for it.
struct Reasons {
    because: Explanation,
    nodes: usize,
}

/// The least and the largest value of a sum.
fn ends(multiples: &[Multiple], constant: i128) -> (i128, i128) {
    let products = || multiples.iter().map(|multiple| multiple.factor * multiple.most);
    let least: i128 = products().map(|product| product.min(0)).sum();
    let largest: i128 = products().map(|product| product.max(0)).sum();
    (constant + least, constant + largest)
}

/// What a division comes to, with the reasons for it, if ranges tell.
fn result(dag: &mut Dag, ranges: &Ranges, division: Division, reasons: &mut Reasons) -> Option<ExprId> {
    let width = dag.width(division.node);
    let sum = exact(dag, ranges, division.sum, reasons)?;
    let (multiples, mut rest) = from_least(dag, ranges, &sum, reasons)?;
    if division.is_signed && ends(&multiples, rest).1 >= 1 << (width - 1) {
        return None;
    }
    let quotient = rest.div_euclid(division.divisor);
    rest = rest.rem_euclid(division.divisor);
    let (divided, others): (Vec<Multiple>, Vec<Multiple>) =
        multiples.into_iter().partition(|multiple| multiple.factor % division.divisor == 0);
    let (least, most) = ends(&others, rest);
    if least < 0 || most >= division.divisor || (divided.is_empty() && others.is_empty()) {
        return None;
    }
    Some(match division.wants_remainder {
        true => written(dag, &others, 1, rest, width),
        false => written(dag, &divided, division.divisor, quotient, width),
    })
}

/// The sum as an expression; factors are divided by `by`.
fn written(dag: &mut Dag, multiples: &[Multiple], by: i128, constant: i128, width: u32) -> ExprId {
    let modulo = |value: i128| value.rem_euclid(1 << width) as u128;
    let mut sum = dag.constant(modulo(constant), width);
    for Multiple { factor, term, least, .. } in multiples {
        let term = match dag.width(*term) < width {
            true => dag.zext(*term, width),
            // What is cut off does not matter modulo 2^width.
            false => dag.extract(*term, 0, width),
        };
        let least = dag.constant(modulo(*least), width);
        let counted = dag.sub(term, least);
        let factor = dag.constant(modulo(factor / by), width);
        let product = dag.mul(counted, factor);
        sum = dag.add(sum, product);
    }
    sum
}

/// Terms counted from their least values, and the constant that is left then. In order, so that expressions do not depend on
/// hashing.
fn from_least(dag: &Dag, ranges: &Ranges, sum: &Sum, reasons: &mut Reasons) -> Option<(Vec<Multiple>, i128)> {
    let mut constant = sum.constant;
    let mut multiples = Vec::with_capacity(sum.multiples.len());
    for (&term, &factor) in &sum.multiples {
        let (least, largest) = range(dag, ranges, term, reasons)?;
        if factor.checked_mul(largest)?.abs() > LARGEST {
            return None;
        }
        constant += factor * least;
        multiples.push(Multiple { factor, term, least, most: largest - least });
    }
    multiples.sort_unstable_by_key(|multiple| (multiple.factor, multiple.term));
    (constant.abs() < LARGEST).then_some((multiples, constant))
}

/// What the path says of a variable. Of other terms it may be the condition at hand that says it.
fn of_variable<'r>(dag: &Dag, ranges: &'r Ranges, term: ExprId) -> Option<(u128, u128, &'r Explanation)> {
    matches!(dag.node(term), Node::Var(_)).then(|| ranges.interval(dag, term)).flatten()
}

/// Puts in the comparisons within a condition that the ranges of variables decide.
fn put_in_decided(dag: &mut Dag, ranges: &Ranges, part: &mut Part) {
    let assumed = |dag: &Dag, e| of_variable(dag, ranges, e).map(|(lo, hi, _)| Range { lo, hi });
    let mut substitution = Substitution::new();
    let mut because = part.because.clone();
    let comparisons: Vec<ExprId> = nodes(dag, part.condition)
        .into_iter()
        .filter(|&e| e != part.condition && matches!(dag.node(e), Node::Binary { op, .. } if op.is_comparison()))
        .collect();
    for comparison in comparisons {
        let known = {
            let dag = &*dag;
            RangesGiven::new(|e| assumed(dag, e), MOST_COMPARED).range(dag, comparison)
        };
        if known.lo == known.hi {
            let reasons = dag.vars(comparison).iter().filter_map(|&v| of_variable(dag, ranges, dag.var_expr(v)));
            because = reasons.fold(because, |because, (_, _, reason)| because.and(reason));
            let value = dag.constant(known.lo, 1);
            substitution.replace(comparison, value);
        }
    }
    if !substitution.is_empty() {
        *part = Part { condition: substitution.apply(dag, part.condition), because };
    }
}

/// The least and the largest value of a term.
fn range(dag: &Dag, ranges: &Ranges, term: ExprId, reasons: &mut Reasons) -> Option<(i128, i128)> {
    let always = dag.range(term);
    let mut known = (i128::try_from(always.lo).ok()?, i128::try_from(always.hi).ok()?);
    if let Some((lo, hi, reason)) = of_variable(dag, ranges, term) {
        let assumed = (i128::try_from(lo).ok()?, i128::try_from(hi).ok()?);
        if assumed.0 > known.0 || assumed.1 < known.1 {
            reasons.because = reasons.because.and(reason);
            known = (known.0.max(assumed.0), known.1.min(assumed.1));
        }
    }
    // Contradictory: others will say so.
    (known.0 <= known.1).then_some(known)
}

/// The sum that is the value of an expression, as a number.
fn exact(dag: &Dag, ranges: &Ranges, e: ExprId, reasons: &mut Reasons) -> Option<Sum> {
    let width = dag.width(e);
    let sum = congruent(dag, ranges, e, reasons)?;
    let (multiples, constant) = from_least(dag, ranges, &sum, reasons)?;
    let (least, most) = ends(&multiples, constant);
    (least >= 0 && most < 1 << width).then_some(sum)
}

/// A sum that is congruent to an expression modulo 2^width, with factors as small as they can be.
fn congruent(dag: &Dag, ranges: &Ranges, e: ExprId, reasons: &mut Reasons) -> Option<Sum> {
    let width = dag.width(e);
    reasons.nodes = reasons.nodes.checked_sub(1)?;
    if width > WIDEST {
        return None;
    }
    let alone = || Sum { multiples: FxHashMap::from_iter([(e, 1)]), constant: 0 };
    let mut sum = match dag.node(e) {
        Node::Const(value) => Sum { constant: i128::try_from(value).ok()?, ..Sum::default() },
        Node::Binary { op: BinaryOp::Add, a, b } => {
            let mut sum = congruent(dag, ranges, a, reasons)?;
            sum.add(congruent(dag, ranges, b, reasons)?, 1);
            sum
        }
        Node::Binary { op: BinaryOp::Sub, a, b } => {
            let mut sum = congruent(dag, ranges, a, reasons)?;
            sum.add(congruent(dag, ranges, b, reasons)?, -1);
            sum
        }
        Node::Binary { op: BinaryOp::Mul, a, b } => match (dag.as_const(a), dag.as_const(b)) {
            (Some(factor), None) => scaled(congruent(dag, ranges, b, reasons)?, factor)?,
            (None, Some(factor)) => scaled(congruent(dag, ranges, a, reasons)?, factor)?,
            _ => alone(),
        },
        Node::Binary { op: BinaryOp::Shl, a, b } => match dag.as_const(b) {
            Some(by) if by < u128::from(width) => scaled(congruent(dag, ranges, a, reasons)?, 1 << by)?,
            _ => alone(),
        },
        Node::ZExt { a } => {
            let before = reasons.because.clone();
            exact(dag, ranges, a, reasons).unwrap_or_else(|| {
                reasons.because = before;
                Sum { multiples: FxHashMap::from_iter([(a, 1)]), constant: 0 }
            })
        }
        Node::SExt { a } => {
            let before = reasons.because.clone();
            let sum = exact(dag, ranges, a, reasons);
            let is_positive = |sum: &Sum, reasons: &mut Reasons| {
                let counted = from_least(dag, ranges, sum, reasons);
                counted.is_some_and(|(multiples, constant)| ends(&multiples, constant).1 < 1 << (dag.width(a) - 1))
            };
            sum.filter(|sum| is_positive(sum, reasons)).unwrap_or_else(|| {
                reasons.because = before;
                alone()
            })
        }
        Node::Extract { a, lo: 0 } if dag.width(a) <= WIDEST => congruent(dag, ranges, a, reasons)?,
        _ => alone(),
    };
    if sum.multiples.len() > MOST_TERMS {
        return None;
    }
    sum.reduce_modulo(width);
    Some(sum)
}

fn scaled(mut sum: Sum, factor: u128) -> Option<Sum> {
    let factor = i128::try_from(factor).ok()?;
    for multiple in sum.multiples.values_mut() {
        *multiple = multiple.checked_mul(factor)?;
    }
    sum.constant = sum.constant.checked_mul(factor)?;
    Some(sum)
}

impl Sum {
    fn add(&mut self, other: Sum, sign: i128) {
        for (term, factor) in other.multiples {
            *self.multiples.entry(term).or_default() += sign * factor;
        }
        self.constant += sign * other.constant;
    }

    /// Factors between -2^(n-1) and 2^(n-1).
    fn reduce_modulo(&mut self, width: u32) {
        let around_zero = |value: i128| {
            let value = value.rem_euclid(1 << width);
            if value >= 1 << (width - 1) { value - (1 << width) } else { value }
        };
        self.multiples.values_mut().for_each(|factor| *factor = around_zero(*factor));
        self.multiples.retain(|_, factor| *factor != 0);
        self.constant = around_zero(self.constant);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::{DefaultValue, Evaluator, Model};

    fn reduced(dag: &mut Dag, path: &[ExprId], guard: ExprId) -> Problem {
        super::super::reduced(&mut Divisions::default(), dag, path, guard)
    }

    fn is_digit(dag: &mut Dag, byte: ExprId) -> ExprId {
        let (zero, ten) = (dag.constant(b'0'.into(), 8), dag.constant(10, 8));
        let digit = dag.sub(byte, zero);
        dag.ult(digit, ten)
    }

    /// The number that bytes spell, as `n = 10 * n + (c - '0')`.
    fn number(dag: &mut Dag, bytes: &[ExprId], width: u32) -> ExprId {
        let (ten, zero) = (dag.constant(10, width), dag.constant(b'0'.into(), width));
        let mut number = dag.constant(0, width);
        for &byte in bytes {
            let wide = dag.sext(byte, width);
            let digit = dag.sub(wide, zero);
            let before = dag.mul(number, ten);
            number = dag.add(before, digit);
        }
        number
    }

    #[test]
    fn a_date_is_taken_apart_without_a_division() {
        for width in [32, 64] {
            let mut dag = Dag::new();
            let bytes: Vec<ExprId> = (0..4).map(|i| dag.variable("text", 0, i, 8)).collect();
            let path: Vec<ExprId> = bytes.iter().map(|&byte| is_digit(&mut dag, byte)).collect();
            let number = number(&mut dag, &bytes, width);
            let [hundred, ten, seven] = [100, 10, 7].map(|k| dag.constant(k, width));
            let month = dag.sdiv(number, hundred);
            let unit = dag.srem(month, ten);
            let guard = dag.eq(unit, seven);
            let problem = reduced(&mut dag, &path, guard);
            let condition = problem.parts[0].condition;
            assert!(divisions(&dag, condition).is_empty());
            assert_eq!(dag.vars(condition), dag.vars(bytes[1]), "the second digit alone");
            assert_eq!(problem.parts[0].because.clone().into_core().len(), 5, "because all are digits");
        }
    }

    #[test]
    fn what_is_a_digit_for_sure_is_no_question_inside() {
        let mut dag = Dag::new();
        let bytes: Vec<ExprId> = (0..2).map(|i| dag.variable("text", 0, i, 8)).collect();
        let path: Vec<ExprId> = bytes.iter().map(|&byte| is_digit(&mut dag, byte)).collect();
        let [ten, minus_zero] = [10, (1 << 32) - u128::from(b'0')].map(|k| dag.constant(k, 32));
        // As `atoi` reads them: what is no digit ends the number.
        let mut value = dag.constant(0, 32);
        for &byte in &bytes {
            let wide = dag.zext(byte, 32);
            let digit = dag.add(wide, minus_zero);
            let is_digit = dag.ult(digit, ten);
            let before = dag.mul(value, ten);
            let longer = dag.add(before, digit);
            value = dag.ite(is_digit, longer, value);
        }
        let tens = dag.udiv(value, ten);
        let seven = dag.constant(7, 32);
        let guard = dag.eq(tens, seven);
        let problem = reduced(&mut dag, &path, guard);
        assert_eq!(dag.vars(problem.parts[0].condition), dag.vars(bytes[0]));
        assert_eq!(problem.parts[0].because.clone().into_core().len(), 3);
    }

    #[test]
    fn a_condition_says_nothing_about_itself() {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 32);
        let [ten, five] = [10, 5].map(|k| dag.constant(k, 32));
        let tenth = dag.udiv(x, ten);
        let path = [dag.ult(tenth, five)];
        let again = dag.urem(tenth, ten);
        let guard = dag.ult(again, five);
        let problem = reduced(&mut dag, &path, guard);
        assert!(problem.parts.iter().any(|part| part.condition == path[0]));
    }

    #[test]
    fn without_ranges_nothing_is_concluded() {
        let mut dag = Dag::new();
        let bytes: Vec<ExprId> = (0..4).map(|i| dag.variable("text", 0, i, 8)).collect();
        let path: Vec<ExprId> = bytes[..3].iter().map(|&byte| is_digit(&mut dag, byte)).collect();
        let number = number(&mut dag, &bytes, 32);
        let [hundred, seven] = [100, 7].map(|k| dag.constant(k, 32));
        let month = dag.sdiv(number, hundred);
        let guard = dag.eq(month, seven);
        assert_eq!(reduced(&mut dag, &path, guard).parts[0].condition, guard, "the last one may be anything");
    }

    /// Random sums over small ranges, divided by random numbers: where the reduction changes them, their values stay.
    #[test]
    fn values_stay_the_same_wherever_the_ranges_hold() {
        let mut state = 88172645463325252u64;
        let mut below = |bound: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state % bound
        };
        let mut changed = 0;
        for _ in 0..3000 {
            let mut dag = Dag::new();
            let width = [8, 16, 32][below(3) as usize];
            let bytes: Vec<ExprId> = (0..2).map(|i| dag.variable("b", 0, i, 8)).collect();
            let mut path = Vec::new();
            let mut bounds = Vec::new();
            let mut sum = dag.constant(u128::from(below(300)) & ((1 << width) - 1), width);
            for &byte in &bytes {
                let (lo, length) = (below(256), 1 + below(12));
                let (start, count) = (dag.constant(lo.into(), 8), dag.constant(length.into(), 8));
                let moved = dag.sub(byte, start);
                path.push(dag.ult(moved, count));
                bounds.push((lo, length));
                let wide = match (width, below(2)) {
                    (8, _) => byte,
                    (_, 0) => dag.zext(byte, width),
                    _ => dag.sext(byte, width),
                };
                let factor = dag.constant([1u128, 2, 3, 10, 100, 1000][below(6) as usize] & ((1 << width) - 1), width);
                let product = dag.mul(wide, factor);
                sum = if below(4) == 0 { dag.sub(sum, product) } else { dag.add(sum, product) };
            }
            let divisor = dag.constant([2, 3, 7, 10, 50, 100][below(6) as usize], width);
            let divided = match below(4) {
                0 => dag.udiv(sum, divisor),
                1 => dag.urem(sum, divisor),
                2 => dag.sdiv(sum, divisor),
                _ => dag.srem(sum, divisor),
            };
            let limit = dag.constant(u128::from(below(120)), width);
            let guard = dag.ult(divided, limit);
            let problem = reduced(&mut dag, &path, guard);
            let others: FxHashSet<ExprId> = path.iter().copied().collect();
            let left: Vec<ExprId> = problem.conditions().into_iter().filter(|e| !others.contains(e)).collect();
            changed += (left != [guard]) as u32;
            let mut eval = Evaluator::new();
            for first in 0..bounds[0].1 {
                for second in 0..bounds[1].1 {
                    let mut model = Model::new(DefaultValue::Zero);
                    for (byte, (lo, at)) in bytes.iter().zip([(bounds[0].0, first), (bounds[1].0, second)]) {
                        model.set(dag.vars(*byte)[0], (lo + at) & 0xff);
                    }
                    let now = left.iter().all(|&e| eval.holds(&dag, e, &model));
                    assert_eq!(eval.holds(&dag, guard, &model), now, "{bounds:?} {first} {second}");
                }
            }
        }
        assert!(changed > 100, "{changed}");
    }
}
