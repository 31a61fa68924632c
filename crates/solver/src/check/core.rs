//! Cores are proved again by another decision procedure than the one that found them.
//!
//! What the other one does not decide soon is proved again by a fresh instance of the first, and what neither decides soon is given
//! both for longer: procedures differ more in what they find hard than in how fast they are.

use crate::backend::bitblast::Bitblast;
use crate::backend::z3::Z3;
use crate::backend::{Backend, BackendAnswer, Guidance};
use crate::check::Objection;
use crate::config::BackendChoice;
use crate::math_calls::MathCalls;
use expr::{Dag, ExprId};
use rustc_hash::FxHashSet;
use std::time::Duration;

/// How long each procedure may try at first.
const FIRST_TRY: Duration = Duration::from_millis(250);

/// Proves cores again; remembers which it has proved.
pub struct CoreChecker {
    backends: [Box<dyn Backend>; 2],
    math_calls: MathCalls,
    proved: FxHashSet<Vec<ExprId>>,
}

impl CoreChecker {
    /// `answering` is what found the cores: the other one is asked first.
    pub fn new(answering: &BackendChoice) -> CoreChecker {
        let (bitblast, z3) = (Box::new(Bitblast::new()), Box::new(Z3::new()));
        let backends: [Box<dyn Backend>; 2] = match answering {
            BackendChoice::Auto | BackendChoice::Bitblast => [z3, bitblast],
            BackendChoice::Z3 | BackendChoice::Smtlib(_) => [bitblast, z3],
        };
        CoreChecker { backends, math_calls: MathCalls::default(), proved: FxHashSet::default() }
    }

    /// An error when a model of the core is found, or when nobody can prove it within the limit.
    pub fn check(&mut self, dag: &mut Dag, core: &[ExprId], limit: Duration) -> Result<(), Objection> {
        let mut key = core.to_vec();
        key.sort_unstable();
        if self.proved.contains(&key) {
            return Ok(());
        }
        for limit in [FIRST_TRY.min(limit), limit] {
            for backend in &mut self.backends {
                match self.math_calls.check(dag, &mut **backend, core, Guidance::default(), limit) {
                    BackendAnswer::Unsat(_) => {
                        self.proved.insert(key);
                        return Ok(());
                    }
                    BackendAnswer::Sat(_) => {
                        let complaint = format!("{} finds a model of the core {core:?}", backend.name());
                        return Err(Objection::Refuted(complaint));
                    }
                    BackendAnswer::Unknown(_) => {}
                }
            }
        }
        Err(Objection::Undecided)
    }
}
