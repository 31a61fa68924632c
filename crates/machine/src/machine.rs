//! The machine: everything execution needs that is not part of a state.

use std::cell::OnceCell;
use std::rc::Rc;

use expr::{ByteConditions, Dag, Evaluator, ExprId, VarId};
use program::ir::{Callee, FuncId, Function, Inst, LocId, Operand, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::checks::{BugKind, CheckSet};
use crate::choice::{Choice, CutReason};
use crate::coverage::Coverage;
use crate::decoded::Decoded;
use crate::inputs::UNINIT;
use crate::joins::{Joins, LoopKind};
use crate::libc::{self, Handler};
use crate::memory::Memory;
use crate::mode::Mode;
use crate::settings::Settings;
use crate::shadow::AtParting;
use crate::state::{FewPlaces, State};
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
    /// The functions as concrete code runs them.
    pub(crate) decoded: Decoded,
    /// Branches on what tables say of a byte.
    pub(crate) byte_conditions: ByteConditions,
    /// Numbers for input names, see [`State::input_counts`].
    pub(crate) names: FxHashMap<Box<str>, u32>,
    /// How many of the state's decisions the running instruction has read.
    pub(crate) cursor: usize,
    /// Bytes that instructions have made, copied or filled at once and nobody has counted yet.
    pub(crate) bulk: u64,
    /// Set while a path is followed again: what the model proposed for its next choice the first time.
    pub repeated_proposal: Option<u128>,
    /// Memory with the program's globals, once it was made.
    pub(crate) at_start: Option<Memory>,
    /// Where execution starts.
    pub(crate) entry: FuncId,
    /// The object behind `errno`.
    pub(crate) errno: u64,
    /// Where `argv` lies, how many arguments are always there, the program's name among them, and where those lie that may be.
    pub(crate) argv: u64,
    pub(crate) fixed_arguments: usize,
    pub(crate) sometimes: Rc<[u64]>,
    /// What is executed, and what for.
    pub(crate) mode: Mode,
    /// What tables are compared with.
    pub(crate) at_parting: Option<AtParting>,
    /// Memory variables a shadow has made and not yet given a value.
    pub(crate) unbound: Vec<(u64, VarId)>,
    /// Values made up for what does not exist before an edge.
    pub(crate) unknowns: u32,
    /// How accesses at several places begin, once somebody has looked at the loops of the program.
    pub(crate) few_places: OnceCell<FewPlaces>,
    /// Where paths meet; empty unless asked for.
    pub(crate) joins: Joins<'p>,
    pub(crate) watch_overflow: bool,
    pub(crate) watch_pointers: bool,
    /// Calls of foreign functions that may do more than compute.
    pub foreign_calls: u64,
    /// Functions nobody defines whose calls came back.
    pub(crate) called_outside: FxHashSet<FuncId>,
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
            decoded: Decoded::new(program.functions.len()),
            byte_conditions: ByteConditions::default(),
            names: FxHashMap::default(),
            cursor: 0,
            bulk: 0,
            repeated_proposal: None,
            entry: FuncId(0),
            errno: 0,
            argv: 0,
            fixed_arguments: 0,
            sometimes: Rc::default(),
            mode: Mode::default(),
            at_parting: None,
            unbound: Vec::new(),
            unknowns: 0,
            few_places: OnceCell::new(),
            joins: Joins::default(),
            watch_overflow: checks.has(BugKind::SignedOverflow) || checks.has(BugKind::UnsignedWrap),
            watch_pointers: checks.has(BugKind::PointerOverflow),
            foreign_calls: 0,
            called_outside: FxHashSet::default(),
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

    /// The same, but in a loop it is to stop at each round, whether others can meet it there or not.
    pub fn stop_at_next_round(&self, st: &mut State) {
        st.stop_at = self.joins.next_round(st);
    }

    /// The loop that a state is at the start of.
    pub fn loop_at(&self, st: &State) -> Option<LoopKind> {
        self.joins.loop_at(st)
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

    /// The status a program exits with, under the state's model.
    pub fn exit_status(&mut self, st: &State, status: Value) -> i32 {
        match status {
            Value::Bits(bits) => bits as i32,
            Value::Expr(e) => self.eval.value(&self.dag, e, &st.model) as i32,
        }
    }

    /// The innermost function of the user's code that is being executed, and where in it; though it may have called a model.
    pub fn own_position(&self, st: &State) -> (FuncId, LocId) {
        let innermost = (st.frame.func, self.location(st));
        if !self.function(st.frame.func).from_runtime {
            return innermost;
        }
        let own = |(function, _): &(FuncId, LocId)| !self.function(*function).from_runtime;
        self.stack(st).into_iter().find(own).unwrap_or(innermost)
    }

    /// `what, file:line function` for lists that people read: where the user's code is, though it may have called a model.
    pub fn place(&self, st: &State, what: &str) -> String {
        let (function, loc) = self.own_position(st);
        let (here, function) = (self.program.place(loc), program::names::shown(&self.function(function).name));
        if what.is_empty() { format!("{here} {function}") } else { format!("{what}, {here} {function}") }
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
}
