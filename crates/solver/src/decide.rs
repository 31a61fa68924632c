//! Hands a conjunction to decision procedures, in the order the configuration asks for.
//!
//! Models are evaluated before they are believed: that costs next to nothing beside finding them.

use crate::answer::UnknownReason;
use crate::backend::bitblast::Bitblast;
use crate::backend::smtlib::SmtlibProcess;
use crate::backend::z3::Z3;
use crate::backend::{Backend, BackendAnswer, deadline_after};
use crate::config::BackendChoice;
use crate::float_search::FloatSearch;
use expr::{Dag, DefaultValue, Evaluator, ExprId, Model, VarId};
use std::time::{Duration, Instant};

/// What the decision procedures say together.
pub enum Decision {
    Sat(Vec<(VarId, u64)>),
    /// Positions of contradictory constraints.
    Unsat(Vec<usize>),
    Unknown(UnknownReason),
}

/// The decision procedures in use. Z3 is started when first needed.
pub struct Decider {
    choice: BackendChoice,
    first: Box<dyn Backend>,
    z3: Option<Z3>,
    float_search: FloatSearch,
}

impl Decider {
    pub fn new(choice: &BackendChoice) -> Decider {
        let first: Box<dyn Backend> = match choice {
            BackendChoice::Auto | BackendChoice::Bitblast => Box::new(Bitblast::new()),
            BackendChoice::Z3 => Box::new(Z3::new()),
            BackendChoice::Smtlib(command) => Box::new(SmtlibProcess::new(command)),
        };
        Decider { choice: choice.clone(), first, z3: None, float_search: FloatSearch::default() }
    }

    pub fn decide(
        &mut self,
        dag: &Dag,
        evaluator: &mut Evaluator,
        constraints: &[ExprId],
        limit: Duration,
    ) -> Decision {
        let answer = match self.choice {
            BackendChoice::Auto => self.decide_auto(dag, evaluator, constraints, limit),
            BackendChoice::Bitblast | BackendChoice::Z3 | BackendChoice::Smtlib(_) => {
                self.first.check(dag, constraints, limit)
            }
        };
        match answer {
            BackendAnswer::Sat(values) if satisfies(dag, evaluator, constraints, &values) => Decision::Sat(values),
            BackendAnswer::Sat(_) => Decision::Unknown(UnknownReason::SelfCheck),
            BackendAnswer::Unsat(core) => Decision::Unsat(core),
            BackendAnswer::Unknown(reason) => Decision::Unknown(reason),
        }
    }

    fn decide_auto(
        &mut self,
        dag: &Dag,
        evaluator: &mut Evaluator,
        constraints: &[ExprId],
        limit: Duration,
    ) -> BackendAnswer {
        let deadline = deadline_after(limit);
        // Half the time, so that Z3 gets its chance at what the bit-blaster is bad at.
        match self.first.check(dag, constraints, limit / 2) {
            BackendAnswer::Unknown(UnknownReason::TimeLimit) => {}
            BackendAnswer::Unknown(_) => {
                if let Some(values) = self.float_search.search(dag, evaluator, constraints, deadline) {
                    return BackendAnswer::Sat(values);
                }
            }
            decided => return decided,
        }
        let remaining = deadline.saturating_duration_since(Instant::now());
        self.z3.get_or_insert_with(Z3::new).check(dag, constraints, remaining)
    }
}

fn satisfies(dag: &Dag, evaluator: &mut Evaluator, constraints: &[ExprId], values: &[(VarId, u64)]) -> bool {
    let mut model = Model::new(DefaultValue::Zero);
    values.iter().for_each(|&(v, value)| model.set(v, value));
    constraints.iter().all(|&e| evaluator.holds(dag, e, &model))
}
