//! A run in parts: several sessions, in processes of their own, explore one program, and somebody adds up what they find.
//!
//! An open state is a [prefix](crate::snapshot::Prefix) that any process can go on from, so a part is a list of prefixes, and what comes back
//! is what was found and the prefixes that are still open. Who hands parts out and how messages travel is not known here: a
//! session talks to its [`Office`], and nothing else.

mod concluding;
mod giving;
mod message;
mod office;
mod sum;
mod working;

pub use crate::growth::{grown, saved};
pub use crate::measure::rss_bytes;
pub use concluding::{Ending, HardPlace, conclude};
pub use message::{Assignment, Limited, News, Order, Parcel, Part, Report};
pub use office::Office;
pub use pruning::Learnt;
pub use sum::{Sum, covered_blocks};
pub use working::work;

pub(crate) use working::{Allowance, Elsewhere};
