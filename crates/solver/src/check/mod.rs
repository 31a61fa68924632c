//! Independent re-checks of answers (`--self-check`): nothing here trusts what produced the answer.

mod core;
mod model;

pub use self::core::CoreChecker;
pub use self::model::model_satisfies;
