//! From a function to its [`Code`].

use program::ir::{BinOp, Block, BlockId, CastOp, CmpOp, FuncId, Function, Inst, Jump, Operand, Reg, Term};

use rustc_hash::FxHashMap;

use super::{Code, Copy, Do, Edge, NO_COUNTER, NOWHERE, Op, Switch, Watch};
use crate::coverage::Coverage;
use crate::value::{mask, signed};

/// What an instruction becomes that is not for the loop of concrete code.
const LEAVE: Op =
    Op { what: Do::Leave, size: 0, binary: BinOp::Add, compare: CmpOp::Eq, dst: 0, a: 0, b: 0, imm: 0, mask: 0 };

pub(super) fn function(id: FuncId, function: &Function, watch: Watch, coverage: &Coverage) -> Code {
    let mut decoder = Decoder { id, watch, coverage, code: Code::default(), constants: FxHashMap::default() };
    decoder.code.registers = function.reg_width.len() as u32;
    let mut next = 0;
    for block in &function.blocks {
        decoder.code.starts.push(next);
        next += block.insts.len() as u32 + 1;
    }
    for (number, block) in (0..).zip(&function.blocks) {
        decoder.block(BlockId(number), block);
    }
    decoder.code
}

struct Decoder<'a> {
    id: FuncId,
    watch: Watch,
    coverage: &'a Coverage,
    code: Code,
    /// Where each is in [`Code::constants`].
    constants: FxHashMap<u64, u32>,
}

impl Decoder<'_> {
    fn block(&mut self, number: BlockId, block: &Block) {
        let first = self.code.ops.len();
        for inst in &block.insts {
            let op = self.instruction(inst).unwrap_or(LEAVE);
            self.code.ops.push(op);
        }
        let cost = block.insts.len() as u32 + 1;
        let last = self.terminator(number, &block.term, cost).unwrap_or(LEAVE);
        let ops = &mut self.code.ops;
        ops.push(last);
        // Backwards, so that three can become one.
        for at in (first + 1..ops.len()).rev() {
            if let Some(both) = with_next(&ops[at - 1], &ops[at]) {
                ops[at - 1] = both;
            }
            if let [load, change, store, ..] = &ops[at - 1..]
                && let Some(all) = update(load, change, store)
            {
                ops[at - 1] = all;
            }
        }
    }

    /// `None`: not for the loop of concrete code.
    fn instruction(&mut self, inst: &Inst) -> Option<Op> {
        Some(match *inst {
            Inst::Copy { dst, src } | Inst::IntToPtr { dst, a: src } => self.copy(dst, src)?,
            Inst::Bin { op, width, dst, a, b, .. } if width <= 64 && !self.watch.arithmetic => {
                self.binary(op, width, dst, a, b)?
            }
            Inst::Cmp { op, width, dst, a, b } if width <= 64 => self.compare(op, width, dst, a, b)?,
            Inst::Cast { op, from, to, dst, a } if to <= 64 => match op {
                CastOp::ZExt => self.copy(dst, a)?,
                CastOp::Trunc => {
                    Op { what: Do::AndImm, dst: self.existing(dst), a: self.register(a)?, imm: mask(to), ..LEAVE }
                }
                CastOp::SExt => Op {
                    what: Do::SExt,
                    dst: self.existing(dst),
                    a: self.register(a)?,
                    imm: sign_bit(from),
                    mask: mask(to),
                    ..LEAVE
                },
            },
            Inst::Select { dst, cond, yes, no, .. } => Op {
                what: Do::Select,
                dst: self.existing(dst),
                a: self.register(cond)?,
                b: self.operand(yes)?,
                imm: self.operand(no)? as u64,
                ..LEAVE
            },
            Inst::PtrAdd { dst, base, index, index_width, scale, offset, .. }
                if index_width <= 64 && !self.watch.pointers =>
            {
                let op = Op { dst: self.existing(dst), a: self.operand(base)?, ..LEAVE };
                match index {
                    Operand::Imm(index) => {
                        let moved = (signed(index, index_width) as u64).wrapping_mul(scale);
                        Op { what: Do::PtrOffset, imm: moved.wrapping_add(offset), ..op }
                    }
                    _ => Op {
                        what: Do::PtrIndex,
                        b: self.register(index)?,
                        size: 64 - index_width as u8,
                        imm: offset,
                        mask: scale,
                        ..op
                    },
                }
            }
            Inst::PtrCmp { op, dst, a, b } => {
                let (a, b) = (self.operand(a)?, self.operand(b)?);
                Op { what: Do::PtrCmp, compare: op, dst: self.existing(dst), a, b, ..LEAVE }
            }
            Inst::PtrDiff { dst, a, b } => {
                Op { what: Do::PtrDiff, dst: self.existing(dst), a: self.operand(a)?, b: self.operand(b)?, ..LEAVE }
            }
            Inst::Load { dst, width, bytes, addr } if bytes <= 8 => self.load(dst, width, bytes as u8, addr)?,
            Inst::Store { value, bytes, addr, .. } if bytes <= 8 => self.store(value, bytes as u8, addr)?,
            Inst::Check { ok, .. } => Op { what: Do::Check, a: self.register(ok)?, ..LEAVE },
            Inst::CheckIndex { index, index_width, limit, past_end_ok } if index_width <= 64 => Op {
                what: Do::CheckIndex,
                a: self.register(index)?,
                size: 64 - index_width as u8,
                imm: limit + past_end_ok as u64,
                ..LEAVE
            },
            Inst::Overflow { op, signed, width, dst, overflow, a, b } if width <= 64 => Op {
                what: Do::Overflow,
                size: width as u8,
                binary: op,
                dst: self.existing(dst),
                a: self.operand(a)?,
                b: self.operand(b)?,
                imm: self.existing(overflow) as u64,
                mask: signed as u64,
                ..LEAVE
            },
            _ => return None,
        })
    }

    fn copy(&mut self, dst: Reg, src: Operand) -> Option<Op> {
        Some(match src {
            Operand::Imm(imm) => Op { what: Do::Set, dst: self.existing(dst), imm, ..LEAVE },
            _ => Op { what: Do::Move, dst: self.existing(dst), a: self.register(src)?, ..LEAVE },
        })
    }

    fn binary(&mut self, op: BinOp, width: u16, dst: Reg, a: Operand, b: Operand) -> Option<Op> {
        use BinOp::*;
        let (a, b) = match (op, a, b) {
            (Add | Mul | And | Or | Xor, Operand::Imm(_), Operand::Reg(_)) => (b, a),
            _ => (a, b),
        };
        let plain = Op { dst: self.existing(dst), mask: mask(width), size: 64 - width as u8, ..LEAVE };
        if let (Operand::Reg(a), Operand::Reg(b)) = (a, b) {
            let what = match op {
                Add => Some(Do::Add),
                Sub => Some(Do::Sub),
                Mul => Some(Do::Mul),
                And => Some(Do::And),
                Or => Some(Do::Or),
                Xor => Some(Do::Xor),
                Shl => Some(Do::Shl),
                LShr => Some(Do::LShr),
                AShr => Some(Do::AShr),
                UDiv | SDiv | URem | SRem => None,
            };
            if let Some(what) = what {
                return Some(Op { what, a: self.existing(a), b: self.existing(b), ..plain });
            }
        }
        if let (Operand::Reg(a), Operand::Imm(imm)) = (a, b) {
            let in_range = imm < width as u64;
            let (what, imm) = match op {
                Add => (Some(Do::AddImm), imm),
                Sub => (Some(Do::AddImm), imm.wrapping_neg()),
                Mul => (Some(Do::MulImm), imm),
                And => (Some(Do::AndImm), imm),
                Or => (Some(Do::OrImm), imm),
                Xor => (Some(Do::XorImm), imm),
                Shl if in_range => (Some(Do::ShlImm), imm),
                LShr if in_range => (Some(Do::LShrImm), imm),
                AShr if in_range => (Some(Do::AShrImm), imm),
                Shl | LShr | AShr | UDiv | SDiv | URem | SRem => (None, imm),
            };
            if let Some(what) = what {
                return Some(Op { what, a: self.existing(a), imm, ..plain });
            }
        }
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        Some(Op { what: Do::Binary, binary: op, size: width as u8, a, b, ..plain })
    }

    fn compare(&mut self, op: CmpOp, width: u16, dst: Reg, a: Operand, b: Operand) -> Option<Op> {
        let (op, a, b) = match (a, b) {
            (Operand::Imm(_), Operand::Reg(_)) => (swapped(op), b, a),
            _ => (op, a, b),
        };
        let turned = if is_signed(op) { sign_bit(width) } else { 0 };
        let plain = Op { dst: self.existing(dst), mask: turned, ..LEAVE };
        let a = self.register(a)?;
        match b {
            Operand::Imm(imm) => {
                let what = match op {
                    CmpOp::Eq => Do::EqImm,
                    CmpOp::Ne => Do::NeImm,
                    CmpOp::Ult | CmpOp::Slt => Do::LtImm,
                    CmpOp::Ule | CmpOp::Sle => Do::LeImm,
                    CmpOp::Ugt | CmpOp::Sgt => Do::GtImm,
                    CmpOp::Uge | CmpOp::Sge => Do::GeImm,
                };
                Some(Op { what, a, imm: imm ^ turned, ..plain })
            }
            _ => {
                let b = self.register(b)?;
                let (what, a, b) = match op {
                    CmpOp::Eq => (Do::Eq, a, b),
                    CmpOp::Ne => (Do::Ne, a, b),
                    CmpOp::Ult | CmpOp::Slt => (Do::Lt, a, b),
                    CmpOp::Ule | CmpOp::Sle => (Do::Le, a, b),
                    CmpOp::Ugt | CmpOp::Sgt => (Do::Lt, b, a),
                    CmpOp::Uge | CmpOp::Sge => (Do::Le, b, a),
                };
                Some(Op { what, a, b, ..plain })
            }
        }
    }

    fn load(&mut self, dst: Reg, width: u16, bytes: u8, addr: Operand) -> Option<Op> {
        let plain = Op { dst: self.existing(dst), mask: mask(width), size: bytes, ..LEAVE };
        Some(match (addr, bytes) {
            (Operand::Reg(a), 1) => Op { what: Do::Load1, a: self.existing(a), ..plain },
            (Operand::Reg(a), 2) => Op { what: Do::Load2, a: self.existing(a), ..plain },
            (Operand::Reg(a), 4) => Op { what: Do::Load4, a: self.existing(a), ..plain },
            (Operand::Reg(a), 8) => Op { what: Do::Load8, a: self.existing(a), ..plain },
            (Operand::Imm(imm), 1) => Op { what: Do::LoadAt1, imm, ..plain },
            (Operand::Imm(imm), 2) => Op { what: Do::LoadAt2, imm, ..plain },
            (Operand::Imm(imm), 4) => Op { what: Do::LoadAt4, imm, ..plain },
            (Operand::Imm(imm), 8) => Op { what: Do::LoadAt8, imm, ..plain },
            _ => Op { what: Do::Load, a: self.operand(addr)?, ..plain },
        })
    }

    fn store(&mut self, value: Operand, bytes: u8, addr: Operand) -> Option<Op> {
        let plain = Op { b: self.operand(value)?, size: bytes, ..LEAVE };
        Some(match (addr, bytes) {
            (Operand::Reg(a), 1) => Op { what: Do::Store1, a: self.existing(a), ..plain },
            (Operand::Reg(a), 2) => Op { what: Do::Store2, a: self.existing(a), ..plain },
            (Operand::Reg(a), 4) => Op { what: Do::Store4, a: self.existing(a), ..plain },
            (Operand::Reg(a), 8) => Op { what: Do::Store8, a: self.existing(a), ..plain },
            (Operand::Imm(imm), 1) => Op { what: Do::StoreAt1, imm, ..plain },
            (Operand::Imm(imm), 2) => Op { what: Do::StoreAt2, imm, ..plain },
            (Operand::Imm(imm), 4) => Op { what: Do::StoreAt4, imm, ..plain },
            (Operand::Imm(imm), 8) => Op { what: Do::StoreAt8, imm, ..plain },
            _ => Op { what: Do::Store, a: self.operand(addr)?, ..plain },
        })
    }

    fn terminator(&mut self, number: BlockId, term: &Term, cost: u32) -> Option<Op> {
        let first_counter = self.coverage.first_edge(self.id, number);
        let counter = |edge: usize| first_counter + edge as u32;
        match term {
            Term::Jump(jump) => {
                let edge = self.edge(jump, cost, NO_COUNTER);
                Some(Op { what: Do::Jump, a: edge, ..LEAVE })
            }
            Term::Branch { cond: Operand::Imm(bit), yes, no } => {
                let (jump, number) = if *bit != 0 { (yes, 0) } else { (no, 1) };
                let edge = self.edge(jump, cost, counter(number));
                Some(Op { what: Do::Jump, a: edge, ..LEAVE })
            }
            Term::Branch { cond, yes, no } => {
                let a = self.register(*cond)?;
                let b = self.edge(yes, cost, counter(0));
                self.edge(no, cost, counter(1));
                Some(Op { what: Do::Branch, a, b, ..LEAVE })
            }
            Term::Switch { value, cases, default, .. } => {
                let a = self.register(*value)?;
                let mut switch = Switch::default();
                let jumps = term.edges();
                let edges: Vec<u32> =
                    jumps.iter().enumerate().map(|(at, jump)| self.edge(jump, cost, counter(at))).collect();
                let edge_of = |jump: &Jump| {
                    let number = jumps.iter().position(|other| *other == jump);
                    number.and_then(|number| edges.get(number)).copied()
                };
                for (case, jump) in cases {
                    switch.cases.push((*case, edge_of(jump)?));
                }
                switch.cases.sort_unstable();
                switch.default = edge_of(default)?;
                self.code.switches.push(switch);
                Some(Op { what: Do::Switch, a, b: self.code.switches.len() as u32 - 1, ..LEAVE })
            }
            Term::IndirectJump { .. } | Term::Return(_) | Term::Unreachable | Term::Unsupported { .. } => None,
        }
    }

    /// The number of a new edge.
    fn edge(&mut self, jump: &Jump, cost: u32, counter: u32) -> u32 {
        let copies: Option<Box<[Copy]>> = jump
            .copies
            .iter()
            .map(|&(to, from)| Some(Copy { to: self.existing(to), from: self.operand(from)? }))
            .collect();
        let to = if copies.is_some() { self.code.starts[jump.target.index()] } else { NOWHERE };
        self.code.edges.push(Edge {
            copies: copies.unwrap_or_default(),
            block: jump.target.0,
            to,
            cost,
            block_counter: self.coverage.number(self.id, jump.target),
            counter,
        });
        self.code.edges.len() as u32 - 1
    }

    fn register(&self, operand: Operand) -> Option<u32> {
        match operand {
            Operand::Reg(reg) => Some(self.existing(reg)),
            Operand::Imm(_) | Operand::Wide(_) | Operand::Undef(_) => None,
        }
    }

    /// The number of a register. [`Registers`](super::Registers) rely on it that the function has it.
    fn existing(&self, reg: Reg) -> u32 {
        assert!(reg.0 < self.code.registers, "register {} of {}", reg.0, self.code.registers);
        reg.0
    }

    /// A register, or a constant of at most 64 bits.
    fn operand(&mut self, operand: Operand) -> Option<u32> {
        match operand {
            Operand::Reg(reg) => Some(self.existing(reg)),
            Operand::Imm(bits) => {
                let constants = &mut self.code.constants;
                let index = *self.constants.entry(bits).or_insert_with(|| {
                    constants.push(bits);
                    constants.len() as u32 - 1
                });
                Some(self.code.registers + index)
            }
            Operand::Wide(_) | Operand::Undef(_) => None,
        }
    }
}

/// An operation that does the work of the next one, too.
fn with_next(op: &Op, next: &Op) -> Option<Op> {
    match (op.what, next.what) {
        (Do::AddImm, Do::Jump) => Some(Op { what: Do::AddImmJump, b: next.a, ..*op }),
        (Do::AndImm, Do::NeImmBranch | Do::EqImmBranch) if next.a == op.dst && next.imm == 0 => {
            let is_equal = next.what == Do::EqImmBranch;
            let what = if is_equal { Do::TestNotBranch } else { Do::TestBranch };
            Some(Op { what, b: next.b, mask: next.dst as u64, ..*op })
        }
        (_, Do::Branch) if next.a == op.dst => with_branch(op, next.b),
        _ => None,
    }
}

/// `x op= y` on a variable in memory, in one.
fn update(load: &Op, change: &Op, store: &Op) -> Option<Op> {
    let is_whole = load.mask == mask(8 * load.size as u16) && change.mask == load.mask;
    let is_one_place = store.a == load.a && load.dst != load.a && change.dst != load.a;
    if !is_whole || !is_one_place || store.b != change.dst || change.a != load.dst {
        return None;
    }
    let (by_register, by_constant) = match (load.what, store.what) {
        (Do::Load4, Do::Store4) => (Do::Update4, Do::Update4Imm),
        (Do::Load8, Do::Store8) => (Do::Update8, Do::Update8Imm),
        _ => return None,
    };
    let by_register = |binary| {
        let update = Op { what: by_register, binary, b: change.b, imm: change.dst as u64, ..*load };
        (change.b != load.dst).then_some(update)
    };
    let by_constant = |binary| Some(Op { what: by_constant, binary, b: change.dst, imm: change.imm, ..*load });
    match change.what {
        Do::Add => by_register(BinOp::Add),
        Do::Sub => by_register(BinOp::Sub),
        Do::Mul => by_register(BinOp::Mul),
        Do::And => by_register(BinOp::And),
        Do::Or => by_register(BinOp::Or),
        Do::Xor => by_register(BinOp::Xor),
        Do::AddImm => by_constant(BinOp::Add),
        Do::MulImm => by_constant(BinOp::Mul),
        Do::AndImm => by_constant(BinOp::And),
        Do::OrImm => by_constant(BinOp::Or),
        Do::XorImm => by_constant(BinOp::Xor),
        _ => None,
    }
}

/// A comparison with a branch on it.
fn with_branch(compare: &Op, edge: u32) -> Option<Op> {
    let registers = |what| Some(Op { what, imm: edge as u64, ..*compare });
    let constant = |what| Some(Op { what, b: edge, ..*compare });
    match compare.what {
        Do::Eq => registers(Do::EqBranch),
        Do::Ne => registers(Do::NeBranch),
        Do::Lt => registers(Do::LtBranch),
        Do::Le => registers(Do::LeBranch),
        Do::EqImm => constant(Do::EqImmBranch),
        Do::NeImm => constant(Do::NeImmBranch),
        Do::LtImm => constant(Do::LtImmBranch),
        Do::LeImm => constant(Do::LeImmBranch),
        Do::GtImm => constant(Do::GtImmBranch),
        Do::GeImm => constant(Do::GeImmBranch),
        _ => None,
    }
}

/// The top bit of a number of 1 to 64 bits.
fn sign_bit(width: u16) -> u64 {
    1 << (width.clamp(1, 64) - 1)
}

fn is_signed(op: CmpOp) -> bool {
    matches!(op, CmpOp::Slt | CmpOp::Sle | CmpOp::Sgt | CmpOp::Sge)
}

/// The comparison with its sides exchanged.
fn swapped(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Eq | CmpOp::Ne => op,
        CmpOp::Ult => CmpOp::Ugt,
        CmpOp::Ule => CmpOp::Uge,
        CmpOp::Ugt => CmpOp::Ult,
        CmpOp::Uge => CmpOp::Ule,
        CmpOp::Slt => CmpOp::Sgt,
        CmpOp::Sle => CmpOp::Sge,
        CmpOp::Sgt => CmpOp::Slt,
        CmpOp::Sge => CmpOp::Sle,
    }
}
