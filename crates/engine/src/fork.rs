//! Deciding a choice: which outcomes of a step are feasible, which state takes which.
//!
//! One outcome holds under the state's model and costs nothing; each other one costs at most one query. Each outcome gets a
//! [fate](Fate), and what follows from it is done before the next one is looked at, for a bug that was just found need not
//! be found again. Every outcome that is left out without a proof is counted as a cut.
//!
//! A query has a slice of the solver's work. What that does not decide is put off: a state of its own waits for the answer, and
//! the others go on (see [`hard_questions`](crate::hard_questions)). Concolic strategies want a query that takes a decision
//! procedure later: when they select the state that takes the outcome (see [`late_solving`](crate::late_solving)).
//! Bugs are always looked for at once.

use expr::{ExprId, Model};
use machine::checks::{BugReport, Severity};
use machine::choice::{self, Alternative, Choice, Outcome};
use pruning::{EdgeId, EndKind, Skipped};
use search::graph::BlockNo;
use search::history::Decision;
use tree::{Child, StateId};

use crate::asker::Feasible;
use crate::cuts::reason_of;
use crate::frontier::Open;
use crate::hard_questions::PutOff;
use crate::parts::Limited;
use crate::results::{CutReason, NodeFate, StopReason};
use crate::session::{Session, Way};
use crate::steps::Step;

/// What a decision did to the state that asked for it.
pub(crate) enum Decided {
    /// It goes on, alone.
    Goes,
    /// It goes on, and others have been forked off.
    Forked,
    Ended,
}

/// What becomes of one outcome of a choice.
enum Fate<'c> {
    /// A state goes on with it.
    Followed(Continuation),
    /// A state waits for the answer whether it can be taken, which ends the path: a bug, or a cut.
    PutOff(Continuation),
    /// An entry covers where it leads, so whether it can be taken does not matter.
    Skipped(Box<Skipped>),
    /// Proved.
    Impossible,
    /// Nobody knows whether it can be taken: it is not followed, and that is counted already.
    Undecided,
    /// A bug shows, under this model or the state's own.
    Bug(&'c BugReport, Option<Model>),
    /// A bug may show that was reported before.
    KnownBug,
    /// The program assumes that it is not taken.
    Discarded,
    /// It may be taken, and cannot be followed.
    Cut(choice::CutReason, &'c str),
}

/// An outcome a state can go on with, or waits for.
struct Continuation {
    outcome: usize,
    /// `None` if it only waits for the answer whether the outcome can be taken.
    decision: Option<u64>,
    model: ModelFor,
}

/// What came of a question whether a path can go on.
enum Asked {
    Answered(Feasible),
    /// It is to be asked when the state is selected.
    Later,
    /// There was no answer in its slice.
    InVain,
}

/// What satisfies the path with the outcome's guard.
enum ModelFor {
    /// The state's own model.
    Own,
    Found(Model),
    /// Nobody has asked.
    Unsolved,
    /// Asked in vain: the state waits with what follows from an answer.
    PutOff(Box<PutOff>),
}

impl ModelFor {
    fn is_missing(&self) -> bool {
        match self {
            ModelFor::Own | ModelFor::Found(_) => false,
            ModelFor::Unsolved | ModelFor::PutOff(_) => true,
        }
    }
}

/// The fates of a choice's outcomes, as far as they matter to the states that go on.
struct Outcomes {
    continuations: Vec<Continuation>,
    skipped: Vec<Skipped>,
    /// Whether every outcome but the ones in `continuations` is proved impossible.
    others_impossible: bool,
    /// Whether every outcome is either followed, or ends here, or is impossible.
    complete: bool,
}

impl Session<'_> {
    pub(crate) fn decide(&mut self, id: StateId, open: &mut Open, choice: Choice) -> Decided {
        let Some(own) = self.machine.outcome_under(&choice, &open.state.model) else {
            // Guards are exhaustive: only a model that is none can get here.
            self.cut(open, CutReason::Solver, "no outcome holds under the model");
            return Decided::Ended;
        };
        if let Some((outcome, decision, put_off)) = self.report_and_go_on(open, &choice, own) {
            let Some(other) = put_off else {
                let step = Step { outcome: outcome as u32, assumed: false, proposal: choice.proposal };
                self.steps_on(open, &choice, step, decision);
                return Decided::Goes;
            };
            let own = Continuation { outcome: own, decision: Some(decision), model: ModelFor::Own };
            return self.fork(id, open, &choice, own, vec![other], Vec::new());
        }
        if choice.alternatives.len() > 1 && self.config.limits.max_depth.is_some_and(|max| open.depth >= max) {
            self.cut(open, CutReason::Depth, "");
            return Decided::Ended;
        }
        let mut outcomes = Outcomes {
            continuations: Vec::with_capacity(2),
            skipped: Vec::new(),
            others_impossible: true,
            complete: true,
        };
        for index in 0..choice.alternatives.len() {
            let here = index == own;
            let fate = self.fate(open, &choice, index, here);
            let way = Way { outcome: index, guard: choice.alternatives[index].guard };
            self.settle(open, fate, way, here, &mut outcomes);
        }
        if !outcomes.complete {
            self.learn_nothing(open);
        }
        self.go_on(id, open, &choice, outcomes)
    }

    /// What is to become of an outcome. `here`: the state's model takes it.
    fn fate<'c>(&mut self, open: &mut Open, choice: &'c Choice, index: usize, here: bool) -> Fate<'c> {
        let alternative = &choice.alternatives[index];
        match &alternative.outcome {
            Outcome::Continue(decision) => {
                if !here && let Some(skipped) = self.skips_outcome(open, choice, *decision, alternative.guard) {
                    return Fate::Skipped(Box::new(skipped));
                }
                let model = match self.feasible(open, choice, index, here) {
                    Asked::Later => ModelFor::Unsolved,
                    Asked::InVain => self.put_off(open, choice, index),
                    Asked::Answered(Feasible::Yes(model)) => model.map_or(ModelFor::Own, ModelFor::Found),
                    Asked::Answered(Feasible::No) => return Fate::Impossible,
                    Asked::Answered(Feasible::Unknown) => return Fate::Undecided,
                };
                Fate::Followed(Continuation { outcome: index, decision: Some(*decision), model })
            }
            Outcome::Bug(report, _) if self.is_known(report) => Fate::KnownBug,
            Outcome::Bug(report, _) => match self.possible(open, choice, index, here) {
                Some(Feasible::Yes(model)) => Fate::Bug(report, self.watched(open, alternative.guard, report, model)),
                Some(Feasible::No) => Fate::Impossible,
                Some(Feasible::Unknown) => Fate::Undecided,
                None => Fate::PutOff(self.waiting(open, choice, index)),
            },
            Outcome::Discard => Fate::Discarded,
            Outcome::Cut(reason, what) => match self.possible(open, choice, index, here) {
                Some(Feasible::Yes(_)) => Fate::Cut(*reason, what),
                Some(Feasible::No) => Fate::Impossible,
                Some(Feasible::Unknown) => Fate::Undecided,
                None => Fate::PutOff(self.waiting(open, choice, index)),
            },
        }
    }

    /// An outcome whose question was asked in vain.
    fn put_off(&mut self, open: &Open, choice: &Choice, index: usize) -> ModelFor {
        let was_short = self.shorter(open, choice, index) > 0;
        let steps = self.hard.next_slice(&open.state, was_short);
        ModelFor::PutOff(Box::new(PutOff { outcome: choice.alternatives[index].outcome.clone(), steps }))
    }

    /// The same of an outcome that ends the path.
    fn waiting(&mut self, open: &Open, choice: &Choice, outcome: usize) -> Continuation {
        Continuation { outcome, decision: None, model: self.put_off(open, choice, outcome) }
    }

    /// Does what the fate of an outcome asks for.
    fn settle(&mut self, open: &mut Open, fate: Fate, way: Way, here: bool, outcomes: &mut Outcomes) {
        outcomes.others_impossible &= matches!(fate, Fate::Followed(_) | Fate::Skipped(_) | Fate::Impossible);
        outcomes.complete &= !matches!(fate, Fate::Undecided | Fate::Cut(..));
        match fate {
            Fate::Followed(continuation) | Fate::PutOff(continuation) => outcomes.continuations.push(continuation),
            Fate::Skipped(skipped) => {
                let node = self.sketch_way(open, way, NodeFate::Skipped);
                self.sketch_covered(node, &skipped.arrival, &skipped.entry);
                outcomes.skipped.push(*skipped);
            }
            Fate::Impossible | Fate::Undecided => {}
            Fate::Bug(report, model) => {
                self.ledger.paths.error += 1;
                self.record_bug(open, way.guard, report, model);
                let node = self.sketch_way(open, way, NodeFate::Bug);
                if let Some(sketch) = &mut self.sketch {
                    sketch.ended(node, NodeFate::Bug, self.recording.last_bug_test());
                }
            }
            Fate::KnownBug if here => {
                self.ledger.paths.error += 1;
                self.sketch_way(open, way, NodeFate::Bug);
            }
            Fate::Discarded if here => {
                self.ledger.paths.infeasible += 1;
                self.sketch_way(open, way, NodeFate::Infeasible);
            }
            Fate::KnownBug | Fate::Discarded => {}
            Fate::Cut(reason, what) => {
                let place = self.machine.place(&open.state, what);
                self.ledger.cut_path(reason_of(reason), place);
                self.sketch_way(open, way, NodeFate::Cut);
            }
        }
    }

    /// Bugs after which the program goes on are reported once, and split nothing: the state follows both sides. Only where nobody
    /// knows yet whether it happens, one side waits for the answer. Gives the outcome that is the bug, and the decision to go
    /// on with.
    fn report_and_go_on(
        &mut self,
        open: &mut Open,
        choice: &Choice,
        own: usize,
    ) -> Option<(usize, u64, Option<Continuation>)> {
        let goes_on = |a: &Alternative| match &a.outcome {
            Outcome::Bug(report, _) => report.kind.severity() == Severity::GoesOn,
            Outcome::Continue(_) | Outcome::Discard | Outcome::Cut(..) => false,
        };
        let index = choice.alternatives.iter().position(goes_on)?;
        let alternative = &choice.alternatives[index];
        let Outcome::Bug(report, decision) = &alternative.outcome else { return None };
        if !self.is_known(report) {
            match self.possible(open, choice, index, index == own) {
                Some(Feasible::Yes(model)) => self.record_bug(open, alternative.guard, report, model),
                Some(Feasible::No) => {}
                Some(Feasible::Unknown) => self.learn_nothing(open),
                None => {
                    let waiting = self.waiting(open, choice, index);
                    return Some((index, *decision, Some(Continuation { decision: Some(*decision), ..waiting })));
                }
            }
        }
        Some((index, *decision, None))
    }

    /// Whether a bug was reported before, and is not to be reported again.
    pub(crate) fn is_known(&self, report: &BugReport) -> bool {
        self.recording.knows(report) && !self.config.emit_all_errors
    }

    /// Whether an outcome that nobody goes on from can be taken; `None` if its question has to wait.
    fn possible(&mut self, open: &Open, choice: &Choice, index: usize, here: bool) -> Option<Feasible> {
        if here { Some(Feasible::Yes(None)) } else { self.ask_with_slice(open, choice, index) }
    }

    /// Whether an outcome need not be followed, nor asked about.
    fn skips_outcome(&mut self, open: &Open, choice: &Choice, decision: u64, guard: ExprId) -> Option<Skipped> {
        let may_skip = !self.frontier.solves_late && choice.kind.is_jump() && open.state.decisions.is_empty();
        if may_skip { self.skips(open, decision, guard) } else { None }
    }

    /// Whether an outcome can be taken.
    fn feasible(&mut self, open: &Open, choice: &Choice, index: usize, here: bool) -> Asked {
        match here {
            true => Asked::Answered(Feasible::Yes(None)),
            false if !self.frontier.solves_late => {
                self.ask_with_slice(open, choice, index).map_or(Asked::InVain, Asked::Answered)
            }
            // Where something is learnt, it may turn out that nobody has to ask.
            false if self.learner.is_some() => Asked::Later,
            false => self.ask_if_easy(open, choice.alternatives[index].guard).map_or(Asked::Later, Asked::Answered),
        }
    }

    pub(crate) fn forks_are_used_up(&mut self) -> bool {
        self.allowance.forks.is_some_and(|max| self.ledger.forks >= max) && !self.may_do_more(Limited::Forks)
    }

    /// Whether a path can go on with a guard its model does not satisfy. What is not answered is a cut.
    pub(crate) fn ask(&mut self, open: &Open, guard: ExprId) -> Feasible {
        if self.forks_are_used_up() {
            self.ledger.cuts.add(CutReason::Forks, self.machine.place(&open.state, ""));
            return Feasible::Unknown;
        }
        let answer = self.asker.ask(&mut self.machine.dag, open, guard, None);
        self.feasible_or_cut(open, answer)
    }

    /// `guard` leads from the path to the bug.
    pub(crate) fn record_bug(&mut self, open: &mut Open, guard: ExprId, report: &BugReport, model: Option<Model>) {
        match model {
            None => {
                let conditions = open.path.iter().chain([guard]);
                self.recording.bug(&mut self.machine, &open.state, conditions, report);
                open.state.new_coverage = false;
            }
            Some(model) => {
                let own = std::mem::replace(&mut open.state.model, model);
                let conditions = open.path.iter().chain([guard]);
                self.recording.bug(&mut self.machine, &open.state, conditions, report);
                open.state.model = own;
            }
        }
        self.bug_was_found(report);
    }

    /// A bug was reported: learning need not keep it out any more, and the run may be over.
    pub(crate) fn bug_was_found(&mut self, report: &BugReport) {
        self.retire(report.id());
        self.saving.soon();
        if self.config.exit_on_error {
            self.stop = Some(StopReason::Bug);
        }
    }

    /// Hands the feasible outcomes out: one to the state itself, the others to copies of it. Nobody follows the skipped ones.
    fn go_on(&mut self, id: StateId, open: &mut Open, choice: &Choice, outcomes: Outcomes) -> Decided {
        let Outcomes { mut continuations, skipped, others_impossible, .. } = outcomes;
        if continuations.is_empty() {
            if open.state.new_coverage {
                self.write_pending_test(id, open);
            }
            self.edge_ended(open, EndKind::Leaf);
            return Decided::Ended;
        }
        // The state keeps the outcome its own model takes.
        let own = continuations.iter().position(|c| matches!(c.model, ModelFor::Own)).unwrap_or(0);
        let own = continuations.swap_remove(own);
        let waits = own.model.is_missing();
        if waits {
            // What it has covered was covered by its model, which may not lead any further.
            self.write_pending_test(id, open);
        }
        if continuations.is_empty() && skipped.is_empty() {
            self.follow(open, choice, own, !others_impossible);
            return if waits { Decided::Forked } else { Decided::Goes };
        }
        self.fork(id, open, choice, own, continuations, skipped)
    }

    /// The state follows one outcome, copies of it the others.
    fn fork(
        &mut self,
        id: StateId,
        open: &mut Open,
        choice: &Choice,
        own: Continuation,
        others: Vec<Continuation>,
        skipped: Vec<Skipped>,
    ) -> Decided {
        self.ledger.forks += others.iter().filter(|c| !c.model.is_missing()).count() as u64;
        open.depth += 1;
        self.novelty.ran(open);
        self.edge_forks(open);
        let above = open.edge;
        let mut waiting = Vec::new();
        let mut children = vec![Child { outcome: own.outcome as u32, state: id }];
        for continuation in others {
            let child_id = self.frontier.states.name();
            children.push(Child { outcome: continuation.outcome as u32, state: child_id });
            let mut child = Box::new(open.fork());
            let way = Way { outcome: continuation.outcome, guard: choice.alternatives[continuation.outcome].guard };
            child.node = self.sketch_way(open, way, NodeFate::Open);
            // The parent has run what it covered; it will have the test for it.
            child.state.new_coverage = false;
            let outcome = continuation.outcome as u32;
            self.follow(&mut child, choice, continuation, true);
            self.novelty.decided(&self.machine, &mut child, outcome);
            self.edge_from_fork(above, child_id, &mut child);
            waiting.extend(child.put_off.is_some().then_some(child_id));
            self.frontier.states.put(child_id, child);
        }
        self.frontier.forked(id, &children);
        waiting.into_iter().for_each(|child| self.hide_waiting(child));
        let skipped: Vec<EdgeId> =
            skipped.into_iter().filter_map(|skipped| self.edge_skipped(above, id, open, skipped)).collect();
        let way = Way { outcome: own.outcome, guard: choice.alternatives[own.outcome].guard };
        open.node = self.sketch_way(open, way, NodeFate::Open);
        let outcome = own.outcome as u32;
        self.follow(open, choice, own, true);
        self.novelty.decided(&self.machine, open, outcome);
        self.edge_from_fork(above, id, open);
        skipped.into_iter().for_each(|edge| self.finish_edge(edge));
        if children.len() > 1 { Decided::Forked } else { Decided::Goes }
    }

    fn follow(&mut self, open: &mut Open, choice: &Choice, way: Continuation, must_assume: bool) {
        let guard = choice.alternatives[way.outcome].guard;
        let waits = matches!(way.model, ModelFor::Unsolved);
        match way.model {
            // It is assumed when it is solved.
            ModelFor::Unsolved => {
                open.unsolved = Some(guard);
                open.state.seed = None;
            }
            ModelFor::PutOff(put_off) => {
                open.unsolved = Some(guard);
                open.put_off = Some(put_off);
                open.state.seed = None;
            }
            ModelFor::Own if must_assume => _ = open.path.add(&self.machine.dag, guard),
            ModelFor::Own => {}
            ModelFor::Found(model) => {
                if must_assume {
                    open.path.add(&self.machine.dag, guard);
                }
                open.state.model = model;
                // The seed led elsewhere.
                open.state.seed = None;
            }
        }
        // What waits has decided nothing.
        let Some(decision) = way.decision else { return };
        let step = Step { outcome: way.outcome as u32, assumed: must_assume || waits, proposal: choice.proposal };
        self.steps_on(open, choice, step, decision);
    }

    /// A path takes a step: it is noted, and execution will read the decision back.
    pub(crate) fn steps_on(&mut self, open: &mut Open, choice: &Choice, step: Step, decision: u64) {
        if choice.kind.is_jump() {
            let frame = &open.state.frame;
            let block = BlockNo(self.machine.coverage.number(frame.func, frame.block));
            open.history.push(Decision { block, outcome: step.outcome });
        }
        open.steps.push(step);
        open.state.decisions.push(decision);
    }
}
