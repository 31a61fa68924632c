//! Runs in this process: a file of programs is loaded once and explored many times.

use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use engine::config::CheckSet;
use engine::results::{Bug, CutReason, Nobody, StopReason};
use program::{LoadOptions, OptLevel, Program, ProgramError};

use crate::configuration::Configuration;
use crate::generator::file;
use crate::judgement::Found;

/// The models of library functions that the command carries.
const LIBC_BITCODE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/libc.bc"));

/// A file of programs, ready to be explored.
pub struct Loaded(Program);

impl Loaded {
    pub fn new(source: &Path, level: OptLevel, checks: CheckSet) -> Result<Loaded, ProgramError> {
        let options = LoadOptions {
            clang_args: vec!["-w".to_owned()],
            opt: level,
            stated: checks.to_state(),
            runtime_bitcode: Some(LIBC_BITCODE.into()),
            ..LoadOptions::default()
        };
        program::load(&[source.to_owned()], &options).map(Loaded)
    }

    /// Explores the program of the configuration's seed. A panic is an error.
    pub fn explore(&self, configuration: Configuration) -> Result<Found, String> {
        let config = configuration.config(file::entry(configuration.seed));
        let run = || engine::session::run(&self.0, &config, &mut Nobody, &AtomicBool::new(false));
        let results = panic::catch_unwind(AssertUnwindSafe(run)).map_err(|_| "panics")?;
        let own_file = format!("{}.c", configuration.seed);
        let line = |bug: &Bug| if bug.file.ends_with(&own_file) { u64::from(bug.line) } else { 0 };
        let ended_early =
            matches!(results.conclusion.stop_reason, StopReason::Paths | StopReason::Instructions | StopReason::Time);
        let unsolved = results.conclusion.cuts.iter().any(|cut| cut.reason == CutReason::Solver);
        Ok(Found {
            errors: results.bugs.iter().map(|bug| (bug.kind.clone(), line(bug))).collect(),
            verdict: results.conclusion.verdict.to_string(),
            exhausted: results.conclusion.exhausted,
            gave_up: ended_early && !results.conclusion.exhausted || unsolved,
            cuts: format!("{:?}", results.conclusion.cuts),
            mistakes: results.self_check.map_or_else(Vec::new, |check| check.failures),
        })
    }
}
