//! Clauses for the part of a circuit that a query needs (Tseitin's encoding).
//!
//! Gates outside the cone of the asked-for bits get no variable and no clause. A gate that is only ever wanted true (or
//! only false) gets only the clauses for that direction (Plaisted and Greenbaum): what comparisons need is about halved.

use super::gates::{Bit, Circuit, Gate};
use expr::VarId;
use rustsat::types::Lit;

/// In which direction the clauses of a gate have to work, as a set of two bits.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Directions(u8);

impl Directions {
    /// The gate is wanted true: if it is, its operands must make it so.
    const TRUE: Directions = Directions(1);
    /// The gate is wanted false: if its operands make it true, it must be.
    const FALSE: Directions = Directions(2);
    const BOTH: Directions = Directions(3);

    fn without(self, other: Directions) -> Directions {
        Directions(self.0 & !other.0)
    }

    fn has(self, one: Directions) -> bool {
        self.0 & one.0 != 0
    }

    /// The directions for the gate behind a bit that is wanted in these.
    fn of_gate(self, bit: Bit) -> Directions {
        if bit.is_complemented() { Directions((self.0 << 1 | self.0 >> 1) & 3) } else { self }
    }
}

/// Numbers gates with SAT variables and collects their clauses. Kept between queries to reuse its memory, and to add to
/// the clauses of the last one.
#[derive(Default)]
pub struct CnfBuilder {
    /// For each gate the SAT variable, valid when the stamp is the current one.
    variables: Vec<u32>,
    stamps: Vec<u32>,
    stamp: u32,
    /// The gates in the cone, in the order of their variables.
    gates: Vec<usize>,
    /// Which directions of each gate have their clauses, or are waiting for them; valid like `variables`.
    wanted: Vec<Directions>,
    waiting: Vec<(usize, Directions)>,
    /// Clauses one after the other; `ends` says where each stops.
    literals: Vec<Lit>,
    ends: Vec<usize>,
    inputs: Vec<(VarId, u8, Lit)>,
}

impl CnfBuilder {
    /// Starts a new set of clauses, and forgets the last one.
    pub fn start(&mut self) {
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.stamps.fill(0);
            self.stamp = 1;
        }
        self.gates.clear();
        self.waiting.clear();
        self.forget_clauses();
        self.inputs.clear();
    }

    /// Makes room for gates that are new in the circuit.
    pub fn follow(&mut self, circuit: &Circuit) {
        self.variables.resize(circuit.len(), 0);
        self.stamps.resize(circuit.len(), 0);
        self.wanted.resize(circuit.len(), Directions::default());
    }

    /// The clauses have been handed on; their variables keep their numbers.
    pub fn forget_clauses(&mut self) {
        self.literals.clear();
        self.ends.clear();
    }

    /// The literal for a bit that will be assumed true. Constants have none: the caller folds them.
    pub fn assumed(&mut self, bit: Bit) -> Lit {
        self.literal(bit, Directions::TRUE)
    }

    /// The literal for a bit; its gate joins the cone.
    fn literal(&mut self, bit: Bit, directions: Directions) -> Lit {
        let gate = bit.gate();
        debug_assert_ne!(gate, 0, "constants never reach the clauses");
        if self.stamps[gate] != self.stamp {
            self.stamps[gate] = self.stamp;
            self.variables[gate] = self.gates.len() as u32;
            self.wanted[gate] = Directions::default();
            self.gates.push(gate);
        }
        let new = directions.of_gate(bit).without(self.wanted[gate]);
        if new != Directions::default() {
            self.wanted[gate] = Directions(self.wanted[gate].0 | new.0);
            self.waiting.push((gate, new));
        }
        Lit::new(self.variables[gate], bit.is_complemented())
    }

    /// Adds the clauses of every gate in the cone. Stops early, giving `false`, when `expired` says so or there are more than
    /// `most` of them.
    pub fn close(&mut self, circuit: &Circuit, most: usize, mut expired: impl FnMut() -> bool) -> bool {
        let mut until_check = 0u32;
        while let Some((gate, directions)) = self.waiting.pop() {
            if until_check == 0 {
                if expired() {
                    return false;
                }
                until_check = 1 << 14;
            }
            if self.ends.len() > most {
                return false;
            }
            until_check -= 1;
            let out = Lit::new(self.variables[gate], false);
            if let Gate::Input { var, bit } = circuit.gate(gate) {
                // Once in each direction; the second adds nothing new.
                self.inputs.push((var, bit, out));
                continue;
            }
            for direction in [Directions::TRUE, Directions::FALSE] {
                if directions.has(direction) {
                    self.define(circuit.gate(gate), out, direction);
                }
            }
        }
        true
    }

    /// The clauses of one gate in one direction.
    fn define(&mut self, gate: Gate, out: Lit, direction: Directions) {
        let truth = direction == Directions::TRUE;
        match gate {
            Gate::True | Gate::Input { .. } | Gate::Free { .. } => {}
            Gate::And(a, b) => {
                let [a, b] = [a, b].map(|bit| self.literal(bit, direction));
                if truth { self.clauses(&[&[!out, a], &[!out, b]]) } else { self.clauses(&[&[out, !a, !b]]) }
            }
            Gate::Xor(a, b) => {
                let [a, b] = [a, b].map(|bit| self.literal(bit, Directions::BOTH));
                if truth {
                    self.clauses(&[&[!out, a, b], &[!out, !a, !b]]);
                } else {
                    self.clauses(&[&[out, !a, b], &[out, a, !b]]);
                }
            }
            // The last clause is redundant, but lets the output follow when both branches agree.
            Gate::Mux { condition, then, otherwise } => {
                let c = self.literal(condition, Directions::BOTH);
                let [t, f] = [then, otherwise].map(|bit| self.literal(bit, direction));
                if truth {
                    self.clauses(&[&[!c, t, !out], &[c, f, !out], &[t, f, !out]]);
                } else {
                    self.clauses(&[&[!c, !t, out], &[c, !f, out], &[!t, !f, out]]);
                }
            }
            Gate::Majority(a, b, c) => {
                let [a, b, c] = [a, b, c].map(|bit| self.literal(bit, direction));
                if truth {
                    self.clauses(&[&[a, b, !out], &[a, c, !out], &[b, c, !out]]);
                } else {
                    self.clauses(&[&[!a, !b, out], &[!a, !c, out], &[!b, !c, out]]);
                }
            }
        }
    }

    fn clauses(&mut self, clauses: &[&[Lit]]) {
        for clause in clauses {
            self.literals.extend_from_slice(clause);
            self.ends.push(self.literals.len());
        }
    }

    /// The gates in the cone: the one with SAT variable n is at place n.
    pub fn gates(&self) -> &[usize] {
        &self.gates
    }

    /// The SAT variable of a gate in the cone.
    pub fn variable(&self, gate: usize) -> u32 {
        debug_assert_eq!(self.stamps[gate], self.stamp, "gates outside the cone have no variable");
        self.variables[gate]
    }

    /// The clauses since the last [`forget_clauses`](CnfBuilder::forget_clauses).
    pub fn new_clauses(&self) -> impl Iterator<Item = &[Lit]> {
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
