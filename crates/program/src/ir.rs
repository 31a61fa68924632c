//! The lowered program: what the machine executes and what pruning reasons about.
//!
//! LLVM is lowered once into this form. Registers are dense and scalar, values that are not needed at the same time may share one;
//! aggregates and vectors are split into scalars, phis are copies on edges, global and function addresses are plain
//! numbers, `getelementptr` is arithmetic. Nothing here knows LLVM. This file has the program and its functions;
//! `instructions` is what their blocks are made of.
//!
//! Does not hold: types (only bit widths) and names of registers (`source_type` and `source_variable` have what people are
//! shown), exception handling.

mod instructions;
mod operands;
mod operators;
mod source_type;
mod source_variable;
mod stated;

pub use instructions::{ArgType, Call, Callee, Inst, Jump, Operand, Term};
pub use operators::{BinOp, CastOp, CmpOp, Flags, FloatBinOp, FloatCast, FloatCmp, FloatFormat, FloatUnOp, IntOp};
pub use source_type::{Field, Reading, SourceType, SourceTypes};
pub use source_variable::{LocalVariables, SourceVariable};
pub use stated::{Stated, Undefined};

use crate::contract::Contract;
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

impl LocId {
    /// Stands for a place inside the library's models: an unknown position, told apart from those of the program.
    pub const LIBRARY: LocId = LocId(1);
}

index!(/** A source file in [`Program::files`]. */ FileId);

/// The whole program under test.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    /// Constants wider than 64 bits.
    pub wide: Vec<Wide>,
    /// Distinct source positions; entry 0 is the unknown position, entry 1 is [`LocId::LIBRARY`].
    pub locations: Vec<Location>,
    /// Source file names as the compiler recorded them (made absolute where the directory is known).
    pub files: Vec<String>,
    /// Reasons named by [`Inst::Unsupported`].
    pub unsupported: Vec<String>,
    /// What [`Inst::Check`] is about.
    pub stated: Vec<Stated>,
    /// Functions run before and after `main` (`llvm.global_ctors`, `llvm.global_dtors`), in order of execution.
    pub constructors: Vec<FuncId>,
    pub destructors: Vec<FuncId>,
    /// An optimiser may have been at work: what it found to be undefined behaviour may be gone.
    pub optimised: bool,
    /// Some function has a body in C99's `inline` definition only, which a compiler need not make code of.
    pub inline_only: bool,
    /// Static functions that nobody calls were compiled, too: the entry is one of them.
    pub keeps_unused: bool,
    /// Places that were asked for when the program was loaded.
    pub targets: Vec<Target>,
    /// For showing inputs.
    pub source_types: SourceTypes,
    /// What the user should know of the code before it is explored.
    pub notes: Vec<String>,
    /// What is promised to an entry other than `main`.
    pub contract: Option<Contract>,
    /// SHA-256 of the bitcode it was made of, models of library functions included, in hexadecimal.
    pub hash: String,
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
    /// What its address is certainly a multiple of.
    pub align: u64,
    /// Initial bytes, addresses of other globals and functions already filled in. Shorter than `size`: the rest is 0.
    pub init: Vec<u8>,
    pub read_only: bool,
    /// Its contents are unknown: it is declared but defined nowhere, or its initial value cannot be had.
    pub external: bool,
    /// It belongs to the library's models.
    pub from_runtime: bool,
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
    /// Only its own file can call it by name: `static`.
    pub local: bool,
    /// Undefined behaviour of its operations is stated by checks of their own, so that nothing has been folded away.
    pub stated: bool,
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
    /// A pointer to a copy the callee owns: the machine copies `size` bytes on the call, to a multiple of `align`.
    ByVal {
        size: u64,
        align: u64,
    },
}

#[derive(Clone, Debug)]
pub struct Block {
    pub insts: Vec<Inst>,
    pub term: Term,
    /// One position for each instruction, and a last one for the terminator.
    pub locs: Vec<LocId>,
}

impl Function {
    /// The blocks that return.
    pub fn returning(&self) -> Vec<BlockId> {
        let returns = |block: &Block| matches!(block.term, Term::Return(_));
        (0..).map(BlockId).zip(&self.blocks).filter(|(_, block)| returns(block)).map(|(id, _)| id).collect()
    }

    /// A function without a body, that takes these parameters and returns nothing.
    pub fn declared(name: String, id: FuncId, params: Vec<Param>) -> Function {
        Function {
            name,
            address: layout::function_address(id),
            params,
            returns: Vec::new(),
            returns_float: false,
            variadic: false,
            reg_width: Vec::new(),
            blocks: Vec::new(),
            loc: LocId(0),
            from_runtime: false,
            local: false,
            stated: false,
        }
    }

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

    /// The variable that starts at this address.
    pub fn global_at(&self, address: u64) -> Option<&Global> {
        self.globals.iter().find(|global| global.address == address)
    }

    /// The function whose address this is.
    pub fn function_at(&self, address: u64) -> Option<FuncId> {
        let id = layout::function_of(address)?;
        (id.index() < self.functions.len()).then_some(id)
    }

    /// The variable without contents that this address would lie in.
    pub fn undefined_variable_at(&self, address: u64) -> Option<&Global> {
        let slot = layout::slot_of(address)?;
        self.globals.iter().filter(|global| global.external).find(|global| {
            layout::slot_of(global.address)
                .is_some_and(|first| (first..first + layout::slots_for(global.size)).contains(&slot))
        })
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
