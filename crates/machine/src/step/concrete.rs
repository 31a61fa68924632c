//! The tight loop: concrete instructions of one function, and nothing else.
//!
//! Runs as long as everything it meets is concrete, unremarkable and inside the function; touches no expression, no
//! hash table and no allocator. The first instruction that is anything else is left to the general path, which starts
//! it from scratch: nothing of it has been done here.

use program::ir::{BinOp, CastOp, CmpOp, Function, Inst, Jump, Operand, Term};
use program::layout;

use super::overflow;
use crate::coverage::FunctionCoverage;
use crate::machine::Machine;
use crate::memory::Memory;
use crate::state::State;
use crate::value::{Value, mask, signed};

impl<'p> Machine<'p> {
    /// Advances the state as far as the concrete path goes, or until about `last` instructions have been executed.
    #[inline(never)]
    pub(super) fn run_concrete(&mut self, st: &mut State, function: &'p Function, last: u64) {
        let watched = self.watch_overflow && !function.stated || self.watch_pointers;
        let plain = function.from_runtime || !watched;
        let stop_at = st.stop_at.filter(|target| target.depth == st.callers.depth());
        let mut coverage = self.coverage.of_function(st.frame.func);
        let State { frame, memory, instructions, new_coverage, .. } = st;
        let regs = &mut *frame.regs;
        let mut executed = *instructions;
        let mut number = frame.block;
        let mut at = frame.inst as usize;
        loop {
            if at == 0 && stop_at.is_some_and(|target| target.is_at(number)) {
                break;
            }
            let block = &function.blocks[number.index()];
            let first = at;
            while let Some(inst) = block.insts.get(at)
                && execute(regs, memory, inst, plain).is_some()
            {
                at += 1;
            }
            executed += (at - first) as u64;
            if at < block.insts.len() || executed >= last {
                break;
            }
            let Some(edge) = leave_block(regs, &block.term, &mut coverage, number.index(), new_coverage) else { break };
            executed += 1;
            number = edge.target;
            at = 0;
            *new_coverage |= coverage.enter(number.index());
        }
        frame.block = number;
        frame.inst = at as u32;
        *instructions = executed;
    }
}

#[inline(always)]
fn bits(regs: &[Value], operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Reg(reg) => match regs[reg.index()] {
            Value::Bits(bits) => Some(bits),
            Value::Expr(_) => None,
        },
        Operand::Imm(bits) => Some(*bits),
        Operand::Wide(_) | Operand::Undef(_) => None,
    }
}

/// Executes one instruction; `None`: it is not for this path, and nothing has happened. `plain`: no check watches
/// arithmetic.
#[inline(always)]
fn execute(regs: &mut [Value], memory: &mut Memory, inst: &Inst, plain: bool) -> Option<()> {
    let (dst, value) = match inst {
        Inst::Bin { op, width, dst, a, b, .. } => {
            let (x, y) = (bits(regs, a)?, bits(regs, b)?);
            (dst, binary(*op, *width, x, y, plain)?)
        }
        Inst::Cmp { op, width, dst, a, b } => {
            let (x, y) = (bits(regs, a)?, bits(regs, b)?);
            (dst, compare(*op, *width, x, y) as u64)
        }
        Inst::Cast { op, from, to, dst, a } if *to <= 64 => {
            let x = bits(regs, a)?;
            let value = match op {
                CastOp::ZExt => x,
                CastOp::Trunc => x & mask(*to),
                CastOp::SExt => signed(x, *from) as u64 & mask(*to),
            };
            (dst, value)
        }
        Inst::PtrAdd { dst, base, index, index_width, scale, offset, .. } if plain => {
            let (base, index) = (bits(regs, base)?, bits(regs, index)?);
            let moved = (signed(index, *index_width) as u64).wrapping_mul(*scale).wrapping_add(*offset);
            let to = base.wrapping_add(moved);
            if layout::is_far(base, to) && memory.are_different_objects(base, to) {
                return None;
            }
            (dst, to)
        }
        Inst::Load { dst, width, bytes, addr } if *bytes <= 8 => {
            let value = memory.read_bits(bits(regs, addr)?, *bytes as usize)?;
            (dst, value & mask(*width))
        }
        Inst::Store { value, bytes, addr, .. } if *bytes <= 8 => {
            let (value, address) = (bits(regs, value)?, bits(regs, addr)?);
            return memory.write_bits(address, *bytes as usize, value).then_some(());
        }
        Inst::Select { dst, cond, yes, no, .. } => {
            let chosen = if bits(regs, cond)? != 0 { yes } else { no };
            (dst, bits(regs, chosen)?)
        }
        Inst::Copy { dst, src } | Inst::IntToPtr { dst, a: src } => (dst, bits(regs, src)?),
        Inst::PtrCmp { op, dst, a, b } => {
            let (x, y) = (bits(regs, a)?, bits(regs, b)?);
            (dst, (layout_is_no_matter(x, y)).then(|| compare(*op, 64, x, y))? as u64)
        }
        Inst::PtrDiff { dst, a, b } => {
            let (x, y) = (bits(regs, a)?, bits(regs, b)?);
            (dst, layout_is_no_matter(x, y).then(|| x.wrapping_sub(y))?)
        }
        Inst::Check { ok, .. } => return (bits(regs, ok)? != 0).then_some(()),
        Inst::Overflow { op, signed, width, dst, overflow, a, b } if *width <= 64 => {
            let (value, wrapped) = overflow::wrapped_bits(*op, *signed, *width, bits(regs, a)?, bits(regs, b)?);
            regs[overflow.index()] = Value::Bits(wrapped as u64);
            (dst, value)
        }
        _ => return None,
    };
    regs[dst.index()] = Value::Bits(value);
    Some(())
}

/// Whether two addresses are of one object, or one is null.
#[inline(always)]
fn layout_is_no_matter(x: u64, y: u64) -> bool {
    x >> layout::SLOT_BITS == y >> layout::SLOT_BITS || x == 0 || y == 0
}

/// Concrete arithmetic, unless something has to be checked or reported.
#[inline(always)]
fn binary(op: BinOp, width: u16, x: u64, y: u64, plain: bool) -> Option<u64> {
    if width > 64 || !plain {
        return None;
    }
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

#[inline(always)]
fn compare(op: CmpOp, width: u16, x: u64, y: u64) -> bool {
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

/// Follows a jump or a concrete branch; `None`: not for this path, and nothing has happened.
#[inline(always)]
fn leave_block<'p>(
    regs: &mut [Value],
    term: &'p Term,
    coverage: &mut FunctionCoverage,
    block: usize,
    new_coverage: &mut bool,
) -> Option<&'p Jump> {
    let (edge, taken) = match term {
        Term::Jump(edge) => (edge, None),
        Term::Branch { cond, yes, no } => {
            let taken = bits(regs, cond)? != 0;
            (if taken { yes } else { no }, Some(!taken as usize))
        }
        _ => return None,
    };
    if edge.copies.iter().any(|(_, src)| matches!(src, Operand::Wide(_) | Operand::Undef(_))) {
        return None;
    }
    for (dst, src) in edge.copies.iter() {
        regs[dst.index()] = match src {
            Operand::Reg(reg) => regs[reg.index()],
            Operand::Imm(bits) => Value::Bits(*bits),
            Operand::Wide(_) | Operand::Undef(_) => return None,
        };
    }
    if let Some(taken) = taken {
        *new_coverage |= coverage.take(block, taken);
    }
    Some(edge)
}
