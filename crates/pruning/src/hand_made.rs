//! Programs, states and edges for unit tests, written down by hand: no C, no clang.

use std::rc::Rc;

use expr::{DefaultValue, ExprId, Model};
use machine::checks::{BugId, BugKind, Severity};
use machine::choice::Outcome;
use machine::state::State;
use machine::value::Value;
use machine::{Machine, Settings, Stop};
use program::ir::{
    BinOp, Block, BlockId, Call, Callee, CmpOp, Flags, FuncId, Function, Global, Inst, Jump, LocId, Operand, Param,
    ParamKind, Program, Reg, Term,
};
use program::layout;
use rustc_hash::FxHashSet;
use solver::{PathCondition, Solver, SolverConfig};
use tree::StateId;

use crate::condition::{Condition, Conjunct};
use crate::economy::Economy;
use crate::edge::{Edge, End, EndKind};
use crate::inference::{Elimination, Inference, Policy, Run};
use crate::weakest_pre::{self, Way};

/// The registers of `int entry(int x)`: its parameter, another `int`, a bit and a pointer.
pub const X: Reg = Reg(0);
pub const N: Reg = Reg(1);
pub const FLAG: Reg = Reg(2);
pub const P: Reg = Reg(3);

/// A variable of 8 bytes, 0 at first.
pub const NUMBER: u64 = layout::BASE + layout::SLOT_LEAD;

const NONDET: FuncId = FuncId(1);
const MALLOC: FuncId = FuncId(2);

/// Positions in a block, so that each instruction has one of its own.
const ROOM: u32 = 16;

/// `entry` with these blocks.
pub fn program(blocks: Vec<(Vec<Inst>, Term)>) -> Program {
    let x = Param { reg: X, width: 32, kind: ParamKind::Integer, name: "x".to_string() };
    let locations = vec![Default::default(); 1 + blocks.len() * ROOM as usize];
    let blocks = blocks.into_iter().zip(0..).map(|((insts, term), number)| {
        let locs = (0..=insts.len() as u32).map(|inst| location(number, inst)).collect();
        Block { insts, term, locs }
    });
    let number = Global {
        name: "number".to_string(),
        address: NUMBER,
        size: 8,
        align: 8,
        init: Vec::new(),
        read_only: false,
        external: false,
        from_runtime: false,
        loc: LocId(0),
    };
    Program {
        functions: vec![
            function("entry", 0, vec![x], 32, vec![32, 32, 1, 64], blocks.collect()),
            function("__VERIFIER_nondet_int", NONDET.0, Vec::new(), 32, Vec::new(), Vec::new()),
            function("malloc", MALLOC.0, Vec::new(), 64, Vec::new(), Vec::new()),
        ],
        globals: vec![number],
        locations,
        ..Program::default()
    }
}

/// `entry` without branches.
pub fn straight(insts: Vec<Inst>) -> Program {
    program(vec![(insts, returns())])
}

fn function(
    name: &str,
    id: u32,
    params: Vec<Param>,
    returns: u16,
    reg_width: Vec<u16>,
    blocks: Vec<Block>,
) -> Function {
    Function { returns: vec![returns], reg_width, blocks, ..Function::declared(name.to_string(), FuncId(id), params) }
}

fn location(block: u32, inst: u32) -> LocId {
    LocId(1 + block * ROOM + inst)
}

/// The bug of this kind at an instruction of `entry`.
pub fn bug(kind: BugKind, block: u32, inst: u32) -> BugId {
    BugId { kind, function: FuncId(0), loc: location(block, inst) }
}

pub fn returns() -> Term {
    Term::Return(Box::new([Operand::Reg(N)]))
}

pub fn jump(block: u32) -> Jump {
    Jump { target: BlockId(block), copies: Box::new([]) }
}

/// `if (flag) goto yes; else goto no;`
pub fn branch(yes: u32, no: u32) -> Term {
    Term::Branch { cond: Operand::Reg(FLAG), yes: jump(yes), no: jump(no) }
}

/// `dst = a op b` on 32 bits.
pub fn compute(dst: Reg, op: BinOp, a: Reg, b: Operand) -> Inst {
    Inst::Bin { op, width: 32, flags: Flags::default(), dst, a: Operand::Reg(a), b }
}

/// `dst = value`.
pub fn set(dst: Reg, value: u64) -> Inst {
    Inst::Copy { dst, src: Operand::Imm(value) }
}

/// `flag = a < bound`, unsigned.
pub fn flag_if_below(a: Reg, bound: u64) -> Inst {
    Inst::Cmp { op: CmpOp::Ult, width: 32, dst: FLAG, a: Operand::Reg(a), b: Operand::Imm(bound) }
}

/// `assume(flag)`.
pub fn assume_flag() -> Inst {
    Inst::Assume { cond: Operand::Reg(FLAG) }
}

/// `n = number`.
pub fn load_n() -> Inst {
    Inst::Load { dst: N, width: 32, bytes: 4, addr: Operand::Imm(NUMBER) }
}

/// `number = n`.
pub fn store_n() -> Inst {
    Inst::Store { value: Operand::Reg(N), width: 32, bytes: 4, addr: Operand::Imm(NUMBER) }
}

/// A local variable of 4 bytes, and `p` its address.
pub fn local() -> Inst {
    Inst::Alloca { dst: P, size: 4, count: Operand::Imm(1), count_width: 32, align: 4 }
}

/// `n` is a new input.
pub fn new_input() -> Inst {
    call(NONDET, &[], N, 32)
}

/// `p = malloc(8)`.
pub fn allocate() -> Inst {
    call(MALLOC, &[Operand::Imm(8)], P, 64)
}

fn call(callee: FuncId, args: &[Operand], result: Reg, width: u16) -> Inst {
    Inst::Call(Box::new(Call {
        callee: Callee::Direct(callee),
        args: args.into(),
        arg_types: Box::new([]),
        results: Box::new([result]),
        result_widths: Box::new([width]),
        variadic: false,
    }))
}

/// All that learning needs, and the variables that conditions are written with.
pub struct Lab<'p> {
    pub machine: Machine<'p>,
    pub solver: Solver,
    pub known: FxHashSet<BugId>,
    pub policy: Policy,
    economy: Economy,
    /// The program variables of the registers.
    pub x: ExprId,
    pub n: ExprId,
    pub flag: ExprId,
    /// And of the first four bytes of [`NUMBER`].
    pub number: ExprId,
}

/// What is learnt unless a test asks for something else.
pub fn policy() -> Policy {
    Policy { cores: false, keeps_out_errors: true, confirms: false, induction: false, unseen: false, self_check: None }
}

impl<'p> Lab<'p> {
    pub fn new(program: &'p Program) -> Lab<'p> {
        let mut machine = Machine::new(program, Settings::default());
        machine.find_joins();
        let dag = &mut machine.dag;
        let [x, n, flag] = [(X, 32), (N, 32), (FLAG, 1)].map(|(reg, width)| dag.variable("%reg", 0, 2 * reg.0, width));
        let bytes = [0, 1, 2, 3].map(|byte| byte_at(dag, NUMBER + byte));
        let number = dag.concat_bytes(&bytes);
        Lab {
            machine,
            solver: Solver::new(SolverConfig::default()),
            known: FxHashSet::default(),
            policy: policy(),
            economy: Economy::default(),
            x,
            n,
            flag,
            number,
        }
    }

    /// From here on the solver knows nothing.
    pub fn solver_gives_up(&mut self) {
        self.solver = Solver::new(SolverConfig { inject_unknown: Some(1), ..SolverConfig::default() });
    }

    pub fn inference(&mut self) -> Inference<'_, 'p> {
        Inference {
            machine: &mut self.machine,
            solver: &mut self.solver,
            known: &self.known,
            policy: &self.policy,
            economy: &mut self.economy,
            recheck: None,
            elimination: Elimination::Values,
        }
    }

    pub fn run(&mut self) -> Run<'_, 'p> {
        Run { machine: &mut self.machine, solver: &mut self.solver, known: &self.known }
    }
}

/// States.
impl Lab<'_> {
    /// At the first instruction of `entry`. Its parameter is an input, with this value in the model; all else is 0.
    pub fn start(&mut self, x: u64) -> State {
        let mut state = self.machine.initial_state(FuncId(0), "", &[], Model::new(DefaultValue::Zero));
        let variable = state.inputs.in_order()[0].variables[0];
        state.model.set(variable, x);
        _ = self.machine.paths_part(&state);
        state
    }

    /// The same, and the parameter is no input but this number.
    pub fn start_with(&mut self, x: u64) -> State {
        let mut state = self.start(x);
        state.frame.regs[X.index()] = Value::Bits(x);
        state
    }

    /// What a register holds, as an expression of 32 bits.
    pub fn value(&mut self, state: &State, reg: Reg) -> ExprId {
        state.frame.regs[reg.index()].expr(&mut self.machine.dag, 32)
    }

    /// Goes on along the outcomes the model takes: over so many instructions, or to the end of the path. The outcome of a
    /// choice that ended it, if one did.
    pub fn walk(&mut self, state: &mut State, instructions: Option<u64>) -> Option<Outcome> {
        let end = instructions.map_or(u64::MAX, |count| state.instructions + count);
        while state.instructions < end {
            match self.machine.run(state, end - state.instructions) {
                Stop::Budget => {}
                Stop::Choice(choice) => {
                    let taken = self.machine.outcome_under(&choice, &state.model).expect("guards are exhaustive");
                    match &choice.alternatives[taken].outcome {
                        Outcome::Continue(decision) => state.decisions.push(*decision),
                        Outcome::Bug(report, decision) if report.kind.severity() == Severity::GoesOn => {
                            state.decisions.push(*decision)
                        }
                        end @ (Outcome::Bug(..) | Outcome::Discard | Outcome::Cut(..)) => return Some(end.clone()),
                    }
                }
                Stop::Exit(_) | Stop::Cut(..) | Stop::Join => return None,
            }
        }
        None
    }
}

/// Edges.
impl Lab<'_> {
    /// From this state over so many instructions.
    pub fn edge(&mut self, from: &State, instructions: u64, kind: EndKind) -> Edge {
        self.edge_to(from, Some(instructions), kind)
    }

    /// From this state to the end of the path.
    pub fn last_edge(&mut self, from: &State) -> Edge {
        self.edge_to(from, None, EndKind::Leaf)
    }

    fn edge_to(&mut self, from: &State, instructions: Option<u64>, kind: EndKind) -> Edge {
        let mut edge = Edge::new(None, None, StateId(0), from.clone());
        let mut state = from.clone();
        self.walk(&mut state, instructions);
        if let Some(wanted) = instructions {
            // Concrete instructions are not stopped at one by one.
            assert_eq!(state.instructions, from.instructions + wanted, "the edge has another length");
        }
        edge.end = Some(End::of(&state, kind));
        edge
    }

    pub fn ways(&mut self, edge: &Edge) -> Option<Vec<Way>> {
        weakest_pre::ways(&mut self.inference(), edge)
    }

    /// What is learnt at the start of an edge with one way on.
    pub fn learnt(&mut self, edge: &Edge) -> Option<Rc<Condition>> {
        let mut ways = self.ways(edge)?;
        assert_eq!(ways.len(), 1);
        ways.pop().map(|way| way.condition)
    }
}

/// Formulas.
impl Lab<'_> {
    pub fn truth(&mut self) -> ExprId {
        self.machine.dag.truth(true)
    }

    /// `e < bound`, unsigned.
    pub fn below(&mut self, e: ExprId, bound: u128) -> ExprId {
        let bound = self.machine.dag.constant(bound, self.machine.dag.width(e));
        self.machine.dag.ult(e, bound)
    }

    pub fn is(&mut self, e: ExprId, value: u128) -> ExprId {
        let value = self.machine.dag.constant(value, self.machine.dag.width(e));
        self.machine.dag.eq(e, value)
    }

    pub fn not(&mut self, e: ExprId) -> ExprId {
        self.machine.dag.not(e)
    }

    pub fn and(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.machine.dag.and(a, b)
    }

    pub fn implies(&mut self, a: ExprId, b: ExprId) -> ExprId {
        self.machine.dag.implies(a, b)
    }

    pub fn byte(&mut self, address: u64) -> ExprId {
        byte_at(&mut self.machine.dag, address)
    }

    /// A path with this condition.
    pub fn path(&self, conditions: &[ExprId]) -> PathCondition {
        let mut path = PathCondition::new();
        conditions.iter().for_each(|&condition| _ = path.add(&self.machine.dag, condition));
        path
    }

    /// Whether a formula holds for all values of its variables.
    pub fn is_valid(&mut self, formula: ExprId) -> bool {
        let refuted = self.machine.dag.not(formula);
        Solver::new(SolverConfig::default()).check_set(&mut self.machine.dag, &[refuted]).is_unsat()
    }

    /// All that conjuncts require.
    pub fn all_of(&mut self, conjuncts: &[Conjunct]) -> ExprId {
        let formulas: Vec<ExprId> = conjuncts.iter().map(|conjunct| conjunct.formula).collect();
        self.machine.dag.all(&formulas)
    }

    /// Conjuncts must mean the same as a formula.
    #[track_caller]
    pub fn assert_means(&mut self, conjuncts: &[Conjunct], expected: ExprId) {
        let meaning = self.all_of(conjuncts);
        let same = self.machine.dag.eq(meaning, expected);
        assert!(self.is_valid(same), "{conjuncts:?}");
    }
}

/// The program variable of a byte.
fn byte_at(dag: &mut expr::Dag, address: u64) -> ExprId {
    dag.variable("%mem", (address >> 32) as u32, address as u32, 8)
}

/// A requirement that protects the way itself.
pub fn required(formula: ExprId) -> Conjunct {
    Conjunct { formula, guards: None }
}

/// A condition of these formulas.
pub fn condition(formulas: &[ExprId]) -> Rc<Condition> {
    Rc::new(Condition { conjuncts: formulas.iter().copied().map(required).collect(), ..Condition::default() })
}
