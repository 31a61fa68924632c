//! The order of the chain: what stands behind each [`LayerName`].

use crate::layer::constant_guard::ConstantGuard;
use crate::layer::core_cache::CoreCache;
use crate::layer::down_propagation::DownPropagation;
use crate::layer::exact_cache::ExactCache;
use crate::layer::fast_unsat::FastUnsat;
use crate::layer::interval_propagation::IntervalPropagation;
use crate::layer::known_bits::KnownBits;
use crate::layer::model_cache::ModelCache;
use crate::layer::repair::Repair;
use crate::layer::transitivity::Transitivity;
use crate::layer::{Layer, LayerName};
use crate::reduce::{CommonSubconstraints, Divisions, ImpliedValues, Reduction, Remainders, Subsumption};

/// What a name stands for.
pub(crate) enum Stage {
    Layer(Box<dyn Layer>),
    Reduction(Box<dyn Reduction>),
    Minimise,
}

/// Cheap before expensive: this match, taken over [`LayerName::ALL`], is the order of the chain. What comes behind the
/// layers is in [`verdict`](super::verdict).
pub(crate) fn stage(name: LayerName) -> Stage {
    match name {
        LayerName::ConstantGuard => Stage::Layer(Box::new(ConstantGuard)),
        LayerName::FastUnsat => Stage::Layer(Box::new(FastUnsat)),
        LayerName::KnownBits => Stage::Layer(Box::new(KnownBits)),
        LayerName::ExactCache => Stage::Layer(Box::new(ExactCache::default())),
        LayerName::CoreCache => Stage::Layer(Box::new(CoreCache::default())),
        LayerName::ModelCache => Stage::Layer(Box::new(ModelCache::default())),
        LayerName::DownPropagation => Stage::Layer(Box::new(DownPropagation)),
        LayerName::Repair => Stage::Layer(Box::new(Repair)),
        LayerName::IntervalPropagation => Stage::Layer(Box::new(IntervalPropagation::default())),
        LayerName::Transitivity => Stage::Layer(Box::new(Transitivity::default())),
        LayerName::ImpliedValues => Stage::Reduction(Box::new(ImpliedValues::default())),
        LayerName::CommonSubconstraints => Stage::Reduction(Box::new(CommonSubconstraints)),
        LayerName::Remainders => Stage::Reduction(Box::new(Remainders::default())),
        LayerName::Subsumption => Stage::Reduction(Box::new(Subsumption)),
        LayerName::Divisions => Stage::Reduction(Box::new(Divisions::default())),
        LayerName::Minimise => Stage::Minimise,
    }
}
