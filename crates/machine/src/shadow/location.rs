//! Program variables: what a register or a byte of memory holds when an edge begins, as a variable of the expressions.

use expr::{Dag, ExprId, VarId};

use crate::machine::Machine;

/// Names of the variables that stand for registers and memory bytes.
const REGISTER: &str = "%reg";
const MEMORY: &str = "%mem";
/// Names of the variables that stand for nothing a state holds.
const UNKNOWN: &str = "%unknown";

/// What a program variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Location {
    /// Bits of a register of the frame with this many callers: the half numbered `part` where it is wider than 64 bits.
    Register { depth: u32, register: u32, part: u32 },
    /// The byte at an address.
    Memory(u64),
}

/// The variable for bits of a register.
pub(super) fn register_variable(dag: &mut Dag, depth: u32, register: u32, part: u32, width: u32) -> ExprId {
    dag.variable(REGISTER, depth, 2 * register + part, width)
}

/// The variable for the byte at an address.
pub(crate) fn memory_variable(dag: &mut Dag, address: u64) -> ExprId {
    dag.variable(MEMORY, (address >> 32) as u32, address as u32, 8)
}

/// What a variable stands for, if it is a program variable and not an input.
pub fn location_of(dag: &Dag, var: VarId) -> Option<Location> {
    let info = dag.var_info(var);
    match &*info.name {
        REGISTER => Some(Location::Register { depth: info.instance, register: info.offset / 2, part: info.offset % 2 }),
        MEMORY => Some(Location::Memory((info.instance as u64) << 32 | info.offset as u64)),
        _ => None,
    }
}

impl Machine<'_> {
    /// A value nobody chose and no state holds.
    pub fn fresh_unknown(&mut self, width: u32) -> ExprId {
        self.unknowns += 1;
        self.dag.variable(UNKNOWN, self.unknowns, 0, width)
    }
}
