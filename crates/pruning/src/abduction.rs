//! CORE, abduction by unsatisfiable cores (P16 section IV.B, P21 section 5.1): `--interpolation core`, conditions in the
//! form of P13 and P16, cores of the path's own constraints with the values of the variables they depend on, instead of
//! weakest preconditions.
//!
//! Each requirement is replaced by what made it hold on the path: the concrete values of its variables, and for symbolic
//! ones the core of the path condition that entails it. Constraints speak of inputs; they are projected onto the
//! variables of the merge location that hold those inputs (P16 section IV.B). Where an input is in no variable of the
//! requirement, the requirement stays as it is. The result implies what it replaces, so it is sound and prunes less.
//!
//! Also the form of `--coverage context`, which may drop dead variables and constraints only.

use expr::{ExprId, Node, Substitution, VarId};
use machine::shadow;
use solver::{Answer, PathCondition};

use crate::condition::Conjunct;
use crate::edge::Edge;
use crate::inference::Inference;
use crate::weakest_pre::fit;

/// What on the path made each conjunct hold at the start of an edge.
pub(crate) fn cores(
    inference: &mut Inference,
    edge: &Edge,
    path: &PathCondition,
    conjuncts: Vec<Conjunct>,
) -> Option<Vec<Conjunct>> {
    let mut found = Vec::new();
    for conjunct in conjuncts {
        match core(inference, edge, path, conjunct.formula)? {
            Some(formulas) => found.extend(formulas.into_iter().map(|formula| Conjunct { formula, ..conjunct })),
            None => found.push(conjunct),
        }
    }
    Some(found)
}

/// `Some(None)`: it has to stay as it is. `None`: one of its variables does not exist.
fn core(inference: &mut Inference, edge: &Edge, path: &PathCondition, formula: ExprId) -> Option<Option<Vec<ExprId>>> {
    let mut start = edge.start.clone();
    let mut on_path = Substitution::new();
    let mut projection = Substitution::new();
    let mut projected: Vec<VarId> = Vec::new();
    let mut values = Vec::new();
    for var in inference.machine.dag.vars(formula).to_vec() {
        let dag = &mut inference.machine.dag;
        let location = shadow::location_of(dag, var)?;
        let width = dag.var_info(var).width;
        let value = shadow::value_in_state(dag, &mut start, location)?;
        let value = fit(dag, value, width);
        let variable = dag.var_expr(var);
        on_path.replace(variable, value);
        match dag.node(value) {
            Node::Var(input) if !projected.contains(&input) => {
                projected.push(input);
                projection.replace(value, variable);
            }
            _ => values.push((variable, value)),
        }
    }
    let dag = &mut inference.machine.dag;
    let holds = on_path.apply(dag, formula);
    let mut core = Vec::new();
    if !dag.is_true(holds) {
        let refuted = dag.not(holds);
        match inference.solver.check(dag, path, refuted, &start.model) {
            Answer::Unsat(constraints) => core.extend(constraints.into_iter().filter(|&e| e != refuted)),
            Answer::Sat(_) | Answer::Unknown(_) => return Some(None),
        }
    }
    let dag = &mut inference.machine.dag;
    core.extend(values.iter().map(|&(variable, value)| dag.eq(variable, value)));
    let only_projected =
        |&e: &ExprId| dag.vars(e).iter().all(|v| projected.contains(v) || shadow::location_of(dag, *v).is_some());
    if !core.iter().all(only_projected) {
        return Some(None);
    }
    Some(Some(core.into_iter().map(|e| projection.apply(dag, e)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::EndKind;
    use crate::hand_made::{Lab, N, X, bug, condition, flag_if_below, required, straight};
    use machine::checks::BugKind;
    use machine::state::State;
    use machine::value::Value;

    /// What the core form makes of a formula that is required at a state. It must imply what it replaces.
    #[track_caller]
    fn core_form(lab: &mut Lab, state: &State, path: &[ExprId], formula: ExprId) -> Vec<Conjunct> {
        let edge = lab.edge(state, 0, EndKind::Continues);
        let path = lab.path(path);
        let found = cores(&mut lab.inference(), &edge, &path, vec![required(formula)]).unwrap();
        let made = lab.all_of(&found);
        let kept = lab.implies(made, formula);
        assert!(lab.is_valid(kept), "{found:?}");
        found
    }

    #[test]
    fn concrete_values_are_fixed() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start_with(5);
        let (small, five) = (lab.below(lab.x, 10), lab.is(lab.x, 5));
        assert_eq!(core_form(&mut lab, &state, &[], small), [required(five)]);
    }

    #[test]
    fn constraints_are_projected_onto_the_variable_that_holds_the_input() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start(5);
        let input = lab.value(&state, X);
        let (path, small, expected) = (lab.below(input, 7), lab.below(lab.x, 10), lab.below(lab.x, 7));
        assert_eq!(core_form(&mut lab, &state, &[path], small), [required(expected)]);
    }

    #[test]
    fn only_the_core_of_the_path_is_taken() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let mut state = lab.start(5);
        let input = lab.value(&state, X);
        let another = lab.machine.dag.variable("another", 0, 0, 32);
        state.frame.regs[N.index()] = Value::Expr(another);
        let (path, beside) = (lab.below(input, 7), lab.below(another, 3));
        let (small, expected) = (lab.below(lab.x, 10), lab.below(lab.x, 7));
        assert_eq!(core_form(&mut lab, &state, &[path, beside], small), [required(expected)]);
    }

    #[test]
    fn what_the_path_does_not_entail_stays() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start(5);
        let input = lab.value(&state, X);
        let (path, small) = (lab.below(input, 70), lab.below(lab.x, 10));
        assert_eq!(core_form(&mut lab, &state, &[path], small), [required(small)]);
        let path = lab.below(input, 7);
        lab.solver_gives_up();
        assert_eq!(core_form(&mut lab, &state, &[path], small), [required(small)], "nor what is unknown");
    }

    #[test]
    fn an_input_in_no_variable_of_the_requirement_keeps_it_as_it_is() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start(5);
        let input = lab.value(&state, X);
        let hidden = lab.machine.dag.variable("hidden", 0, 0, 32);
        let path = [lab.machine.dag.ult(input, hidden), lab.below(hidden, 8)];
        let small = lab.below(lab.x, 10);
        assert_eq!(core_form(&mut lab, &state, &path, small), [required(small)]);
    }

    #[test]
    fn two_variables_with_one_input_are_equal() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let mut state = lab.start(5);
        state.frame.regs[N.index()] = state.frame.regs[X.index()];
        let at_most = lab.machine.dag.ule(lab.x, lab.n);
        let equal = lab.machine.dag.eq(lab.x, lab.n);
        let found = core_form(&mut lab, &state, &[], at_most);
        lab.assert_means(&found, equal);
    }

    #[test]
    fn a_variable_that_does_not_exist_is_nothing_learnt() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start(5);
        let nowhere = lab.byte(0x10);
        let small = lab.below(nowhere, 10);
        let edge = lab.edge(&state, 0, EndKind::Continues);
        let path = lab.path(&[]);
        assert!(cores(&mut lab.inference(), &edge, &path, vec![required(small)]).is_none());
    }

    #[test]
    fn what_it_guards_is_kept() {
        let program = straight(Vec::new());
        let mut lab = Lab::new(&program);
        let state = lab.start_with(5);
        let guards = Some(bug(BugKind::Abort, 0, 0));
        let (formula, five) = (lab.below(lab.x, 10), lab.is(lab.x, 5));
        let edge = lab.edge(&state, 0, EndKind::Continues);
        let path = lab.path(&[]);
        let found = cores(&mut lab.inference(), &edge, &path, vec![Conjunct { formula, guards }]).unwrap();
        assert_eq!(found, [Conjunct { formula: five, guards }]);
    }

    #[test]
    fn an_edge_with_a_path_is_learnt_from_in_this_form() {
        let program = straight(vec![flag_if_below(X, 20)]);
        let mut lab = Lab::new(&program);
        let start = lab.start(5);
        let input = lab.value(&start, X);
        let (path, below, expected) = (lab.below(input, 7), lab.below(lab.x, 10), lab.below(lab.x, 7));
        let mut edge = lab.edge(&start, 1, EndKind::Subsumed(condition(&[below, lab.flag])));
        edge.path = Some(lab.path(&[path]));
        let learnt = lab.learnt(&edge).unwrap();
        lab.assert_means(&learnt.conjuncts, expected);
    }
}
