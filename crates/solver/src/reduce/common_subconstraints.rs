//! Common sub-constraint elimination (CUTE 3.3, second optimisation; P16b OPT2): a condition that is known to hold is
//! `true` wherever it occurs inside another.
//!
//! `a` and `a || b` leave `a`; `!a` and `a || b` leave `!a` and `b`. Conjunctions are taken apart first, so that their
//! sides are found. Whole conditions are never kept twice: equal expressions have equal ids. Only the truth-value
//! structure of conditions is searched, to a bounded depth, not their arithmetic.

use super::{Part, Problem, Reduction};
use crate::explanation::Explanation;
use crate::query::Query;
use expr::{BinaryOp, Dag, ExprId, Node, UnaryOp};
use rustc_hash::FxHashMap;

/// Connectives passed on the way down.
const MAX_DEPTH: u32 = 12;

pub struct CommonSubconstraints;

impl Reduction for CommonSubconstraints {
    fn reduce(&mut self, dag: &mut Dag, _: &Query, problem: &mut Problem) {
        let mut parts: Vec<Part> = Vec::with_capacity(problem.parts.len());
        let mut known: FxHashMap<ExprId, usize> = FxHashMap::default();
        let mut waiting: Vec<Part> = problem.parts.drain(..).rev().collect();
        while let Some(part) = waiting.pop() {
            match dag.node(part.condition) {
                Node::Binary { op: BinaryOp::And, a, b } => {
                    waiting.extend([b, a].map(|condition| Part { condition, because: part.because.clone() }));
                }
                _ => {
                    known.entry(part.condition).or_insert_with(|| {
                        parts.push(part);
                        parts.len() - 1
                    });
                }
            }
        }
        // What is inside a condition is smaller than it: no condition can remove another and be removed by it.
        for index in 0..parts.len() {
            let Part { condition, because } = parts[index].clone();
            if !is_connective(dag, condition) {
                continue;
            }
            let mut search = Search { dag, known: &known, parts: &parts, own: index, because };
            let condition = search.simplified(condition, MAX_DEPTH);
            parts[index] = Part { condition, because: search.because };
        }
        parts.retain(|part| !dag.is_true(part.condition));
        problem.parts = parts;
    }
}

fn is_connective(dag: &Dag, e: ExprId) -> bool {
    match dag.node(e) {
        Node::Binary { op: BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, .. } | Node::Ite { .. } => dag.width(e) == 1,
        Node::Unary { op: UnaryOp::Not, a } => is_connective(dag, a),
        _ => false,
    }
}

struct Search<'a> {
    dag: &'a mut Dag,
    known: &'a FxHashMap<ExprId, usize>,
    parts: &'a [Part],
    /// The part that is being simplified: it does not make itself true.
    own: usize,
    because: Explanation,
}

impl Search<'_> {
    fn simplified(&mut self, e: ExprId, depth: u32) -> ExprId {
        if let Some(truth) = self.truth(e) {
            return self.dag.truth(truth);
        }
        if depth == 0 || self.dag.width(e) != 1 {
            return e;
        }
        match self.dag.node(e) {
            Node::Unary { op: UnaryOp::Not, a } => {
                let a = self.simplified(a, depth - 1);
                self.dag.not(a)
            }
            Node::Binary { op: op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), a, b } => {
                let (a, b) = (self.simplified(a, depth - 1), self.simplified(b, depth - 1));
                self.dag.binary(op, a, b)
            }
            Node::Ite { c, t, f } => {
                let [c, t, f] = [c, t, f].map(|operand| self.simplified(operand, depth - 1));
                self.dag.ite(c, t, f)
            }
            _ => e,
        }
    }

    /// What another part says about the condition.
    fn truth(&mut self, e: ExprId) -> Option<bool> {
        let negation = self.dag.not(e);
        for (condition, truth) in [(e, true), (negation, false)] {
            if let Some(&index) = self.known.get(&condition)
                && index != self.own
            {
                self.because = self.because.and(&self.parts[index].because);
                return Some(truth);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::path_condition::PathCondition;
    use crate::query::ModelFit;
    use expr::{DefaultValue, Model};

    fn reduced(dag: &mut Dag, conditions: &[ExprId]) -> Problem {
        let part = |&condition: &ExprId| Part { condition, because: Explanation::of(condition) };
        let mut problem = Problem { parts: conditions.iter().map(part).collect(), values: Vec::new() };
        let (path, model) = (PathCondition::new(), Model::new(DefaultValue::Zero));
        let query = Query::new(&path, conditions[0], &model, ModelFit::Unrelated);
        CommonSubconstraints.reduce(dag, &query, &mut problem);
        problem
    }

    #[test]
    fn known_conditions_vanish_inside_others() {
        let mut dag = Dag::new();
        let [x, y] = [0, 1].map(|i| dag.variable("x", i, 0, 32));
        let [five, nine] = [5, 9].map(|k| dag.constant(k, 32));
        let (a, b) = (dag.ult(x, five), dag.ult(y, nine));
        let either = dag.or(a, b);
        assert_eq!(reduced(&mut dag, &[either, a]).conditions(), [a]);
        let not_a = dag.not(a);
        let problem = reduced(&mut dag, &[either, not_a]);
        assert_eq!(problem.conditions(), [b, not_a]);
        assert_eq!(problem.parts[0].because, Explanation::of(either).and(&Explanation::of(not_a)));
        let both = dag.and(b, a);
        assert_eq!(reduced(&mut dag, &[both, a, either]).conditions().len(), 2);
        let not_b = dag.not(b);
        let problem = reduced(&mut dag, &[either, not_a, not_b]);
        let core = problem.contradiction(&dag).expect("none of the two is left");
        assert_eq!(core.clone().into_core().len(), 3);
    }
}
