//! Re-executing a piece of a path over *program variables* instead of inputs.
//!
//! Pruning needs, for an edge of the tree, what each register and memory byte at its end is in terms of those at its
//! start, and under which conditions execution takes this very way (P21 section 5, the backward rules). Instead of a second
//! semantics for every instruction, the machine runs the edge once more on a *shadow* of the state at its start: registers
//! are variables named by `(call depth, register)`, memory bytes variables named by address, made when first touched. The
//! model of the shadow gives each variable the value it had on the path, so every choice can be resolved by evaluation, and
//! the guards of the choices taken are the conditions asked for.
//!
//! | file | its idea |
//! |---|---|
//! | `location` | program variables, and what each stands for |
//! | `run` | the shadow itself: begun at a state, ended at the end of the edge; frames become variables |
//! | `pin` | what only makes sense as a number is fixed to its value on the path |
//! | `on_demand` | accesses that only have to be inside: their addresses are fixed where somebody asks for what they gave |
//! | `touch` | objects that are used, or missing, are noted, and their bytes become variables |
//! | `object_fact` | what was relied on about an object, and whether it holds in another state |
//! | `table` | objects that are relied on as a whole |
//! | `end` | the values at the end of the edge, over the variables of its start |
//! | `in_state` | the values program variables have in any state |
//!
//! Where an instruction does something else in a shadow than on a path, it asks in `mode.rs`: that is the one
//! place where the two part. What the conditions mean, and when they may be learnt, is the engine's business.

mod end;
mod in_state;
mod location;
mod object_fact;
mod on_demand;
mod pin;
mod run;
mod table;
mod touch;

pub use end::ShadowEnd;
pub use in_state::{PlainValues, plain_value, set_value, value_in_state};
pub use location::{Location, location_of};
pub use object_fact::ObjectFact;
pub use on_demand::{Accesses, Demanded, OnDemand};

pub(crate) use location::memory_variable;
pub(crate) use on_demand::WIDEST_VAGUE;
pub(crate) use run::Shadow;
pub(crate) use table::AtParting;
