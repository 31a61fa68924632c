//! Models are evaluated on everything they must satisfy, by an evaluator that remembers nothing.

use crate::check::Objection;
use expr::{Dag, Evaluator, ExprId, Model};

/// The first expression the model does not satisfy is an error.
pub fn model_satisfies(
    dag: &Dag,
    constraints: impl IntoIterator<Item = ExprId>,
    model: &Model,
) -> Result<(), Objection> {
    let mut evaluator = Evaluator::new();
    match constraints.into_iter().find(|&e| !evaluator.holds(dag, e, model)) {
        Some(e) => Err(Objection::Refuted(format!("the model does not satisfy {e:?}, {:?}", dag.node(e)))),
        None => Ok(()),
    }
}
