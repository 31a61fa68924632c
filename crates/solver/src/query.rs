//! One question: can this path also satisfy this guard? What layers need of it is computed when first asked for.

use crate::answer::UnknownReason;
use crate::backend::Guidance;
use crate::path_condition::{PathCondition, SliceKey};
use expr::{Dag, Evaluator, ExprId, Model, VarId};
use std::cell::OnceCell;
use std::rc::Rc;

/// Whether the model handed in with a query is known to satisfy the path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ModelFit {
    SatisfiesPath,
    /// Nothing is known; it only supplies values for variables nobody asks about.
    Unrelated,
}

/// See the module's description.
pub struct Query<'a> {
    pub path: &'a PathCondition,
    pub guard: ExprId,
    pub model: &'a Model,
    pub fit: ModelFit,
    key: OnceCell<SliceKey>,
    constraints: OnceCell<Vec<ExprId>>,
}

impl<'a> Query<'a> {
    pub fn new(path: &'a PathCondition, guard: ExprId, model: &'a Model, fit: ModelFit) -> Query<'a> {
        Query { path, guard, model, fit, key: OnceCell::new(), constraints: OnceCell::new() }
    }

    /// Only a model of the path is worth staying near to.
    pub fn guidance(&self) -> Guidance<'a> {
        let near = (self.fit == ModelFit::SatisfiesPath).then_some(self.model);
        Guidance { near, ..Guidance::default() }
    }

    /// Names the slice of the guard. Costs a look-up per variable of the guard.
    pub fn slice_key(&self, dag: &Dag) -> SliceKey {
        *self.key.get_or_init(|| self.path.slice_key(dag, self.guard))
    }

    /// The guard, then the constraints of the path connected with it. Listing them costs time: not for the fast layers.
    pub fn constraints(&self, dag: &Dag) -> &[ExprId] {
        self.constraints.get_or_init(|| {
            let mut all = vec![self.guard];
            all.extend(self.path.slice(dag, self.guard).constraints);
            all
        })
    }

    /// The variables of [`constraints`](Query::constraints), sorted.
    pub fn variables(&self, dag: &Dag) -> Vec<VarId> {
        let mut variables: Vec<VarId> =
            self.constraints(dag).iter().flat_map(|&constraint| dag.vars(constraint)).copied().collect();
        variables.sort_unstable();
        variables.dedup();
        variables
    }
}

/// Evaluators shared by all who need one: each remembers a value for every expression of the DAG.
#[derive(Default)]
pub struct Evaluators {
    /// For the model the query came with.
    pub own: Evaluator,
    /// For any other model.
    pub trial: Evaluator,
}

/// What a layer or the backend found out about a query. Cheap to clone, so that caches can keep it.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Satisfied by the query's model with these values changed.
    Sat(Rc<[(VarId, u64)]>),
    /// Unsatisfiable, because of these constraints among the guard and the path.
    Unsat(Rc<[ExprId]>),
    /// Beyond what the decision procedures can do; asking again would only cost the same time again.
    Undecided(UnknownReason),
}
