//! The end of an edge: what registers and bytes are over the variables of its start, and what the edge had no part in.

use expr::{Dag, ExprId};

use super::in_state::part_of;
use super::{Location, ObjectFact};
use crate::memory::{Byte, Cell, Pointee};
use crate::state::State;

/// The end of an edge, over the variables of its start.
pub struct ShadowEnd {
    pub state: State,
    /// The path's own state at the start of the edge.
    pub(super) start: State,
    pub objects: Vec<ObjectFact>,
    pub(super) lowest_frame: u32,
}

impl ShadowEnd {
    /// What a location that is not [unchanged](ShadowEnd::is_unchanged) is at the end of the edge, over the variables of its
    /// start. `None`: nothing of the kind exists there any more (the value can be anything).
    pub fn value(&self, dag: &mut Dag, location: Location) -> Option<ExprId> {
        match location {
            Location::Register { depth, register, part } => {
                let here = self.state.callers.depth();
                let frame = match here.checked_sub(depth)? {
                    0 => &self.state.frame,
                    up => self.state.callers.frames().nth(up as usize - 1)?,
                };
                part_of(dag, frame, register, part)
            }
            Location::Memory(address) => {
                let Pointee::Live(_, object) = self.state.memory.at(address) else { return None };
                let offset = address.wrapping_sub(object.address);
                if offset >= object.capacity {
                    return None;
                }
                match object.byte(offset) {
                    Byte::Special(Cell::Uninit) => None,
                    Byte::Concrete(_) | Byte::Special(_) => Some(object.read_expr(dag, offset, 1)),
                }
            }
        }
    }

    /// Whether a location is known to hold what it did, because the edge had nothing to do with it.
    pub fn is_unchanged(&self, location: Location) -> bool {
        match location {
            Location::Register { depth, .. } => depth < self.lowest_frame,
            Location::Memory(address) => match self.state.memory.at(address) {
                Pointee::Live(slot, object) => {
                    let offset = address.wrapping_sub(object.address);
                    self.state.memory.is_untouched(slot)
                        || offset < object.capacity
                            && object.is_live_in()
                            && matches!(object.byte(offset), Byte::Special(Cell::Uninit))
                }
                Pointee::Dead(_) | Pointee::Nothing => false,
            },
        }
    }

    /// Whether a fact about the end is the doing of the edge itself, whatever was there before.
    pub fn made(&self, fact: &ObjectFact) -> bool {
        if let ObjectFact::Table { .. } = fact {
            return false;
        }
        match self.state.memory.at(fact.address()) {
            Pointee::Live(slot, object) => {
                !self.state.memory.is_untouched(slot) && !object.is_live_in() && !object.read_only
            }
            Pointee::Dead(_) => matches!(self.start.memory.at(fact.address()), Pointee::Live(..)),
            Pointee::Nothing => false,
        }
    }
}
