//! Registers that values share, one after the other.
//!
//! Code comes out of LLVM with a register for each value, thousands in a large function, and most values are made and used up
//! inside one block. A state that waits keeps all registers of the running function, and a fork copies them. So the values of
//! a block that nobody outside of it looks at take what is free of a common stock, by width, as a local register
//! allocation does.
//!
//! An instruction never writes into a register that it reads: it may be executed again from its start. A value that the source
//! has a name for keeps a register of its own, and so does everything in functions that return twice, which find their
//! registers as they were left.
//!
//! Does not look at values that live in several blocks: there are few.

use rustc_hash::FxHashMap;

use crate::ir::{Block, Operand, Reg, Term};

/// Where a value is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Home {
    Nowhere,
    /// In this block only, where it is made before it is used.
    Block(usize),
    Anywhere,
}

/// Lets values share registers. `own` says which have to keep their own. Returns the new register of each old one.
pub(super) fn share(blocks: &mut [Block], width: &mut Vec<u16>, own: impl Fn(Reg) -> bool) -> Vec<Reg> {
    let homes = homes(blocks, width.len(), own);
    let mut stock = Stock { width: Vec::new(), free: FxHashMap::default() };
    let mut new: Vec<Reg> = vec![Reg(0); width.len()];
    for (old, home) in homes.iter().enumerate() {
        if *home == Home::Anywhere {
            new[old] = stock.another(width[old]);
        }
    }
    for (number, block) in blocks.iter_mut().enumerate() {
        let is_local = |reg: Reg| homes[reg.index()] == Home::Block(number);
        let last = last_uses(block);
        for (at, inst) in block.insts.iter_mut().enumerate() {
            let mut over: Vec<Reg> = Vec::new();
            let mut note = |old: Reg| {
                if is_local(old) && last.get(&old) == Some(&at) && !over.contains(&old) {
                    over.push(old);
                }
            };
            inst.for_each_operand(|operand| operand.register().into_iter().for_each(&mut note));
            inst.for_each_result(|reg| {
                if is_local(reg) {
                    new[reg.index()] = stock.take(width[reg.index()]);
                }
                note(reg);
            });
            inst.rename(|reg| new[reg.index()]);
            over.iter().for_each(|old| stock.give_back(new[old.index()]));
        }
        let mut left: Vec<Reg> = last.iter().filter(|&(_, &at)| at == block.insts.len()).map(|(&old, _)| old).collect();
        block.term.rename(|reg| new[reg.index()]);
        // In an order that does not depend on hashing.
        left.retain(|&old| is_local(old));
        left.sort_unstable();
        left.iter().for_each(|old| stock.give_back(new[old.index()]));
    }
    *width = stock.width;
    new
}

fn homes(blocks: &[Block], count: usize, own: impl Fn(Reg) -> bool) -> Vec<Home> {
    let mut homes: Vec<Home> =
        (0..count as u32).map(|reg| if own(Reg(reg)) { Home::Anywhere } else { Home::Nowhere }).collect();
    for (number, block) in blocks.iter().enumerate() {
        for inst in &block.insts {
            inst.for_each_operand(|operand| read(&mut homes, number, operand));
            inst.for_each_result(|reg| {
                let home = &mut homes[reg.index()];
                *home = if *home == Home::Nowhere { Home::Block(number) } else { Home::Anywhere };
            });
        }
        block.term.for_each_operand(|operand| read(&mut homes, number, operand));
        for &(to, from) in copies(&block.term) {
            homes[to.index()] = Home::Anywhere;
            read(&mut homes, number, from);
        }
    }
    homes
}

fn read(homes: &mut [Home], block: usize, operand: Operand) {
    if let Some(reg) = operand.register()
        && homes[reg.index()] != Home::Block(block)
    {
        homes[reg.index()] = Home::Anywhere;
    }
}

fn copies(term: &Term) -> impl Iterator<Item = &(Reg, Operand)> {
    term.edges().into_iter().flat_map(|jump| jump.copies.iter())
}

/// The instruction of the block that looks at a register last, by being the only one that writes it or by reading it.
fn last_uses(block: &Block) -> FxHashMap<Reg, usize> {
    let mut last = FxHashMap::default();
    for (at, inst) in block.insts.iter().enumerate() {
        inst.for_each_result(|reg| {
            last.insert(reg, at);
        });
        inst.for_each_operand(|operand| note(&mut last, operand, at));
    }
    let end = block.insts.len();
    block.term.for_each_operand(|operand| note(&mut last, operand, end));
    copies(&block.term).for_each(|&(_, from)| note(&mut last, from, end));
    last
}

fn note(last: &mut FxHashMap<Reg, usize>, operand: Operand, at: usize) {
    if let Some(reg) = operand.register() {
        last.insert(reg, at);
    }
}

/// The registers there are, and which are free.
struct Stock {
    width: Vec<u16>,
    free: FxHashMap<u16, Vec<Reg>>,
}

impl Stock {
    fn another(&mut self, width: u16) -> Reg {
        self.width.push(width);
        Reg(self.width.len() as u32 - 1)
    }

    fn take(&mut self, width: u16) -> Reg {
        match self.free.get_mut(&width).and_then(Vec::pop) {
            Some(free) => free,
            None => self.another(width),
        }
    }

    fn give_back(&mut self, reg: Reg) {
        self.free.entry(self.width[reg.index()]).or_default().push(reg);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{BinOp, BlockId, Flags, Inst, Jump, LocId};

    fn add(dst: u32, a: u32, b: u32) -> Inst {
        let reg = |reg| Operand::Reg(Reg(reg));
        Inst::Bin { op: BinOp::Add, width: 32, flags: Flags::default(), dst: Reg(dst), a: reg(a), b: reg(b) }
    }

    fn block(insts: Vec<Inst>, term: Term) -> Block {
        let locs = vec![LocId(0); insts.len() + 1];
        Block { insts, term, locs }
    }

    fn returned(reg: u32) -> Term {
        Term::Return([Operand::Reg(Reg(reg))].into())
    }

    fn is_parameter(reg: Reg) -> bool {
        reg == Reg(0)
    }

    /// `1 = 0 + 0; 2 = 1 + 1; 3 = 2 + 1; 4 = 3 + 3` and `4` back.
    fn chain() -> Block {
        block(vec![add(1, 0, 0), add(2, 1, 1), add(3, 2, 1), add(4, 3, 3)], returned(4))
    }

    #[test]
    fn what_is_used_up_makes_room() {
        let (mut blocks, mut width) = (vec![chain()], vec![32; 5]);
        let new = share(&mut blocks, &mut width, is_parameter);
        assert_eq!(new[0], Reg(0));
        assert_eq!(width.len(), 4, "the parameter, and three at most at a time");
        for inst in &blocks[0].insts {
            let Inst::Bin { dst, a, b, .. } = *inst else { panic!("made of additions") };
            assert!(a != Operand::Reg(dst) && b != Operand::Reg(dst), "an instruction may be executed again");
        }
        assert_ne!(new[1], new[2], "1 is still used when 2 is made");
        assert_ne!(new[2], new[3]);
        let Term::Return(values) = &blocks[0].term else { panic!("it returns") };
        assert_eq!(values[0], Operand::Reg(new[4]));
    }

    #[test]
    fn widths_and_blocks_stay_apart() {
        let jump = Term::Jump(Jump { target: BlockId(1), copies: [(Reg(3), Operand::Reg(Reg(2)))].into() });
        let first = block(vec![add(1, 0, 0), add(2, 1, 1)], jump);
        let second = block(vec![add(4, 3, 1), add(5, 4, 4)], returned(5));
        let (mut blocks, mut width) = (vec![first, second], vec![32, 32, 32, 32, 64, 32]);
        let new = share(&mut blocks, &mut width, is_parameter);
        for lives_on in [0, 1, 3] {
            let others = (0..6).filter(|&other| other != lives_on);
            assert!(
                others.into_iter().all(|other| new[other] != new[lives_on]),
                "{lives_on} is looked at in two blocks"
            );
        }
        assert_eq!(width[new[4].index()], 64);
        assert_eq!(new[5], new[2], "a value of another block that nobody needs any more");
    }

    #[test]
    fn named_values_keep_their_register() {
        let (mut blocks, mut width) = (vec![chain()], vec![32; 5]);
        share(&mut blocks, &mut width, |_| true);
        assert_eq!(width.len(), 5);
    }
}
