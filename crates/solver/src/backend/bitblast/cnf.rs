//! Clauses for the part of a circuit that a query needs (Tseitin's encoding).
//!
//! Gates outside the cone of the asked-for bits get no variable and no clause.

use super::gates::{Bit, Circuit, Gate};
use expr::VarId;
use rustsat::types::Lit;

/// Numbers gates with SAT variables and collects their clauses. Kept between queries to reuse its memory.
#[derive(Default)]
pub struct CnfBuilder {
    /// For each gate the SAT variable, valid when the stamp is the current one.
    variables: Vec<u32>,
    stamps: Vec<u32>,
    stamp: u32,
    next_variable: u32,
    waiting: Vec<usize>,
    /// Clauses one after the other; `ends` says where each stops.
    literals: Vec<Lit>,
    ends: Vec<usize>,
    inputs: Vec<(VarId, u8, Lit)>,
}

impl CnfBuilder {
    /// Forgets the last query.
    pub fn start(&mut self, circuit: &Circuit) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
        self.variables.resize(circuit.len(), 0);
        self.stamps.resize(circuit.len(), 0);
        self.next_variable = 0;
        self.waiting.clear();
        self.literals.clear();
        self.ends.clear();
        self.inputs.clear();
    }

    /// The literal for a bit; its gate joins the cone. Constants have none: the caller folds them.
    pub fn literal(&mut self, bit: Bit) -> Lit {
        let gate = bit.gate();
        debug_assert_ne!(gate, 0, "constants never reach the clauses");
        if self.stamps[gate] != self.stamp {
            self.stamps[gate] = self.stamp;
            self.variables[gate] = self.next_variable;
            self.next_variable += 1;
            self.waiting.push(gate);
        }
        Lit::new(self.variables[gate], bit.is_complemented())
    }

    /// Adds the clauses of every gate in the cone. Stops early, giving `false`, when `expired` says so.
    pub fn close(&mut self, circuit: &Circuit, mut expired: impl FnMut() -> bool) -> bool {
        let mut until_check = 0u32;
        while let Some(gate) = self.waiting.pop() {
            if until_check == 0 {
                if expired() {
                    return false;
                }
                until_check = 1 << 14;
            }
            until_check -= 1;
            let out = Lit::new(self.variables[gate], false);
            match circuit.gate(gate) {
                Gate::True => {}
                Gate::Input { var, bit } => self.inputs.push((var, bit, out)),
                Gate::And(a, b) => {
                    let [a, b] = [a, b].map(|bit| self.literal(bit));
                    self.clauses(&[&[!out, a], &[!out, b], &[out, !a, !b]]);
                }
                Gate::Xor(a, b) => {
                    let [a, b] = [a, b].map(|bit| self.literal(bit));
                    self.clauses(&[&[!out, a, b], &[!out, !a, !b], &[out, !a, b], &[out, a, !b]]);
                }
                Gate::Mux { condition, then, otherwise } => {
                    let [c, t, f] = [condition, then, otherwise].map(|bit| self.literal(bit));
                    self.clauses(&[&[!c, !t, out], &[!c, t, !out], &[c, !f, out], &[c, f, !out]]);
                    // Redundant, but lets the output follow when both branches agree.
                    self.clauses(&[&[!t, !f, out], &[t, f, !out]]);
                }
                Gate::Majority(a, b, c) => {
                    let [a, b, c] = [a, b, c].map(|bit| self.literal(bit));
                    self.clauses(&[&[!a, !b, out], &[!a, !c, out], &[!b, !c, out]]);
                    self.clauses(&[&[a, b, !out], &[a, c, !out], &[b, c, !out]]);
                }
            }
        }
        true
    }

    fn clauses(&mut self, clauses: &[&[Lit]]) {
        for clause in clauses {
            self.literals.extend_from_slice(clause);
            self.ends.push(self.literals.len());
        }
    }

    pub fn variable_count(&self) -> u32 {
        self.next_variable
    }

    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let clause = &self.literals[start..end];
            start = end;
            clause
        })
    }

    /// The bits of variables in the cone.
    pub fn inputs(&self) -> &[(VarId, u8, Lit)] {
        &self.inputs
    }
}
