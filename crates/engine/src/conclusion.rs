//! The end of a run: what is still open was not explored, and what that leaves to be said of the program.

use std::collections::BTreeMap;
use std::time::Instant;

use expr::Dag;
use pruning::{Counts, Learner};

use crate::measure;
use crate::results::{
    Conclusion, CoverageReport, CutReason, Exploration, Learning, Queries, RandomExecutions, Results, SavedAt,
    SelfCheck, Stats, StopReason, Verdict,
};
use crate::session::Session;
use crate::terms;

impl Session<'_> {
    /// The run is over: what is still open was not explored.
    pub(crate) fn drop_all_open(&mut self) {
        let reason = CutReason::of_stop(self.stop);
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
        let conclusion = self.conclusion(bugs.is_empty());
        let finished = conclusion.stop_reason == StopReason::Exhausted;
        let obstacles = self.obstacles(&conclusion, started);
        let files = measure::files(self.machine.program, &self.machine.coverage);
        let time = self.begun.elapsed();
        let (growth, saved) = self.ledger.growth.points();
        let interpolation = self.interpolation(saved);
        let tree = self.sketch.take().map(|sketch| sketch.finish(&mut self.machine, &self.covering));
        let targets = self.targets.results(self.machine.program, finished, &conclusion.cuts);
        let coverage =
            CoverageReport { growth, ..measure::coverage(self.machine.program, &self.machine.coverage, &files) };
        // After everything that may speak of what was executed.
        let bug_tests: Vec<u64> = bugs.iter().map(|bug| bug.test).collect();
        let (test_lines, test_paths) = self.lines_of_tests(&bug_tests);
        Results {
            targets,
            conclusion,
            obstacles,
            terms: Some(terms::draw_up(self.config, &self.machine)),
            explored: Exploration {
                paths: self.ledger.paths,
                tests: self.recording.tests(),
                instructions: self.ledger.instructions,
                forks: self.ledger.forks,
            },
            queries: self.queries(),
            self_check: self.self_check(),
            stats: self.stats(),
            interpolation,
            tree,
            test_lines,
            test_paths,
            coverage,
            files,
            random: RandomExecutions { runs: self.random.runs, time: self.random.time },
            choices: self.ledger.choices,
            bugs,
            time,
            peak_rss_mb: measure::peak_rss_mb(),
            jobs: 1,
        }
    }

    pub(crate) fn stats(&self) -> Option<Stats> {
        self.config.stats.then(|| Stats {
            rules: rules_used(&self.machine.dag),
            learning_rests: self.learner.as_ref().map_or(0, Learner::rested),
        })
    }

    fn conclusion(&self, no_bugs: bool) -> Conclusion {
        let cuts = self.ledger.cuts.list();
        let stop_reason = self.stop.unwrap_or(StopReason::Exhausted);
        let exhausted = stop_reason == StopReason::Exhausted && cuts.is_empty();
        let verdict = match (no_bugs, exhausted) {
            (false, _) => Verdict::Unsafe,
            (true, true) => Verdict::Safe,
            (true, false) => Verdict::Unknown,
        };
        Conclusion { verdict, exhausted, stop_reason, cuts }
    }

    pub(crate) fn queries(&self) -> Queries {
        let stats = self.asker.solver.stats();
        self.earlier.with_queries(Queries {
            asked: stats.asked,
            solver: stats.backend_queries,
            sat: stats.sat,
            unsat: stats.unsat,
            unknown: stats.unknown,
            calls: stats.backend_calls,
            mean_constraints: stats.mean_constraints(),
            time: stats.time,
            layers: stats.rows().into_iter().map(Into::into).collect(),
            not_written: self.asker.solver.recording_failure().map(str::to_owned),
        })
    }

    pub(crate) fn interpolation(&mut self, growth: Vec<SavedAt>) -> Learning {
        let mode = self.config.pruning.interpolation;
        let Some(learner) = &self.learner else {
            return self.earlier.with_learning(Learning { mode, ..Learning::default() });
        };
        let root_condition = learner.root_condition(&mut self.machine, self.entry);
        let Counts { full, half, entries, checks, hits, unasked, confirmations, time } = learner.statistics();
        let (extra_paths, learnt) = (self.covering.extra_paths, self.covering.most_used());
        self.earlier.with_learning(Learning {
            mode,
            full,
            half,
            entries,
            checks,
            hits,
            unasked,
            confirmations,
            extra_paths,
            growth,
            root_condition,
            learnt,
            attempts: learner.induction().attempts,
            loops: self.covering.loops.clone(),
            time,
        })
    }

    /// What came of re-checks: those of the solver, and those of learning.
    pub(crate) fn self_check(&self) -> Option<SelfCheck> {
        if !self.config.self_check {
            return None;
        }
        let stats = self.asker.solver.stats();
        let rechecks = self.learner.as_ref().map(Learner::rechecks).unwrap_or_default();
        Some(self.earlier.with_self_check(SelfCheck {
            tried: stats.self_checks + rechecks.tried,
            undecided: stats.self_checks_undecided + rechecks.undecided,
            failures: [self.asker.solver.complaints(), &self.ledger.refuted].concat(),
        }))
    }
}

fn rules_used(dag: &Dag) -> BTreeMap<String, u64> {
    let used = dag.rule_counts().filter(|&(_, times)| times > 0);
    used.map(|(rule, times)| (rule.name().to_owned(), times)).collect()
}
