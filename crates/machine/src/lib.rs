//! Executes the program: states, memory, instructions, the functions the tool implements, bug checks.
//!
//! One direction: a [`Machine`] runs a [`State`](state::State) until it needs a decision and hands it back with a
//! [`Stop`]. It never calls a solver, keeps no list of states and writes no file.

mod addresses;
mod arguments;
mod asking;
pub mod checks;
pub mod choice;
pub mod coverage;
mod decoded;
pub mod externals;
pub mod failures;
#[cfg(test)]
mod hand_made;
pub mod inputs;
pub mod joins;
mod leaks;
mod libc;
mod machine;
pub mod memory;
mod mode;
pub mod naming;
pub mod seed;
mod settings;
pub mod shadow;
mod start;
pub mod state;
pub mod step;
mod terms;
pub mod value;

pub use libc::{is_there, library_functions};
pub use machine::{Machine, Stop};
pub use settings::{Environment, Settings, SymbolicArguments};
