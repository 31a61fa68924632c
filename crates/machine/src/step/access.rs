//! From an address to the bytes of an object: which object, inside its bounds, alive, writable.
//!
//! A pointer is first resolved to one object (`resolve`), then checked against it (`access`). The object of a symbolic
//! address is the one its constant part points into; where there is none, the model proposes an object, and the other
//! side of the choice goes on with another model: objects are enumerated by need.

use expr::{BinaryOp, ExprId, Node};
use program::ir::Operand;
use program::layout;

use crate::checks::BugKind;
use crate::choice::{Alternative, Choice, ChoiceKind, CutReason, Outcome};
use crate::inputs::FreshBytes;
use crate::machine::{Machine, Stop};
use crate::memory::{Dead, Fill, Object, ObjectKind, Pointee};
use crate::state::State;
use crate::value::{Value, mask};

/// Objects and wild places one symbolic pointer is followed to before the rest is cut.
const MAX_TARGETS: usize = 64;
/// Lengths of a variable-length array one path is followed to.
const MAX_LENGTHS: usize = 256;
/// Objects larger than this are not turned into array terms.
const MAX_ARRAY: u64 = 1 << 20;
/// Addresses below this are null pointers with an offset.
const NULL_PAGE: u64 = layout::SLOT_SIZE;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Read,
    Write,
}

/// A position inside a live object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub slot: u64,
    /// 64 bits, from the object's start.
    pub offset: Value,
}

impl<'p> Machine<'p> {
    pub(super) fn load(&mut self, st: &mut State, addr: Value, width: u16, bytes: u16) -> Result<Value, Stop> {
        let place = self.access(st, addr, Value::Bits(bytes as u64), Access::Read)?;
        let e = self.read_place(st, place, bytes as u64)?;
        let e = self.dag.extract(e, 0, width as u32);
        Ok(Value::of(&self.dag, e))
    }

    pub(super) fn store(
        &mut self,
        st: &mut State,
        addr: Value,
        value: Value,
        width: u16,
        bytes: u16,
    ) -> Result<(), Stop> {
        let place = self.access(st, addr, Value::Bits(bytes as u64), Access::Write)?;
        let e = value.expr(&mut self.dag, width);
        let e = self.dag.zext(e, 8 * bytes as u32);
        self.write_place(st, place, bytes as u64, e)
    }

    /// Reads `bytes` (at most 16) at a place whose bounds have been checked.
    pub(crate) fn read_place(&mut self, st: &mut State, place: Place, bytes: u64) -> Result<ExprId, Stop> {
        match place.offset {
            Value::Bits(offset) => {
                if !st.memory.object(place.slot).is_settled(offset, bytes) {
                    self.with_fresh_bytes(st, place.slot, |object, fresh| object.settle(offset, bytes, fresh));
                }
                Ok(st.memory.object(place.slot).read_expr(&mut self.dag, offset, bytes))
            }
            Value::Expr(offset) => {
                self.array_allowed(st, place.slot)?;
                let array = self.with_fresh_bytes(st, place.slot, Object::view);
                Ok(self.dag.read(array, offset, bytes as u32))
            }
        }
    }

    /// Writes `bytes` (at most 16) at a place whose bounds have been checked.
    pub(crate) fn write_place(&mut self, st: &mut State, place: Place, bytes: u64, value: ExprId) -> Result<(), Stop> {
        match place.offset {
            Value::Bits(offset) => st.memory.object_mut(place.slot).write_expr(&self.dag, offset, bytes, value),
            Value::Expr(offset) => {
                self.array_allowed(st, place.slot)?;
                self.with_fresh_bytes(st, place.slot, |object, fresh| object.write_symbolic(fresh, offset, value));
            }
        }
        Ok(())
    }

    /// Works on an object some bytes of which may have to be given their variables.
    pub(crate) fn with_fresh_bytes<R>(
        &mut self,
        st: &mut State,
        slot: u64,
        work: impl FnOnce(&mut Object, &mut FreshBytes) -> R,
    ) -> R {
        let mut fresh = FreshBytes { dag: &mut self.dag, count: &mut st.uninit_count, unbound: &mut self.unbound };
        let result = work(st.memory.object_mut(slot), &mut fresh);
        self.bytes_are_settled(st);
        result
    }

    fn array_allowed(&self, st: &State, slot: u64) -> Result<(), Stop> {
        let size = st.memory.object(slot).capacity;
        if size <= MAX_ARRAY {
            return Ok(());
        }
        Err(Stop::Cut(CutReason::Unsupported, format!("symbolic offset into an object of {size} bytes")))
    }

    /// Resolves an address to a place where `len` bytes may be accessed, with every check.
    pub(crate) fn access(&mut self, st: &mut State, addr: Value, len: Value, access: Access) -> Result<Place, Stop> {
        let place = self.resolve(st, addr, access)?;
        self.check_bounds(st, place, len, access)?;
        if access == Access::Write && st.memory.object(place.slot).read_only {
            return Err(self.bug(st, BugKind::ReadOnlyWrite, ""));
        }
        Ok(place)
    }

    /// The live object an address names, and the offset in it. Bounds are not checked.
    pub(crate) fn resolve(&mut self, st: &mut State, addr: Value, access: Access) -> Result<Place, Stop> {
        let addr = self.pin_address(st, addr)?;
        let place = self.find_object(st, addr, access)?;
        self.touch(st, place.slot, access);
        Ok(place)
    }

    fn find_object(&mut self, st: &mut State, addr: Value, access: Access) -> Result<Place, Stop> {
        let e = match addr {
            Value::Bits(address) => {
                self.rely_on(st, address);
                return match st.memory.at(address) {
                    Pointee::Live(slot, object) => {
                        Ok(Place { slot, offset: Value::Bits(address.wrapping_sub(object.address)) })
                    }
                    Pointee::Dead(dead) => Err(self.dead_access(st, dead.kind)),
                    Pointee::Nothing => Err(self.wild_access(st, address, access)),
                };
            }
            Value::Expr(e) => e,
        };
        self.check_initialised(st, addr, "as an address")?;
        let slot = match self.constant_part(st, e) {
            Some(address) => {
                self.rely_on(st, address);
                match st.memory.at(address) {
                    Pointee::Live(slot, _) => slot,
                    Pointee::Dead(dead) => return Err(self.dead_access(st, dead.kind)),
                    Pointee::Nothing => self.propose_targets(st, e, access)?,
                }
            }
            None => self.propose_targets(st, e, access)?,
        };
        let start = self.dag.constant(st.memory.object(slot).address as u128, 64);
        let offset = self.dag.sub(e, start);
        Ok(Place { slot, offset: Value::of(&self.dag, offset) })
    }

    /// The one constant summand of an address that lies in the program's address range.
    fn constant_part(&self, st: &State, e: ExprId) -> Option<u64> {
        let mut found = None;
        let mut open = vec![e];
        while let Some(e) = open.pop() {
            match self.dag.node(e) {
                Node::Binary { op: BinaryOp::Add, a, b } => open.extend([a, b]),
                Node::Binary { op: BinaryOp::Sub, a, .. } => open.push(a),
                Node::Const(bits) if layout::slot_of(bits as u64).is_some() => {
                    if found.is_some() || matches!(st.memory.at(bits as u64), Pointee::Nothing) {
                        return None;
                    }
                    found = Some(bits as u64);
                }
                _ => {}
            }
        }
        found
    }

    /// Follows a symbolic address to an object, one proposal of the model after the other.
    fn propose_targets(&mut self, st: &mut State, e: ExprId, access: Access) -> Result<u64, Stop> {
        /// The decision "none of the places asked about so far".
        const ELSEWHERE: u64 = u64::MAX;
        for asked in 0.. {
            if asked == MAX_TARGETS {
                return Err(Stop::Cut(CutReason::PointerTargets, format!("more than {MAX_TARGETS} targets")));
            }
            let decision = self.choose(st, |m, st| {
                let address = m.evaluate(st, e) as u64;
                m.rely_on(st, address);
                let (start, len, outcome) = match st.memory.at(address) {
                    Pointee::Live(slot, object) => {
                        let (start, len) = st.memory.region(slot, object);
                        (start, len, Outcome::Continue(slot))
                    }
                    Pointee::Dead(dead) => {
                        let stop = m.dead_access(st, dead.kind);
                        (dead.address - layout::SLOT_LEAD, dead.slots() << layout::SLOT_BITS, sole_outcome(stop))
                    }
                    Pointee::Nothing => {
                        let stop = m.wild_access(st, address, access);
                        (address & !(layout::SLOT_SIZE - 1), layout::SLOT_SIZE, sole_outcome(stop))
                    }
                };
                let (start, len) = (m.dag.constant(start as u128, 64), m.dag.constant(len as u128, 64));
                let offset = m.dag.sub(e, start);
                let here = m.dag.ult(offset, len);
                let elsewhere = m.dag.not(here);
                Choice {
                    kind: ChoiceKind::Pointer,
                    alternatives: vec![
                        Alternative { guard: here, outcome },
                        Alternative { guard: elsewhere, outcome: Outcome::Continue(ELSEWHERE) },
                    ],
                }
            })?;
            if decision != ELSEWHERE {
                return Ok(decision);
            }
        }
        unreachable!("the loop ends by returning")
    }

    fn dead_access(&mut self, st: &State, kind: ObjectKind) -> Stop {
        match kind {
            ObjectKind::Stack => self.bug(st, BugKind::UseAfterScope, ""),
            ObjectKind::Heap | ObjectKind::Global | ObjectKind::Argument => self.bug(st, BugKind::UseAfterFree, ""),
        }
    }

    fn wild_access(&mut self, st: &State, address: u64, access: Access) -> Stop {
        if !(NULL_PAGE..=u64::MAX - NULL_PAGE).contains(&address) {
            return self.bug(st, BugKind::NullDereference, "");
        }
        if self.program.function_at(address).is_some() {
            let kind = match access {
                Access::Read => BugKind::OutOfBoundsRead,
                Access::Write => BugKind::ReadOnlyWrite,
            };
            return self.bug(st, kind, "the address of a function");
        }
        self.bug(st, BugKind::InvalidPointer, &format!("address {address:#x}"))
    }

    /// `offset + len <= size`, without wrap-around.
    fn check_bounds(&mut self, st: &mut State, place: Place, len: Value, access: Access) -> Result<(), Stop> {
        let object = st.memory.object(place.slot);
        let (capacity, symbolic_size, kind) = (object.capacity, object.symbolic_size, object.kind);
        let bug = match access {
            Access::Read => BugKind::OutOfBoundsRead,
            Access::Write => BugKind::OutOfBoundsWrite,
        };
        let describe = move |offset: &str, len: &str| {
            let what = match kind {
                ObjectKind::Global => "a global object",
                ObjectKind::Stack => "a stack object",
                ObjectKind::Heap => "a heap object",
                ObjectKind::Argument => "an argument object",
            };
            format!("{len} bytes at offset {offset} of {what} of {capacity} bytes")
        };
        if let (Value::Bits(offset), Value::Bits(len), None) = (place.offset, len, symbolic_size) {
            if len <= capacity && offset <= capacity - len {
                return Ok(());
            }
            return Err(self.bug(st, bug, &describe(&(offset as i64).to_string(), &len.to_string())));
        }
        let dag = &mut self.dag;
        let offset = place.offset.expr(dag, 64);
        let len_expr = len.expr(dag, 64);
        let size = symbolic_size.unwrap_or_else(|| dag.constant(capacity as u128, 64));
        let fits = dag.ule(len_expr, size);
        let room = dag.sub(size, len_expr);
        let inside = dag.ule(offset, room);
        let ok = dag.and(fits, inside);
        if dag.is_false(ok) {
            return Err(self.bug(st, bug, &describe("?", "?")));
        }
        let len_text = len.as_concrete(&self.dag).map_or("?".to_string(), |l| l.to_string());
        let offset_text = place.offset.as_concrete(&self.dag).map_or("?".to_string(), |o| (o as i64).to_string());
        self.check(st, bug, ok, |_| describe(&offset_text, &len_text))?;
        Ok(())
    }

    /// `inbounds` arithmetic must stay inside the object or one past its end.
    pub(super) fn check_pointer_arithmetic(&mut self, st: &mut State, base: Value, to: Value) -> Result<(), Stop> {
        let known = match base {
            Value::Bits(address) => Some(address),
            Value::Expr(e) => self.constant_part(st, e),
        };
        // A pointer to nothing known is reported when it is used.
        let Some(Pointee::Live(_, object)) = known.map(|address| st.memory.at(address)) else { return Ok(()) };
        let (start, size) = (object.address, object.capacity);
        let symbolic_size = object.symbolic_size;
        let to = to.expr(&mut self.dag, 64);
        let start = self.dag.constant(start as u128, 64);
        let offset = self.dag.sub(to, start);
        let size_expr = symbolic_size.unwrap_or_else(|| self.dag.constant(size as u128, 64));
        let ok = self.dag.ule(offset, size_expr);
        self.check(st, BugKind::PointerOverflow, ok, |_| format!("object of {size} bytes"))?;
        Ok(())
    }

    pub(super) fn alloca(&mut self, st: &mut State, size: u64, count: Operand, width: u16) -> Result<u64, Stop> {
        let count = self.operand(st, count);
        let what = "the length of a variable-length array";
        let count = self.enumerate(st, count, width, MAX_LENGTHS, what)? as u64 & mask(width);
        let bytes = size.saturating_mul(count);
        if st.stack_bytes.saturating_add(bytes) > self.settings.stack_limit {
            return Err(self.bug(st, BugKind::StackExhaustion, &format!("a local object of {bytes} bytes")));
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
        st.memory.insert(object);
        Ok(address)
    }

    /// A scope of a local begins or ends. Only whole, concrete stack objects are marked: others are left alone, which
    /// can hide a use after scope but invents nothing.
    pub(super) fn lifetime(&mut self, st: &mut State, start: bool, addr: Operand) -> Result<(), Stop> {
        let addr = self.operand(st, addr);
        let Value::Bits(address) = self.pin(st, addr, 64)? else { return Ok(()) };
        let loc = self.location(st);
        let (size, origin) = match st.memory.at(address) {
            Pointee::Live(slot, object) if object.kind == ObjectKind::Stack && object.address == address => {
                if !start {
                    st.memory.kill_keeping_size(slot, loc);
                    return Ok(());
                }
                (object.capacity, object.origin)
            }
            Pointee::Dead(Dead { kind: ObjectKind::Stack, address: here, size: Some(size), origin, .. })
                if start && here == address =>
            {
                (size, origin)
            }
            _ => return Ok(()),
        };
        let mut object = Object::new(address, size, ObjectKind::Stack, Fill::Uninit);
        object.origin = origin;
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

    pub(super) fn object_size(&mut self, st: &mut State, addr: Operand, min: bool, width: u16) -> Result<Value, Stop> {
        let addr = self.operand(st, addr);
        let Value::Bits(address) = self.pin(st, addr, 64)? else {
            return Ok(Value::Bits(if min { 0 } else { mask(width) }));
        };
        self.rely_on(st, address);
        if let Pointee::Live(slot, object) = st.memory.at(address)
            && object.symbolic_size.is_none()
        {
            let size = object.capacity.saturating_sub(address.wrapping_sub(object.address)) & mask(width);
            self.touch(st, slot, Access::Read);
            return Ok(Value::Bits(size));
        }
        Ok(Value::Bits(if min { 0 } else { mask(width) }))
    }
}

/// The outcome of a stop that has only one.
fn sole_outcome(stop: Stop) -> Outcome {
    match stop {
        Stop::Choice(mut choice) => choice.alternatives.remove(0).outcome,
        other => unreachable!("a bug is a choice, not {other:?}"),
    }
}
