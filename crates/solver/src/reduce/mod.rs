//! Ways to make a question smaller before a decision procedure sees it, one a file.
//!
//! A [`Problem`] is the conjunction on its way: parts, each with the constraints of the question it
//! [follows from](Because), and variables whose values are settled. The question can be satisfied exactly if the problem
//! can, by the same values.

mod common_parts;
mod connected;
mod implied_values;
mod subsumed;

pub use common_parts::CommonParts;
pub use connected::keep_connected;
pub use implied_values::ImpliedValues;
pub use subsumed::Subsumed;

use crate::because::Because;
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
    pub because: Because,
}

impl Problem {
    /// The question as it was asked.
    pub fn of(dag: &Dag, query: &Query) -> Problem {
        let part = |&condition: &ExprId| Part { condition, because: Because::of(condition) };
        Problem { parts: query.constraints(dag).iter().map(part).collect(), values: Vec::new() }
    }

    /// A part that cannot hold.
    pub fn contradiction(&self, dag: &Dag) -> Option<&Because> {
        self.parts.iter().find(|part| dag.is_false(part.condition)).map(|part| &part.because)
    }

    pub fn conditions(&self) -> Vec<ExprId> {
        self.parts.iter().map(|part| part.condition).collect()
    }
}

pub trait Reduction {
    fn reduce(&mut self, dag: &mut Dag, query: &Query, problem: &mut Problem);
}
