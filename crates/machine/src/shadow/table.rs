//! Tables: objects of some size that held plain bytes when paths first parted and that the path has not written to since.
//!
//! Other paths will not have written to them either, so a table is relied on as a whole ([`ObjectFact::Table`]) and its bytes
//! stay the constants they are. Sums of what was looked up in tables are then comparable numbers instead of long expressions.
//!
//! [`ObjectFact::Table`]: super::ObjectFact::Table

use std::hash::{DefaultHasher, Hash, Hasher};

use expr::{ExprId, Node};
use rustc_hash::FxHashMap;

use super::{Location, ObjectFact, location_of};
use crate::machine::Machine;
use crate::memory::{Memory, Object, Pointee};
use crate::mode::Mode;
use crate::state::State;

/// Bytes below which an object is no table: what is small is more likely to change harmlessly.
const SMALLEST_TABLE: u64 = 64;

/// The memory when paths first parted, and which of its objects held plain bytes only.
#[derive(Debug)]
pub(crate) struct AtParting {
    memory: Memory,
    tables: FxHashMap<u64, bool>,
    digests: FxHashMap<u64, Option<u64>>,
    /// They have not parted yet: somebody looks ahead.
    is_ahead: bool,
}

impl AtParting {
    fn new(st: &State, is_ahead: bool) -> AtParting {
        let (tables, digests) = (FxHashMap::default(), FxHashMap::default());
        AtParting { memory: st.memory.clone(), tables, digests, is_ahead }
    }

    /// Whether the object in this slot is a table that nobody has written to.
    pub(super) fn is_table(&mut self, memory: &Memory, slot: u64) -> bool {
        if !memory.has_same_object(&self.memory, slot) {
            return false;
        }
        let object = memory.object(slot);
        // What is constant anyway needs no fact.
        *self.tables.entry(slot).or_insert_with(|| may_be_table(object) && object.is_concrete())
    }
}

fn may_be_table(object: &Object) -> bool {
    !object.read_only && object.capacity >= SMALLEST_TABLE
}

impl Machine<'_> {
    /// Paths are about to part, maybe for the first time. Whether other objects are tables from here on than were for who looked ahead:
    /// what was learnt so far does not hold any more.
    #[must_use]
    pub fn paths_part(&mut self, st: &State) -> bool {
        let was_ahead = self.at_parting.as_ref().is_some_and(|at_parting| at_parting.is_ahead);
        if was_ahead || self.at_parting.is_none() {
            self.at_parting = Some(AtParting::new(st, false));
        }
        was_ahead
    }

    /// A proof is tried while there is one path only: as if paths parted here.
    pub fn look_ahead(&mut self, st: &State) {
        self.at_parting.get_or_insert_with(|| AtParting::new(st, true));
    }

    /// The start of the program was executed once more for this state: what has not changed since paths first parted becomes what it was
    /// then, so that it is known again.
    pub fn recognise_tables(&self, st: &mut State) {
        let Some(AtParting { memory, .. }) = &self.at_parting else { return };
        memory.live().filter(|(_, object)| may_be_table(object)).for_each(|(slot, _)| st.memory.unite(memory, slot));
    }

    /// Whether a byte that was read at an address may be taken for the expression it was on the path, which no shadow sees: its object has
    /// to be as it was when paths first parted, and so in other states, too. Always true outside of shadows.
    pub(crate) fn is_as_at_parting(&mut self, address: u64, byte: ExprId) -> bool {
        let Mode::Shadow(shadow) = &mut self.mode else { return true };
        let itself = match self.dag.node(byte) {
            Node::Var(variable) => location_of(&self.dag, variable) == Some(Location::Memory(address)),
            _ => false,
        };
        let Some(AtParting { memory, .. }) = &self.at_parting else { return false };
        let Pointee::Live(slot, object) = memory.at(address) else { return false };
        let is_same = itself && shadow.real.memory.has_same_object(memory, slot);
        if is_same {
            shadow.objects.push(ObjectFact::Table { address: object.address });
        }
        is_same
    }

    /// A digest of the bytes that an object had when paths first parted; `None` unless it was there, and concrete.
    pub fn digest_at_parting(&mut self, address: u64) -> Option<u64> {
        let AtParting { memory, digests, .. } = self.at_parting.as_mut()?;
        let Pointee::Live(slot, object) = memory.at(address) else { return None };
        *digests.entry(slot).or_insert_with(|| digest(object))
    }

    /// The memory when paths first parted.
    pub fn first_memory(&self) -> Option<&Memory> {
        self.at_parting.as_ref().map(|at_parting| &at_parting.memory)
    }
}

fn digest(object: &Object) -> Option<u64> {
    let mut digest = DefaultHasher::new();
    (object.address, object.capacity).hash(&mut digest);
    for offset in 0..object.capacity {
        object.read_bits(offset, 1)?.hash(&mut digest);
    }
    Some(digest.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{TABLE, program, start};
    use expr::{DefaultValue, Model};
    use program::ir::FuncId;
    use program::layout::slot_of;

    #[test]
    fn what_is_written_before_paths_part_is_a_table_whoever_looked_ahead() {
        let program = program(Vec::new());
        let (mut machine, mut st) = start(&program, 0);
        let slot = slot_of(TABLE).unwrap();
        let is_table =
            |machine: &mut Machine, st: &State| machine.at_parting.as_mut().unwrap().is_table(&st.memory, slot);
        machine.look_ahead(&st);
        assert!(is_table(&mut machine, &st));
        st.memory.write_bits(TABLE, 1, 99);
        machine.look_ahead(&st);
        assert!(!is_table(&mut machine, &st), "for who looked ahead it has changed");
        assert!(machine.paths_part(&st), "what was learnt of it does not hold any more");
        assert!(is_table(&mut machine, &st));
        st.memory.write_bits(TABLE, 1, 98);
        assert!(!machine.paths_part(&st), "the first time is the one that counts");
        assert!(!is_table(&mut machine, &st));
    }

    #[test]
    fn a_table_is_known_again_when_the_program_begins_again_unless_it_changed() {
        let program = program(Vec::new());
        let (mut machine, first) = start(&program, 0);
        assert!(!machine.paths_part(&first));
        let slot = slot_of(TABLE).unwrap();
        let begun = |machine: &mut Machine, change: &dyn Fn(&mut State)| {
            let mut st = machine.initial_state(FuncId(0), "", &[], Model::new(DefaultValue::Zero));
            change(&mut st);
            machine.recognise_tables(&mut st);
            machine.at_parting.as_mut().unwrap().is_table(&st.memory, slot)
        };
        let object = first.memory.object(slot);
        let last = TABLE + object.capacity - 1;
        let (unchanged, changed) = (object.read_bits(object.capacity - 1, 1).unwrap(), 99);
        assert_ne!(unchanged, changed);
        assert!(begun(&mut machine, &|_| {}));
        assert!(begun(&mut machine, &|st| _ = st.memory.write_bits(last, 1, unchanged)), "nothing has changed");
        assert!(!begun(&mut machine, &|st| _ = st.memory.write_bits(last, 1, changed)));
        assert!(!begun(&mut machine, &|st| st.memory.object_mut(slot).read_only = true));
    }
}
