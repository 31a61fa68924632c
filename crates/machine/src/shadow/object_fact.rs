//! What an edge relied on about the object an address named at its start. A condition is about states in which the same holds.

use crate::memory::{Memory, Object, ObjectKind, Pointee};
use crate::state::State;

/// What an edge relied on about the object an address named at its start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObjectFact {
    Live {
        address: u64,
        capacity: u64,
        kind: ObjectKind,
        read_only: bool,
    },
    /// It had been freed, or its scope had ended.
    Dead {
        address: u64,
        kind: ObjectKind,
    },
    Nothing {
        address: u64,
    },
    /// It was as when paths first parted.
    Table {
        address: u64,
    },
}

impl ObjectFact {
    pub(super) fn of(object: &Object) -> ObjectFact {
        ObjectFact::Live {
            address: object.address,
            capacity: object.capacity,
            kind: object.kind,
            read_only: object.read_only,
        }
    }

    pub(super) fn at(st: &State, address: u64) -> ObjectFact {
        match st.memory.at(address) {
            Pointee::Live(_, object) => ObjectFact::of(object),
            Pointee::Dead(dead) => ObjectFact::Dead { address: dead.address, kind: dead.kind },
            Pointee::Nothing => ObjectFact::Nothing { address },
        }
    }

    pub(super) fn address(&self) -> u64 {
        match *self {
            ObjectFact::Live { address, .. }
            | ObjectFact::Dead { address, .. }
            | ObjectFact::Nothing { address }
            | ObjectFact::Table { address } => address,
        }
    }

    /// Whether the same holds in another state. `first`: the memory when paths first parted.
    pub fn holds(&self, st: &State, first: &Memory) -> bool {
        if let ObjectFact::Table { address } = *self {
            return matches!(st.memory.at(address), Pointee::Live(slot, _) if st.memory.has_same_object(first, slot));
        }
        let resizable = matches!(st.memory.at(self.address()), Pointee::Live(_, o) if o.symbolic_size.is_some());
        !resizable && ObjectFact::at(st, self.address()) == *self
    }
}
