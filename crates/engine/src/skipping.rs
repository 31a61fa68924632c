//! Skipping an outcome before anyone asks whether it is possible (P13 Fig. 4, `IsSubsumedPath`).
//!
//! It may be [plain to see](machine::step::ahead) where an outcome of a branch meets other paths. If the state there
//! satisfies an entry of the table whatever its inputs are, or by what its path says word for word, then following the
//! outcome would show nothing new, and whether it can be taken does not matter. The table is enough to tell: no decision
//! procedure is asked.
//!
//! For what is learnt above, a skipped outcome is an edge like any other. Which way it goes is told by its decision, for
//! there may be no model that goes there. An outcome nobody has taken yet is always followed, so that there is a test that
//! takes it.
//!
//! Strategies that [solve late](crate::late_solving) come here when they select an outcome, and by then more is known.

use std::rc::Rc;

use expr::ExprId;
use machine::state::State;
use pruning::condition::Condition;
use pruning::table::Key;
use tree::StateId;

use crate::learning::{EdgeId, EndKind};
use crate::session::{Open, Session};
use crate::subsumption::Evidence;

/// An outcome that is not followed.
pub(crate) struct Skipped {
    decision: u64,
    /// The state where it meets others.
    arrival: State,
    entry: Rc<Condition>,
}

impl Session<'_> {
    /// Whether the outcome of a branch with this decision and guard can be skipped.
    pub(crate) fn skips(&mut self, open: &Open, decision: u64, guard: ExprId) -> Option<Skipped> {
        let learner = self.learner.as_ref()?;
        // Cores are taken from the path condition, which may be contradictory with this guard.
        if open.edge.is_none() || learner.cores || learner.table.is_empty() {
            return None;
        }
        let ahead = self.machine.ahead(&open.state, decision)?;
        let key = Key::at(&open.state, ahead.meeting()?)?;
        if !learner.table.has(&key) {
            return None;
        }
        let mut arrival = self.machine.look(&open.state, &ahead)?;
        if key != Key::of(&arrival)? {
            return None;
        }
        let entry = self.is_subsumed(&mut arrival, &key, Evidence::Words { path: &open.path, guard })?;
        Some(Skipped { decision, arrival, entry })
    }

    /// Whether a selected state need not be solved: it is finished then.
    pub(crate) fn skips_selected(&mut self, open: &Open) -> bool {
        let (Some(guard), &[decision]) = (open.unsolved, open.state.decisions.as_slice()) else { return false };
        if !self.edge_starts_at(open) {
            return false;
        }
        let Some(skipped) = self.skips(open, decision, guard) else { return false };
        self.count_skipped(&skipped);
        self.edge_led_to(open, &skipped.arrival, EndKind::Subsumed(skipped.entry));
        true
    }

    fn count_skipped(&mut self, skipped: &Skipped) {
        self.count_subsumed(&skipped.arrival, &skipped.entry);
        if let Some(learner) = &mut self.learner {
            learner.unasked += 1;
        }
    }

    /// The edge for a skipped outcome of a fork at the end of the edge above. It is to be
    /// [finished](Session::finish_edge) when its siblings are there.
    pub(crate) fn edge_skipped(
        &mut self,
        above: Option<EdgeId>,
        owner: StateId,
        open: &Open,
        skipped: Skipped,
    ) -> Option<EdgeId> {
        self.count_skipped(&skipped);
        let learner = self.learner.as_mut()?;
        let mut start = open.fork();
        start.state.decisions.push(skipped.decision);
        Some(learner.add_finished(above, owner, &start, &skipped.arrival, EndKind::Subsumed(skipped.entry)))
    }
}
