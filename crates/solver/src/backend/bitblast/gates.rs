//! A circuit of two- and three-input gates over the bits of variables.
//!
//! Gates are folded when operands are constant or related, and hashed so that equal gates are built once. The circuit
//! lives across queries: only the [CNF](super::cnf) of the part a query needs is handed to the SAT solver.
//!
//! Operands always have smaller numbers than the gate that uses them.

use expr::{ExprId, VarId};
use rustc_hash::FxHashMap;
use std::ops::Not;

/// A wire or its complement: twice the gate's number, plus one when complemented. Gate 0 is constant true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bit(u32);

impl Bit {
    pub const TRUE: Bit = Bit(0);
    pub const FALSE: Bit = Bit(1);

    pub fn constant(value: bool) -> Bit {
        if value { Bit::TRUE } else { Bit::FALSE }
    }

    pub fn as_constant(self) -> Option<bool> {
        match self {
            Bit::TRUE => Some(true),
            Bit::FALSE => Some(false),
            _ => None,
        }
    }

    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub fn is_complemented(self) -> bool {
        self.0 & 1 == 1
    }

    fn complemented_if(self, flip: bool) -> Bit {
        Bit(self.0 ^ flip as u32)
    }
}

impl Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

/// How a wire gets its value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gate {
    True,
    Input {
        var: VarId,
        bit: u8,
    },
    /// Nothing is known of what the expression computes: any value will do.
    Free {
        of: ExprId,
        bit: u8,
    },
    And(Bit, Bit),
    Xor(Bit, Bit),
    Mux {
        condition: Bit,
        then: Bit,
        otherwise: Bit,
    },
    Majority(Bit, Bit, Bit),
}

/// All gates built so far.
pub struct Circuit {
    gates: Vec<Gate>,
    known: FxHashMap<Gate, u32>,
}

impl Circuit {
    pub fn new() -> Circuit {
        Circuit { gates: vec![Gate::True], known: FxHashMap::default() }
    }

    pub fn len(&self) -> usize {
        self.gates.len()
    }

    pub fn gate(&self, number: usize) -> Gate {
        self.gates[number]
    }

    fn intern(&mut self, gate: Gate) -> Bit {
        let next = self.gates.len() as u32;
        let number = *self.known.entry(gate).or_insert(next);
        if number == next {
            self.gates.push(gate);
        }
        Bit(number << 1)
    }

    pub fn input(&mut self, var: VarId, bit: u8) -> Bit {
        self.intern(Gate::Input { var, bit })
    }

    /// A bit of an expression that is not expressed by gates.
    pub fn free(&mut self, of: ExprId, bit: u8) -> Bit {
        self.intern(Gate::Free { of, bit })
    }

    pub fn and(&mut self, a: Bit, b: Bit) -> Bit {
        if a == b || b == Bit::TRUE {
            return a;
        }
        if a == Bit::TRUE {
            return b;
        }
        if a == !b || a == Bit::FALSE || b == Bit::FALSE {
            return Bit::FALSE;
        }
        self.intern(Gate::And(a.min(b), a.max(b)))
    }

    pub fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        let flip = a.is_complemented() ^ b.is_complemented();
        let (a, b) = (a.complemented_if(a.is_complemented()), b.complemented_if(b.is_complemented()));
        if a == b {
            return Bit::constant(flip);
        }
        if a == Bit::TRUE {
            return b.complemented_if(!flip);
        }
        if b == Bit::TRUE {
            return a.complemented_if(!flip);
        }
        self.intern(Gate::Xor(a.min(b), a.max(b))).complemented_if(flip)
    }

    pub fn equal(&mut self, a: Bit, b: Bit) -> Bit {
        !self.xor(a, b)
    }

    pub fn mux(&mut self, condition: Bit, then: Bit, otherwise: Bit) -> Bit {
        if condition.is_complemented() {
            return self.mux(!condition, otherwise, then);
        }
        if condition == Bit::TRUE || then == otherwise {
            return then;
        }
        if then == !otherwise {
            return self.equal(condition, then);
        }
        if then == Bit::TRUE || then == condition {
            return self.or(condition, otherwise);
        }
        if then == Bit::FALSE || then == !condition {
            return self.and(!condition, otherwise);
        }
        if otherwise == Bit::TRUE || otherwise == !condition {
            return self.or(!condition, then);
        }
        if otherwise == Bit::FALSE || otherwise == condition {
            return self.and(condition, then);
        }
        let flip = then.is_complemented();
        let gate =
            Gate::Mux { condition, then: then.complemented_if(flip), otherwise: otherwise.complemented_if(flip) };
        self.intern(gate).complemented_if(flip)
    }

    /// Whether at least two of three are set: the carry of a full adder.
    pub fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        if a == b || b == c {
            return b;
        }
        // Sorted, a wire and its complement are neighbours, and constants come first.
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        match a.as_constant() {
            Some(true) => return self.or(b, c),
            Some(false) => return self.and(b, c),
            None => {}
        }
        // Majority is self-dual: keep the form with at most one complement.
        let flip = inputs.iter().filter(|bit| bit.is_complemented()).count() >= 2;
        let [a, b, c] = inputs.map(|bit| bit.complemented_if(flip));
        self.intern(Gate::Majority(a, b, c)).complemented_if(flip)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(circuit: &Circuit, bit: Bit, inputs: u32) -> bool {
        let plain = match circuit.gate(bit.gate()) {
            Gate::True => true,
            Gate::Free { of, .. } => unreachable!("{of:?} has no circuit"),
            Gate::Input { bit, .. } => inputs >> bit & 1 == 1,
            Gate::And(a, b) => value(circuit, a, inputs) & value(circuit, b, inputs),
            Gate::Xor(a, b) => value(circuit, a, inputs) ^ value(circuit, b, inputs),
            Gate::Mux { condition, then, otherwise } => {
                value(circuit, if value(circuit, condition, inputs) { then } else { otherwise }, inputs)
            }
            Gate::Majority(a, b, c) => [a, b, c].iter().filter(|&&b| value(circuit, b, inputs)).count() >= 2,
        };
        plain ^ bit.is_complemented()
    }

    /// Every gate over every choice of three operands (constants, inputs and complements) has its truth table.
    #[test]
    fn folding_keeps_the_truth_table() {
        let mut circuit = Circuit::new();
        let mut operands = vec![Bit::TRUE, Bit::FALSE];
        for bit in 0..3 {
            let input = circuit.input(VarId(0), bit);
            operands.extend([input, !input]);
        }
        for &a in &operands {
            for &b in &operands {
                for &c in &operands {
                    let gates = [
                        circuit.and(a, b),
                        circuit.or(a, b),
                        circuit.xor(a, b),
                        circuit.mux(a, b, c),
                        circuit.majority(a, b, c),
                    ];
                    for inputs in 0..8 {
                        let [x, y, z] = [a, b, c].map(|bit| value(&circuit, bit, inputs));
                        let expected = [x & y, x | y, x ^ y, if x { y } else { z }, (x as u8 + y as u8 + z as u8) >= 2];
                        let found = gates.map(|gate| value(&circuit, gate, inputs));
                        assert_eq!(found, expected, "{a:?} {b:?} {c:?} under {inputs:03b}");
                    }
                }
            }
        }
    }

    #[test]
    fn equal_gates_are_built_once() {
        let mut circuit = Circuit::new();
        let (a, b) = (circuit.input(VarId(0), 0), circuit.input(VarId(0), 1));
        assert_eq!(circuit.and(a, b), circuit.and(b, a));
        assert_eq!(circuit.xor(a, !b), !circuit.xor(b, a));
        assert_eq!(circuit.or(a, b), !circuit.and(!b, !a));
        assert_eq!(circuit.len(), 6);
    }
}
