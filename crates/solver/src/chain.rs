//! The solver: layers (`layer`), reductions (`reduce`) and decision procedures. `stages` has the order they
//! come in, `verdict` how a question goes through them; here is what callers ask, and what is done about answers.
//!
//! A solver belongs to one DAG: caches and backends remember ids.

mod stages;
mod verdict;

pub(crate) use stages::{Stage, stage};

use crate::answer::{Answer, UnknownReason};
use crate::backend::deadline_after;
use crate::check::{Objection, SelfCheck, opposite};
use crate::config::SolverConfig;
use crate::ippc::Ippc;
use crate::layer::Layer;
use crate::path_condition::PathCondition;
use crate::portfolio::Portfolio;
use crate::query::{Evaluators, ModelFit, Query, Verdict};
use crate::query_log::QueryLog;
use crate::reduce::Reduction;
use crate::stats::{LayerStats, SolverStats};
use expr::{Dag, DefaultValue, ExprId, Model};
use std::time::Instant;

/// Answers whether paths can be continued. See the crate's description.
pub struct Solver {
    config: SolverConfig,
    layers: Vec<Box<dyn Layer>>,
    reductions: Vec<Box<dyn Reduction>>,
    ippc: Ippc,
    portfolio: Portfolio,
    evaluators: Evaluators,
    /// Only with `--self-check`.
    self_check: Option<SelfCheck>,
    query_log: Option<QueryLog>,
    stats: SolverStats,
    /// Who found the last verdict.
    found_by: Finder,
    complaints: Vec<String>,
    deadline: Option<Instant>,
    /// Steps a question may take, where that is limited.
    allowance: Option<u64>,
    /// The work at which questions are given up, where they may only take so much together.
    stops_at: Option<u64>,
}

/// Who found a verdict.
#[derive(Clone, Copy)]
enum Finder {
    /// A layer or reduction of this name.
    Layer(&'static str),
    Backend,
}

impl Solver {
    pub fn new(config: SolverConfig) -> Solver {
        let (mut layers, mut reductions) = (Vec::new(), Vec::new());
        let mut stats = SolverStats::default();
        for name in config.layers.iter() {
            stats.layers.push(LayerStats::new(name.name()));
            match stage(name) {
                Stage::Layer(layer) => layers.push(layer),
                Stage::Reduction(reduction) => reductions.push(reduction),
                Stage::Minimise => {}
            }
        }
        Solver {
            layers,
            reductions,
            ippc: Ippc::new(config.ippc, config.ippc_start),
            portfolio: Portfolio::new(&config.backend),
            evaluators: Evaluators::default(),
            self_check: config.self_check.then(|| SelfCheck::new(&config.backend)),
            query_log: config.record.as_deref().map(QueryLog::new),
            stats,
            found_by: Finder::Backend,
            complaints: Vec::new(),
            deadline: None,
            allowance: None,
            stops_at: None,
            config,
        }
    }

    /// Whether the path can also satisfy `guard`. `model` satisfies the path; a model in the answer differs from it only
    /// in variables connected with the guard. A core consists of constraints of the path and the guard.
    pub fn check(&mut self, dag: &mut Dag, path: &PathCondition, guard: ExprId, model: &Model) -> Answer {
        let query = Query::new(path, guard, model, ModelFit::SatisfiesPath);
        let start = Instant::now();
        let answer = self.ask(dag, &query);
        self.count(&answer, start);
        answer
    }

    /// As [`Solver::check`], but `None` where that takes a decision procedure.
    pub fn check_easily(
        &mut self,
        dag: &mut Dag,
        path: &PathCondition,
        guard: ExprId,
        model: &Model,
    ) -> Option<Answer> {
        if self.injects_unknown() {
            return None;
        }
        let query = Query::new(path, guard, model, ModelFit::SatisfiesPath);
        let start = Instant::now();
        let Ok(verdict) = self.find_easily(dag, &query) else {
            self.stats.time += start.elapsed();
            return None;
        };
        let answer = self.answer(dag, &query, verdict);
        self.count(&answer, start);
        Some(answer)
    }

    /// Whether some 1-bit expressions can hold together.
    pub fn check_set(&mut self, dag: &mut Dag, constraints: &[ExprId]) -> Answer {
        let start = Instant::now();
        let answer = self.ask_set(dag, constraints);
        self.count(&answer, start);
        answer
    }

    /// No question is worked on beyond this point in time.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// How many steps of the bit-blaster each question may take from now on. One that has used them up is
    /// [unknown](UnknownReason::Allowance), and may be asked again with more. Steps are the same on every machine and run.
    pub fn set_allowance(&mut self, steps: Option<u64>) {
        self.allowance = steps;
    }

    /// How many steps all questions together may take from now on, besides what [each](Solver::set_allowance) may.
    pub fn set_total_allowance(&mut self, steps: Option<u64>) {
        self.stops_at = steps.map(|steps| self.portfolio.work().saturating_add(steps));
    }

    /// When work on a question that comes up now has to end.
    fn question_deadline(&self) -> Instant {
        let own = deadline_after(self.config.time_limit);
        self.deadline.map_or(own, |deadline| own.min(deadline))
    }

    /// Work of the decision procedures so far, in steps of the bit-blaster; the same on every machine and run.
    pub fn work(&self) -> u64 {
        self.portfolio.steps()
    }

    /// Nodes that were evaluated to answer without a decision procedure; the same on every machine and run.
    pub fn evaluated(&self) -> u64 {
        self.evaluators.own.evaluated() + self.evaluators.trial.evaluated()
    }

    pub fn stats(&self) -> &SolverStats {
        &self.stats
    }

    /// What was found wrong so far, a sentence each that names who answered and the question, and none of them twice.
    pub fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// Why questions could not be recorded.
    pub fn recording_failure(&self) -> Option<&str> {
        self.query_log.as_ref().and_then(QueryLog::failure)
    }

    fn count(&mut self, answer: &Answer, start: Instant) {
        self.stats.asked += 1;
        match answer {
            Answer::Sat(_) => self.stats.sat += 1,
            Answer::Unsat(_) => self.stats.unsat += 1,
            Answer::Unknown(_) => self.stats.unknown += 1,
        }
        self.stats.time += start.elapsed();
    }

    /// Solves independent parts one by one: each is a query of its newest constraint under the others.
    fn ask_set(&mut self, dag: &mut Dag, constraints: &[ExprId]) -> Answer {
        let mut whole = PathCondition::new();
        for &e in constraints {
            whole.add(dag, e);
        }
        let mut model = Model::new(DefaultValue::Zero);
        let mut unknown = None;
        for set in whole.independent_sets() {
            let Some((&guard, others)) = set.split_first() else { continue };
            let mut path = PathCondition::new();
            for &e in others.iter().rev() {
                path.add(dag, e);
            }
            match self.ask(dag, &Query::new(&path, guard, &model, ModelFit::Unrelated)) {
                Answer::Sat(extended) => model = extended,
                Answer::Unsat(core) => return Answer::Unsat(core),
                Answer::Unknown(reason) => unknown = Some(reason),
            }
        }
        unknown.map_or(Answer::Sat(model), Answer::Unknown)
    }

    fn injects_unknown(&self) -> bool {
        self.injects_now(self.config.inject_unknown)
    }

    /// Whether something that is done to every n-th answer is done to this one.
    fn injects_now(&self, every: Option<u32>) -> bool {
        every.is_some_and(|every| (self.stats.asked + 1).is_multiple_of(every.max(1) as u64))
    }

    fn ask(&mut self, dag: &mut Dag, query: &Query) -> Answer {
        if self.injects_unknown() {
            return Answer::Unknown(UnknownReason::Injected);
        }
        let verdict = self.find_verdict(dag, query);
        self.answer(dag, query, verdict)
    }

    fn answer(&mut self, dag: &mut Dag, query: &Query, verdict: Verdict) -> Answer {
        let answer = match verdict {
            Verdict::Sat(changes) => {
                let mut model = query.model.clone();
                for &(v, value) in changes.iter() {
                    if model.get(v, dag.var_info(v).width) != value {
                        model.set(v, value);
                    }
                }
                Answer::Sat(model)
            }
            Verdict::Unsat(core) => Answer::Unsat(core.to_vec()),
            Verdict::Undecided(reason) => Answer::Unknown(reason),
        };
        match (self.config.self_check, self.injects_now(self.config.inject_wrong)) {
            (false, _) => answer,
            (true, false) => self.checked(dag, query, answer),
            (true, true) => self.checked(dag, query, opposite(query, answer)),
        }
    }

    /// The answer, if it survives an independent check of everything it claims.
    fn checked(&mut self, dag: &mut Dag, query: &Query, answer: Answer) -> Answer {
        let limit = self.question_deadline().saturating_duration_since(Instant::now());
        let Some(self_check) = &mut self.self_check else { return answer };
        let Some(outcome) = self_check.examine(dag, query, &answer, limit) else { return answer };
        self.stats.self_checks += 1;
        match outcome {
            Ok(()) => return answer,
            Err(Objection::Refuted(reason)) => {
                self.complain(query, format!("the answer of the {} is wrong: {reason}", self.finder()));
            }
            Err(Objection::Undecided) => self.stats.self_checks_undecided += 1,
        }
        Answer::Unknown(UnknownReason::SelfCheck)
    }

    fn complain(&mut self, query: &Query, complaint: String) {
        self.stats.self_check_failures += 1;
        let question = self.stats.asked + 1;
        let asked = format!("can {:?} hold on a path of {} constraints?", query.guard, query.path.len());
        self.complaints.push(format!("question {question} of the solver ({asked}): {complaint}"));
    }

    /// Who found the verdict, for people.
    fn finder(&self) -> String {
        match self.found_by {
            Finder::Layer(name) => format!("layer `{name}`"),
            Finder::Backend => format!("backend `{}`", self.config.backend),
        }
    }
}
