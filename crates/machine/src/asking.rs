//! How an instruction asks: about bugs, about two sides of a condition, about the value of an expression.
//!
//! Each question is a [`Choice`]; see [`choice`](crate::choice) for what becomes of it. Where the state has a decision for it
//! already, that is the answer, and the instruction goes on.

use expr::{ExprId, Substitution, VarId};
use program::ir::LocId;

use crate::checks::{BugKind, BugReport, Severity, Stray};
use crate::choice::{Alternative, Choice, ChoiceKind, CutReason, Outcome};
use crate::inputs::{UNINIT, UNINIT_OTHERWISE};
use crate::machine::{Machine, Stop};
use crate::state::State;
use crate::value::Value;

/// The decision "the value it has under the model".
const THIS_VALUE: u64 = 1;

/// How an uninitialised value is used where the program ends with it.
pub(crate) const EXIT_STATUS: &str = "as the exit status";

/// What sets the handler of a signal.
const HANDLER_SETTERS: &[&str] = &["signal", "sigaction", "bsd_signal", "sigset", "__sysv_signal"];

impl Machine<'_> {
    /// The decision taken for the next question of this instruction, or a stop that asks it.
    pub(crate) fn choose(
        &mut self,
        st: &mut State,
        choice: impl FnOnce(&mut Self, &mut State) -> Choice,
    ) -> Result<u64, Stop> {
        match st.decisions.get(self.cursor) {
            Some(&decision) => {
                self.cursor += 1;
                Ok(decision)
            }
            None => Err(Stop::Choice(choice(self, st))),
        }
    }

    /// The value a choice is to be made of: the model's, or the one it was made of when the path was first followed.
    pub(crate) fn propose(&mut self, st: &State, e: ExprId) -> u128 {
        match self.repeated_proposal {
            Some(bits) => bits,
            None => self.evaluate(st, e),
        }
    }

    /// Follows both sides of a condition that is not a branch of the program.
    pub(crate) fn split(&mut self, st: &mut State, condition: ExprId) -> Result<bool, Stop> {
        if let Some(bit) = self.dag.as_const(condition) {
            return Ok(bit == 1);
        }
        let decision = self.choose(st, |m, _| {
            let negated = m.dag.not(condition);
            Choice::new(
                ChoiceKind::Split,
                vec![
                    Alternative { guard: condition, outcome: Outcome::Continue(1) },
                    Alternative { guard: negated, outcome: Outcome::Continue(0) },
                ],
            )
        })?;
        Ok(decision == 1)
    }

    fn bug_report(&self, st: &State, kind: BugKind, detail: &str) -> Box<BugReport> {
        let message =
            if detail.is_empty() { kind.sentence().to_string() } else { format!("{}: {detail}", kind.sentence()) };
        let stack = self.stack(st);
        // A bug inside a library model is the caller's: shown where the user's code calls. So is one at an instruction
        // that has no line, such as the stack slots at the start of a function.
        let mut own = stack.iter().filter(|(function, _)| !self.function(*function).from_runtime).peekable();
        let innermost = own.peek().map_or(stack[0], |frame| **frame);
        let (function, loc) = own.find(|(_, loc)| *loc != LocId(0)).copied().unwrap_or_else(|| {
            // The entry: where it is declared.
            (innermost.0, self.function(innermost.0).loc)
        });
        Box::new(BugReport { kind, message, function, loc, stack, stray: None })
    }

    /// The path goes on only where the value is not zero.
    pub(crate) fn assume(&mut self, st: &mut State, value: Value, width: u16) -> Result<(), Stop> {
        let e = value.expr(&mut self.dag, width);
        let zero = self.dag.constant(0, width as u32);
        let holds = self.dag.ne(e, zero);
        if self.dag.is_true(holds) {
            return Ok(());
        }
        self.choose(st, |m, _| {
            let fails = m.dag.not(holds);
            Choice::new(
                ChoiceKind::Assume,
                vec![
                    Alternative { guard: holds, outcome: Outcome::Continue(1) },
                    Alternative { guard: fails, outcome: Outcome::Discard },
                ],
            )
        })?;
        Ok(())
    }

    /// Whether a check is made here: it is on, and what it finds is not a model's own business.
    #[inline]
    pub(crate) fn watches(&self, st: &State, kind: BugKind) -> bool {
        self.checks.has(kind) && (kind.is_of_the_caller() || !self.function(st.frame.func).from_runtime)
    }

    /// The outcome of a bug: reported if its check is on. Otherwise the path goes on, or ends as the program may; where C
    /// gives no meaning to what follows, nothing may be claimed about it.
    fn bug_outcome(&self, st: &State, kind: BugKind, detail: &str, decision: u64) -> Outcome {
        match (self.watches(st, kind), kind.severity()) {
            (true, _) => Outcome::Bug(self.bug_report(st, kind, detail), decision),
            (false, Severity::GoesOn) => Outcome::Continue(decision),
            (false, Severity::Ends) if kind.is_an_end() && self.may_be_caught(kind) => {
                Outcome::Cut(CutReason::Unsupported, format!("a handler of SIGABRT behind {kind}"))
            }
            (false, Severity::Ends) if kind.is_an_end() => Outcome::Discard,
            (false, Severity::Ends) => Outcome::Cut(CutReason::Unchecked, format!("{kind} is not checked")),
        }
    }

    /// Whether an end may run a handler of the program's, which nobody has followed.
    fn may_be_caught(&self, kind: BugKind) -> bool {
        let raises = matches!(kind, BugKind::Abort | BugKind::AssertionFailure);
        raises && HANDLER_SETTERS.iter().any(|name| self.program.find(name).is_some())
    }

    /// A check on symbolic data: `ok` or the bug. Returns whether `ok` holds from here on.
    pub(crate) fn check(
        &mut self,
        st: &mut State,
        kind: BugKind,
        ok: ExprId,
        detail: impl FnOnce(&Self) -> String,
    ) -> Result<bool, Stop> {
        if self.dag.is_true(ok) {
            return Ok(true);
        }
        if kind.severity() == Severity::GoesOn && !self.watches(st, kind) {
            return Ok(true);
        }
        let decision = self.choose(st, |m, st| {
            let wrong = m.dag.not(ok);
            let detail = detail(m);
            let bug = m.bug_outcome(st, kind, &detail, 0);
            Choice::new(
                ChoiceKind::Check,
                vec![
                    Alternative { guard: ok, outcome: Outcome::Continue(1) },
                    Alternative { guard: wrong, outcome: bug },
                ],
            )
        })?;
        Ok(decision == 1)
    }

    /// A check that an access stays inside its object, where `ok` holds.
    pub(crate) fn check_inside(&mut self, st: &mut State, kind: BugKind, ok: ExprId, stray: Stray) -> Result<(), Stop> {
        let asked = match self.dag.is_false(ok) {
            true => Err(self.bug(st, kind, "")),
            false => self.check(st, kind, ok, |_| String::new()).map(|_| ()),
        };
        asked.map_err(|mut stop| {
            if let Stop::Choice(choice) = &mut stop {
                for alternative in &mut choice.alternatives {
                    if let Outcome::Bug(report, _) = &mut alternative.outcome {
                        report.stray = Some(stray);
                    }
                }
            }
            stop
        })
    }

    /// A bug that certainly shows here and ends the path.
    #[cold]
    pub(crate) fn bug(&mut self, st: &State, kind: BugKind, detail: &str) -> Stop {
        let guard = self.dag.truth(true);
        let outcome = self.bug_outcome(st, kind, detail, 0);
        Stop::Choice(Choice::new(ChoiceKind::Check, vec![Alternative { guard, outcome }]))
    }

    /// A bug that certainly shows here and lets the path go on.
    #[cold]
    pub(crate) fn report(&mut self, st: &mut State, kind: BugKind, detail: &str) -> Result<(), Stop> {
        let never = self.dag.truth(false);
        self.check(st, kind, never, |_| detail.to_string())?;
        Ok(())
    }

    /// A check whose bug is shown at another position than that of the running instruction.
    pub(crate) fn check_at(
        &mut self,
        st: &mut State,
        kind: BugKind,
        ok: ExprId,
        loc: LocId,
        detail: &str,
    ) -> Result<(), Stop> {
        if self.dag.is_true(ok) || !self.checks.has(kind) {
            return Ok(());
        }
        self.choose(st, |m, st| {
            let wrong = m.dag.not(ok);
            let mut report = m.bug_report(st, kind, detail);
            report.loc = loc;
            Choice::new(
                ChoiceKind::Check,
                vec![
                    Alternative { guard: ok, outcome: Outcome::Continue(1) },
                    Alternative { guard: wrong, outcome: Outcome::Bug(report, 0) },
                ],
            )
        })?;
        Ok(())
    }

    /// Splits off the value an expression has under the model; the others have this outcome.
    fn this_value_or(&mut self, st: &State, e: ExprId, others: Outcome) -> Choice {
        let bits = self.propose(st, e);
        let constant = self.dag.constant(bits, self.dag.width(e));
        let same = self.dag.eq(e, constant);
        let other = self.dag.not(same);
        Choice {
            kind: ChoiceKind::Split,
            alternatives: vec![
                Alternative { guard: same, outcome: Outcome::Continue(THIS_VALUE) },
                Alternative { guard: other, outcome: others },
            ],
            proposal: Some(bits),
        }
    }

    /// The path goes on where the condition holds, which it does under the model. The rest is a cut.
    pub(crate) fn require(&mut self, st: &mut State, condition: ExprId, why: &str) -> Result<(), Stop> {
        if self.dag.is_true(condition) {
            return Ok(());
        }
        self.choose(st, |m, _| {
            let fails = m.dag.not(condition);
            Choice::new(
                ChoiceKind::Split,
                vec![
                    Alternative { guard: condition, outcome: Outcome::Continue(THIS_VALUE) },
                    Alternative { guard: fails, outcome: Outcome::Cut(CutReason::Concretised, why.to_string()) },
                ],
            )
        })?;
        Ok(())
    }

    /// The path goes on where an address is one of these.
    pub(crate) fn require_in(&mut self, st: &mut State, address: ExprId, start: u64, len: u64) -> Result<(), Stop> {
        let (start, len) = (self.dag.constant(start as u128, 64), self.dag.constant(len as u128, 64));
        let offset = self.dag.sub(address, start);
        let inside = self.dag.ult(offset, len);
        self.require(st, inside, "pinned")
    }

    /// Fixes a value to what the model says, unless it is concrete. The other values are a cut, if there are any.
    pub(crate) fn concretise(&mut self, st: &mut State, value: Value, width: u16, why: &str) -> Result<u128, Stop> {
        if let Some(bits) = value.as_concrete(&self.dag) {
            return Ok(bits);
        }
        let e = value.expr(&mut self.dag, width);
        self.choose(st, |m, st| m.this_value_or(st, e, Outcome::Cut(CutReason::Concretised, why.to_string())))?;
        // Under the path condition the value is now what the model says.
        Ok(self.evaluate(st, e))
    }

    /// One concrete value of several: the path forks over the feasible ones. Beyond `limit` of them the rest is a cut.
    pub(crate) fn enumerate(
        &mut self,
        st: &mut State,
        value: Value,
        width: u16,
        limit: usize,
        why: &str,
    ) -> Result<u128, Stop> {
        /// The decision "another value than those asked about so far".
        const OTHER: u64 = 0;
        let e = match value.as_concrete(&self.dag) {
            Some(bits) => return Ok(bits),
            None => value.expr(&mut self.dag, width),
        };
        for _ in 0..limit {
            let decision = self.choose(st, |m, st| m.this_value_or(st, e, Outcome::Continue(OTHER)))?;
            if decision == THIS_VALUE {
                // Under the path condition the value is now what the model says.
                return Ok(self.evaluate(st, e));
            }
        }
        Err(Stop::Cut(CutReason::Concretised, format!("{why}: more than {limit} values")))
    }

    /// Reports a value that depends on bytes nobody wrote, where the check is on: it would be another one if they were. To
    /// mention such bytes is not enough, for models read behind the end of a text what a select throws away.
    pub(crate) fn check_initialised(&mut self, st: &mut State, value: Value, use_as: &str) -> Result<(), Stop> {
        let Value::Expr(e) = value else { return Ok(()) };
        if !self.checks.has(BugKind::UninitialisedUse) {
            return Ok(());
        }
        let unwritten: Vec<VarId> =
            self.dag.vars(e).iter().copied().filter(|&v| &*self.dag.var_info(v).name == UNINIT).collect();
        if unwritten.is_empty() {
            return Ok(());
        }
        let mut others = Substitution::new();
        for var in unwritten {
            let (instance, width) = (self.dag.var_info(var).instance, self.dag.var_info(var).width);
            let other = self.dag.variable(UNINIT_OTHERWISE, instance, 0, width);
            others.replace_var(&self.dag, var, other);
        }
        let otherwise = others.apply(&mut self.dag, e);
        let ok = self.dag.eq(e, otherwise);
        self.check(st, BugKind::UninitialisedUse, ok, |_| use_as.to_string())?;
        Ok(())
    }
}
