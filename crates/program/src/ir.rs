//! The lowered program: what the machine executes and what pruning reasons about.
//!
//! LLVM is lowered once into this form. Registers are dense, scalar and assigned once per execution of their block;
//! aggregates and vectors are split into scalars, phis are copies on edges, global and function addresses are plain
//! numbers, `getelementptr` is arithmetic. Nothing here knows LLVM.
//!
//! Does not hold: types (only bit widths), names of registers, exception handling.

use crate::layout;
use crate::targets::Target;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u32);

        impl $name {
            /// The number as a vector index.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(/** A function of the program. */ FuncId);
index!(/** A basic block, numbered inside its function; block 0 is the entry. */ BlockId);
index!(/** A register, numbered inside its function. */ Reg);
index!(/** A global variable. */ GlobalId);
index!(/** A source position in [`Program::locations`]; 0 is "unknown". */ LocId);
index!(/** A source file in [`Program::files`]. */ FileId);

/// The whole program under test.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    /// Constants wider than 64 bits.
    pub wide: Vec<Wide>,
    /// Distinct source positions; entry 0 is the unknown position.
    pub locations: Vec<Location>,
    /// Source file names as the compiler recorded them (made absolute where the directory is known).
    pub files: Vec<String>,
    /// Reasons named by [`Inst::Unsupported`].
    pub unsupported: Vec<String>,
    /// Functions run before and after `main` (`llvm.global_ctors`, `llvm.global_dtors`), in order of execution.
    pub constructors: Vec<FuncId>,
    pub destructors: Vec<FuncId>,
    /// Places that were asked for when the program was loaded.
    pub targets: Vec<Target>,
}

/// A constant of more than 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wide {
    pub bits: u128,
    pub width: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Location {
    pub file: Option<FileId>,
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, Debug)]
pub struct Global {
    pub name: String,
    /// First address; see [`layout`].
    pub address: u64,
    pub size: u64,
    /// Initial bytes, addresses of other globals and functions already filled in. Shorter than `size`: the rest is 0.
    pub init: Vec<u8>,
    pub read_only: bool,
    /// Declared but defined nowhere: its contents are unknown.
    pub external: bool,
    /// Where it is declared, when debug information tells.
    pub loc: LocId,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// The address a function pointer to it holds.
    pub address: u64,
    pub params: Vec<Param>,
    /// Widths of the scalars it returns; empty for `void`.
    pub returns: Vec<u16>,
    /// The (first) result is a floating-point number.
    pub returns_float: bool,
    pub variadic: bool,
    /// Width of each register.
    pub reg_width: Vec<u16>,
    /// Empty: declared only.
    pub blocks: Vec<Block>,
    pub loc: LocId,
    /// Part of the linked library models, not of what the user wrote.
    pub from_runtime: bool,
}

/// One scalar parameter. An aggregate passed in registers has become several.
#[derive(Clone, Debug)]
pub struct Param {
    pub reg: Reg,
    pub width: u16,
    pub kind: ParamKind,
    /// Source name where debug information tells (used to name symbolic inputs of `--entry`).
    pub name: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParamKind {
    Integer,
    Float,
    Pointer,
    /// A pointer to a copy the callee owns: the machine copies `size` bytes on the call.
    ByVal {
        size: u64,
    },
}

#[derive(Clone, Debug)]
pub struct Block {
    pub insts: Vec<Inst>,
    pub term: Term,
    /// One position for each instruction, and a last one for the terminator.
    pub locs: Vec<LocId>,
}

/// A value read by an instruction. Integers are zero-extended to 64 bits; bits above the width are always 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    Reg(Reg),
    Imm(u64),
    /// Index into [`Program::wide`].
    Wide(u32),
    /// `undef` or `poison` of this width: any value.
    Undef(u16),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
}

/// The promises of the front end on an operation (`nsw`, `nuw`, `exact`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Flags {
    pub no_signed_wrap: bool,
    pub no_unsigned_wrap: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CmpOp {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastOp {
    Trunc,
    ZExt,
    SExt,
}

/// Floating-point formats. A float is held as its IEEE (or x87) bit pattern.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FloatFormat {
    Half,
    BFloat,
    Single,
    Double,
    X87,
    Quad,
}

impl FloatFormat {
    pub fn width(self) -> u16 {
        match self {
            FloatFormat::Half | FloatFormat::BFloat => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::X87 => 80,
            FloatFormat::Quad => 128,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatBinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    MinNum,
    MaxNum,
    Minimum,
    Maximum,
    CopySign,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatUnOp {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    /// To nearest, ties to even (`rint`, `nearbyint`, `roundeven`).
    RoundEven,
    /// To nearest, ties away from zero (`round`).
    RoundAway,
}

/// LLVM's sixteen predicates as the set of outcomes that make them true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FloatCmp {
    pub less: bool,
    pub equal: bool,
    pub greater: bool,
    pub unordered: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatCast {
    /// Between float formats.
    Convert {
        from: FloatFormat,
        to: FloatFormat,
    },
    ToSigned {
        from: FloatFormat,
        to: u16,
    },
    ToUnsigned {
        from: FloatFormat,
        to: u16,
    },
    /// As `ToSigned`/`ToUnsigned`, but out-of-range values saturate and NaN gives 0 (`llvm.fpto?i.sat`).
    ToSignedSat {
        from: FloatFormat,
        to: u16,
    },
    ToUnsignedSat {
        from: FloatFormat,
        to: u16,
    },
    FromSigned {
        from: u16,
        to: FloatFormat,
    },
    FromUnsigned {
        from: u16,
        to: FloatFormat,
    },
}

/// Integer operations that are one LLVM intrinsic each; operands in LLVM's order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IntOp {
    PopCount,
    LeadingZeros,
    TrailingZeros,
    ByteSwap,
    BitReverse,
    /// Three operands.
    FunnelShl,
    /// Three operands.
    FunnelShr,
    Abs,
    SMin,
    SMax,
    UMin,
    UMax,
    SAddSat,
    UAddSat,
    SSubSat,
    USubSat,
    SShlSat,
    UShlSat,
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
    /// `llvm.trap`, `llvm.debugtrap`, `llvm.ubsantrap`.
    Trap,
    /// Cannot be executed; index into [`Program::unsupported`].
    Unsupported {
        reason: u32,
    },
}

/// A jump: copies into the target's phi registers, done one after the other (lowering has ordered them, with
/// temporaries where they form a cycle), then the target.
#[derive(Clone, Debug)]
pub struct Edge {
    pub target: BlockId,
    pub copies: Box<[(Reg, Operand)]>,
}

#[derive(Clone, Debug)]
pub enum Term {
    Jump(Edge),
    Branch {
        cond: Operand,
        yes: Edge,
        no: Edge,
    },
    Switch {
        value: Operand,
        width: u16,
        cases: Box<[(u64, Edge)]>,
        default: Edge,
    },
    /// A computed goto; block addresses are `layout::block_address`.
    IndirectJump {
        address: Operand,
        targets: Box<[(u64, Edge)]>,
    },
    Return(Box<[Operand]>),
    Unreachable,
    /// A terminator that cannot be executed; index into [`Program::unsupported`].
    Unsupported {
        reason: u32,
    },
}

impl Term {
    /// The edges out of the block, in source order.
    pub fn edges(&self) -> Vec<&Edge> {
        match self {
            Term::Jump(edge) => vec![edge],
            Term::Branch { yes, no, .. } => vec![yes, no],
            Term::Switch { cases, default, .. } => cases.iter().map(|(_, edge)| edge).chain([default]).collect(),
            Term::IndirectJump { targets, .. } => targets.iter().map(|(_, edge)| edge).collect(),
            Term::Return(_) | Term::Unreachable | Term::Unsupported { .. } => Vec::new(),
        }
    }
}

impl Function {
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }
}

impl Program {
    pub fn function(&self, id: FuncId) -> &Function {
        &self.functions[id.index()]
    }

    /// The function of this name.
    pub fn find(&self, name: &str) -> Option<FuncId> {
        self.functions.iter().position(|f| f.name == name).map(|i| FuncId(i as u32))
    }

    /// The function whose address this is.
    pub fn function_at(&self, address: u64) -> Option<FuncId> {
        let id = layout::function_of(address)?;
        (id.index() < self.functions.len()).then_some(id)
    }

    /// `file:line`, or `?` where unknown.
    pub fn place(&self, loc: LocId) -> String {
        let l = self.locations[loc.index()];
        match l.file {
            Some(file) => format!("{}:{}", self.files[file.index()], l.line),
            None => "?".to_string(),
        }
    }
}
