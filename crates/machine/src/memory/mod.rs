//! The program's memory: objects by address, copy on write, cloned in constant time.
//!
//! Addresses follow [`program::layout`]: the slot of an address names its object, so finding it is one walk in a
//! persistent radix tree. Nothing here decides or reports: callers ask [`Memory::at`] what an address names and check
//! bounds themselves.

mod chunk;
mod object;

use std::rc::Rc;

use expr::Trie;
use program::ir::LocId;
use program::layout;

pub use chunk::{Byte, Cell};
pub use object::{Fill, Object, ObjectKind};

/// What a slot holds.
#[derive(Clone, Debug)]
enum Entry {
    Live(Rc<Object>),
    /// A later slot of the object that starts at this one.
    Part(u64),
    Dead(Rc<Dead>),
}

/// What is remembered of an object that is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dead {
    pub address: u64,
    pub kind: ObjectKind,
    pub origin: LocId,
    /// Where it was freed.
    pub freed: LocId,
    /// Its size, where the same object may come back to life (the scope of a local).
    pub size: Option<u64>,
    /// As [`Object::align`].
    pub align: u8,
    /// The first heap slot that was free when it ended.
    pub heap_end: u64,
    slots: u64,
}

/// What an address names.
#[derive(Clone, Debug)]
pub enum Pointee<'a> {
    /// First slot, object.
    Live(u64, &'a Object),
    Dead(Dead),
    Nothing,
}

#[derive(Clone, Debug)]
pub struct Memory {
    objects: Trie<Entry>,
    next_heap: u64,
    next_argument: u64,
    /// Objects at addresses the program chose: start, size, and the slot beyond the layout that holds each.
    fixed: Rc<Vec<(u64, u64, u64)>>,
    /// Which shadow this is the memory of; 0: a real one.
    epoch: u32,
}

impl Memory {
    /// `first_free_global_slot`: the slots below hold the program's globals.
    pub fn new(first_free_global_slot: u64) -> Memory {
        Memory {
            objects: Trie::new(),
            next_heap: layout::FIRST_HEAP_SLOT,
            next_argument: first_free_global_slot,
            fixed: Rc::default(),
            epoch: 0,
        }
    }

    #[inline(always)]
    pub(crate) fn read_bits(&self, address: u64, len: usize) -> Option<u64> {
        match self.objects.get(layout::slot_of(address)?)? {
            Entry::Live(object) => object.read_bits(address.wrapping_sub(object.address), len),
            Entry::Part(_) | Entry::Dead(_) => None,
        }
    }

    #[inline(always)]
    pub(crate) fn write_bits(&mut self, address: u64, len: usize, value: u64) -> bool {
        let Some(slot) = layout::slot_of(address) else { return false };
        if let Some(Entry::Live(object)) = self.objects.get_own(slot)
            && let Some(object) = Rc::get_mut(object)
            && object.write_own_bits(address.wrapping_sub(object.address), len, value)
        {
            return true;
        }
        self.write_shared_bits(slot, address, len, value)
    }

    /// Replaces `N` concrete bytes; what they were and what they are. `None`: the slow path has to decide.
    #[inline(always)]
    pub(crate) fn update_bits<const N: usize>(
        &mut self,
        address: u64,
        change: impl Fn(u64) -> u64,
    ) -> Option<(u64, u64)> {
        let slot = layout::slot_of(address)?;
        if let Some(Entry::Live(object)) = self.objects.get_own(slot)
            && let Some(object) = Rc::get_mut(object)
            && let Some(both) = object.update_own::<N>(address.wrapping_sub(object.address), &change)
        {
            return Some(both);
        }
        let old = self.read_bits(address, N)?;
        let new = change(old);
        self.write_shared_bits(slot, address, N, new).then_some((old, new))
    }

    /// The same as [`Memory::write_bits`], where something may have to be copied first because other states have it, too.
    #[cold]
    #[inline(never)]
    fn write_shared_bits(&mut self, slot: u64, address: u64, len: usize, value: u64) -> bool {
        match self.objects.get_mut(slot) {
            Some(Entry::Live(object)) => {
                let offset = address.wrapping_sub(object.address);
                Rc::make_mut(object).write_bits(offset, len, value)
            }
            _ => false,
        }
    }

    /// Calls `visit` with the address of each word of four bytes that was written since `before`, and what it holds now;
    /// `None` for what is not concrete. Does not look at the end of an object, nor at what is not live any more.
    pub fn written_since(&self, before: &Memory, visit: &mut impl FnMut(u64, Option<u32>)) {
        self.objects.changes(&before.objects, &mut |_, now, before| {
            let Some(Entry::Live(now)) = now else { return };
            match before {
                Some(Entry::Live(before)) if Rc::ptr_eq(now, before) => {}
                Some(Entry::Live(before)) => now.changed_words(Some(before), visit),
                _ => now.changed_words(None, visit),
            }
        });
    }

    /// What an address names, wherever in the slots of an object it lies.
    pub fn at(&self, address: u64) -> Pointee<'_> {
        let Some(slot) = layout::slot_of(address).or_else(|| self.fixed_slot(address)) else {
            return Pointee::Nothing;
        };
        let first = match self.objects.get(slot) {
            Some(Entry::Part(first)) => *first,
            _ => slot,
        };
        match self.objects.get(first) {
            Some(Entry::Live(object)) => Pointee::Live(first, object),
            Some(Entry::Dead(dead)) => Pointee::Dead(**dead),
            Some(Entry::Part(_)) | None => Pointee::Nothing,
        }
    }

    /// Whether each address names an object, living or dead, and not the same.
    pub(crate) fn are_different_objects(&self, a: u64, b: u64) -> bool {
        let first_slot = |address: u64| {
            let slot = layout::slot_of(address)?;
            match self.objects.get(slot)? {
                Entry::Part(first) => Some(*first),
                Entry::Live(_) | Entry::Dead(_) => Some(slot),
            }
        };
        matches!((first_slot(a), first_slot(b)), (Some(a), Some(b)) if a != b)
    }

    fn fixed_slot(&self, address: u64) -> Option<u64> {
        let holds = |&&(start, size, _): &&(u64, u64, u64)| address.wrapping_sub(start) < size.max(1);
        self.fixed.iter().find(holds).map(|&(_, _, slot)| slot)
    }

    /// The addresses that name an object: its slots, or its own bytes where the program chose the address.
    pub(crate) fn region(&self, slot: u64, object: &Object) -> (u64, u64) {
        if slot >= layout::END_SLOT {
            return (object.address, object.capacity.max(1));
        }
        (layout::slot_address(slot) - layout::SLOT_LEAD, layout::slots_for(object.capacity) << layout::SLOT_BITS)
    }

    /// Puts an object at an address outside the layout; false if that is taken or inside.
    pub(crate) fn insert_fixed(&mut self, object: Object) -> bool {
        let (start, size) = (object.address, object.capacity);
        let last = start.saturating_add(size.max(1) - 1);
        let overlaps = |&(s, n, _): &(u64, u64, u64)| s <= last && start <= s.saturating_add(n.max(1) - 1);
        if layout::slot_of(start).is_some() || layout::slot_of(last).is_some() || self.fixed.iter().any(overlaps) {
            return false;
        }
        let slot = layout::END_SLOT + self.fixed.len() as u64;
        Rc::make_mut(&mut self.fixed).push((start, size, slot));
        self.objects.insert(slot, Entry::Live(Rc::new(object)));
        true
    }

    /// The object in a slot that is known to hold a live one.
    pub fn object(&self, slot: u64) -> &Object {
        match self.objects.get(slot) {
            Some(Entry::Live(object)) => object,
            other => unreachable!("slot {slot} holds {other:?}, not a live object"),
        }
    }

    pub fn object_mut(&mut self, slot: u64) -> &mut Object {
        match self.objects.get_mut(slot) {
            Some(Entry::Live(object)) => Rc::make_mut(object),
            other => unreachable!("slot {slot} holds {other:?}, not a live object"),
        }
    }

    /// The program may rely on this alignment, a power of two, of the object that starts at the address.
    pub(crate) fn align(&mut self, address: u64, bytes: u64) {
        if let Some(slot) = layout::slot_of(address) {
            self.object_mut(slot).set_alignment(bytes);
        }
    }

    /// This is the memory of a shadow from now on: objects lose their contents when they are touched.
    pub(crate) fn begin_epoch(&mut self) {
        self.epoch = 1;
    }

    /// In a shadow: prepares an object for use; true if it existed when the shadow began. Constants keep their bytes.
    pub(crate) fn touch(&mut self, slot: u64) -> bool {
        if self.is_untouched(slot) && !self.object(slot).read_only {
            let epoch = self.epoch;
            self.object_mut(slot).begin_live_in(epoch);
        }
        let object = self.object(slot);
        object.is_live_in() || object.read_only
    }

    /// Whether a slot holds an object that nobody has written to, in neither memory, since one was copied from the other.
    /// It may be unrecognised as such.
    pub(crate) fn has_same_object(&self, other: &Memory, slot: u64) -> bool {
        match (self.objects.get(slot), other.objects.get(slot)) {
            (Some(Entry::Live(a)), Some(Entry::Live(b))) => Rc::ptr_eq(a, b) || a.shares_contents(b),
            _ => false,
        }
    }

    /// Where an object differs in nothing from the one that another memory has in its place, both become the same one.
    pub(crate) fn unite(&mut self, other: &Memory, slot: u64) {
        if let (Some(Entry::Live(own)), Some(Entry::Live(known))) = (self.objects.get(slot), other.objects.get(slot))
            && !Rc::ptr_eq(own, known)
            && own.is_like(known)
        {
            let known = Entry::Live(Rc::clone(known));
            self.objects.insert(slot, known);
        }
    }

    pub(crate) fn is_untouched(&self, slot: u64) -> bool {
        self.object(slot).epoch != self.epoch
    }

    /// Where the next heap object will lie.
    pub fn next_heap(&self) -> u64 {
        self.next_heap
    }

    /// Puts an object at its address.
    pub fn insert(&mut self, mut object: Object) {
        object.epoch = self.epoch;
        let slot = layout::slot_of(object.address).expect("an address inside the layout");
        for part in slot + 1..slot + layout::slots_for(object.capacity) {
            self.objects.insert(part, Entry::Part(slot));
        }
        self.objects.insert(slot, Entry::Live(Rc::new(object)));
    }

    /// The address the next heap object of this size gets; `None` when the heap is full.
    pub(crate) fn next_heap_address(&mut self, size: u64) -> Option<u64> {
        let slot = self.next_heap;
        let end = slot.checked_add(layout::slots_for(size))?;
        if end > layout::END_SLOT {
            return None;
        }
        self.next_heap = end;
        Some(layout::slot_address(slot))
    }

    /// The address for an object that exists before `main` starts.
    pub(crate) fn next_argument_address(&mut self, size: u64) -> u64 {
        let slot = self.next_argument;
        self.next_argument += layout::slots_for(size);
        layout::slot_address(slot)
    }

    /// Ends an object's life.
    pub(crate) fn kill(&mut self, slot: u64, freed: LocId) {
        self.bury(slot, freed, false);
    }

    /// Ends the life of a local whose scope may be entered again.
    pub(crate) fn kill_keeping_size(&mut self, slot: u64, freed: LocId) {
        self.bury(slot, freed, true);
    }

    fn bury(&mut self, slot: u64, freed: LocId, may_return: bool) {
        let object = self.object(slot);
        let dead = Dead {
            address: object.address,
            kind: object.kind,
            origin: object.origin,
            freed,
            size: may_return.then_some(object.capacity),
            align: object.align,
            heap_end: self.next_heap,
            slots: layout::slots_for(object.capacity),
        };
        self.objects.insert(slot, Entry::Dead(Rc::new(dead)));
    }

    /// Ends the life of every stack object from this slot up, as a return does.
    pub(crate) fn kill_stack(&mut self, from: u64, to: u64, freed: LocId) {
        for slot in from..to {
            if matches!(self.objects.get(slot), Some(Entry::Live(_))) {
                self.kill(slot, freed);
            }
        }
    }

    /// The live objects, by address.
    pub(crate) fn live(&self) -> impl Iterator<Item = (u64, &Object)> {
        self.objects.iter().filter_map(|(slot, entry)| match entry {
            Entry::Live(object) => Some((slot, &**object)),
            Entry::Part(_) | Entry::Dead(_) => None,
        })
    }
}

impl Dead {
    /// How many slots the object had.
    pub(crate) fn slots(&self) -> u64 {
        self.slots
    }
}
