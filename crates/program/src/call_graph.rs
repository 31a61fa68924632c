//! Which function may call which.
//!
//! An indirect call may reach every function whose address is taken and that accepts the number of arguments: an
//! over-approximation, unless the program forges addresses or calls through a wrong prototype (which the machine
//! reports). Library functions may call back every function whose address is taken.

use crate::ir::{Call, Callee, FuncId, Inst, Operand, Program};
use crate::layout;

/// The calls of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallGraph {
    callees: Vec<Vec<FuncId>>,
    callers: Vec<Vec<FuncId>>,
    address_taken: Vec<FuncId>,
    component: Vec<u32>,
    recursive: Vec<bool>,
    is_external: Vec<bool>,
}

impl CallGraph {
    pub fn new(program: &Program) -> CallGraph {
        let address_taken = address_taken(program);
        let mut callees: Vec<Vec<FuncId>> = vec![Vec::new(); program.functions.len()];
        for (function, found) in program.functions.iter().zip(&mut callees) {
            for inst in function.blocks.iter().flat_map(|block| &block.insts) {
                if let Inst::Call(call) = inst {
                    found.extend(targets(program, &address_taken, call));
                }
            }
            found.sort_unstable();
            found.dedup();
        }
        let mut callers = vec![Vec::new(); callees.len()];
        for (caller, found) in callees.iter().enumerate() {
            for callee in found {
                callers[callee.index()].push(FuncId(caller as u32));
            }
        }
        let component = components(&callees);
        let mut members = vec![0u32; callees.len()];
        for &c in &component {
            members[c as usize] += 1;
        }
        let calls_itself = |f: usize| callees[f].contains(&FuncId(f as u32));
        let recursive = (0..callees.len()).map(|f| members[component[f] as usize] > 1 || calls_itself(f)).collect();
        let is_external = program.functions.iter().map(|f| f.is_declaration()).collect();
        CallGraph { callees, callers, address_taken, component, recursive, is_external }
    }

    /// Functions the code of `function` may call, in order of their numbers.
    pub fn callees(&self, function: FuncId) -> &[FuncId] {
        &self.callees[function.index()]
    }

    pub fn callers(&self, function: FuncId) -> &[FuncId] {
        &self.callers[function.index()]
    }

    /// Functions that pointers may point to.
    pub fn address_taken(&self) -> &[FuncId] {
        &self.address_taken
    }

    /// Functions a call may reach.
    pub fn targets(&self, program: &Program, call: &Call) -> Vec<FuncId> {
        targets(program, &self.address_taken, call)
    }

    /// Whether the function may be active twice at a time (through code of the program, not through a call back).
    pub fn is_recursive(&self, function: FuncId) -> bool {
        self.recursive[function.index()]
    }

    /// Whether each may call the other, directly or not.
    pub fn call_each_other(&self, a: FuncId, b: FuncId) -> bool {
        self.component[a.index()] == self.component[b.index()]
    }

    /// Which functions may run when these are called.
    pub fn reachable(&self, roots: &[FuncId]) -> Vec<bool> {
        let mut reached = vec![false; self.callees.len()];
        let mut pending = roots.to_vec();
        while let Some(function) = pending.pop() {
            if std::mem::replace(&mut reached[function.index()], true) {
                continue;
            }
            pending.extend_from_slice(&self.callees[function.index()]);
            if self.is_external[function.index()] {
                pending.extend_from_slice(&self.address_taken);
            }
        }
        reached
    }
}

fn targets(program: &Program, address_taken: &[FuncId], call: &Call) -> Vec<FuncId> {
    match call.callee {
        Callee::Direct(id) => vec![id],
        Callee::Indirect(Operand::Imm(address)) => program.function_at(address).into_iter().collect(),
        Callee::Indirect(_) => {
            let accepts = |id: &FuncId| {
                let function = program.function(*id);
                let params = function.params.len();
                params == call.args.len() || (function.variadic && params < call.args.len())
            };
            address_taken.iter().copied().filter(accepts).collect()
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

/// Strongly connected components (Tarjan's algorithm with its own stack): the component number of each function.
fn components(callees: &[Vec<FuncId>]) -> Vec<u32> {
    const UNSEEN: u32 = u32::MAX;
    let count = callees.len();
    let (mut number, mut low) = (vec![UNSEEN; count], vec![UNSEEN; count]);
    let mut component = vec![UNSEEN; count];
    let (mut next_number, mut next_component) = (0, 0);
    let mut path = Vec::new();
    for root in 0..count {
        if number[root] != UNSEEN {
            continue;
        }
        let mut open: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some(&mut (node, ref mut position)) = open.last_mut() {
            if *position == 0 {
                number[node] = next_number;
                low[node] = next_number;
                next_number += 1;
                path.push(node);
            }
            if let Some(next) = callees[node].get(*position) {
                *position += 1;
                let next = next.index();
                if number[next] == UNSEEN {
                    open.push((next, 0));
                } else if component[next] == UNSEEN {
                    low[node] = low[node].min(number[next]);
                }
                continue;
            }
            open.pop();
            if let Some(&(above, _)) = open.last() {
                low[above] = low[above].min(low[node]);
            }
            if low[node] == number[node] {
                while let Some(member) = path.pop() {
                    component[member] = next_component;
                    if member == node {
                        break;
                    }
                }
                next_component += 1;
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    fn components_of(edges: &[&[u32]]) -> Vec<u32> {
        components(&edges.iter().map(|list| list.iter().map(|&f| FuncId(f)).collect()).collect::<Vec<_>>())
    }

    #[test]
    fn components_are_the_cycles() {
        let found = components_of(&[&[1], &[2], &[1, 3], &[]]);
        assert_eq!(found[1], found[2]);
        assert_ne!(found[0], found[1]);
        assert_ne!(found[3], found[1]);
    }

    #[test]
    fn one_function_that_calls_two_leaves_is_three_components() {
        let mut found = components_of(&[&[1, 2], &[], &[]]);
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), 3);
    }
}
