//! The solver: [layers](crate::layer) in order, then the decision procedures.
//!
//! A solver belongs to one DAG: caches and backends remember ids.

use crate::answer::{Answer, UnknownReason};
use crate::check::{CoreChecker, model_satisfies};
use crate::config::SolverConfig;
use crate::decide::{Decider, Decision};
use crate::layer::{Layer, LayerName};
use crate::path_condition::PathCondition;
use crate::query::{Evaluators, ModelFit, Query, Verdict};
use crate::stats::SolverStats;
use expr::{Dag, DefaultValue, ExprId, Model};
use std::time::{Duration, Instant};

/// Answers whether paths can be continued. See the crate's description.
pub struct Solver {
    config: SolverConfig,
    layers: Vec<Box<dyn Layer>>,
    decider: Decider,
    evaluators: Evaluators,
    /// Only with `--self-check`.
    core_checker: Option<CoreChecker>,
    stats: SolverStats,
    complaints: Vec<String>,
    deadline: Option<Instant>,
}

impl Solver {
    pub fn new(config: SolverConfig) -> Solver {
        let names: Vec<LayerName> = LayerName::ALL.into_iter().filter(|layer| config.layers.contains(layer)).collect();
        Solver {
            layers: names.iter().map(|layer| layer.build()).collect(),
            decider: Decider::new(&config.backend),
            evaluators: Evaluators::default(),
            core_checker: config.self_check.then(|| CoreChecker::new(&config.backend)),
            stats: SolverStats {
                by_layer: names.iter().map(|layer| (layer.name(), 0)).collect(),
                ..SolverStats::default()
            },
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

    /// How long the next question may take.
    fn time_limit(&self) -> Duration {
        match self.deadline {
            Some(deadline) => self.config.time_limit.min(deadline.saturating_duration_since(Instant::now())),
            None => self.config.time_limit,
        }
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
            for &e in others {
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

    fn ask(&mut self, dag: &mut Dag, query: &Query) -> Answer {
        if let Some(every) = self.config.inject_unknown
            && (self.stats.asked + 1).is_multiple_of(every.max(1) as u64)
        {
            return Answer::Unknown(UnknownReason::Injected);
        }
        let answer = match self.find_verdict(dag, query) {
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
        if self.config.self_check { self.checked(dag, query, answer) } else { answer }
    }

    fn find_verdict(&mut self, dag: &mut Dag, query: &Query) -> Verdict {
        for index in 0..self.layers.len() {
            if let Some(verdict) = self.layers[index].answer(dag, &mut self.evaluators, query) {
                self.stats.by_layer[index].1 += 1;
                self.teach(dag, index, query, &verdict);
                return verdict;
            }
        }
        let constraints = query.constraints(dag);
        self.stats.backend_queries += 1;
        self.stats.constraints_sent += constraints.len() as u64;
        let start = Instant::now();
        let limit = self.time_limit();
        let decision = self.decider.decide(dag, &mut self.evaluators.trial, constraints, limit);
        self.stats.backend_time += start.elapsed();
        let verdict = match decision {
            Decision::Sat(values) => Verdict::Sat(values.into()),
            Decision::Unsat(core) => Verdict::Unsat(core.into_iter().map(|index| constraints[index]).collect()),
            Decision::Unknown(reason) => {
                if reason == UnknownReason::SelfCheck {
                    self.complain(format!("the backend's model does not satisfy {constraints:?}"));
                }
                Verdict::Undecided(reason)
            }
        };
        self.teach(dag, self.layers.len(), query, &verdict);
        verdict
    }

    /// Tells the layers before `answered` what the answer was.
    fn teach(&mut self, dag: &Dag, answered: usize, query: &Query, verdict: &Verdict) {
        for layer in &mut self.layers[..answered] {
            layer.learn(dag, query, verdict);
        }
    }

    /// The answer, if it survives an independent check of everything it claims.
    fn checked(&mut self, dag: &Dag, query: &Query, answer: Answer) -> Answer {
        let limit = self.time_limit();
        let outcome = match &answer {
            Answer::Sat(model) => model_satisfies(dag, query.path.iter().chain([query.guard]), model),
            Answer::Unsat(core) => match core.iter().find(|&&e| e != query.guard && !query.path.contains(e)) {
                Some(e) => Err(format!("{e:?} of the core was not asked about")),
                None => match &mut self.core_checker {
                    Some(checker) => checker.check(dag, core, limit),
                    None => Ok(()),
                },
            },
            Answer::Unknown(_) => Ok(()),
        };
        match outcome {
            Ok(()) => answer,
            Err(complaint) => {
                self.complain(complaint);
                Answer::Unknown(UnknownReason::SelfCheck)
            }
        }
    }

    fn complain(&mut self, complaint: String) {
        self.stats.self_check_failures += 1;
        self.complaints.push(complaint);
    }
}
