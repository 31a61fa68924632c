//! What is learnt on the symbolic execution tree, and how it prunes: interpolants, weakest preconditions, abduction, the
//! subsumption table, greedy confirmation (P13, P16, P21).
//!
//! [`Learner`] is the door. It is told where edges of the tree begin and end, and tells which states need
//! not be explored; of the run it sees what [`Run`] holds and nothing else.

mod abduction;
mod byte_sets;
pub mod condition;
mod confirmation;
mod economy;
mod edge;
mod float_order;
#[cfg(test)]
mod hand_made;
mod hindsight;
pub mod induction;
mod inference;
mod interval;
mod learner;
mod narrowing;
mod recheck;
mod root_condition;
mod separate;
mod skipping;
mod subsumption;
mod table;
mod travel;
mod units;
mod weakest_pre;
pub mod wording;

pub use economy::Explored;
pub use edge::{EdgeId, EndKind};
pub use hindsight::Hindsight;
pub use inference::{Policy, Run};
pub use learner::{Arrival, Counts, Learner};
pub use recheck::Rechecks;
pub use skipping::Skipped;
pub use travel::Learnt;
