//! The portfolio of decision procedures, asked one after the other in the order the configuration asks for.
//!
//! Models are evaluated before they are believed: that costs next to nothing beside finding them.

use crate::answer::UnknownReason;
use crate::backend::bitblast::Bitblast;
use crate::backend::smtlib::SmtlibProcess;
use crate::backend::z3::{self, Z3};
use crate::backend::{Backend, BackendAnswer, Guidance};
use crate::config::BackendChoice;
use crate::float_search::{Conjunction, FloatSearch};
use crate::math_calls::MathCalls;
use crate::presence::Presence;
use crate::small_domain;
use expr::{Dag, DefaultValue, Evaluator, ExprId, Model, VarId};
use std::time::{Duration, Instant};

/// What the decision procedures say together.
#[derive(Clone, Debug)]
pub enum Decision {
    Sat(Vec<(VarId, u64)>),
    /// Positions of contradictory constraints.
    Unsat(Vec<usize>),
    Unknown(UnknownReason),
}

/// What a constraint given to a procedure that does not count its steps is taken for.
const STEPS_A_CONSTRAINT: u64 = 50_000;

/// Nodes that are evaluated in the time of a step of the bit-blaster.
const NODES_A_STEP: u64 = 8;

/// See the module's description. Z3 is started when first needed.
pub struct Portfolio {
    choice: BackendChoice,
    first: Box<dyn Backend>,
    z3: Option<Z3>,
    floats: Presence,
    math_calls: MathCalls,
    float_search: FloatSearch,
    evaluator: Evaluator,
    /// The work at which questions are given up, where only so many steps are allowed.
    stops_at: Option<u64>,
    /// Conjunctions handed to decision procedures, and the constraints in them.
    pub calls: u64,
    pub constraints: u64,
    pub time: Duration,
}

impl Portfolio {
    pub fn new(choice: &BackendChoice) -> Portfolio {
        let first: Box<dyn Backend> = match choice {
            BackendChoice::Auto | BackendChoice::Bitblast => Box::new(Bitblast::new()),
            BackendChoice::Z3 => Box::new(Z3::new()),
            BackendChoice::Smtlib(command) => Box::new(SmtlibProcess::new(command)),
        };
        Portfolio {
            choice: choice.clone(),
            first,
            z3: None,
            floats: Presence::of_floats(),
            math_calls: MathCalls::default(),
            float_search: FloatSearch::default(),
            evaluator: Evaluator::new(),
            stops_at: None,
            calls: 0,
            constraints: 0,
            time: Duration::ZERO,
        }
    }

    /// From now on decisions together may take so many steps of a procedure that counts them.
    pub fn allow(&mut self, steps: Option<u64>) {
        self.stops_at = steps.map(|steps| self.work().saturating_add(steps));
    }

    /// Decides before `deadline`. Limits on conflicts and steps only concern those that count them: reaching one is the end,
    /// and nobody else is asked.
    pub fn decide(
        &mut self,
        dag: &mut Dag,
        constraints: &[ExprId],
        guidance: Guidance<'_>,
        deadline: Instant,
    ) -> Decision {
        let start = Instant::now();
        self.calls += 1;
        self.constraints += constraints.len() as u64;
        let steps = self.stops_at.map(|end| end.saturating_sub(self.work()));
        if steps == Some(0) {
            return Decision::Unknown(UnknownReason::Allowance);
        }
        let guidance = Guidance { steps, ..guidance };
        let remaining = deadline.saturating_duration_since(start);
        let answer = match self.choice {
            BackendChoice::Auto => self.decide_auto(dag, constraints, guidance, remaining, deadline),
            BackendChoice::Bitblast | BackendChoice::Z3 | BackendChoice::Smtlib(_) => {
                self.math_calls.check(dag, &mut *self.first, constraints, guidance, remaining)
            }
        };
        self.time += start.elapsed();
        match answer {
            BackendAnswer::Sat(values) if self.satisfies(dag, constraints, &values) => Decision::Sat(values),
            BackendAnswer::Sat(_) => Decision::Unknown(UnknownReason::SelfCheck),
            BackendAnswer::Unsat(core) => Decision::Unsat(core),
            BackendAnswer::Unknown(reason) => Decision::Unknown(reason),
        }
    }

    fn decide_auto(
        &mut self,
        dag: &mut Dag,
        constraints: &[ExprId],
        guidance: Guidance<'_>,
        remaining: Duration,
        deadline: Instant,
    ) -> BackendAnswer {
        if self.floats.among(dag, constraints) {
            return self.decide_floats(dag, constraints, guidance, deadline);
        }
        // Half the time, so that Z3 gets its chance at what the bit-blaster is bad at, where there is Z3.
        let both = z3::missing().is_none();
        match self.first.check_guided(dag, constraints, guidance, if both { remaining / 2 } else { remaining }) {
            BackendAnswer::Unknown(_) if both && guidance.conflicts.is_none() && guidance.steps.is_none() => {}
            decided => return decided,
        }
        let remaining = deadline.saturating_duration_since(Instant::now());
        self.z3.get_or_insert_with(Z3::new).check(dag, constraints, remaining)
    }

    /// All cases if there are few, a search, and only then the circuits.
    fn decide_floats(
        &mut self,
        dag: &mut Dag,
        constraints: &[ExprId],
        guidance: Guidance<'_>,
        deadline: Instant,
    ) -> BackendAnswer {
        let conjunction = Conjunction::new(dag, constraints);
        if let Some(answer) = small_domain::decide(dag, &mut self.evaluator, constraints, conjunction.size) {
            return answer;
        }
        // It may have half of the steps.
        let most = guidance.steps.map_or(u64::MAX, |steps| steps.saturating_mul(NODES_A_STEP / 2));
        let evaluator = &mut self.evaluator;
        if let Some(values) = self.float_search.search(dag, evaluator, &conjunction, guidance.near, most, deadline) {
            return BackendAnswer::Sat(values);
        }
        let left = self.stops_at.map(|end| end.saturating_sub(self.work()));
        let guidance = Guidance { steps: left, ..guidance };
        let remaining = deadline.saturating_duration_since(Instant::now());
        self.math_calls.check(dag, &mut *self.first, constraints, guidance, remaining)
    }

    /// Whether the procedure that answers first can be held to a number of steps, which is the same on every machine and run.
    pub fn counts_steps(&self) -> bool {
        match self.choice {
            BackendChoice::Auto | BackendChoice::Bitblast => true,
            BackendChoice::Z3 | BackendChoice::Smtlib(_) => false,
        }
    }

    /// Some of the constraints that contradict each other, or `None` if a quick look does not show that they do.
    pub fn still_contradictory(
        &mut self,
        dag: &mut Dag,
        constraints: &[ExprId],
        conflicts: u32,
        steps: u64,
        deadline: Instant,
    ) -> Option<Vec<usize>> {
        let start = Instant::now();
        let guidance = Guidance { near: None, conflicts: Some(conflicts), steps: Some(steps) };
        let remaining = deadline.saturating_duration_since(start);
        let answer = self.math_calls.check(dag, &mut *self.first, constraints, guidance, remaining);
        self.time += start.elapsed();
        match answer {
            BackendAnswer::Unsat(core) => Some(core),
            BackendAnswer::Sat(_) | BackendAnswer::Unknown(_) => None,
        }
    }

    /// Work of all decision procedures so far, the same on every machine and run.
    pub fn work(&self) -> u64 {
        self.searched() + self.first.work() + self.z3.as_ref().map_or(0, Backend::work)
    }

    /// What evaluating has cost, in steps.
    fn searched(&self) -> u64 {
        self.evaluator.evaluated() / NODES_A_STEP
    }

    /// The same in steps of the bit-blaster. The others do not tell what they do: their constraints count as much as it
    /// would do in the same time, roughly.
    pub fn steps(&self) -> u64 {
        let (counted, asked) = match self.choice {
            BackendChoice::Auto | BackendChoice::Bitblast => {
                (self.first.work(), self.z3.as_ref().map_or(0, Backend::work))
            }
            BackendChoice::Z3 | BackendChoice::Smtlib(_) => (0, self.first.work()),
        };
        self.searched() + counted + STEPS_A_CONSTRAINT * asked
    }

    fn satisfies(&mut self, dag: &Dag, constraints: &[ExprId], values: &[(VarId, u64)]) -> bool {
        let mut model = Model::new(DefaultValue::Zero);
        values.iter().for_each(|&(v, value)| model.set(v, value));
        constraints.iter().all(|&e| self.evaluator.holds(dag, e, &model))
    }
}
