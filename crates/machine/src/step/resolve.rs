//! Which object an address names.
//!
//! The object of a symbolic address is the one its constant part points into; where there is none, the model proposes an
//! object, and the other side of the choice goes on with another model: objects are enumerated by need.

use expr::{BinaryOp, ExprId, Node};
use program::ir::LocId;
use program::layout;

use super::{Access, Place};
use crate::checks::BugKind;
use crate::choice::{Alternative, Choice, ChoiceKind, CutReason, Outcome};
use crate::machine::{Machine, Stop};
use crate::memory::{Dead, ObjectKind, Pointee};
use crate::state::State;
use crate::value::Value;

/// Objects and wild places one symbolic pointer is followed to before the rest is cut.
const MAX_TARGETS: usize = 64;
/// Addresses below this are null pointers with an offset.
const NULL_PAGE: u64 = layout::SLOT_SIZE;

impl Machine<'_> {
    /// The live object an address names, and the offset in it. Bounds are not checked.
    pub(crate) fn resolve(&mut self, st: &mut State, addr: Value, access: Access) -> Result<Place, Stop> {
        let place = self.resolve_in_doubt(st, addr, access)?;
        self.without_doubts(st, place.slot)?;
        Ok(place)
    }

    /// The same for those who read and write no more than [vague](crate::shadow::OnDemand) values.
    pub(super) fn resolve_in_doubt(&mut self, st: &mut State, addr: Value, access: Access) -> Result<Place, Stop> {
        let mut addr = self.pin_address(st, addr)?;
        if let Value::Expr(e) = addr
            && self.constant_part(st, e).is_none()
        {
            addr = self.own_address(addr)?;
        }
        self.touched_object(st, addr, access)
    }

    fn touched_object(&mut self, st: &mut State, addr: Value, access: Access) -> Result<Place, Stop> {
        let place = self.find_object(st, addr, access)?;
        self.touch(st, place.slot, access);
        Ok(place)
    }

    /// The place of an access anywhere inside an object, with its bounds checked.
    pub(crate) fn place_inside(
        &mut self,
        st: &mut State,
        address: ExprId,
        bytes: u64,
        access: Access,
    ) -> Result<Place, Stop> {
        let place = self.touched_object(st, Value::Expr(address), access)?;
        self.check_bounds(st, place, Value::Bits(bytes), access)?;
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
                    Pointee::Dead(dead) => Err(self.dead_access(st, dead)),
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
                    Pointee::Dead(dead) => return Err(self.dead_access(st, dead)),
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
    pub(crate) fn constant_part(&self, st: &State, e: ExprId) -> Option<u64> {
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

    /// A concrete address that names what this one names, be it an object that is alive, one that is gone, or none: for
    /// questions about pointers that are no use of them.
    pub(crate) fn named_like(&mut self, st: &mut State, addr: Value) -> Result<u64, Stop> {
        let address = match self.pin_address(st, addr)? {
            Value::Bits(address) => address,
            Value::Expr(e) => match self.constant_part(st, e) {
                Some(address) => address,
                None => self.follow_proposals(st, e, |_, _, address| Outcome::Continue(address))?,
            },
        };
        self.rely_on(st, address);
        if let Pointee::Live(slot, _) = st.memory.at(address) {
            self.touch(st, slot, Access::Read);
        }
        Ok(address)
    }

    /// Follows a symbolic address to an object that is alive.
    fn propose_targets(&mut self, st: &mut State, e: ExprId, access: Access) -> Result<u64, Stop> {
        self.follow_proposals(st, e, |m, st, address| match st.memory.at(address) {
            Pointee::Live(slot, _) => Outcome::Continue(slot),
            Pointee::Dead(dead) => sole_outcome(m.dead_access(st, dead)),
            Pointee::Nothing => sole_outcome(m.wild_access(st, address, access)),
        })
    }

    /// Follows a symbolic address to what it names, one proposal of the model after the other; `outcome` says what comes
    /// of an address.
    fn follow_proposals(
        &mut self,
        st: &mut State,
        e: ExprId,
        outcome: impl Fn(&mut Self, &State, u64) -> Outcome,
    ) -> Result<u64, Stop> {
        /// The decision "none of the places asked about so far".
        const ELSEWHERE: u64 = u64::MAX;
        for asked in 0.. {
            if asked == MAX_TARGETS {
                return Err(Stop::Cut(CutReason::PointerTargets, format!("more than {MAX_TARGETS} targets")));
            }
            let decision = self.choose(st, |m, st| {
                let address = m.propose(st, e) as u64;
                m.rely_on(st, address);
                let (start, len) = match st.memory.at(address) {
                    Pointee::Live(slot, object) => st.memory.region(slot, object),
                    Pointee::Dead(dead) => (dead.address - layout::SLOT_LEAD, dead.slots() << layout::SLOT_BITS),
                    Pointee::Nothing => (address & !(layout::SLOT_SIZE - 1), layout::SLOT_SIZE),
                };
                let outcome = outcome(m, st, address);
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
                    proposal: Some(address.into()),
                }
            })?;
            if decision != ELSEWHERE {
                return Ok(decision);
            }
        }
        unreachable!("the loop ends by returning")
    }

    fn dead_access(&mut self, st: &State, dead: Dead) -> Stop {
        match dead.kind {
            // Their ends are not clang's doing, and have no line.
            ObjectKind::Stack if dead.freed == LocId(0) && self.function(st.frame.func).stated => {
                self.bug(st, BugKind::UseAfterScope, program::UNMARKED)
            }
            ObjectKind::Stack | ObjectKind::VariableArguments => self.bug(st, BugKind::UseAfterScope, ""),
            ObjectKind::Heap | ObjectKind::Global | ObjectKind::Argument | ObjectKind::Parameter => {
                self.bug(st, BugKind::UseAfterFree, "")
            }
        }
    }

    fn wild_access(&mut self, st: &State, address: u64, access: Access) -> Stop {
        if !(NULL_PAGE..=u64::MAX - NULL_PAGE).contains(&address) {
            return self.bug(st, BugKind::NullDereference, "");
        }
        if let Some(variable) = self.program.undefined_variable_at(address) {
            return Stop::Cut(CutReason::External, format!("{}: a variable nobody defines", variable.name));
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
}

/// The outcome of a stop that has only one.
fn sole_outcome(stop: Stop) -> Outcome {
    match stop {
        Stop::Choice(mut choice) => choice.alternatives.remove(0).outcome,
        Stop::Cut(reason, why) => Outcome::Cut(reason, why),
        other => unreachable!("a bug is a choice, not {other:?}"),
    }
}
