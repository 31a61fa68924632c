//! A program for unit tests, written down instruction by instruction: no C, no clang.

use expr::{DefaultValue, Model};
use program::ir::{
    ArgType, Block, Call, Callee, Flags, FuncId, Function, Global, Inst, LocId, Operand, Param, ParamKind,
};
use program::ir::{BinOp, Program, Reg, Term};
use program::layout;

use crate::choice::{Choice, Outcome};
use crate::machine::{Machine, Stop};
use crate::settings::Settings;
use crate::state::State;

/// The registers of `int entry(int x)`: its parameter, another `int`, a wide one and a pointer.
pub const X: Reg = Reg(0);
pub const N: Reg = Reg(1);
pub const WIDE: Reg = Reg(2);
pub const P: Reg = Reg(3);

/// A variable of 8 bytes, 0 at first.
pub const NUMBER: u64 = layout::BASE + layout::SLOT_LEAD;
/// A variable of 128 bytes that count up from 0.
pub const TABLE: u64 = NUMBER + layout::SLOT_SIZE;
/// A constant of 4 bytes: 5, 6, 7, 8.
pub const CONSTANT: u64 = TABLE + layout::SLOT_SIZE;
/// In the room for variables, but in none of them.
pub const NOWHERE: u64 = CONSTANT + 1000 * layout::SLOT_SIZE;

/// `entry` with these instructions, and a function that returns 7.
pub fn program(entry: Vec<Inst>) -> Program {
    let global = |name: &str, address, init: &[u8], size, read_only| Global {
        name: name.to_string(),
        address,
        size,
        align: 8,
        init: init.to_vec(),
        read_only,
        external: false,
        from_runtime: false,
        loc: LocId(0),
    };
    let counting: Vec<u8> = (0..128).collect();
    let x = Param { reg: X, width: 32, kind: ParamKind::Integer, name: "x".to_string() };
    let seven = Inst::Copy { dst: Reg(0), src: Operand::Imm(7) };
    Program {
        functions: vec![
            function("entry", 0, vec![x], vec![32, 32, 128, 64], entry, N),
            function("seven", 1, Vec::new(), vec![32], vec![seven], Reg(0)),
        ],
        globals: vec![
            global("number", NUMBER, &[], 8, false),
            global("table", TABLE, &counting, 128, false),
            global("constant", CONSTANT, &[5, 6, 7, 8], 4, true),
        ],
        locations: vec![Default::default()],
        ..Program::default()
    }
}

fn function(name: &str, id: u32, params: Vec<Param>, reg_width: Vec<u16>, insts: Vec<Inst>, result: Reg) -> Function {
    let term = Term::Return(Box::new([Operand::Reg(result)]));
    Function {
        returns: vec![32],
        reg_width,
        blocks: vec![Block { locs: vec![LocId(0); insts.len() + 1], insts, term }],
        ..Function::declared(name.to_string(), FuncId(id), params)
    }
}

/// `N = X + 1`.
pub fn add_one() -> Inst {
    Inst::Bin { op: BinOp::Add, width: 32, flags: Flags::default(), dst: N, a: Operand::Reg(X), b: Operand::Imm(1) }
}

/// Four bytes.
pub fn load(dst: Reg, addr: Operand) -> Inst {
    Inst::Load { dst, width: 32, bytes: 4, addr }
}

/// Four bytes.
pub fn store(value: Operand, addr: Operand) -> Inst {
    Inst::Store { value, width: 32, bytes: 4, addr }
}

/// `N = seven()`.
pub fn call_seven() -> Inst {
    let nothing: Box<[ArgType]> = Box::new([]);
    Inst::Call(Box::new(Call {
        callee: Callee::Direct(FuncId(1)),
        args: Box::new([]),
        arg_types: nothing,
        results: Box::new([N]),
        result_widths: Box::new([32]),
        variadic: false,
    }))
}

/// At the first instruction of `entry`, with this value for `x`.
pub fn start(program: &Program, x: u64) -> (Machine<'_>, State) {
    let mut machine = Machine::new(program, Settings::default());
    let mut state = machine.initial_state(FuncId(0), "", &[], Model::new(DefaultValue::Zero));
    let variable = state.inputs.in_order()[0].variables[0];
    state.model.set(variable, x);
    (machine, state)
}

/// Executes so many instructions and takes the outcomes that the model takes; what was asked on the way.
pub fn run(machine: &mut Machine, state: &mut State, instructions: u64) -> Vec<Choice> {
    let end = state.instructions + instructions;
    let mut asked = Vec::new();
    while state.instructions < end {
        match machine.run(state, end - state.instructions) {
            Stop::Budget => {}
            Stop::Choice(choice) => {
                let index = machine.outcome_under(&choice, &state.model).expect("guards are exhaustive");
                match choice.alternatives[index].outcome {
                    Outcome::Continue(decision) => state.decisions.push(decision),
                    ref other => panic!("{other:?}"),
                }
                asked.push(choice);
            }
            other => panic!("{other:?}"),
        }
    }
    asked
}
