//! Deciding a choice: which outcomes of a step are feasible, which state takes which.
//!
//! One outcome holds under the state's model and costs nothing; each other one costs at most one query. Each outcome gets a
//! [fate](Fate), and what follows from it is done before the next one is looked at, for a bug that was just found need not
//! be found again. Every outcome that is left out without a proof is counted as a cut.
//!
//! Concolic strategies want a query that takes a decision procedure later: when they select the state that takes the
//! outcome (see [`late_solving`](crate::late_solving)). Bugs are always looked for at once.

use expr::{ExprId, Model};
use machine::checks::{BugReport, Severity};
use machine::choice::{self, Alternative, Choice, Outcome};
use pruning::{EdgeId, EndKind, Skipped};
use search::graph::BlockNo;
use search::history::Decision;
use tree::{Child, StateId};

use crate::asker::{Feasible, feasible};
use crate::cuts::reason_of;
use crate::frontier::Open;
use crate::results::{CutReason, NodeFate, StopReason};
use crate::session::{Session, Way};

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

/// An outcome a state can go on with.
struct Continuation {
    outcome: usize,
    decision: u64,
    model: ModelFor,
}

/// What satisfies the path with the outcome's guard.
enum ModelFor {
    /// The state's own model.
    Own,
    Found(Model),
    /// Nobody has asked.
    Unsolved,
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
        if let Some(decision) = self.report_and_go_on(open, &choice, own) {
            open.state.decisions.push(decision);
            return Decided::Goes;
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
                let model = match self.feasible(open, alternative, here) {
                    None => ModelFor::Unsolved,
                    Some(Feasible::Yes(model)) => model.map_or(ModelFor::Own, ModelFor::Found),
                    Some(Feasible::No) => return Fate::Impossible,
                    Some(Feasible::Unknown) => return Fate::Undecided,
                };
                Fate::Followed(Continuation { outcome: index, decision: *decision, model })
            }
            Outcome::Bug(report, _) if self.is_known(report) => Fate::KnownBug,
            Outcome::Bug(report, _) => match self.violation(open, alternative, report, here) {
                Feasible::Yes(model) => Fate::Bug(report, self.watched(open, alternative.guard, report, model)),
                Feasible::No => Fate::Impossible,
                Feasible::Unknown => Fate::Undecided,
            },
            Outcome::Discard => Fate::Discarded,
            Outcome::Cut(reason, what) => {
                match if here { Feasible::Yes(None) } else { self.cut_loses_something(open, alternative) } {
                    Feasible::Yes(_) => Fate::Cut(*reason, what),
                    Feasible::No => Fate::Impossible,
                    Feasible::Unknown => Fate::Undecided,
                }
            }
        }
    }

    /// Does what the fate of an outcome asks for.
    fn settle(&mut self, open: &mut Open, fate: Fate, way: Way, here: bool, outcomes: &mut Outcomes) {
        outcomes.others_impossible &= matches!(fate, Fate::Followed(_) | Fate::Skipped(_) | Fate::Impossible);
        outcomes.complete &= !matches!(fate, Fate::Undecided | Fate::Cut(..));
        match fate {
            Fate::Followed(continuation) => outcomes.continuations.push(continuation),
            Fate::Skipped(skipped) => {
                let node = self.sketch_way(open, way, NodeFate::Skipped);
                self.sketch_covered(node, &skipped.arrival, &skipped.entry);
                outcomes.skipped.push(*skipped);
            }
            Fate::Impossible | Fate::Undecided => {}
            Fate::Bug(report, model) => {
                self.ledger.paths.error += 1;
                self.record_bug(open, report, model);
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

    /// Bugs after which the program goes on are reported once, and split nothing: the state follows both sides.
    fn report_and_go_on(&mut self, open: &mut Open, choice: &Choice, own: usize) -> Option<u64> {
        let goes_on = |a: &Alternative| match &a.outcome {
            Outcome::Bug(report, _) => report.kind.severity() == Severity::GoesOn,
            Outcome::Continue(_) | Outcome::Discard | Outcome::Cut(..) => false,
        };
        let index = choice.alternatives.iter().position(goes_on)?;
        let alternative = &choice.alternatives[index];
        let Outcome::Bug(report, decision) = &alternative.outcome else { return None };
        if !self.is_known(report) {
            match self.violation(open, alternative, report, index == own) {
                Feasible::Yes(model) => self.record_bug(open, report, model),
                Feasible::No => {}
                Feasible::Unknown => self.learn_nothing(open),
            }
        }
        Some(*decision)
    }

    /// Whether a bug was reported before, and is not to be reported again.
    fn is_known(&self, report: &BugReport) -> bool {
        self.recording.knows(report) && !self.config.emit_all_errors
    }

    fn violation(&mut self, open: &Open, alternative: &Alternative, report: &BugReport, here: bool) -> Feasible {
        if here { Feasible::Yes(None) } else { self.check_is_violated(open, alternative, report.id()) }
    }

    /// Whether an outcome need not be followed, nor asked about.
    fn skips_outcome(&mut self, open: &Open, choice: &Choice, decision: u64, guard: ExprId) -> Option<Skipped> {
        let may_skip = !self.frontier.solves_late && choice.kind.is_jump() && open.state.decisions.is_empty();
        if may_skip { self.skips(open, decision, guard) } else { None }
    }

    /// Whether an outcome can be taken; `None` if that is to be asked later.
    fn feasible(&mut self, open: &Open, alternative: &Alternative, here: bool) -> Option<Feasible> {
        match here {
            true => Some(Feasible::Yes(None)),
            false if !self.frontier.solves_late => Some(self.ask(open, alternative.guard)),
            // Where something is learnt, it may turn out that nobody has to ask.
            false if self.learner.is_some() => None,
            false => self.ask_if_easy(open, alternative.guard),
        }
    }

    pub(crate) fn forks_are_used_up(&self) -> bool {
        self.config.limits.max_forks.is_some_and(|max| self.ledger.forks >= max)
    }

    /// Whether a path can go on with a guard its model does not satisfy. What is not answered is a cut.
    pub(crate) fn ask(&mut self, open: &Open, guard: ExprId) -> Feasible {
        if self.forks_are_used_up() {
            self.ledger.cuts.add(CutReason::Forks, self.machine.place(&open.state, ""));
            return Feasible::Unknown;
        }
        feasible(self.asker.ask(&mut self.machine.dag, open, guard)).unwrap_or_else(|reason| {
            self.ledger.cuts.add(CutReason::Solver, self.machine.place(&open.state, &reason.to_string()));
            Feasible::Unknown
        })
    }

    fn record_bug(&mut self, open: &mut Open, report: &BugReport, model: Option<Model>) {
        match model {
            None => {
                self.recording.bug(&mut self.machine, &open.state, report);
                open.state.new_coverage = false;
            }
            Some(model) => {
                let own = std::mem::replace(&mut open.state.model, model);
                self.recording.bug(&mut self.machine, &open.state, report);
                open.state.model = own;
            }
        }
        self.bug_was_found(report);
    }

    /// A bug was reported: learning need not keep it out any more, and the run may be over.
    pub(crate) fn bug_was_found(&mut self, report: &BugReport) {
        self.retire(report.id());
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
        let waits = matches!(own.model, ModelFor::Unsolved);
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
        self.ledger.forks += others.iter().filter(|c| !matches!(c.model, ModelFor::Unsolved)).count() as u64;
        open.depth += 1;
        self.novelty.ran(open);
        self.edge_forks(open);
        let above = open.edge;
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
            self.frontier.states.put(child_id, child);
        }
        self.frontier.forked(id, &children);
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
        match way.model {
            ModelFor::Unsolved => {
                open.unsolved = Some(guard);
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
        if choice.kind.is_jump() {
            let frame = &open.state.frame;
            let block = BlockNo(self.machine.coverage.number(frame.func, frame.block));
            open.history.push(Decision { block, outcome: way.outcome as u32 });
        }
        open.state.decisions.push(way.decision);
    }
}
