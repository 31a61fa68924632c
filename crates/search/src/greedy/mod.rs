//! The greedy algorithm of P18 (section 4) for whole programs: a random execution or a path, whatever is expected to cover most
//! for its cost.
//!
//! | notion of the paper | here |
//! |---|---|
//! | the algorithm (algorithms 1 and 2) | `algorithm` |
//! | estimated probabilities (definition 4.1) | [`estimator`] |
//! | cost model (section 4.1) | [`cost_model`] |
//! | expected rewards (section 4.2) | [`rewards`] |
//! | their equation system | `reward_equations` |
//! | candidate paths (section 4.2) | `candidate_paths`, `destinations` |
//! | a random execution or a path (algorithm 2) | `random_or_path` |

pub(crate) mod algorithm;
mod call_order;
mod candidate_paths;
pub mod cost_model;
mod deliberation;
mod destination;
mod destinations;
pub mod estimator;
mod notes;
mod ordered_number;
mod outlook;
mod path_cost;
mod random_or_path;
mod rest;
mod reward_equations;
pub mod rewards;
pub mod weighing;
