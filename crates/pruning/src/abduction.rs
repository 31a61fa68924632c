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
