//! Implied values, put in like units in unit propagation (KLEE: implied value concretisation): a variable that the
//! constraints fix to a constant is replaced by it in all the others.
//!
//! Where that fixes more variables, they are replaced too, until nothing changes. What the path alone implies is worked
//! out once for each slice, from what the slice before it implied; the guard is then added like one more constraint.
//! Only variables are replaced: a larger expression fixed to a constant keeps its constraint. What is fixed by no constraint
//! alone is found by its [range](super::implied_ranges).

use super::implied_ranges::{Left, Ranges};
use super::{Part, Problem, Reduction};
use crate::explanation::Explanation;
use crate::persistent_bag::Bag;
use crate::query::Query;
use crate::slice_memo::SliceMemo;
use expr::concrete::wide;
use expr::{BinaryOp, Dag, ExprId, Node, Substitution, UnaryOp, VarId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

#[derive(Default)]
pub struct ImpliedValues {
    slices: SliceMemo<Implied>,
}

impl Reduction for ImpliedValues {
    fn reduce(&mut self, dag: &mut Dag, query: &Query, problem: &mut Problem) {
        let key = query.slice_key(dag);
        let Some((&guard, path)) = query.constraints(dag).split_first() else { return };
        let mut implied = self.slices.get(key, path, |known, constraint| known.assume(dag, constraint));
        implied.assume(dag, guard);
        problem.values = implied.values.iter().map(|(&v, (value, _))| (v, *value)).collect();
        problem.values.sort_unstable();
        let (from_guard, others) = implied.parts.iter().partition::<Vec<Part>, _>(|p| p.because.contains(guard));
        problem.parts = from_guard;
        problem.parts.extend(others);
    }
}

/// What some constraints come to.
#[derive(Clone, Default)]
struct Implied {
    /// What is left of them. None is a conjunction, and none mentions a variable with a value.
    parts: Bag<Part>,
    values: Rc<FxHashMap<VarId, (u64, Explanation)>>,
    ranges: Ranges,
}

impl Implied {
    fn assume(&mut self, dag: &mut Dag, constraint: ExprId) {
        let mut waiting = vec![Part { condition: constraint, because: Explanation::of(constraint) }];
        let mut substitution: Option<Substitution> = None;
        while let Some(part) = waiting.pop() {
            let part = self.rewritten(dag, part, &mut substitution);
            if dag.is_true(part.condition) {
                continue;
            }
            if let Node::Binary { op: BinaryOp::And, a, b } = dag.node(part.condition)
                && dag.width(part.condition) == 1
            {
                waiting.extend([a, b].map(|condition| Part { condition, because: part.because.clone() }));
                continue;
            }
            let fixed = fixed_variables(dag, part.condition);
            if fixed.is_empty() {
                match self.ranges.assume(dag, part.condition, &part.because) {
                    Some(Left::One(term, value, because)) => {
                        let value = dag.constant(value, dag.width(term));
                        waiting.push(Part { condition: dag.eq(term, value), because });
                    }
                    Some(Left::None(because)) => self.parts.push(Part { condition: dag.truth(false), because }),
                    None => {}
                }
                self.parts.push(part);
                continue;
            }
            substitution = None;
            let mentions = |dag: &Dag, e| fixed.iter().any(|(v, _)| dag.vars(e).binary_search(v).is_ok());
            if self.parts.iter().any(|other| mentions(dag, other.condition)) {
                let parts = std::mem::take(&mut self.parts);
                let (affected, rest) = parts.iter().partition::<Vec<Part>, _>(|p| mentions(dag, p.condition));
                rest.into_iter().rev().for_each(|part| self.parts.push(part));
                waiting.extend(affected.into_iter().rev());
            }
            let values = Rc::make_mut(&mut self.values);
            values.extend(fixed.into_iter().map(|(v, value)| (v, (value, part.because.clone()))));
        }
    }

    /// The part with all known values put in. `substitution` is the one for all values there are, once it is made.
    fn rewritten(&self, dag: &mut Dag, part: Part, substitution: &mut Option<Substitution>) -> Part {
        let mut because = part.because;
        let mut known = false;
        for v in dag.vars(part.condition) {
            if let Some((_, reason)) = self.values.get(v) {
                because = because.and(reason);
                known = true;
            }
        }
        if !known {
            return Part { condition: part.condition, because };
        }
        let substitution = substitution.get_or_insert_with(|| {
            let mut all = Substitution::new();
            for (&v, &(value, _)) in self.values.iter() {
                let value = dag.constant(value as u128, dag.var_info(v).width);
                all.replace_var(dag, v, value);
            }
            all
        });
        Part { condition: substitution.apply(dag, part.condition), because }
    }
}

/// The variables a condition fixes, with their values; none unless the condition says nothing else.
fn fixed_variables(dag: &Dag, condition: ExprId) -> Vec<(VarId, u64)> {
    let mut fixed = Vec::new();
    let complete = match dag.node(condition) {
        Node::Var(v) => {
            fixed.push((v, 1));
            true
        }
        Node::Unary { op: UnaryOp::Not, a } => match dag.node(a) {
            Node::Var(v) => {
                fixed.push((v, 0));
                true
            }
            _ => false,
        },
        Node::Binary { op: BinaryOp::Eq, a, b } => match (dag.as_const(a), dag.as_const(b)) {
            (None, Some(value)) => fix(dag, a, value, &mut fixed),
            (Some(value), None) => fix(dag, b, value, &mut fixed),
            _ => false,
        },
        _ => false,
    };
    if complete { fixed } else { Vec::new() }
}

/// Collects the variables that `e == value` fixes; `false` if it says more than that.
fn fix(dag: &Dag, e: ExprId, value: u128, fixed: &mut Vec<(VarId, u64)>) -> bool {
    match dag.node(e) {
        // A variable that occurs twice would need the same value twice.
        Node::Var(v) if fixed.iter().all(|&(other, _)| other != v) => {
            fixed.push((v, value as u64));
            true
        }
        Node::ZExt { a } if value <= wide::mask(dag.width(a)) => fix(dag, a, value, fixed),
        Node::Concat { hi, lo } => {
            let width = dag.width(lo);
            fix(dag, lo, wide::truncate(value, width), fixed) && fix(dag, hi, value >> width, fixed)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reduced(dag: &mut Dag, path: &[ExprId], guard: ExprId) -> Problem {
        super::super::reduced(&mut ImpliedValues::default(), dag, path, guard)
    }

    #[test]
    fn values_are_put_in_until_nothing_changes() {
        let mut dag = Dag::new();
        let [x, y, z] = [0, 1, 2].map(|i| dag.variable("x", i, 0, 32));
        let [five, seven, nine] = [5, 7, 9].map(|k| dag.constant(k, 32));
        let xy = dag.add(x, y);
        let yz = dag.mul(y, z);
        // x == 5, x + y == 7 (hence y == 2), y * z < 9.
        let path = [dag.eq(xy, seven), dag.ult(yz, nine), dag.eq(x, five)];
        let guard = dag.ne(z, five);
        let problem = reduced(&mut dag, &path, guard);
        let ids = [x, y].map(|e| dag.vars(e)[0]);
        assert_eq!(problem.values, [(ids[0], 5), (ids[1], 2)]);
        assert_eq!(problem.parts.len(), 2);
        assert!(problem.parts.iter().all(|part| dag.vars(part.condition) == dag.vars(z)));
        assert_eq!(problem.parts[0].condition, guard);
        assert_eq!(problem.parts[1].because.clone().into_core().len(), 3, "all three constraints lead to it");
    }

    #[test]
    fn a_value_that_two_bounds_leave_is_put_in() {
        let mut dag = Dag::new();
        let bytes = [0, 1].map(|i| dag.variable("b", 0, i, 8));
        let y = dag.variable("y", 0, 0, 16);
        let word = dag.concat(bytes[1], bytes[0]);
        let [low, high] = [0x102, 0x104].map(|k| dag.constant(k, 16));
        let path = [dag.ult(low, word), dag.ult(word, high)];
        let sum = dag.add(word, y);
        let guard = dag.ult(sum, low);
        let problem = reduced(&mut dag, &path, guard);
        let ids = bytes.map(|e| dag.vars(e)[0]);
        assert_eq!(problem.values, [(ids[0], 3), (ids[1], 1)]);
        let [part] = &problem.parts[..] else { panic!("{:?}", problem.parts) };
        assert_eq!(dag.vars(part.condition), dag.vars(y));
        assert_eq!(part.because.clone().into_core().len(), 3, "both bounds and the guard");
    }

    #[test]
    fn contradictions_name_what_they_rest_on() {
        let mut dag = Dag::new();
        let [x, y] = [0, 1].map(|i| dag.variable("x", i, 0, 16));
        let [three, four] = [3, 4].map(|k| dag.constant(k, 16));
        let unrelated = dag.ult(y, x);
        let fixed = dag.eq(x, three);
        let sum = dag.add(x, x);
        let guard = dag.eq(sum, four);
        let problem = reduced(&mut dag, &[unrelated, fixed], guard);
        let mut core = problem.contradiction(&dag).expect("3 + 3 is not 4").clone().into_core().to_vec();
        let mut expected = [fixed, guard];
        core.sort_unstable();
        expected.sort_unstable();
        assert_eq!(core, expected);
    }

    #[test]
    fn guards_that_fix_values_are_put_into_the_path() {
        let mut dag = Dag::new();
        let bytes = [0, 1].map(|i| dag.variable("b", 0, i, 8));
        let word = dag.concat(bytes[1], bytes[0]);
        let value = dag.constant(0x4142, 16);
        let guard = dag.eq(word, value);
        let limit = dag.constant(0x50, 8);
        let path = [dag.ult(bytes[0], limit), dag.ult(bytes[1], limit)];
        let problem = reduced(&mut dag, &path, guard);
        let ids = bytes.map(|e| dag.vars(e)[0]);
        assert_eq!(problem.values, [(ids[0], 0x42), (ids[1], 0x41)]);
        assert!(problem.parts.is_empty());
    }
}
