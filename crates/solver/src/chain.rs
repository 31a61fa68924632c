//! The solver: [layers](crate::layer), [reductions](crate::reduce) and decision procedures. The only place that knows
//! the order they come in.
//!
//! A solver belongs to one DAG: caches and backends remember ids.

use crate::answer::{Answer, UnknownReason};
use crate::backend::deadline_after;
use crate::check::{CoreChecker, Objection, model_satisfies};
use crate::config::SolverConfig;
use crate::core_minimisation::minimise;
use crate::explanation::Explanation;
use crate::ippc::{Ippc, Whole};
use crate::layer::constant_guard::ConstantGuard;
use crate::layer::core_cache::CoreCache;
use crate::layer::down_propagation::DownPropagation;
use crate::layer::exact_cache::ExactCache;
use crate::layer::fast_unsat::FastUnsat;
use crate::layer::interval_propagation::IntervalPropagation;
use crate::layer::known_bits::KnownBits;
use crate::layer::model_cache::ModelCache;
use crate::layer::{Layer, LayerName};
use crate::path_condition::PathCondition;
use crate::portfolio::{Decision, Portfolio};
use crate::query::{Evaluators, ModelFit, Query, Verdict};
use crate::query_log::QueryLog;
use crate::reduce::{CommonSubconstraints, ImpliedValues, Problem, Reduction, Subsumption, keep_dependent};
use crate::stats::{LayerStats, SolverStats};
use expr::{Dag, DefaultValue, ExprId, Model, VarId};
use std::time::{Duration, Instant};

/// Answers whether paths can be continued. See the crate's description.
pub struct Solver {
    config: SolverConfig,
    layers: Vec<Box<dyn Layer>>,
    reductions: Vec<Box<dyn Reduction>>,
    ippc: Ippc,
    portfolio: Portfolio,
    evaluators: Evaluators,
    /// Only with `--self-check`.
    core_checker: Option<CoreChecker>,
    query_log: Option<QueryLog>,
    stats: SolverStats,
    complaints: Vec<String>,
    deadline: Option<Instant>,
}

/// What a name stands for.
pub(crate) enum Stage {
    Layer(Box<dyn Layer>),
    Reduction(Box<dyn Reduction>),
    Minimise,
}

/// Cheap before expensive: this match, taken over [`LayerName::ALL`], is the order of the chain. What comes behind the
/// layers is in [`Solver::find_verdict`].
pub(crate) fn stage(name: LayerName) -> Stage {
    match name {
        LayerName::ConstantGuard => Stage::Layer(Box::new(ConstantGuard)),
        LayerName::FastUnsat => Stage::Layer(Box::new(FastUnsat)),
        LayerName::KnownBits => Stage::Layer(Box::new(KnownBits)),
        LayerName::ExactCache => Stage::Layer(Box::new(ExactCache::default())),
        LayerName::CoreCache => Stage::Layer(Box::new(CoreCache::default())),
        LayerName::ModelCache => Stage::Layer(Box::new(ModelCache::default())),
        LayerName::DownPropagation => Stage::Layer(Box::new(DownPropagation)),
        LayerName::IntervalPropagation => Stage::Layer(Box::new(IntervalPropagation::default())),
        LayerName::ImpliedValues => Stage::Reduction(Box::new(ImpliedValues::default())),
        LayerName::CommonSubconstraints => Stage::Reduction(Box::new(CommonSubconstraints)),
        LayerName::Subsumption => Stage::Reduction(Box::new(Subsumption)),
        LayerName::Minimise => Stage::Minimise,
    }
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
            core_checker: config.self_check.then(|| CoreChecker::new(&config.backend)),
            query_log: config.record.as_deref().map(QueryLog::new),
            stats,
            complaints: Vec::new(),
            deadline: None,
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

    /// When work on a question that comes up now has to end.
    fn question_deadline(&self) -> Instant {
        let own = deadline_after(self.config.time_limit);
        self.deadline.map_or(own, |deadline| own.min(deadline))
    }

    /// Work of the decision procedures so far, in steps of the bit-blaster; the same on every machine and run.
    pub fn work(&self) -> u64 {
        self.portfolio.steps()
    }

    pub fn stats(&self) -> &SolverStats {
        &self.stats
    }

    pub fn config(&self) -> &SolverConfig {
        &self.config
    }

    /// What self-checks found wrong so far, a sentence each.
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
            (true, true) => self.checked(dag, query, wrong(query, answer)),
        }
    }

    /// Layers, then reductions, then decision procedures.
    fn find_verdict(&mut self, dag: &mut Dag, query: &Query) -> Verdict {
        let verdict = match self.find_easily(dag, query) {
            Ok(verdict) => return verdict,
            Err(problem) => self.decide(dag, query, &problem),
        };
        // What the caller's deadline ended may be answered another time.
        let ended_early = self.deadline.is_some_and(|deadline| deadline <= Instant::now());
        if !(ended_early && matches!(verdict, Verdict::Undecided(_))) {
            self.teach(dag, self.layers.len(), query, &verdict);
        }
        verdict
    }

    /// Layers, then reductions: an answer, or what is left of the question.
    fn find_easily(&mut self, dag: &mut Dag, query: &Query) -> Result<Verdict, Problem> {
        let mut clock = Instant::now();
        for index in 0..self.layers.len() {
            let verdict = self.layers[index].answer(dag, &mut self.evaluators, query);
            let now = Instant::now();
            self.stats.layers[index].count(verdict.is_some(), now - clock);
            clock = now;
            if let Some(verdict) = verdict {
                self.teach(dag, index, query, &verdict);
                return Ok(verdict);
            }
        }
        let mut problem = Problem::of(dag, query);
        let Some(verdict) = self.reduce(dag, query, &mut problem, clock) else { return Err(problem) };
        self.teach(dag, self.layers.len(), query, &verdict);
        Ok(verdict)
    }

    fn reduce(&mut self, dag: &mut Dag, query: &Query, problem: &mut Problem, mut clock: Instant) -> Option<Verdict> {
        for (index, reduction) in self.reductions.iter_mut().enumerate() {
            reduction.reduce(dag, query, problem);
            let contradiction = problem.contradiction(dag).cloned();
            let now = Instant::now();
            self.stats.layers[self.layers.len() + index].count(contradiction.is_some(), now - clock);
            clock = now;
            if let Some(because) = contradiction {
                return Some(Verdict::Unsat(because.into_core()));
            }
        }
        if query.fit == ModelFit::SatisfiesPath && !self.reductions.is_empty() {
            keep_dependent(dag, query.guard, problem);
        }
        // Everything was settled by values: whether they are right is seen by evaluating the question.
        if problem.parts.is_empty() && self.is_answer(dag, query, &problem.values) {
            if let Some(last) = self.reductions.len().checked_sub(1) {
                self.stats.layers[self.layers.len() + last].answered += 1;
            }
            return Some(Verdict::Sat(problem.values.as_slice().into()));
        }
        None
    }

    /// Asks the decision procedures, and turns what they say about the problem into what that means for the question.
    fn decide(&mut self, dag: &Dag, query: &Query, problem: &Problem) -> Verdict {
        let deadline = self.question_deadline();
        let constraints = query.constraints(dag);
        self.stats.backend_queries += 1;
        self.stats.constraints_asked += constraints.len() as u64;
        if let Some(query_log) = &mut self.query_log {
            query_log.write(dag, constraints);
        }
        let conditions = problem.conditions();
        let from_guard = problem.parts.iter().take_while(|part| part.because.contains(query.guard)).count();
        let whole = Whole {
            problem,
            conditions: &conditions,
            from_guard,
            model: query.model,
            guidance: query.guidance(),
            deadline,
        };
        let trial = &mut self.evaluators.trial;
        let work_before = self.portfolio.work();
        let mut decision = self.ippc.decide(dag, trial, &mut self.portfolio, &whole);
        let verdict = match decision {
            Decision::Sat(mut values) => {
                values.extend(&problem.values);
                if self.is_answer(dag, query, &values) {
                    Verdict::Sat(values.into())
                } else {
                    // Reductions lost something; what was asked is still there.
                    self.complain(format!("reductions changed the meaning of {constraints:?}"));
                    decision = self.portfolio.decide(dag, constraints, query.guidance(), deadline);
                    match decision {
                        Decision::Sat(values) => Verdict::Sat(values.into()),
                        Decision::Unsat(core) => Verdict::Unsat(core.into_iter().map(|i| constraints[i]).collect()),
                        Decision::Unknown(reason) => Verdict::Undecided(reason),
                    }
                }
            }
            Decision::Unsat(core) => {
                let work = self.portfolio.work() - work_before;
                // The path alone can be satisfied, so a single part of the guard's is in every core.
                let needed = (query.fit == ModelFit::SatisfiesPath && from_guard == 1) as usize;
                let core = self.minimised(dag, &conditions, core, needed, work, deadline);
                let because = core.iter().fold(Explanation::default(), |all, &i| all.and(&problem.parts[i].because));
                Verdict::Unsat(because.into_core())
            }
            Decision::Unknown(reason) => {
                if reason == UnknownReason::SelfCheck {
                    self.complain(format!("the backend's model does not satisfy {conditions:?}"));
                }
                Verdict::Undecided(reason)
            }
        };
        self.stats.undecided += matches!(verdict, Verdict::Undecided(_)) as u64;
        (self.stats.in_parts, self.stats.spared) = (self.ippc.asked, self.ippc.spared);
        self.stats.backend_calls = self.portfolio.calls;
        self.stats.constraints_sent = self.portfolio.constraints;
        self.stats.backend_time = self.portfolio.time;
        verdict
    }

    /// A smaller core, if that layer is in use.
    fn minimised(
        &mut self,
        dag: &Dag,
        conditions: &[ExprId],
        core: Vec<usize>,
        needed: usize,
        work: u64,
        deadline: Instant,
    ) -> Vec<usize> {
        let Some(stats) = self.stats.layers.iter_mut().find(|layer| layer.name == LayerName::Minimise.name()) else {
            return core;
        };
        let start = Instant::now();
        let before = core.len();
        let core = minimise(dag, &mut self.portfolio, conditions, core, needed, work, deadline);
        stats.count(core.len() < before, start.elapsed());
        core
    }

    /// Whether the question's model with these values changed satisfies all that was asked.
    fn is_answer(&mut self, dag: &Dag, query: &Query, values: &[(VarId, u64)]) -> bool {
        let mut model = query.model.clone();
        values.iter().for_each(|&(v, value)| model.set(v, value));
        let evaluator = &mut self.evaluators.trial;
        query.constraints(dag).iter().all(|&e| evaluator.holds(dag, e, &model))
    }

    /// Tells the layers before `answered` what the answer was.
    fn teach(&mut self, dag: &Dag, answered: usize, query: &Query, verdict: &Verdict) {
        for layer in &mut self.layers[..answered] {
            layer.learn(dag, query, verdict);
        }
    }

    /// The answer, if it survives an independent check of everything it claims.
    fn checked(&mut self, dag: &Dag, query: &Query, answer: Answer) -> Answer {
        let limit = self.question_deadline().saturating_duration_since(Instant::now());
        let outcome = match &answer {
            Answer::Sat(model) => model_satisfies(dag, query.path.iter().chain([query.guard]), model),
            Answer::Unsat(core) => match core.iter().find(|&&e| e != query.guard && !query.path.contains(e)) {
                Some(e) => Err(Objection::Refuted(format!("{e:?} of the core was not asked about"))),
                None => self.proved_again(dag, core, limit),
            },
            Answer::Unknown(_) => return answer,
        };
        self.stats.self_checks += 1;
        match outcome {
            Ok(()) => return answer,
            Err(Objection::Refuted(complaint)) => self.complain(complaint),
            Err(Objection::Undecided) => self.stats.self_checks_undecided += 1,
        }
        Answer::Unknown(UnknownReason::SelfCheck)
    }

    fn proved_again(&mut self, dag: &Dag, core: &[ExprId], limit: Duration) -> Result<(), Objection> {
        match &mut self.core_checker {
            Some(checker) => checker.check(dag, core, limit),
            None => Ok(()),
        }
    }

    fn complain(&mut self, complaint: String) {
        self.stats.self_check_failures += 1;
        self.complaints.push(complaint);
    }
}

/// The opposite of an answer, as far as it has one. Only for answers that are about to be re-checked.
fn wrong(query: &Query, answer: Answer) -> Answer {
    match answer {
        Answer::Sat(_) => Answer::Unsat(vec![query.guard]),
        Answer::Unsat(_) => Answer::Sat(query.model.clone()),
        Answer::Unknown(reason) => Answer::Unknown(reason),
    }
}
