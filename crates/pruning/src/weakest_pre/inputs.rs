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
