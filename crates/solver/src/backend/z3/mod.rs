//! Z3 as a library, where there is one: every theory we use, floats included.
//!
//! Expressions are translated once per Z3 context; the context is replaced when it has grown large. Constraints without
//! floats are assumptions of Z3's incremental SAT-based solver, which gives cores. Those with floats go to its
//! tactic-based solver, which is much faster on them but cannot name culprits: their core is the whole set.

mod ffi;
mod floats;
mod objects;
mod script;
mod terms;
mod translate;

use super::{Backend, BackendAnswer, Guidance, deadline_after, variables_of};
use crate::answer::UnknownReason;
use expr::{Dag, ExprId};
pub use ffi::missing;
use objects::{Leftovers, Solver};
pub use script::run_script;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use terms::Terms;
use translate::{Context, TranslateError};

/// Translated expressions after which the context is thrown away, to bound memory over long runs.
const RECYCLE_EXPRESSIONS: usize = 500_000;

/// Queries after which it is: each leaves something behind too.
const RECYCLE_QUERIES: usize = 20_000;

/// How much longer than the limit Z3 may take to notice it by itself before it is interrupted.
const GRACE: Duration = Duration::from_millis(20);

/// See the module's description.
pub struct Z3 {
    /// Made with the first question.
    context: Option<Context>,
    /// Asked of the present context.
    queries: usize,
    /// Constraints asked about so far.
    asked: u64,
}

impl Z3 {
    /// Where Z3 is [`missing`] no question is answered.
    pub fn new() -> Z3 {
        Z3 { context: None, queries: 0, asked: 0 }
    }

    fn start_afresh(&mut self) {
        *self = Z3 { asked: self.asked, ..Z3::new() };
    }

    fn solve(&mut self, dag: &Dag, constraints: &[ExprId], limit: Duration) -> Result<BackendAnswer, TranslateError> {
        if let Some(missing) = missing() {
            return Ok(BackendAnswer::Unknown(UnknownReason::Incomplete(missing.to_owned())));
        }
        let deadline = deadline_after(limit);
        if self.context.as_ref().is_some_and(|context| context.translated() > RECYCLE_EXPRESSIONS)
            || self.queries > RECYCLE_QUERIES
        {
            self.start_afresh();
        }
        self.queries += 1;
        let context = self.context.get_or_insert_with(Context::new);
        let mut goals = Vec::with_capacity(constraints.len());
        let mut floats = false;
        for &e in constraints {
            goals.push(context.constraint(dag, e, deadline)?);
            floats |= context.has_floats(e);
        }
        let remaining = deadline.saturating_duration_since(Instant::now());
        let solver = Solver::new(context.terms(), floats);
        solver.set_limit(remaining);
        let mut assumptions: Vec<ffi::Ast> = Vec::new();
        for (i, &goal) in goals.iter().enumerate() {
            if floats {
                solver.assert(goal);
            } else {
                // Assumptions have to be plain literals.
                let name = context.name_of_goal(i);
                solver.assert_named(name, goal);
                assumptions.push(name);
            }
        }
        let verdict = interrupted_after(context.terms(), remaining + GRACE, || solver.check(&assumptions));
        context.error()?;
        match verdict {
            ffi::L_TRUE => {
                let model = solver.model();
                let mut values = Vec::new();
                for v in variables_of(dag, constraints) {
                    // A variable can be simplified away on the way; any value will do then.
                    let value = context.translated_variable(dag, v).and_then(|ast| model.value(ast));
                    values.push((v, value.unwrap_or(0)));
                }
                context.error()?;
                Ok(BackendAnswer::Sat(values))
            }
            ffi::L_FALSE if floats => Ok(BackendAnswer::Unsat((0..constraints.len()).collect())),
            ffi::L_FALSE => {
                let failed = solver.core();
                let named = |i: &usize| failed.contains(&assumptions[*i]);
                Ok(BackendAnswer::Unsat((0..constraints.len()).filter(named).collect()))
            }
            _ => {
                let reason = solver.reason(deadline);
                if reason == UnknownReason::TimeLimit {
                    let solver = solver.into_raw();
                    if let Some(context) = self.context.take() {
                        Leftovers { context, solver }.free_in_the_background();
                    }
                    self.queries = 0;
                }
                Ok(BackendAnswer::Unknown(reason))
            }
        }
    }
}

impl Default for Z3 {
    fn default() -> Z3 {
        Z3::new()
    }
}

impl Backend for Z3 {
    fn name(&self) -> &str {
        "z3"
    }

    fn check_guided(&mut self, dag: &Dag, constraints: &[ExprId], _: Guidance<'_>, limit: Duration) -> BackendAnswer {
        self.asked += constraints.len() as u64;
        self.solve(dag, constraints, limit).unwrap_or_else(|error| {
            // Whatever went wrong, the next question starts from a clean context.
            self.start_afresh();
            BackendAnswer::Unknown(match error {
                TranslateError::TimeLimit => UnknownReason::TimeLimit,
                TranslateError::Z3(message) => UnknownReason::Incomplete(format!("Z3: {message}")),
            })
        })
    }

    /// Z3 counts steps too, but not the same ones in every version.
    fn work(&self) -> u64 {
        self.asked
    }
}

/// Runs `work` and interrupts Z3 if it is not done in time: not all of Z3 looks at its own clock.
fn interrupted_after<T>(terms: &Terms, limit: Duration, work: impl FnOnce() -> T) -> T {
    let handle = terms.interrupt_handle();
    let (done, finished) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut wait = limit;
            while finished.recv_timeout(wait) == Err(mpsc::RecvTimeoutError::Timeout) {
                handle.interrupt();
                // An interrupt between two of Z3's phases can get lost.
                wait = GRACE;
            }
        });
        let result = work();
        drop(done);
        result
    })
}
