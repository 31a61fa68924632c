//! Deciding a choice: which outcomes of a step are feasible, which state takes which.
//!
//! One outcome holds under the state's model and costs nothing; each other one costs at most one query. Every outcome
//! that is left out without a proof is counted as a cut.
//!
//! Concolic strategies want a query that takes a decision procedure later: when they select the state that takes the
//! outcome (see [`late_solving`](crate::late_solving)). Bugs are always looked for at once.

use expr::{ExprId, Model};
use machine::checks::Severity;
use machine::choice::{Alternative, Choice, ChoiceKind, Outcome};
use search::graph::BlockNo;
use search::history::Decision;
use solver::Answer;
use tree::{Child, StateId};

use crate::cuts::reason_of;
use crate::learning::{EdgeId, EndKind};
use crate::results::CutReason;
use crate::session::{Decided, Open, Session};
use crate::skipping::Skipped;

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

impl Session<'_> {
    pub(crate) fn decide(&mut self, id: StateId, open: &mut Open, choice: Choice) -> Decided {
        let holds = |a: &Alternative| {
            let machine = &mut self.machine;
            machine.eval.holds(&machine.dag, a.guard, &open.state.model)
        };
        let Some(true_one) = choice.alternatives.iter().position(holds) else {
            // Guards are exhaustive: only a model that is none can get here.
            self.cut(open, CutReason::Solver, "no outcome holds under the model");
            return Decided::Ended;
        };
        if let Some(decision) = self.report_and_go_on(open, &choice, true_one) {
            open.state.decisions.push(decision);
            return Decided::Goes;
        }
        if choice.alternatives.len() > 1 && self.config.limits.max_depth.is_some_and(|max| open.depth >= max) {
            self.cut(open, CutReason::Depth, "");
            return Decided::Ended;
        }

        let mut continuations = Vec::with_capacity(2);
        let mut skipped = Vec::new();
        // Whether every outcome but the ones in `continuations` is proved impossible.
        let mut others_impossible = true;
        // Whether every outcome is either followed, or ends here, or is impossible.
        let mut complete = true;
        for (index, alternative) in choice.alternatives.iter().enumerate() {
            let here = index == true_one;
            match &alternative.outcome {
                Outcome::Continue(decision)
                    if !here
                        && !self.solves_late
                        && matches!(choice.kind, ChoiceKind::Branch | ChoiceKind::Switch)
                        && open.state.decisions.is_empty()
                        && let Some(skip) = self.skips(open, *decision, alternative.guard) =>
                {
                    skipped.push(skip)
                }
                Outcome::Continue(decision) => {
                    let model = match self.feasible(open, alternative, here) {
                        None => ModelFor::Unsolved,
                        Some(Feasible::Yes(model)) => model.map_or(ModelFor::Own, ModelFor::Found),
                        Some(Feasible::No) => continue,
                        Some(Feasible::Unknown) => {
                            others_impossible = false;
                            complete = false;
                            continue;
                        }
                    };
                    continuations.push(Continuation { outcome: index, decision: *decision, model })
                }
                Outcome::Bug(report, _) => {
                    let known = self.recording.knows(report) && !self.config.emit_all_errors;
                    if known && !here {
                        others_impossible = false;
                        continue;
                    }
                    let bug = (report.kind, report.function, report.loc);
                    let feasible =
                        if here { Feasible::Yes(None) } else { self.check_is_violated(open, alternative, bug) };
                    match feasible {
                        Feasible::Yes(model) => {
                            others_impossible = false;
                            self.paths.error += 1;
                            if !known {
                                self.record_bug(open, report, model);
                            }
                        }
                        Feasible::No => {}
                        Feasible::Unknown => {
                            others_impossible = false;
                            complete = false;
                        }
                    }
                }
                Outcome::Discard => {
                    others_impossible = false;
                    self.paths.infeasible += here as u64;
                }
                Outcome::Cut(reason, what) => {
                    match if here { Feasible::Yes(None) } else { self.cut_loses_something(open, alternative) } {
                        Feasible::Yes(_) => {
                            others_impossible = false;
                            complete = false;
                            self.paths.cut += 1;
                            let place = self.place(&open.state, what);
                            self.cuts.add(reason_of(*reason), place);
                        }
                        Feasible::No => {}
                        Feasible::Unknown => {
                            others_impossible = false;
                            complete = false;
                        }
                    }
                }
            }
        }
        if !complete {
            self.learn_nothing(open);
        }
        self.go_on(id, open, &choice, continuations, skipped, others_impossible)
    }

    /// Bugs after which the program goes on are reported once, and split nothing: the state follows both sides.
    fn report_and_go_on(&mut self, open: &mut Open, choice: &Choice, true_one: usize) -> Option<u64> {
        let goes_on = |a: &Alternative| match &a.outcome {
            Outcome::Bug(report, _) => report.kind.severity() == Severity::GoesOn,
            Outcome::Continue(_) | Outcome::Discard | Outcome::Cut(..) => false,
        };
        let index = choice.alternatives.iter().position(goes_on)?;
        let alternative = &choice.alternatives[index];
        let Outcome::Bug(report, decision) = &alternative.outcome else { return None };
        if !self.recording.knows(report) || self.config.emit_all_errors {
            let bug = (report.kind, report.function, report.loc);
            let here = index == true_one;
            let feasible = if here { Feasible::Yes(None) } else { self.check_is_violated(open, alternative, bug) };
            match feasible {
                Feasible::Yes(model) => self.record_bug(open, report, model),
                Feasible::No => {}
                Feasible::Unknown => self.learn_nothing(open),
            }
        }
        Some(*decision)
    }

    /// Whether an outcome can be taken; `None` if that is to be asked later.
    fn feasible(&mut self, open: &Open, alternative: &Alternative, here: bool) -> Option<Feasible> {
        match here {
            true => Some(Feasible::Yes(None)),
            false if !self.solves_late => Some(self.ask(open, alternative.guard)),
            // Where something is learnt, it may turn out that nobody has to ask.
            false if self.learner.is_some() => None,
            false => self.ask_if_easy(open, alternative.guard),
        }
    }

    pub(crate) fn forks_are_used_up(&self) -> bool {
        self.config.limits.max_forks.is_some_and(|max| self.forks >= max)
    }

    /// Whether a path can go on with a guard its model does not satisfy.
    pub(crate) fn ask(&mut self, open: &Open, guard: ExprId) -> Feasible {
        if self.forks_are_used_up() {
            let place = self.place(&open.state, "");
            self.cuts.add(CutReason::Forks, place);
            return Feasible::Unknown;
        }
        let before = self.solver.work();
        let answer = self.solver.check(&mut self.machine.dag, &open.path, guard, &open.state.model);
        self.solving += self.solver.work() - before;
        match answer {
            Answer::Sat(model) => Feasible::Yes(Some(model)),
            Answer::Unsat(_) => Feasible::No,
            Answer::Unknown(reason) => {
                let place = self.place(&open.state, &reason.to_string());
                self.cuts.add(CutReason::Solver, place);
                Feasible::Unknown
            }
        }
    }

    /// Part of what this state could do will not be explored: nothing may be concluded from the rest.
    fn learn_nothing(&mut self, open: &Open) {
        if let (Some(learner), Some(edge)) = (&mut self.learner, open.edge) {
            learner.mark_half(edge);
        }
    }

    fn record_bug(&mut self, open: &mut Open, report: &machine::checks::BugReport, model: Option<Model>) {
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
        self.retire((report.kind, report.function, report.loc));
        if self.config.exit_on_error {
            self.stop = Some(crate::results::StopReason::Bug);
        }
    }

    /// Hands the feasible outcomes out: one to the state itself, the others to copies of it. Nobody follows the skipped ones.
    fn go_on(
        &mut self,
        id: StateId,
        open: &mut Open,
        choice: &Choice,
        mut continuations: Vec<Continuation>,
        skipped: Vec<Skipped>,
        others_impossible: bool,
    ) -> Decided {
        if continuations.is_empty() {
            if open.state.new_coverage {
                self.write_pending_test(id, open);
            }
            self.edge_ended(open, EndKind::Leaf, false);
            return Decided::Ended;
        }
        // The state keeps the outcome its own model takes.
        let own = continuations.iter().position(|c| matches!(c.model, ModelFor::Own)).unwrap_or(0);
        let own = continuations.swap_remove(own);
        let alone = continuations.is_empty() && skipped.is_empty();
        let must_assume = !(alone && others_impossible);
        let waits = matches!(own.model, ModelFor::Unsolved);
        if waits {
            // What it has covered was covered by its model, which may not lead any further.
            self.write_pending_test(id, open);
        }
        if alone {
            self.follow(open, choice, own, must_assume);
            return if waits { Decided::Forked } else { Decided::Goes };
        }
        self.forks += continuations.iter().filter(|c| !matches!(c.model, ModelFor::Unsolved)).count() as u64;
        open.depth += 1;
        self.edge_forked(open);
        let above = open.edge;
        let mut edges = vec![Child { outcome: own.outcome as u32, state: id }];
        for continuation in continuations {
            let child_id = StateId(self.next_state);
            self.next_state += 1;
            edges.push(Child { outcome: continuation.outcome as u32, state: child_id });
            let mut child = Box::new(open.fork());
            // The parent has run what it covered; it will have the test for it.
            child.state.new_coverage = false;
            self.follow(&mut child, choice, continuation, true);
            self.edge_from_fork(above, child_id, &mut child);
            self.open.insert(child_id, child);
        }
        if edges.len() > 1 {
            self.tree.fork(id, &edges);
        }
        for edge in &edges[1..] {
            self.searcher.add(edge.state, Some(id));
        }
        let skipped: Vec<EdgeId> =
            skipped.into_iter().filter_map(|skipped| self.edge_skipped(above, id, open, skipped)).collect();
        self.follow(open, choice, own, true);
        self.edge_from_fork(above, id, open);
        skipped.into_iter().for_each(|edge| self.finish_edge(edge));
        if edges.len() > 1 { Decided::Forked } else { Decided::Goes }
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
        if matches!(choice.kind, ChoiceKind::Branch | ChoiceKind::Switch) {
            let frame = &open.state.frame;
            let block = BlockNo(self.machine.coverage.number(frame.func, frame.block));
            open.history.push(Decision { block, outcome: way.outcome as u32 });
        }
        open.state.decisions.push(way.decision);
    }
}

pub(crate) enum Feasible {
    /// With this model, or with the state's own.
    Yes(Option<Model>),
    No,
    Unknown,
}
