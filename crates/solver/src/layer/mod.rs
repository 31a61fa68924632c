//! Ways to answer without a decision procedure, one a file, and the order they are tried in.
//!
//! A layer may only answer what is certain: a `Sat` whose values satisfy the slice and the guard, an `Unsat` whose core
//! really is contradictory. When it cannot, it says nothing, and is told later what the answer was.

mod constant_guard;
mod exact_cache;
mod guess;
mod range;
mod recent_models;
mod syntactic;

use crate::query::{Evaluators, Query, Verdict};
use expr::Dag;
use std::fmt;
use std::str::FromStr;

pub trait Layer {
    fn answer(&mut self, dag: &mut Dag, evaluators: &mut Evaluators, query: &Query) -> Option<Verdict>;

    /// Called with what a later layer or the backend answered to a query this layer had no answer for.
    fn learn(&mut self, _dag: &Dag, _query: &Query, _verdict: &Verdict) {}
}

/// The layers there are, in the order of [`LayerName::ALL`]: cheap before expensive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LayerName {
    ConstantGuard,
    Syntactic,
    Range,
    ExactCache,
    RecentModels,
    Guess,
}

impl LayerName {
    /// Every layer, in the order they are asked.
    pub const ALL: [LayerName; 6] = [
        LayerName::ConstantGuard,
        LayerName::Syntactic,
        LayerName::Range,
        LayerName::ExactCache,
        LayerName::RecentModels,
        LayerName::Guess,
    ];

    /// As on the command line and in statistics.
    pub fn name(self) -> &'static str {
        match self {
            LayerName::ConstantGuard => "constant",
            LayerName::Syntactic => "syntactic",
            LayerName::Range => "range",
            LayerName::ExactCache => "exact-cache",
            LayerName::RecentModels => "recent-models",
            LayerName::Guess => "guess",
        }
    }

    pub(crate) fn build(self) -> Box<dyn Layer> {
        match self {
            LayerName::ConstantGuard => Box::new(constant_guard::ConstantGuard),
            LayerName::Syntactic => Box::new(syntactic::Syntactic),
            LayerName::Range => Box::new(range::Range),
            LayerName::ExactCache => Box::new(exact_cache::ExactCache::default()),
            LayerName::RecentModels => Box::new(recent_models::RecentModels::default()),
            LayerName::Guess => Box::new(guess::Guess),
        }
    }
}

impl fmt::Display for LayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for LayerName {
    type Err = String;

    fn from_str(text: &str) -> Result<LayerName, String> {
        LayerName::ALL.into_iter().find(|layer| layer.name() == text).ok_or_else(|| {
            let known = LayerName::ALL.map(LayerName::name).join(", ");
            format!("no solver layer is called `{text}`; there are {known}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_parses_back() {
        for layer in LayerName::ALL {
            assert_eq!(layer.to_string().parse(), Ok(layer));
        }
        assert!("nonsense".parse::<LayerName>().is_err());
    }
}
