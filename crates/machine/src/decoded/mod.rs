//! Functions as the loop of concrete code (`step/concrete.rs`) runs them.
//!
//! There is one operation for each instruction of a block and one for its terminator, in the same order, so that a position in
//! the one form is a position in the other. What is known beforehand is worked out when a function is first run
//! (`decode.rs`): which operands are registers, masks, the bits that make signed comparisons unsigned ones, where jumps lead, which
//! counters they count. An operation that the next ones usually follow does their work, too, and skips them; they keep
//! their own operations for those who come in between.
//!
//! Does not hold: anything about symbolic values. An operation that meets one, or has anything to report, is left to the
//! instruction it was made of.

mod decode;
mod registers;

pub(crate) use registers::Registers;

use std::cell::OnceCell;

use program::ir::{BinOp, CmpOp, FuncId, Function};

use crate::coverage::Coverage;

/// Not counted.
pub(crate) const NO_COUNTER: u32 = u32::MAX;

/// Where an edge leads that copies what the loop of concrete code cannot.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// The functions of a program that have been run, decoded.
#[derive(Default)]
pub(crate) struct Decoded {
    functions: Vec<OnceCell<Code>>,
}

impl Decoded {
    pub fn new(functions: usize) -> Decoded {
        Decoded { functions: std::iter::repeat_with(OnceCell::new).take(functions).collect() }
    }

    /// A function's code. `watch`: what a check watches in it.
    #[inline(always)]
    pub fn of_function(&self, id: FuncId, function: &Function, watch: Watch, coverage: &Coverage) -> &Code {
        self.functions[id.index()].get_or_init(|| decode::function(id, function, watch, coverage))
    }
}

/// Operations of a function that are never plain, because a check has to look at each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Watch {
    pub arithmetic: bool,
    pub pointers: bool,
}

/// One function.
#[derive(Debug, Default)]
pub(crate) struct Code {
    /// Of all blocks, one after the other. The last one of a block is a jump or [`Do::Leave`].
    ops: Vec<Op>,
    /// The first operation of each block.
    starts: Vec<u32>,
    edges: Vec<Edge>,
    switches: Vec<Switch>,
    /// Constants that are operands, see [`Op::a`].
    constants: Vec<u64>,
    /// How many registers the function has.
    registers: u32,
}

impl Code {
    /// The first operation of a block.
    #[inline(always)]
    pub fn start(&self, block: u32) -> u32 {
        self.starts[block as usize]
    }

    /// The operations from this one on.
    #[inline(always)]
    pub fn ops(&self, from: u32) -> std::slice::Iter<'_, Op> {
        self.ops[from as usize..].iter()
    }

    /// The operation that was the last one taken from [`Code::ops`].
    pub fn last_taken(&self, rest: &std::slice::Iter<'_, Op>) -> u32 {
        (self.ops.len() - rest.len()) as u32 - 1
    }

    #[inline(always)]
    pub fn edge(&self, number: u32) -> &Edge {
        &self.edges[number as usize]
    }

    pub fn switch(&self, number: u32) -> &Switch {
        &self.switches[number as usize]
    }
}

/// A jump to a block.
#[derive(Debug)]
pub(crate) struct Edge {
    pub copies: Box<[Copy]>,
    /// The block, and its first operation or [`NOWHERE`].
    pub block: u32,
    pub to: u32,
    /// Instructions of the block that it leaves, its terminator included.
    pub cost: u32,
    /// The block's counter and that of the edge, if it has one.
    pub block_counter: u32,
    pub counter: u32,
}

/// An assignment on an edge. The source is an operand, see [`Op::a`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copy {
    pub to: u32,
    pub from: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Switch {
    /// The cases in order, with their edges.
    pub cases: Vec<(u64, u32)>,
    pub default: u32,
}

impl Switch {
    /// The edge for a value.
    pub fn edge(&self, value: u64) -> u32 {
        match self.cases.binary_search_by_key(&value, |&(case, _)| case) {
            Ok(found) => self.cases[found].1,
            Err(_) => self.default,
        }
    }
}

/// One operation. What the fields are depends on what it does ([`Do`]).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Op {
    pub what: Do,
    /// A width, a shift that takes a number's sign to the top bit, or a number of bytes.
    pub size: u8,
    pub binary: BinOp,
    pub compare: CmpOp,
    pub dst: u32,
    /// Registers; or operands: registers, and behind them [constants](Code::constants).
    pub a: u32,
    pub b: u32,
    pub imm: u64,
    /// What is left of a result; or the sign bit, where numbers are signed.
    pub mask: u64,
}

/// What an operation does. `A` and `B` are registers, `a` and `b` operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Do {
    /// Leaves the instruction to the general path.
    Leave,
    /// `A op B`.
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    /// `A op imm`; shifts are in range.
    AddImm,
    MulImm,
    AndImm,
    OrImm,
    XorImm,
    ShlImm,
    LShrImm,
    AShrImm,
    /// `a op b`, any.
    Binary,
    /// `A op B`, both with the sign bit turned.
    Eq,
    Ne,
    Lt,
    Le,
    /// `A op imm`, the latter with the sign bit turned already.
    EqImm,
    NeImm,
    LtImm,
    LeImm,
    GtImm,
    GeImm,
    /// A comparison, and the branch on it: to edge number `imm`, or the next one.
    EqBranch,
    NeBranch,
    LtBranch,
    LeBranch,
    /// The same with a constant: to edge number `b`, or the next one.
    EqImmBranch,
    NeImmBranch,
    LtImmBranch,
    LeImmBranch,
    GtImmBranch,
    GeImmBranch,
    /// `A & imm` is not 0, or is: the number, in register `mask` the comparison, and the branch on it as above.
    TestBranch,
    TestNotBranch,
    /// `A + imm`, and a jump to edge `b`.
    AddImmJump,
    /// `a op b` on pointers.
    PtrCmp,
    PtrDiff,
    SExt,
    Move,
    Set,
    /// `A ? b : imm`, where `imm` is an operand.
    Select,
    /// `a + imm`.
    PtrOffset,
    /// `a + B * mask + imm`.
    PtrIndex,
    /// From the address in `A`.
    Load1,
    Load2,
    Load4,
    Load8,
    /// From address `imm`.
    LoadAt1,
    LoadAt2,
    LoadAt4,
    LoadAt8,
    /// `size` bytes from address `a`.
    Load,
    /// `b` to the address in `A`.
    Store1,
    Store2,
    Store4,
    Store8,
    /// `b` to address `imm`.
    StoreAt1,
    StoreAt2,
    StoreAt4,
    StoreAt8,
    /// `size` bytes of `b` to address `a`.
    Store,
    /// Loads, changes and stores what is at the address in `A`: by register `B`, the result being in register `imm`, too.
    Update4,
    Update8,
    /// The same by `imm`; the result is in register `b`, too.
    Update4Imm,
    Update8Imm,
    /// `A` is not 0.
    Check,
    /// `A` as a signed number is at least 0 and below `imm`.
    CheckIndex,
    /// `a op b` and, in register `imm`, whether it has left its width; signed unless `mask` is 0.
    Overflow,
    /// To edge `a`.
    Jump,
    /// To edge `b` if `A` is not 0, to the next one otherwise.
    Branch,
    /// On `A`, by switch number `b`.
    Switch,
}
