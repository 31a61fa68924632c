//! Strategies that choose no state at all, only executions on inputs drawn at random. They prove nothing.

pub mod only_random;
pub mod random_turns;
pub mod warm_up;
