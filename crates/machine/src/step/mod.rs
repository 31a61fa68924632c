//! The instruction loop.
//!
//! Concrete work is done inline here: no expression, no hash table, no allocation. Whatever is symbolic, wide, rare or
//! wrong goes to a method in one of the sibling files, which may stop with a question for the engine.

mod access;
mod arith;
mod bulk;
mod call;
mod control;
mod float;
mod overflow;
mod varargs;

pub(crate) use access::{Access, Place};

use program::ir::{BinOp, BlockId, CastOp, CmpOp, Inst};

use crate::machine::{Machine, Stop};
use crate::state::State;
use crate::value::{Value, mask, signed};

/// What an instruction that may leave the straight line did.
pub(crate) enum Flow {
    /// Go on with the next instruction.
    Next,
    /// The frame, block or instruction of the state has changed.
    Jumped,
}

impl<'p> Machine<'p> {
    /// Runs a state until it needs a decision, ends, or has executed about `budget` instructions.
    pub fn run(&mut self, st: &mut State, budget: u64) -> Stop {
        self.cursor = 0;
        let last = st.instructions.saturating_add(budget);
        match self.run_until(st, last) {
            Err(stop) => stop,
            Ok(()) => Stop::Budget,
        }
    }

    fn run_until(&mut self, st: &mut State, last: u64) -> Result<(), Stop> {
        let program = self.program;
        loop {
            let function = &program.functions[st.frame.func.index()];
            loop {
                if st.instructions >= last {
                    return Ok(());
                }
                let block = &function.blocks[st.frame.block.index()];
                let first = st.frame.inst as usize;
                let mut at = first;
                let mut jumped = false;
                for inst in &block.insts[first.min(block.insts.len())..] {
                    match self.execute(st, inst, at as u32) {
                        Ok(Flow::Next) => at += 1,
                        Ok(Flow::Jumped) => {
                            jumped = true;
                            at += 1;
                            break;
                        }
                        Err(stop) => {
                            st.instructions += (at - first) as u64;
                            return Err(stop);
                        }
                    }
                }
                st.instructions += (at - first) as u64;
                if jumped {
                    break;
                }
                st.frame.inst = block.insts.len() as u32;
                let changed_frame = self.terminate(st, &block.term)?;
                st.instructions += 1;
                if changed_frame {
                    break;
                }
            }
        }
    }

    #[inline(always)]
    fn execute(&mut self, st: &mut State, inst: &'p Inst, at: u32) -> Result<Flow, Stop> {
        match *inst {
            Inst::Bin { op, width, flags, dst, a, b } => {
                let (a, b) = (self.operand(st, a), self.operand(st, b));
                if let (Value::Bits(x), Value::Bits(y)) = (a, b)
                    && width <= 64
                    && let Some(bits) = self.quick_binary(op, width, x, y)
                {
                    st.frame.regs[dst.index()] = Value::Bits(bits);
                    return Ok(Flow::Next);
                }
                st.frame.inst = at;
                let value = self.binary(st, op, width, flags, a, b)?;
                self.finish(st, dst, value)
            }
            Inst::Cmp { op, width, dst, a, b } => {
                let (a, b) = (self.operand(st, a), self.operand(st, b));
                let value = match (a, b) {
                    (Value::Bits(x), Value::Bits(y)) => Value::Bits(quick_compare(op, width, x, y) as u64),
                    _ => self.compare(op, width, a, b),
                };
                st.frame.regs[dst.index()] = value;
                Ok(Flow::Next)
            }
            Inst::Cast { op, from, to, dst, a } => {
                let a = self.operand(st, a);
                let value = match a {
                    Value::Bits(x) if to <= 64 => Value::Bits(match op {
                        CastOp::ZExt => x,
                        CastOp::Trunc => x & mask(to),
                        CastOp::SExt => signed(x, from) as u64 & mask(to),
                    }),
                    _ => self.cast(op, from, to, a),
                };
                st.frame.regs[dst.index()] = value;
                Ok(Flow::Next)
            }
            Inst::PtrAdd { dst, base, index, index_width, scale, offset, inbounds } => {
                let (base, index) = (self.operand(st, base), self.operand(st, index));
                if let (Value::Bits(base), Value::Bits(index)) = (base, index)
                    && !self.watch_pointers
                {
                    let moved = (signed(index, index_width) as u64).wrapping_mul(scale).wrapping_add(offset);
                    st.frame.regs[dst.index()] = Value::Bits(base.wrapping_add(moved));
                    return Ok(Flow::Next);
                }
                st.frame.inst = at;
                let value = self.pointer_add(st, base, index, index_width, scale, offset, inbounds)?;
                self.finish(st, dst, value)
            }
            Inst::Load { dst, width, bytes, addr } => {
                let addr = self.operand(st, addr);
                if let Value::Bits(address) = addr
                    && bytes <= 8
                    && let Some(bits) = st.memory.read_bits(address, bytes as usize)
                {
                    st.frame.regs[dst.index()] = Value::Bits(bits & mask(width));
                    return Ok(Flow::Next);
                }
                st.frame.inst = at;
                let value = self.load(st, addr, width, bytes)?;
                self.finish(st, dst, value)
            }
            Inst::Store { value, width, bytes, addr } => {
                let (value, addr) = (self.operand(st, value), self.operand(st, addr));
                if let (Value::Bits(address), Value::Bits(bits)) = (addr, value)
                    && bytes <= 8
                    && st.memory.write_bits(address, bytes as usize, bits)
                {
                    return Ok(Flow::Next);
                }
                st.frame.inst = at;
                self.store(st, addr, value, width, bytes)?;
                self.settle(st)
            }
            Inst::Select { width, dst, cond, yes, no } => {
                let cond = self.operand(st, cond);
                let value = match cond {
                    Value::Bits(0) => self.operand(st, no),
                    Value::Bits(_) => self.operand(st, yes),
                    Value::Expr(c) => {
                        let yes = self.operand_expr(st, yes, width);
                        let no = self.operand_expr(st, no, width);
                        let e = self.dag.ite(c, yes, no);
                        Value::of(&self.dag, e)
                    }
                };
                st.frame.regs[dst.index()] = value;
                Ok(Flow::Next)
            }
            Inst::Copy { dst, src } => {
                let value = self.operand(st, src);
                st.frame.regs[dst.index()] = value;
                Ok(Flow::Next)
            }
            Inst::Call(ref call) => {
                st.frame.inst = at;
                let flow = self.call(st, call)?;
                self.cursor = 0;
                st.decisions.clear();
                Ok(flow)
            }
            ref other => {
                st.frame.inst = at;
                self.execute_rare(st, other)?;
                self.settle(st)
            }
        }
    }

    /// Writes a result and forgets the decisions that led to it.
    #[inline(always)]
    fn finish(&mut self, st: &mut State, dst: program::ir::Reg, value: Value) -> Result<Flow, Stop> {
        st.frame.regs[dst.index()] = value;
        self.settle(st)
    }

    /// The instruction is done: its decisions are history.
    #[inline(always)]
    fn settle(&mut self, st: &mut State) -> Result<Flow, Stop> {
        if !st.decisions.is_empty() {
            st.decisions.clear();
            self.cursor = 0;
        }
        Ok(Flow::Next)
    }

    /// Concrete arithmetic, unless something has to be checked or reported.
    #[inline(always)]
    fn quick_binary(&self, op: BinOp, width: u16, x: u64, y: u64) -> Option<u64> {
        if self.watch_overflow && matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl) {
            return None;
        }
        let w = width as u32;
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
            BinOp::SDiv if y != 0 && y != mask(width) => expr::concrete::sdiv(x, y, w),
            BinOp::SRem if y != 0 && y != mask(width) => expr::concrete::srem(x, y, w),
            _ => return None,
        })
    }

    /// Marks a block as entered.
    #[inline(always)]
    fn enter_block(&mut self, st: &mut State, block: BlockId) {
        st.frame.block = block;
        st.frame.inst = 0;
        if self.coverage.enter(st.frame.func, block) {
            st.new_coverage = true;
        }
    }
}

#[inline(always)]
fn quick_compare(op: CmpOp, width: u16, x: u64, y: u64) -> bool {
    match op {
        CmpOp::Eq => x == y,
        CmpOp::Ne => x != y,
        CmpOp::Ult => x < y,
        CmpOp::Ule => x <= y,
        CmpOp::Ugt => x > y,
        CmpOp::Uge => x >= y,
        CmpOp::Slt => signed(x, width) < signed(y, width),
        CmpOp::Sle => signed(x, width) <= signed(y, width),
        CmpOp::Sgt => signed(x, width) > signed(y, width),
        CmpOp::Sge => signed(x, width) >= signed(y, width),
    }
}
