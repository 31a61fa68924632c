//! Which state is run next.

pub mod registry;
pub mod vocabulary;
