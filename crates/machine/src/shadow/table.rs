//! Tables: objects of some size that held plain bytes when paths first parted and that the path has not written to since.
//!
//! Other paths will not have written to them either, so a table is relied on as a whole ([`ObjectFact::Table`]) and its bytes
//! stay the constants they are. Sums of what was looked up in tables are then comparable numbers instead of long expressions.
//!
//! [`ObjectFact::Table`]: super::ObjectFact::Table

use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::FxHashMap;

use crate::machine::Machine;
use crate::memory::{Memory, Object, Pointee};
use crate::state::State;

/// Bytes below which an object is no table: what is small is more likely to change harmlessly.
const SMALLEST_TABLE: u64 = 64;

/// The memory when paths first parted, and which of its objects held plain bytes only.
#[derive(Debug)]
pub(crate) struct AtParting {
    memory: Memory,
    tables: FxHashMap<u64, bool>,
    digests: FxHashMap<u64, Option<u64>>,
}

impl AtParting {
    /// Whether the object in this slot is a table that nobody has written to.
    pub(super) fn is_table(&mut self, memory: &Memory, slot: u64) -> bool {
        if !memory.has_same_object(&self.memory, slot) {
            return false;
        }
        let object = memory.object(slot);
        // What is constant anyway needs no fact.
        *self
            .tables
            .entry(slot)
            .or_insert_with(|| !object.read_only && object.capacity >= SMALLEST_TABLE && object.is_concrete())
    }
}

impl Machine<'_> {
    /// Paths are about to part for the first time.
    pub fn paths_part(&mut self, st: &State) {
        self.at_parting.get_or_insert_with(|| AtParting {
            memory: st.memory.clone(),
            tables: FxHashMap::default(),
            digests: FxHashMap::default(),
        });
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
