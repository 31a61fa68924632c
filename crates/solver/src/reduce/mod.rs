//! Ways to make a question smaller before a decision procedure sees it, one a file.
//!
//! A [`Problem`] is the conjunction on its way: parts, each with the constraints of the question it
//! [follows from](Explanation), and variables whose values are settled. The question can be satisfied exactly if the problem
//! can, by the same values.

mod common_subconstraints;
mod divisions;
mod implied_ranges;
mod implied_values;
mod incremental_solving;
mod remainders;
mod subsumption;

pub use common_subconstraints::CommonSubconstraints;
pub use divisions::Divisions;
pub use implied_values::ImpliedValues;
pub use incremental_solving::keep_dependent;
pub use remainders::Remainders;
pub use subsumption::Subsumption;

use crate::explanation::Explanation;
use crate::query::Query;
use expr::{Dag, ExprId, VarId};

/// See the module's description.
#[derive(Clone, Default)]
pub struct Problem {
    /// The parts that depend on the guard come first, then the others from the newest to the oldest.
    pub parts: Vec<Part>,
    pub values: Vec<(VarId, u64)>,
}

/// A condition that must hold, and why.
#[derive(Clone, Debug)]
pub struct Part {
    pub condition: ExprId,
    pub because: Explanation,
}

impl Problem {
    /// The question as it was asked.
    pub fn of(dag: &Dag, query: &Query) -> Problem {
        let part = |&condition: &ExprId| Part { condition, because: Explanation::of(condition) };
        Problem { parts: query.constraints(dag).iter().map(part).collect(), values: Vec::new() }
    }

    /// A part that cannot hold.
    pub fn contradiction(&self, dag: &Dag) -> Option<&Explanation> {
        self.parts.iter().find(|part| dag.is_false(part.condition)).map(|part| &part.because)
    }

    pub fn conditions(&self) -> Vec<ExprId> {
        self.parts.iter().map(|part| part.condition).collect()
    }
}

pub trait Reduction {
    fn reduce(&mut self, dag: &mut Dag, query: &Query, problem: &mut Problem);
}

/// What a reduction makes of a question.
#[cfg(test)]
fn reduced(reduction: &mut dyn Reduction, dag: &mut Dag, path: &[ExprId], guard: ExprId) -> Problem {
    let mut whole = crate::path_condition::PathCondition::new();
    for &constraint in path {
        whole.add(dag, constraint);
    }
    let model = expr::Model::new(expr::DefaultValue::Zero);
    let query = Query::new(&whole, guard, &model, crate::query::ModelFit::Unrelated);
    let mut problem = Problem::of(dag, &query);
    reduction.reduce(dag, &query, &mut problem);
    problem
}
