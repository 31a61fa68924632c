//! The machine: everything execution needs that is not part of a state.

use expr::{Dag, Evaluator, ExprId, VarId};
use program::ir::{Callee, FuncId, Function, Inst, LocId, Operand, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::checks::{BugKind, BugReport, CheckSet, Severity};
use crate::choice::{Alternative, Choice, ChoiceKind, CutReason, Outcome};
use crate::coverage::Coverage;
use crate::externals::ExternalCalls;
use crate::inputs::UNINIT;
use crate::joins::Joins;
use crate::libc::{self, Handler};
use crate::memory::Memory;
use crate::mode::Mode;
use crate::shadow::AtParting;
use crate::state::State;
use crate::value::Value;

pub struct Machine<'p> {
    pub program: &'p Program,
    pub dag: Dag,
    pub eval: Evaluator,
    pub checks: CheckSet,
    pub coverage: Coverage,
    pub settings: Settings,
    /// The tool's own implementation of each function, where it has one.
    pub(crate) handlers: Vec<Option<Handler>>,
    /// Numbers for input names, see [`State::input_counts`].
    pub(crate) names: FxHashMap<Box<str>, u32>,
    /// How many of the state's decisions the running instruction has read.
    pub(crate) cursor: usize,
    /// Memory with the program's globals, once it was made.
    pub(crate) at_start: Option<Memory>,
    /// Where execution starts.
    pub(crate) entry: FuncId,
    /// The object behind `errno`.
    pub(crate) errno: u64,
    /// What is executed, and what for.
    pub(crate) mode: Mode,
    /// What tables are compared with.
    pub(crate) at_parting: Option<AtParting>,
    /// Memory variables a shadow has made and not yet given a value.
    pub(crate) unbound: Vec<(u64, VarId)>,
    /// Values made up for what does not exist before an edge.
    pub(crate) unknowns: u32,
    /// Where paths meet; empty unless asked for.
    pub(crate) joins: Joins<'p>,
    pub(crate) watch_overflow: bool,
    pub(crate) watch_pointers: bool,
    /// Calls of foreign functions that may do more than compute.
    pub foreign_calls: u64,
}

/// The decision "the value it has under the model".
const THIS_VALUE: u64 = 1;

/// What of the configuration the machine needs.
#[derive(Clone, Debug)]
pub struct Settings {
    pub checks: CheckSet,
    /// Bytes of the objects that pointer parameters of the entry function point to.
    pub pointer_size: u64,
    /// Native stack size a program may use.
    pub stack_limit: u64,
    pub environment: Environment,
    pub external_calls: ExternalCalls,
}

/// What of the program's surroundings is symbolic, in a given size. Without it standard input never ends by itself.
#[derive(Clone, Default, Debug)]
pub struct Environment {
    /// Bytes of standard input.
    pub stdin: Option<u64>,
    /// How many files there are, called `A`, `B` and so on, and their size.
    pub files: Option<(u8, u64)>,
    /// Arguments behind the given ones.
    pub arguments: Vec<SymbolicArguments>,
}

/// From `least` to `most` arguments of at most `length` bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymbolicArguments {
    pub least: u64,
    pub most: u64,
    pub length: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            checks: CheckSet::default(),
            pointer_size: 64,
            stack_limit: 8 << 20,
            environment: Environment::default(),
            external_calls: ExternalCalls::default(),
        }
    }
}

/// Why the machine handed a state back.
#[derive(Clone, Debug)]
pub enum Stop {
    Choice(Choice),
    /// The program ended by itself with this status.
    Exit(Value),
    Cut(CutReason, String),
    /// The state is at a place where paths meet, as [`State::stop_at`] asked for.
    Join,
    /// The instruction budget of this call is used up.
    Budget,
}

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, settings: Settings) -> Machine<'p> {
        let checks = settings.checks;
        Machine {
            program,
            dag: Dag::new(),
            eval: Evaluator::new(),
            checks,
            coverage: Coverage::new(program),
            settings,
            handlers: program.functions.iter().map(|f| libc::handler(f)).collect(),
            names: FxHashMap::default(),
            cursor: 0,
            entry: FuncId(0),
            errno: 0,
            mode: Mode::default(),
            at_parting: None,
            unbound: Vec::new(),
            unknowns: 0,
            joins: Joins::default(),
            watch_overflow: checks.has(BugKind::SignedOverflow) || checks.has(BugKind::UnsignedWrap),
            watch_pointers: checks.has(BugKind::PointerOverflow),
            foreign_calls: 0,
            at_start: None,
        }
    }

    pub fn function(&self, id: FuncId) -> &'p Function {
        &self.program.functions[id.index()]
    }

    /// Makes [`Machine::stop_where_paths_meet`] work.
    pub fn find_joins(&mut self) {
        self.joins = Joins::new(self.program);
    }

    /// The state parts from others here: it is to stop where they may meet again.
    pub fn stop_where_paths_meet(&self, st: &mut State) {
        st.stop_at = self.joins.after_fork(st);
    }

    /// The state has met others here: it is to stop where they may meet still others.
    pub fn stop_at_next_meeting(&self, st: &mut State) {
        st.stop_at = self.joins.after_join(st);
    }

    /// Functions the program may call that neither it nor the tool defines. What only the tool's own models call is
    /// none of the user's business.
    pub fn undefined_functions(&self) -> Vec<&'p str> {
        let mut inside_models = FxHashSet::default();
        let mut inside_program = FxHashSet::default();
        for function in &self.program.functions {
            let calls = if function.from_runtime { &mut inside_models } else { &mut inside_program };
            let instructions = function.blocks.iter().flat_map(|block| &block.insts);
            calls.extend(instructions.filter_map(|inst| match inst {
                Inst::Call(call) => match call.callee {
                    Callee::Direct(target) => Some(target),
                    Callee::Indirect(_) => None,
                },
                _ => None,
            }));
        }
        let mut names: Vec<&str> = (self.program.functions.iter().enumerate())
            .zip(&self.handlers)
            .filter(|((_, f), handler)| f.is_declaration() && handler.is_none())
            .filter(|((id, _), _)| {
                let id = FuncId(*id as u32);
                inside_program.contains(&id) || !inside_models.contains(&id)
            })
            .map(|((_, f), _)| f.name.as_str())
            .collect();
        names.sort_unstable();
        names
    }

    /// The value of a constant operand that needs the expression table; see the fast path in `step`.
    #[cold]
    pub(crate) fn rare_operand(&mut self, st: &mut State, operand: Operand) -> Value {
        match operand {
            Operand::Reg(reg) => st.frame.regs[reg.index()],
            Operand::Imm(bits) => Value::Bits(bits),
            Operand::Wide(index) => {
                let wide = self.program.wide[index as usize];
                Value::concrete(&mut self.dag, wide.bits, wide.width)
            }
            Operand::Undef(width) => Value::Expr(self.arbitrary(st, width)),
        }
    }

    /// A value nobody chose: each byte its own variable.
    pub(crate) fn arbitrary(&mut self, st: &mut State, width: u16) -> ExprId {
        let mut whole: Option<ExprId> = None;
        let mut left = width as u32;
        while left > 0 {
            let bits = left.min(64);
            let part = self.dag.variable(UNINIT, st.uninit_count, 0, bits);
            st.uninit_count += 1;
            whole = Some(match whole {
                None => part,
                Some(low) => self.dag.concat(part, low),
            });
            left -= bits;
        }
        whole.expect("a width above 0")
    }

    #[inline(always)]
    pub(crate) fn operand(&mut self, st: &mut State, operand: Operand) -> Value {
        match operand {
            Operand::Reg(reg) => st.frame.regs[reg.index()],
            Operand::Imm(bits) => Value::Bits(bits),
            Operand::Wide(_) | Operand::Undef(_) => self.rare_operand(st, operand),
        }
    }

    /// The operand as an expression.
    pub(crate) fn operand_expr(&mut self, st: &mut State, operand: Operand, width: u16) -> ExprId {
        self.operand(st, operand).expr(&mut self.dag, width)
    }

    /// The value of an expression under the state's model.
    pub(crate) fn evaluate(&mut self, st: &State, e: ExprId) -> u128 {
        self.eval.value(&self.dag, e, &st.model)
    }

    /// The position of the instruction at hand.
    pub fn location(&self, st: &State) -> LocId {
        let block = &self.function(st.frame.func).blocks[st.frame.block.index()];
        block.locs.get(st.frame.inst as usize).copied().unwrap_or(LocId(0))
    }

    /// The call stack, innermost first. Functions of the tool's own C library show as any other.
    pub fn stack(&self, st: &State) -> Vec<(FuncId, LocId)> {
        let mut stack = vec![(st.frame.func, self.location(st))];
        for frame in st.callers.frames() {
            let block = &self.function(frame.func).blocks[frame.block.index()];
            stack.push((frame.func, block.locs.get(frame.inst as usize).copied().unwrap_or(LocId(0))));
        }
        stack
    }

    fn bug_report(&self, st: &State, kind: BugKind, detail: &str) -> Box<BugReport> {
        let message =
            if detail.is_empty() { kind.sentence().to_string() } else { format!("{}: {detail}", kind.sentence()) };
        let stack = self.stack(st);
        // A bug inside a library model is the caller's: shown where the user's code calls. So is one at an instruction
        // that has no line, such as the stack slots at the start of a function.
        let mut own = stack.iter().filter(|(function, _)| !self.function(*function).from_runtime).peekable();
        let innermost = own.peek().map_or(stack[0], |frame| **frame);
        let (function, loc) = own.find(|(_, loc)| *loc != LocId(0)).copied().unwrap_or(innermost);
        Box::new(BugReport { kind, message, function, loc, stack })
    }

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

    /// The outcome of a bug: reported if its check is on, otherwise the path ends or goes on as the bug allows.
    fn bug_outcome(&self, st: &State, kind: BugKind, detail: &str, decision: u64) -> Outcome {
        match (self.checks.has(kind), kind.severity()) {
            (true, _) => Outcome::Bug(self.bug_report(st, kind, detail), decision),
            (false, Severity::Ends) => Outcome::Discard,
            (false, Severity::GoesOn) => Outcome::Continue(decision),
        }
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
        if kind.severity() == Severity::GoesOn && !self.checks.has(kind) {
            return Ok(true);
        }
        let decision = self.choose(st, |m, st| {
            let wrong = m.dag.not(ok);
            let detail = detail(m);
            let bug = m.bug_outcome(st, kind, &detail, 0);
            Choice {
                kind: ChoiceKind::Check,
                alternatives: vec![
                    Alternative { guard: ok, outcome: Outcome::Continue(1) },
                    Alternative { guard: wrong, outcome: bug },
                ],
            }
        })?;
        Ok(decision == 1)
    }

    /// A bug that certainly shows here and ends the path.
    #[cold]
    pub(crate) fn bug(&mut self, st: &State, kind: BugKind, detail: &str) -> Stop {
        let guard = self.dag.truth(true);
        let outcome = self.bug_outcome(st, kind, detail, 0);
        Stop::Choice(Choice { kind: ChoiceKind::Check, alternatives: vec![Alternative { guard, outcome }] })
    }

    /// A bug that certainly shows here and lets the path go on.
    #[cold]
    pub(crate) fn report(&mut self, st: &mut State, kind: BugKind, detail: &str) -> Result<(), Stop> {
        let here = self.location(st);
        self.report_at(st, kind, here, detail)
    }

    /// The same, shown at another position than that of the running instruction.
    pub(crate) fn report_at(&mut self, st: &mut State, kind: BugKind, loc: LocId, detail: &str) -> Result<(), Stop> {
        if !self.checks.has(kind) {
            return Ok(());
        }
        self.choose(st, |m, st| {
            let guard = m.dag.truth(true);
            let mut report = m.bug_report(st, kind, detail);
            report.loc = loc;
            let outcome = Outcome::Bug(report, 0);
            Choice { kind: ChoiceKind::Check, alternatives: vec![Alternative { guard, outcome }] }
        })?;
        Ok(())
    }

    /// Splits off the value an expression has under the model; the others have this outcome.
    fn this_value_or(&mut self, st: &State, e: ExprId, others: Outcome) -> Choice {
        let bits = self.evaluate(st, e);
        let constant = self.dag.constant(bits, self.dag.width(e));
        let same = self.dag.eq(e, constant);
        let other = self.dag.not(same);
        Choice {
            kind: ChoiceKind::Split,
            alternatives: vec![
                Alternative { guard: same, outcome: Outcome::Continue(THIS_VALUE) },
                Alternative { guard: other, outcome: others },
            ],
        }
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

    /// Reports a value that nobody initialised, where the check is on.
    pub(crate) fn check_initialised(&mut self, st: &mut State, value: Value, use_as: &str) -> Result<(), Stop> {
        if let Value::Expr(e) = value
            && self.checks.has(BugKind::UninitialisedUse)
            && self.dag.vars(e).iter().any(|&v| &*self.dag.var_info(v).name == UNINIT)
        {
            self.report(st, BugKind::UninitialisedUse, use_as)?;
        }
        Ok(())
    }
}
