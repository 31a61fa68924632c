//! From an address to the bytes of an object: inside its bounds, alive, writable.
//!
//! A pointer is first resolved to one object (`resolve.rs`), then checked against it.

use expr::ExprId;
use program::ir::Operand;

use crate::checks::{BugKind, Stray};
use crate::choice::{Alternative, Choice, ChoiceKind, CutReason, Outcome};
use crate::inputs::FreshBytes;
use crate::machine::{Machine, Stop};
use crate::memory::{Object, ObjectKind, Pointee};
use crate::shadow::WIDEST_VAGUE;
use crate::state::{FewPlaces, State};
use crate::value::{Value, mask};

/// Objects larger than this are not turned into array terms.
const MAX_ARRAY: u64 = 1 << 20;

/// Places that are told apart at most.
const FEW: u64 = 16;

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
        let (place, pin) = self.access_on_demand(st, addr, bytes as u64, Access::Read)?;
        let e = self.read_place(st, place, bytes as u64)?;
        // For what is wider, every pin was required.
        let e = if bytes as u64 <= WIDEST_VAGUE { self.known_under(st, place.slot, pin, e) } else { e };
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
        let (place, pin) = self.access_on_demand(st, addr, bytes as u64, Access::Write)?;
        let e = value.expr(&mut self.dag, width);
        let e = self.dag.zext(e, 8 * bytes as u32);
        self.write_place(st, place, bytes as u64, e)?;
        self.written_under(place.slot, pin);
        Ok(())
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
        self.check_access(st, place, len, access)?;
        Ok(place)
    }

    /// The same for a load or a store, which may do without the address as it was: what comes of it is then known under the
    /// pin given with the place.
    fn access_on_demand(
        &mut self,
        st: &mut State,
        addr: Value,
        bytes: u64,
        access: Access,
    ) -> Result<(Place, Option<ExprId>), Stop> {
        if self.is_too_vague() {
            return Err(Stop::Cut(CutReason::Unsupported, "too many addresses that may be others".to_owned()));
        }
        if let Some((place, pin)) = self.inside(st, addr, bytes, access)? {
            return Ok((place, Some(pin)));
        }
        let place = match bytes <= WIDEST_VAGUE {
            true => self.resolve_in_doubt(st, addr, access)?,
            false => self.resolve(st, addr, access)?,
        };
        self.check_access(st, place, Value::Bits(bytes), access)?;
        Ok((self.one_of_few(st, place, bytes)?, None))
    }

    /// The place itself where a state tells [few places](FewPlaces) apart; its bounds have been checked.
    fn one_of_few(&mut self, st: &mut State, place: Place, bytes: u64) -> Result<Place, Stop> {
        let object = st.memory.object(place.slot);
        let places = object.capacity / bytes;
        let Value::Expr(offset) = place.offset else { return Ok(place) };
        // One argument or another: a term over which it is would be in all that is read of it.
        let is_argument = object.address == self.argv && bytes == 8;
        if (st.few_places == FewPlaces::Together && !is_argument) || places > FEW || object.symbolic_size.is_some() {
            return Ok(place);
        }
        let decision = self.choose(st, |m, _| {
            let mut alternatives: Vec<Alternative> = (0..places)
                .map(|place| {
                    let here = m.dag.constant((place * bytes).into(), 64);
                    Alternative { guard: m.dag.eq(offset, here), outcome: Outcome::Continue(place) }
                })
                .collect();
            // Between two of them.
            let aligned: Vec<ExprId> = alternatives.iter().map(|alternative| alternative.guard).collect();
            let aligned = m.dag.any(&aligned);
            alternatives.push(Alternative { guard: m.dag.not(aligned), outcome: Outcome::Continue(places) });
            Choice::new(ChoiceKind::Split, alternatives)
        })?;
        match decision < places {
            true => Ok(Place { offset: Value::Bits(decision * bytes), ..place }),
            false => Ok(place),
        }
    }

    fn check_access(&mut self, st: &mut State, place: Place, len: Value, access: Access) -> Result<(), Stop> {
        self.check_bounds(st, place, len, access)?;
        if access == Access::Write && st.memory.object(place.slot).read_only {
            return Err(self.bug(st, BugKind::ReadOnlyWrite, ""));
        }
        Ok(())
    }

    /// `offset + len <= size`, without wrap-around.
    pub(super) fn check_bounds(
        &mut self,
        st: &mut State,
        place: Place,
        len: Value,
        access: Access,
    ) -> Result<(), Stop> {
        let object = st.memory.object(place.slot);
        let (capacity, symbolic_size, kind) = (object.capacity, object.symbolic_size, object.kind);
        let address = object.address;
        let bug = match (kind, access) {
            (ObjectKind::VariableArguments, _) => BugKind::ArgumentMismatch,
            (_, Access::Read) => BugKind::OutOfBoundsRead,
            (_, Access::Write) => BugKind::OutOfBoundsWrite,
        };
        if let (Value::Bits(offset), Value::Bits(len), None) = (place.offset, len, symbolic_size)
            && len <= capacity
            && offset <= capacity - len
        {
            return Ok(());
        }
        let dag = &mut self.dag;
        let (offset, len) = (place.offset.expr(dag, 64), len.expr(dag, 64));
        let size = symbolic_size.unwrap_or_else(|| dag.constant(capacity as u128, 64));
        let fits = dag.ule(len, size);
        let room = dag.sub(size, len);
        let inside = dag.ule(offset, room);
        let ok = dag.and(fits, inside);
        self.check_inside(st, bug, ok, Stray { offset, len, size, address, object: kind })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{N, NUMBER, P, TABLE, X, load, program, run, start, store};
    use program::ir::{Inst, Program};

    /// `*(object + x) = 7; N = *(object + x)`.
    fn accesses(object: u64) -> Program {
        let add = Inst::PtrAdd {
            dst: P,
            base: Operand::Imm(object),
            index: Operand::Reg(X),
            index_width: 32,
            scale: 1,
            offset: 0,
            inbounds: false,
        };
        program(vec![add, store(Operand::Imm(7), Operand::Reg(P)), load(N, Operand::Reg(P))])
    }

    /// The kinds of what is asked with this offset, and what was read in the end.
    fn asked(object: u64, x: u64, few_places: FewPlaces) -> (Vec<ChoiceKind>, Value) {
        let program = accesses(object);
        let (mut machine, mut st) = start(&program, x);
        st.few_places = few_places;
        let asked = run(&mut machine, &mut st, 3);
        (asked.into_iter().map(|choice| choice.kind).collect(), st.frame.regs[N.index()])
    }

    #[test]
    fn few_places_are_told_apart_where_that_is_asked_for() {
        use ChoiceKind::{Check, Split};
        let seven = Value::Bits(7);
        assert_eq!(asked(NUMBER, 4, FewPlaces::Apart), (vec![Check, Split, Check, Split], seven));
        assert_eq!(asked(NUMBER, 4, FewPlaces::Together).0, [Check, Check]);
        assert_eq!(asked(TABLE, 4, FewPlaces::Apart).0, [Check, Check], "32 places are not few");
        assert_eq!(
            asked(NUMBER, 2, FewPlaces::Apart),
            (vec![Check, Split, Check, Split], seven),
            "between two of them"
        );
    }
}
