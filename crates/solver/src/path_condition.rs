//! The path condition: the conjunction a state has assumed so far, kept as independent groups of constraints (constraint
//! independence: CUTE 3.3, third optimisation; P16b OPT3).
//!
//! Two constraints are in the same group when a chain of constraints with common variables links them. A question about
//! some variables only concerns the groups of those variables: its *slice*. A slice is named by a 128-bit key, the sum of
//! the hashes of its constraints, so a cache can be asked without listing them.
//!
//! Persistent: clone is O(1), so every state carries its own. Ids belong to one DAG; mixing DAGs is the caller's mistake.

use crate::persistent_bag::Bag;
use expr::{Dag, ExprId, Trie, VarId};
use std::rc::Rc;

/// The group of constraints without variables. Only `false` has none, so it is almost always empty; it is part of every
/// slice.
const GROUND: u32 = 0;

/// A set of assumed 1-bit expressions.
#[derive(Clone, Default)]
pub struct PathCondition {
    all: Bag<ExprId>,
    /// Which expressions are in `all`.
    present: Trie<()>,
    /// The group of each variable that occurs in a constraint.
    group_of: Trie<u32>,
    groups: Trie<Rc<Group>>,
    next_group: u32,
}

#[derive(Clone, Default)]
struct Group {
    constraints: Bag<ExprId>,
    variables: Bag<VarId>,
    key: SliceKey,
}

/// Names a set of constraints: equal sets have equal keys, and distinct sets practically never do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SliceKey(pub u128);

impl SliceKey {
    pub fn of(constraint: ExprId) -> SliceKey {
        let id = constraint.index() as u64;
        SliceKey((scramble(id) as u128) << 64 | scramble(id ^ 0x6a09_e667_f3bc_c908) as u128)
    }

    /// The key of the union of two disjoint sets.
    pub fn union(self, other: SliceKey) -> SliceKey {
        SliceKey(self.0.wrapping_add(other.0))
    }

    /// The key of what is left of a set when a subset of it is taken away.
    pub fn without(self, subset: SliceKey) -> SliceKey {
        SliceKey(self.0.wrapping_sub(subset.0))
    }
}

/// The finaliser of SplitMix64.
fn scramble(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The constraints that have to do with an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slice {
    pub constraints: Vec<ExprId>,
    pub key: SliceKey,
}

impl PathCondition {
    pub fn new() -> PathCondition {
        PathCondition { next_group: GROUND + 1, ..PathCondition::default() }
    }

    /// Number of constraints.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All constraints, newest first.
    pub fn iter(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.all.iter()
    }

    /// Whether this very expression was assumed. Does not see that others imply it.
    pub fn contains(&self, e: ExprId) -> bool {
        self.present.contains(e.index() as u64)
    }

    /// Assumes a 1-bit expression. Gives back whether it was new: `true` and what is already present are left out.
    pub fn add(&mut self, dag: &Dag, e: ExprId) -> bool {
        if dag.is_true(e) || self.contains(e) {
            return false;
        }
        self.present.insert(e.index() as u64, ());
        self.all.push(e);
        let variables = dag.vars(e);
        let touched = self.groups_of(variables);
        let home = self.merge(&touched, variables.is_empty());
        let mut group = self.take(home);
        for &v in variables {
            if self.group_of.get(v.0 as u64).is_none() {
                self.group_of.insert(v.0 as u64, home);
                group.variables.push(v);
            }
        }
        group.constraints.push(e);
        group.key = group.key.union(SliceKey::of(e));
        self.groups.insert(home as u64, Rc::new(group));
        true
    }

    /// The constraints transitively connected with the variables of `e`. `e` itself is in it only if it was assumed.
    pub fn slice(&self, dag: &Dag, e: ExprId) -> Slice {
        let mut slice = Slice { constraints: Vec::new(), key: SliceKey::default() };
        for group in self.slice_groups(dag, e) {
            slice.key = slice.key.union(group.key);
            slice.constraints.extend(group.constraints.iter());
        }
        slice
    }

    /// The key of [`slice`](PathCondition::slice), without listing the constraints.
    pub fn slice_key(&self, dag: &Dag, e: ExprId) -> SliceKey {
        self.slice_groups(dag, e).fold(SliceKey::default(), |key, group| key.union(group.key))
    }

    /// The number of constraints in [`slice`](PathCondition::slice), without listing them.
    pub fn slice_len(&self, dag: &Dag, e: ExprId) -> usize {
        self.slice_groups(dag, e).map(|group| group.constraints.len()).sum()
    }

    /// The independent groups, as a list of constraints each.
    pub fn independent_sets(&self) -> impl Iterator<Item = Vec<ExprId>> + '_ {
        self.groups.iter().map(|(_, group)| group.constraints.iter().collect())
    }

    fn slice_groups(&self, dag: &Dag, e: ExprId) -> impl Iterator<Item = &Group> {
        let ground = self.groups.get(GROUND as u64);
        let touched = self.groups_of(dag.vars(e));
        ground.into_iter().chain(touched.into_iter().filter_map(|index| self.groups.get(index as u64))).map(Rc::as_ref)
    }

    /// The groups of some variables, each once.
    fn groups_of(&self, variables: &[VarId]) -> Vec<u32> {
        let mut touched: Vec<u32> = Vec::new();
        for v in variables {
            if let Some(&group) = self.group_of.get(v.0 as u64)
                && touched.last() != Some(&group)
            {
                touched.push(group);
            }
        }
        if touched.len() > 1 {
            touched.sort_unstable();
            touched.dedup();
        }
        touched
    }

    /// Makes one group of several and gives its number. The largest keeps its number: a variable changes its group only
    /// when the group at least doubles.
    fn merge(&mut self, touched: &[u32], ground: bool) -> u32 {
        let size = |index: &u32| self.groups.get(*index as u64).map_or(0, |group| group.variables.len());
        let Some(&home) = touched.iter().max_by_key(|index| size(index)) else {
            if ground {
                return GROUND;
            }
            self.next_group += 1;
            return self.next_group - 1;
        };
        if touched.len() == 1 {
            return home;
        }
        let mut merged = self.take(home);
        for &other in touched.iter().filter(|&&index| index != home) {
            let Some(group) = self.groups.remove(other as u64) else { continue };
            for v in group.variables.iter() {
                self.group_of.insert(v.0 as u64, home);
            }
            merged.variables.join(&group.variables);
            merged.constraints.join(&group.constraints);
            merged.key = merged.key.union(group.key);
        }
        self.groups.insert(home as u64, Rc::new(merged));
        home
    }

    /// A copy of a group, to be changed and put back; an empty one if there is none yet.
    fn take(&self, index: u32) -> Group {
        self.groups.get(index as u64).map(|group| group.as_ref().clone()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Constraints as sets of the variables they mention; the expression is any with exactly those.
    fn expression(dag: &mut Dag, variables: &BTreeSet<u32>, salt: u128) -> ExprId {
        let mut sum = dag.constant(salt, 32);
        for &v in variables {
            let v = dag.variable("x", v, 0, 32);
            sum = dag.add(sum, v);
        }
        let bound = dag.constant(1000, 32);
        dag.ult(sum, bound)
    }

    fn brute_force_slice(dag: &Dag, constraints: &[ExprId], e: ExprId) -> BTreeSet<ExprId> {
        let mut variables: BTreeSet<VarId> = dag.vars(e).iter().copied().collect();
        let mut slice = BTreeSet::new();
        loop {
            let before = slice.len();
            for &c in constraints {
                if dag.vars(c).is_empty() || dag.vars(c).iter().any(|v| variables.contains(v)) {
                    slice.insert(c);
                    variables.extend(dag.vars(c));
                }
            }
            if slice.len() == before {
                return slice;
            }
        }
    }

    proptest! {
        #[test]
        fn slices_are_what_a_fixpoint_over_all_constraints_finds(
            sets in prop::collection::vec((prop::collection::btree_set(0u32..20, 0..4), 0u128..5), 0..30),
            asked in prop::collection::btree_set(0u32..22, 0..4),
            fork_at in 0usize..30,
        ) {
            let mut dag = Dag::new();
            let asked = expression(&mut dag, &asked, 77);
            let mut path = PathCondition::new();
            let mut constraints: Vec<ExprId> = Vec::new();
            let mut snapshot = (path.clone(), constraints.clone());
            for (i, (variables, salt)) in sets.iter().enumerate() {
                let e = expression(&mut dag, variables, *salt);
                let new = !constraints.contains(&e) && !dag.is_true(e);
                prop_assert_eq!(path.add(&dag, e), new);
                if new {
                    constraints.push(e);
                }
                if i == fork_at {
                    snapshot = (path.clone(), constraints.clone());
                }
            }
            for (path, constraints) in [(path, constraints), snapshot] {
                let newest_first: Vec<ExprId> = constraints.iter().rev().copied().collect();
                prop_assert_eq!(path.iter().collect::<Vec<_>>(), newest_first);
                prop_assert_eq!(path.len(), constraints.len());
                let slice = path.slice(&dag, asked);
                let expected = brute_force_slice(&dag, &constraints, asked);
                prop_assert_eq!(slice.constraints.len(), expected.len());
                prop_assert_eq!(slice.constraints.iter().copied().collect::<BTreeSet<_>>(), expected.clone());
                let key = expected.iter().fold(SliceKey::default(), |key, &e| key.union(SliceKey::of(e)));
                prop_assert_eq!(slice.key, key);
                prop_assert_eq!(path.slice_key(&dag, asked), key);
                prop_assert_eq!(path.slice_len(&dag, asked), expected.len());
                prop_assert_eq!(path.independent_sets().map(|set| set.len()).sum::<usize>(), constraints.len());
            }
        }
    }
}
