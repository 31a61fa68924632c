//! Phases for the SAT solver, values to try first: those that all wires of a query's circuit have under a given model.
//!
//! Telling CaDiCaL the inputs only is not enough: it decides inner wires as often as inputs, and a wrong guess there undoes
//! what the inputs were told. With every wire told, its first assignment is the model's wherever the constraints allow, and
//! what it changes from there on is a repair.

use super::cnf::CnfBuilder;
use super::gates::{Bit, Circuit, Gate};
use expr::{Dag, Evaluator, Model};
use rustsat::solvers::PhaseLit;
use rustsat::types::{Lit, Var};

/// What one SAT solver has been told.
#[derive(Default)]
pub struct Nearness {
    /// For each SAT variable so far.
    values: Vec<bool>,
    /// The model they come from.
    model: Option<u64>,
    /// For what is no gate.
    evaluator: Evaluator,
}

impl Nearness {
    /// Tells the solver which value each of its variables has under the model.
    pub fn tell(
        &mut self,
        sat: &mut impl PhaseLit,
        dag: &Dag,
        circuit: &Circuit,
        cnf: &CnfBuilder,
        model: &Model,
    ) -> anyhow::Result<()> {
        if self.model != Some(model.id()) {
            self.values.clear();
            self.model = Some(model.id());
        }
        // Operands have smaller numbers than what uses them, and all of them are there.
        let first = self.values.len();
        let mut new: Vec<usize> = cnf.gates()[first..].to_vec();
        new.sort_unstable();
        self.values.resize(cnf.gates().len(), false);
        for gate in new {
            let value = self.value(dag, circuit, cnf, model, gate);
            let variable = cnf.variable(gate);
            self.values[variable as usize] = value;
            sat.phase_lit(Lit::new(variable, !value))?;
        }
        Ok(())
    }

    /// Takes it back.
    pub fn withdraw(&mut self, sat: &mut impl PhaseLit) -> anyhow::Result<()> {
        for variable in 0..self.values.len() {
            sat.unphase_var(Var::new(variable as u32))?;
        }
        *self = Nearness::default();
        Ok(())
    }

    fn value(&mut self, dag: &Dag, circuit: &Circuit, cnf: &CnfBuilder, model: &Model, gate: usize) -> bool {
        let values = &self.values;
        let of = |bit: Bit| values[cnf.variable(bit.gate()) as usize] ^ bit.is_complemented();
        match circuit.gate(gate) {
            Gate::True => true,
            Gate::Input { var, bit } => model.get(var, dag.var_info(var).width) >> bit & 1 == 1,
            Gate::Free { of, bit } => self.evaluator.value(dag, of, model) >> bit & 1 == 1,
            Gate::And(a, b) => of(a) & of(b),
            Gate::Xor(a, b) => of(a) ^ of(b),
            Gate::Mux { condition, then, otherwise } => of(if of(condition) { then } else { otherwise }),
            Gate::Majority(a, b, c) => (of(a) & of(b)) | (of(c) & (of(a) | of(b))),
        }
    }
}
