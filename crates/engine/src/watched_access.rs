//! Inputs that show a bug to others too: an access that leaves its object by much is made to leave it by little, where its
//! path allows that. Address sanitizers watch a few bytes around each object; farther away may lie another one.

use expr::{ExprId, Model};
use machine::checks::{BugReport, Stray};
use solver::Answer;

use crate::frontier::Open;
use crate::recording::stray_access;
use crate::results::WATCHED;
use crate::session::Session;

/// What a question may cost that matters to no verdict: steps and not time, so that a seed gives the same test each time.
const STEPS: u64 = 1 << 21;

impl Session<'_> {
    /// A model of the same path and bug whose access can be seen natively; the one given if there is none, or nobody can tell
    /// soon. `None` is the state's own.
    pub(crate) fn watched(
        &mut self,
        open: &mut Open,
        guard: ExprId,
        report: &BugReport,
        model: Option<Model>,
    ) -> Option<Model> {
        let Some(stray) = report.stray.filter(|stray| self.may_move(*stray)) else { return model };
        let own = model.clone().map(|model| std::mem::replace(&mut open.state.model, model));
        let access = stray_access(&mut self.machine, &open.state, stray);
        if let Some(own) = own {
            open.state.model = own;
        }
        if access.is_watched() {
            return model;
        }
        let closer = self.right_beside(stray);
        let guard = self.machine.dag.and(guard, closer);
        match self.asker.ask(&mut self.machine.dag, open, guard, Some(STEPS)) {
            Answer::Sat(closer) => Some(closer),
            Answer::Unsat(_) | Answer::Unknown(_) => model,
        }
    }

    /// Whether other inputs may go elsewhere, and asking about them is cheap.
    fn may_move(&self, stray: Stray) -> bool {
        let dag = &self.machine.dag;
        let moves = |e| dag.as_const(e).is_none();
        moves(stray.offset) || moves(stray.size) || moves(stray.len)
    }

    /// The access begins among the first bytes behind the object, which has some itself, or among the last in front of it.
    fn right_beside(&mut self, stray: Stray) -> ExprId {
        let dag = &mut self.machine.dag;
        let (watched, zero) = (dag.constant(u128::from(WATCHED), 64), dag.constant(0, 64));
        let distance = dag.sub(stray.offset, stray.size);
        let (near, some) = (dag.ult(distance, watched), dag.ne(stray.size, zero));
        let behind = dag.and(near, some);
        let distance = dag.add(stray.offset, watched);
        let before = dag.ult(distance, watched);
        dag.or(behind, before)
    }
}
