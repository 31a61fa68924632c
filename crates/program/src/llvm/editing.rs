//! Changes to code that no pass of LLVM makes: instructions put in, blocks joined, what is no longer used taken out.

use std::ffi::CString;
use std::ptr;

use llvm_sys::LLVMIntPredicate;
use llvm_sys::core::*;
use llvm_sys::debuginfo::{LLVMInstructionGetDebugLoc, LLVMInstructionSetDebugLoc};
use llvm_sys::prelude::{LLVMBuilderRef, LLVMTypeRef, LLVMValueRef};

use super::{Block, Linkage, Module, Opcode, Value, ask, ask_at};

impl Module {
    /// Does something with a builder that stands before an instruction. What is built has no position in the source.
    pub(super) fn build_before<T>(&self, before: Value<'_>, build: impl FnOnce(LLVMBuilderRef) -> T) -> T {
        // SAFETY: context and instruction are alive; the builder is disposed of.
        unsafe {
            let builder = LLVMCreateBuilderInContext(self.context());
            LLVMPositionBuilderBefore(builder, before.raw);
            LLVMSetCurrentDebugLocation2(builder, ptr::null_mut());
            let built = build(builder);
            LLVMDisposeBuilder(builder);
            built
        }
    }

    /// Calls a function of our own, `void name(i1, i32)`, before an instruction, at the source position of `like`.
    pub(crate) fn call_with_bit<'m>(
        &'m self,
        before: Value<'m>,
        name: &str,
        bit: Value<'m>,
        number: u32,
        like: Value<'m>,
    ) {
        let Ok(name) = CString::new(name) else { return };
        // SAFETY: context and module are alive, and so are the values, which are of this module.
        unsafe {
            let (context, module) = (self.context(), self.raw());
            let number_type = LLVMInt32TypeInContext(context);
            let mut params: [LLVMTypeRef; 2] = [LLVMInt1TypeInContext(context), number_type];
            let ty = LLVMFunctionType(LLVMVoidTypeInContext(context), params.as_mut_ptr(), 2, 0);
            let mut function = LLVMGetNamedFunction(module, name.as_ptr());
            if function.is_null() {
                function = LLVMAddFunction(module, name.as_ptr(), ty);
            }
            let mut args: [LLVMValueRef; 2] = [bit.raw, LLVMConstInt(number_type, number as u64, 0)];
            let call =
                self.build_before(before, |b| LLVMBuildCall2(b, ty, function, args.as_mut_ptr(), 2, c"".as_ptr()));
            LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(like.raw));
        }
    }

    /// Calls a function of our own, `void name(ptr, i64)`, before an instruction, at its source position.
    pub(crate) fn call_with_address<'m>(&'m self, before: Value<'m>, name: &str, address: Value<'m>, number: u64) {
        let Ok(name) = CString::new(name) else { return };
        // SAFETY: context and module are alive, and so are the values, which are of this module.
        unsafe {
            let (context, module) = (self.context(), self.raw());
            let number_type = LLVMInt64TypeInContext(context);
            let mut params: [LLVMTypeRef; 2] = [LLVMTypeOf(address.raw), number_type];
            let ty = LLVMFunctionType(LLVMVoidTypeInContext(context), params.as_mut_ptr(), 2, 0);
            let mut function = LLVMGetNamedFunction(module, name.as_ptr());
            if function.is_null() {
                function = LLVMAddFunction(module, name.as_ptr(), ty);
            }
            let mut args: [LLVMValueRef; 2] = [address.raw, LLVMConstInt(number_type, number, 0)];
            let call =
                self.build_before(before, |b| LLVMBuildCall2(b, ty, function, args.as_mut_ptr(), 2, c"".as_ptr()));
            LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(before.raw));
        }
    }

    /// Whether an address is not null, as a value before an instruction.
    pub(crate) fn is_not_null_before<'m>(&'m self, before: Value<'m>, address: Value<'m>) -> Value<'m> {
        // SAFETY: the values are alive and of this module, and the address is a pointer.
        Value::new(self.build_before(before, |b| unsafe {
            let null = LLVMConstNull(LLVMTypeOf(address.raw));
            LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntNE, address.raw, null, c"".as_ptr())
        }))
    }

    /// Whether the object that an address is in has so many bytes from there on, as a value before an instruction.
    pub(crate) fn has_bytes_before<'m>(&'m self, before: Value<'m>, address: Value<'m>, bytes: u64) -> Value<'m> {
        const NAME: &str = "llvm.objectsize";
        // SAFETY: context, module and values are alive, and the address is a pointer; the name has as many bytes as it says, and the
        // intrinsic has two types that its name depends on.
        Value::new(self.build_before(before, |b| unsafe {
            let (bit, size) = (LLVMInt1TypeInContext(self.context()), LLVMInt64TypeInContext(self.context()));
            let mut types = [size, LLVMTypeOf(address.raw)];
            let id = LLVMLookupIntrinsicID(NAME.as_ptr().cast(), NAME.len());
            let function = LLVMGetIntrinsicDeclaration(self.raw(), id, types.as_mut_ptr(), 2);
            // The largest it may be, null is not known, and it may be computed.
            let [no, yes] = [0, 1].map(|value| LLVMConstInt(bit, value, 0));
            let mut args = [address.raw, no, yes, yes];
            let ty = LLVMGlobalGetValueType(function);
            let known = LLVMBuildCall2(b, ty, function, args.as_mut_ptr(), 4, c"".as_ptr());
            LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntUGE, known, LLVMConstInt(size, bytes, 0), c"".as_ptr())
        }))
    }

    /// The truth value as a constant.
    pub(crate) fn bit(&self, value: bool) -> Value<'_> {
        // SAFETY: the context is alive.
        Value::new(unsafe { LLVMConstInt(LLVMInt1TypeInContext(self.context()), value as u64, 0) })
    }

    /// A new local bit at the start of a function, false at first.
    pub(crate) fn local_bit<'m>(&'m self, first: Value<'m>) -> Value<'m> {
        // SAFETY: the context is alive.
        let alloca = self.build_before(first, |b| unsafe {
            LLVMBuildAlloca(b, LLVMInt1TypeInContext(self.context()), c"".as_ptr())
        });
        let alloca = Value::new(alloca);
        self.store_before(first, self.bit(false), alloca);
        alloca
    }

    pub(crate) fn store_before<'m>(&'m self, before: Value<'m>, value: Value<'m>, to: Value<'m>) {
        // SAFETY: the values are alive and of this module.
        self.build_before(before, |b| unsafe { LLVMBuildStore(b, value.raw, to.raw) });
    }

    pub(crate) fn load_bit_before<'m>(&'m self, before: Value<'m>, from: Value<'m>) -> Value<'m> {
        // SAFETY: the values are alive and of this module.
        Value::new(self.build_before(before, |b| unsafe {
            LLVMBuildLoad2(b, LLVMInt1TypeInContext(self.context()), from.raw, c"".as_ptr())
        }))
    }

    /// Whether a number is below a limit, as a value before an instruction.
    pub(crate) fn is_below_before<'m>(&'m self, before: Value<'m>, number: Value<'m>, limit: u64) -> Value<'m> {
        // SAFETY: the values are alive and of this module, and the number is an integer.
        Value::new(self.build_before(before, |b| unsafe {
            let limit = LLVMConstInt(LLVMTypeOf(number.raw), limit, 0);
            LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntULT, number.raw, limit, c"".as_ptr())
        }))
    }

    /// Whether a zero is among the characters from an address on, as a value before an instruction: `memchr` or `wmemchr` is asked.
    pub(crate) fn has_zero_before<'m>(
        &'m self,
        before: Value<'m>,
        from: Value<'m>,
        characters: u64,
        wide: bool,
    ) -> Value<'m> {
        let name = if wide { c"wmemchr" } else { c"memchr" };
        // SAFETY: context, module and values are alive, and the address is a pointer.
        Value::new(self.build_before(before, |b| unsafe {
            let (pointer, int, size) =
                (LLVMTypeOf(from.raw), LLVMInt32TypeInContext(self.context()), LLVMInt64TypeInContext(self.context()));
            let mut params: [LLVMTypeRef; 3] = [pointer, int, size];
            let ty = LLVMFunctionType(pointer, params.as_mut_ptr(), 3, 0);
            let mut function = LLVMGetNamedFunction(self.raw(), name.as_ptr());
            if function.is_null() {
                function = LLVMAddFunction(self.raw(), name.as_ptr(), ty);
            }
            let mut args: [LLVMValueRef; 3] = [from.raw, LLVMConstInt(int, 0, 0), LLVMConstInt(size, characters, 0)];
            let found = LLVMBuildCall2(b, ty, function, args.as_mut_ptr(), 3, c"".as_ptr());
            LLVMInstructionSetDebugLoc(found, LLVMInstructionGetDebugLoc(before.raw));
            LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntNE, found, LLVMConstNull(pointer), c"".as_ptr())
        }))
    }

    /// Whether a signed number is below a limit, as a value before an instruction.
    pub(crate) fn is_less_before<'m>(&'m self, before: Value<'m>, number: Value<'m>, limit: u64) -> Value<'m> {
        // SAFETY: the values are alive and of this module, and the number is an integer.
        Value::new(self.build_before(before, |b| unsafe {
            let limit = LLVMConstInt(LLVMTypeOf(number.raw), limit, 0);
            LLVMBuildICmp(b, LLVMIntPredicate::LLVMIntSLT, number.raw, limit, c"".as_ptr())
        }))
    }

    /// Whether at least one of two bits is set, as a value before an instruction.
    pub(crate) fn either_before<'m>(&'m self, before: Value<'m>, one: Value<'m>, other: Value<'m>) -> Value<'m> {
        // SAFETY: the values are alive and of this module.
        Value::new(self.build_before(before, |b| unsafe { LLVMBuildOr(b, one.raw, other.raw, c"".as_ptr()) }))
    }

    /// The negation of a bit, as a value before an instruction.
    pub(crate) fn not_before<'m>(&'m self, before: Value<'m>, bit: Value<'m>) -> Value<'m> {
        // SAFETY: the value is alive and of this module.
        Value::new(self.build_before(before, |b| unsafe { LLVMBuildNot(b, bit.raw, c"".as_ptr()) }))
    }

    /// The product of two numbers, as a value before an instruction.
    pub(crate) fn product_before<'m>(&'m self, before: Value<'m>, one: Value<'m>, other: Value<'m>) -> Value<'m> {
        // SAFETY: the values are alive, of this module, and of one type.
        Value::new(self.build_before(before, |b| unsafe { LLVMBuildMul(b, one.raw, other.raw, c"".as_ptr()) }))
    }

    /// Makes a local an array of one element, which no pass takes for a register: its accesses are not of its type.
    pub(crate) fn make_array_of_one(&self, alloca: Value<'_>) {
        // SAFETY: the local is alive; what takes its place is as large and aligned, and stands before everything that uses it.
        unsafe {
            let array = LLVMArrayType2(LLVMGetAllocatedType(alloca.raw), 1);
            let instead = self.build_before(alloca, |b| LLVMBuildAlloca(b, array, c"".as_ptr()));
            LLVMSetAlignment(instead, LLVMGetAlignment(alloca.raw));
            LLVMInstructionSetDebugLoc(instead, LLVMInstructionGetDebugLoc(alloca.raw));
            LLVMReplaceAllUsesWith(alloca.raw, instead);
            let mut len = 0;
            let name = LLVMGetValueName2(alloca.raw, &mut len);
            let name = std::slice::from_raw_parts(name.cast::<u8>(), len).to_vec();
            LLVMInstructionEraseFromParent(alloca.raw);
            LLVMSetValueName2(instead, name.as_ptr().cast(), name.len());
        }
    }

    /// Marks that the life of a local begins or ends before an instruction.
    pub(crate) fn mark_lifetime(&self, before: Value<'_>, alloca: Value<'_>, begins: bool) {
        self.mark_lifetime_like(before, alloca, begins, None);
    }

    /// The same, at the source position of another instruction, which the reports name then.
    pub(crate) fn mark_lifetime_like(
        &self,
        before: Value<'_>,
        alloca: Value<'_>,
        begins: bool,
        like: Option<Value<'_>>,
    ) {
        let name = if begins { "llvm.lifetime.start" } else { "llvm.lifetime.end" };
        // SAFETY: context, module and values are alive; the name has as many bytes as it says, and the intrinsic has one
        // parameter that its name depends on.
        unsafe {
            let mut pointer = [LLVMTypeOf(alloca.raw)];
            let id = LLVMLookupIntrinsicID(name.as_ptr().cast(), name.len());
            let function = LLVMGetIntrinsicDeclaration(self.raw(), id, pointer.as_mut_ptr(), 1);
            let whole = LLVMConstInt(LLVMInt64TypeInContext(self.context()), u64::MAX, 0);
            let mut args = [whole, alloca.raw];
            let call = self.build_before(before, |b| {
                LLVMBuildCall2(b, LLVMGlobalGetValueType(function), function, args.as_mut_ptr(), 2, c"".as_ptr())
            });
            if let Some(like) = like {
                LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(like.raw));
            }
        }
    }

    /// Lets a block that ended in a choice go on to `next` always.
    pub(crate) fn drop_edge<'m>(&'m self, block: Block<'m>, next: Block<'m>) {
        let Some(choice) = block.terminator() else { return };
        // SAFETY: the blocks are alive and of one function; one terminator takes the place of the other.
        unsafe {
            self.build_before(choice, |b| LLVMBuildBr(b, next.raw));
            LLVMInstructionEraseFromParent(choice.raw);
        }
    }

    /// Makes one block of two, where the first goes on to the second and nothing else leads there.
    pub(crate) fn join<'m>(&'m self, block: Block<'m>, next: Block<'m>) {
        let has_phi = next.instructions().next().is_some_and(|inst| inst.opcode() == Opcode::LLVMPHI);
        if has_phi || block == next || next.predecessors()[..] != [block] {
            return;
        }
        let Some(jump) = block.terminator() else { return };
        // SAFETY: the blocks are alive and of one function; what the second is made of moves to the first, terminator
        // included, and then nobody names it any more.
        unsafe {
            LLVMInstructionEraseFromParent(jump.raw);
            // Phis of the blocks behind name the block they come from.
            LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(next.raw), LLVMBasicBlockAsValue(block.raw));
            let builder = LLVMCreateBuilderInContext(self.context());
            LLVMPositionBuilderAtEnd(builder, block.raw);
            for inst in next.instructions().collect::<Vec<_>>() {
                LLVMInstructionRemoveFromParent(inst.raw);
                LLVMInsertIntoBuilder(builder, inst.raw);
            }
            LLVMDisposeBuilder(builder);
            LLVMDeleteBasicBlock(next.raw);
        }
    }

    /// Deletes a block that nothing leads to, if that is so.
    pub(crate) fn delete_if_unreached(&self, block: Block<'_>) {
        if block.predecessors().is_empty() {
            // SAFETY: the block is alive; nobody jumps to it, and only it can use what it defines.
            unsafe { LLVMDeleteBasicBlock(block.raw) };
        }
    }

    /// Deletes globals that only this module sees and nobody uses, and what was only used by them.
    pub(crate) fn delete_unused_globals(&self) {
        loop {
            let unused = |global: &Value<'_>| global.linkage() == Linkage::LLVMPrivateLinkage && !global.is_used();
            let found: Vec<_> = self.globals().into_iter().filter(unused).collect();
            if found.is_empty() {
                return;
            }
            for global in found {
                global.delete_global();
            }
        }
    }
}

impl<'m> Block<'m> {
    pub(crate) fn name(self) -> String {
        Value::<'m>::new(ask(self.raw, LLVMBasicBlockAsValue)).name()
    }

    /// The block behind this one in the function.
    pub(crate) fn next(self) -> Option<Block<'m>> {
        let raw = ask(self.raw, LLVMGetNextBasicBlock);
        (!raw.is_null()).then(|| Block::new(raw))
    }

    /// The blocks that may lead here, once for each way.
    pub(crate) fn predecessors(self) -> Vec<Block<'m>> {
        let users = Value::<'m>::new(ask(self.raw, LLVMBasicBlockAsValue)).users();
        users.filter(|user| user.is_instruction() && user.is_terminator()).map(Value::parent_block).collect()
    }
}

impl<'m> Value<'m> {
    fn is_instruction(self) -> bool {
        !ask(self.raw, LLVMIsAInstruction).is_null()
    }

    /// Whoever uses this uses null instead.
    pub(crate) fn become_null(self) {
        // SAFETY: both are alive and of one type.
        unsafe { LLVMReplaceAllUsesWith(self.raw, LLVMConstNull(LLVMTypeOf(self.raw))) }
    }

    /// Deletes a variable that nobody uses.
    pub(crate) fn delete_global(self) {
        ask(self.raw, LLVMDeleteGlobal)
    }

    /// Deletes a function that nobody uses.
    pub(crate) fn delete_function(self) {
        ask(self.raw, LLVMDeleteFunction)
    }

    /// What a global starts with.
    pub(crate) fn initial_value(self) -> Option<Value<'m>> {
        Value::optional(ask(self.raw, LLVMGetInitializer))
    }

    /// Whether this is a constant number.
    pub(crate) fn as_int(self) -> Option<u128> {
        let is_int = !ask(self.raw, LLVMIsAConstantInt).is_null();
        is_int.then(|| self.int_bits())
    }

    pub(crate) fn has_string_attribute(self, name: &str) -> bool {
        let index = llvm_sys::LLVMAttributeFunctionIndex;
        // SAFETY: the function is alive; the name has as many bytes as it says.
        let found = unsafe {
            LLVMGetStringAttributeAtIndex(self.raw, index, name.as_ptr().cast(), name.len() as std::ffi::c_uint)
        };
        !found.is_null()
    }
}

/// A global variable a constant expression or value names.
pub(crate) fn global_of(value: Value<'_>) -> Option<Value<'_>> {
    let is_global = !ask(value.raw, LLVMIsAGlobalVariable).is_null();
    is_global.then_some(value)
}

/// The field of a constant aggregate at a path of indices.
pub(crate) fn field<'m>(aggregate: Value<'m>, path: &[u32]) -> Option<Value<'m>> {
    path.iter().try_fold(aggregate, |value, &index| Value::optional(ask_at(value.raw, LLVMGetAggregateElement, index)))
}
