//! What blocks are made of: instructions, and a terminator with its jumps.

use super::operators::{BinOp, CastOp, CmpOp, Flags, FloatBinOp, FloatCast, FloatCmp, FloatFormat, FloatUnOp, IntOp};
use super::{BlockId, FuncId, ParamKind, Reg};

/// A value read by an instruction. Integers are zero-extended to 64 bits; bits above the width are always 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    Reg(Reg),
    Imm(u64),
    /// Index into [`Program::wide`](super::Program::wide).
    Wide(u32),
    /// `undef` or `poison` of this width: any value.
    Undef(u16),
}

#[derive(Clone, Debug)]
pub enum Callee {
    Direct(FuncId),
    Indirect(Operand),
}

#[derive(Clone, Debug)]
pub struct Call {
    pub callee: Callee,
    pub args: Box<[Operand]>,
    /// Width and kind of each argument as the call site sees them (for varargs and mismatch checks).
    pub arg_types: Box<[ArgType]>,
    /// Where the scalars it returns go; empty when unused or `void`.
    pub results: Box<[Reg]>,
    /// Widths the call site expects back.
    pub result_widths: Box<[u16]>,
    /// The call site's own idea of the prototype being variadic.
    pub variadic: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArgType {
    pub width: u16,
    pub kind: ParamKind,
}

#[derive(Clone, Debug)]
pub enum Inst {
    /// `dst = src` (bit casts, freeze, moved constants).
    Copy {
        dst: Reg,
        src: Operand,
    },
    Bin {
        op: BinOp,
        width: u16,
        flags: Flags,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    Cmp {
        op: CmpOp,
        width: u16,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    Cast {
        op: CastOp,
        from: u16,
        to: u16,
        dst: Reg,
        a: Operand,
    },
    Select {
        width: u16,
        dst: Reg,
        cond: Operand,
        yes: Operand,
        no: Operand,
    },
    Int {
        op: IntOp,
        width: u16,
        dst: Reg,
        a: Operand,
        b: Operand,
        c: Operand,
    },
    /// `llvm.{s,u}{add,sub,mul}.with.overflow`: the wrapped result and the overflow bit.
    Overflow {
        op: BinOp,
        signed: bool,
        width: u16,
        dst: Reg,
        overflow: Reg,
        a: Operand,
        b: Operand,
    },

    FloatBin {
        op: FloatBinOp,
        format: FloatFormat,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    FloatUn {
        op: FloatUnOp,
        format: FloatFormat,
        dst: Reg,
        a: Operand,
    },
    /// `a * b + c` rounded once if `fused`, twice otherwise (`llvm.fmuladd` is lowered as twice).
    FloatFma {
        fused: bool,
        format: FloatFormat,
        dst: Reg,
        a: Operand,
        b: Operand,
        c: Operand,
    },
    FloatCmp {
        op: FloatCmp,
        format: FloatFormat,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    FloatCast {
        cast: FloatCast,
        dst: Reg,
        a: Operand,
    },
    /// `llvm.is.fpclass` with LLVM's ten-bit class mask.
    FloatClass {
        mask: u16,
        format: FloatFormat,
        dst: Reg,
        a: Operand,
    },

    /// `dst = base + index * scale + offset`; `index` is sign-extended from `index_width`. Pointer width throughout.
    PtrAdd {
        dst: Reg,
        base: Operand,
        index: Operand,
        index_width: u16,
        scale: u64,
        offset: u64,
        inbounds: bool,
    },
    /// A comparison of pointers, neither of which is known to be null. Between objects its outcome is a matter of layout.
    PtrCmp {
        op: CmpOp,
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    /// How many bytes lie between two pointers: between objects a matter of layout.
    PtrDiff {
        dst: Reg,
        a: Operand,
        b: Operand,
    },
    /// A pointer as a number, for which more than its alignment is a matter of layout. What is above the `low` lowest bits
    /// is used by nobody.
    PtrToInt {
        dst: Reg,
        a: Operand,
        low: u16,
    },
    /// A number that was read where a pointer may have been written; if it was, as `PtrToInt` has it.
    ReadNumber {
        dst: Reg,
        a: Operand,
        low: u16,
    },
    /// A number as a pointer.
    IntToPtr {
        dst: Reg,
        a: Operand,
    },
    /// A subscript of an array of known length inside a larger object: `index < limit`, or `<=` where only the address
    /// is formed (`past_end_ok`).
    CheckIndex {
        index: Operand,
        index_width: u16,
        limit: u64,
        past_end_ok: bool,
    },
    /// `bytes` bytes at `addr`, the low `width` bits of them.
    Load {
        dst: Reg,
        width: u16,
        bytes: u16,
        addr: Operand,
    },
    Store {
        value: Operand,
        width: u16,
        bytes: u16,
        addr: Operand,
    },
    /// A stack object of `count * size` bytes.
    Alloca {
        dst: Reg,
        size: u64,
        count: Operand,
        count_width: u16,
        /// What its address is certainly a multiple of.
        align: u64,
    },
    /// The scope of a stack object starts (contents arbitrary) or ends (dead).
    Lifetime {
        start: bool,
        addr: Operand,
    },
    StackSave {
        dst: Reg,
    },
    StackRestore {
        saved: Operand,
    },
    MemCopy {
        dst: Operand,
        src: Operand,
        len: Operand,
        may_overlap: bool,
    },
    MemSet {
        dst: Operand,
        value: Operand,
        len: Operand,
    },
    /// Bytes from `addr` to the end of its object; `min`: 0 rather than -1 when unknown.
    ObjectSize {
        dst: Reg,
        addr: Operand,
        min: bool,
        width: u16,
    },

    VaStart {
        list: Operand,
    },
    VaCopy {
        dst: Operand,
        src: Operand,
    },
    VaEnd {
        list: Operand,
    },

    Call(Box<Call>),
    Assume {
        cond: Operand,
    },
    /// Undefined behaviour unless `ok`; `what` is an index into [`Program::stated`](super::Program::stated).
    Check {
        ok: Operand,
        what: u32,
    },
    /// `llvm.trap`, `llvm.debugtrap`, `llvm.ubsantrap`.
    Trap,
    /// Cannot be executed; index into [`Program::unsupported`](super::Program::unsupported).
    Unsupported {
        reason: u32,
    },
}

/// A jump to a block of the same function, an edge of its graph: copies into the target's phi registers, done one after the other (lowering has ordered them, with
/// temporaries where they form a cycle), then the target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jump {
    pub target: BlockId,
    pub copies: Box<[(Reg, Operand)]>,
}

#[derive(Clone, Debug)]
pub enum Term {
    Jump(Jump),
    Branch {
        cond: Operand,
        yes: Jump,
        no: Jump,
    },
    Switch {
        value: Operand,
        width: u16,
        cases: Box<[(u64, Jump)]>,
        default: Jump,
    },
    /// A computed goto; block addresses are `layout::block_address`.
    IndirectJump {
        address: Operand,
        targets: Box<[(u64, Jump)]>,
    },
    Return(Box<[Operand]>),
    Unreachable,
    /// A terminator that cannot be executed; index into [`Program::unsupported`](super::Program::unsupported).
    Unsupported {
        reason: u32,
    },
}

impl Term {
    /// The edges out of the block, in source order. Labels of a `switch` that lead to one place are one edge.
    pub fn edges(&self) -> Vec<&Jump> {
        match self {
            Term::Jump(edge) => vec![edge],
            Term::Branch { yes, no, .. } => vec![yes, no],
            Term::Switch { cases, default, .. } => {
                let mut edges: Vec<&Jump> = Vec::new();
                for edge in cases.iter().map(|(_, edge)| edge).chain([default]) {
                    if !edges.contains(&edge) {
                        edges.push(edge);
                    }
                }
                edges
            }
            Term::IndirectJump { targets, .. } => targets.iter().map(|(_, edge)| edge).collect(),
            Term::Return(_) | Term::Unreachable | Term::Unsupported { .. } => Vec::new(),
        }
    }
}
