//! Inputs made on an edge must go from its condition, which has to hold for all of their values (P21 has no
//! rule for this).
//!
//! A requirement becomes one of two things, or nothing is learnt. Either *values*: the program variables beside the inputs are
//! fixed to what they were on the path, and a proof shows that the inputs do not matter then. Or *instances*: the requirement with
//! the inputs of a counterexample put in, then with those of another one that this leaves, until a proof shows that there is none
//! left; together they say exactly what the requirement says for all inputs. Few are enough where an input has few values or few
//! that matter.

use expr::{Dag, ExprId, Substitution, VarId};
use machine::shadow;
use solver::Answer;

use super::fit;
use crate::condition::Conjunct;
use crate::edge::Edge;
use crate::inference::{Elimination, Inference};

/// Instances that are made of one requirement where values come first, and where instances do.
const MOST_AFTER_VALUES: usize = 4;
const MOST_INSTANCES: usize = 12;

/// Whether a formula speaks of anything but program variables.
pub(super) fn has_inputs(dag: &Dag, formula: ExprId) -> bool {
    dag.vars(formula).iter().any(|&variable| shadow::location_of(dag, variable).is_none())
}

/// The requirements without inputs; `None` where that cannot be had.
pub(super) fn eliminated(inference: &mut Inference, edge: &Edge, conjuncts: Vec<Conjunct>) -> Option<Vec<Conjunct>> {
    let mut kept = Vec::new();
    for conjunct in conjuncts {
        let dag = &inference.machine.dag;
        let variables = dag.vars(conjunct.formula).to_vec();
        let (program, inputs): (Vec<VarId>, Vec<VarId>) =
            variables.into_iter().partition(|&v| shadow::location_of(dag, v).is_some());
        if inputs.is_empty() {
            kept.push(conjunct);
            continue;
        }
        let mut values = Values::of(inference, edge, &program)?;
        let formulas = match inference.elimination {
            Elimination::Values => values
                .fixed(inference, conjunct.formula)
                .or_else(|| values.instances(inference, conjunct.formula, &inputs, MOST_AFTER_VALUES)),
            Elimination::Instances => values
                .instances(inference, conjunct.formula, &inputs, MOST_INSTANCES)
                .or_else(|| values.fixed(inference, conjunct.formula)),
        };
        kept.extend(formulas?.into_iter().map(|formula| Conjunct { formula, ..conjunct }));
    }
    Some(kept)
}

/// What program variables were at the start of an edge.
struct Values {
    /// Those that did not depend on inputs themselves.
    known: Substitution,
    /// That they have these values.
    equations: Vec<ExprId>,
    /// None of them depended on inputs.
    all_known: bool,
}

impl Values {
    fn of(inference: &mut Inference, edge: &Edge, program: &[VarId]) -> Option<Values> {
        let mut start = edge.start.clone();
        let mut values = Values { known: Substitution::new(), equations: Vec::new(), all_known: true };
        for &var in program {
            let dag = &mut inference.machine.dag;
            let location = shadow::location_of(dag, var)?;
            let width = dag.var_info(var).width;
            let value = shadow::value_in_state(dag, &mut start, location)?;
            let value = fit(dag, value, width);
            if dag.as_const(value).is_none() {
                values.all_known = false;
                continue;
            }
            values.known.replace_var(dag, var, value);
            let variable = dag.var_expr(var);
            values.equations.push(dag.eq(variable, value));
        }
        Some(values)
    }

    /// That the variables have their values, if the requirement holds then whatever the inputs are.
    fn fixed(&mut self, inference: &mut Inference, formula: ExprId) -> Option<Vec<ExprId>> {
        if !self.all_known {
            return None;
        }
        let formula = self.known.apply(&mut inference.machine.dag, formula);
        let refuted = inference.machine.dag.not(formula);
        let holds = inference.solver.check_set(&mut inference.machine.dag, &[refuted]).is_unsat();
        holds.then(|| self.equations.clone())
    }

    /// Instances of the requirement that imply it together, if so many are enough.
    fn instances(
        &mut self,
        inference: &mut Inference,
        formula: ExprId,
        inputs: &[VarId],
        most: usize,
    ) -> Option<Vec<ExprId>> {
        if self.all_known && self.equations.is_empty() {
            return None;
        }
        let mut instances = Vec::new();
        loop {
            let dag = &mut inference.machine.dag;
            let mut question = instances.clone();
            question.push(dag.not(formula));
            let model = match inference.solver.check_set(dag, &question) {
                Answer::Unsat(_) => return Some(instances),
                Answer::Sat(model) if instances.len() < most => model,
                Answer::Sat(_) | Answer::Unknown(_) => return None,
            };
            let mut counterexample = Substitution::new();
            for &input in inputs {
                let width = dag.var_info(input).width;
                let value = dag.constant(model.get(input, width).into(), width);
                counterexample.replace_var(dag, input, value);
            }
            let instance = counterexample.apply(dag, formula);
            let on_path = self.known.apply(dag, instance);
            if dag.is_false(on_path) {
                // It does not hold on the path either: this input matters.
                return None;
            }
            instances.push(instance);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::condition::Condition;
    use crate::edge::{Edge, EndKind};
    use crate::hand_made::{Lab, P, condition, local, new_input, required, straight};
    use expr::ExprId;
    use machine::state::State;
    use machine::value::Value;
    use std::rc::Rc;

    /// The edge `n = input()` to where a formula is required.
    fn edge(lab: &mut Lab, start: &State, formula: ExprId) -> Edge {
        lab.edge(start, 1, EndKind::Subsumed(condition(&[formula])))
    }

    fn learnt(lab: &mut Lab, start: &State, formula: ExprId) -> Option<Rc<Condition>> {
        let edge = edge(lab, start, formula);
        lab.learnt(&edge)
    }

    #[test]
    fn what_an_input_decides_is_not_learnt() {
        let program = straight(vec![new_input()]);
        let mut lab = Lab::new(&program);
        let start = lab.start_with(5);
        let small = lab.below(lab.n, 10);
        assert!(learnt(&mut lab, &start, small).is_none(), "it holds for the value the input has, not for all");
        let smaller_than_x = lab.machine.dag.ult(lab.n, lab.x);
        assert!(learnt(&mut lab, &start, smaller_than_x).is_none());
    }

    #[test]
    fn what_holds_for_every_input_is_not_required() {
        let program = straight(vec![new_input()]);
        let mut lab = Lab::new(&program);
        let start = lab.start_with(5);
        let one = lab.machine.dag.constant(1, 32);
        let next = lab.machine.dag.add(lab.n, one);
        let product = lab.machine.dag.mul(lab.n, next);
        let last = lab.machine.dag.extract(product, 0, 1);
        let even = lab.not(last);
        assert!(!lab.machine.dag.vars(even).is_empty(), "it takes a proof");
        assert!(learnt(&mut lab, &start, even).unwrap().conjuncts.is_empty());
        lab.solver_gives_up();
        assert!(learnt(&mut lab, &start, even).is_none(), "what is unknown is not proved");
    }

    #[test]
    fn variables_beside_an_input_are_fixed_to_their_values() {
        let program = straight(vec![new_input()]);
        let mut lab = Lab::new(&program);
        let bound = lab.below(lab.n, 10);
        let zero = lab.is(lab.x, 0);
        let either = lab.machine.dag.or(bound, zero);
        let start = lab.start_with(0);
        assert_eq!(learnt(&mut lab, &start, either).unwrap().conjuncts, [required(zero)]);
        let start = lab.start_with(1);
        assert!(learnt(&mut lab, &start, either).is_none(), "with this value it depends on the input");
    }

    #[test]
    fn a_value_that_depends_on_inputs_cannot_be_fixed() {
        let program = straight(vec![new_input()]);
        let mut lab = Lab::new(&program);
        let products = [lab.x, lab.n].map(|e| {
            let one = lab.machine.dag.constant(1, 32);
            let next = lab.machine.dag.add(e, one);
            lab.machine.dag.mul(e, next)
        });
        let sum = lab.machine.dag.add(products[0], products[1]);
        let last = lab.machine.dag.extract(sum, 0, 1);
        let even = lab.not(last);
        let start = lab.start_with(3);
        let three = lab.is(lab.x, 3);
        assert_eq!(learnt(&mut lab, &start, even).unwrap().conjuncts, [required(three)]);
        let start = lab.start(3);
        assert!(learnt(&mut lab, &start, even).unwrap().conjuncts.is_empty(), "it holds for all of its values");
        let same = lab.machine.dag.eq(lab.x, lab.n);
        assert!(learnt(&mut lab, &start, same).is_none());
    }

    #[test]
    fn few_values_of_an_input_are_told_apart() {
        let program = straight(vec![new_input()]);
        let mut lab = Lab::new(&program);
        let few = lab.below(lab.n, 3);
        let sum = lab.machine.dag.add(lab.n, lab.x);
        let small = lab.below(sum, 10);
        let formula = lab.implies(few, small);
        let start = lab.start(5);
        let learnt = learnt(&mut lab, &start, formula).unwrap();
        let expected = lab.below(lab.x, 8);
        lab.assert_means(&learnt.conjuncts, expected);
    }

    #[test]
    fn instances_come_to_an_end_or_teach_nothing() {
        let program = straight(vec![new_input()]);
        let mut lab = Lab::new(&program);
        let (many, sum) = (lab.below(lab.n, 1000), lab.machine.dag.add(lab.n, lab.x));
        let other = lab.is(sum, 2000);
        let other = lab.not(other);
        let formula = lab.implies(many, other);
        let start = lab.start(5);
        assert!(learnt(&mut lab, &start, formula).is_none(), "a thousand are too many");
        let start = lab.start_with(5);
        let five = lab.is(lab.x, 5);
        assert_eq!(learnt(&mut lab, &start, formula).unwrap().conjuncts, [required(five)]);
    }

    #[test]
    fn what_has_nothing_to_do_with_the_input_stays() {
        let program = straight(vec![new_input()]);
        let mut lab = Lab::new(&program);
        let start = lab.start(0);
        let small = lab.below(lab.x, 10);
        assert_eq!(learnt(&mut lab, &start, small).unwrap().conjuncts, [required(small)]);
    }

    #[test]
    fn a_byte_that_exists_at_the_end_only_may_be_anything() {
        let program = straight(vec![local()]);
        let mut lab = Lab::new(&program);
        let start = lab.start(0);
        let mut end = start.clone();
        lab.walk(&mut end, Some(1));
        let Value::Bits(address) = end.frame.regs[P.index()] else { panic!("an address") };
        let byte = lab.byte(address);
        let small = lab.below(byte, 10);
        assert!(learnt(&mut lab, &start, small).is_none());
    }
}
