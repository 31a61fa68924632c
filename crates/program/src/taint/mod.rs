//! The taint pre-analysis of P16 (section II-C): which instructions may use symbolic data, and which of those are
//! places where a bug may show or control may depend on input.
//!
//! It is path-insensitive and interprocedural. Data flows through registers (directed), and through memory with one
//! taint bit for each object of the points-to analysis (`points_to`): a global, the locals of one `alloca`, what one
//! call allocates, and "the world", which everything an unknown function can reach belongs to. Dependence by control
//! alone does not count: on each path such data is concrete.
//!
//! It over-approximates input only. Memory that was never written is arbitrary to the machine but not tainted here, so
//! use the result to choose and to report, not to skip a check.

mod effects;
mod flows;
mod points_to;

use crate::call_graph::CallGraph;
use crate::ir::{BinOp, BlockId, FuncId, Function, Inst, Program, Term};

pub use effects::Effect;
use flows::Analysis;

/// What is known of the inputs before the analysis.
pub struct Sources<'a> {
    /// What functions without body do; usually [`Effect::of`].
    pub effect: &'a dyn Fn(&str) -> Effect,
    /// Functions whose parameters are inputs.
    pub entries: &'a [FuncId],
}

/// The result: one bit for each instruction, terminators last in their block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Taint {
    symbolic: Vec<Vec<Box<[bool]>>>,
}

impl Taint {
    pub fn new(program: &Program, calls: &CallGraph, sources: &Sources<'_>) -> Taint {
        let mut analysis = Analysis::new(program, calls, sources);
        analysis.collect();
        let tainted = analysis.propagate();
        let flags = |(id, function): (usize, &Function)| {
            let function_id = FuncId(id as u32);
            let blocks = function.blocks.iter();
            blocks.map(|block| analysis.flags(&tainted, function_id, &block.insts, &block.term)).collect()
        };
        Taint { symbolic: program.functions.iter().enumerate().map(flags).collect() }
    }

    /// Whether the instruction may use symbolic data; the number after the last instruction is the terminator.
    pub fn may_be_symbolic(&self, function: FuncId, block: BlockId, inst: usize) -> bool {
        self.symbolic[function.index()][block.index()][inst]
    }

    /// Input-dependent bug locations: places to examine symbolically.
    pub fn bug_locations<'a>(&'a self, program: &'a Program) -> impl Iterator<Item = (FuncId, BlockId, usize)> + 'a {
        self.positions(program, |block, at| match block.insts.get(at) {
            Some(inst) => inst.may_be_a_bug(),
            None => block.term.may_be_a_bug(),
        })
    }

    /// Input-dependent decisions: branches, switches and computed jumps on symbolic data.
    pub fn decisions<'a>(&'a self, program: &'a Program) -> impl Iterator<Item = (FuncId, BlockId, usize)> + 'a {
        self.positions(program, |block, at| at == block.insts.len() && block.term.edges().len() > 1)
    }

    fn positions<'a>(
        &'a self,
        program: &'a Program,
        wanted: impl Fn(&crate::ir::Block, usize) -> bool + 'a,
    ) -> impl Iterator<Item = (FuncId, BlockId, usize)> + 'a {
        let all = program.functions.iter().enumerate().flat_map(|(f, function)| {
            let blocks = function.blocks.iter().enumerate();
            blocks.flat_map(move |(b, block)| (0..=block.insts.len()).map(move |at| (f, b, at, block)))
        });
        all.filter(move |&(f, b, at, block)| self.symbolic[f][b][at] && wanted(block, at))
            .map(|(f, b, at, _)| (FuncId(f as u32), BlockId(b as u32), at))
    }
}

impl Inst {
    /// Whether this is a potential bug location: an instruction that some check looks at.
    pub fn may_be_a_bug(&self) -> bool {
        match self {
            Inst::Bin { op, flags, .. } => match op {
                BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem | BinOp::Shl | BinOp::LShr | BinOp::AShr => true,
                BinOp::Add | BinOp::Sub | BinOp::Mul => flags.no_signed_wrap || flags.no_unsigned_wrap,
                BinOp::And | BinOp::Or | BinOp::Xor => false,
            },
            Inst::CheckIndex { .. }
            | Inst::Load { .. }
            | Inst::Store { .. }
            | Inst::Alloca { .. }
            | Inst::MemCopy { .. }
            | Inst::MemSet { .. }
            | Inst::VaStart { .. }
            | Inst::VaCopy { .. }
            | Inst::VaEnd { .. }
            | Inst::Call(_)
            | Inst::Assume { .. }
            | Inst::Trap => true,
            Inst::PtrAdd { inbounds, .. } => *inbounds,
            Inst::Copy { .. }
            | Inst::Cmp { .. }
            | Inst::Cast { .. }
            | Inst::Select { .. }
            | Inst::Int { .. }
            | Inst::Overflow { .. }
            | Inst::FloatBin { .. }
            | Inst::FloatUn { .. }
            | Inst::FloatFma { .. }
            | Inst::FloatCmp { .. }
            | Inst::FloatCast { .. }
            | Inst::FloatClass { .. }
            | Inst::Lifetime { .. }
            | Inst::StackSave { .. }
            | Inst::StackRestore { .. }
            | Inst::ObjectSize { .. }
            | Inst::Unsupported { .. } => false,
        }
    }
}

impl Term {
    /// Whether this is a potential bug location.
    pub fn may_be_a_bug(&self) -> bool {
        match self {
            Term::Unreachable | Term::IndirectJump { .. } => true,
            Term::Jump(_) | Term::Branch { .. } | Term::Switch { .. } | Term::Return(_) | Term::Unsupported { .. } => {
                false
            }
        }
    }
}
