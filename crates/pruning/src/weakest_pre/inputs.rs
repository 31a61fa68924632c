//! Inputs made on an edge must go from its condition, which has to hold for all of their values (P21 has no
//! rule for this).
//!
//! Either a proof shows that they do not matter, or the program variables beside them are fixed to their values on the
//! path and a proof shows it then, or nothing is learnt.

use expr::{Substitution, VarId};
use machine::shadow;

use super::fit;
use crate::condition::Conjunct;
use crate::edge::Edge;
use crate::inference::Inference;

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
        let mut substitution = Substitution::new();
        let mut start = edge.start.clone();
        let mut fixed = Vec::new();
        for var in program {
            let dag = &mut inference.machine.dag;
            let location = shadow::location_of(dag, var)?;
            let width = dag.var_info(var).width;
            let value = shadow::value_in_state(dag, &mut start, location)?;
            let value = fit(dag, value, width);
            // A value that depends on inputs itself cannot be fixed.
            dag.as_const(value)?;
            substitution.replace_var(dag, var, value);
            let variable = dag.var_expr(var);
            let formula = dag.eq(variable, value);
            fixed.push(Conjunct { formula, guards: conjunct.guards });
        }
        let formula = substitution.apply(&mut inference.machine.dag, conjunct.formula);
        let refuted = inference.machine.dag.not(formula);
        if !inference.solver.check_set(&mut inference.machine.dag, &[refuted]).is_unsat() {
            return None;
        }
        kept.extend(fixed);
    }
    Some(kept)
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
        assert!(learnt(&mut lab, &start, even).is_none());
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
