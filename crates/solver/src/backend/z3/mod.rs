//! Z3 as a library: every theory we use, floats included.
//!
//! Expressions are translated once per Z3 context; the context is replaced when it has grown large. Constraints without
//! floats are assumptions of Z3's incremental SAT-based solver, which gives cores. Those with floats go to its
//! tactic-based solver, which is much faster on them but cannot name culprits: their core is the whole set.

mod ffi;
mod floats;
mod script;
mod translate;

use super::{Backend, BackendAnswer, Guidance, deadline_after, variables_of};
use crate::answer::UnknownReason;
use expr::{Dag, ExprId};
pub use script::run_script;
use std::ffi::{CStr, c_uint};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use translate::{Context, TranslateError};

/// Translated expressions after which the context is thrown away, to bound memory over long runs.
const RECYCLE_EXPRESSIONS: usize = 500_000;

/// Queries after which it is: each leaves something behind too.
const RECYCLE_QUERIES: usize = 20_000;

/// How much longer than the limit Z3 may take to notice it by itself before it is interrupted.
const GRACE: Duration = Duration::from_millis(20);

/// See the module's description.
pub struct Z3 {
    context: Context,
    /// Asked of the present context.
    queries: usize,
    /// Constraints asked about so far.
    asked: u64,
}

impl Z3 {
    pub fn new() -> Z3 {
        Z3 { context: Context::new(), queries: 0, asked: 0 }
    }

    fn start_afresh(&mut self) {
        *self = Z3 { asked: self.asked, ..Z3::new() };
    }

    fn solve(&mut self, dag: &Dag, constraints: &[ExprId], limit: Duration) -> Result<BackendAnswer, TranslateError> {
        let deadline = deadline_after(limit);
        if self.context.translated() > RECYCLE_EXPRESSIONS || self.queries > RECYCLE_QUERIES {
            self.start_afresh();
        }
        self.queries += 1;
        let mut goals = Vec::with_capacity(constraints.len());
        let mut floats = false;
        for &e in constraints {
            goals.push(self.context.constraint(dag, e, deadline)?);
            floats |= self.context.has_floats(e);
        }
        let remaining = deadline.saturating_duration_since(Instant::now());
        let solver = Solver::new(&self.context, floats);
        solver.set_limit(remaining);
        let assumptions: Vec<ffi::Ast> = if floats {
            goals.iter().for_each(|&goal| solver.assert(goal));
            Vec::new()
        } else {
            solver.name_goals(&goals)
        };
        let verdict = interrupted_after(&self.context, remaining + GRACE, || solver.check(&assumptions));
        self.context.error()?;
        match verdict {
            ffi::L_TRUE => {
                let model = solver.model();
                let mut values = Vec::new();
                for v in variables_of(dag, constraints) {
                    // A variable can be simplified away on the way; any value will do then.
                    let value = self.context.translated_variable(dag, v).and_then(|ast| model.value(ast));
                    values.push((v, value.unwrap_or(0)));
                }
                self.context.error()?;
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
                    let context = std::mem::replace(&mut self.context, Context::new());
                    self.queries = 0;
                    Leftovers { context, solver }.free_in_the_background();
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

/// A Z3 solver object, released on drop.
struct Solver<'a> {
    context: &'a Context,
    raw: ffi::Solver,
}

impl<'a> Solver<'a> {
    fn new(context: &'a Context, floats: bool) -> Solver<'a> {
        let c = context.raw();
        // SAFETY: the context is alive; the solver is referenced before anything else can free it.
        let raw = unsafe {
            let raw = if floats {
                ffi::Z3_mk_solver(c)
            } else {
                ffi::Z3_mk_solver_for_logic(c, ffi::Z3_mk_string_symbol(c, c"QF_BV".as_ptr()))
            };
            ffi::Z3_solver_inc_ref(c, raw);
            raw
        };
        Solver { context, raw }
    }

    fn set_limit(&self, limit: Duration) {
        let c = self.context.raw();
        let milliseconds = c_uint::try_from(limit.as_millis()).unwrap_or(c_uint::MAX).max(1);
        // SAFETY: context and solver are alive; the parameters are referenced while used.
        unsafe {
            let params = ffi::Z3_mk_params(c);
            ffi::Z3_params_inc_ref(c, params);
            ffi::Z3_params_set_uint(c, params, ffi::Z3_mk_string_symbol(c, c"timeout".as_ptr()), milliseconds);
            ffi::Z3_solver_set_params(c, self.raw, params);
            ffi::Z3_params_dec_ref(c, params);
        }
    }

    fn assert(&self, goal: ffi::Ast) {
        // SAFETY: context, solver and goal are alive.
        unsafe { ffi::Z3_solver_assert(self.context.raw(), self.raw, goal) }
    }

    /// Gives each goal a name that implies it: assumptions have to be plain literals.
    fn name_goals(&self, goals: &[ffi::Ast]) -> Vec<ffi::Ast> {
        let name = |(i, &goal): (usize, &ffi::Ast)| {
            let literal = self.context.name_of_goal(i);
            self.assert(self.context.implies(literal, goal));
            literal
        };
        goals.iter().enumerate().map(name).collect()
    }

    fn check(&self, assumptions: &[ffi::Ast]) -> ffi::Lbool {
        // SAFETY: context, solver and assumptions are alive.
        unsafe {
            ffi::Z3_solver_check_assumptions(
                self.context.raw(),
                self.raw,
                assumptions.len() as c_uint,
                assumptions.as_ptr(),
            )
        }
    }

    fn core(&self) -> Vec<ffi::Ast> {
        let c = self.context.raw();
        // SAFETY: the last check said unsatisfiable; the vector is referenced while read.
        unsafe {
            let vector = ffi::Z3_solver_get_unsat_core(c, self.raw);
            ffi::Z3_ast_vector_inc_ref(c, vector);
            let core = (0..ffi::Z3_ast_vector_size(c, vector)).map(|i| ffi::Z3_ast_vector_get(c, vector, i)).collect();
            ffi::Z3_ast_vector_dec_ref(c, vector);
            core
        }
    }

    fn model(&self) -> Model<'a> {
        let c = self.context.raw();
        // SAFETY: the last check said satisfiable; the model is referenced before anything else can free it.
        let raw = unsafe {
            let raw = ffi::Z3_solver_get_model(c, self.raw);
            if !raw.is_null() {
                ffi::Z3_model_inc_ref(c, raw);
            }
            raw
        };
        Model { context: self.context, raw }
    }

    /// The bare object, with the reference taken in `new`.
    fn into_raw(self) -> ffi::Solver {
        std::mem::ManuallyDrop::new(self).raw
    }

    fn reason(&self, deadline: Instant) -> UnknownReason {
        // SAFETY: the string belongs to the context and is copied at once.
        let text = unsafe { CStr::from_ptr(ffi::Z3_solver_get_reason_unknown(self.context.raw(), self.raw)) };
        let text = text.to_string_lossy();
        if text.contains("timeout") || text.contains("cancel") || Instant::now() >= deadline {
            UnknownReason::TimeLimit
        } else {
            UnknownReason::Incomplete(format!("Z3 says {text}"))
        }
    }
}

impl Drop for Solver<'_> {
    fn drop(&mut self) {
        // SAFETY: balances the reference taken in `new`.
        unsafe { ffi::Z3_solver_dec_ref(self.context.raw(), self.raw) }
    }
}

/// A Z3 model, released on drop.
struct Model<'a> {
    context: &'a Context,
    raw: ffi::Model,
}

impl Model<'_> {
    fn value(&self, variable: ffi::Ast) -> Option<u64> {
        let c = self.context.raw();
        let mut ast = std::ptr::null_mut();
        let mut value = 0;
        // SAFETY: context, model and variable are alive; the out-pointers are valid.
        let found = unsafe {
            !self.raw.is_null()
                && ffi::Z3_model_eval(c, self.raw, variable, true, &mut ast)
                && ffi::Z3_get_numeral_uint64(c, ast, &mut value)
        };
        found.then_some(value)
    }
}

impl Drop for Model<'_> {
    fn drop(&mut self) {
        if !self.raw.is_null() {
            // SAFETY: balances the reference taken in `Solver::model`.
            unsafe { ffi::Z3_model_dec_ref(self.context.raw(), self.raw) }
        }
    }
}

/// What is left of a question that ran out of time.
struct Leftovers {
    context: Context,
    /// Holds a reference.
    solver: ffi::Solver,
}

// SAFETY: nobody else has the context or anything that belongs to it.
unsafe impl Send for Leftovers {}

impl Leftovers {
    /// Freeing can take Z3 as long as the question did, and cannot be interrupted: not on the time of the next question.
    fn free_in_the_background(self) {
        let free = move || {
            let leftovers = self;
            // SAFETY: context and solver are alive; this balances the reference.
            unsafe { ffi::Z3_solver_dec_ref(leftovers.context.raw(), leftovers.solver) }
        };
        // Without a thread the solver stays where it is.
        let _ = std::thread::Builder::new().name("z3-leftovers".into()).spawn(free);
    }
}

/// Runs `work` and interrupts Z3 if it is not done in time: not all of Z3 looks at its own clock.
fn interrupted_after<T>(context: &Context, limit: Duration, work: impl FnOnce() -> T) -> T {
    let raw = context.interrupt_handle();
    let (done, finished) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut wait = limit;
            while finished.recv_timeout(wait) == Err(mpsc::RecvTimeoutError::Timeout) {
                raw.interrupt();
                // An interrupt between two of Z3's phases can get lost.
                wait = GRACE;
            }
        });
        let result = work();
        drop(done);
        result
    })
}
