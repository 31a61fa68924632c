//! Incremental memoisation by slice: something worked out from the constraints of a slice, kept for each slice and extended
//! as slices grow.
//!
//! Paths grow by one constraint at a time, so what is wanted for a slice is mostly what was worked out for the slice
//! before it, and one step more. Slices are named by keys that do not depend on order: the one before is found whichever
//! way led there. Late solving goes the other way, from the end of a path back to its beginning: so slices on the way to one
//! are kept too.

use crate::path_condition::SliceKey;
use expr::ExprId;
use rustc_hash::FxHashMap;

/// Slices remembered before all are forgotten.
const CAPACITY: usize = 1 << 16;
/// Slices kept on the way to one that is asked for, the longest ones.
const ON_THE_WAY: usize = 1 << 12;

/// See the module's description. `T` should be cheap to clone.
pub struct SliceMemo<T> {
    known: FxHashMap<SliceKey, T>,
}

impl<T> Default for SliceMemo<T> {
    fn default() -> SliceMemo<T> {
        SliceMemo { known: FxHashMap::default() }
    }
}

impl<T: Clone + Default> SliceMemo<T> {
    /// What belongs to the slice with this key and these constraints, newest first.
    pub fn get(&mut self, key: SliceKey, constraints: &[ExprId], mut extend: impl FnMut(&mut T, ExprId)) -> T {
        // The slices that are not known, the longest first: each leaves out one more of the newest constraints.
        let mut unknown = Vec::new();
        let mut shorter = key;
        let mut value = loop {
            if let Some(known) = self.known.get(&shorter) {
                break known.clone();
            }
            let Some(&newest) = constraints.get(unknown.len()) else { break T::default() };
            unknown.push(shorter);
            shorter = shorter.without(SliceKey::of(newest));
        };
        if self.known.len() + unknown.len().min(ON_THE_WAY) > CAPACITY {
            self.known.clear();
        }
        for (number, (&key, &constraint)) in unknown.iter().zip(constraints).enumerate().rev() {
            extend(&mut value, constraint);
            if number < ON_THE_WAY {
                self.known.insert(key, value.clone());
            }
        }
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_new_constraints_are_worked_on() {
        let mut dag = expr::Dag::new();
        let ids: Vec<ExprId> = (0..4).map(|i| dag.variable("x", i, 0, 1)).collect();
        let key = |ids: &[ExprId]| ids.iter().fold(SliceKey::default(), |key, &e| key.union(SliceKey::of(e)));
        let mut memo: SliceMemo<Vec<ExprId>> = SliceMemo::default();
        let newest_first: Vec<ExprId> = ids[..3].iter().rev().copied().collect();
        let push = |list: &mut Vec<ExprId>, e| list.push(e);
        assert_eq!(memo.get(key(&ids[..3]), &newest_first, push), ids[..3]);
        assert_eq!(memo.get(key(&ids[..3]), &newest_first, |_, _| panic!("is known")), ids[..3]);
        assert_eq!(memo.get(key(&ids[..2]), &newest_first[1..], |_, _| panic!("was on the way")), ids[..2]);
        // The same three in another order, and one more.
        let other_order = [ids[3], ids[0], ids[2], ids[1]];
        let mut steps = 0;
        let grown = memo.get(key(&ids), &other_order, |list, e| {
            steps += 1;
            list.push(e);
        });
        assert_eq!((grown, steps), (ids.clone(), 1));
        assert_eq!(memo.get(SliceKey::default(), &[], push), Vec::new());
    }
}
