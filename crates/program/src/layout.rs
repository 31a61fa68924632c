//! Where things live in the address space of the program under test.
//!
//! Every object owns one or more *slots* of 64 KiB, so the slot number of an address names the object a pointer was
//! derived from, even when the pointer has left its bounds. Addresses depend on nothing but the program (globals,
//! functions), the call stack (locals) and the allocation sequence (heap): the same on every path and in every run.

use std::ops::Range;

use crate::ir::{BlockId, FuncId};

/// log2 of the slot size.
pub const SLOT_BITS: u32 = 16;
pub const SLOT_SIZE: u64 = 1 << SLOT_BITS;
/// The whole range; the tool reserves it in its own process so that native functions can see the program's bytes.
pub const BASE: u64 = 0x1000_0000_0000;
pub const GLOBAL_SLOTS: u64 = 1 << 24;
pub const STACK_SLOTS: u64 = 1 << 24;
pub const HEAP_SLOTS: u64 = 1 << 27;
pub const FUNCTION_BASE: u64 = BASE - (1 << 40);

/// All addresses, of functions and of objects.
pub const ADDRESSES: Range<u64> = FUNCTION_BASE..BASE + (END_SLOT << SLOT_BITS);

/// First slot number of each region. Slot numbers count from [`BASE`].
pub const FIRST_GLOBAL_SLOT: u64 = 0;
pub const FIRST_STACK_SLOT: u64 = GLOBAL_SLOTS;
pub const FIRST_HEAP_SLOT: u64 = GLOBAL_SLOTS + STACK_SLOTS;
pub const END_SLOT: u64 = FIRST_HEAP_SLOT + HEAP_SLOTS;

/// Slots an object of this size takes: at least half a slot stays empty behind it.
#[inline]
pub fn slots_for(size: u64) -> u64 {
    size.saturating_add(SLOT_SIZE / 2) / SLOT_SIZE + 1
}

/// `malloc` gives memory that is aligned for every type.
pub const MALLOC_ALIGN: u64 = 16;

/// Objects start in their first slot at this offset, so that a pointer slightly before one still names it.
pub const SLOT_LEAD: u64 = 4096;

/// The address of an object whose first slot this is.
#[inline]
pub fn slot_address(slot: u64) -> u64 {
    BASE + (slot << SLOT_BITS) + SLOT_LEAD
}

/// The slot an address falls in, if it lies in the range at all.
#[inline]
pub fn slot_of(address: u64) -> Option<u64> {
    let slot = address.wrapping_sub(BASE) >> SLOT_BITS;
    (slot < END_SLOT).then_some(slot)
}

/// Whether a number lies where functions and objects do.
#[inline]
pub fn is_address(bits: u64) -> bool {
    ADDRESSES.contains(&bits)
}

/// Whether two addresses may be in different slots: never so within one that starts at a slot's address.
#[inline(always)]
pub fn is_far(a: u64, b: u64) -> bool {
    (a.wrapping_sub(BASE) ^ b.wrapping_sub(BASE)) >> SLOT_BITS != 0
}

pub fn function_address(id: FuncId) -> u64 {
    FUNCTION_BASE + ((id.0 as u64) << 20)
}

pub fn function_of(address: u64) -> Option<FuncId> {
    let offset = address.wrapping_sub(FUNCTION_BASE);
    (offset < BASE - FUNCTION_BASE && offset & 0xf_ffff == 0).then_some(FuncId((offset >> 20) as u32))
}

/// The address `&&label` has.
pub fn block_address(function: FuncId, block: BlockId) -> u64 {
    function_address(function) + 16 * (block.0 as u64 + 1)
}
