//! Strategies of concolic testers: what was chosen runs to its end, and only then one of the alternatives that were met on the
//! way is chosen, solved, and run.
//!
//! [`run_to_end`] is what they share, [`best_first`] what most of them share besides. A strategy says which alternative.

mod best_first;
pub mod carfast;
pub mod cfg_directed;
pub mod concolic_run;
pub mod context_guided;
pub mod generational;
mod run_to_end;
