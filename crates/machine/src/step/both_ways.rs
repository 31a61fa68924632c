//! Random code in the tight loop and, instruction by instruction, on the general path: both must do the same.
//!
//! What the loop leaves is not looked at: only that it has done nothing of it.

use program::ir::{
    BinOp, Block, BlockId, CastOp, CmpOp, Flags, FuncId, Inst, Jump, LocId, Operand, Program, Reg, Term,
};
use proptest::prelude::*;

use super::Flow;
use crate::hand_made::{self, CONSTANT, NOWHERE, NUMBER, TABLE};
use crate::machine::Machine;
use crate::settings::Settings;
use crate::state::State;
use crate::value::{Value, mask};

/// The widths of the registers; some of each kind.
const WIDTHS: [u16; 16] = [32, 32, 32, 32, 32, 32, 64, 64, 64, 64, 64, 8, 8, 1, 1, 1];
/// The registers that hold pointers at first.
const POINTERS: [u32; 3] = [8, 9, 10];

fn register(width: u16) -> impl Strategy<Value = Reg> {
    let fitting: Vec<u32> = (0..16).filter(|&reg| WIDTHS[reg as usize] == width).collect();
    prop::sample::select(fitting).prop_map(Reg)
}

fn constant(width: u16) -> impl Strategy<Value = u64> {
    prop_oneof![0..4u64, Just(u64::MAX), Just(1 << (width - 1)), any::<u64>()].prop_map(move |bits| bits & mask(width))
}

fn operand(width: u16) -> impl Strategy<Value = Operand> {
    prop_oneof![3 => register(width).prop_map(Operand::Reg), 1 => constant(width).prop_map(Operand::Imm)]
}

fn address() -> impl Strategy<Value = Operand> {
    let places = prop::sample::select(vec![NUMBER, NUMBER + 4, TABLE + 8, TABLE + 126, CONSTANT, NOWHERE]);
    prop_oneof![
        4 => prop::sample::select(POINTERS.to_vec()).prop_map(|reg| Operand::Reg(Reg(reg))),
        1 => places.prop_map(Operand::Imm),
    ]
}

fn width() -> impl Strategy<Value = u16> {
    prop_oneof![4 => Just(32u16), 2 => Just(64), 1 => Just(8)]
}

fn binary() -> impl Strategy<Value = BinOp> {
    use BinOp::*;
    prop::sample::select(vec![Add, Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, And, Or, Xor])
}

fn compare() -> impl Strategy<Value = CmpOp> {
    use CmpOp::*;
    prop::sample::select(vec![Eq, Ne, Ult, Ule, Ugt, Uge, Slt, Sle, Sgt, Sge])
}

fn instruction() -> impl Strategy<Value = Inst> {
    let bin = (width(), binary()).prop_flat_map(|(width, op)| {
        (register(width), operand(width), operand(width)).prop_map(move |(dst, a, b)| Inst::Bin {
            op,
            width,
            flags: Flags::default(),
            dst,
            a,
            b,
        })
    });
    let cmp = (width(), compare()).prop_flat_map(|(width, op)| {
        (register(1), operand(width), operand(width)).prop_map(move |(dst, a, b)| Inst::Cmp { op, width, dst, a, b })
    });
    let casts = vec![(CastOp::ZExt, 8u16, 32u16), (CastOp::SExt, 8, 64), (CastOp::SExt, 1, 32), (CastOp::Trunc, 64, 8)];
    let cast = prop::sample::select(casts).prop_flat_map(|(op, from, to)| {
        (register(to), operand(from)).prop_map(move |(dst, a)| Inst::Cast { op, from, to, dst, a })
    });
    let select = width().prop_flat_map(|width| {
        (register(width), operand(1), operand(width), operand(width))
            .prop_map(move |(dst, cond, yes, no)| Inst::Select { width, dst, cond, yes, no })
    });
    let load = (width(), address()).prop_flat_map(|(width, addr)| {
        register(width).prop_map(move |dst| Inst::Load { dst, width, bytes: width / 8, addr })
    });
    let store = (width(), address()).prop_flat_map(|(width, addr)| {
        operand(width).prop_map(move |value| Inst::Store { value, width, bytes: width / 8, addr })
    });
    let index = (0..3i64, register(64), address(), operand(32)).prop_map(|(scale, dst, base, index)| Inst::PtrAdd {
        dst,
        base,
        index,
        index_width: 32,
        scale: scale as u64,
        offset: 1,
        inbounds: true,
    });
    let overflow = (binary(), any::<bool>(), register(32), register(1), operand(32), operand(32)).prop_map(
        |(op, signed, dst, overflow, a, b)| {
            let op = if matches!(op, BinOp::Sub | BinOp::Mul) { op } else { BinOp::Add };
            Inst::Overflow { op, signed, width: 32, dst, overflow, a, b }
        },
    );
    let pointers =
        (compare(), register(1), address(), address()).prop_map(|(op, dst, a, b)| Inst::PtrCmp { op, dst, a, b });
    let subscript =
        operand(32).prop_map(|index| Inst::CheckIndex { index, index_width: 32, limit: 1 << 30, past_end_ok: false });
    prop_oneof![4 => bin, 2 => cmp, 1 => cast, 1 => select, 3 => load, 3 => store, 1 => index, 1 => overflow, 1 => pointers, 1 => subscript]
}

/// `x op= y` in memory, as unoptimised code has it.
fn update() -> impl Strategy<Value = Vec<Inst>> {
    let width = prop::sample::select(vec![32u16, 64]);
    (width, binary(), address()).prop_flat_map(|(width, op, addr)| {
        (register(width), register(width), operand(width)).prop_map(move |(old, new, b)| {
            let bytes = width / 8;
            vec![
                Inst::Load { dst: old, width, bytes, addr },
                Inst::Bin { op, width, flags: Flags::default(), dst: new, a: Operand::Reg(old), b },
                Inst::Store { value: Operand::Reg(new), width, bytes, addr },
            ]
        })
    })
}

fn instructions() -> impl Strategy<Value = Vec<Inst>> {
    let piece = prop_oneof![3 => instruction().prop_map(|inst| vec![inst]), 1 => update()];
    prop::collection::vec(piece, 0..5).prop_map(|pieces| pieces.concat())
}

fn jump() -> impl Strategy<Value = Jump> {
    let copy = width().prop_flat_map(|width| (register(width), operand(width)));
    (0..4u32, prop::collection::vec(copy, 0..3))
        .prop_map(|(target, copies)| Jump { target: BlockId(target), copies: copies.into() })
}

fn terminator() -> impl Strategy<Value = Term> {
    prop_oneof![
        jump().prop_map(Term::Jump),
        (operand(1), jump(), jump()).prop_map(|(cond, yes, no)| Term::Branch { cond, yes, no }),
        (register(8), jump(), jump(), jump()).prop_map(|(value, one, seven, default)| Term::Switch {
            value: Operand::Reg(value),
            width: 8,
            cases: Box::new([(7, seven), (1, one)]),
            default,
        }),
    ]
}

/// The comparison is what the branch is on, more often than not.
fn block() -> impl Strategy<Value = Block> {
    let test = (compare(), register(32), constant(32), any::<bool>()).prop_map(|(op, a, b, masks)| {
        let flags = Flags::default();
        let masked =
            Inst::Bin { op: BinOp::And, width: 32, flags, dst: Reg(5), a: Operand::Reg(a), b: Operand::Imm(6) };
        let (a, b) = if masks { (Reg(5), 0) } else { (a, b) };
        let compared = Inst::Cmp { op, width: 32, dst: Reg(13), a: Operand::Reg(a), b: Operand::Imm(b) };
        if masks { vec![masked, compared] } else { vec![compared] }
    });
    let tested = (instructions(), test, jump(), jump()).prop_map(|(mut insts, test, yes, no)| {
        insts.extend(test);
        (insts, Term::Branch { cond: Operand::Reg(Reg(13)), yes, no })
    });
    let any = (instructions(), terminator());
    prop_oneof![tested, any].prop_map(|(insts, term)| Block { locs: vec![LocId(0); insts.len() + 1], insts, term })
}

/// A program of these blocks.
fn program(blocks: Vec<Block>) -> Program {
    let mut program = hand_made::program(Vec::new());
    program.functions[0].params.clear();
    program.functions[0].reg_width = WIDTHS.to_vec();
    program.functions[0].blocks = blocks;
    program
}

/// At its start, with these values in its registers; those marked are symbolic.
fn start<'p>(program: &'p Program, values: &[u64], symbolic: &[bool]) -> (Machine<'p>, State) {
    let mut machine = Machine::new(program, Settings::default());
    let model = expr::Model::new(expr::DefaultValue::Zero);
    let mut state = machine.initial_state(FuncId(0), "", &[], model);
    for (number, (&value, &width)) in values.iter().zip(&WIDTHS).enumerate() {
        let is_symbolic = symbolic[number] && width == 32;
        state.frame.regs[number] = match number {
            _ if is_symbolic => Value::Expr(machine.dag.variable("symbolic", number as u32, 0, width as u32)),
            8 => Value::Bits(NUMBER),
            9 => Value::Bits(TABLE + 4),
            10 => Value::Bits(TABLE + 120),
            _ => Value::Bits(value & mask(width)),
        };
    }
    (machine, state)
}

fn step_generally(machine: &mut Machine, state: &mut State) {
    let program = machine.program;
    let block = &program.functions[0].blocks[state.frame.block.index()];
    machine.cursor = 0;
    match block.insts.get(state.frame.inst as usize) {
        Some(inst) => match machine.execute(state, inst) {
            Ok(Flow::Next) => state.frame.inst += 1,
            other => panic!("the loop has done {inst:?}, which gives {:?}", other.err()),
        },
        None => machine.terminate(state, &block.term).expect("a jump"),
    }
    state.instructions += 1;
}

/// What is concrete in the registers: expressions have different names in different machines.
fn numbers(state: &State) -> Vec<Option<u64>> {
    let number = |value: &Value| match *value {
        Value::Bits(bits) => Some(bits),
        Value::Expr(_) => None,
    };
    state.frame.regs.iter().map(number).collect()
}

fn contents(state: &State) -> Vec<Option<u64>> {
    (NUMBER..NUMBER + 8).chain(TABLE..TABLE + 128).map(|address| state.memory.read_bits(address, 1)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_loop_does_what_the_general_path_does(
        blocks in prop::collection::vec(block(), 4),
        values in prop::collection::vec(prop_oneof![0..9u64, any::<u64>()], 16),
        symbolic in prop::collection::vec(prop::bool::weighted(0.05), 16),
        most in 1..200u64,
        is_shared in any::<bool>(),
    ) {
        let program = program(blocks);
        let (mut fast, mut ours) = start(&program, &values, &symbolic);
        let (mut general, mut theirs) = start(&program, &values, &symbolic);
        let other = is_shared.then(|| ours.clone());
        let first = ours.instructions;
        for _ in 0..4 {
            // What the loop leaves is done on the general path, so that it comes back in the middle of blocks.
            fast.run_concrete(&mut ours, &program.functions[0], first + most);
            while theirs.instructions < ours.instructions {
                step_generally(&mut general, &mut theirs);
            }
            prop_assert_eq!(ours.frame.block, theirs.frame.block);
            prop_assert_eq!(ours.frame.inst, theirs.frame.inst);
            prop_assert_eq!(numbers(&ours), numbers(&theirs));
            prop_assert_eq!(contents(&ours), contents(&theirs));
            prop_assert_eq!(ours.new_coverage, theirs.new_coverage);
            prop_assert_eq!(fast.coverage.covered(), general.coverage.covered());
            for number in 0..4 {
                prop_assert_eq!(fast.coverage.visits(number), general.coverage.visits(number));
                prop_assert_eq!(fast.coverage.taken(number), general.coverage.taken(number));
            }
            let block = &program.functions[0].blocks[ours.frame.block.index()];
            let Some(inst) = block.insts.get(ours.frame.inst as usize) else { break };
            let (one, two) = (fast.execute(&mut ours, inst), general.execute(&mut theirs, inst));
            let (Ok(Flow::Next), Ok(Flow::Next)) = (one, two) else { break };
            for state in [&mut ours, &mut theirs] {
                state.frame.inst += 1;
                state.instructions += 1;
            }
        }
        if let Some(other) = other {
            // Of what it is written to in one state, another one sees nothing.
            let (_, untouched) = start(&program, &values, &symbolic);
            prop_assert_eq!(contents(&other), contents(&untouched));
        }
    }
}
