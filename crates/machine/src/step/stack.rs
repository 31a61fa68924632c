//! Objects on the stack: their room, their scopes, and going back to an earlier top.

use program::ir::Operand;
use program::layout;

use crate::checks::BugKind;
use crate::machine::{Machine, Stop};
use crate::memory::{Dead, Fill, Object, ObjectKind, Pointee};
use crate::state::State;
use crate::value::{Value, mask};

/// Lengths of a variable-length array one path is followed to.
const MAX_LENGTHS: usize = 256;
/// Natively the stack pointer wraps round with such an object, and nothing shows.
const BEYOND_ADDRESSES: &str = "a local object of more bytes than there are addresses";

impl Machine<'_> {
    /// A new object of the running function.
    pub(super) fn alloca(
        &mut self,
        st: &mut State,
        size: u64,
        count: Operand,
        width: u16,
        align: u64,
    ) -> Result<u64, Stop> {
        let count = self.operand(st, count);
        let what = "the length of a variable-length array";
        let count = self.enumerate(st, count, width, MAX_LENGTHS, what)? as u64 & mask(width);
        let bytes = size.saturating_mul(count);
        if st.stack_bytes.saturating_add(bytes) > self.settings.stack_limit {
            let what = match i64::try_from(bytes) {
                Ok(bytes) => format!("a local object of {bytes} bytes"),
                Err(_) => BEYOND_ADDRESSES.to_owned(),
            };
            return Err(self.bug(st, BugKind::StackExhaustion, &what));
        }
        let slot = st.frame.stack_top;
        let end = slot + layout::slots_for(bytes);
        if end > layout::FIRST_STACK_SLOT + layout::STACK_SLOTS {
            return Err(self.bug(st, BugKind::StackExhaustion, ""));
        }
        st.frame.stack_top = end;
        st.frame.stack_bytes += bytes;
        st.stack_bytes += bytes;
        let address = layout::slot_address(slot);
        let mut object = Object::new(address, bytes, ObjectKind::Stack, Fill::Uninit);
        object.origin = self.location(st);
        object.set_alignment(align);
        st.memory.insert(object);
        Ok(address)
    }

    /// A scope of a local begins or ends. Only whole, concrete stack objects are marked: others are left alone, which
    /// can hide a use after scope but invents nothing.
    pub(super) fn lifetime(&mut self, st: &mut State, start: bool, addr: Operand) -> Result<(), Stop> {
        let addr = self.operand(st, addr);
        let Value::Bits(address) = self.pin(st, addr, 64)? else { return Ok(()) };
        let loc = self.location(st);
        let (size, origin, align) =
            match st.memory.at(address) {
                Pointee::Live(slot, object) if object.kind == ObjectKind::Stack && object.address == address => {
                    if !start {
                        st.memory.kill_keeping_size(slot, loc);
                        return Ok(());
                    }
                    (object.capacity, object.origin, object.align)
                }
                Pointee::Dead(Dead {
                    kind: ObjectKind::Stack, address: here, size: Some(size), origin, align, ..
                }) if start && here == address => (size, origin, align),
                _ => return Ok(()),
            };
        let mut object = Object::new(address, size, ObjectKind::Stack, Fill::Uninit);
        object.origin = origin;
        object.align = align;
        st.memory.insert(object);
        Ok(())
    }

    pub(super) fn stack_restore(&mut self, st: &mut State, saved: Operand) -> Result<(), Stop> {
        let saved = self.operand(st, saved);
        if let Value::Bits(top) = self.pin(st, saved, 64)?
            && (st.frame.stack_base..=st.frame.stack_top).contains(&top)
        {
            let loc = self.location(st);
            st.memory.kill_stack(top, st.frame.stack_top, loc);
            st.frame.stack_top = top;
        }
        Ok(())
    }
}
