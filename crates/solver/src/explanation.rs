//! Explanations, the reasons of a derivation: the constraints of a question that were used to derive something.
//!
//! Small sorted sets. They become cores, so one that names too much is only less useful, while one that names too
//! little would be wrong.

use expr::ExprId;
use std::rc::Rc;

/// A set of constraints; cheap to clone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation(Rc<[ExprId]>);

impl Explanation {
    pub fn of(constraint: ExprId) -> Explanation {
        Explanation(Rc::new([constraint]))
    }

    /// All reasons of both.
    pub fn and(&self, other: &Explanation) -> Explanation {
        if other.0.iter().all(|&e| self.contains(e)) {
            return self.clone();
        }
        if self.0.iter().all(|&e| other.contains(e)) {
            return other.clone();
        }
        let mut all: Vec<ExprId> = self.0.iter().chain(other.0.iter()).copied().collect();
        all.sort_unstable();
        all.dedup();
        Explanation(all.into())
    }

    pub fn contains(&self, constraint: ExprId) -> bool {
        self.0.binary_search(&constraint).is_ok()
    }

    pub fn into_core(self) -> Rc<[ExprId]> {
        self.0
    }
}
