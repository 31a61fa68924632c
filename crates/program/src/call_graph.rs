//! Which functions a call may reach.
//!
//! An indirect call may reach every function whose address is taken and that accepts the number of arguments: an
//! over-approximation, unless the program forges addresses or calls through a wrong prototype (which the machine
//! reports).

use crate::ir::{Call, Callee, FuncId, Operand, Program};
use crate::layout;

/// What the calls of a program may reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallGraph {
    address_taken: Vec<FuncId>,
}

impl CallGraph {
    pub fn new(program: &Program) -> CallGraph {
        CallGraph { address_taken: address_taken(program) }
    }

    /// Functions that pointers may point to.
    pub fn address_taken(&self) -> &[FuncId] {
        &self.address_taken
    }

    /// Functions a call may reach.
    pub fn targets(&self, program: &Program, call: &Call) -> Vec<FuncId> {
        match call.callee {
            Callee::Direct(id) => vec![id],
            Callee::Indirect(Operand::Imm(address)) => program.function_at(address).into_iter().collect(),
            Callee::Indirect(_) => {
                let accepts = |id: &FuncId| {
                    let function = program.function(*id);
                    let params = function.params.len();
                    params == call.args.len() || (function.variadic && params < call.args.len())
                };
                self.address_taken.iter().copied().filter(accepts).collect()
            }
        }
    }
}

/// Functions whose address occurs as a value anywhere but as the target of a direct call.
fn address_taken(program: &Program) -> Vec<FuncId> {
    let mut taken = vec![false; program.functions.len()];
    let mut note = |address: u64| {
        if let Some(id) = program.function_at(address) {
            taken[id.index()] = true;
        }
    };
    let mut note_operand = |operand: Operand| {
        if let Operand::Imm(value) = operand {
            note(value);
        }
    };
    for block in program.functions.iter().flat_map(|function| &function.blocks) {
        block.insts.iter().for_each(|inst| inst.for_each_operand(&mut note_operand));
        block.term.for_each_operand(&mut note_operand);
        for (_, operand) in block.term.edges().into_iter().flat_map(|edge| &edge.copies) {
            note_operand(*operand);
        }
    }
    for global in &program.globals {
        // Packed structs hold pointers at any offset, and zero bytes at the end are not stored.
        let at = |i: usize| global.init.get(i).copied().unwrap_or(0);
        for start in 0..global.init.len() {
            let address = u64::from_le_bytes(std::array::from_fn(|i| at(start + i)));
            if layout::function_of(address).is_some() {
                note(address);
            }
        }
    }
    let numbers = taken.iter().enumerate().filter(|(_, is_taken)| **is_taken);
    numbers.map(|(i, _)| FuncId(i as u32)).collect()
}
