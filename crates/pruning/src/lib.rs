//! The symbolic execution tree, and what is learnt on it.

pub mod condition;
mod interval;
pub mod table;
mod units;
pub mod wording;
