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

    /// Whether the same holds in another state. `first`: the memory when paths first parted, if they have.
    pub fn holds(&self, st: &State, first: Option<&Memory>) -> bool {
        if let ObjectFact::Table { address } = *self {
            let Pointee::Live(slot, _) = st.memory.at(address) else { return false };
            return first.is_some_and(|first| st.memory.has_same_object(first, slot));
        }
        let resizable = matches!(st.memory.at(self.address()), Pointee::Live(_, o) if o.symbolic_size.is_some());
        !resizable && ObjectFact::at(st, self.address()) == *self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{CONSTANT, NOWHERE, NUMBER, TABLE, program, start};
    use crate::memory::Fill;
    use program::ir::LocId;
    use program::layout::slot_of;

    fn slot(address: u64) -> u64 {
        slot_of(address).unwrap()
    }

    #[test]
    fn a_live_object_must_be_the_same_kind_of_thing() {
        let program = program(Vec::new());
        let (mut machine, st) = start(&program, 0);
        let first = st.memory.clone();
        let fact = ObjectFact::at(&st, NUMBER + 3);
        assert_eq!(fact.address(), NUMBER, "wherever in it the address is");
        assert!(fact.holds(&st, Some(&first)));

        let mut other = st.clone();
        other.memory.write_bits(NUMBER, 8, 99);
        assert!(fact.holds(&other, Some(&first)), "what it holds is another matter");
        let replace = |size, kind| {
            let mut other = st.clone();
            other.memory.insert(Object::new(NUMBER, size, kind, Fill::Uninit));
            other
        };
        assert!(fact.holds(&replace(8, ObjectKind::Global), Some(&first)));
        assert!(!fact.holds(&replace(9, ObjectKind::Global), Some(&first)), "larger");
        assert!(!fact.holds(&replace(8, ObjectKind::Heap), Some(&first)), "another kind");
        let mut other = st.clone();
        other.memory.object_mut(slot(NUMBER)).read_only = true;
        assert!(!fact.holds(&other, Some(&first)), "a constant");
        let mut other = st.clone();
        other.memory.kill(slot(NUMBER), LocId(0));
        assert!(!fact.holds(&other, Some(&first)), "dead");
        let mut other = st.clone();
        let size = machine.dag.variable("size", 0, 0, 64);
        other.memory.object_mut(slot(NUMBER)).set_symbolic_size(size);
        assert!(!fact.holds(&other, Some(&first)), "of a symbolic size");
    }

    #[test]
    fn a_dead_object_must_be_dead() {
        let program = program(Vec::new());
        let (_, st) = start(&program, 0);
        let first = st.memory.clone();
        let mut dead = st.clone();
        dead.memory.kill(slot(NUMBER), LocId(0));
        let fact = ObjectFact::at(&dead, NUMBER);
        assert_eq!(fact, ObjectFact::Dead { address: NUMBER, kind: ObjectKind::Global });
        assert!(fact.holds(&dead, Some(&first)));
        assert!(!fact.holds(&st, Some(&first)), "alive");
        let mut freed_elsewhere = st.clone();
        freed_elsewhere.memory.kill(slot(NUMBER), LocId(1));
        assert!(fact.holds(&freed_elsewhere, Some(&first)), "where it ended does not matter");
    }

    #[test]
    fn where_nothing_was_nothing_must_be() {
        let program = program(Vec::new());
        let (_, st) = start(&program, 0);
        let first = st.memory.clone();
        let fact = ObjectFact::at(&st, NOWHERE);
        assert_eq!(fact, ObjectFact::Nothing { address: NOWHERE });
        assert!(fact.holds(&st, Some(&first)));
        let mut other = st.clone();
        other.memory.insert(Object::new(NOWHERE, 1, ObjectKind::Heap, Fill::Uninit));
        assert!(!fact.holds(&other, Some(&first)));
        other.memory.kill(slot(NOWHERE), LocId(0));
        assert!(!fact.holds(&other, Some(&first)), "a dead object is not nothing");
    }

    #[test]
    fn a_table_must_share_its_bytes_with_the_first_memory() {
        let program = program(Vec::new());
        let (_, st) = start(&program, 0);
        let first = st.memory.clone();
        let fact = ObjectFact::Table { address: TABLE };
        let mut other = st.clone();
        other.memory.write_bits(NUMBER, 4, 1);
        assert!(fact.holds(&other, Some(&first)), "another object was written to");
        other.memory.write_bits(TABLE, 1, 0);
        assert!(!fact.holds(&other, Some(&first)), "even if the bytes are the same");
        let mut other = st.clone();
        other.memory.kill(slot(TABLE), LocId(0));
        assert!(!fact.holds(&other, Some(&first)));
        assert!(!ObjectFact::Table { address: NOWHERE }.holds(&st, Some(&first)));
        assert!(ObjectFact::Table { address: CONSTANT }.holds(&st, Some(&first)));
    }
}
