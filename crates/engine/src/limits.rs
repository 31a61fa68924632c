//! Time, memory and the user's patience.
//!
//! Limits are looked at between slices of execution. The memory limit is kept by dropping open states, each of them a
//! cut; if that does not help, the run stops.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tree::StateId;

use crate::config::Limits;
use crate::measure;
use crate::results::{CutReason, Progress, StopReason};
use crate::session::Session;

/// How often limits are looked at and progress is shown.
const INTERVAL: Duration = Duration::from_millis(50);
/// How often states that have covered something new get their tests while they are still open.
const TEST_INTERVAL: Duration = Duration::from_secs(2);

pub(crate) struct Watch<'a> {
    started: Instant,
    limits: &'a Limits,
    interrupt: &'a AtomicBool,
    next: Instant,
    next_tests: Instant,
    /// Calls of [`Watch::is_due`] since the clock was read.
    calls: u32,
    /// Looks in a row that found too much memory in use.
    over_memory: u32,
}

impl<'a> Watch<'a> {
    pub fn new(started: Instant, limits: &'a Limits, interrupt: &'a AtomicBool) -> Watch<'a> {
        Watch {
            started,
            limits,
            interrupt,
            next: started,
            next_tests: started + TEST_INTERVAL,
            calls: 0,
            over_memory: 0,
        }
    }

    /// Whether it is time to look at the limits. Cheap enough for every fork.
    pub fn is_due(&mut self) -> bool {
        self.calls += 1;
        if self.calls < 16 {
            return false;
        }
        self.calls = 0;
        Instant::now() >= self.next
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

impl Session<'_> {
    /// Sets the stop reason when a limit is reached.
    pub(crate) fn check_limits(&mut self) {
        let limits = self.watch.limits;
        let ended = self.paths.completed + self.paths.error + self.paths.infeasible + self.paths.cut;
        let reached = |limit: Option<u64>, value: u64| limit.is_some_and(|limit| value >= limit);
        if self.recording.failed() {
            self.stop = Some(StopReason::Crash);
        } else if reached(limits.max_paths, ended) {
            self.stop = Some(StopReason::Paths);
        } else if reached(limits.max_tests, self.recording.tests()) {
            self.stop = Some(StopReason::Tests);
        } else if reached(limits.max_instructions, self.instructions) {
            self.stop = Some(StopReason::Instructions);
        }
        if self.stop.is_some() {
            // Nothing left to explore is not a limit reached.
            if self.open.is_empty() && !self.recording.failed() {
                self.stop = None;
            }
            return;
        }
        if !self.watch.is_due() && Instant::now() < self.watch.next {
            return;
        }
        self.watch.next = Instant::now() + INTERVAL;
        self.look_closely(limits, ended);
    }

    fn look_closely(&mut self, limits: &Limits, ended: u64) {
        if self.watch.interrupt.load(Ordering::Relaxed) {
            self.stop = Some(StopReason::Interrupt);
        } else if limits.max_time.is_some_and(|limit| self.watch.elapsed() >= limit) {
            self.stop = Some(StopReason::Time);
        }
        let rss = measure::rss_bytes();
        if let Some(limit) = limits.max_memory {
            self.keep_memory_below(limit, rss);
        }
        if Instant::now() >= self.watch.next_tests {
            self.watch.next_tests = Instant::now() + TEST_INTERVAL;
            self.write_pending_tests();
        }
        let progress = Progress {
            elapsed: self.watch.elapsed(),
            paths: ended,
            states: self.open.len() as u64,
            instructions: self.instructions,
            queries: self.solver.stats().asked,
            blocks: measure::blocks(self.machine.program, &self.machine.coverage),
            bugs: self.recording.bug_count(),
            tests: self.recording.tests(),
            rss_mb: rss as f64 / 1e6,
        };
        self.recording.progress(&progress);
    }

    fn write_pending_tests(&mut self) {
        let mut ids: Vec<StateId> = self.untested.iter().copied().collect();
        ids.sort_unstable();
        for id in ids {
            if let Some(mut open) = self.open.remove(&id) {
                self.write_pending_test(id, &mut open);
                self.open.insert(id, open);
            }
        }
    }

    /// Drops what was being learnt and every other open state when too much memory is in use.
    fn keep_memory_below(&mut self, limit: u64, rss: u64) {
        if rss <= limit {
            self.watch.over_memory = 0;
            return;
        }
        self.watch.over_memory += 1;
        // The allocator gives memory back with a delay: look again before dropping more, and stop if nothing helps.
        if self.watch.over_memory > 20 || self.open.len() <= 1 || rss > limit + limit / 2 {
            self.stop = Some(StopReason::Memory);
        } else if self.watch.over_memory % 4 == 1 {
            self.forget_edges();
            let mut ids: Vec<StateId> = self.open.keys().copied().collect();
            ids.sort_unstable();
            for id in ids.into_iter().step_by(2) {
                if let Some(open) = self.open.remove(&id) {
                    self.cut(&open, CutReason::Memory, "");
                    self.untested.remove(&id);
                    self.tree.close(id);
                    self.searcher.remove(id);
                }
            }
        }
    }
}
