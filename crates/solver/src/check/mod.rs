//! Independent re-checks of answers (`--self-check`): nothing here trusts what produced the answer.

mod core;
mod model;

use self::core::CoreChecker;
use self::model::model_satisfies;
use crate::answer::Answer;
use crate::config::BackendChoice;
use crate::query::Query;
use expr::Dag;
use std::time::Duration;

/// Why an answer does not survive its re-check.
#[derive(Debug)]
pub enum Objection {
    /// It is wrong: a sentence that says how.
    Refuted(String),
    /// Nobody can tell in the time given.
    Undecided,
}

/// Re-checks answers; remembers what it has proved.
pub struct SelfCheck {
    cores: CoreChecker,
}

impl SelfCheck {
    /// `answering` is what finds the answers: another procedure is asked first.
    pub fn new(answering: &BackendChoice) -> SelfCheck {
        SelfCheck { cores: CoreChecker::new(answering) }
    }

    /// Examines everything an answer claims; `None` if it claims nothing.
    pub fn examine(
        &mut self,
        dag: &mut Dag,
        query: &Query,
        answer: &Answer,
        limit: Duration,
    ) -> Option<Result<(), Objection>> {
        match answer {
            Answer::Sat(model) => Some(model_satisfies(dag, query.path.iter().chain([query.guard]), model)),
            Answer::Unsat(core) => Some(match core.iter().find(|&&e| e != query.guard && !query.path.contains(e)) {
                Some(e) => Err(Objection::Refuted(format!("{e:?} of the core was not asked about"))),
                None => self.cores.check(dag, core, limit),
            }),
            Answer::Unknown(_) => None,
        }
    }
}

/// The opposite of an answer, as far as it has one. Only for answers that are about to be re-checked.
pub fn opposite(query: &Query, answer: Answer) -> Answer {
    match answer {
        Answer::Sat(_) => Answer::Unsat(vec![query.guard]),
        Answer::Unsat(_) => Answer::Sat(query.model.clone()),
        Answer::Unknown(reason) => Answer::Unknown(reason),
    }
}
