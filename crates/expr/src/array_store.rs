//! Where array terms live: finite byte arrays, either listed byte by byte or as a write to another array.
//!
//! Interned like expressions. Rules about reads and writes are in [`simplify::arrays`](crate::simplify).

use crate::ids::{ArrayId, ExprId};
use crate::variables::VarSetId;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// An array term, one level deep.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ArrayNode<'a> {
    /// Each byte as an 8-bit expression.
    Base(&'a [ExprId]),
    /// `array` with the bytes of `value` at `offset` on, the lowest first. Bytes beyond the end are dropped.
    Write { array: ArrayId, offset: ExprId, value: ExprId },
}

#[derive(Clone, Copy)]
enum Stored {
    Base { start: u32 },
    Write { array: ArrayId, offset: ExprId, value: ExprId },
}

struct Entry {
    stored: Stored,
    len: u32,
    vars: VarSetId,
}

#[derive(Default)]
pub(crate) struct ArrayStore {
    entries: Vec<Entry>,
    bytes: Vec<ExprId>,
    table: HashTable<u32>,
}

impl ArrayStore {
    #[inline]
    pub fn get(&self, a: ArrayId) -> ArrayNode<'_> {
        view(&self.entries[a.index()], &self.bytes)
    }

    pub fn byte_len(&self, a: ArrayId) -> u64 {
        self.entries[a.index()].len as u64
    }

    pub fn vars(&self, a: ArrayId) -> VarSetId {
        self.entries[a.index()].vars
    }

    pub fn find(&self, node: ArrayNode<'_>) -> Option<ArrayId> {
        let found = self.table.find(hash_of(node), |&id| self.get(ArrayId(id)) == node)?;
        Some(ArrayId(*found))
    }

    /// Adds an array that [`find`](ArrayStore::find) did not find.
    pub fn add(&mut self, node: ArrayNode<'_>, vars: VarSetId) -> ArrayId {
        let hash = hash_of(node);
        let (stored, len) = match node {
            ArrayNode::Base(bytes) => {
                let start = self.bytes.len() as u32;
                self.bytes.extend_from_slice(bytes);
                (Stored::Base { start }, bytes.len() as u32)
            }
            ArrayNode::Write { array, offset, value } => {
                (Stored::Write { array, offset, value }, self.entries[array.index()].len)
            }
        };
        let id = self.entries.len() as u32;
        self.entries.push(Entry { stored, len, vars });
        let (entries, bytes) = (&self.entries, &self.bytes);
        self.table.insert_unique(hash, id, |&id| hash_of(view(&entries[id as usize], bytes)));
        ArrayId(id)
    }
}

#[inline]
fn view<'a>(entry: &Entry, bytes: &'a [ExprId]) -> ArrayNode<'a> {
    match entry.stored {
        Stored::Base { start } => ArrayNode::Base(&bytes[start as usize..][..entry.len as usize]),
        Stored::Write { array, offset, value } => ArrayNode::Write { array, offset, value },
    }
}

fn hash_of(node: ArrayNode<'_>) -> u64 {
    let mut hasher = FxHasher::default();
    node.hash(&mut hasher);
    hasher.finish()
}
