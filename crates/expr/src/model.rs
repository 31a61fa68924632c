//! An assignment of values to variables, with a default for the others. Clone is O(1).

use crate::concrete;
use crate::ids::VarId;
use crate::trie::Trie;
use std::sync::atomic::{AtomicU64, Ordering};

/// The value of variables that were never set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DefaultValue {
    Zero,
    /// Each variable its own pseudo-random value, the same on every run with the same seed.
    Random(u64),
}

/// Concrete values of all variables.
#[derive(Clone, Debug)]
pub struct Model {
    values: Trie<u64>,
    default: DefaultValue,
    id: u64,
}

/// Never reused, so that two models with the same id have the same content.
fn fresh_id() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Model {
    pub fn new(default: DefaultValue) -> Model {
        Model { values: Trie::new(), default, id: fresh_id() }
    }

    /// The variable's value, cut to its `width`.
    #[inline]
    pub fn get(&self, v: VarId, width: u32) -> u64 {
        let value = match self.values.get(v.0 as u64) {
            Some(&value) => value,
            None => match self.default {
                DefaultValue::Zero => 0,
                DefaultValue::Random(seed) => scramble(seed ^ scramble(v.0 as u64)),
            },
        };
        concrete::truncate(value, width)
    }

    /// Whether the variable was given a value of its own.
    pub fn is_set(&self, v: VarId) -> bool {
        self.values.contains(v.0 as u64)
    }

    pub fn set(&mut self, v: VarId, value: u64) {
        if self.values.get(v.0 as u64) != Some(&value) {
            self.values.insert(v.0 as u64, value);
            self.id = fresh_id();
        }
    }

    /// The variables that were set, in order, with their values.
    pub fn iter(&self) -> impl Iterator<Item = (VarId, u64)> + '_ {
        self.values.iter().map(|(v, &value)| (VarId(v as u32), value))
    }

    /// The value of variables that were never set.
    pub fn default_value(&self) -> DefaultValue {
        self.default
    }

    /// Calls `visit` with each variable that was set to another value `before`, or in one of the two only, and with what it is
    /// set to here. What the two share costs nothing.
    pub fn changes(&self, before: &Model, mut visit: impl FnMut(VarId, Option<u64>)) {
        self.values.changes(&before.values, &mut |v, now, then| {
            if now != then {
                visit(VarId(v as u32), now.copied());
            }
        });
    }

    pub fn unset(&mut self, v: VarId) {
        if self.values.remove(v.0 as u64).is_some() {
            self.id = fresh_id();
        }
    }

    /// A number that no model of other content has: it changes whenever a value does.
    #[inline]
    pub fn id(&self) -> u64 {
        self.id
    }
}

/// The finaliser of SplitMix64: every output bit depends on every input bit.
fn scramble(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_keeps_its_values_and_its_id() {
        let mut model = Model::new(DefaultValue::Zero);
        model.set(VarId(3), 0x1234);
        let old = model.clone();
        assert_eq!(old.id(), model.id());
        model.set(VarId(3), 7);
        assert_ne!(old.id(), model.id());
        assert_eq!((old.get(VarId(3), 8), model.get(VarId(3), 8)), (0x34, 7));
        assert_eq!(model.get(VarId(4), 32), 0);
    }

    #[test]
    fn changes_lead_from_one_model_to_the_other() {
        let mut before = Model::new(DefaultValue::Zero);
        (0..40).for_each(|v| before.set(VarId(v), v.into()));
        let mut after = before.clone();
        after.set(VarId(3), 7);
        after.set(VarId(99), 1);
        after.unset(VarId(5));
        let mut seen = Vec::new();
        after.changes(&before, |v, value| seen.push((v.0, value)));
        seen.sort_unstable();
        assert_eq!(seen, [(3, Some(7)), (5, None), (99, Some(1))]);
        assert!(!after.is_set(VarId(5)));
    }

    #[test]
    fn random_defaults_depend_on_seed_and_variable_only() {
        let (a, b) = (Model::new(DefaultValue::Random(1)), Model::new(DefaultValue::Random(1)));
        assert_eq!(a.get(VarId(5), 64), b.get(VarId(5), 64));
        assert_ne!(a.get(VarId(5), 64), a.get(VarId(6), 64));
        assert_ne!(a.get(VarId(5), 64), Model::new(DefaultValue::Random(2)).get(VarId(5), 64));
    }
}
