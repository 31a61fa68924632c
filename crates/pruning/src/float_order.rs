//! Comparisons of floats as intervals: the numbers of a format in their order, and monotone operations backwards.
//!
//! Every pattern has a place, counted from the negative NaN furthest down: negative numbers from minus infinity on, the two zeros, positive
//! numbers up to infinity, the other NaNs. Around the circle all NaNs lie together, so what a comparison with a constant says, and
//! what its negation says, is one interval of places each.
//!
//! `x + c`, `c - x`, `x * c` and their like round a monotone function, so the numbers that it takes into an interval are an interval again. Its
//! ends are searched for with the very operation, which makes `x + 1.25 <= k` one comparison of `x` with a constant, exactly: no law of real
//! arithmetic is used. Operations that are not monotone in one operand, and the format of the x87, whose patterns are no numbers for
//! the most part, are left alone.

use expr::{BinaryOp, Dag, ExprId, FloatBin, FloatCmp, FloatFormat, FloatNode, Node, float};

use crate::interval::{Interval, Scale, mask};

/// The place of a pattern on the circle.
fn place(format: FloatFormat, pattern: u128) -> u128 {
    let (sign, all) = (sign(format), mask(format.width()));
    if pattern & sign == 0 { pattern | sign } else { !pattern & all }
}

/// The pattern at a place.
fn pattern(format: FloatFormat, place: u128) -> u128 {
    let (sign, all) = (sign(format), mask(format.width()));
    if place & sign == 0 { !place & all } else { place & !sign }
}

fn sign(format: FloatFormat) -> u128 {
    1 << (format.width() - 1)
}

/// The places of minus infinity and infinity.
fn infinities(format: FloatFormat) -> (u128, u128) {
    let infinity = format.infinity();
    (place(format, infinity | sign(format)), place(format, infinity))
}

/// The places of all numbers that equal one: of both zeros, if it is one.
fn equals(format: FloatFormat, number: u128) -> (u128, u128) {
    let zero = number & !sign(format) == 0;
    let at = |number| place(format, number);
    if zero { (at(sign(format)), at(0)) } else { (at(number), at(number)) }
}

/// The interval a comparison of a term with a number stands for; `None` where there is none, or not just one.
pub(crate) fn parse(dag: &Dag, node: FloatNode, positive: bool) -> Option<Interval> {
    let (term, format, first, last) = match node {
        FloatNode::IsNan { format, a } if format != FloatFormat::X87 => {
            let (lowest, highest) = infinities(format);
            let numbers = Numbers { term: a, format, first: lowest, last: highest };
            return Some(narrowed(dag, numbers.interval(!positive)));
        }
        FloatNode::Compare { op, format, a, b } if format != FloatFormat::X87 => {
            let (lowest, highest) = infinities(format);
            let (term, first, last) = match (dag.as_const(a), dag.as_const(b)) {
                (None, Some(number)) => {
                    let (least, most) = equals(format, number);
                    match op {
                        FloatCmp::Eq => (a, least, most),
                        FloatCmp::Le => (a, lowest, most),
                        FloatCmp::Lt => (a, lowest, least - 1),
                    }
                }
                (Some(number), None) => {
                    let (least, most) = equals(format, number);
                    match op {
                        FloatCmp::Eq => (b, least, most),
                        FloatCmp::Le => (b, least, highest),
                        FloatCmp::Lt => (b, most + 1, highest),
                    }
                }
                _ => return None,
            };
            (term, format, first, last)
        }
        _ => return None,
    };
    // Less than minus infinity is nothing.
    (first <= last).then(|| narrowed(dag, Numbers { term, format, first, last }.interval(positive)))
}

/// An interval of places in which no NaN lies.
#[derive(Clone, Copy)]
struct Numbers {
    term: ExprId,
    format: FloatFormat,
    first: u128,
    last: u128,
}

impl Numbers {
    /// The places themselves, or all others.
    fn interval(self, positive: bool) -> Interval {
        let (term, scale, all) = (self.term, Scale::Floats(self.format), mask(self.format.width()));
        let extent = self.last - self.first;
        match positive {
            true => Interval { term, scale, lo: self.first, extent },
            false => Interval { term, scale, lo: self.last + 1, extent: all - extent - 1 },
        }
    }

    /// An interval without NaNs, or what one with all NaNs leaves out; and which of the two it is. Comparisons, and what
    /// intersections and unions make of them, have either.
    fn of(dag: &Dag, interval: Interval, format: FloatFormat) -> Option<(Numbers, bool)> {
        let (lowest, highest) = infinities(format);
        let (first, last) = interval.ends(dag);
        let all = mask(format.width());
        let numbers = |first, last| {
            let inside = lowest <= first && first <= last && last <= highest;
            inside.then_some(Numbers { term: interval.term, format, first, last })
        };
        let others = || numbers(last.wrapping_add(1) & all, first.wrapping_sub(1) & all);
        numbers(first, last).map(|numbers| (numbers, true)).or_else(|| Some((others()?, false)))
    }
}

/// The formula of an interval of places.
pub(crate) fn formula(dag: &mut Dag, interval: Interval, format: FloatFormat) -> ExprId {
    let zeros = equals(format, 0);
    let Some((Numbers { term, first, last, .. }, positive)) =
        Numbers::of(dag, interval, format).filter(|(numbers, _)| numbers.first != zeros.1 && numbers.last != zeros.0)
    else {
        return formula_of_places(dag, interval, format);
    };
    let (lowest, highest) = infinities(format);
    // Of two zeros the usual one.
    let number = |place| if place == zeros.0 { 0 } else { pattern(format, place) };
    let [least, most] = [first, last].map(|place| dag.constant(number(place), format.width()));
    let inside = match (first == lowest, last == highest) {
        (true, true) => {
            let nan = dag.fis_nan(format, term);
            dag.not(nan)
        }
        _ if (first, last) == equals(format, pattern(format, last)) => dag.feq(format, term, most),
        (true, false) => dag.fle(format, term, most),
        (false, true) => dag.fle(format, least, term),
        (false, false) => {
            let (above, below) = (dag.fle(format, least, term), dag.fle(format, term, most));
            dag.and(above, below)
        }
    };
    if positive { inside } else { dag.not(inside) }
}

/// The same for intervals that no comparison of numbers says: some NaNs, or one of the zeros.
fn formula_of_places(dag: &mut Dag, interval: Interval, format: FloatFormat) -> ExprId {
    let width = format.width();
    let [sign, lo, extent] = [sign(format), interval.lo, interval.extent].map(|number| dag.constant(number, width));
    let is_negative = dag.extract(interval.term, width - 1, 1);
    let (below, above) = (dag.not(interval.term), dag.or(interval.term, sign));
    let place = dag.ite(is_negative, below, above);
    let offset = dag.sub(place, lo);
    dag.ule(offset, extent)
}

/// The same as an interval of the innermost term that allows it.
pub(crate) fn narrowed(dag: &Dag, interval: Interval) -> Interval {
    let mut interval = interval;
    while let Scale::Floats(format) = interval.scale
        && let Some(inner) = step(dag, interval, format)
    {
        interval = inner;
    }
    if interval.scale == Scale::Integers { crate::narrowing::narrowed(dag, interval) } else { interval }
}

fn step(dag: &Dag, interval: Interval, format: FloatFormat) -> Option<Interval> {
    let (numbers, positive) = Numbers::of(dag, interval, format)?;
    match dag.node(interval.term) {
        Node::Float(FloatNode::FromInt { format: found, signed, a }) if found == format => {
            let (width, all) = (dag.width(a), mask(dag.width(a)));
            let smallest = if signed { all / 2 + 1 } else { 0 };
            let integer = |at: u128| smallest.wrapping_add(at) & all;
            let at = |at| place(format, float::from_int(integer(at), width, signed, format));
            let (first, last) = preimage((0, all), (numbers.first, numbers.last), Direction::Rises, at)?;
            // Everything is no interval.
            let extent = (last - first != all).then_some(last - first)?;
            Some(match positive {
                true => Interval { term: a, scale: Scale::Integers, lo: integer(first), extent },
                false => Interval { term: a, scale: Scale::Integers, lo: integer(last + 1), extent: all - extent - 1 },
            })
        }
        node => {
            let Backwards { of, from, direction, apply } = backwards(dag, node, format)?;
            let at = |at| place(format, apply.to(pattern(from, at)));
            let (first, last) = preimage(infinities(from), (numbers.first, numbers.last), direction, at)?;
            Some(Numbers { term: of, format: from, first, last }.interval(positive))
        }
    }
}

/// A monotone function that gives a number for each number, and a NaN for each NaN.
struct Backwards {
    of: ExprId,
    from: FloatFormat,
    direction: Direction,
    apply: Apply,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Rises,
    Falls,
}

enum Apply {
    /// The constant is the second operand.
    Left(FloatBin, FloatFormat, u128),
    /// It is the first.
    Right(FloatBin, FloatFormat, u128),
    Round(FloatFormat, expr::Rounding),
    Convert(FloatFormat, FloatFormat),
    Negate(FloatFormat),
}

impl Apply {
    fn to(&self, number: u128) -> u128 {
        match *self {
            Apply::Left(op, format, constant) => float::binary(op, format, number, constant),
            Apply::Right(op, format, constant) => float::binary(op, format, constant, number),
            Apply::Round(format, mode) => float::round(format, mode, number),
            Apply::Convert(from, to) => float::convert(from, to, number),
            Apply::Negate(format) => number ^ sign(format),
        }
    }
}

fn backwards(dag: &Dag, node: Node, format: FloatFormat) -> Option<Backwards> {
    use Direction::{Falls, Rises};
    match node {
        Node::Float(FloatNode::Binary { op, format: found, a, b }) if found == format => {
            let (of, constant, left) = match (dag.as_const(a), dag.as_const(b)) {
                (None, Some(constant)) => (a, constant, true),
                (Some(constant), None) => (b, constant, false),
                _ => return None,
            };
            let magnitude = constant & !sign(format);
            // Neither may an infinity or a zero make a NaN of a number.
            let is_finite = magnitude < format.infinity();
            let is_factor = is_finite && magnitude != 0;
            let signed = if constant == magnitude { Rises } else { Falls };
            let direction = match (op, left) {
                (FloatBin::Add, _) | (FloatBin::Sub, true) if is_finite => Rises,
                (FloatBin::Sub, false) if is_finite => Falls,
                (FloatBin::Mul, _) | (FloatBin::Div, true) if is_factor => signed,
                _ => return None,
            };
            let apply = if left { Apply::Left(op, format, constant) } else { Apply::Right(op, format, constant) };
            Some(Backwards { of, from: format, direction, apply })
        }
        Node::Float(FloatNode::Round { format: found, mode, a }) if found == format => {
            Some(Backwards { of: a, from: format, direction: Rises, apply: Apply::Round(format, mode) })
        }
        Node::Float(FloatNode::Convert { from, to, a }) if to == format && from != FloatFormat::X87 => {
            Some(Backwards { of: a, from, direction: Rises, apply: Apply::Convert(from, to) })
        }
        Node::Binary { op: BinaryOp::Xor, a, b } if dag.as_const(b) == Some(sign(format)) => {
            Some(Backwards { of: a, from: format, direction: Falls, apply: Apply::Negate(format) })
        }
        _ => None,
    }
}

/// The part of a domain that a monotone function takes into `(first, last)`; `None` where that is nothing.
fn preimage(
    domain: (u128, u128),
    (first, last): (u128, u128),
    direction: Direction,
    at: impl Fn(u128) -> u128,
) -> Option<(u128, u128)> {
    let reached = |place: u128| match direction {
        Direction::Rises => at(place) >= first,
        Direction::Falls => at(place) <= last,
    };
    let passed = |place: u128| match direction {
        Direction::Rises => at(place) > last,
        Direction::Falls => at(place) < first,
    };
    let from = first_of(domain, reached)?;
    let to = match first_of(domain, passed) {
        Some(passed) => passed.checked_sub(1)?,
        None => domain.1,
    };
    (from <= to).then_some((from, to))
}

/// The first place of a domain from which on something holds.
fn first_of((mut least, most): (u128, u128), holds: impl Fn(u128) -> bool) -> Option<u128> {
    if !holds(most) {
        return None;
    }
    let mut known = most;
    while least < known {
        let middle = least + (known - least) / 2;
        if holds(middle) {
            known = middle;
        } else {
            least = middle + 1;
        }
    }
    Some(known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::condition::Conjunct;
    use crate::interval;
    use expr::{DefaultValue, Evaluator, Model, Rounding, VarId};

    const HALF: FloatFormat = FloatFormat::Half;

    /// Of each kind some, and what is next to it: zeros, the smallest numbers, one and some others, the largest, infinities, NaNs.
    const PATTERNS: [u128; 22] = [
        0x0000, 0x8000, 0x0001, 0x8001, 0x03ff, 0x0400, 0x8400, 0x3c00, 0x3c01, 0xbc00, 0x4500, 0xc500, 0x5640, 0xd640,
        0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7c01, 0x7e00, 0xfe00, 0xffff,
    ];

    struct Half {
        dag: Dag,
        evaluator: Evaluator,
        x: ExprId,
        variable: VarId,
    }

    impl Half {
        fn new() -> Half {
            let mut dag = Dag::new();
            let x = dag.variable("x", 0, 0, 16);
            let variable = dag.vars(x)[0];
            Half { dag, evaluator: Evaluator::new(), x, variable }
        }

        fn holds(&mut self, formula: ExprId, value: u128) -> bool {
            let mut model = Model::new(DefaultValue::Zero);
            model.set(self.variable, value as u64);
            self.evaluator.holds(&self.dag, formula, &model)
        }

        fn constant(&mut self, value: u128) -> ExprId {
            self.dag.constant(value, 16)
        }

        /// Comparisons of a term with a number, in both directions, and whether it is one.
        fn comparisons(&mut self, term: ExprId, number: u128) -> Vec<ExprId> {
            let number = self.constant(number);
            let mut all = vec![self.dag.fis_nan(HALF, term)];
            for op in FloatCmp::ALL {
                all.extend([self.dag.fcompare(op, HALF, term, number), self.dag.fcompare(op, HALF, number, term)]);
            }
            all
        }

        /// Numbers to try: every 397th, and those at which something may change.
        fn tried() -> impl Iterator<Item = u128> {
            (0..0x10000).step_by(397).chain(PATTERNS).chain(PATTERNS.map(|pattern| pattern ^ 1))
        }
    }

    #[test]
    fn places_are_in_the_order_of_numbers() {
        let (lowest, highest) = infinities(HALF);
        for at in 0..0x10000 {
            assert_eq!(place(HALF, pattern(HALF, at)), at);
            let is_number = (lowest..=highest).contains(&at);
            assert_eq!(float::is_nan(HALF, pattern(HALF, at)), !is_number, "{at:x}");
            if is_number && at > lowest {
                assert!(float::compare(FloatCmp::Le, HALF, pattern(HALF, at - 1), pattern(HALF, at)), "{at:x}");
            }
        }
    }

    /// What is narrowed holds for the same values: each operation with each constant on either side, compared with each number.
    #[test]
    fn the_meaning_does_not_change() {
        let mut half = Half::new();
        let (x, mut narrower) = (half.x, 0);
        let mut terms = vec![x];
        for constant in PATTERNS {
            let constant = half.constant(constant);
            for op in FloatBin::ALL {
                terms.extend([half.dag.fbin(op, HALF, x, constant), half.dag.fbin(op, HALF, constant, x)]);
            }
        }
        for mode in Rounding::ALL {
            terms.push(half.dag.fround(HALF, mode, x));
        }
        let narrow = half.dag.fconvert(HALF, FloatFormat::BFloat, x);
        terms.push(half.dag.fconvert(FloatFormat::BFloat, HALF, narrow));
        for signed in [false, true] {
            terms.push(half.dag.f_from_int(x, signed, HALF));
            let low = half.dag.extract(x, 3, 9);
            terms.push(half.dag.f_from_int(low, signed, HALF));
        }
        let sign = half.constant(sign(HALF));
        terms.push(half.dag.xor(x, sign));
        for term in terms {
            for number in [0x0000, 0x8001, 0x3c00, 0xc500, 0x5640, 0x7bff, 0x7c00, 0xfc00] {
                for comparison in half.comparisons(term, number) {
                    for positive in [true, false] {
                        let Some(interval) = interval::parse(&mut half.dag, comparison, positive) else { continue };
                        narrower += u32::from(interval.term != term);
                        let formula = interval::formula(&mut half.dag, interval);
                        for value in Half::tried() {
                            let (before, after) = (half.holds(comparison, value), half.holds(formula, value));
                            assert_eq!(
                                before == positive,
                                after,
                                "{interval:x?} of {value:x}, compared with {number:x}"
                            );
                        }
                    }
                }
            }
        }
        assert!(narrower > 10_000, "only {narrower} were narrowed");
    }

    /// Two comparisons become one where they can, and say the same; so does any interval, whatever it begins with.
    #[test]
    fn merging_is_exact() {
        let mut half = Half::new();
        let (x, one) = (half.x, half.constant(0x3c00));
        let sum = half.dag.fbin(FloatBin::Add, HALF, x, one);
        let mut formulas = Vec::new();
        for number in [0x0000, 0x3c00, 0xc500, 0x7c00] {
            for term in [x, sum] {
                for comparison in half.comparisons(term, number) {
                    formulas.extend([comparison, half.dag.not(comparison)]);
                }
            }
        }
        let mut merged_to_one = 0;
        for &a in &formulas {
            for &b in &formulas {
                let merged = interval::merged(&mut half.dag, &[a, b].map(|formula| Conjunct { formula, guards: None }));
                merged_to_one += u32::from(a != b && merged.len() == 1);
                for value in PATTERNS.into_iter().chain(PATTERNS.map(|pattern| pattern ^ 1)) {
                    let before = half.holds(a, value) && half.holds(b, value);
                    assert_eq!(before, merged.iter().all(|c| half.holds(c.formula, value)), "{a:?} {b:?} {value:x}");
                }
            }
        }
        assert!(merged_to_one > 1_000, "only {merged_to_one} became one");
        for lo in PATTERNS {
            for extent in [0, 1, 2, 0x3ff, 0x7fff, 0x8000, 0xfffe] {
                let interval = Interval { term: x, scale: Scale::Floats(HALF), lo, extent };
                let formula = formula(&mut half.dag, interval, HALF);
                for value in Half::tried() {
                    let inside = place(HALF, value).wrapping_sub(lo) & 0xffff <= extent;
                    assert_eq!(half.holds(formula, value), inside, "{interval:x?} of {value:x}");
                }
            }
        }
    }
}
