//! The tight loop: concrete operations of one function, and nothing else.
//!
//! Runs a function's [decoded](crate::decoded) form as long as everything it meets is concrete, unremarkable and inside the
//! function; touches no expression, no hash table and no allocator. The first instruction that is anything else is left
//! to the general path, which starts it from scratch: nothing of it has been done here.

use std::slice::Iter;

use program::ir::{BinOp, CmpOp, Function};
use program::layout;

use super::overflow;
use crate::coverage::Counters;
use crate::decoded::{Code, Do, Edge, NO_COUNTER, NOWHERE, Op, Registers, Watch};
use crate::machine::Machine;
use crate::memory::Memory;
use crate::state::State;
use crate::value::{mask, signed};

/// No block.
const NONE: u32 = u32::MAX;

impl<'p> Machine<'p> {
    /// Advances the state as far as the concrete path goes, or until about `last` instructions have been executed.
    #[inline(never)]
    pub(super) fn run_concrete(&mut self, st: &mut State, function: &'p Function, last: u64) {
        let watch = Watch {
            arithmetic: self.watch_overflow && !function.stated && !function.from_runtime,
            pointers: self.watch_pointers && !function.from_runtime,
        };
        let code = self.decoded.of_function(st.frame.func, function, watch, &self.coverage);
        let stop_at = st.stop_at.filter(|target| target.depth == st.callers.depth());
        let stops = stop_at.map_or([NONE; 2], |target| [target.merge.0, target.loop_head.0]);
        let State { frame, memory, instructions, new_coverage, .. } = st;
        if frame.inst == 0 && stop_at.is_some_and(|target| target.is_at(frame.block, *instructions)) {
            return;
        }
        let mut run = Run {
            code,
            regs: Registers::new(&mut frame.regs, code),
            memory,
            counters: self.coverage.counters(),
            executed: *instructions - frame.inst as u64,
            block: frame.block.0,
        };
        let at = run.go(code.start(frame.block.0) + frame.inst, last, stops);
        frame.block.0 = run.block;
        frame.inst = at - code.start(run.block);
        *instructions = run.executed + frame.inst as u64;
        *new_coverage |= run.counters.is_new;
    }
}

/// A function at work.
struct Run<'a> {
    code: &'a Code,
    regs: Registers<'a>,
    memory: &'a mut Memory,
    counters: Counters<'a>,
    /// Instructions, those of the present block not counted.
    executed: u64,
    block: u32,
}

impl<'a> Run<'a> {
    /// Executes operations from this one on; the one that is next in the end.
    #[inline(always)]
    fn go(&mut self, from: u32, last: u64, stops: [u32; 2]) -> u32 {
        let mut rest = self.code.ops(from);
        while let Some(edge) = self.run_block(&mut rest)
            && edge.to != NOWHERE
        {
            self.follow(edge);
            if self.executed >= last || edge.block == stops[0] || edge.block == stops[1] {
                return edge.to;
            }
            rest = self.code.ops(edge.to);
        }
        self.code.last_taken(&rest)
    }

    /// Moves along an edge.
    #[inline(always)]
    fn follow(&mut self, edge: &Edge) {
        for &copy in &edge.copies {
            self.regs.copy(copy);
        }
        if edge.counter != NO_COUNTER {
            self.counters.take(edge.counter);
        }
        self.counters.enter(edge.block_counter);
        self.executed += edge.cost as u64;
        self.block = edge.block;
    }

    /// Executes operations up to a jump and gives back its edge, nothing of which has been done; `None`: the one that was taken
    /// last is not for this path, and nothing of it has happened.
    #[inline(always)]
    fn run_block(&mut self, ops: &mut Iter<'a, Op>) -> Option<&'a Edge> {
        let code = self.code;
        loop {
            let op = ops.next()?;
            // Each of these gives back the operation's result, or leaves.
            macro_rules! registers {
                ($compute:expr) => {{
                    let (x, y) = (self.regs.bits(op.a)?, self.regs.bits(op.b)?);
                    self.regs.set(op.dst, $compute(x, y));
                }};
            }
            macro_rules! constant {
                ($compute:expr) => {{
                    let x = self.regs.bits(op.a)?;
                    self.regs.set(op.dst, $compute(x, op.imm));
                }};
            }
            macro_rules! shift {
                ($compute:expr) => {{
                    let (x, y) = (self.regs.bits(op.a)?, self.regs.bits(op.b)?);
                    if y >= 64 - op.size as u64 {
                        return None;
                    }
                    self.regs.set(op.dst, $compute(x, y));
                }};
            }
            macro_rules! branch {
                ($compare:expr) => {{
                    let (x, y) = (self.regs.bits(op.a)?, self.regs.bits(op.b)?);
                    let taken: bool = $compare(x ^ op.mask, y ^ op.mask);
                    self.regs.set(op.dst, taken as u64);
                    return Some(code.edge(op.imm as u32 + !taken as u32));
                }};
            }
            macro_rules! branch_on_constant {
                ($compare:expr) => {{
                    let x = self.regs.bits(op.a)?;
                    let taken: bool = $compare(x ^ op.mask, op.imm);
                    self.regs.set(op.dst, taken as u64);
                    return Some(code.edge(op.b + !taken as u32));
                }};
            }
            macro_rules! test {
                ($compare:expr) => {{
                    let bits = self.regs.bits(op.a)? & op.imm;
                    let taken: bool = $compare(bits);
                    self.regs.set(op.dst, bits);
                    self.regs.set(op.mask as u32, taken as u64);
                    return Some(code.edge(op.b + !taken as u32));
                }};
            }
            macro_rules! load {
                ($address:expr, $bytes:expr) => {{
                    let bits = self.memory.read_bits($address, $bytes)?;
                    self.regs.set(op.dst, bits & op.mask);
                }};
            }
            macro_rules! store {
                ($address:expr, $bytes:expr) => {{
                    let (address, value) = ($address, self.regs.operand(op.b)?);
                    if !self.memory.write_bits(address, $bytes, value) {
                        return None;
                    }
                }};
            }
            macro_rules! update {
                ($bytes:expr, $by:expr, $dst:expr) => {{
                    let (address, by) = (self.regs.bits(op.a)?, $by);
                    let change = |old| changed(op.binary, old, by) & op.mask;
                    let (old, new) = self.memory.update_bits::<$bytes>(address, change)?;
                    self.regs.set(op.dst, old);
                    self.regs.set($dst, new);
                    // The change and the store, which have been done.
                    ops.nth(1)?;
                }};
            }
            match op.what {
                Do::Leave => return None,
                Do::Add => registers!(|x: u64, y| x.wrapping_add(y) & op.mask),
                Do::Sub => registers!(|x: u64, y| x.wrapping_sub(y) & op.mask),
                Do::Mul => registers!(|x: u64, y| x.wrapping_mul(y) & op.mask),
                Do::And => registers!(|x, y| x & y),
                Do::Or => registers!(|x, y| x | y),
                Do::Xor => registers!(|x, y| x ^ y),
                Do::Shl => shift!(|x: u64, y: u64| (x << y) & op.mask),
                Do::LShr => shift!(|x: u64, y: u64| x >> y),
                Do::AShr => shift!(|x: u64, y: u64| ((((x << op.size) as i64) >> op.size >> y) as u64) & op.mask),
                Do::AddImm => constant!(|x: u64, y| x.wrapping_add(y) & op.mask),
                Do::MulImm => constant!(|x: u64, y| x.wrapping_mul(y) & op.mask),
                Do::AndImm => constant!(|x: u64, y: u64| x & y),
                Do::OrImm => constant!(|x: u64, y: u64| x | y),
                Do::XorImm => constant!(|x: u64, y: u64| x ^ y),
                Do::ShlImm => constant!(|x: u64, y: u64| (x << y) & op.mask),
                Do::LShrImm => constant!(|x: u64, y: u64| x >> y),
                Do::AShrImm => constant!(|x: u64, y: u64| ((((x << op.size) as i64) >> op.size >> y) as u64) & op.mask),
                Do::Binary => {
                    let (x, y) = (self.regs.operand(op.a)?, self.regs.operand(op.b)?);
                    let value = binary(op.binary, op.size as u16, x, y)?;
                    self.regs.set(op.dst, value);
                }
                Do::Eq => registers!(|x, y| (x == y) as u64),
                Do::Ne => registers!(|x, y| (x != y) as u64),
                Do::Lt => registers!(|x, y| (x ^ op.mask < y ^ op.mask) as u64),
                Do::Le => registers!(|x, y| (x ^ op.mask <= y ^ op.mask) as u64),
                Do::EqImm => constant!(|x: u64, y: u64| (x == y) as u64),
                Do::NeImm => constant!(|x: u64, y: u64| (x != y) as u64),
                Do::LtImm => constant!(|x: u64, y: u64| (x ^ op.mask < y) as u64),
                Do::LeImm => constant!(|x: u64, y: u64| (x ^ op.mask <= y) as u64),
                Do::GtImm => constant!(|x: u64, y: u64| (x ^ op.mask > y) as u64),
                Do::GeImm => constant!(|x: u64, y: u64| (x ^ op.mask >= y) as u64),
                Do::EqBranch => branch!(|x, y| x == y),
                Do::NeBranch => branch!(|x, y| x != y),
                Do::LtBranch => branch!(|x, y| x < y),
                Do::LeBranch => branch!(|x, y| x <= y),
                Do::EqImmBranch => branch_on_constant!(|x: u64, y: u64| x == y),
                Do::NeImmBranch => branch_on_constant!(|x: u64, y: u64| x != y),
                Do::LtImmBranch => branch_on_constant!(|x: u64, y: u64| x < y),
                Do::LeImmBranch => branch_on_constant!(|x: u64, y: u64| x <= y),
                Do::GtImmBranch => branch_on_constant!(|x: u64, y: u64| x > y),
                Do::GeImmBranch => branch_on_constant!(|x: u64, y: u64| x >= y),
                Do::TestBranch => test!(|bits| bits != 0),
                Do::TestNotBranch => test!(|bits| bits == 0),
                Do::AddImmJump => {
                    constant!(|x: u64, y: u64| x.wrapping_add(y) & op.mask);
                    return Some(code.edge(op.b));
                }
                Do::PtrCmp => {
                    let (x, y) = (self.regs.operand(op.a)?, self.regs.operand(op.b)?);
                    let holds = layout_is_no_matter(x, y).then(|| compare(op.compare, x, y))?;
                    self.regs.set(op.dst, holds as u64);
                }
                Do::PtrDiff => {
                    let (x, y) = (self.regs.operand(op.a)?, self.regs.operand(op.b)?);
                    let bytes = layout_is_no_matter(x, y).then(|| x.wrapping_sub(y))?;
                    self.regs.set(op.dst, bytes);
                }
                Do::SExt => constant!(|x: u64, sign: u64| (x ^ sign).wrapping_sub(sign) & op.mask),
                Do::Move => constant!(|x: u64, _: u64| x),
                Do::Set => self.regs.set(op.dst, op.imm),
                Do::Select => {
                    let chosen = if self.regs.bits(op.a)? != 0 { op.b } else { op.imm as u32 };
                    let value = self.regs.operand(chosen)?;
                    self.regs.set(op.dst, value);
                }
                Do::PtrOffset => {
                    let to = self.moved(self.regs.operand(op.a)?, op.imm)?;
                    self.regs.set(op.dst, to);
                }
                Do::PtrIndex => {
                    let (base, index) = (self.regs.operand(op.a)?, self.regs.bits(op.b)?);
                    let index = ((index << op.size) as i64 >> op.size) as u64;
                    let to = self.moved(base, index.wrapping_mul(op.mask).wrapping_add(op.imm))?;
                    self.regs.set(op.dst, to);
                }
                Do::Load1 => load!(self.regs.bits(op.a)?, 1),
                Do::Load2 => load!(self.regs.bits(op.a)?, 2),
                Do::Load4 => load!(self.regs.bits(op.a)?, 4),
                Do::Load8 => load!(self.regs.bits(op.a)?, 8),
                Do::LoadAt1 => load!(op.imm, 1),
                Do::LoadAt2 => load!(op.imm, 2),
                Do::LoadAt4 => load!(op.imm, 4),
                Do::LoadAt8 => load!(op.imm, 8),
                Do::Load => load!(self.regs.operand(op.a)?, op.size as usize),
                Do::Store1 => store!(self.regs.bits(op.a)?, 1),
                Do::Store2 => store!(self.regs.bits(op.a)?, 2),
                Do::Store4 => store!(self.regs.bits(op.a)?, 4),
                Do::Store8 => store!(self.regs.bits(op.a)?, 8),
                Do::StoreAt1 => store!(op.imm, 1),
                Do::StoreAt2 => store!(op.imm, 2),
                Do::StoreAt4 => store!(op.imm, 4),
                Do::StoreAt8 => store!(op.imm, 8),
                Do::Store => store!(self.regs.operand(op.a)?, op.size as usize),
                Do::Update4 => update!(4, self.regs.bits(op.b)?, op.imm as u32),
                Do::Update8 => update!(8, self.regs.bits(op.b)?, op.imm as u32),
                Do::Update4Imm => update!(4, op.imm, op.b),
                Do::Update8Imm => update!(8, op.imm, op.b),
                Do::Check => {
                    if self.regs.bits(op.a)? == 0 {
                        return None;
                    }
                }
                Do::CheckIndex => {
                    let index = (self.regs.bits(op.a)? << op.size) as i64 >> op.size;
                    if index < 0 || index as u64 >= op.imm {
                        return None;
                    }
                }
                Do::Overflow => {
                    let (x, y) = (self.regs.operand(op.a)?, self.regs.operand(op.b)?);
                    let (value, wrapped) = overflow::wrapped_bits(op.binary, op.mask != 0, op.size as u16, x, y);
                    self.regs.set(op.imm as u32, wrapped as u64);
                    self.regs.set(op.dst, value);
                }
                Do::Jump => return Some(code.edge(op.a)),
                Do::Branch => return Some(code.edge(op.b + (self.regs.bits(op.a)? == 0) as u32)),
                Do::Switch => {
                    let value = self.regs.bits(op.a)?;
                    return Some(code.edge(code.switch(op.b).edge(value)));
                }
            }
        }
    }

    /// A pointer that is moved, unless it would come from one object into another.
    #[inline(always)]
    fn moved(&self, base: u64, by: u64) -> Option<u64> {
        let to = base.wrapping_add(by);
        (!layout::is_far(base, to) || !self.memory.are_different_objects(base, to)).then_some(to)
    }
}

/// Whether two addresses are of one object, or one is null.
#[inline(always)]
fn layout_is_no_matter(x: u64, y: u64) -> bool {
    x >> layout::SLOT_BITS == y >> layout::SLOT_BITS || x == 0 || y == 0
}

/// Concrete arithmetic, unless something has to be reported.
#[inline(never)]
fn binary(op: BinOp, width: u16, x: u64, y: u64) -> Option<u64> {
    Some(match op {
        BinOp::Add => x.wrapping_add(y) & mask(width),
        BinOp::Sub => x.wrapping_sub(y) & mask(width),
        BinOp::Mul => x.wrapping_mul(y) & mask(width),
        BinOp::And => x & y,
        BinOp::Or => x | y,
        BinOp::Xor => x ^ y,
        BinOp::Shl if y < width as u64 => (x << y) & mask(width),
        BinOp::LShr if y < width as u64 => x >> y,
        BinOp::AShr if y < width as u64 => (signed(x, width) >> y) as u64 & mask(width),
        BinOp::UDiv if y != 0 => x / y,
        BinOp::URem if y != 0 => x % y,
        BinOp::SDiv if y != 0 && y != mask(width) => (signed(x, width) / signed(y, width)) as u64 & mask(width),
        BinOp::SRem if y != 0 && y != mask(width) => (signed(x, width) % signed(y, width)) as u64 & mask(width),
        _ => return None,
    })
}

/// What an update makes of a number, but for the bits above its width.
#[inline(always)]
fn changed(op: BinOp, x: u64, y: u64) -> u64 {
    match op {
        BinOp::Add => x.wrapping_add(y),
        BinOp::Sub => x.wrapping_sub(y),
        BinOp::Mul => x.wrapping_mul(y),
        BinOp::And => x & y,
        BinOp::Or => x | y,
        _ => x ^ y,
    }
}

/// Of addresses.
#[inline(always)]
fn compare(op: CmpOp, x: u64, y: u64) -> bool {
    match op {
        CmpOp::Eq => x == y,
        CmpOp::Ne => x != y,
        CmpOp::Ult => x < y,
        CmpOp::Ule => x <= y,
        CmpOp::Ugt => x > y,
        CmpOp::Uge => x >= y,
        CmpOp::Slt => (x as i64) < y as i64,
        CmpOp::Sle => x as i64 <= y as i64,
        CmpOp::Sgt => x as i64 > y as i64,
        CmpOp::Sge => x as i64 >= y as i64,
    }
}
