//! Out of SSA form: phis become copies on edges.
//!
//! All phis of a block read their values at once. The copies are done one after the other, so they are ordered such
//! that none overwrites what a later one reads; a cycle is broken with a temporary register.

use rustc_hash::FxHashMap;

use crate::ir::{self, BlockId, Jump, Operand, Reg, Term};
use crate::llvm::{self, Opcode};
use crate::lower::function::FunctionLowering;

type Copies = Vec<(Reg, Operand)>;

impl<'m> FunctionLowering<'_, 'm> {
    /// Fills in the copies of every edge, once all values are known.
    pub(super) fn fill_edges(&mut self, walk: &[llvm::Block<'m>], blocks: &mut [ir::Block]) {
        let mut copies = self.phi_copies(walk);
        for list in copies.values_mut() {
            *list = ordered(std::mem::take(list), |like| {
                let width = self.reg_width_of(like);
                self.reg(width)
            });
        }
        for (index, block) in blocks.iter_mut().enumerate() {
            let from = BlockId(index as u32);
            for edge in edges_mut(&mut block.term) {
                if let Some(list) = copies.get(&(from, edge.target)) {
                    edge.copies = list.clone().into_boxed_slice();
                }
            }
        }
    }

    /// The copies into the phis of each block, by edge.
    fn phi_copies(&mut self, walk: &[llvm::Block<'m>]) -> FxHashMap<(BlockId, BlockId), Copies> {
        let mut copies: FxHashMap<_, Copies> = FxHashMap::default();
        for &block in walk {
            let Some(to) = self.numbers.get(block) else { continue };
            for phi in block.instructions().take_while(|inst| inst.opcode() == Opcode::LLVMPHI) {
                // A phi of an unsupported type has no scalars; its block says so.
                let Ok(targets) = self.operands(phi) else { continue };
                let mut done = rustc_hash::FxHashSet::default();
                for (pred, value) in phi.incoming() {
                    let Some(from) = self.numbers.get(pred) else { continue };
                    // A switch may enter a block by several cases: same edge, same copies.
                    if !done.insert(from) {
                        continue;
                    }
                    let Ok(values) = self.operands(value) else { continue };
                    let list = copies.entry((from, to)).or_default();
                    for (&target, value) in targets.iter().zip(values) {
                        if let Operand::Reg(reg) = target {
                            list.push((reg, value));
                        }
                    }
                }
            }
        }
        copies
    }
}

pub(super) fn edges_mut(term: &mut Term) -> Vec<&mut Jump> {
    match term {
        Term::Jump(edge) => vec![edge],
        Term::Branch { yes, no, .. } => vec![yes, no],
        Term::Switch { cases, default, .. } => cases.iter_mut().map(|(_, edge)| edge).chain([default]).collect(),
        Term::IndirectJump { targets, .. } => targets.iter_mut().map(|(_, edge)| edge).collect(),
        Term::Return(_) | Term::Unreachable | Term::Unsupported { .. } => Vec::new(),
    }
}

/// Orders parallel copies; `temporary` makes a register as wide as the given one.
fn ordered(parallel: Copies, mut temporary: impl FnMut(Reg) -> Reg) -> Copies {
    let mut pending: Copies = parallel.into_iter().filter(|&(to, from)| from != Operand::Reg(to)).collect();
    // How many pending copies read each register.
    let mut readers: FxHashMap<Reg, u32> = FxHashMap::default();
    for &(_, from) in &pending {
        if let Operand::Reg(reg) = from {
            *readers.entry(reg).or_default() += 1;
        }
    }
    let mut done = Copies::with_capacity(pending.len());
    while !pending.is_empty() {
        let before = pending.len();
        pending.retain(|&(to, from)| {
            if readers.get(&to).is_some_and(|&n| n > 0) {
                return true;
            }
            if let Operand::Reg(reg) = from {
                *readers.entry(reg).or_default() -= 1;
            }
            done.push((to, from));
            false
        });
        if pending.len() == before {
            // Only cycles are left: save one target and let its readers read the copy.
            let (to, _) = pending[0];
            let saved = temporary(to);
            done.push((saved, Operand::Reg(to)));
            let mut moved = 0;
            for (_, from) in &mut pending {
                if *from == Operand::Reg(to) {
                    *from = Operand::Reg(saved);
                    moved += 1;
                }
            }
            readers.insert(to, 0);
            readers.insert(saved, moved);
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(copies: &[(Reg, Operand)], registers: &mut [u64]) {
        for &(to, from) in copies {
            registers[to.index()] = match from {
                Operand::Reg(reg) => registers[reg.index()],
                Operand::Imm(value) => value,
                Operand::Wide(_) | Operand::Undef(_) => 0,
            };
        }
    }

    /// Every map of four registers onto four sources behaves as if all copies happened at once.
    #[test]
    fn copies_behave_as_if_parallel() {
        for code in 0..5u32.pow(4) {
            let source = |i: u32| code / 5u32.pow(i) % 5;
            let operand = |s: u32| if s == 4 { Operand::Imm(77) } else { Operand::Reg(Reg(s)) };
            let parallel: Copies = (0..4).map(|i| (Reg(i), operand(source(i)))).collect();
            let mut next = 4;
            let sequence = ordered(parallel, |_| {
                next += 1;
                Reg(next - 1)
            });
            let mut registers = [10, 11, 12, 13, 0, 0, 0, 0];
            run(&sequence, &mut registers);
            for i in 0..4 {
                let expected = if source(i) == 4 { 77 } else { 10 + source(i) as u64 };
                assert_eq!(registers[i as usize], expected, "code {code}, register {i}");
            }
        }
    }
}
