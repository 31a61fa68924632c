//! Z3's solver and model objects: counted references, released on drop.

use super::ffi;
use super::terms::Terms;
use super::translate::Context;
use crate::answer::UnknownReason;
use std::ffi::{CStr, c_uint};
use std::time::{Duration, Instant};

/// A Z3 solver object, released on drop.
pub struct Solver<'a> {
    terms: &'a Terms,
    raw: ffi::Solver,
}

impl<'a> Solver<'a> {
    pub fn new(terms: &'a Terms, floats: bool) -> Solver<'a> {
        let c = terms.raw();
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
        Solver { terms, raw }
    }

    pub fn set_limit(&self, limit: Duration) {
        let c = self.terms.raw();
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

    pub fn assert(&self, goal: ffi::Ast) {
        // SAFETY: context, solver and goal are alive.
        unsafe { ffi::Z3_solver_assert(self.terms.raw(), self.raw, goal) }
    }

    /// Asserts a goal for when its name, a literal, is assumed.
    pub fn assert_named(&self, name: ffi::Ast, goal: ffi::Ast) {
        self.assert(self.terms.implies(name, goal));
    }

    pub fn check(&self, assumptions: &[ffi::Ast]) -> ffi::Lbool {
        // SAFETY: context, solver and assumptions are alive.
        unsafe {
            ffi::Z3_solver_check_assumptions(
                self.terms.raw(),
                self.raw,
                assumptions.len() as c_uint,
                assumptions.as_ptr(),
            )
        }
    }

    pub fn core(&self) -> Vec<ffi::Ast> {
        let c = self.terms.raw();
        // SAFETY: the last check said unsatisfiable; the vector is referenced while read.
        unsafe {
            let vector = ffi::Z3_solver_get_unsat_core(c, self.raw);
            ffi::Z3_ast_vector_inc_ref(c, vector);
            let core = (0..ffi::Z3_ast_vector_size(c, vector)).map(|i| ffi::Z3_ast_vector_get(c, vector, i)).collect();
            ffi::Z3_ast_vector_dec_ref(c, vector);
            core
        }
    }

    pub fn model(&self) -> Model<'a> {
        let c = self.terms.raw();
        // SAFETY: the last check said satisfiable; the model is referenced before anything else can free it.
        let raw = unsafe {
            let raw = ffi::Z3_solver_get_model(c, self.raw);
            if !raw.is_null() {
                ffi::Z3_model_inc_ref(c, raw);
            }
            raw
        };
        Model { terms: self.terms, raw }
    }

    /// The bare object, with the reference taken in `new`.
    pub fn into_raw(self) -> ffi::Solver {
        std::mem::ManuallyDrop::new(self).raw
    }

    pub fn reason(&self, deadline: Instant) -> UnknownReason {
        // SAFETY: the string belongs to the context and is copied at once.
        let text = unsafe { CStr::from_ptr(ffi::Z3_solver_get_reason_unknown(self.terms.raw(), self.raw)) };
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
        unsafe { ffi::Z3_solver_dec_ref(self.terms.raw(), self.raw) }
    }
}

/// A Z3 model, released on drop.
pub struct Model<'a> {
    terms: &'a Terms,
    raw: ffi::Model,
}

impl Model<'_> {
    pub fn value(&self, variable: ffi::Ast) -> Option<u64> {
        let c = self.terms.raw();
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
            unsafe { ffi::Z3_model_dec_ref(self.terms.raw(), self.raw) }
        }
    }
}

/// What is left of a question that ran out of time.
pub struct Leftovers {
    pub context: Context,
    /// Holds a reference.
    pub solver: ffi::Solver,
}

// SAFETY: nobody else has the context or anything that belongs to it.
unsafe impl Send for Leftovers {}

impl Leftovers {
    /// Freeing can take Z3 as long as the question did, and cannot be interrupted: not on the time of the next question.
    pub fn free_in_the_background(self) {
        let free = move || {
            let leftovers = self;
            // SAFETY: context and solver are alive; this balances the reference.
            unsafe { ffi::Z3_solver_dec_ref(leftovers.context.terms().raw(), leftovers.solver) }
        };
        // Without a thread the solver stays where it is.
        let _ = std::thread::Builder::new().name("z3-leftovers".into()).spawn(free);
    }
}
