//! The instruction loop.
//!
//! Concrete work is done in the tight loop of `concrete.rs`, on a form of functions made for it (`decoded`). Whatever is
//! symbolic, wide, rare or wrong is done one instruction at a time by a method in one of the sibling files, which may stop
//! with a question for the engine; the instruction is then executed again, with the answer among the state's decisions.

mod access;
pub mod ahead;
mod arith;
#[cfg(test)]
mod both_ways;
mod bulk;
mod call;
mod concrete;
mod control;
mod float;
mod intrinsics;
mod overflow;
mod pointer;
mod rare;
mod resolve;
mod stack;
mod stated;
mod varargs;

pub(crate) use access::{Access, Place};
pub(crate) use bulk::Overlap;
pub(crate) use varargs::{Part, VaCursor};

use program::ir::{BlockId, Inst};

use crate::machine::{Machine, Stop};
use crate::state::State;
use crate::value::Value;

/// Instructions outside the tight loop after which a run comes back in any case: on large expressions each may take long,
/// and limits are looked at in between.
const SLOW_SLICE: u64 = 4_000;
/// Bytes handled at once that count as one of them.
const BULK: u64 = 1_024;

/// What a run may do at once before it counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pace {
    /// The tight loop looks at its bound between blocks.
    Blocks,
    Instructions,
}

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
        let last = st.instructions.saturating_add(budget);
        self.run_until(st, last, Pace::Blocks)
    }

    /// The same for one instruction and no more: who looks at each sees all that it did.
    pub fn step(&mut self, st: &mut State) -> Stop {
        let last = st.instructions.saturating_add(1);
        self.run_until(st, last, Pace::Instructions)
    }

    fn run_until(&mut self, st: &mut State, last: u64, pace: Pace) -> Stop {
        self.cursor = 0;
        if st.instructions == 0
            && !self.sometimes.is_empty()
            && let Err(stop) = self.settle_arguments(st)
        {
            return stop;
        }
        match self.go(st, last, pace) {
            Err(stop) => stop,
            Ok(()) => Stop::Budget,
        }
    }

    fn go(&mut self, st: &mut State, last: u64, pace: Pace) -> Result<(), Stop> {
        let program = self.program;
        let mut slow_ones = if self.mode.may_pause() { SLOW_SLICE } else { u64::MAX };
        loop {
            if st.instructions >= last || slow_ones == 0 {
                return Ok(());
            }
            slow_ones -= 1;
            let function = &program.functions[st.frame.func.index()];
            if pace == Pace::Blocks && st.decisions.is_empty() && self.mode.may_read_unnoted() {
                self.run_concrete(st, function, last);
                if at_join(st) {
                    st.stop_at = None;
                    return Err(Stop::Join);
                }
            }
            let block = &function.blocks[st.frame.block.index()];
            match block.insts.get(st.frame.inst as usize) {
                Some(inst) => {
                    if let Flow::Next = self.execute(st, inst)? {
                        st.frame.inst += 1;
                    }
                }
                None => self.terminate(st, &block.term)?,
            }
            st.instructions += 1;
            st.decisions.clear();
            self.cursor = 0;
            slow_ones = slow_ones.saturating_sub(std::mem::take(&mut self.bulk) / BULK);
            // Behind a call, too, paths meet: those that parted in the callee.
            if let Some(target) = st.stop_at
                && st.callers.depth() < target.depth
            {
                st.stop_at = None;
                return Err(Stop::Join);
            }
        }
    }

    /// Executes any instruction, with every check it has.
    fn execute(&mut self, st: &mut State, inst: &'p Inst) -> Result<Flow, Stop> {
        let (dst, value) = match *inst {
            Inst::Bin { op, width, flags, dst, a, b } => {
                let (a, b) = (self.operand(st, a), self.operand(st, b));
                (dst, self.binary(st, op, width, flags, a, b)?)
            }
            Inst::Cmp { op, width, dst, a, b } => {
                let (a, b) = (self.operand(st, a), self.operand(st, b));
                (dst, self.compare(op, width, a, b))
            }
            Inst::Cast { op, from, to, dst, a } => {
                let a = self.operand(st, a);
                (dst, self.cast(op, from, to, a))
            }
            Inst::PtrAdd { dst, base, index, index_width, scale, offset, inbounds } => {
                let (base, index) = (self.operand(st, base), self.operand(st, index));
                (dst, self.pointer_add(st, base, index, index_width, scale, offset, inbounds)?)
            }
            Inst::Load { dst, width, bytes, addr } => {
                let addr = self.operand(st, addr);
                (dst, self.load(st, addr, width, bytes)?)
            }
            Inst::Store { value, width, bytes, addr } => {
                let (value, addr) = (self.operand(st, value), self.operand(st, addr));
                self.store(st, addr, value, width, bytes)?;
                return Ok(Flow::Next);
            }
            Inst::Select { width, dst, cond, yes, no } => {
                let value = match self.operand(st, cond) {
                    Value::Bits(0) => self.operand(st, no),
                    Value::Bits(_) => self.operand(st, yes),
                    Value::Expr(c) => {
                        let yes = self.operand_expr(st, yes, width);
                        let no = self.operand_expr(st, no, width);
                        let e = self.dag.ite(c, yes, no);
                        Value::of(&self.dag, e)
                    }
                };
                (dst, value)
            }
            Inst::Copy { dst, src } => (dst, self.operand(st, src)),
            Inst::Call(ref call) => return self.call(st, call),
            ref other => {
                self.execute_rare(st, other)?;
                return Ok(Flow::Next);
            }
        };
        st.frame.regs[dst.index()] = value;
        Ok(Flow::Next)
    }

    /// Moves to the start of a block of the running function.
    fn enter_block(&mut self, st: &mut State, block: BlockId) {
        st.frame.block = block;
        st.frame.inst = 0;
        if self.coverage.enter(st.frame.func, block) {
            st.new_coverage = true;
        }
    }
}

/// Whether the state is at the start of a block it was to stop at.
fn at_join(st: &State) -> bool {
    st.stop_at.is_some_and(|target| {
        st.frame.inst == 0 && st.callers.depth() == target.depth && target.is_at(st.frame.block, st.instructions)
    })
}
