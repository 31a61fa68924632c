//! Our own bit-blaster on CaDiCaL: the whole bit-vector and array fragment, no floats.
//!
//! Expressions become a [circuit](gates) that is kept and shared between queries; each query hands the
//! [clauses](cnf) of its own part to a fresh CaDiCaL. Fresh, because one ever-growing instance gets slower with every
//! query that has nothing to do with the next. Constraints are assumptions, so a contradiction names its culprits.

mod arithmetic;
mod cnf;
mod encode;
mod gates;
mod selection;

use super::{Backend, BackendAnswer, deadline_after, variables_of};
use crate::answer::UnknownReason;
use cnf::CnfBuilder;
use encode::{EncodeError, Encoder};
use expr::{Dag, ExprId, VarId};
use gates::Bit;
use rustc_hash::FxHashMap;
use rustsat::solvers::{ControlSignal, Solve, SolveIncremental, SolverResult, Terminate};
use rustsat::types::{Cl, Lit, TernaryVal, Var};
use rustsat_cadical::CaDiCaL;
use std::time::{Duration, Instant};

/// Gates after which the circuit is thrown away, to bound memory over long runs.
const RECYCLE_GATES: usize = 3_000_000;

/// See the module's description.
pub struct Bitblast {
    encoder: Encoder,
    cnf: CnfBuilder,
}

impl Bitblast {
    pub fn new() -> Bitblast {
        Bitblast { encoder: Encoder::new(), cnf: CnfBuilder::default() }
    }

    fn encode(&mut self, dag: &Dag, constraints: &[ExprId], deadline: Instant) -> Result<Vec<Bit>, EncodeError> {
        if self.encoder.circuit.len() > RECYCLE_GATES {
            *self = Bitblast::new();
        }
        constraints.iter().map(|&e| self.encoder.constraint(dag, e, deadline)).collect()
    }

    fn solve(&mut self, dag: &Dag, constraints: &[ExprId], deadline: Instant) -> anyhow::Result<BackendAnswer> {
        let roots = match self.encode(dag, constraints, deadline) {
            Ok(roots) => roots,
            Err(error) => return Ok(BackendAnswer::Unknown(reason(error))),
        };
        if let Some(position) = roots.iter().position(|&root| root == Bit::FALSE) {
            return Ok(BackendAnswer::Unsat(vec![position]));
        }
        self.cnf.start(&self.encoder.circuit);
        // Different constraints may be the same bit: one of them is enough.
        let mut positions: FxHashMap<Lit, usize> = FxHashMap::default();
        let mut assumptions: Vec<Lit> = Vec::with_capacity(roots.len());
        for (position, &root) in roots.iter().enumerate().filter(|(_, root)| root.as_constant().is_none()) {
            let literal = self.cnf.assumed(root);
            positions.entry(literal).or_insert_with(|| {
                assumptions.push(literal);
                position
            });
        }
        if assumptions.is_empty() {
            return Ok(BackendAnswer::Sat(assignment(dag, constraints, &[])));
        }
        if !self.cnf.close(&self.encoder.circuit, || Instant::now() > deadline) {
            return Ok(BackendAnswer::Unknown(UnknownReason::TimeLimit));
        }
        let mut sat = CaDiCaL::default();
        // Does not pay on our instances, and does not look at the clock on large ones.
        sat.set_option("preprocesslight", 0)?;
        sat.reserve(Var::new(self.cnf.variable_count() - 1))?;
        for (count, clause) in self.cnf.iter().enumerate() {
            if count.is_multiple_of(1 << 16) && Instant::now() > deadline {
                return Ok(BackendAnswer::Unknown(UnknownReason::TimeLimit));
            }
            sat.add_clause_ref(Cl::new(clause))?;
        }
        sat.attach_terminator(|| match Instant::now() > deadline {
            true => ControlSignal::Terminate,
            false => ControlSignal::Continue,
        });
        Ok(match sat.solve_assumps(&assumptions)? {
            SolverResult::Sat => {
                let mut bits = Vec::with_capacity(self.cnf.inputs().len());
                for &(var, bit, literal) in self.cnf.inputs() {
                    bits.push((var, bit, sat.lit_val(literal)? == TernaryVal::True));
                }
                BackendAnswer::Sat(assignment(dag, constraints, &bits))
            }
            SolverResult::Unsat => {
                // The core is a clause: the complements of the assumptions that failed.
                let mut core: Vec<usize> =
                    sat.core()?.iter().filter_map(|&failed| positions.get(&!failed).copied()).collect();
                core.sort_unstable();
                BackendAnswer::Unsat(core)
            }
            SolverResult::Interrupted => BackendAnswer::Unknown(UnknownReason::TimeLimit),
        })
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

    fn check(&mut self, dag: &Dag, constraints: &[ExprId], limit: Duration) -> BackendAnswer {
        let deadline = deadline_after(limit);
        self.solve(dag, constraints, deadline)
            .unwrap_or_else(|error| BackendAnswer::Unknown(UnknownReason::Incomplete(format!("CaDiCaL: {error:#}"))))
    }
}

fn reason(error: EncodeError) -> UnknownReason {
    match error {
        EncodeError::Float => UnknownReason::Incomplete("the bit-blaster has no floating-point operations".into()),
        EncodeError::TooLarge => UnknownReason::Incomplete("the query has too many gates".into()),
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
