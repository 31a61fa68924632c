//! One function: which operands each LLVM value became, the registers, and the walk over blocks and instructions.
//!
//! Blocks are walked in reverse postorder, so every value is known before it is used; phis are the exception and are
//! left to `edges`. Blocks that cannot be reached are not lowered.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::ir;
use crate::ir::{BlockId, Inst, LocId, Operand, Param, Reg};
use crate::llvm::{self, Opcode, Value, ValueKind};
use crate::locals;
use crate::lower::cleanup;
use crate::lower::registers;
use crate::lower::renewed::Twins;
use crate::lower::source_types::Variables;
use crate::lower::types::ScalarKind;
use crate::lower::{Lowered, Lowering, Reason, unsupported};
use crate::targets::Mark;

/// The numbers of the reachable blocks, in the order of the source, and the order to walk them in.
pub(super) struct BlockNumbers<'m> {
    numbers: FxHashMap<llvm::Block<'m>, BlockId>,
    walk: Vec<llvm::Block<'m>>,
}

impl<'m> BlockNumbers<'m> {
    pub(super) fn new(function: Value<'m>) -> BlockNumbers<'m> {
        let walk = reverse_postorder(function);
        let mut numbers: FxHashMap<_, _> = walk.iter().map(|&block| (block, BlockId(0))).collect();
        let mut next = 0;
        for block in function.blocks() {
            if let Some(number) = numbers.get_mut(&block) {
                *number = BlockId(next);
                next += 1;
            }
        }
        BlockNumbers { numbers, walk }
    }

    pub(super) fn get(&self, block: llvm::Block<'m>) -> Option<BlockId> {
        self.numbers.get(&block).copied()
    }

    /// The number that stands for the block in its address; all blocks that are never reached share one.
    pub(super) fn address_number(&self, block: llvm::Block<'m>) -> BlockId {
        self.get(block).unwrap_or(BlockId(self.walk.len() as u32))
    }
}

/// Where control may go on; exceptional edges are not followed.
pub(super) fn followed_successors(term: Value<'_>) -> Vec<llvm::Block<'_>> {
    match term.opcode() {
        Opcode::LLVMInvoke => vec![term.normal_destination()],
        Opcode::LLVMBr | Opcode::LLVMSwitch | Opcode::LLVMIndirectBr => term.successors(),
        _ => Vec::new(),
    }
}

fn reverse_postorder<'m>(function: Value<'m>) -> Vec<llvm::Block<'m>> {
    let Some(entry) = function.blocks().next() else { return Vec::new() };
    let successors = |block: llvm::Block<'m>| block.terminator().map(followed_successors).unwrap_or_default();
    let mut seen = rustc_hash::FxHashSet::from_iter([entry]);
    let mut order = Vec::new();
    let mut stack = vec![(entry, successors(entry))];
    while let Some((block, pending)) = stack.last_mut() {
        match pending.pop() {
            Some(next) if seen.insert(next) => stack.push((next, successors(next))),
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// What becomes of a function's body.
pub(super) struct Body {
    pub(super) params: Vec<Param>,
    pub(super) reg_width: Vec<u16>,
    pub(super) blocks: Vec<ir::Block>,
}

pub(super) struct FunctionLowering<'a, 'm> {
    pub(super) module: &'a mut Lowering<'m>,
    pub(super) function: Value<'m>,
    pub(super) numbers: Rc<BlockNumbers<'m>>,
    /// It is one of the library's models.
    pub(super) is_model: bool,
    /// Start and length in `pool` of the scalars of each value.
    values: FxHashMap<Value<'m>, (u32, u32)>,
    pool: Vec<Operand>,
    reg_width: Vec<u16>,
    /// The block under construction.
    block: BlockId,
    insts: Vec<Inst>,
    locs: Vec<LocId>,
    pub(super) loc: LocId,
    /// Looked up when the first call asks.
    pub(super) variables: Option<Variables<'m>>,
    pub(super) twins: Twins<'m>,
    /// Blocks that end in finding the way on behind the end of a scope.
    dispatching: Vec<BlockId>,
}

impl<'a, 'm> FunctionLowering<'a, 'm> {
    pub(super) fn new(module: &'a mut Lowering<'m>, function: Value<'m>) -> FunctionLowering<'a, 'm> {
        let numbers = module.blocks_of(function);
        let is_model = module.functions.get(&function).is_some_and(|id| module.program.function(*id).from_runtime);
        FunctionLowering {
            is_model,
            module,
            function,
            numbers,
            values: FxHashMap::default(),
            pool: Vec::new(),
            reg_width: Vec::new(),
            block: BlockId(0),
            insts: Vec::new(),
            locs: Vec::new(),
            loc: LocId(0),
            variables: None,
            twins: Twins::default(),
            dispatching: Vec::new(),
        }
    }

    pub(super) fn run(mut self) -> Body {
        let params = self.bind_params();
        let numbers = Rc::clone(&self.numbers);
        let mut blocks: Vec<Option<ir::Block>> = vec![None; numbers.walk.len()];
        if let Some(reason) = self.unsupported_signature() {
            self.emit_unsupported(reason);
        }
        for &block in &numbers.walk {
            let Some(number) = numbers.get(block) else { continue };
            self.block = number;
            if cleanup::is_end_of_scopes(&block.name()) {
                self.dispatches();
            }
            let term = self.block(block);
            blocks[number.index()] =
                Some(ir::Block { insts: std::mem::take(&mut self.insts), term, locs: std::mem::take(&mut self.locs) });
        }
        // Every number below the count of walked blocks belongs to one of them, so nothing is lost here.
        let mut blocks: Vec<ir::Block> = blocks.into_iter().flatten().collect();
        self.fill_edges(&numbers.walk, &mut blocks);
        self.lead_past_ends_of_scopes(&mut blocks);
        let params = self.share_registers(params, &mut blocks);
        Body { params, reg_width: self.reg_width, blocks }
    }

    /// Returns the parameters with their new registers.
    fn share_registers(&mut self, mut params: Vec<Param>, blocks: &mut [ir::Block]) -> Vec<Param> {
        let stay = locals::calls_setjmp(self.function);
        let mut named = self.take_locals();
        let own = |reg: Reg| stay || reg.index() < params.len() || named.has(reg);
        let new = registers::share(blocks, &mut self.reg_width, own);
        params.iter_mut().for_each(|param| param.reg = new[param.reg.index()]);
        named.rename(|reg| new[reg.index()]);
        self.put_locals(named);
        params
    }

    fn lead_past_ends_of_scopes(&mut self, blocks: &mut Vec<ir::Block>) {
        // Addresses of blocks are their numbers, and those who hold one do not say which.
        let has_addresses = blocks.iter().any(|block| matches!(block.term, ir::Term::IndirectJump { .. }));
        if self.dispatching.is_empty() || has_addresses {
            return;
        }
        // A target may be nothing but a mark in a block.
        let Some(function) = self.module.function_named(self.function) else { return };
        let marks = &mut self.module.marks;
        self.dispatching.retain(|&number| marks.iter().all(|mark| (mark.function, mark.block) != (function, number)));
        let numbers = cleanup::lead_past(blocks, &self.dispatching);
        marks.retain_mut(|mark| {
            if mark.function != function {
                return true;
            }
            let number = numbers[mark.block.index()];
            number.inspect(|&number| mark.block = number).is_some()
        });
    }

    /// The block under construction is one that only finds the way on.
    pub(super) fn dispatches(&mut self) {
        self.dispatching.push(self.block);
    }

    fn bind_params(&mut self) -> Vec<Param> {
        let function = self.function;
        let reg_width = &mut self.reg_width;
        let params = self.module.params(function, |width| {
            reg_width.push(width);
            Reg(reg_width.len() as u32 - 1)
        });
        let mut next = 0;
        for param in function.params() {
            let count = self.module.shape(param.ty()).map_or(0, |shape| shape.leaves.len());
            let regs = (next..next + count).map(|i| Operand::Reg(params[i].reg)).collect();
            self.define(param, regs);
            next += count;
        }
        params
    }

    fn unsupported_signature(&mut self) -> Option<Reason> {
        let returned = self.function.value_type().returned();
        let params = self.function.params();
        let mut types = params.iter().map(|p| p.ty()).chain([returned]);
        types.find_map(|ty| self.module.shape(ty).err())
    }

    /// Lowers the instructions and returns the terminator, whose edges still lack their copies.
    fn block(&mut self, block: llvm::Block<'m>) -> ir::Term {
        let mut term = ir::Term::Unreachable;
        for inst in block.instructions() {
            self.loc = self.module.locations.instruction(inst);
            if inst.is_terminator() {
                term = self.terminator(inst);
                self.locs.push(self.loc);
            } else {
                let operands = self.instruction(inst).unwrap_or_else(|reason| {
                    self.emit_unsupported(reason);
                    self.undefined(inst)
                });
                self.define(inst, operands);
            }
        }
        term
    }

    /// Lowers one instruction and returns the scalars it gives.
    fn instruction(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        if self.uses_limbs(inst) {
            return self.limb_instruction(inst);
        }
        match inst.opcode() {
            Opcode::LLVMAdd
            | Opcode::LLVMSub
            | Opcode::LLVMMul
            | Opcode::LLVMUDiv
            | Opcode::LLVMSDiv
            | Opcode::LLVMURem
            | Opcode::LLVMSRem
            | Opcode::LLVMShl
            | Opcode::LLVMLShr
            | Opcode::LLVMAShr
            | Opcode::LLVMAnd
            | Opcode::LLVMOr
            | Opcode::LLVMXor => self.integer_binary(inst),
            Opcode::LLVMFAdd | Opcode::LLVMFSub | Opcode::LLVMFMul | Opcode::LLVMFDiv | Opcode::LLVMFRem => {
                self.float_binary(inst)
            }
            Opcode::LLVMFNeg => self.float_negate(inst),
            Opcode::LLVMICmp => self.integer_compare(inst),
            Opcode::LLVMFCmp => self.float_compare(inst),
            Opcode::LLVMSelect => self.select(inst),
            Opcode::LLVMFreeze => self.freeze(inst),

            Opcode::LLVMTrunc
            | Opcode::LLVMZExt
            | Opcode::LLVMSExt
            | Opcode::LLVMFPToUI
            | Opcode::LLVMFPToSI
            | Opcode::LLVMUIToFP
            | Opcode::LLVMSIToFP
            | Opcode::LLVMFPTrunc
            | Opcode::LLVMFPExt
            | Opcode::LLVMPtrToInt
            | Opcode::LLVMIntToPtr
            | Opcode::LLVMBitCast
            | Opcode::LLVMAddrSpaceCast => self.cast(inst),

            Opcode::LLVMAlloca => self.alloca(inst),
            Opcode::LLVMLoad => self.load(inst),
            Opcode::LLVMStore => self.store(inst),
            // One thread: every order is sequential.
            Opcode::LLVMFence => Ok(Vec::new()),
            Opcode::LLVMAtomicRMW => self.atomic_update(inst),
            Opcode::LLVMAtomicCmpXchg => self.compare_exchange(inst),
            Opcode::LLVMGetElementPtr => self.element_pointer(inst),

            Opcode::LLVMExtractValue => self.extract_value(inst),
            Opcode::LLVMInsertValue => self.insert_value(inst),
            Opcode::LLVMExtractElement => self.extract_element(inst),
            Opcode::LLVMInsertElement => self.insert_element(inst),
            Opcode::LLVMShuffleVector => self.shuffle_vector(inst),

            Opcode::LLVMPHI => self.phi(inst),
            Opcode::LLVMCall => self.call(inst),

            Opcode::LLVMVAArg => unsupported("va_arg instruction"),
            Opcode::LLVMLandingPad | Opcode::LLVMCatchPad | Opcode::LLVMCleanupPad => unsupported("exception handling"),
            Opcode::LLVMUserOp1 | Opcode::LLVMUserOp2 => unsupported("user-defined instruction"),
            Opcode::LLVMRet
            | Opcode::LLVMBr
            | Opcode::LLVMSwitch
            | Opcode::LLVMIndirectBr
            | Opcode::LLVMInvoke
            | Opcode::LLVMUnreachable
            | Opcode::LLVMCallBr
            | Opcode::LLVMResume
            | Opcode::LLVMCleanupRet
            | Opcode::LLVMCatchRet
            | Opcode::LLVMCatchSwitch => unsupported("terminator inside a block"),
        }
    }

    fn phi(&mut self, inst: Value<'m>) -> Lowered<Vec<Operand>> {
        let shape = self.module.shape(inst.ty())?;
        Ok(shape.scalars().map(|scalar| Operand::Reg(self.reg(scalar.width))).collect())
    }

    /// A new register.
    pub(super) fn reg(&mut self, width: u16) -> Reg {
        self.reg_width.push(width);
        Reg(self.reg_width.len() as u32 - 1)
    }

    pub(super) fn reg_width_of(&self, reg: Reg) -> u16 {
        self.reg_width[reg.index()]
    }

    pub(super) fn emit(&mut self, inst: Inst) {
        self.insts.push(inst);
        self.locs.push(self.loc);
    }

    /// Emits an instruction that writes one new register, and returns that.
    pub(super) fn emit_to(&mut self, width: u16, inst: impl FnOnce(Reg) -> Inst) -> Operand {
        let dst = self.reg(width);
        self.emit(inst(dst));
        Operand::Reg(dst)
    }

    /// A target is reached here.
    pub(super) fn mark(&mut self, target: u32) {
        if let Some(function) = self.module.function_named(self.function) {
            let mark = Mark { function, block: self.block, inst: self.insts.len() as u32, target };
            self.module.marks.push(mark);
        }
    }

    pub(super) fn emit_unsupported(&mut self, reason: Reason) {
        let reason = self.module.reason(reason);
        self.emit(Inst::Unsupported { reason });
    }

    pub(super) fn define(&mut self, value: Value<'m>, operands: Vec<Operand>) {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(&operands);
        self.values.insert(value, (start, operands.len() as u32));
    }

    /// The scalars of a value.
    pub(super) fn operands(&mut self, value: Value<'m>) -> Lowered<Vec<Operand>> {
        match value.kind() {
            ValueKind::LLVMArgumentValueKind | ValueKind::LLVMInstructionValueKind => match self.values.get(&value) {
                Some(&(start, len)) => Ok(self.pool[start as usize..(start + len) as usize].to_vec()),
                // Defined in a block that is never reached.
                None => Ok(self.undefined(value)),
            },
            ValueKind::LLVMMetadataAsValueValueKind => unsupported("metadata used as a value"),
            _ => self.module.constant(value),
        }
    }

    /// The one scalar of a value.
    pub(super) fn operand(&mut self, value: Value<'m>) -> Lowered<Operand> {
        if let Some(&(start, 1)) = self.values.get(&value) {
            return Ok(self.pool[start as usize]);
        }
        match self.operands(value)?[..] {
            [operand] => Ok(operand),
            _ => unsupported(format!("{} where one scalar is expected", value.ty().spelling())),
        }
    }

    /// Arbitrary scalars of the value's type.
    fn undefined(&mut self, value: Value<'m>) -> Vec<Operand> {
        match self.module.shape(value.ty()) {
            Ok(shape) => shape.scalars().map(|s| Operand::Undef(s.width)).collect(),
            Err(_) => Vec::new(),
        }
    }

    /// Width of the scalar a value is or is a vector of.
    pub(super) fn width(&self, value: Value<'m>) -> Lowered<u16> {
        Ok(self.module.scalar(value.ty())?.width)
    }

    /// Format of the float a value is or is a vector of.
    pub(super) fn format(&self, value: Value<'m>) -> Lowered<ir::FloatFormat> {
        match self.module.scalar(value.ty())?.kind {
            ScalarKind::Float(format) => Ok(format),
            ScalarKind::Integer | ScalarKind::Pointer => unsupported("float operation on another type"),
        }
    }

    /// An operand brought to another width, as an unsigned number.
    pub(super) fn resized(&mut self, value: Operand, from: u16, to: u16) -> Operand {
        if from == to {
            return value;
        }
        if let Some(bits) = self.module.known_bits(value) {
            return self.module.immediate(bits, to);
        }
        let op = if from < to { ir::CastOp::ZExt } else { ir::CastOp::Trunc };
        self.emit_to(to, |dst| Inst::Cast { op, from, to, dst, a: value })
    }
}
