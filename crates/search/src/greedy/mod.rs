//! The greedy algorithm of P18 (section 4) for whole programs: a random execution or a path, whatever is expected to cover most
//! for its cost.
//!
//! | notion of the paper | here |
//! |---|---|
//! | algorithms 1 and 2 | [`algorithm`] |
//! | estimated probabilities (definition 4.1) | [`estimator`] |
//! | cost model (section 4.1) | [`cost_model`] |
//! | expected rewards and their equation system (section 4.2) | [`rewards`] |
//! | candidate paths (section 4.2) | [`candidate_paths`] |

pub(crate) mod algorithm;
mod candidate_paths;
pub mod cost_model;
mod deliberation;
pub mod estimator;
mod outlook;
mod rest;
pub mod rewards;
pub mod weighing;
