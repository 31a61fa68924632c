//! Our own bit-blaster on CaDiCaL: bit-vectors, arrays and floats.
//!
//! Expressions become a circuit (`gates`) that is kept and shared between queries; each query hands the
//! clauses (`cnf`) of its own part to a CaDiCaL. Mostly to a fresh one, because one ever-growing instance gets slower with
//! every query that has nothing to do with the next; but a query with all the constraints of the last one, or with some
//! of them, goes to the instance of the last one, which then has little left to do. Constraints are assumptions, so a
//! contradiction names its culprits.

mod arithmetic;
mod cnf;
mod encode;
mod float;
mod gates;
mod nearness;
mod selection;

use super::{Backend, BackendAnswer, Guidance, deadline_after, variables_of};
use crate::answer::UnknownReason;
use cnf::CnfBuilder;
use encode::{EncodeError, Encoder};
use expr::{Dag, ExprId, VarId};
use gates::{Bit, Circuit};
use nearness::Nearness;
use rustc_hash::FxHashMap;
use rustsat::solvers::{
    ControlSignal, GetInternalStats, LimitConflicts, Solve, SolveIncremental, SolverResult, Terminate,
};
use rustsat::types::{Cl, Lit, TernaryVal, Var};
use rustsat_cadical::CaDiCaL;
use std::time::{Duration, Instant};

/// Gates after which the circuit is thrown away, to bound memory over long runs.
const RECYCLE_GATES: usize = 3_000_000;
/// Conflicts after which values near the given ones are no longer insisted on: past easy questions that only slows
/// CaDiCaL down.
const NEAR_CONFLICTS: u32 = 200;
/// What a conflict is taken for where steps are allowed by number, and what lies between two looks of CaDiCaL whether it is to
/// go on; both are the same in every run. What it has really done is counted afterwards.
const STEPS_A_CONFLICT: u64 = 100;
const STEPS_A_LOOK: u64 = 50;
/// Conflicts of the shortest part of a search, and of the first one.
const LEAST_PART: u32 = 50;
/// What starting an instance is counted as, in clauses.
const WORK_PER_INSTANCE: u64 = 1000;

/// See the module's description.
pub struct Bitblast {
    encoder: Encoder,
    cnf: CnfBuilder,
    /// The SAT solver of the last query; `cnf` numbers its variables.
    instance: Option<Instance>,
    work: u64,
}

/// A SAT solver that holds the clauses of some constraints.
struct Instance {
    sat: CaDiCaL<'static, 'static>,
    /// Its constraints with the bits they came to. None is constant.
    roots: FxHashMap<ExprId, Bit>,
    nearness: Nearness,
    propagations: usize,
}

/// What a search may do, and has done. A conflict of a float circuit costs a hundred times what one of a small question does, and
/// CaDiCaL knows no limit on propagations, so a search goes on in parts: what a conflict has cost says how long the next part is.
struct Effort {
    steps: Option<u64>,
    /// Conflicts that are allowed.
    most: Option<u32>,
    /// Those that parts have had.
    conflicts: u32,
    /// Propagations before it.
    before: usize,
}

impl Effort {
    /// Conflicts of the next part, after so many propagations in all.
    fn next_part(&self, propagations: usize) -> u32 {
        let spent = (propagations - self.before) as u64;
        let left = self.steps.map_or(0, |steps| steps.saturating_sub(spent));
        let a_conflict = (spent / u64::from(self.conflicts.max(1))).max(STEPS_A_CONFLICT);
        let first = self.conflicts == 0;
        if first { LEAST_PART } else { (left / a_conflict).clamp(u64::from(LEAST_PART), i32::MAX as u64) as u32 }
    }
}

impl Bitblast {
    pub fn new() -> Bitblast {
        Bitblast { encoder: Encoder::new(), cnf: CnfBuilder::default(), instance: None, work: 0 }
    }

    fn encode(
        &mut self,
        dag: &Dag,
        constraints: &[ExprId],
        steps: Option<u64>,
        deadline: Instant,
    ) -> Result<Vec<Bit>, EncodeError> {
        if self.encoder.circuit.len() > RECYCLE_GATES {
            *self = Bitblast { work: self.work, ..Bitblast::new() };
        }
        self.encoder.allow(steps);
        constraints.iter().map(|&e| self.encoder.constraint(dag, e, deadline)).collect()
    }

    fn solve(
        &mut self,
        dag: &Dag,
        constraints: &[ExprId],
        guidance: Guidance<'_>,
        deadline: Instant,
    ) -> anyhow::Result<BackendAnswer> {
        let work_before = self.work;
        let roots = match self.encode(dag, constraints, guidance.steps, deadline) {
            Ok(roots) => roots,
            Err(error) => return Ok(BackendAnswer::Unknown(reason(error))),
        };
        if let Some(position) = roots.iter().position(|&root| root == Bit::FALSE) {
            return Ok(BackendAnswer::Unsat(vec![position]));
        }
        let asked: Vec<(ExprId, Bit)> =
            constraints.iter().copied().zip(roots.iter().copied()).filter(|(_, root)| *root != Bit::TRUE).collect();
        if asked.is_empty() {
            return Ok(BackendAnswer::Sat(assignment(dag, constraints, &[])));
        }
        let mut instance = match self.instance_for(&asked, guidance, deadline)? {
            Ok(instance) => instance,
            Err(reason) => return Ok(BackendAnswer::Unknown(reason)),
        };
        // Different constraints may be the same bit: one of them is enough.
        let mut positions: FxHashMap<Lit, usize> = FxHashMap::default();
        let mut assumptions: Vec<Lit> = Vec::with_capacity(asked.len());
        for (position, &root) in roots.iter().enumerate().filter(|(_, root)| root.as_constant().is_none()) {
            let literal = self.cnf.assumed(root);
            positions.entry(literal).or_insert_with(|| {
                assumptions.push(literal);
                position
            });
        }
        // What clauses have cost is spent already.
        let steps = guidance.steps.map(|steps| steps.saturating_sub(self.work - work_before));
        let guidance = Guidance { steps, ..guidance };
        let outcome = instance.run(dag, &self.encoder.circuit, &self.cnf, &assumptions, guidance, deadline)?;
        self.work += instance.take_work();
        let answer = match outcome {
            SolverResult::Sat => {
                let mut bits = Vec::with_capacity(self.cnf.inputs().len());
                for &(var, bit, literal) in self.cnf.inputs() {
                    bits.push((var, bit, instance.sat.lit_val(literal)? == TernaryVal::True));
                }
                BackendAnswer::Sat(assignment(dag, constraints, &bits))
            }
            SolverResult::Unsat => {
                // The core is a clause: the complements of the assumptions that failed.
                let mut core: Vec<usize> =
                    instance.sat.core()?.iter().filter_map(|&failed| positions.get(&!failed).copied()).collect();
                core.sort_unstable();
                BackendAnswer::Unsat(core)
            }
            SolverResult::Interrupted if guidance.steps.is_some() && Instant::now() < deadline => {
                BackendAnswer::Unknown(UnknownReason::Allowance)
            }
            SolverResult::Interrupted => BackendAnswer::Unknown(UnknownReason::TimeLimit),
        };
        // What it learnt without getting anywhere would only be in the way of the next question.
        self.instance = (outcome != SolverResult::Interrupted).then_some(instance);
        Ok(answer)
    }

    /// A SAT solver with the clauses of all these constraints, and of few others, or which limit is reached before it is there.
    fn instance_for(
        &mut self,
        asked: &[(ExprId, Bit)],
        guidance: Guidance<'_>,
        deadline: Instant,
    ) -> anyhow::Result<Result<Instance, UnknownReason>> {
        let fits = |instance: &Instance| {
            let common = asked.iter().filter(|(e, _)| instance.roots.contains_key(e)).count();
            common == asked.len() || common == instance.roots.len()
        };
        let mut instance = match self.instance.take().filter(fits) {
            Some(instance) => instance,
            None => {
                self.cnf.start();
                self.work += WORK_PER_INSTANCE;
                Instance::new(guidance)?
            }
        };
        self.cnf.follow(&self.encoder.circuit);
        for &(e, root) in asked {
            if instance.roots.insert(e, root).is_none() {
                self.cnf.assumed(root);
            }
        }
        let most = guidance.steps.map_or(usize::MAX, |steps| usize::try_from(steps).unwrap_or(usize::MAX));
        if !self.cnf.close(&self.encoder.circuit, most, || Instant::now() > deadline) {
            let made = self.cnf.new_clauses().count();
            self.work += made as u64;
            return Ok(Err(if made > most { UnknownReason::Allowance } else { UnknownReason::TimeLimit }));
        }
        instance.sat.reserve(Var::new(self.cnf.gates().len() as u32 - 1))?;
        for (count, clause) in self.cnf.new_clauses().enumerate() {
            if count.is_multiple_of(1 << 16) && Instant::now() > deadline {
                return Ok(Err(UnknownReason::TimeLimit));
            }
            self.work += 1;
            instance.sat.add_clause_ref(Cl::new(clause))?;
        }
        self.cnf.forget_clauses();
        Ok(Ok(instance))
    }
}

impl Instance {
    fn new(guidance: Guidance<'_>) -> anyhow::Result<Instance> {
        let mut sat = CaDiCaL::default();
        // Does not pay on our instances, and does not look at the clock on large ones.
        sat.set_option("preprocesslight", 0)?;
        // Tries all-equal assignments before every search: far from the values to stay near, where there are any, and in
        // vain for a quick look at what is most likely contradictory.
        let unguided = guidance.near.is_none() && guidance.conflicts.is_none();
        sat.set_option("lucky", unguided as i32)?;
        Ok(Instance { sat, roots: FxHashMap::default(), nearness: Nearness::default(), propagations: 0 })
    }

    fn run(
        &mut self,
        dag: &Dag,
        circuit: &Circuit,
        cnf: &CnfBuilder,
        assumptions: &[Lit],
        guidance: Guidance<'_>,
        deadline: Instant,
    ) -> anyhow::Result<SolverResult> {
        let mut looks = guidance.steps.map_or(u64::MAX, |steps| steps / STEPS_A_LOOK);
        self.sat.attach_terminator(move || {
            looks = looks.saturating_sub(1);
            match looks == 0 || Instant::now() > deadline {
                true => ControlSignal::Terminate,
                false => ControlSignal::Continue,
            }
        });
        // CaDiCaL counts in `int`.
        let allowed = guidance.steps.map(|steps| (steps / STEPS_A_CONFLICT).clamp(1, i32::MAX as u64) as u32);
        let most = guidance.conflicts.into_iter().chain(allowed).min();
        let mut effort = Effort { steps: guidance.steps, most, conflicts: 0, before: self.sat.propagations() };
        if let Some(model) = guidance.near {
            self.nearness.tell(&mut self.sat, dag, circuit, cnf, model)?;
            let outcome = self.part(assumptions, &mut effort, NEAR_CONFLICTS)?;
            if outcome != SolverResult::Interrupted || self.is_spent(&effort) || Instant::now() > deadline {
                return Ok(outcome);
            }
            self.nearness.withdraw(&mut self.sat)?;
        }
        if guidance.steps.is_none() {
            self.sat.limit_conflicts(most)?;
            return self.sat.solve_assumps(assumptions);
        }
        loop {
            let next = effort.next_part(self.sat.propagations());
            let outcome = self.part(assumptions, &mut effort, next)?;
            if outcome != SolverResult::Interrupted || self.is_spent(&effort) || Instant::now() > deadline {
                return Ok(outcome);
            }
        }
    }

    /// Searches for so many conflicts more, or as many as are left.
    fn part(&mut self, assumptions: &[Lit], effort: &mut Effort, conflicts: u32) -> anyhow::Result<SolverResult> {
        let conflicts = effort.most.map_or(conflicts, |most| conflicts.min(most - effort.conflicts));
        effort.conflicts += conflicts;
        self.sat.limit_conflicts(Some(conflicts))?;
        self.sat.solve_assumps(assumptions)
    }

    fn is_spent(&self, effort: &Effort) -> bool {
        effort.most.is_some_and(|most| effort.conflicts >= most)
            || effort.steps.is_some_and(|steps| (self.sat.propagations() - effort.before) as u64 >= steps)
    }

    /// Propagations since the last call.
    fn take_work(&mut self) -> u64 {
        let now = self.sat.propagations();
        let new = now - self.propagations;
        self.propagations = now;
        new as u64
    }
}

impl Default for Bitblast {
    fn default() -> Bitblast {
        Bitblast::new()
    }
}

impl Backend for Bitblast {
    fn name(&self) -> &str {
        "bitblast"
    }

    fn check_guided(
        &mut self,
        dag: &Dag,
        constraints: &[ExprId],
        guidance: Guidance<'_>,
        limit: Duration,
    ) -> BackendAnswer {
        let deadline = deadline_after(limit);
        self.solve(dag, constraints, guidance, deadline)
            .unwrap_or_else(|error| BackendAnswer::Unknown(UnknownReason::Incomplete(format!("CaDiCaL: {error:#}"))))
    }

    fn work(&self) -> u64 {
        self.work
    }
}

fn reason(error: EncodeError) -> UnknownReason {
    match error {
        EncodeError::TooLarge => UnknownReason::Incomplete("the query has too many gates".into()),
        EncodeError::Allowance => UnknownReason::Allowance,
        EncodeError::TimeLimit => UnknownReason::TimeLimit,
    }
}

/// Values of all variables of the constraints; bits that do not matter are 0.
fn assignment(dag: &Dag, constraints: &[ExprId], bits: &[(VarId, u8, bool)]) -> Vec<(VarId, u64)> {
    let mut values: Vec<(VarId, u64)> = variables_of(dag, constraints).into_iter().map(|v| (v, 0)).collect();
    for &(var, bit, set) in bits {
        if let Ok(place) = values.binary_search_by_key(&var, |&(v, _)| v) {
            values[place].1 |= (set as u64) << bit;
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::{FloatBin, FloatFormat};

    #[test]
    fn parts_of_a_search_are_as_long_as_conflicts_are_cheap() {
        let effort = |conflicts| Effort { steps: Some(1_000_000), most: None, conflicts, before: 500 };
        assert_eq!(effort(0).next_part(500), LEAST_PART, "nobody knows yet");
        assert_eq!(effort(100).next_part(500 + 100_000), 900, "a thousand steps each");
        assert_eq!(effort(100).next_part(500 + 900_000), LEAST_PART, "too few for one more");
        assert_eq!(effort(100).next_part(500), 10_000, "none is free");
    }

    /// No square of a root is that far from the number, which takes a proof about two multipliers.
    #[test]
    fn a_hard_question_is_held_to_its_steps() {
        const STEPS: u64 = 1_000_000;
        let format = FloatFormat::Double;
        let mut dag = Dag::new();
        let x = dag.variable("x", 0, 0, 64);
        let root = dag.fsqrt(format, x);
        let square = dag.fbin(FloatBin::Mul, format, root, root);
        let [one, four, factor] = [1.0, 4.0, 1.0 + 1e-14].map(|n: f64| dag.constant(u128::from(n.to_bits()), 64));
        let more = dag.fbin(FloatBin::Mul, format, x, factor);
        let constraints = [dag.flt(format, one, x), dag.flt(format, x, four), dag.flt(format, more, square)];
        let guidance = Guidance { steps: Some(STEPS), ..Guidance::default() };
        let mut bitblast = Bitblast::new();
        let answer = bitblast.check_guided(&dag, &constraints, guidance, Duration::from_secs(600));
        assert_eq!(answer, BackendAnswer::Unknown(UnknownReason::Allowance));
        assert!(bitblast.work() < 3 * STEPS, "{}", bitblast.work());
    }
}
