//! Who takes what a session finds while it goes on.
//!
//! Does not say where it is kept: files and terminals belong to `report`.

use std::io;
use std::time::Duration;

use machine::seed::Seed;
use pruning::Learnt;
use serde::{Deserialize, Serialize};

use super::{Bug, Covered, TestCase, form};
use crate::parts::Office;
use crate::snapshot::Snapshot;

/// A view of the running session.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    #[serde(rename = "elapsed_s", with = "form::seconds")]
    pub elapsed: Duration,
    /// Paths ended, in whatever way.
    pub paths: u64,
    /// Those that were skipped because what is below them is known; not among `paths`.
    pub skipped: u64,
    /// Open states.
    pub states: u64,
    pub instructions: u64,
    pub queries: u64,
    pub blocks: Covered,
    pub bugs: u64,
    pub tests: u64,
    pub rss_mb: f64,
}

/// Takes what a session finds, when it finds it, so that a run that is killed loses nothing.
pub trait Sink {
    /// A test that shows no bug. An error ends the run: results that cannot be kept are not worth looking for.
    fn test(&mut self, test: &TestCase) -> io::Result<()>;

    /// A bug and the test that shows it; that test is not passed to [`Sink::test`].
    fn bug(&mut self, bug: &Bug, test: &TestCase) -> io::Result<()>;

    /// Called often (about ten times a second); the sink decides what to show.
    fn progress(&mut self, progress: &Progress);

    /// Whether anybody keeps what [`Sink::frontier`] gives.
    fn keeps_frontier(&self) -> bool {
        false
    }

    /// The run as it stands, every few seconds and at its end: all that is needed to go on from there. An error ends the run.
    fn frontier(&mut self, _: &Snapshot) -> io::Result<()> {
        Ok(())
    }

    /// What was learnt before the frontier that was kept last, and was not given yet. An error ends the run.
    fn learnt(&mut self, _: &Learnt) -> io::Result<()> {
        Ok(())
    }

    /// Inputs that somebody else has found since this was last asked: they are worth following.
    fn seeds(&mut self) -> Vec<Seed> {
        Vec::new()
    }

    /// Who the session works for, if it explores a part of a run.
    fn office(&mut self) -> Option<&mut dyn Office> {
        None
    }

    /// What a strategy has decided, and why: a line for the log.
    fn decision(&mut self, note: &str);

    /// What the program under test wrote to stdout or stderr, when the run was asked to echo it.
    fn program_output(&mut self, bytes: &[u8]);
}

/// Keeps nothing, for those who only want the results.
pub struct Nobody;

impl Sink for Nobody {
    fn test(&mut self, _: &TestCase) -> io::Result<()> {
        Ok(())
    }

    fn bug(&mut self, _: &Bug, _: &TestCase) -> io::Result<()> {
        Ok(())
    }

    fn progress(&mut self, _: &Progress) {}

    fn decision(&mut self, _: &str) {}

    fn program_output(&mut self, _: &[u8]) {}
}
