//! Variables and the sets of them that expressions mention.
//!
//! A variable is interned by what it stands for, so the k-th input of a path is the same variable on every path. Sets
//! are interned too: expressions over the same variables share one, and a union is computed once.

use crate::ids::{ExprId, VarId};
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// What a variable stands for: bits `8 * offset ..` of the `instance`-th input called `name`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarInfo {
    pub name: Rc<str>,
    /// Tells apart several inputs of the same name on one path, counted from 0.
    pub instance: u32,
    /// First byte inside the input.
    pub offset: u32,
    /// In bits, at most 64.
    pub width: u32,
}

/// By instance, offset and width.
type VariablesOfName = FxHashMap<(u32, u32, u32), VarId>;

/// Every variable of a DAG.
#[derive(Default)]
pub(crate) struct Variables {
    pub infos: Vec<VarInfo>,
    /// The expression that is just the variable.
    pub exprs: Vec<ExprId>,
    by_name: FxHashMap<Rc<str>, VariablesOfName>,
}

impl Variables {
    pub fn find(&self, name: &str, instance: u32, offset: u32, width: u32) -> Option<VarId> {
        self.by_name.get(name)?.get(&(instance, offset, width)).copied()
    }

    /// The id the next [`add`](Variables::add) gives.
    pub fn next(&self) -> VarId {
        VarId(self.infos.len() as u32)
    }

    pub fn add(&mut self, name: &str, instance: u32, offset: u32, width: u32, expr: ExprId) -> VarId {
        let v = self.next();
        let name: Rc<str> = match self.by_name.get_key_value(name) {
            Some((known, _)) => known.clone(),
            None => name.into(),
        };
        self.by_name.entry(name.clone()).or_default().insert((instance, offset, width), v);
        self.infos.push(VarInfo { name, instance, offset, width });
        self.exprs.push(expr);
        v
    }
}

/// An interned set of variables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct VarSetId(u32);

impl VarSetId {
    pub const EMPTY: VarSetId = VarSetId(0);
}

/// Every set of variables that some expression mentions, as sorted slices of one vector.
pub(crate) struct VarSets {
    elements: Vec<VarId>,
    /// Where set `i` starts; it ends where set `i + 1` starts.
    starts: Vec<u32>,
    table: HashTable<u32>,
    unions: FxHashMap<(VarSetId, VarSetId), VarSetId>,
    scratch: Vec<VarId>,
}

impl VarSets {
    pub fn new() -> VarSets {
        let mut sets = VarSets {
            elements: Vec::new(),
            starts: vec![0],
            table: HashTable::new(),
            unions: FxHashMap::default(),
            scratch: Vec::new(),
        };
        let empty = sets.intern_scratch();
        debug_assert_eq!(empty, VarSetId::EMPTY);
        sets
    }

    pub fn get(&self, set: VarSetId) -> &[VarId] {
        slice(&self.elements, &self.starts, set.0)
    }

    pub fn singleton(&mut self, v: VarId) -> VarSetId {
        self.scratch.clear();
        self.scratch.push(v);
        self.intern_scratch()
    }

    #[inline]
    pub fn union(&mut self, a: VarSetId, b: VarSetId) -> VarSetId {
        if a == b || b == VarSetId::EMPTY {
            return a;
        }
        if a == VarSetId::EMPTY {
            return b;
        }
        let key = (a.min(b), a.max(b));
        if let Some(&known) = self.unions.get(&key) {
            return known;
        }
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        merge(self.get(a), self.get(b), &mut scratch);
        self.scratch = scratch;
        let result = self.intern_scratch();
        self.unions.insert(key, result);
        result
    }

    /// The union of many sets, without interning the sets in between.
    pub fn union_all(&mut self, mut sets: Vec<VarSetId>) -> VarSetId {
        sets.sort_unstable();
        sets.dedup();
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.clear();
        for &set in &sets {
            scratch.extend_from_slice(self.get(set));
        }
        scratch.sort_unstable();
        scratch.dedup();
        self.scratch = scratch;
        self.intern_scratch()
    }

    fn intern_scratch(&mut self) -> VarSetId {
        let (elements, starts) = (&self.elements, &self.starts);
        let hash = hash_of(&self.scratch);
        if let Some(&id) = self.table.find(hash, |&id| slice(elements, starts, id) == self.scratch.as_slice()) {
            return VarSetId(id);
        }
        let id = self.starts.len() as u32 - 1;
        self.elements.extend_from_slice(&self.scratch);
        self.starts.push(self.elements.len() as u32);
        let (elements, starts) = (&self.elements, &self.starts);
        self.table.insert_unique(hash, id, |&id| hash_of(slice(elements, starts, id)));
        VarSetId(id)
    }
}

fn slice<'a>(elements: &'a [VarId], starts: &[u32], set: u32) -> &'a [VarId] {
    &elements[starts[set as usize] as usize..starts[set as usize + 1] as usize]
}

fn hash_of(set: &[VarId]) -> u64 {
    let mut hasher = FxHasher::default();
    set.hash(&mut hasher);
    hasher.finish()
}

/// Appends the union of two sorted slices.
fn merge(mut a: &[VarId], mut b: &[VarId], out: &mut Vec<VarId>) {
    while let (Some(&x), Some(&y)) = (a.first(), b.first()) {
        out.push(x.min(y));
        if x <= y {
            a = &a[1..];
        }
        if y <= x {
            b = &b[1..];
        }
    }
    out.extend_from_slice(a);
    out.extend_from_slice(b);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_share_an_id() {
        let mut sets = VarSets::new();
        let [a, b, c] = [3, 1, 2].map(|n| sets.singleton(VarId(n)));
        let ab = sets.union(a, b);
        let abc = sets.union(ab, c);
        let bc = sets.union(c, b);
        assert_eq!(sets.union(bc, a), abc);
        assert_eq!(sets.union(abc, bc), abc);
        assert_eq!(sets.get(abc), [VarId(1), VarId(2), VarId(3)]);
        assert_eq!(sets.get(VarSetId::EMPTY), []);
    }
}
