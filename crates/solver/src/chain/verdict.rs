//! How one question is answered: layers, then reductions, then the decision procedures; and what each learns of it.

use super::{Finder, Solver};
use crate::answer::UnknownReason;
use crate::core_minimisation::minimise;
use crate::explanation::Explanation;
use crate::ippc::Whole;
use crate::layer::LayerName;
use crate::portfolio::Decision;
use crate::query::{ModelFit, Query, Verdict};
use crate::reduce::{Problem, keep_dependent};
use expr::{Dag, ExprId, VarId};
use std::time::Instant;

impl Solver {
    /// Layers, then reductions, then decision procedures.
    pub(super) fn find_verdict(&mut self, dag: &mut Dag, query: &Query) -> Verdict {
        let verdict = match self.find_easily(dag, query) {
            Ok(verdict) => return verdict,
            Err(problem) => self.decide(dag, query, &problem),
        };
        // What the caller's limits ended may be answered another time.
        let out_of_time = self.deadline.is_some_and(|deadline| deadline <= Instant::now());
        let ended_early = match &verdict {
            Verdict::Undecided(reason) => out_of_time || *reason == UnknownReason::Allowance,
            Verdict::Sat(_) | Verdict::Unsat(_) => false,
        };
        if !ended_early {
            self.teach(dag, self.layers.len(), query, &verdict);
        }
        verdict
    }

    /// Layers, then reductions: an answer, or what is left of the question.
    pub(super) fn find_easily(&mut self, dag: &mut Dag, query: &Query) -> Result<Verdict, Problem> {
        let mut clock = Instant::now();
        for index in 0..self.layers.len() {
            let verdict = self.layers[index].answer(dag, &mut self.evaluators, query);
            let now = Instant::now();
            self.stats.layers[index].count(verdict.is_some(), now - clock);
            clock = now;
            if let Some(verdict) = verdict {
                self.found_by = Finder::Layer(self.stats.layers[index].name);
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
            let stats = &mut self.stats.layers[self.layers.len() + index];
            stats.count(contradiction.is_some(), now - clock);
            self.found_by = Finder::Layer(stats.name);
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
    fn decide(&mut self, dag: &mut Dag, query: &Query, problem: &Problem) -> Verdict {
        self.found_by = Finder::Backend;
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
        let left = self.stops_at.map(|end| end.saturating_sub(work_before));
        self.portfolio.allow(self.allowance.into_iter().chain(left).min());
        let mut decision = self.ippc.decide(dag, trial, &mut self.portfolio, &whole);
        let verdict = match decision {
            Decision::Sat(mut values) => {
                values.extend(&problem.values);
                if self.is_answer(dag, query, &values) {
                    Verdict::Sat(values.into())
                } else {
                    // Reductions lost something; what was asked is still there.
                    let names: Vec<&str> = self.reduction_names().collect();
                    self.complain(query, format!("the reductions {} changed its meaning", names.join(", ")));
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
                    self.complain(query, format!("a model of the {} does not satisfy it", self.finder()));
                }
                Verdict::Undecided(reason)
            }
        };
        self.portfolio.allow(None);
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
        dag: &mut Dag,
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

    fn reduction_names(&self) -> impl Iterator<Item = &'static str> {
        self.stats.layers.iter().skip(self.layers.len()).take(self.reductions.len()).map(|stats| stats.name)
    }
}
