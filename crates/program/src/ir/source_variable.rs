//! Variables as the source has them, from debug information: which register or which piece of memory belongs to which name.
//! For showing values and conditions to people, never for executing anything.
//!
//! Does not hold: where a variable has a value that is nowhere (a constant the compiler put into its place), and names in code that an
//! optimiser has rearranged.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::{Reg, SourceType};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceVariable {
    pub name: String,
    pub ty: Option<Arc<SourceType>>,
    /// What it points to, if it is a pointer.
    pub pointee: Option<Arc<SourceType>>,
}

/// The variables of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LocalVariables {
    /// By the register that has their value. Several registers may belong to one variable, each from an assignment on.
    pub values: FxHashMap<Reg, SourceVariable>,
    /// By the register that has their address, in the order of the source.
    pub addresses: Vec<(Reg, SourceVariable)>,
}

impl LocalVariables {
    /// Whether a register belongs to a variable.
    pub(crate) fn has(&self, register: Reg) -> bool {
        self.values.contains_key(&register) || self.addresses.iter().any(|(of, _)| *of == register)
    }

    /// Registers get other numbers.
    pub(crate) fn rename(&mut self, new: impl Fn(Reg) -> Reg) {
        self.values =
            std::mem::take(&mut self.values).into_iter().map(|(old, variable)| (new(old), variable)).collect();
        self.addresses.iter_mut().for_each(|(register, _)| *register = new(*register));
    }
}
