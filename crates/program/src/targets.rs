//! Places a run is asked to reach: how they are named, and the blocks they have become in the lowered program.
//!
//! A line or function may be in the middle of a block, whose first instructions need not come to an end. So `marks` puts
//! a mark before each such place in LLVM's code, ahead of the passes that may remove the place itself (a store to a
//! local), and here blocks are split at the marks: a target is reached when one of its blocks is entered.

use std::fmt;
use std::str::FromStr;

use crate::ir::{Block, BlockId, FuncId, Jump, Location, Program, Term};

/// How a target is named.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TargetSpec {
    /// Every block of the user's code.
    All,
    /// `FILE:LINE`; the file may lack folders in front.
    Line { file: String, line: u32 },
    /// The start of a function, or any call of it in the program if it has no code there.
    Function(String),
}

impl FromStr for TargetSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<TargetSpec, String> {
        let as_line = text.rsplit_once(':').map(|(file, line)| (file, line.parse::<u32>()));
        match as_line {
            _ if text == "all" => Ok(TargetSpec::All),
            Some((file, Ok(line))) if !file.is_empty() && line > 0 => {
                Ok(TargetSpec::Line { file: file.to_owned(), line })
            }
            None if !text.is_empty() => Ok(TargetSpec::Function(text.to_owned())),
            _ => Err(format!("'{text}' is no target: FILE:LINE, FUNCTION or all is expected")),
        }
    }
}

impl fmt::Display for TargetSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TargetSpec::All => f.write_str("all"),
            TargetSpec::Line { file, line } => write!(f, "{file}:{line}"),
            TargetSpec::Function(name) => f.write_str(name),
        }
    }
}

/// A target in the lowered program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// As the user named it; `FUNCTION:NUMBER` for a block of `all`.
    pub id: String,
    /// Empty when there is no debug information.
    pub file: String,
    /// 0 when unknown.
    pub line: u32,
    /// It is reached when one of these is entered.
    pub sites: Vec<(FuncId, BlockId)>,
    /// Whether there is no other way to reach it. Without that it is never called unreachable.
    pub complete: bool,
}

/// A mark that was met while lowering: the block and the instruction it stands before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark {
    pub(crate) function: FuncId,
    pub(crate) block: BlockId,
    pub(crate) inst: u32,
    /// Of the target it was set for.
    pub(crate) target: u32,
}

/// Splits blocks at marks; `targets` get their blocks.
pub(crate) fn split_at_marks(program: &mut Program, mut marks: Vec<Mark>, targets: &mut [Target]) {
    // The last place of a block first, so that the others stay where they are.
    marks.sort_by_key(|mark| (mark.function, mark.block, std::cmp::Reverse(mark.inst)));
    let mut last: Option<(Mark, BlockId)> = None;
    for mark in marks {
        let site = match last {
            Some((before, site)) if (Mark { target: mark.target, ..before }) == mark => site,
            _ => split(&mut program.functions[mark.function.index()].blocks, mark.block, mark.inst as usize),
        };
        last = Some((mark, site));
        if let Some(target) = targets.get_mut(mark.target as usize) {
            target.sites.push((mark.function, site));
        }
    }
}

/// The block that begins with this instruction of a block.
fn split(blocks: &mut Vec<Block>, block: BlockId, inst: usize) -> BlockId {
    if inst == 0 {
        return block;
    }
    let rest = BlockId(blocks.len() as u32);
    let first = &mut blocks[block.index()];
    let insts = first.insts.split_off(inst);
    let locs = first.locs.split_off(inst);
    first.locs.extend(locs.first());
    let term = std::mem::replace(&mut first.term, Term::Jump(Jump { target: rest, copies: Box::default() }));
    blocks.push(Block { insts, term, locs });
    rest
}

/// A target for each block of the user's code; the bodies of functions that `is_replaced` are never run.
pub(crate) fn every_block(program: &Program, is_replaced: impl Fn(&str) -> bool) -> Vec<Target> {
    let mut targets = Vec::new();
    for (number, function) in program.functions.iter().enumerate() {
        if function.from_runtime || is_replaced(&function.name) {
            continue;
        }
        for (index, block) in function.blocks.iter().enumerate() {
            let locations = block.locs.iter().map(|loc| program.locations[loc.index()]);
            let location = locations.into_iter().find(|l| l.line > 0).unwrap_or(Location::default());
            targets.push(Target {
                id: format!("{}:{index}", function.name),
                file: location.file.map_or(String::new(), |file| program.files[file.index()].clone()),
                line: location.line,
                sites: vec![(FuncId(number as u32), BlockId(index as u32))],
                complete: true,
            });
        }
    }
    targets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_targets() {
        let line = |file: &str, line| TargetSpec::Line { file: file.to_owned(), line };
        assert_eq!("all".parse(), Ok(TargetSpec::All));
        assert_eq!("src/a.c:12".parse(), Ok(line("src/a.c", 12)));
        assert_eq!("C:/a.c:7".parse(), Ok(line("C:/a.c", 7)));
        assert_eq!("reach_error".parse(), Ok(TargetSpec::Function("reach_error".to_owned())));
        for wrong in ["", ":3", "a.c:", "a.c:0", "a.c:x", "a.c:-1"] {
            assert!(wrong.parse::<TargetSpec>().is_err(), "{wrong}");
        }
        for name in ["all", "a.c:12", "f"] {
            assert_eq!(name.parse::<TargetSpec>().unwrap().to_string(), name);
        }
    }
}
