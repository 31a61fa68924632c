//! Ends of scopes that several ways share: clang leads them through one block, which then finds its way by a number.
//!
//! `return` inside a scope, `break`, and the end of the scope itself all go to the block that ends the lifetimes, and that ends in a
//! `switch` on where they wanted to go (`cleanup.dest`). Where the locals concerned have become registers nothing is left in
//! between, so each way is led straight on, as it would be in code without lifetimes. What nobody reaches then is dropped:
//! blocks are those of the source.

use crate::ir::{self, BlockId, Jump, Operand, Term};
use crate::lower::edges::edges_mut;

/// What clang calls the variable that says where to go on.
const DESTINATION: &str = "cleanup.dest";

/// Blocks that clang makes for the ends of scopes alone. No label of the program has a dot in it.
const ENDS: &[&str] = &["for.cond.cleanup", "cleanup.cont", "cleanup.done"];

/// Whether a block of this name has nothing to do but to end scopes.
pub(super) fn is_end_of_scopes(name: &str) -> bool {
    ENDS.iter().any(|end| name.strip_prefix(end).is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit())))
}

/// Whether a value is one that says where to go on behind the end of a scope.
pub(super) fn is_destination(name: &str) -> bool {
    name.starts_with(DESTINATION)
}

/// Leads every jump past the blocks that only find the way on. `dispatching`: those that end in a switch on a destination, or
/// are the end of a scope and nothing else.
/// Returns the new number of each block that is still reached.
pub(super) fn lead_past(blocks: &mut Vec<ir::Block>, dispatching: &[BlockId]) -> Vec<Option<BlockId>> {
    for &number in dispatching {
        drop_impossible_default(blocks, number);
    }
    for number in 0..blocks.len() {
        let mut term = std::mem::replace(&mut blocks[number].term, Term::Unreachable);
        for jump in edges_mut(&mut term) {
            // Each round passes another block, or the way is a circle that nothing leaves.
            for _ in 0..dispatching.len() {
                match way_on(blocks, dispatching, jump) {
                    Some(next) => *jump = next,
                    None => break,
                }
            }
        }
        blocks[number].term = term;
    }
    drop_unreached(blocks)
}

/// Every destination is a case, so what is declared unreachable is no way.
fn drop_impossible_default(blocks: &mut [ir::Block], number: BlockId) {
    let Term::Switch { cases, default, .. } = &blocks[number.index()].term else { return };
    let target = &blocks[default.target.index()];
    if let (true, Term::Unreachable, Some((_, last))) = (target.insts.is_empty(), &target.term, cases.last()) {
        let last = last.clone();
        if let Term::Switch { default, .. } = &mut blocks[number.index()].term {
            *default = last;
        }
    }
}

/// The jump that a jump leads to, if it leads to a block that only goes on, or dispatches on a number the jump itself gives.
fn way_on(blocks: &[ir::Block], dispatching: &[BlockId], jump: &Jump) -> Option<Jump> {
    if !dispatching.contains(&jump.target) {
        return None;
    }
    let block = &blocks[jump.target.index()];
    if !block.insts.is_empty() {
        return None;
    }
    let chosen = match &block.term {
        Term::Jump(only) => only,
        Term::Switch { value: Operand::Reg(decides), cases, default, .. } => {
            let (_, given) = jump.copies.iter().rev().find(|(to, _)| to == decides)?;
            let Operand::Imm(destination) = given else { return None };
            cases.iter().find(|(number, _)| number == destination).map_or(default, |(_, jump)| jump)
        }
        _ => return None,
    };
    // One after the other, as if both jumps were made.
    let copies = jump.copies.iter().chain(chosen.copies.iter()).copied().collect();
    Some(Jump { target: chosen.target, copies })
}

fn drop_unreached(blocks: &mut Vec<ir::Block>) -> Vec<Option<BlockId>> {
    let mut reached = vec![false; blocks.len()];
    let mut pending = vec![0];
    while let Some(number) = pending.pop() {
        if let Some(block) = blocks.get(number)
            && !std::mem::replace(&mut reached[number], true)
        {
            pending.extend(block.term.edges().iter().map(|jump| jump.target.index()));
        }
    }
    let mut next = 0;
    let numbers: Vec<Option<BlockId>> = reached
        .iter()
        .map(|&reached| {
            next += u32::from(reached);
            reached.then(|| BlockId(next - 1))
        })
        .collect();
    let mut keep = reached.iter();
    blocks.retain(|_| keep.next().is_some_and(|&reached| reached));
    for block in blocks {
        for jump in edges_mut(&mut block.term) {
            if let Some(number) = numbers[jump.target.index()] {
                jump.target = number;
            }
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::{Inst, LocId, Reg};

    const DEST: Reg = Reg(0);
    const X: Reg = Reg(1);

    fn jump(target: u32, copies: &[(Reg, Operand)]) -> Jump {
        Jump { target: BlockId(target), copies: copies.into() }
    }

    fn block(insts: Vec<Inst>, term: Term) -> ir::Block {
        let locs = vec![LocId(0); insts.len() + 1];
        ir::Block { insts, term, locs }
    }

    /// A choice between two ways through block 3, which dispatches to 4 (by 0) and 5 (by 1), and 6 is impossible.
    fn scope(insts_of_end: Vec<Inst>, first: Operand) -> Vec<ir::Block> {
        let to_end = |dest| Term::Jump(jump(3, &[(DEST, dest)]));
        let cases = Box::new([(0, jump(4, &[(X, Operand::Reg(DEST))])), (1, jump(5, &[]))]);
        vec![
            block(vec![], Term::Branch { cond: Operand::Reg(X), yes: jump(1, &[]), no: jump(2, &[]) }),
            block(vec![], to_end(first)),
            block(vec![], to_end(Operand::Imm(1))),
            block(insts_of_end, Term::Switch { value: Operand::Reg(DEST), width: 32, cases, default: jump(6, &[]) }),
            block(vec![], Term::Return(Box::new([]))),
            block(vec![], Term::Return(Box::new([]))),
            block(vec![], Term::Unreachable),
        ]
    }

    fn target(blocks: &[ir::Block], number: usize) -> (u32, Vec<(Reg, Operand)>) {
        match &blocks[number].term {
            Term::Jump(jump) => (jump.target.0, jump.copies.to_vec()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn ways_lead_straight_on_and_the_block_between_goes() {
        let mut blocks = scope(vec![], Operand::Imm(0));
        let numbers = lead_past(&mut blocks, &[BlockId(3)]);
        assert_eq!(blocks.len(), 5);
        assert_eq!(numbers[3], None);
        assert_eq!(numbers[6], None);
        assert_eq!(numbers[5], Some(BlockId(4)));
        let copies = vec![(DEST, Operand::Imm(0)), (X, Operand::Reg(DEST))];
        assert_eq!(target(&blocks, 1), (3, copies), "the copies of both jumps, in order");
        assert_eq!(target(&blocks, 2), (4, vec![(DEST, Operand::Imm(1))]));
    }

    #[test]
    fn blocks_that_only_end_a_scope_are_passed() {
        let mut blocks = vec![
            block(vec![], Term::Jump(jump(1, &[(X, Operand::Imm(7))]))),
            block(vec![], Term::Jump(jump(2, &[(DEST, Operand::Reg(X))]))),
            block(vec![], Term::Return(Box::new([]))),
        ];
        lead_past(&mut blocks, &[BlockId(1)]);
        assert_eq!(target(&blocks, 0), (1, vec![(X, Operand::Imm(7)), (DEST, Operand::Reg(X))]));
        assert_eq!(blocks.len(), 2);
        assert!(is_end_of_scopes("for.cond.cleanup") && is_end_of_scopes("for.cond.cleanup12"));
        assert!(!is_end_of_scopes("for.cond") && !is_end_of_scopes("cleanup"), "labels of the program");
    }

    #[test]
    fn what_still_does_something_stays() {
        let mut blocks = scope(vec![Inst::Trap], Operand::Imm(0));
        lead_past(&mut blocks, &[BlockId(3)]);
        assert_eq!(blocks.len(), 6, "only the impossible way is gone");
        assert_eq!(target(&blocks, 1).0, 3);
        let mut blocks = scope(vec![], Operand::Reg(X));
        lead_past(&mut blocks, &[BlockId(3)]);
        assert_eq!(target(&blocks, 1).0, 3, "a destination that is not known yet");
        assert_eq!(target(&blocks, 2).0, 5);
        let mut blocks = scope(vec![], Operand::Imm(0));
        lead_past(&mut blocks, &[]);
        assert_eq!(target(&blocks, 1).0, 3, "a switch of the program's own");
    }
}
