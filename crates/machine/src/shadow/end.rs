//! The end of an edge: what registers and bytes are over the variables of its start, and what the edge had no part in.

use expr::{Dag, ExprId};

use super::in_state::part_of;
use super::{Location, ObjectFact, OnDemand, memory_variable};
use crate::memory::{Byte, Cell, Pointee};
use crate::state::State;

/// The end of an edge, over the variables of its start.
pub struct ShadowEnd {
    pub state: State,
    /// The path's own state at the start of the edge.
    pub(super) start: State,
    pub objects: Vec<ObjectFact>,
    /// What is known under pins only; values may mention it.
    pub on_demand: OnDemand,
    pub(super) lowest_frame: u32,
}

impl ShadowEnd {
    /// What a location that is not [unchanged](ShadowEnd::is_unchanged) is at the end of the edge, over the variables of its
    /// start. `None`: nothing of the kind exists there any more (the value can be anything).
    pub fn value(&mut self, dag: &mut Dag, location: Location) -> Option<ExprId> {
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
                let Pointee::Live(slot, object) = self.state.memory.at(address) else { return None };
                let offset = address.wrapping_sub(object.address);
                if offset >= object.capacity {
                    return None;
                }
                let value = match object.byte(offset) {
                    Byte::Special(Cell::Uninit) if object.is_live_in() => memory_variable(dag, address),
                    Byte::Special(Cell::Uninit) => return None,
                    Byte::Concrete(_) | Byte::Special(_) => object.read_expr(dag, offset, 1),
                };
                match self.on_demand.doubts(slot).to_vec() {
                    pins if pins.is_empty() => Some(value),
                    pins => Some(self.on_demand.vague(dag, value, pins).0),
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
                            && self.on_demand.doubts(slot).is_empty()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hand_made::{
        CONSTANT, N, NOWHERE, NUMBER, P, TABLE, X, add_one, call_seven, load, program, run, start, store,
    };
    use crate::machine::Machine;
    use crate::memory::ObjectKind;
    use crate::shadow::location_of;
    use crate::value::Value;
    use expr::Node;
    use program::ir::{Inst, Operand, Reg};

    fn register(depth: u32, register: Reg) -> Location {
        Location::Register { depth, register: register.0, part: 0 }
    }

    /// The edge from a state over so many instructions. Nothing may be asked on the way.
    fn edge(machine: &mut Machine, from: &State, instructions: u64) -> ShadowEnd {
        let mut st = machine.begin_shadow(from, &from.model);
        let asked = run(machine, &mut st, instructions);
        assert!(asked.is_empty(), "{asked:?}");
        machine.end_shadow(st)
    }

    fn stands_for(machine: &Machine, e: ExprId) -> Option<Location> {
        match machine.dag.node(e) {
            Node::Var(var) => location_of(&machine.dag, var),
            _ => None,
        }
    }

    fn live(address: u64, capacity: u64, kind: ObjectKind, read_only: bool) -> ObjectFact {
        ObjectFact::Live { address, capacity, kind, read_only }
    }

    #[test]
    fn values_are_over_the_variables_of_the_start() {
        let program = program(vec![add_one(), store(Operand::Reg(N), Operand::Imm(NUMBER))]);
        let (mut machine, from) = start(&program, 41);
        let mut end = edge(&mut machine, &from, 2);

        let x = end.value(&mut machine.dag, register(0, X)).unwrap();
        assert_eq!(stands_for(&machine, x), Some(register(0, X)));
        let one = machine.dag.constant(1, 32);
        let sum = machine.dag.add(x, one);
        assert_eq!(end.value(&mut machine.dag, register(0, N)), Some(sum));
        assert_eq!(machine.evaluate(&end.state, sum), 42, "as on the path");
        let low = machine.dag.extract(sum, 0, 8);
        assert_eq!(end.value(&mut machine.dag, Location::Memory(NUMBER)), Some(low));
        assert_eq!(end.value(&mut machine.dag, register(1, X)), None, "nobody was called");
        assert_eq!(end.value(&mut machine.dag, Location::Memory(NOWHERE)), None);
        assert_eq!(end.objects, [live(NUMBER, 8, ObjectKind::Global, false)]);
    }

    #[test]
    fn what_the_edge_has_nothing_to_do_with_is_unchanged() {
        let program = program(vec![store(Operand::Imm(1), Operand::Imm(NUMBER)), load(N, Operand::Imm(NUMBER + 4))]);
        let (mut machine, from) = start(&program, 0);
        let end = edge(&mut machine, &from, 1);
        assert!(!end.is_unchanged(Location::Memory(NUMBER)));
        assert!(end.is_unchanged(Location::Memory(NUMBER + 4)), "the rest of an object that was written to");
        assert!(end.is_unchanged(Location::Memory(TABLE)));
        assert!(!end.is_unchanged(Location::Memory(NUMBER + 8)), "beyond the object");
        assert!(!end.is_unchanged(Location::Memory(NOWHERE)));
        assert!(!end.is_unchanged(register(0, X)), "registers of the running function are asked for");

        let mut end = edge(&mut machine, &from, 2);
        let byte = end.value(&mut machine.dag, Location::Memory(NUMBER + 5)).unwrap();
        assert_eq!(stands_for(&machine, byte), Some(Location::Memory(NUMBER + 5)), "read, and so a variable");
    }

    #[test]
    fn callers_are_unchanged_until_they_run() {
        let program = program(vec![call_seven()]);
        let (mut machine, mut inside) = start(&program, 3);
        run(&mut machine, &mut inside, 1);
        assert_eq!(inside.callers.depth(), 1);

        let end = edge(&mut machine, &inside, 1);
        assert!(end.is_unchanged(register(0, X)));
        assert!(!end.is_unchanged(register(1, Reg(0))));

        let mut end = edge(&mut machine, &inside, 2);
        assert_eq!(end.state.callers.depth(), 0);
        assert!(!end.is_unchanged(register(0, X)));
        let x = end.value(&mut machine.dag, register(0, X)).unwrap();
        assert_eq!(stands_for(&machine, x), Some(register(0, X)));
        assert_eq!(machine.evaluate(&end.state, x), 3);
        let n = end.value(&mut machine.dag, register(0, N)).unwrap();
        assert_eq!(machine.dag.as_const(n), Some(7));
        assert_eq!(end.value(&mut machine.dag, register(1, Reg(0))), None, "that function has returned");
    }

    #[test]
    fn objects_that_begin_or_end_on_the_edge_are_its_own_doing() {
        let address = Operand::Reg(P);
        let begins = Inst::Alloca { dst: P, size: 4, count: Operand::Imm(1), count_width: 32, align: 4 };
        let program = program(vec![begins, Inst::Lifetime { start: false, addr: address }]);
        let (mut machine, before) = start(&program, 0);
        let end = edge(&mut machine, &before, 1);
        let Value::Bits(local) = end.state.frame.regs[P.index()] else { panic!("an address") };
        assert!(end.made(&live(local, 4, ObjectKind::Stack, false)));
        assert!(!end.made(&live(NUMBER, 8, ObjectKind::Global, false)));
        assert!(!end.made(&ObjectFact::Nothing { address: NOWHERE }));
        assert!(!end.made(&ObjectFact::Table { address: local }), "a table was there when paths parted");
        assert!(end.objects.is_empty());

        let mut alive = before.clone();
        run(&mut machine, &mut alive, 1);
        let mut st = machine.begin_shadow(&alive, &alive.model);
        let asked = run(&mut machine, &mut st, 1);
        assert_eq!(asked.len(), 1, "the address is pinned");
        let mut end = machine.end_shadow(st);
        let dead = ObjectFact::Dead { address: local, kind: ObjectKind::Stack };
        assert!(end.made(&dead));
        assert_eq!(end.value(&mut machine.dag, Location::Memory(local)), None);

        run(&mut machine, &mut alive, 1);
        let end = edge(&mut machine, &alive, 0);
        assert!(!end.made(&dead), "it was dead before");
    }

    #[test]
    fn constants_keep_their_bytes_and_tables_do_once_paths_have_parted() {
        let program = program(vec![load(N, Operand::Imm(CONSTANT)), load(N, Operand::Imm(TABLE + 4))]);
        let (mut machine, from) = start(&program, 0);
        let constant = live(CONSTANT, 4, ObjectKind::Global, true);
        let mut end = edge(&mut machine, &from, 2);
        assert_eq!(end.objects, [live(TABLE, 128, ObjectKind::Global, false), constant]);
        let n = end.value(&mut machine.dag, register(0, N)).unwrap();
        assert!(machine.dag.as_const(n).is_none(), "bytes of any other object are variables");

        _ = machine.paths_part(&from);
        let mut end = edge(&mut machine, &from, 2);
        assert_eq!(end.objects, [constant, ObjectFact::Table { address: TABLE }]);
        let n = end.value(&mut machine.dag, register(0, N)).unwrap();
        assert_eq!(machine.dag.as_const(n), Some(0x07060504));
        assert!(end.is_unchanged(Location::Memory(TABLE)));

        let mut written = from.clone();
        written.memory.write_bits(TABLE + 9, 1, 0);
        let end = edge(&mut machine, &written, 2);
        assert!(end.objects.contains(&live(TABLE, 128, ObjectKind::Global, false)), "no table any more");
    }

    #[test]
    fn an_object_that_is_missing_is_relied_on() {
        let size = Inst::ObjectSize { dst: N, addr: Operand::Imm(NOWHERE), min: true, width: 32 };
        let program = program(vec![size]);
        let (mut machine, from) = start(&program, 0);
        assert_eq!(edge(&mut machine, &from, 1).objects, [ObjectFact::Nothing { address: NOWHERE }]);
    }
}
