//! Copying and filling ranges of memory, with concrete and symbolic lengths.
//!
//! A symbolic length does not fork: within a bound each byte becomes "new if its index is below the length, else old".

use expr::ExprId;

use super::{Access, Place};
use crate::checks::BugKind;
use crate::choice::CutReason;
use crate::machine::{Machine, Stop};
use crate::memory::{Byte, Cell};
use crate::state::State;
use crate::value::Value;

/// The longest range with a symbolic length that is written byte by byte.
const MAX_SYMBOLIC_LEN: u64 = 65536;

/// What may lie between a copy's source and its destination.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Overlap {
    /// Anything: `memmove`.
    Allowed,
    /// Nothing, or all of it: `memcpy`, which compilers also make of an assignment `*p = *q` where both may be the same.
    SameOrNone,
}

impl<'p> Machine<'p> {
    pub(crate) fn copy_memory(
        &mut self,
        st: &mut State,
        dst: Value,
        src: Value,
        len: Value,
        overlap: Overlap,
    ) -> Result<(), Stop> {
        let Some(len) = self.length_to_do(st, len)? else { return Ok(()) };
        let from = self.access(st, src, len, Access::Read)?;
        let to = self.access(st, dst, len, Access::Write)?;
        if from.slot == to.slot && overlap == Overlap::SameOrNone {
            self.check_overlap(st, from, to, len)?;
        }
        match (from.offset, to.offset, len) {
            (Value::Bits(from_at), Value::Bits(to_at), Value::Bits(len)) => {
                self.copy_concrete(st, from.slot, from_at, to.slot, to_at, len);
                Ok(())
            }
            _ => self.copy_symbolic(st, from, to, len),
        }
    }

    /// Ranges of one object: the same one, or each at least its length away from the other.
    fn check_overlap(&mut self, st: &mut State, from: Place, to: Place, len: Value) -> Result<(), Stop> {
        let (from, to) = (from.offset.expr(&mut self.dag, 64), to.offset.expr(&mut self.dag, 64));
        let len = len.expr(&mut self.dag, 64);
        let same = self.dag.eq(from, to);
        let (ahead, behind) = (self.dag.sub(to, from), self.dag.sub(from, to));
        let (clear_ahead, clear_behind) = (self.dag.uge(ahead, len), self.dag.uge(behind, len));
        let apart = self.dag.and(clear_ahead, clear_behind);
        let ok = self.dag.or(same, apart);
        if self.dag.is_false(ok) {
            return Err(self.bug(st, BugKind::OverlappingCopy, ""));
        }
        self.check(st, BugKind::OverlappingCopy, ok, |_| String::new())?;
        Ok(())
    }

    fn copy_concrete(&mut self, st: &mut State, from: u64, from_at: u64, to: u64, to_at: u64, len: u64) {
        self.bulk += len;
        // Cells in an array term, and unwritten bytes, have a value only inside their object.
        let source = st.memory.object(from);
        let needs_settling =
            (from_at..from_at + len).any(|i| matches!(source.byte(i), Byte::Special(Cell::Array | Cell::Uninit)));
        if needs_settling {
            self.with_fresh_bytes(st, from, |object, fresh| object.settle(from_at, len, fresh));
        }
        let source = st.memory.object(from);
        let mut bytes = Vec::with_capacity(len as usize);
        for i in from_at..from_at + len {
            bytes.push(match source.byte(i) {
                Byte::Special(Cell::Array) => {
                    let id = source.read_expr(&mut self.dag, i, 1);
                    match self.dag.as_const(id) {
                        Some(bits) => Byte::Concrete(bits as u8),
                        None => Byte::Special(Cell::Expr { id, byte: 0 }),
                    }
                }
                byte => byte,
            });
        }
        let target = st.memory.object_mut(to);
        for (i, byte) in bytes.into_iter().enumerate() {
            target.set_byte(to_at + i as u64, byte);
        }
    }

    fn copy_symbolic(&mut self, st: &mut State, from: Place, to: Place, len: Value) -> Result<(), Stop> {
        let bound = self.length_bound(st, len, &[from, to])?;
        let mut values = Vec::with_capacity(bound as usize);
        for i in 0..bound {
            let place = self.moved(from, i);
            values.push(self.read_place(st, place, 1)?);
        }
        for (i, value) in values.into_iter().enumerate() {
            let place = self.moved(to, i as u64);
            self.write_if_below(st, place, i as u64, len, value)?;
        }
        Ok(())
    }

    pub(crate) fn set_memory(&mut self, st: &mut State, dst: Value, value: Value, len: Value) -> Result<(), Stop> {
        let Some(len) = self.length_to_do(st, len)? else { return Ok(()) };
        let to = self.access(st, dst, len, Access::Write)?;
        let byte = value.expr(&mut self.dag, 8);
        if let (Value::Bits(at), Value::Bits(len)) = (to.offset, len) {
            self.bulk += len;
            let object = st.memory.object_mut(to.slot);
            match self.dag.as_const(byte) {
                Some(bits) => object.fill(at, len, bits as u8),
                None => {
                    let cell = Byte::Special(Cell::Expr { id: byte, byte: 0 });
                    (at..at + len).for_each(|i| object.set_byte(i, cell));
                }
            }
            return Ok(());
        }
        let bound = self.length_bound(st, len, &[to])?;
        for i in 0..bound {
            let place = self.moved(to, i);
            self.write_if_below(st, place, i, len, byte)?;
        }
        Ok(())
    }

    /// The length of a range, unless it is empty: then nothing is touched, and its pointers need not be valid.
    fn length_to_do(&mut self, st: &mut State, len: Value) -> Result<Option<Value>, Stop> {
        let len = self.pin(st, len, 64)?;
        let e = len.expr(&mut self.dag, 64);
        let zero = self.dag.constant(0, 64);
        let empty = self.dag.eq(e, zero);
        Ok(if self.split(st, empty)? { None } else { Some(len) })
    }

    /// How many bytes a checked range can have at most.
    fn length_bound(&mut self, st: &State, len: Value, places: &[Place]) -> Result<u64, Stop> {
        let mut bound = match len {
            Value::Bits(len) => len,
            Value::Expr(e) => self.dag.range(e).hi.min(u64::MAX as u128) as u64,
        };
        for place in places {
            let capacity = st.memory.object(place.slot).capacity;
            let before = match place.offset {
                Value::Bits(offset) => offset,
                Value::Expr(_) => 0,
            };
            bound = bound.min(capacity.saturating_sub(before));
        }
        if bound > MAX_SYMBOLIC_LEN {
            return Err(Stop::Cut(CutReason::Unsupported, format!("copying up to {bound} bytes, a symbolic number")));
        }
        Ok(bound)
    }

    pub(super) fn moved(&mut self, place: Place, by: u64) -> Place {
        let offset = match place.offset {
            Value::Bits(offset) => Value::Bits(offset + by),
            Value::Expr(e) => {
                let by = self.dag.constant(by as u128, 64);
                let moved = self.dag.add(e, by);
                Value::of(&self.dag, moved)
            }
        };
        Place { slot: place.slot, offset }
    }

    /// `if (index < len) *place = value`, without a fork.
    fn write_if_below(
        &mut self,
        st: &mut State,
        place: Place,
        index: u64,
        len: Value,
        value: ExprId,
    ) -> Result<(), Stop> {
        let value = match len {
            Value::Bits(_) => value,
            Value::Expr(len) => {
                let index = self.dag.constant(index as u128, 64);
                let below = self.dag.ult(index, len);
                let old = self.read_place(st, place, 1)?;
                self.dag.ite(below, value, old)
            }
        };
        self.write_place(st, place, 1, value)
    }

    /// Bytes of a concrete range, if all of it is concrete, in one object and in bounds.
    pub(crate) fn concrete_range(&self, st: &State, address: u64, len: u64) -> Option<Vec<u8>> {
        (0..len).map(|i| st.memory.read_bits(address.wrapping_add(i), 1).map(|b| b as u8)).collect()
    }
}
