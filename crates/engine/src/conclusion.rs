//! The end of a run: what is still open was not explored, and what that leaves to be said of the program.

use std::time::Instant;

use pruning::{Counts, Learner};

use crate::measure;
use crate::results::{CutReason, Learning, Queries, Results, StopReason, Verdict};
use crate::session::Session;

impl Session<'_> {
    /// The run is over: what is still open was not explored.
    pub(crate) fn drop_all_open(&mut self) {
        let reason = match self.stop {
            // Random testing has seen enough of what it can see.
            None | Some(StopReason::Exhausted) => CutReason::Sampled,
            Some(StopReason::Time) => CutReason::Time,
            Some(StopReason::Paths) => CutReason::Paths,
            Some(StopReason::Memory) => CutReason::Memory,
            Some(StopReason::Interrupt) => CutReason::Interrupt,
            Some(StopReason::Bug) => CutReason::Bug,
            Some(StopReason::Instructions) => CutReason::Instructions,
            Some(StopReason::Forks) => CutReason::Forks,
            Some(StopReason::Tests) => CutReason::Tests,
            Some(StopReason::Targets) => CutReason::Targets,
            Some(StopReason::Crash) => CutReason::Crash,
        };
        // Memory may be what ended it.
        self.forget_edges();
        for id in self.frontier.states.ids() {
            if let Some(open) = self.frontier.states.take(id) {
                self.cut(&open, reason, "");
            }
        }
    }

    pub(crate) fn results(mut self, started: Instant) -> Results {
        if let Some(learner) = &mut self.learner {
            self.ledger.refute(learner.take_refuted());
        }
        let bugs = self.recording.take_bugs();
        let cuts = self.ledger.cuts.list();
        let stop_reason = self.stop.unwrap_or(StopReason::Exhausted);
        let exhausted = stop_reason == StopReason::Exhausted && cuts.is_empty();
        let verdict = match (bugs.is_empty(), exhausted) {
            (false, _) => Verdict::Unsafe,
            (true, true) => Verdict::Safe,
            (true, false) => Verdict::Unknown,
        };
        let targets = self.targets.results(self.machine.program, stop_reason == StopReason::Exhausted, &cuts);
        let root_condition =
            self.learner.as_ref().and_then(|learner| learner.root_condition(&mut self.machine, self.entry));
        let stats = self.asker.solver.stats();
        let files = measure::files(self.machine.program, &self.machine.coverage);
        Results {
            verdict,
            exhausted,
            stop_reason,
            cuts,
            paths: self.ledger.paths,
            tests: self.recording.tests(),
            instructions: self.ledger.instructions,
            forks: self.ledger.forks,
            queries: Queries {
                asked: stats.asked,
                solver: stats.backend_queries,
                sat: stats.sat,
                unsat: stats.unsat,
                unknown: stats.unknown,
                calls: stats.backend_calls,
                mean_constraints: stats.mean_constraints(),
                time: stats.time,
                layers: stats.rows(),
                not_written: self.asker.solver.recording_failure().map(str::to_owned),
            },
            interpolation: self.learner.as_ref().map(learning_of).unwrap_or_default(),
            root_condition,
            coverage: measure::coverage(self.machine.program, &self.machine.coverage, &files),
            files,
            growth: self.ledger.growth.into_points(),
            random_runs: self.random.runs,
            random_time: self.random.time,
            choices: self.ledger.choices,
            bugs,
            targets,
            time: started.elapsed(),
            peak_rss_mb: measure::peak_rss_mb(),
        }
    }
}

fn learning_of(learner: &Learner) -> Learning {
    let Counts { full, half, entries, checks, hits, unasked, confirmations, time } = learner.statistics();
    Learning { full, half, entries, checks, hits, unasked, confirmations, time }
}
