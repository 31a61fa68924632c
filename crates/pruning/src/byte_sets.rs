//! Requirements of one byte as the set of values that satisfy them, so that all of them together are as few as the set has ranges.
//!
//! A `switch` over a character has an outcome for each set of its labels, and each outcome requires that the byte is in its set, or
//! something of the byte where it is. Conjuncts of their own these would be dozens for each byte that was looked at; a byte has 256
//! values, so their conjunction is exact and never longer than it has to be.

use expr::{BinaryOp, Dag, ExprId, Node, UnaryOp, VarId};
use rustc_hash::FxHashMap;

use crate::condition::Conjunct;
use crate::interval::{self, Interval, Scale};

/// Parts of a formula that are looked at.
const MOST_PARTS: usize = 256;
const BITS: u32 = 8;

/// Values of a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Set([u128; 2]);

impl Set {
    const NONE: Set = Set([0; 2]);
    const ALL: Set = Set([u128::MAX; 2]);

    fn of(interval: Interval) -> Set {
        let mut set = Set::NONE;
        for step in 0..=interval.extent {
            let value = interval.lo.wrapping_add(step) & 0xff;
            set.0[(value >> 7) as usize] |= 1 << (value & 0x7f);
        }
        set
    }

    fn has(self, value: u128) -> bool {
        self.0[(value >> 7) as usize] >> (value & 0x7f) & 1 == 1
    }

    fn both(self, other: Set) -> Set {
        Set([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    fn others(self) -> Set {
        Set([!self.0[0], !self.0[1]])
    }

    /// Its ranges on the circle of the values, by their first value and how many follow.
    fn ranges(self) -> Vec<(u128, u128)> {
        let starts = (0..256u128).filter(|&value| self.has(value) && !self.has(value.wrapping_sub(1) & 0xff));
        let follow = |start: u128| (1..256).take_while(|step| self.has((start + step) & 0xff)).count() as u128;
        starts.map(|start| (start, follow(start))).collect()
    }
}

/// The variable of a formula over one byte and nothing else.
fn byte_of(dag: &Dag, formula: ExprId) -> Option<VarId> {
    match *dag.vars(formula) {
        [variable] if dag.var_info(variable).width == BITS => Some(variable),
        _ => None,
    }
}

/// The values for which a formula over one byte holds; `None` if it is not made of comparisons of the byte.
fn values(dag: &mut Dag, byte: ExprId, formula: ExprId, parts: &mut usize) -> Option<Set> {
    *parts = parts.checked_sub(1)?;
    if let Some(value) = dag.as_const(formula) {
        return Some(if value == 1 { Set::ALL } else { Set::NONE });
    }
    if let Some(interval) = interval::parse(dag, formula, true) {
        return (interval.term == byte && interval.scale == Scale::Integers).then(|| Set::of(interval));
    }
    match dag.node(formula) {
        Node::Unary { op: UnaryOp::Not, a } => Some(values(dag, byte, a, parts)?.others()),
        Node::Binary { op: BinaryOp::And, a, b } => {
            Some(values(dag, byte, a, parts)?.both(values(dag, byte, b, parts)?))
        }
        Node::Binary { op: BinaryOp::Or, a, b } => {
            let neither = values(dag, byte, a, parts)?.others().both(values(dag, byte, b, parts)?.others());
            Some(neither.others())
        }
        _ => None,
    }
}

/// The conjuncts with those that speak of one byte only, and guard the same, as few as can be.
pub(crate) fn merged(dag: &mut Dag, conjuncts: Vec<Conjunct>) -> Vec<Conjunct> {
    let mut rest = Vec::with_capacity(conjuncts.len());
    let mut bytes: Vec<(VarId, Set, Vec<Conjunct>)> = Vec::new();
    let mut places: FxHashMap<_, usize> = FxHashMap::default();
    for conjunct in conjuncts {
        let Some(variable) = byte_of(dag, conjunct.formula) else {
            rest.push(conjunct);
            continue;
        };
        let byte = dag.var_expr(variable);
        let Some(set) = values(dag, byte, conjunct.formula, &mut { MOST_PARTS }) else {
            rest.push(conjunct);
            continue;
        };
        let place = *places.entry((conjunct.guards, variable)).or_insert_with(|| {
            bytes.push((variable, Set::ALL, Vec::new()));
            bytes.len() - 1
        });
        let (_, all, given) = &mut bytes[place];
        *all = all.both(set);
        given.push(conjunct);
    }
    for (variable, set, given) in bytes {
        let byte = dag.var_expr(variable);
        let guards = given[0].guards;
        rest.extend(said(dag, byte, set).into_iter().map(|formula| Conjunct { formula, guards }));
    }
    rest.sort_unstable();
    rest.dedup();
    rest
}

/// That a byte is in a set: as one of the ranges inside, or as none of those outside, one requirement each.
fn said(dag: &mut Dag, byte: ExprId, set: Set) -> Vec<ExprId> {
    if set == Set::ALL {
        return Vec::new();
    }
    let (inside, outside) = (set.ranges(), set.others().ranges());
    let mut is_in = |(lo, extent): (u128, u128)| {
        interval::formula(dag, Interval { term: byte, scale: Scale::Integers, lo, extent })
    };
    if inside.is_empty() || inside.len() <= outside.len() {
        let any: Vec<ExprId> = inside.into_iter().map(is_in).collect();
        return vec![dag.any(&any)];
    }
    // Not to be in a range is to be in the one around the circle.
    outside.into_iter().map(|(lo, extent)| is_in(((lo + extent + 1) & 0xff, 254 - extent))).collect()
}

/// How many things conjuncts require: what is required of one byte is one.
pub(crate) fn count(dag: &Dag, conjuncts: &[Conjunct]) -> usize {
    let mut bytes: Vec<VarId> = conjuncts.iter().filter_map(|conjunct| byte_of(dag, conjunct.formula)).collect();
    let others = conjuncts.len() - bytes.len();
    bytes.sort_unstable();
    bytes.dedup();
    others + bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::bug;
    use expr::{DefaultValue, Evaluator, Model};
    use machine::checks::BugKind;

    /// Random requirements of two bytes mean the same before and after, those that may go and those that stay.
    #[test]
    fn the_meaning_does_not_change() {
        let mut dag = Dag::new();
        let mut evaluator = Evaluator::new();
        let terms = [dag.variable("x", 0, 0, 8), dag.variable("y", 0, 0, 8)];
        let variables = terms.map(|term| dag.vars(term)[0]);
        let found = bug(BugKind::Abort, 0, 0);
        let mut seed = 1u64;
        let mut below = |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        let mut fewer = 0;
        for _ in 0..300 {
            let mut atom = |dag: &mut Dag, term: ExprId| {
                let (shift, bound) = (dag.constant(below(256).into(), 8), dag.constant(below(256).into(), 8));
                let moved = dag.add(term, shift);
                match below(5) {
                    0 => dag.eq(term, bound),
                    1 => dag.ne(term, bound),
                    2 => dag.ult(moved, bound),
                    3 => dag.slt(bound, term),
                    _ => {
                        let wide = dag.zext(term, 32);
                        let bound = dag.constant(below(300).into(), 32);
                        dag.ult(wide, bound)
                    }
                }
            };
            let conjuncts: Vec<Conjunct> = (0..6)
                .map(|number| {
                    let term = terms[usize::from(number == 5)];
                    let parts = [atom(&mut dag, term), atom(&mut dag, term), atom(&mut dag, terms[number % 2])];
                    let formula = match number % 3 {
                        0 => dag.any(&parts[..2]),
                        1 => parts[0],
                        _ => dag.implies(parts[0], parts[2]),
                    };
                    Conjunct { formula, guards: (number == 4).then_some(found) }
                })
                .collect();
            let after = merged(&mut dag, conjuncts.clone());
            fewer += u32::from(after.len() < conjuncts.len());
            for point in 0..2048u64 {
                let mut model = Model::new(DefaultValue::Zero);
                model.set(variables[0], point & 255);
                model.set(variables[1], (point >> 8) * 36 + point % 3);
                for lasting in [false, true] {
                    let mut hold = |all: &[Conjunct]| {
                        let mut all = all.iter().filter(|conjunct| !lasting || conjunct.guards.is_none());
                        all.all(|conjunct| evaluator.holds(&dag, conjunct.formula, &model))
                    };
                    assert_eq!(hold(&conjuncts), hold(&after), "{conjuncts:?} became {after:?}");
                }
            }
        }
        assert!(fewer > 100, "only {fewer} became fewer");
    }

    #[test]
    fn labels_without_a_gap_become_a_range() {
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 8);
        let required = |formula| Conjunct { formula, guards: None };
        let is = |dag: &mut Dag, value: u128| {
            let value = dag.constant(value, 8);
            dag.eq(x, value)
        };
        let labels: Vec<ExprId> = (10..14).map(|value| is(&mut dag, value)).collect();
        let any = dag.any(&labels);
        let (low, extent) = (dag.constant(10, 8), dag.constant(3, 8));
        let from_low = dag.sub(x, low);
        let expected = dag.ule(from_low, extent);
        assert_eq!(merged(&mut dag, vec![required(any)]), [required(expected)]);
        let none = dag.not(any);
        let never = merged(&mut dag, vec![required(any), required(none)]);
        assert!(never.len() == 1 && dag.is_false(never[0].formula), "no byte is both");
        assert_eq!(count(&dag, &[required(labels[0]), required(labels[2])]), 1);
    }
}
