//! Inputs that are only looked at modulo a constant (a case of unconstrained terms, as bit-vector solvers eliminate them).
//!
//! Where all that is asked of `x` is `x % 5`, each remainder is one of some `x` below 5, and is `x` itself there. So `x < 5` may be
//! added and `x` put in for `x % 5`: what can be satisfied still can, by the same values, and no divider is built. The
//! addition rests on no constraint, as it takes nothing away: what contradicts itself with it does so without.
//!
//! `x` is a variable, or different ones one behind the other, that occur nowhere else in the question; zeros or signs in front
//! of it are looked through.

use super::{Part, Problem, Reduction};
use crate::explanation::Explanation;
use crate::presence::Presence;
use crate::query::Query;
use expr::concrete::wide;
use expr::{BinaryOp, Dag, ExprId, Node, Substitution, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Remembers which conditions divide nothing: of a series of floats there is nothing to be walked through each time.
pub struct Remainders {
    presence: Presence,
}

impl Default for Remainders {
    fn default() -> Remainders {
        let is_remainder = |node| matches!(node, Node::Binary { op: BinaryOp::URem | BinaryOp::SRem, .. });
        Remainders { presence: Presence::new(is_remainder) }
    }
}

impl Reduction for Remainders {
    fn reduce(&mut self, dag: &mut Dag, _: &Query, problem: &mut Problem) {
        if !self.presence.among(dag, &problem.conditions()) {
            return;
        }
        let remainders = remainders_alone(dag, &problem.parts);
        if remainders.is_empty() {
            return;
        }
        let mut substitution = Substitution::new();
        remainders.iter().for_each(|remainder| substitution.replace(remainder.term, remainder.dividend));
        for part in &mut problem.parts {
            part.condition = substitution.apply(dag, part.condition);
        }
        for condition in remainders.iter().flat_map(|remainder| remainder.bounds(dag)) {
            problem.parts.push(Part { condition, because: Explanation::default() });
        }
        problem.parts.retain(|part| !dag.is_true(part.condition));
    }
}

/// A remainder by a constant.
#[derive(Clone, Copy)]
struct Remainder {
    term: ExprId,
    dividend: ExprId,
    /// The dividend without what was put in front of it.
    input: ExprId,
    /// All values of the input below it, or signed ones as far from zero, are remainders.
    below: u128,
    signed: bool,
}

impl Remainder {
    fn of(dag: &Dag, term: ExprId) -> Option<Remainder> {
        let Node::Binary { op, a: dividend, b } = dag.node(term) else { return None };
        let divisor = dag.as_const(b).filter(|&divisor| divisor != 0)?;
        let (signed, input) = match (op, dag.node(dividend)) {
            (BinaryOp::URem, Node::ZExt { a }) => (false, a),
            (BinaryOp::URem, _) => (false, dividend),
            (BinaryOp::SRem, Node::SExt { a }) => (true, a),
            (BinaryOp::SRem, _) => (true, dividend),
            _ => return None,
        };
        let (whole, width) = (dag.width(term), dag.width(input));
        let is_negative = signed && divisor >> (whole - 1) & 1 == 1;
        let below = if is_negative { wide::sub(0, divisor, whole) } else { divisor };
        let largest = if signed { wide::mask(width) >> 1 } else { wide::mask(width) };
        (below <= largest).then_some(Remainder { term, dividend, input, below, signed })
    }

    /// What says that the input is its own remainder.
    fn bounds(&self, dag: &mut Dag) -> Vec<ExprId> {
        let width = dag.width(self.input);
        let high = dag.constant(self.below, width);
        if !self.signed {
            return vec![dag.ult(self.input, high)];
        }
        let low = dag.constant(wide::sub(0, self.below, width), width);
        vec![dag.slt(low, self.input), dag.slt(self.input, high)]
    }
}

/// Remainders of inputs that occur nowhere else in some parts, in the order of their terms.
fn remainders_alone(dag: &Dag, parts: &[Part]) -> Vec<Remainder> {
    let mut found: Vec<(Remainder, Vec<VarId>)> = Vec::new();
    let mut seen = FxHashSet::default();
    // How often a variable is looked at.
    let mut uses: FxHashMap<VarId, u32> = FxHashMap::default();
    let mut pending: Vec<ExprId> = parts.iter().map(|part| part.condition).collect();
    while let Some(e) = pending.pop() {
        if !seen.insert(e) {
            continue;
        }
        let remainder = Remainder::of(dag, e).and_then(|remainder| {
            let mut variables = Vec::new();
            is_input(dag, remainder.input, &mut variables).then_some((remainder, variables))
        });
        match (dag.node(e), remainder) {
            (_, Some((remainder, variables))) => {
                variables.iter().for_each(|&v| *uses.entry(v).or_default() += 1);
                found.push((remainder, variables));
            }
            (Node::Var(v), None) => *uses.entry(v).or_default() += 1,
            (node, None) => pending.extend(node.operands()),
        }
    }
    found.retain(|(_, variables)| variables.iter().all(|v| uses.get(v) == Some(&1)));
    let mut alone: Vec<Remainder> = found.into_iter().map(|(remainder, _)| remainder).collect();
    alone.sort_unstable_by_key(|remainder| remainder.term);
    alone
}

/// Whether a term is one variable or several one behind the other: it can have any value. A variable that is there twice is
/// noticed by who counts.
fn is_input(dag: &Dag, e: ExprId, variables: &mut Vec<VarId>) -> bool {
    match dag.node(e) {
        Node::Var(v) => {
            variables.push(v);
            true
        }
        Node::Concat { hi, lo } => is_input(dag, hi, variables) && is_input(dag, lo, variables),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::{DefaultValue, Evaluator, Model};

    fn reduced(dag: &mut Dag, path: &[ExprId], guard: ExprId) -> Problem {
        super::super::reduced(&mut Remainders::default(), dag, path, guard)
    }

    fn has_remainder(dag: &Dag, e: ExprId) -> bool {
        match dag.node(e) {
            Node::Binary { op: BinaryOp::URem | BinaryOp::SRem, .. } => true,
            node => node.operands().any(|operand| has_remainder(dag, operand)),
        }
    }

    /// Whether some values of 8 bits satisfy everything.
    fn satisfiable(dag: &Dag, conditions: &[ExprId], x: VarId) -> Option<u64> {
        let mut evaluator = Evaluator::default();
        (0..256).find(|&value| {
            let mut model = Model::new(DefaultValue::Zero);
            model.set(x, value);
            conditions.iter().all(|&e| evaluator.holds(dag, e, &model))
        })
    }

    /// Every divisor and remainder of 8 bits, signed and unsigned, bare and extended, with one remainder ruled out and one
    /// asked for: the reduced question has a value exactly if the question has, and it is one of the question.
    #[test]
    fn no_question_of_eight_bits_changes_its_answer() {
        let mut replaced = 0;
        for (signed, extended) in [(false, false), (false, true), (true, false), (true, true)] {
            let mut dag = Dag::new();
            let x = dag.variable("x", 0, 0, 8);
            let id = dag.vars(x)[0];
            let width = if extended { 16 } else { 8 };
            let wide = match (signed, extended) {
                (_, false) => x,
                (false, true) => dag.zext(x, width),
                (true, true) => dag.sext(x, width),
            };
            for divisor in (1..128).chain(200..256) {
                let divisor = dag.constant(divisor, width);
                let term = if signed { dag.srem(wide, divisor) } else { dag.urem(wide, divisor) };
                for wanted in [0u128, 1, 2, 5, 126, 127, 128, 199, 254, 255, 0xffff, 0xfffe] {
                    let wanted = dag.constant(wanted & wide::mask(width), width);
                    let low = dag.constant(3, width);
                    let (path, guard) = (dag.ne(term, low), dag.eq(term, wanted));
                    let problem = reduced(&mut dag, &[path], guard);
                    let conditions = problem.conditions();
                    replaced += u32::from(!conditions.iter().any(|&e| has_remainder(&dag, e)));
                    let reduced = satisfiable(&dag, &conditions, id);
                    assert_eq!(reduced.is_some(), satisfiable(&dag, &[path, guard], id).is_some());
                    assert!(reduced.is_none_or(|value| {
                        let mut model = Model::new(DefaultValue::Zero);
                        model.set(id, value);
                        [path, guard].iter().all(|&e| Evaluator::default().holds(&dag, e, &model))
                    }));
                }
            }
        }
        assert!(replaced > 5_000, "{replaced}");
    }

    #[test]
    fn what_is_looked_at_elsewhere_keeps_its_remainder() {
        let mut dag = Dag::new();
        let [x, y] = [0, 1].map(|i| dag.variable("x", i, 0, 32));
        let [five, seven, two] = [5, 7, 2].map(|k| dag.constant(k, 32));
        let (by_five, by_seven) = (dag.urem(x, five), dag.urem(x, seven));
        let guard = dag.eq(by_five, two);
        let others = [dag.ult(seven, x), dag.eq(by_seven, two), dag.ult(x, y)];
        for other in others {
            let problem = reduced(&mut dag, &[other], guard);
            assert!(has_remainder(&dag, problem.parts[0].condition), "{:?}", problem.parts);
            assert_eq!(problem.parts.len(), 2);
        }
        // A byte that is there twice does not let the word have any value.
        let byte = dag.variable("b", 0, 0, 8);
        let twice = dag.concat(byte, byte);
        let [seven, one] = [7, 1].map(|k| dag.constant(k, 16));
        let term = dag.urem(twice, seven);
        let guard = dag.eq(term, one);
        let problem = reduced(&mut dag, &[], guard);
        let [part] = &problem.parts[..] else { panic!("{:?}", problem.parts) };
        assert!(has_remainder(&dag, part.condition));
    }

    #[test]
    fn bytes_of_a_word_become_its_remainder_and_cores_name_what_was_asked() {
        let mut dag = Dag::new();
        let bytes = [0, 1].map(|i| dag.variable("b", 0, i, 8));
        let word = dag.concat(bytes[1], bytes[0]);
        let [ten, three] = [10, 3].map(|k| dag.constant(k, 16));
        let term = dag.urem(word, ten);
        let (path, guard) = (dag.ult(term, three), dag.ult(three, term));
        let problem = reduced(&mut dag, &[path], guard);
        assert!(!problem.conditions().iter().any(|&e| has_remainder(&dag, e)));
        assert_eq!(problem.parts.len(), 3);
        assert_eq!(problem.parts[0].because, Explanation::of(guard));
        assert_eq!(problem.parts[2].because, Explanation::default());
    }
}
