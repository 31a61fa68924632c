//! The session's side of proofs by induction (see [`pruning::induction`]): when one is tried, and what becomes of what is
//! found on the way.
//!
//! An attempt explores apart from the frontier. What it comes across is part of the run all the same: bugs are recorded, code
//! that nobody had executed gets its test, targets are reached.

use std::rc::Rc;

use machine::state::State;
use pruning::condition::Condition;
use pruning::induction::{Attempt, Found, Progress, Reason};
use tree::StateId;

use crate::covering::in_words;
use crate::frontier::Open;
use crate::results::{LoopCondition, NodeFate, TestEnd};
use crate::session::{Session, Way};

/// Conditions of loops that are kept for people.
const SHOWN: usize = 50;

impl Session<'_> {
    /// The state is at a join: where it is the head of a loop that has come round often enough, it is tried to prove that
    /// nothing new will ever be found there. What is proved becomes entries, of which one may cover the state.
    pub(crate) fn induce(&mut self, id: StateId, open: &Open) {
        let Some((learner, mut run)) = self.learning() else { return };
        let Some(mut attempt) = learner.attempt(&mut run, id, &open.state, &open.path) else { return };
        let end = loop {
            let Some((learner, mut run)) = self.learning() else { return };
            let progress = learner.go_on(&mut run, &mut attempt);
            self.ledger.instructions += attempt.take_instructions();
            match progress {
                Progress::Working => {}
                Progress::Found(found) => self.record(*found, open),
                Progress::Closed => break None,
                Progress::GaveUp(reason) => break Some(reason),
            }
            if self.stop.is_some() || (self.watch.is_due() && self.watch.time_is_up().is_some()) {
                break Some(Reason::Budget);
            }
        };
        if end.is_none() {
            self.note_loops(&attempt);
        }
        if let Some(learner) = &mut self.learner {
            learner.attempt_ended(attempt, end);
        }
    }

    /// `first`: where the attempt began.
    fn record(&mut self, found: Found, first: &Open) {
        let Found { mut state, path, bug } = found;
        match bug {
            Some((report, model)) => {
                self.ledger.paths.error += 1;
                let mut open = Open { path, ..Open::first(state) };
                let arrived = self.machine.dag.truth(true);
                self.record_bug(&mut open, arrived, &report, Some(model));
                self.sketch_found(first, &open);
            }
            None => {
                self.note_targets(&mut state);
                self.write_test(&state, TestEnd::NewCoverage);
            }
        }
    }

    /// The bug that was recorded last, below the node where the attempt began: one way stands for all that lies between.
    fn sketch_found(&mut self, first: &Open, found: &Open) {
        let Some(sketch) = &mut self.sketch else { return };
        let dag = &mut self.machine.dag;
        let always = dag.truth(true);
        let since = found.path.iter().filter(|&conjunct| !first.path.contains(conjunct));
        let guard = since.fold(always, |all, conjunct| dag.and(all, conjunct));
        let (_, loc) = self.machine.own_position(&found.state);
        let node = sketch.add(first.node, loc, Way { outcome: 0, guard }, found.state.instructions, NodeFate::Bug);
        sketch.ended(node, NodeFate::Bug, self.recording.last_bug_test());
    }

    fn note_loops(&mut self, attempt: &Attempt) {
        let loops: Vec<(State, Rc<Condition>)> = attempt
            .loops(&self.machine)
            .take(SHOWN.saturating_sub(self.covering.loops.len()))
            .map(|(state, condition)| (state.clone(), condition.clone()))
            .collect();
        let found_by = match attempt.points() {
            1 => "induction".to_owned(),
            points => format!("induction over {points} points"),
        };
        for (state, condition) in loops {
            let place = self.machine.place(&state, "");
            let condition = in_words(&mut self.machine, &state, &condition);
            self.covering.loops.push(LoopCondition { place, condition, found_by: found_by.clone() });
        }
    }
}
