//! Time, memory and patience: the user's, and that with a path that may never end.
//!
//! Limits are looked at between slices of execution. The memory limit is kept by dropping open states, each of them a
//! cut; if that does not help, the run stops.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tree::StateId;

use crate::config::Limits;
use crate::measure;
use crate::parts::Limited;
use crate::results::{CutReason, Progress, StopReason};
use crate::session::Session;

/// How often limits are looked at and progress is shown.
const INTERVAL: Duration = Duration::from_millis(50);
/// The same where somebody else waits to hear of it, who may have nothing to do.
const OFFICE_INTERVAL: Duration = Duration::from_millis(10);
/// Work after which states that have covered something new get their tests while they are still open. Not time: making a test makes expressions, and
/// when these are made decides on the order of others.
const TEST_INTERVAL: u64 = 5_000_000;

/// Work on one state after which others may have their turn: it may never end. In instructions.
const LONG: u64 = 20_000_000;

pub(crate) struct Watch<'a> {
    started: Instant,
    limits: &'a Limits,
    interrupt: &'a AtomicBool,
    /// Between two looks.
    pub interval: Duration,
    /// What the end of the run will take: writing down what is open.
    reserve: Duration,
    next: Instant,
    /// The work after which tests are due.
    next_tests: u64,
    /// Calls of [`Watch::is_due`] since the clock was read.
    calls: u32,
    /// Looks in a row that found too much memory in use.
    over_memory: u32,
    /// The state that ran last, and the work done before it was selected.
    under_way: Option<(StateId, u64)>,
}

impl<'a> Watch<'a> {
    pub fn new(started: Instant, limits: &'a Limits, interrupt: &'a AtomicBool) -> Watch<'a> {
        Watch {
            started,
            limits,
            interrupt,
            interval: INTERVAL,
            reserve: Duration::ZERO,
            next: started,
            next_tests: TEST_INTERVAL,
            calls: 0,
            over_memory: 0,
            under_way: None,
        }
    }

    pub fn started(&self) -> Instant {
        self.started
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

    /// A state has its turn, perhaps once more.
    pub fn selected(&mut self, id: StateId, work: u64) {
        if self.under_way.is_none_or(|(state, _)| state != id) {
            self.under_way = Some((id, work));
        }
    }

    /// Whether much work was done on a state since it was selected.
    pub fn has_run_for_long(&self, id: StateId, work: u64) -> bool {
        self.under_way.is_some_and(|(state, before)| state == id && work - before >= LONG)
    }

    /// Others may have their turn.
    pub fn turn_is_over(&mut self) {
        self.under_way = None;
    }

    /// Why the run is to stop now, if the user or the clock says so.
    pub fn time_is_up(&self) -> Option<StopReason> {
        if self.interrupt.load(Ordering::Relaxed) {
            Some(StopReason::Interrupt)
        } else if self
            .limits
            .max_time
            .is_some_and(|limit| self.started.elapsed() + self.reserve.min(limit / 4) >= limit)
        {
            Some(StopReason::Time)
        } else {
            None
        }
    }
}

impl Session<'_> {
    /// Sets the stop reason when a limit is reached.
    pub(crate) fn check_limits(&mut self) {
        self.follow_orders();
        if self.stop.is_some() {
            return;
        }
        let limits = self.watch.limits;
        let ended = self.ledger.paths_ended();
        let reached = |limit: Option<u64>, value: u64| limit.is_some_and(|limit| value >= limit);
        if self.recording.failed() {
            self.stop = Some(StopReason::Crash);
        } else if reached(self.allowance.paths, ended)
            && !(self.frontier.states.is_empty() || self.may_do_more(Limited::Paths))
        {
            self.stop = Some(StopReason::Paths);
        } else if reached(limits.max_tests, self.recording.tests()) {
            self.stop = Some(StopReason::Tests);
        } else if reached(limits.max_instructions, self.ledger.instructions) {
            self.stop = Some(StopReason::Instructions);
        }
        if self.stop.is_some() {
            // Nothing left to explore is not a limit reached.
            if self.frontier.states.is_empty() && !self.recording.failed() {
                self.stop = None;
            }
            return;
        }
        if !self.watch.is_due() && Instant::now() < self.watch.next {
            return;
        }
        let interval = if self.recording.office().is_some() { OFFICE_INTERVAL } else { self.watch.interval };
        self.watch.next = Instant::now() + interval;
        self.look_closely(ended);
    }

    fn look_closely(&mut self, ended: u64) {
        self.watch.reserve = self.saving.expected(self.frontier.states.len());
        self.stop = self.watch.time_is_up();
        let rss = measure::rss_bytes();
        if let Some(limit) = self.allowance.memory {
            self.keep_memory_below(limit, rss);
        }
        // The end of a run writes it down anyway.
        if self.stop.is_none() {
            self.save_if_due();
        }
        self.tell_what_is_new();
        self.seeding.add(self.recording.seeds());
        let progress = Progress {
            elapsed: self.begun.elapsed(),
            paths: ended,
            skipped: self.ledger.paths.subsumed,
            states: self.frontier.states.len() as u64,
            instructions: self.ledger.instructions,
            queries: self.earlier.asked() + self.asker.solver.stats().asked,
            blocks: measure::blocks(self.machine.program, &self.machine.coverage),
            bugs: self.recording.bug_count(),
            tests: self.recording.tests(),
            rss_mb: rss as f64 / 1e6,
        };
        self.recording.progress(&progress);
    }

    /// States that have covered something new get their tests from time to time while they are still open.
    pub(crate) fn write_pending_tests(&mut self) {
        let work = self.work();
        if work < self.watch.next_tests {
            return;
        }
        self.watch.next_tests = work + TEST_INTERVAL;
        for id in self.frontier.states.untested() {
            if let Some(mut open) = self.frontier.states.take(id) {
                self.write_pending_test(id, &mut open);
                self.frontier.states.put(id, open);
            }
        }
    }

    /// Drops what was being learnt and every other open state when too much memory is in use.
    fn keep_memory_below(&mut self, limit: u64, rss: u64) {
        if rss > limit / 2 {
            // States are made faster than the usual interval allows for.
            self.watch.next = Instant::now() + INTERVAL / 8;
        }
        if rss <= limit {
            self.watch.over_memory = 0;
            return;
        }
        self.watch.over_memory += 1;
        // The allocator gives memory back with a delay: look again before dropping more, and stop if nothing helps.
        if self.watch.over_memory > 20 || self.frontier.states.len() <= 1 || rss > limit + limit / 4 {
            self.stop = Some(StopReason::Memory);
        } else if self.watch.over_memory % 4 == 1 {
            self.forget_edges();
            for id in self.frontier.states.ids().into_iter().step_by(2) {
                if let Some(open) = self.frontier.states.take(id) {
                    self.stop_waiting(id, &open);
                    self.cut(&open, CutReason::Memory, "");
                    self.frontier.close(id);
                }
            }
        }
    }
}
