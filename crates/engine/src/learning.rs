//! The session's side of learning: what the [learner](pruning::Learner) is told, and what follows from what it says.
//!
//! Everything here is a no-op where nothing is learnt, and for states that extend no edge.

use std::rc::Rc;

use expr::ExprId;
use machine::checks::{BugId, BugKind};
use machine::choice::Outcome;
use machine::state::State;
use pruning::condition::Condition;
use pruning::{Arrival, EdgeId, EndKind, Explored, Hindsight, Learner, Learnt, Policy, Run, Skipped};
use tree::StateId;

use crate::config::{Config, Interpolation};
use crate::frontier::Open;
use crate::hard_questions::PutOff;
use crate::ledger::Ledger;
use crate::results::{CutReason, NodeFate, TestEnd};
use crate::session::Session;
use crate::sketch::SketchId;
use crate::targets::Targets;

/// Conditions that are written down for others: about two hundredths of the time.
const MOST_A_SECOND: f64 = 2000.0;
const LEAST_AT_ONCE: f64 = 10.0;

/// What is to be learnt, if anything is.
pub(crate) fn policy(config: &Config, targets: &Targets) -> Option<Policy> {
    let cores = match config.pruning.interpolation {
        Interpolation::Off => return None,
        Interpolation::Core => true,
        Interpolation::Wp => config.pruning.coverage.uses_cores(),
    };
    may_learn(config).then(|| Policy {
        cores,
        keeps_out_errors: config.pruning.coverage.keeps_out_errors(),
        confirms: config.pruning.greedy_confirmation,
        induction: config.pruning.induction,
        // A target may be in the code that nobody has entered.
        unseen: config.pruning.coverage.keeps_out_errors() && !targets.are_asked_for(),
        self_check: config.self_check.then(|| config.solving.backend.clone()),
    })
}

/// Whether paths may be skipped, and conditions over program variables can stand for every check that is on. They cannot
/// for those that ask where a value comes from, or which objects are left, instead of what a value is.
fn may_learn(config: &Config) -> bool {
    let beyond_values =
        [BugKind::UninitialisedUse, BugKind::MemoryLeak, BugKind::FormatString, BugKind::PointerOverflow];
    config.pruning.coverage.learns() && !beyond_values.into_iter().any(|kind| config.checks.has(kind))
}

impl<'a> Session<'a> {
    /// The learner and what it may use of the run.
    pub(crate) fn learning(&mut self) -> Option<(&mut Learner, Run<'_, 'a>)> {
        let learner = self.learner.as_mut()?;
        let run = Run { machine: &mut self.machine, solver: &mut self.asker.solver, known: self.recording.known() };
        Some((learner, run))
    }

    /// The same, where the state extends an edge.
    fn learning_of(&mut self, open: &Open) -> Option<(&mut Learner, Run<'_, 'a>, EdgeId)> {
        let edge = open.edge?;
        self.learning().map(|(learner, run)| (learner, run, edge))
    }

    /// The state's edge ends here and the path with it.
    pub(crate) fn edge_ended(&mut self, open: &Open, kind: EndKind) {
        if let Some((learner, mut run, edge)) = self.learning_of(open) {
            learner.ended(&mut run, edge, &open.state, kind);
        }
    }

    /// The same, without having been explored to its end.
    pub(crate) fn edge_cut(&mut self, open: &Open) {
        if let Some((learner, mut run, edge)) = self.learning_of(open) {
            learner.cut(&mut run, edge, &open.state);
        }
    }

    /// The state cannot take the outcome it waited with.
    pub(crate) fn edge_is_impossible(&mut self, open: &Open) {
        if let Some((learner, mut run, edge)) = self.learning_of(open) {
            learner.is_impossible(&mut run, edge, &open.state);
        }
    }

    /// The state forks: others go on from the end of its edge.
    pub(crate) fn edge_forks(&mut self, open: &Open) {
        if let (Some(learner), Some(edge)) = (&mut self.learner, open.edge) {
            learner.forks(edge, &open.state);
        }
    }

    /// A new edge from a fork, whose start is the state as it is now.
    pub(crate) fn edge_from_fork(&mut self, above: Option<EdgeId>, owner: StateId, open: &mut Open) {
        let Some(learner) = &mut self.learner else { return };
        let edge = learner.start_at_fork(&mut self.machine, above, owner, &mut open.state, &open.path);
        if let Some(edge) = edge.filter(|_| open.put_off.is_some() && learner.needs_possible_paths()) {
            learner.mark_half(edge);
        }
        open.edge = edge.or(open.edge);
    }

    /// Part of what this state could do will not be explored: nothing may be concluded from the rest.
    pub(crate) fn learn_nothing(&mut self, open: &Open) {
        if let (Some(learner), Some(edge)) = (&mut self.learner, open.edge) {
            learner.mark_half(edge);
        }
    }

    /// The state is at a join: skipped if an entry covers it, otherwise a new edge starts. True if it goes on.
    pub(crate) fn arrive_at_join(&mut self, id: StateId, open: &mut Open) -> bool {
        self.induce(id, open);
        let Open { state, path, edge, .. } = open;
        let Some((learner, mut run)) = self.learning() else { return true };
        match learner.arrive(&mut run, edge, id, state, path) {
            Arrival::GoesOn => {
                if let Some(sketch) = &mut self.sketch {
                    sketch.joined(open.node, id, open.state.instructions);
                }
                true
            }
            Arrival::Subsumed(entry) => {
                self.count_subsumed(&open.state, &entry);
                let test = self.write_test(&open.state, TestEnd::NewCoverage);
                self.sketch_end(open, NodeFate::Skipped, test);
                self.sketch_covered(open.node, &open.state, &entry);
                self.edge_ended(open, EndKind::Subsumed(entry));
                false
            }
        }
    }

    /// A state is not explored because of an entry.
    fn count_subsumed(&mut self, state: &State, entry: &Rc<Condition>) {
        self.ledger.paths.subsumed += 1;
        let number = self.covering.number(&mut self.machine, state, entry);
        self.covering.skipped(number, entry);
        if let Some(learner) = &mut self.learner {
            learner.subsumed(entry);
        }
        if !self.config.pruning.coverage.keeps_out_errors() {
            let place = self.machine.place(state, "errors behind a skipped state were not looked for");
            self.ledger.cuts.add(CutReason::Coverage, place);
        }
    }

    /// A node of the tree for people is covered by an entry.
    pub(crate) fn sketch_covered(&mut self, node: Option<SketchId>, state: &State, entry: &Rc<Condition>) {
        let Some(sketch) = &mut self.sketch else { return };
        if let Some(number) = self.covering.number(&mut self.machine, state, entry) {
            sketch.covered(node, number);
        }
    }

    /// Whether the outcome of a branch with this decision and guard can be skipped.
    pub(crate) fn skips(&mut self, open: &Open, decision: u64, guard: ExprId) -> Option<Skipped> {
        let (learner, mut run, _) = self.learning_of(open)?;
        learner.skips(&mut run, &open.state, &open.path, decision, guard)
    }

    /// Whether a selected state need not be solved: it is finished then.
    pub(crate) fn skips_selected(&mut self, open: &Open) -> bool {
        let (Some(guard), &[decision]) = (open.unsolved, open.state.decisions.as_slice()) else { return false };
        let goes_on = |put_off: &PutOff| matches!(put_off.outcome, Outcome::Continue(_));
        if !open.put_off.as_deref().is_none_or(goes_on) {
            return false;
        }
        let starts = self.learning_of(open).is_some_and(|(learner, _, edge)| learner.starts_at(edge, &open.state));
        if !starts {
            return false;
        }
        let Some(skipped) = self.skips(open, decision, guard) else { return false };
        self.count_skipped(&skipped);
        self.sketch_end(open, NodeFate::Skipped, None);
        self.sketch_covered(open.node, &skipped.arrival, &skipped.entry);
        if let Some((learner, mut run, edge)) = self.learning_of(open) {
            learner.led_to(&mut run, edge, skipped);
        }
        true
    }

    /// Whether what was learnt since covers the subtree of a state that the strategy has selected: then all of it is finished.
    pub(crate) fn is_covered_by_now(&mut self, id: StateId) -> bool {
        let edge = self.frontier.states.get(id).and_then(|open| open.edge);
        let (Some(edge), Some((learner, mut run))) = (edge, self.learning()) else { return false };
        let Some(Hindsight { start, entry, open }) = learner.covered_in_hindsight(&mut run, edge) else { return false };
        self.count_subsumed(&start, &entry);
        for id in open {
            let Some(mut open) = self.frontier.states.take(id) else { continue };
            self.stop_waiting(id, &open);
            if open.state.new_coverage {
                self.write_pending_test(id, &mut open);
            }
            self.sketch_end(&open, NodeFate::Skipped, None);
            self.sketch_covered(open.node, &start, &entry);
            self.frontier.close(id);
        }
        true
    }

    fn count_skipped(&mut self, skipped: &Skipped) {
        self.count_subsumed(&skipped.arrival, &skipped.entry);
        if let Some(learner) = &mut self.learner {
            learner.skipped();
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
        let mut start = open.state.clone();
        start.decisions.push(skipped.decision);
        Some(self.learner.as_mut()?.start_skipped(above, owner, &start, &open.path, skipped))
    }

    pub(crate) fn finish_edge(&mut self, edge: EdgeId) {
        if let Some((learner, mut run)) = self.learning() {
            learner.finish(&mut run, edge);
        }
    }

    /// The state to run next so that something is learnt, see [greedy confirmation](pruning). A strategy that looks for
    /// what is new is not led back into what is nearly finished.
    pub(crate) fn state_to_confirm(&mut self) -> Option<StateId> {
        if self.frontier.searcher.chose_for_novelty() {
            return None;
        }
        // One that waits for its answer has its turn when that is affordable.
        self.learner.as_mut()?.state_to_confirm().filter(|&id| self.frontier.states.tree.leaf(id).is_some())
    }

    /// The strategy has selected this state. One that looks for what is new is not led into what it leaves.
    pub(crate) fn has_selected(&mut self, id: StateId) {
        let edge = self.frontier.states.get(id).and_then(|open| open.edge);
        if let (Some(learner), Some(edge)) = (&mut self.learner, edge)
            && !self.frontier.searcher.chose_for_novelty()
        {
            learner.selected(edge);
        }
    }

    /// What was learnt since this was last asked, for other processes; no more than is worth its way.
    pub(crate) fn learnt(&mut self) -> Option<Learnt> {
        let most = (self.elsewhere.since_told().as_secs_f64() * MOST_A_SECOND).max(LEAST_AT_ONCE);
        self.learner.as_mut()?.take_news(&mut self.machine, most as usize)
    }

    /// Other processes have learnt something. What makes no sense is as good as not said.
    pub(crate) fn hear_learnt(&mut self, learnt: &Learnt) {
        if let Some((learner, mut run)) = self.learning() {
            let _ = learner.hear(&mut run, learnt);
        }
    }

    /// A bug was found: conditions need not protect against it any more.
    pub(crate) fn retire(&mut self, found: BugId) {
        if let Some(learner) = &mut self.learner {
            learner.retire(found);
        }
    }

    /// Learning rests or starts again, as it pays, and no verdict rests on what self-checks refute.
    pub(crate) fn review_learning(&mut self) {
        let Some(learner) = &mut self.learner else { return };
        self.ledger.refute(learner.take_refuted());
        let Ledger { instructions, forks, .. } = self.ledger;
        if learner.review(&self.machine, Explored { instructions, forks, solving: self.asker.work }) {
            self.forget_edges();
        }
    }

    /// Nothing is learnt from what is being explored.
    pub(crate) fn forget_edges(&mut self) {
        let Some(learner) = &mut self.learner else { return };
        learner.forget_edges();
        for (_, open) in self.frontier.states.iter_mut() {
            open.edge = None;
            open.state.stop_at = None;
        }
    }
}
