//! Ways to answer without a decision procedure, one a file.
//!
//! A layer may only answer what is certain: a `Sat` whose values satisfy the slice and the guard, an `Unsat` whose core
//! really is contradictory. When it cannot, it says nothing, and is told later what the answer was.
//!
//! [`LayerName`] lists them, with the [reductions](crate::reduce) and the work on cores that come after them: everything
//! that can be switched off. The order is the [chain](crate::chain)'s.

pub mod constant_guard;
pub mod core_cache;
pub mod down_propagation;
pub mod exact_cache;
pub mod fast_unsat;
pub mod interval_propagation;
pub mod known_bits;
pub mod model_cache;
pub mod repair;
pub mod transitivity;

use crate::query::{Evaluators, Query, Verdict};
use expr::Dag;
use std::fmt;
use std::str::FromStr;
use vocabulary::{UnknownName, vocabulary};

pub trait Layer {
    fn answer(&mut self, dag: &mut Dag, evaluators: &mut Evaluators, query: &Query) -> Option<Verdict>;

    /// Called with what a later layer or the backend answered to a query this layer had no answer for.
    fn learn(&mut self, _dag: &Dag, _query: &Query, _verdict: &Verdict) {}
}

vocabulary! {
    /// Everything between a question and the decision procedures that can be left out, in the order of the chain. The names
    /// are what `--solver-layers` reads and reports print; files are called by the term of the field.
    pub enum LayerName: "solver layer" {
        ConstantGuard = "constant",
        FastUnsat = "syntactic",
        KnownBits = "range",
        ExactCache = "exact-cache",
        CoreCache = "core-cache",
        ModelCache = "inputs",
        DownPropagation = "guess",
        Repair = "repair",
        IntervalPropagation = "path-range",
        Transitivity = "transitive",
        ImpliedValues = "implied-values",
        CommonSubconstraints = "common-parts",
        Remainders = "remainders",
        Subsumption = "subsumed",
        Divisions = "divisions",
        Minimise = "minimise",
    }
}

/// Some of the layers, as a set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LayerSet(u16);

impl LayerSet {
    pub fn all() -> LayerSet {
        LayerName::ALL.iter().fold(LayerSet::none(), |set, &layer| set.with(layer))
    }

    pub fn none() -> LayerSet {
        LayerSet(0)
    }

    pub fn has(self, layer: LayerName) -> bool {
        self.0 >> layer as u16 & 1 == 1
    }

    pub fn with(self, layer: LayerName) -> LayerSet {
        LayerSet(self.0 | 1 << layer as u16)
    }

    pub fn without(self, layer: LayerName) -> LayerSet {
        LayerSet(self.0 & !(1 << layer as u16))
    }

    pub fn iter(self) -> impl Iterator<Item = LayerName> {
        LayerName::ALL.iter().copied().filter(move |&layer| self.has(layer))
    }
}

impl fmt::Display for LayerSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == LayerSet::all() {
            return f.write_str("all");
        }
        if *self == LayerSet::none() {
            return f.write_str("none");
        }
        f.write_str(&self.iter().map(LayerName::name).collect::<Vec<_>>().join(","))
    }
}

/// `all`, `none` and names, separated by commas; a name after a minus is taken away, and a list that starts with one
/// starts from all.
impl FromStr for LayerSet {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<LayerSet, UnknownName> {
        let mut set = if text.starts_with('-') { LayerSet::all() } else { LayerSet::none() };
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            set = match (word, word.strip_prefix('-')) {
                ("all", _) => LayerSet::all(),
                ("none", _) => LayerSet::none(),
                (_, Some(name)) => set.without(name.parse()?),
                (name, None) => set.with(name.parse()?),
            };
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_parses_back() {
        for &layer in LayerName::ALL {
            assert_eq!(layer.to_string().parse(), Ok(layer));
            let alone = LayerSet::none().with(layer);
            assert_eq!(alone.to_string().parse(), Ok(alone));
            assert_eq!(format!("all,-{layer}").parse(), Ok(LayerSet::all().without(layer)));
            assert_eq!(format!("-{layer}").parse(), Ok(LayerSet::all().without(layer)));
        }
        assert!("nonsense".parse::<LayerName>().is_err());
        assert!("all,nonsense".parse::<LayerSet>().is_err());
        assert_eq!("none".parse(), Ok(LayerSet::none()));
        assert_eq!("constant, guess".parse::<LayerSet>().map(|set| set.iter().count()), Ok(2));
    }
}
