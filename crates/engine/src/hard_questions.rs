//! Hard questions wait: no question holds up a run.
//!
//! A question that nobody has chosen to ask (a branch that is passed, a check) gets a slice of the solver's work. If that is not
//! enough, the outcome it is about is *put off*: a state of its own that no strategy sees, with the guard unsolved, and the path
//! goes on under its model. Such states are asked again, each time with a larger slice, whenever
//! what they have cost is less than a share of everything else, and when nothing else is left to do. Until then they are
//! open: a run that ends before has not explored them, and does not say `safe`.
//!
//! Nobody knows how hard a question is. Those that had least come first, but slices of every size get the same work in
//! the long run (Luby, Sinclair and Zuckerman, 1993): of hundreds of alike questions, as a checksum makes them, the first is
//! answered or given up before all others have had their second slice, and the run shows what can be expected of them.
//!
//! Slices are steps of a decision procedure, not time, so that a seed repeats the run. Procedures that do not count their
//! steps are asked for all they can do.

use std::collections::{BTreeMap, BTreeSet};

use expr::Model;
use machine::checks::Severity;
use machine::choice::{Choice, Outcome};
use machine::state::State;
use program::ir::{BlockId, FuncId};
use pruning::Explored;
use tree::StateId;

use crate::asker::{Feasible, feasible};
use crate::cuts::reason_of;
use crate::frontier::Open;
use crate::results::{CutReason, NodeFate};
use crate::session::Session;
use solver::{Answer, UnknownReason};

/// How much larger each slice is than the one before.
const GROWTH: u64 = 4;
/// Where a random execution leads, the way to its end matters more than what is beside it: slices are so many bits shorter. So
/// are those of questions about floats: what a search does not find takes a circuit a hundred times as long as most
/// questions, and may well be impossible.
const LED: u32 = 4;
/// The same where a jump leads to what was executed before: little more than a search.
const KNOWN: u32 = 8;
/// Fewer steps are none.
const LEAST: u64 = 256;
/// Steps beyond which a question gets all the time there is, and other procedures their chance.
const LAST_SLICE: u64 = 1 << 28;
/// What hard questions may cost as a share of everything else, as long as there is anything else.
const SHARE: f64 = 0.5;

/// An outcome that was put off, on the state that waits for it.
pub(crate) struct PutOff {
    /// What follows if it can be taken.
    pub outcome: Outcome,
    /// Steps its question gets the next time.
    pub steps: u64,
}

/// A place in the program where questions come up.
type Place = (FuncId, BlockId, u32);

/// Which questions wait, and where they come up.
pub(crate) struct HardQuestions {
    /// Steps a new question gets.
    first_slice: u64,
    /// By the steps they get next, then by age.
    waiting: BTreeSet<(u64, StateId)>,
    /// Steps that slices of each size have had together.
    given: BTreeMap<u64, u64>,
    /// How often questions of a place were hard, less how often they were not. There is little to expect of the next one.
    hardness: BTreeMap<Place, u32>,
    /// Steps that questions which waited have cost.
    spent: u64,
}

impl HardQuestions {
    pub fn new(first_slice: u64) -> HardQuestions {
        HardQuestions {
            first_slice,
            waiting: BTreeSet::new(),
            given: BTreeMap::new(),
            hardness: BTreeMap::new(),
            spent: 0,
        }
    }

    /// Steps that a question gets when it comes up.
    pub fn slice_for(&self, state: &State) -> u64 {
        let hardness = self.hardness.get(&place(state)).copied().unwrap_or(0);
        self.first_slice.checked_shr(2 * hardness).unwrap_or(0)
    }

    /// Steps that the last question of this place got, which was in vain.
    fn last_slice(&self, state: &State) -> u64 {
        let hardness = self.hardness.get(&place(state)).copied().unwrap_or(0).saturating_sub(1);
        self.first_slice.checked_shr(2 * hardness).unwrap_or(0)
    }

    /// A question of this place was answered, or was not, in its slice.
    fn was_answered(&mut self, state: &State, answered: bool) {
        let hardness = self.hardness.entry(place(state)).or_default();
        *hardness = if answered { hardness.saturating_sub(1) } else { hardness.saturating_add(1) };
    }

    /// What a question gets that was just asked in vain.
    pub fn next_slice(&self, state: &State, was_short: bool) -> u64 {
        if was_short { self.first_slice.max(LEAST) } else { self.slice_after(self.last_slice(state)) }
    }

    /// What a question gets that was not answered with so many steps.
    fn slice_after(&self, steps: u64) -> u64 {
        if steps < self.first_slice { self.first_slice } else { steps.max(LEAST).saturating_mul(GROWTH) }
    }

    pub fn wait(&mut self, id: StateId, steps: u64) {
        self.waiting.insert((steps, id));
    }

    pub fn no_longer_waits(&mut self, id: StateId, steps: u64) {
        self.waiting.remove(&(steps, id));
    }

    /// A question has its turn with so many steps.
    fn gives(&mut self, steps: u64) {
        let given = self.given.entry(steps).or_default();
        *given = given.saturating_add(steps);
    }

    /// The next one, whatever it costs: the hardest for whose slice smaller ones have had as much, else the easiest.
    fn next(&self) -> Option<(u64, StateId)> {
        let is_due = |steps: u64| {
            let smaller = self.given.range(..steps).next_back().map_or(0, |(_, &given)| given);
            self.given.get(&steps).copied().unwrap_or(0).saturating_add(steps) <= smaller
        };
        let mut next = *self.waiting.first()?;
        let mut size = next.0;
        let larger = |size: u64| self.waiting.range((size.checked_add(1)?, StateId(0))..).next().copied();
        while let Some(harder) = larger(size) {
            if is_due(harder.0) {
                next = harder;
            }
            size = harder.0;
        }
        Some(next)
    }

    /// The next one, if it may have its turn after so much work of all kinds; else the easiest, if that may.
    fn next_affordable(&self, all_work: f64) -> Option<StateId> {
        let cost = |solving| Explored { solving, ..Explored::default() }.work();
        let spent = cost(self.spent);
        let is_affordable =
            |&(steps, _): &(u64, StateId)| spent + cost(steps.min(LAST_SLICE)) <= SHARE * (all_work - spent);
        let next = self.next().filter(is_affordable);
        next.or_else(|| self.waiting.first().copied().filter(is_affordable)).map(|(_, id)| id)
    }
}

/// What the solver is told of a slice.
fn allowance(steps: u64) -> Option<u64> {
    (steps < LAST_SLICE).then_some(steps)
}

fn place(state: &State) -> Place {
    (state.frame.func, state.frame.block, state.frame.inst)
}

impl Session<'_> {
    /// As [`Session::ask`], about an outcome of a choice and with a slice of work; `None` if that is not enough.
    pub(crate) fn ask_with_slice(&mut self, open: &Open, choice: &Choice, index: usize) -> Option<Feasible> {
        let guard = choice.alternatives[index].guard;
        if self.forks_are_used_up() {
            return Some(self.ask(open, guard));
        }
        let shorter = self.shorter(open, choice, index);
        let steps = self.hard.slice_for(&open.state) >> shorter;
        let answer = self.asker.ask(&mut self.machine.dag, open, guard, allowance(steps));
        let answered = !matches!(answer, Answer::Unknown(UnknownReason::Allowance));
        if answered || shorter == 0 {
            self.hard.was_answered(&open.state, answered);
        }
        answered.then(|| self.feasible_or_cut(open, answer))
    }

    /// By how many bits the slice of a question is shorter that nobody has chosen to ask.
    pub(crate) fn shorter(&mut self, open: &Open, choice: &Choice, index: usize) -> u32 {
        let led = if self.leads.is_followed() { LED } else { 0 };
        if !choice.kind.is_jump() || !self.asker.is_about_floats(&self.machine.dag, choice.alternatives[index].guard) {
            return led;
        }
        let frame = &open.state.frame;
        let block = self.machine.coverage.number(frame.func, frame.block);
        // The outcomes of a jump are its edges, in their order.
        let was_taken = self.machine.coverage.taken(block).get(index).is_some_and(|&times| times > 0);
        if was_taken { KNOWN } else { LED }
    }

    /// What an answer says. What is not answered is a cut.
    pub(crate) fn feasible_or_cut(&mut self, open: &Open, answer: Answer) -> Feasible {
        feasible(answer).unwrap_or_else(|reason| {
            self.ledger.cuts.add(CutReason::Solver, self.machine.place(&open.state, &reason.to_string()));
            Feasible::Unknown
        })
    }

    /// Asks the question of a state that was selected, or had to wait, once more; `None` if its slice is not enough.
    pub(crate) fn ask_again(&mut self, open: &mut Open, guard: expr::ExprId) -> Option<Feasible> {
        let waited = open.put_off.is_some();
        let steps = open.put_off.as_ref().map_or(self.hard.slice_for(&open.state), |put_off| put_off.steps);
        let before = self.asker.work;
        let answer = self.asker.ask(&mut self.machine.dag, open, guard, allowance(steps));
        if waited {
            self.hard.gives(steps);
            self.hard.spent += self.asker.work - before;
        }
        let answered = !matches!(answer, Answer::Unknown(UnknownReason::Allowance));
        self.hard.was_answered(&open.state, answered);
        if answered {
            return Some(self.feasible_or_cut(open, answer));
        }
        let steps = self.hard.slice_after(steps);
        let outcome = open.put_off.take().map_or(Outcome::Continue(0), |put_off| put_off.outcome);
        open.put_off = Some(Box::new(PutOff { outcome, steps }));
        None
    }

    /// A question that waited and may have its turn; with `idle`, any of them.
    pub(crate) fn hard_question(&mut self, idle: bool) -> Option<StateId> {
        match idle {
            true => self.hard.next().map(|(_, id)| id),
            false => self.hard.next_affordable(self.all_work()),
        }
    }

    /// The state waits for an answer, and no strategy sees it.
    pub(crate) fn park(&mut self, id: StateId, open: Box<Open>) {
        if let Some(put_off) = &open.put_off {
            self.hard.wait(id, put_off.steps);
        }
        self.frontier.hide(id);
        self.frontier.states.put(id, open);
    }

    /// A state that was just forked off waits for an answer.
    pub(crate) fn hide_waiting(&mut self, id: StateId) {
        let steps = self.frontier.states.get(id).and_then(|open| open.put_off.as_ref()).map(|put_off| put_off.steps);
        if let Some(steps) = steps {
            self.hard.wait(id, steps);
            self.frontier.hide(id);
        }
    }

    /// The state has nothing to wait for any more, whatever becomes of it.
    pub(crate) fn stop_waiting(&mut self, id: StateId, open: &Open) {
        if let Some(put_off) = &open.put_off {
            self.hard.no_longer_waits(id, put_off.steps);
        }
    }

    /// A state that waited with a guard can take it under this model. True if it goes on from there.
    pub(crate) fn takes(&mut self, id: StateId, open: &mut Open, model: Model) -> bool {
        let Some(guard) = open.unsolved.take() else { return true };
        let (dag, eval) = (&self.machine.dag, &mut self.machine.eval);
        // Everything that is said about it from here on rests on this model.
        if !open.path.iter().chain([guard]).all(|constraint| eval.holds(dag, constraint, &model)) {
            self.cut(open, CutReason::Solver, "the solver's model does not satisfy the path");
            return false;
        }
        match open.put_off.take().map(|put_off| put_off.outcome) {
            None | Some(Outcome::Continue(_) | Outcome::Discard) => {}
            Some(Outcome::Bug(report, _)) => {
                let goes_on = report.kind.severity() == Severity::GoesOn;
                if !self.is_known(&report) {
                    let model = self.watched(open, guard, &report, Some(model.clone()));
                    self.record_bug(open, guard, &report, model);
                }
                if !goes_on {
                    self.ledger.paths.error += 1;
                    let test = self.recording.last_bug_test();
                    self.sketch_end(open, NodeFate::Bug, Some(test));
                    self.edge_is_impossible(open);
                    return false;
                }
            }
            Some(Outcome::Cut(reason, what)) => {
                let place = self.machine.place(&open.state, &what);
                self.ledger.cut_path(reason_of(reason), place);
                self.sketch_end(open, NodeFate::Cut, None);
                self.edge_cut(open);
                return false;
            }
        }
        self.ledger.forks += 1;
        open.path.add(&self.machine.dag, guard);
        open.state.model = model;
        self.frontier.show(id);
        true
    }

    /// Whether a state waits only to say what is said already: that a bug can happen.
    pub(crate) fn waits_for_known_bug(&self, open: &Open) -> bool {
        open.put_off.as_ref().is_some_and(|put_off| match &put_off.outcome {
            Outcome::Bug(report, _) => report.kind.severity() == Severity::Ends && self.is_known(report),
            Outcome::Continue(_) | Outcome::Discard | Outcome::Cut(..) => false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_had_least_come_first() {
        let mut hard = HardQuestions::new(1000);
        hard.wait(StateId(1), 4000);
        hard.wait(StateId(3), 1000);
        hard.wait(StateId(2), 1000);
        assert_eq!(hard.next(), Some((1000, StateId(2))));
        hard.no_longer_waits(StateId(2), 1000);
        hard.wait(StateId(2), hard.slice_after(1000));
        assert_eq!(hard.next(), Some((1000, StateId(3))));
        hard.no_longer_waits(StateId(3), 1000);
        assert_eq!(hard.next(), Some((4000, StateId(1))), "as much as the other, and older");
        hard.no_longer_waits(StateId(1), 4000);
        hard.no_longer_waits(StateId(2), 4000);
        assert_eq!(hard.next(), None);
    }

    #[test]
    fn of_many_questions_the_first_get_larger_slices_before_the_last_get_any() {
        let mut hard = HardQuestions::new(1000);
        (0..1000).for_each(|n| hard.wait(StateId(n), 1000));
        let mut turns = 0;
        loop {
            let (steps, id) = hard.next().expect("all are still waiting");
            if steps == 64_000 {
                break;
            }
            turns += 1;
            hard.gives(steps);
            hard.no_longer_waits(id, steps);
            hard.wait(id, hard.slice_after(steps));
        }
        // 64 of the smallest, 16 of the next ones, then 4.
        assert_eq!(turns, 64 + 16 + 4);
        assert_eq!(hard.next_affordable(0.0), None);
        let price = Explored { solving: 1000, ..Explored::default() }.work();
        assert_eq!(hard.next_affordable(2.0 * price), Some(StateId(64)), "an easy one where a hard one is too dear");
    }

    #[test]
    fn what_waits_has_its_share_of_the_work_and_no_more() {
        let mut hard = HardQuestions::new(1000);
        hard.wait(StateId(7), 1000);
        let price = Explored { solving: 1000, ..Explored::default() }.work();
        assert_eq!(hard.next_affordable(price), None);
        assert_eq!(hard.next_affordable(2.0 * price), Some(StateId(7)));
        // It has had its slice: the run has to do as much as before for the next one, besides what that has cost.
        hard.spent = 1000;
        assert_eq!(hard.next_affordable(3.0 * price), None);
        assert_eq!(hard.next_affordable(5.0 * price), Some(StateId(7)));
    }

    #[test]
    fn a_question_that_failed_early_gets_a_first_slice_and_then_more_each_time() {
        let hard = HardQuestions::new(1000);
        assert_eq!([0, 250, 1000, 4000].map(|steps| hard.slice_after(steps)), [1000, 1000, 4000, 16000]);
        assert!(HardQuestions::new(0).slice_after(0) > 0, "a question that never gets anything is never answered");
    }
}
