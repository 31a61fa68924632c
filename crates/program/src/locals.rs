//! Locals that `mem2reg` makes registers of, and what they hold before their first assignment.
//!
//! Promotion replaces a read before the first write by `undef`, and then `phi [undef], [x]` by `x`: code that reads an
//! uninitialised variable on one path would look safe. It also forgets where scopes begin: a variable of a loop's body would
//! keep its value into the next round. So where a read may come before a write, counted from where the scope begins, the
//! variable gets an explicit arbitrary value there first, a new one each time.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::llvm::{Block, Module, Opcode, Type, TypeKind, Value};

/// Functions that return twice, and the second time must find the variables as they were left.
const RETURN_TWICE: &[&str] = &["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "vfork", "getcontext"];

/// Prepares a function for promotion.
pub(crate) fn prepare(module: &Module, function: Value<'_>) {
    for alloca in pointed_to(function) {
        module.make_array_of_one(alloca);
    }
    let variables = scalar_variables(function);
    if calls_setjmp(function) {
        variables.into_iter().for_each(keep_in_memory);
        return;
    }
    let mut touches = Touches::default();
    let mut arbitrary = Vec::new();
    for alloca in variables {
        for begin in scopes(alloca) {
            if touches.may_be_read_first(alloca, begin) {
                arbitrary.push((alloca, begin));
            }
        }
    }
    // Only now, because positions of instructions have been counted.
    for (alloca, begin) in arbitrary {
        if let Some(next) = begin.next_instruction() {
            module.initialise_arbitrarily(alloca, next);
        }
    }
}

/// Whether some function that it calls returns twice.
pub(crate) fn calls_setjmp(function: Value<'_>) -> bool {
    let mut insts = function.blocks().flat_map(|block| block.instructions());
    insts.any(returns_twice)
}

/// Whether an instruction is a call of a function that returns twice.
pub(crate) fn returns_twice(inst: Value<'_>) -> bool {
    inst.opcode() == Opcode::LLVMCall && RETURN_TWICE.contains(&inst.called_value().name().as_str())
}

/// Keeps `mem2reg` from promoting a variable. To the machine, volatile accesses are like any others.
fn keep_in_memory(alloca: Value<'_>) {
    let accesses = alloca.users().filter(|user| matches!(user.opcode(), Opcode::LLVMLoad | Opcode::LLVMStore));
    accesses.for_each(Value::set_volatile);
}

/// Variables to which something points now, and may not once the pointers are registers. They would be promoted then, without
/// anybody having seen that they are read too early, or used when their scope has ended.
fn pointed_to(function: Value<'_>) -> Vec<Value<'_>> {
    let Some(entry) = function.blocks().next() else { return Vec::new() };
    let allocas = entry.instructions().filter(|inst| inst.opcode() == Opcode::LLVMAlloca);
    let pointed_to = |alloca: &Value<'_>| {
        alloca.operand(0).as_int() == Some(1)
            && is_scalar(alloca.allocated_type())
            && !is_scalar_variable(*alloca)
            && alloca.users().all(|user| user.opcode() != Opcode::LLVMCall || scope_marker(user).is_some())
    };
    allocas.filter(pointed_to).collect()
}

fn scalar_variables(function: Value<'_>) -> Vec<Value<'_>> {
    let Some(entry) = function.blocks().next() else { return Vec::new() };
    let allocas = entry.instructions().filter(|inst| inst.opcode() == Opcode::LLVMAlloca);
    allocas.filter(|&alloca| is_scalar_variable(alloca)).collect()
}

fn is_scalar(ty: Type<'_>) -> bool {
    !matches!(
        ty.kind(),
        TypeKind::LLVMStructTypeKind
            | TypeKind::LLVMArrayTypeKind
            | TypeKind::LLVMVectorTypeKind
            | TypeKind::LLVMScalableVectorTypeKind
            | TypeKind::LLVMTargetExtTypeKind
    )
}

fn is_scalar_variable(alloca: Value<'_>) -> bool {
    let ty = alloca.allocated_type();
    is_scalar(ty)
        && alloca.users().all(|user| match user.opcode() {
            Opcode::LLVMLoad => user.ty() == ty && !user.is_volatile(),
            Opcode::LLVMStore => user.operand(0) != alloca && user.operand(0).ty() == ty && !user.is_volatile(),
            Opcode::LLVMCall => scope_marker(user).is_some(),
            _ => false,
        })
}

/// Whether a call marks the begin (true) or the end of a variable's scope.
pub(crate) fn scope_marker(call: Value<'_>) -> Option<bool> {
    match call.called_intrinsic()?.as_str() {
        "llvm.lifetime.start" => Some(true),
        "llvm.lifetime.end" => Some(false),
        _ => None,
    }
}

/// Where the scope of a variable begins: as marked, else where it is made.
fn scopes(alloca: Value<'_>) -> Vec<Value<'_>> {
    let is_begin = |user: &Value<'_>| user.opcode() == Opcode::LLVMCall && scope_marker(*user) == Some(true);
    let begins: Vec<_> = alloca.users().filter(is_begin).collect();
    if begins.is_empty() { vec![alloca] } else { begins }
}

/// Where in its block each instruction stands; counted when a block is first asked about.
#[derive(Default)]
struct Touches<'m> {
    positions: FxHashMap<Value<'m>, u32>,
    counted: FxHashSet<Block<'m>>,
}

impl<'m> Touches<'m> {
    fn position(&mut self, inst: Value<'m>) -> u32 {
        let block = inst.parent_block();
        if self.counted.insert(block) {
            self.positions.extend(block.instructions().zip(0..));
        }
        self.positions.get(&inst).copied().unwrap_or(0)
    }

    /// Whether there is a way from `begin` to a read of the variable with no write on it.
    fn may_be_read_first(&mut self, alloca: Value<'m>, begin: Value<'m>) -> bool {
        let mut by_block: FxHashMap<Block<'m>, Vec<(u32, bool)>> = FxHashMap::default();
        for user in alloca.users() {
            let reads = user.opcode() == Opcode::LLVMLoad;
            let position = self.position(user);
            by_block.entry(user.parent_block()).or_default().push((position, reads));
        }
        let first_after = |block: Block<'m>, after: Option<u32>| {
            let here = by_block.get(&block)?.iter();
            here.filter(|(position, _)| after.is_none_or(|after| *position > after)).min().map(|&(_, reads)| reads)
        };
        let start = begin.parent_block();
        let position = self.position(begin);
        if let Some(reads) = first_after(start, Some(position)) {
            return reads;
        }
        let mut seen = FxHashSet::default();
        let mut pending = start.terminator().map(Value::successors).unwrap_or_default();
        while let Some(block) = pending.pop() {
            if !seen.insert(block) {
                continue;
            }
            match first_after(block, None) {
                Some(true) => return true,
                Some(false) => {}
                None => pending.extend(block.terminator().map(Value::successors).unwrap_or_default()),
            }
        }
        false
    }
}
